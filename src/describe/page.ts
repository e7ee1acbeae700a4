/** What our HTML pages share: the skeleton and the headers that let nothing run which we did not write. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html, markup } from '../lib/html.ts'

export interface Style {
  readonly css: string
  /** The source expression for `style-src`. */
  readonly source: string
}

/** Reads a style sheet from the assets; it is put into the page, and the policy names its hash. */
export function style(file: string): Style {
  const css = asset(file)
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}

export function asset(file: string): string {
  return readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8')
}

export function page(title: string, { css }: Style, head: Html, body: Html): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}<style>${markup(css)}</style>
</head>
<body>
${body}</body>
</html>
`.toString()
}

/**
 * Headers of a page. `formTarget` is the public URL its forms post to, which need not be the one it was read from;
 * `script` allows scripts and calls of our own origin.
 */
export function pageHeaders(
  { source }: Style,
  { formTarget, script = false }: { formTarget?: string; script?: boolean },
) {
  const policy = [
    `default-src 'none'`,
    `style-src ${source}`,
    ...(script ? [`script-src 'self'`, `connect-src 'self'`] : []),
    `form-action ${formTarget ? `'self' ${formTarget}` : `'none'`}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, max-age=0',
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}
