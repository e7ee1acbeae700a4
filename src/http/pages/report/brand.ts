/** How the report of a client looks: the one place where a report takes name, logo, colours and footer from. */
import type { Brand, BrandLogo } from '../../../domain/clients/brand.ts'
import { type Color, contrastOf, nearest, readable } from '../../../domain/content/contrast.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import type { Html } from '../../../lib/html.ts'
import { footerLines } from '../brand.ts'

/** Backgrounds of a report: of the page and of its cards. Charts and print are drawn for them, whatever the client chose. */
export const papers = {
  light: { paper: '#ffffff', soft: '#f3f4f8' },
  dark: { paper: '#17171b', soft: '#212127' },
} as const

export interface ReportLook {
  /** Whose report it is. */
  readonly name: string
  /** Undefined for the name alone. */
  readonly logo: BrandLogo | undefined
  /** For people in charts and for links: read on the backgrounds of its scheme. */
  readonly accent: { readonly light: Color; readonly dark: Color }
  /** Paragraphs below the report; undefined for none. */
  readonly footer: Html | undefined
}

const ownAccent = { light: '#1f4fa3', dark: '#a9c4ff' }

/** @param brand undefined for our own look */
export function lookOf(name: string, brand: Brand | undefined, texts: Texts): ReportLook {
  const chosen = brand?.palette?.accent
  return {
    name,
    logo: brand?.logo,
    accent: chosen === undefined ? ownAccent : { light: readableOn('light', chosen), dark: readableOn('dark', chosen) },
    footer: brand && footerLines(brand, texts),
  }
}

/** The client's colour, or its nearest shade or tint that can be read there. */
function readableOn(scheme: keyof typeof papers, color: Color): Color {
  const { paper, soft } = papers[scheme]
  return nearest(color, shade => contrastOf(shade, paper) >= readable && contrastOf(shade, soft) >= readable)
}
