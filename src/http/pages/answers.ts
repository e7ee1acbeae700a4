/** How public pages answer: one layout, no scripts, no caching, no referrer. */

import { createHash } from 'node:crypto'
import type { Brand } from '../../domain/clients/brand.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { type Html, type HtmlValue, html, markup } from '../../lib/html.ts'
import type { Answer } from '../../lib/http.ts'
import { colourSheet, footer, header, imageSources, type Sheet, sheetOf } from './brand.ts'

/** On every answer to a public link. The address holds the reader's token, so it is never sent as a referrer. */
export const guarded = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
} as const

export interface Page {
  readonly title: string
  /** The first paragraph; absent on pages that consist of the rest alone. */
  readonly text?: HtmlValue
  /** The address it is about, where the client's own words do not name it. */
  readonly about?: string | undefined
  /** The same page in other languages, each by its own name. */
  readonly languages?: { readonly label: string; readonly links: readonly LanguageLink[] } | undefined
  /** What was done, said before everything else, to who listens too. */
  readonly done?: HtmlValue
  /** What follows the first paragraphs. */
  readonly content?: Html | undefined
  /** Styles of its content. */
  readonly sheet?: Sheet | undefined
  /** Elements for the head: links to feeds. */
  readonly head?: Html | undefined
  /** Whether search engines may list it; they may not where it is left out. */
  readonly indexed?: boolean
  readonly button?: Button | undefined
  /** A form of its own instead of the one button: fields and buttons. */
  readonly form?: Html | undefined
  /** Further forms, each with its own buttons. */
  readonly forms?: readonly Html[]
  /** Of the page of a form alone: it may start a worker of this service. */
  readonly script?: PageScript | undefined
  /** Where else one may go. */
  readonly link?: { readonly label: string; readonly href: string } | undefined
}

interface LanguageLink {
  readonly language: string
  readonly name: string
  readonly href: string
}

/** A script in a page, and its hash for `script-src` (CSP 3 §2.3.1). */
export interface PageScript {
  readonly text: Html
  readonly hash: string
}

export function scriptOf(code: string): PageScript {
  return { text: markup(code), hash: `'sha256-${createHash('sha256').update(code).digest('base64')}'` }
}

export interface Button {
  readonly label: string
  /** The value of the form's `from` field; `page` by default. */
  readonly from?: string
  /** The answer to the form leads to another site; browsers hold every hop of a redirect against `form-action`. */
  readonly leadsAway?: boolean
}

