/** A client's branding as pages and mails show it. */
import { type Html, html } from '../../lib/html.ts'
import { type BrandingRow, brandingOf, type StoredWording } from '../../store/accounts/branding.ts'
import type { Database } from '../../store/connection/database.ts'
import { name } from '../texts/language.ts'
import { publicPaths } from '../tokens.ts'
import { type Palette, paletteOf } from './contrast.ts'

export interface Brand {
  /** Absent where neither a colour nor a logo was chosen: pages look as without branding, in light and dark. */
  readonly palette?: Palette | undefined
  /** Below the base of public links. */
  readonly logoPath?: string | undefined
  readonly companyName: string
  readonly footer: BrandFooter
  /** Of confirmation mails; '' for the client's own. */
  readonly from: { readonly name: string; readonly email: string }
  readonly wordings: readonly StoredWording[]
}

/** What stands below pages and mails; '' for nothing. */
export interface BrandFooter {
  readonly text: string
  readonly postalAddress: string
  readonly imprintUrl: string
}

/** @returns undefined for a client without branding */
export type FindBrand = (clientId: number) => Promise<Brand | undefined>

export function brandFinder(db: Database): FindBrand {
  return async clientId => {
    const row = await brandingOf(db, clientId)
    return row && brandOf(row)
  }
}

function brandOf(row: BrandingRow): Brand {
  const { primaryColor, backgroundColor, hasLogo } = row
  const isColoured = primaryColor !== '' || backgroundColor !== '' || hasLogo
  return {
    palette: isColoured ? paletteOf(primaryColor, backgroundColor) : undefined,
    logoPath: logoPathOf(row),
    companyName: row.companyName,
    footer: footerOf(row),
    from: { name: row.fromName, email: row.fromEmail },
    wordings: row.wordings,
  }
}

/** The address of the kept logo, below the base of public links. */
export function logoPathOf({ hasLogo, clientPublicId, version }: BrandingRow): string | undefined {
  return hasLogo ? publicPaths.logo(clientPublicId, version) : undefined
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
