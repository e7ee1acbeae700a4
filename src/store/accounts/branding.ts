/** How the public pages and mails of clients look and what they say. */
import type { Sql } from '../connection/database.ts'

export interface StoredWording {
  readonly page: 'Confirm' | 'Confirmed' | 'Unsubscribe' | 'Unsubscribed'
  /** BCP 47: one of the languages that are spoken here. */
  readonly language: string
  /** '' for our own words. */
  readonly title: string
  readonly text: string
}

/** What is not set is ''. */
export interface BrandingSettings {
  /** Where the logo was fetched. */
  readonly logoUrl: string
  /** `#rrggbb` in lower case. */
  readonly primaryColor: string
  readonly backgroundColor: string
  readonly footerText: string
  readonly postalAddress: string
  readonly imprintUrl: string
  /** Of confirmation mails. */
  readonly fromName: string
  readonly fromEmail: string
  readonly wordings: readonly StoredWording[]
}

export interface BrandingRow extends BrandingSettings {
  readonly clientId: number
  readonly clientPublicId: string
  readonly companyName: string
  readonly hasLogo: boolean
  /** Differs after each change: milliseconds since 1970. */
  readonly version: number
}

export interface Logo {
  readonly mediaType: string
  readonly bytes: Buffer
}

/** @returns undefined for a client without branding */
export async function brandingOf(sql: Sql, clientId: number): Promise<BrandingRow | undefined> {
  const [row] = await sql<BrandingRow[]>`
    select b.client_id, c.public_id as client_public_id, c.company_name, b.logo_type is not null as has_logo,
      floor(extract(epoch from b.changed_at) * 1000)::bigint as version, b.logo_url, b.primary_color, b.background_color,
      b.footer_text, b.postal_address, b.imprint_url, b.from_name, b.from_email, b.wordings
    from client_brandings b
    join clients c on c.id = b.client_id
    where b.client_id = ${clientId}`
  return row
}

/** Replaces all of it. @param logo undefined keeps the one there is, null takes it away */
export async function saveBranding(
  sql: Sql,
  clientId: number,
  settings: BrandingSettings,
  logo: Logo | null | undefined,
): Promise<void> {
  const { logoUrl, primaryColor, backgroundColor, footerText, postalAddress, imprintUrl, fromName, fromEmail } =
    settings
  const keep = logo === undefined
  await sql`
    insert into client_brandings (client_id, logo_url, logo_type, logo_bytes, primary_color, background_color, footer_text,
      postal_address, imprint_url, from_name, from_email, wordings)
    values (${clientId}, ${logoUrl}, ${logo?.mediaType ?? null}, ${logo?.bytes ?? null}, ${primaryColor}, ${backgroundColor},
      ${footerText}, ${postalAddress}, ${imprintUrl}, ${fromName}, ${fromEmail}, ${sql.json(settings.wordings as never)})
    on conflict (client_id) do update set changed_at = now(), logo_url = excluded.logo_url,
      logo_type = case when ${keep} then client_brandings.logo_type else excluded.logo_type end,
      logo_bytes = case when ${keep} then client_brandings.logo_bytes else excluded.logo_bytes end,
      primary_color = excluded.primary_color, background_color = excluded.background_color,
      footer_text = excluded.footer_text, postal_address = excluded.postal_address, imprint_url = excluded.imprint_url,
      from_name = excluded.from_name, from_email = excluded.from_email, wordings = excluded.wordings`
}

/** The logo of a client that is not purged: its mails and pages are still read after it was deleted. */
export async function logoOf(sql: Sql, clientPublicId: string): Promise<Logo | undefined> {
  const [client] = await sql<{ id: number }[]>`select id from clients where public_id = ${clientPublicId}`
  if (!client) return undefined
  const [row] = await sql<Logo[]>`
    select logo_type as media_type, logo_bytes as bytes
    from client_brandings
    where client_id = ${client.id} and logo_type is not null`
  return row
}