/** A page with one heading; its form posts to the page's own address. @param brand of the client it is about, where it has one */
export function page(status: number, texts: Texts, shown: Page, brand?: Brand): Answer {
  const { button, form, forms = [], script } = shown
  const colours = brand?.palette && colourSheet(brand.palette)
  const styles = [own, colours, shown.sheet].flatMap(sheet => sheet?.hash ?? []).join(' ')
  const formAction =
    button || form || forms.length > 0 ? (button?.leadsAway ? "'self' http: https:" : "'self'") : "'none'"
  return {
    status,
    headers: {
      ...guarded,
      ...(shown.indexed && { 'X-Robots-Tag': 'all' }),
      'Content-Type': 'text/html; charset=utf-8',
      ...spoken(texts),
      'Content-Security-Policy': `default-src 'none'; ${script ? `script-src ${script.hash}; worker-src 'self'; ` : ''}img-src ${imageSources(brand?.logo)}; style-src ${styles}; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: layout(texts, shown, brand, colours?.style).toString(),
  }
}

/** Sends the reader on. @param to a URL, as `webUrl` checked it */
export function redirect(status: 302 | 303, to: string): Answer {
  return { status, headers: { ...guarded, Location: to }, body: '' }
}

export function plain(status: number, text: string, texts?: Texts): Answer {
  const language = texts && spoken(texts)
  return {
    status,
    headers: { ...guarded, 'Content-Type': 'text/plain; charset=utf-8', ...language },
    body: `${text}\n`,
  }
}

function spoken({ language }: Texts) {
  return { 'Content-Language': language, Vary: 'Accept-Language' } as const
}

/** The URL as a Location may carry it, or undefined for what is no web address: no reader is sent there, whatever is stored. */
export function webUrl(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined
  return /^[\x21-\x7e]+$/.test(url) ? url : parsed.href
}

function layout(texts: Texts, shown: Page, brand: Brand | undefined, colours: Html | undefined): Html {
  const { language, direction } = texts
  const {
    title,
    text,
    about,
    languages,
    done,
    content,
    sheet,
    head,
    indexed,
    button,
    form,
    forms = [],
    link,
    script,
  } = shown
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${!indexed && html`<meta name="robots" content="noindex, nofollow">\n`}${head}<link rel="icon" href="data:,">
<style>${own.style}</style>
${sheet && html`<style>${sheet.style}</style>\n`}${colours && html`<style>${colours}</style>\n`}</head>
<body>
${brand && header(brand)}<main>
${languages && switchOf(languages)}<h1>${title}</h1>
${done !== undefined && html`<p role="status" class="done">${done}</p>\n`}${text !== undefined && html`<p${brand !== undefined && markup(' class="words"')}>${text}</p>\n`}${about !== undefined && html`<p class="about">${about}</p>\n`}${content}${
  button && html`<form method="post">${submit(button.label, button.from ?? 'page')}</form>\n`
}${form && html`<form method="post">${form}</form>\n`}${forms.map(one => html`<form method="post">${one}</form>\n`)}${link && html`<p><a href="${link.href}">${link.label}</a></p>\n`}</main>
${brand && footer(brand, texts)}${script && html`<script>${script.text}</script>\n`}</body>
</html>
`
}

function switchOf({ label, links }: NonNullable<Page['languages']>): Html {
  return html`<nav class="languages" aria-label="${label}">${links.map(
    ({ language, name, href }) => html`<a href="${href}" lang="${language}" hreflang="${language}">${name}</a>\n`,
  )}</nav>
`
}

/** A button with a `from` field, which says where the form was shown. */
export function submit(label: string, from: string, quiet = false): Html {
  return html`<button type="submit" name="from" value="${from}"${quiet && markup(' class="quiet"')}>${label}</button>`
}

interface Choice {
  readonly type: 'checkbox' | 'radio'
  readonly name: string
  readonly value: string
  readonly checked?: boolean
  /** The id of a hint. */
  readonly describedBy?: string
}

/** A box or a circle with its label. */
export function choice({ type, name, value, checked = false, describedBy }: Choice, label: HtmlValue): Html {
  return html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${checked && markup(' checked')}${
    describedBy !== undefined && html` aria-describedby="${describedBy}"`
  }><span>${label}</span></label>`
}

/**
 * Contrast is 4.5 : 1 or better in both colour schemes, 3 : 1 for what is no text; whatever can be pressed is 24 px high
 * or more; long addresses and words break rather than widen the page.
 */
const own = sheetOf(`
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #ffffff; --edge: #74747f; --accent: #1f4fa3; --on-accent: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: #17171b; --edge: #8d8d99; --accent: #a9c4ff; --on-accent: #10131c } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; hyphens: auto }
form + form { margin-top: 1.5rem }
h2 { font-size: 1.25rem; line-height: 1.25; margin: 1.5rem 0 .5rem }
a { color: var(--accent) }
.languages { display: flex; flex-wrap: wrap; gap: 0 1.25rem; justify-content: flex-end; font-size: 1rem }
.languages a { min-height: 1.5rem; padding: .25rem 0 }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; max-width: 100%; color: var(--on-accent); background: var(--accent); border: .125rem solid var(--accent); border-radius: .375rem; cursor: pointer }
button.quiet { color: var(--accent); background: transparent }
fieldset { margin: 0 0 1.5rem; padding: .5rem 1rem 1rem; border: .0625rem solid var(--edge); border-radius: .375rem; min-width: 0 }
legend { font-weight: 600; padding: 0 .5rem }
label { display: block }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .375rem 0 }
.choice span { min-width: 0 }
input[type=checkbox], input[type=radio] { flex: none; width: 1.5rem; height: 1.5rem; margin: .0625rem 0 0; accent-color: var(--accent) }
select, textarea, input[type=email], input[type=text], input[type=date] { font: inherit; color: inherit; background: var(--paper); border: .0625rem solid var(--edge); border-radius: .375rem; min-height: 2.75rem; max-width: 100%; padding: .25rem .5rem; margin-top: .25rem }
textarea, input[type=email], input[type=text], input[type=date] { box-sizing: border-box; width: 100% }
.purpose { border: 0; padding: 0; margin: 1rem 0 1.5rem }
.purpose legend { padding: 0 }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: .5rem 0 }
.answers .choice { min-height: 1.625rem; padding: .5rem .75rem; border: .0625rem solid var(--edge); border-radius: .375rem; cursor: pointer }
.hint { margin: .25rem 0 0; font-size: 1rem }
.hint + .buttons, .field + .buttons { margin-top: 1rem }
.field { margin: .75rem 0 }
.field:first-of-type { margin-top: .25rem }
.choice .hint { display: block }
.done { border-inline-start: .25rem solid var(--accent); padding: .25rem .75rem; font-weight: 600 }
header, footer { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem 0; overflow-wrap: anywhere }
footer { padding: 0 1rem 2rem; font-size: 1rem }
footer p { margin: 0 0 .75rem; white-space: pre-line }
.about { font-size: 1rem; margin: 0 0 1.25rem }
footer::before { content: ''; display: block; border-top: .0625rem solid var(--edge); margin-bottom: 1rem }
.logo { display: block; max-width: min(15rem, 100%); max-height: 5rem }
.words { white-space: pre-line }
.trap { position: absolute; inset-inline-start: -999rem; width: 1px; height: 1px; overflow: hidden }
.choice + .hint { margin: 0 0 .5rem 2.25rem }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 }
:focus-visible { outline: .1875rem solid var(--ink); outline-offset: .1875rem }
`)
