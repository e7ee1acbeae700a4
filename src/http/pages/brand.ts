/** A client's branding on public pages: its colours as a style sheet of their own, allowed by its hash; its logo; its footer. */
import { createHash } from 'node:crypto'
import { type Brand, type BrandLogo, wordingOf } from '../../domain/clients/brand.ts'
import type { Palette } from '../../domain/content/contrast.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { type Html, type HtmlValue, html, markup } from '../../lib/html.ts'
import { remember } from '../../lib/remember.ts'
import type { StoredWording } from '../../store/accounts/branding.ts'
import type { Member } from '../../store/ledger/recipients.ts'

export interface Sheet {
  readonly style: Html
  /** For `style-src` (CSP 3 §2.3.1). */
  readonly hash: string
}

/** The hash of a style sheet of ours. */
export function sheetOf(css: string): Sheet {
  return { style: markup(css), hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}

/** Pages of one client follow each other. */
const sheets = remember(1000, sheetOf)

/**
 * The colours of a client in place of ours; they stand in the light and the dark scheme alike, since contrast was checked for them.
 * It contains nothing but colours, which the database holds only in the form `#rrggbb`.
 */
export function colourSheet({ scheme, paper, ink, edge, accent, onAccent }: Palette): Sheet {
  return sheets(`
:root { color-scheme: ${scheme}; --ink: ${ink}; --paper: ${paper}; --edge: ${edge}; --accent: ${accent}; --on-accent: ${onAccent} }
body { border-top: .375rem solid var(--accent) }
`)
}

/** @returns undefined without a logo */
export function header({ logo, companyName }: Brand): Html | undefined {
  return logo === undefined
    ? undefined
    : html`<header><img class="logo" src="${logoAddress(logo)}" alt="${companyName}"></header>\n`
}

/** Without a base relative as every link of these pages, which stand one level below theirs. */
export function logoAddress({ base = '..', path }: BrandLogo): string {
  return base + path
}

/** For `img-src`: icons of ours, and where the logo is. */
export function imageSources(logo: BrandLogo | undefined): string {
  if (logo === undefined) return 'data:'
  return `${logo.base === undefined ? "'self'" : new URL(logo.base).origin} data:`
}

/** Its footer as paragraphs. @returns undefined if it would be empty */
export function footerLines(
  { footer: { text, postalAddress, imprintUrl } }: Brand,
  { imprint }: Texts,
): Html | undefined {
  if (text === '' && postalAddress === '' && imprintUrl === '') return undefined
  return html`${text !== '' && html`<p>${text}</p>\n`}${postalAddress !== '' && html`<p>${postalAddress}</p>\n`}${
    imprintUrl !== '' && html`<p><a href="${imprintUrl}">${imprint}</a></p>\n`
  }`
}

/** @returns undefined if it would be empty */
export function footer(brand: Brand, texts: Texts): Html | undefined {
  const lines = footerLines(brand, texts)
  return lines && html`<footer>\n${lines}</footer>\n`
}

/** The client's own words on a page, with the address below, which they cannot name; ours where it has none in this language. */
export function chooseWording(
  brand: Brand | undefined,
  which: StoredWording['page'],
  { language }: Texts,
  { email, listTitle }: Member,
  ours: { readonly title: string; readonly text: HtmlValue },
): { readonly title: string; readonly text: HtmlValue; readonly about?: string } {
  const own = wordingOf(brand, which, language, listTitle)
  if (!own) return ours
  const title = own.title ?? ours.title
  return own.text ? { title, text: own.text, about: email } : { ...ours, title }
}
