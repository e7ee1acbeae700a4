/** How a mail of sections looks: its colours, from the theme and the client's branding, and its type. */
import { type Color, contrastOf, inkOn, nearest, paletteOf, readable } from '../contrast.ts'
import type { SectionDocument } from './schema.ts'

/** What a client's branding gives; '' for nothing. */
export interface SectionBrand {
  readonly primaryColor: string
  readonly backgroundColor: string
  readonly footerText: string
  readonly postalAddress: string
  readonly imprintUrl: string
}

export const noBrand: SectionBrand = {
  ...{ primaryColor: '', backgroundColor: '', footerText: '', postalAddress: '', imprintUrl: '' },
}

export interface Look {
  /** Around the mail, and of the mail itself. */
  readonly background: Color
  readonly surface: Color
  readonly accent: Color
  readonly ink: Color
  readonly font: string
  /** Pixels. */
  readonly width: number
}

const fonts = {
  sans: "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  mono: "'Courier New', Courier, monospace",
} as const
/** Without a branding; nearly white, so that the mail is distinct from its surroundings. */
const ownBackground = '#f3f4f6'

export function lookOf(theme: SectionDocument['theme'], brand: SectionBrand): Look {
  const background = theme.background || brand.backgroundColor || ownBackground
  const surface = theme.surface || (inkOn(background) === '#ffffff' ? background : '#ffffff')
  const accent = theme.accent || paletteOf(brand.primaryColor, '').accent
  const ink = theme.ink || inkOn(surface)
  return { background, surface, accent, ink, font: fonts[theme.font], width: Number(theme.width) }
}

/** The accent as it can be read on a colour. */
export function accentOn(look: Look, paper: Color): Color {
  return readableOn(look.accent, paper)
}

/** Text that was chosen no colour for. */
export function textOn(look: Look, paper: Color): Color {
  return contrastOf(look.ink, paper) >= readable ? look.ink : wordsOn(paper)
}

/** Of what is less important. */
export function quietOn(look: Look, paper: Color): Color {
  const quiet = '#5b6068'
  return contrastOf(quiet, paper) >= readable ? quiet : textOn(look, paper)
}

/** The words of a button of a colour. */
export function wordsOn(fill: Color): Color {
  return readableOn(inkOn(fill), fill)
}

function readableOn(color: Color, paper: Color): Color {
  return nearest(color, one => contrastOf(one, paper) >= readable)
}
