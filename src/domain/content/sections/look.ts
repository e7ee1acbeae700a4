/** How a mail of sections looks: its colours, from the theme and the client's branding, and its type. */
import type { SocialLink } from '../../../store/accounts/branding.ts'
import { type Color, contrastOf, inkOn, nearest, paletteOf, readable } from '../contrast.ts'
import { stackOf } from '../typefaces.ts'
import type { SectionDocument } from './schema.ts'

/** What a client's branding gives; '' for nothing. */
export interface SectionBrand {
  readonly primaryColor: string
  readonly backgroundColor: string
  readonly footerText: string
  readonly postalAddress: string
  readonly imprintUrl: string
  /** Names of typefaces. */
  readonly headingFont: string
  readonly textFont: string
  readonly socialLinks: readonly SocialLink[]
}

export const noBrand: SectionBrand = {
  ...{ primaryColor: '', backgroundColor: '', footerText: '', postalAddress: '', imprintUrl: '' },
  ...{ headingFont: '', textFont: '', socialLinks: [] },
}

/** Only what letters show of a branding, for a thread. */
export function brandOfSections(brand: SectionBrand): SectionBrand {
  const { primaryColor, backgroundColor, footerText, postalAddress, imprintUrl } = brand
  const { headingFont, textFont, socialLinks } = brand
  return {
    ...{ primaryColor, backgroundColor, footerText, postalAddress, imprintUrl },
    ...{ headingFont, textFont, socialLinks },
  }
}

export interface Look {
  /** Around the mail, and of the mail itself. */
  readonly background: Color
  readonly surface: Color
  readonly accent: Color
  readonly ink: Color
  /** Stacks of typefaces. */
  readonly font: string
  readonly headingFont: string
  /** Pixels. */
  readonly width: number
}

/** Without a branding; nearly white, so that the mail is distinct from its surroundings. */
const ownBackground = '#f3f4f6'

export function lookOf(theme: SectionDocument['theme'], brand: SectionBrand): Look {
  const background = theme.background || brand.backgroundColor || ownBackground
  const surface = theme.surface || (inkOn(background) === '#ffffff' ? background : '#ffffff')
  const accent = theme.accent || paletteOf(brand.primaryColor, '').accent
  const ink = theme.ink || inkOn(surface)
  const font = stackOf(theme.font, brand.textFont)
  const headingFont = stackOf(theme.headingFont, brand.headingFont, theme.font, brand.textFont)
  return { background, surface, accent, ink, font, headingFont, width: Number(theme.width) }
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

/** The nearest shade that can be read on the paper. */
export function readableOn(color: Color, paper: Color): Color {
  return nearest(color, one => contrastOf(one, paper) >= readable)
}
