/** A client's branding as pages and mails show it. */
import { type Html, html } from '../../lib/html.ts'
import { type BrandingRow, findBrandingOf, type StoredWording } from '../../store/accounts/branding.ts'
import type { Database } from '../../store/connection/database.ts'
import { type Palette, paletteOf } from '../content/contrast.ts'
import { smallPath } from '../images/copies.ts'
import { imagePath } from '../images/images.ts'
import { name } from '../texts/language.ts'

export interface Brand {
  /** Absent where neither a colour nor a logo was chosen: pages look as without branding, in light and dark. */
  readonly palette?: Palette | undefined
  readonly logo?: BrandLogo | undefined
  readonly companyName: string
  readonly footer: BrandFooter
  /** Of confirmation mails; '' for the client's own. */
  readonly from: { readonly name: string; readonly email: string }
  readonly wordings: readonly StoredWording[]
}

/** A copy of the client's image, in the size in which it is shown. */
export interface BrandLogo {
  /** LETTERSHOP_CONTENT_URL, without a slash at the end; undefined for the base of the links beside it. */
  readonly base: string | undefined
  readonly path: string
}

/** The footer of pages and mails; '' for nothing. */
export interface BrandFooter {
  readonly text: string
  readonly postalAddress: string
  readonly imprintUrl: string
}

/** @returns undefined for a client without branding */
export type FindBrand = (clientId: number) => Promise<Brand | undefined>

/** @param contentUrl LETTERSHOP_CONTENT_URL */
export function brandFinder(db: Database, contentUrl: string | null): FindBrand {
  return async clientId => {
    const row = await findBrandingOf(db, clientId)
    return row && brandOf(row, contentUrl ?? undefined)
  }
}

function brandOf(row: BrandingRow, base: string | undefined): Brand {
  const { primaryColor, backgroundColor } = row
  const image = logoPathOf(row)
  const isColoured = primaryColor !== '' || backgroundColor !== '' || image !== undefined
  return {
    palette: isColoured ? paletteOf(primaryColor, backgroundColor) : undefined,
    // at most 240 pixels wide, on fine screens too
    logo: image === undefined ? undefined : { base, path: smallPath(image, 300, 2) },
    companyName: row.companyName,
    footer: footerOf(row),
    from: { name: row.fromName, email: row.fromEmail },
    wordings: row.wordings,
  }
}

/** Where the logo is served, below the base of images; undefined without one. */
export function logoPathOf({ clientPublicId, logoSha256, logoMediaType }: BrandingRow): string | undefined {
  if (logoSha256 === null || logoMediaType === null) return undefined
  return imagePath(clientPublicId, { sha256: logoSha256, mediaType: logoMediaType })
}

export function footerOf({ footerText, postalAddress, imprintUrl }: BrandingRow): BrandFooter {
  return { text: footerText, postalAddress, imprintUrl }
}

/**
 * The client's own words for a page in a language; undefined for ours.
 * @param list null when the list is gone: words that name it are ours then
 */
export function wordingOf(
  brand: Brand | undefined,
  page: StoredWording['page'],
  language: string,
  list: string | null,
): { readonly title: string | undefined; readonly text: Html | undefined } | undefined {
  const own = brand?.wordings.find(wording => wording.page === page && wording.language === language)
  if (!brand || !own || (list === null && /\[list\]/i.test(own.text))) return undefined
  const names = { list: list ?? '', client: brand.companyName }
  const parts = own.text.split(/\[(list|client)\]/i) // words and tags by turns
  const filled = parts.map((part, at) => (at % 2 === 1 ? name(names[part.toLowerCase() as keyof typeof names]) : part)) // as split
  return { title: own.title || undefined, text: own.text === '' ? undefined : html`${filled}` }
}
