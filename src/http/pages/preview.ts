/**
 * `/v/<token>`: what a preview shows, for some minutes; `/dark` where the reader prefers dark colours, `/images-off` where the mail program
 * loads none, `/canvas` for an editor of the console. Other people's HTML: it is framed by the console alone, runs nothing and belongs to no origin.
 */
import { asDark } from '../../domain/content/color-scheme.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import type { Answer, Request, Route } from '../../lib/http.ts'
import { openPreview, type PreviewRow } from '../../store/campaigns/previews.ts'
import type { Database } from '../../store/connection/database.ts'
import { guarded } from './answers.ts'
import { notFound, readOnly } from './assets.ts'
import { canvasPage } from './canvas.ts'

export interface PreviewParts {
  readonly db: Database
  readonly tokens: Pick<Tokens, 'verify' | 'learn'>
  readonly now: () => Date
}

const prefix = '/v/'

export function previewRoute({ db, tokens, now }: PreviewParts): Route {
  return request => (request.path.startsWith(prefix) ? readOnly(request, () => answer(request)) : undefined)

  async function answer(request: Request): Promise<Answer> {
    const [, token = '', variant = ''] =
      /^([\w-]{36})(?:\/(dark|images-off|canvas))?$/.exec(request.path.slice(prefix.length)) ?? []
    await tokens.learn(token)
    const named = tokens.verify('preview', token)
    const found = named && (await openPreview(db, named[0], named[1], now()))
    if (!found) return notFound(request)
    return variant === 'canvas' ? canvasPage(found.framedBy) : shown(found, variant)
  }
}

function shown({ html, framedBy }: PreviewRow, variant: string): Answer {
  const images = variant === 'images-off' ? "img-src 'none'" : 'img-src http: https: data:'
  return {
    status: 200,
    headers: {
      ...guarded,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        'sandbox allow-popups allow-popups-to-escape-sandbox',
        "default-src 'none'",
        images,
        "style-src 'unsafe-inline' http: https:",
        variant === 'images-off' ? "font-src 'none'" : 'font-src http: https: data:',
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${framedBy}`,
      ].join('; '),
    },
    body: withLinksOutward(variant === 'dark' ? asDark(html).html : html),
  }
}

/**
 * Links without a target of their own open a window: the page that frames the letter refuses to frame where they lead. Before all else
 * but a doctype and the opening of the head, as HTML wants of a base (WHATWG HTML §4.2.3); the letter's own later one does not count then.
 */
function withLinksOutward(html: string): string {
  const start = /^(?:\s*<!doctype[^>]*>)?(?:\s*<html(?:\s[^>]*)?>)?(?:\s*<head(?:\s[^>]*)?>)?/i.exec(html)?.[0] ?? ''
  return `${start}<base target="_blank">${html.slice(start.length)}`
}
