/** Branding of clients: the look and the texts of their public pages and mails. */
import type { Sql } from '../connection/database.ts'

export interface StoredWording {
  readonly page: 'Confirm' | 'Confirmed' | 'Unsubscribe' | 'Unsubscribed'
  /** BCP 47: one of the supported languages. */
  readonly language: string
  /** '' for the default text. */
  readonly title: string
  readonly text: string
}

/** A page of the client on another site. */
export interface SocialLink {
  readonly name: string
  readonly href: string
}

/** Settings without a value are ''. */
export interface BrandingSettings {
  /** The URL from which the logo was fetched; '' if the logo was uploaded. */
  readonly logoUrl: string
  /** `#rrggbb` in lower case. */
  readonly primaryColor: string
  readonly backgroundColor: string
  readonly footerText: string
  readonly postalAddress: string
  readonly imprintUrl: string
  /** Sender of confirmation mails. */
  readonly fromName: string
  readonly fromEmail: string
  readonly wordings: readonly StoredWording[]
  /**
   * The logo: an image of the client (`store/images/`). It is kept and served while branding refers to it, even if the image is
   * deleted.
   */
  readonly logoImageId: number | null
  /** Names of typefaces (`content/typefaces.ts`), of the headings and of the text of letters. */
  readonly headingFont: string
  readonly textFont: string
  /** Further colours that are offered for letters: `#rrggbb`. */
  readonly colors: readonly string[]
  readonly socialLinks: readonly SocialLink[]
}

/** The columns of the logo are null if the client has no logo. */
export interface BrandingRow extends BrandingSettings {
  readonly clientId: number
  readonly clientPublicId: string
  readonly companyName: string
  readonly logoPublicId: string | null
  readonly logoSha256: Buffer | null
  readonly logoMediaType: string | null
}

/** @returns undefined for a client without branding */
export async function findBrandingOf(sql: Sql, clientId: number): Promise<BrandingRow | undefined> {
  const [row] = await sql<BrandingRow[]>`
    select b.client_id, c.public_id as client_public_id, c.company_name, b.logo_url, b.logo_image_id,
      i.public_id as logo_public_id, i.sha256 as logo_sha256, i.media_type as logo_media_type, b.primary_color,
      b.background_color, b.footer_text, b.postal_address, b.imprint_url, b.from_name, b.from_email, b.wordings,
      b.heading_font, b.text_font, b.colors, b.social_links
    from client_brandings b
    join clients c on c.id = b.client_id
    left join images i on i.client_id = ${clientId} and i.id = b.logo_image_id
    where b.client_id = ${clientId}`
  return row
}

/** Replaces all branding of a client. */
export async function saveBranding(
  sql: Sql,
  clientId: number,
  { logoUrl, logoImageId, primaryColor, backgroundColor, wordings, colors, socialLinks, ...texts }: BrandingSettings,
): Promise<void> {
  const { footerText, postalAddress, imprintUrl, fromName, fromEmail, headingFont, textFont } = texts
  await sql`
    insert into client_brandings (client_id, logo_url, logo_image_id, primary_color, background_color, footer_text,
      postal_address, imprint_url, from_name, from_email, wordings, heading_font, text_font, colors, social_links)
    values (${clientId}, ${logoUrl}, ${logoImageId}, ${primaryColor}, ${backgroundColor}, ${footerText}, ${postalAddress},
      ${imprintUrl}, ${fromName}, ${fromEmail}, ${sql.json(wordings as never)}, ${headingFont}, ${textFont}, ${colors as string[]}::text[],
      ${sql.json(socialLinks as never)})
    on conflict (client_id) do update set changed_at = excluded.changed_at, logo_url = excluded.logo_url,
      logo_image_id = excluded.logo_image_id, primary_color = excluded.primary_color, background_color = excluded.background_color,
      footer_text = excluded.footer_text, postal_address = excluded.postal_address, imprint_url = excluded.imprint_url,
      from_name = excluded.from_name, from_email = excluded.from_email, wordings = excluded.wordings,
      heading_font = excluded.heading_font, text_font = excluded.text_font, colors = excluded.colors,
      social_links = excluded.social_links`
}
