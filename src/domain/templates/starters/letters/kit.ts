/** What a starter letter takes from its client: the colours, typefaces, logo and links of the branding, else its own colours. */
import type { SocialLink } from '../../../../store/accounts/branding.ts'
import { type Color, contrastOf, mix, nearest, readable } from '../../../content/contrast.ts'
import type { Typeface } from '../../../content/typefaces.ts'
import type { LetterPicture } from '../pictures.ts'

/** Of a client; '' for nothing. */
export interface Kit {
  /** The address of the logo. */
  readonly logo: string
  readonly company: string
  readonly primaryColor: string
  readonly backgroundColor: string
  readonly headingFont: string
  readonly textFont: string
  readonly socialLinks: readonly SocialLink[]
}

/** A section as the editor writes it: settings that are left out have their defaults. */
export type Part = Readonly<Record<string, unknown>> & { readonly kind: string }

/** How a letter looks without a branding. */
export interface OwnLook {
  readonly accent: Color
  readonly page: Color
  /** Behind parts that stand out, nearly white. */
  readonly tint: Color
  readonly headingFont?: Typeface
}

/** What the writer of a letter works with. */
export interface Desk {
  readonly accent: Color
  readonly tint: Color
  /** The addresses of pictures. */
  readonly pictures: Readonly<Record<LetterPicture, string>>
  /** The logo; the name of a client without a logo. */
  readonly head: (align: 'left' | 'center') => Part
  /** Social links of the client, if it has any, and who writes, why, and the ways out. */
  readonly foot: (align: 'left' | 'center') => readonly Part[]
}

/** Of links in starter letters; authors replace them. */
export const example = 'https://example.com/'

export function deskOf(
  kit: Kit,
  own: OwnLook,
  pictures: Readonly<Record<LetterPicture, string>>,
  words: {
    readonly why: string
    readonly unsubscribe: string
    readonly preferences: string
    readonly webVersion: string
  },
): Desk {
  const { accent, tint, page } = colorsOf(kit, own)
  return {
    ...{ accent, tint, pictures },
    head: align =>
      kit.logo === ''
        ? { kind: 'heading', level: '3', text: kit.company, align, color: accent, background: page, space: 'large' }
        : { kind: 'image', src: kit.logo, alt: kit.company, width: 'small', align, background: page, space: 'large' },
    foot: align => [
      ...(kit.socialLinks.length === 0
        ? []
        : [
            { kind: 'social', links: kit.socialLinks.map(({ name, href }) => ({ name, href })), align, space: 'large' },
          ]),
      {
        ...{ kind: 'footer', html: `<p>${words.why}</p>`, align, space: 'large' },
        ...{ unsubscribe: words.unsubscribe, preferences: words.preferences, webVersion: words.webVersion },
      },
    ],
  }
}

/** The theme of the document: what the branding has is left to it, so that the letter follows a new branding. */
export function themeOf(kit: Kit, own: OwnLook): Readonly<Record<string, string>> {
  const { headingFont = '' } = own
  return {
    ...(kit.primaryColor === '' && { accent: own.accent }),
    ...(kit.backgroundColor === '' && { background: colorsOf(kit, own).page }),
    ...(kit.headingFont === '' && kit.textFont === '' && headingFont !== '' && { headingFont }),
  }
}

/** Colours that are written into sections; text of the accent can be read on the tint and on the page. */
function colorsOf(kit: Kit, own: OwnLook): { readonly accent: Color; readonly tint: Color; readonly page: Color } {
  const isOwn = kit.primaryColor === ''
  const tint = isOwn ? own.tint : mix('#ffffff', kit.primaryColor, 0.09)
  const page = kit.backgroundColor || (isOwn ? own.page : mix('#ffffff', kit.primaryColor, 0.05))
  const accent = nearest(isOwn ? own.accent : kit.primaryColor, one =>
    [tint, page, '#ffffff'].every(paper => contrastOf(one, paper) >= readable),
  )
  return { accent, tint, page }
}
