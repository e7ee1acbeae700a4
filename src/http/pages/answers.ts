/** How public pages answer: one layout, no scripts, nothing kept, nothing told to others. */
import { createHash } from 'node:crypto'
import { type Html, type HtmlValue, html, markup } from '../../lib/html.ts'
import type { Answer } from '../../protocols/exchange.ts'
import type { Texts } from './texts.ts'

/** On every answer to a public link. The address holds the reader's token, so it goes to nobody as a referrer. */
export const guarded = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
} as const

export interface Page {
  readonly title: string
  readonly text: HtmlValue
  readonly button?: {
    readonly label: string
    /** The answer to the form leads to another site; browsers hold every hop of a redirect against `form-action`. */
    readonly leadsAway?: boolean
  }
}

/** A page with one heading, a text and at most one button, which posts to the page's own address. */
export function page(status: number, texts: Texts, { title, text, button }: Page): Answer {
  const formAction = button ? (button.leadsAway ? "'self' http: https:" : "'self'") : "'none'"
  return {
    status,
    headers: {
      ...guarded,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': texts.language,
      'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: layout(texts.language, title, text, button?.label).toString(),
  }
}

/** Sends the reader on. @param to a URL, as `webUrl` checked it */
export function redirect(status: 302 | 303, to: string): Answer {
  return { status, headers: { ...guarded, Location: to }, body: '' }
}

export function plain(status: number, text: string): Answer {
  return { status, headers: { ...guarded, 'Content-Type': 'text/plain; charset=utf-8' }, body: `${text}\n` }
}

/** The URL as a Location may carry it, or undefined for what is no web address: whatever is stored, nobody is sent elsewhere. */
export function webUrl(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined
  return /^[\x21-\x7e]+$/.test(url) ? url : parsed.href
}

function layout(language: string, title: string, text: HtmlValue, label: string | undefined): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${label !== undefined && html`<form method="post"><button type="submit" name="from" value="page">${label}</button></form>\n`}</main>
</body>
</html>
`
}

/** Contrast is 4.5 : 1 or better in both colour schemes; long addresses and words break rather than widen the page. */
const style = markup(`
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #ffffff; --accent: #1f4fa3; --on-accent: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: #17171b; --accent: #a9c4ff; --on-accent: #10131c } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; hyphens: auto }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; max-width: 100%; color: var(--on-accent); background: var(--accent); border: 0; border-radius: .375rem; cursor: pointer }
button:focus-visible { outline: .1875rem solid var(--ink); outline-offset: .1875rem }
`)
const styleHash = createHash('sha256').update(style.toString()).digest('base64')
