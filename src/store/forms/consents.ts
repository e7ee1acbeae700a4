/** What people agreed to with forms, kept by address. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { TickedBox } from './sign-ups.ts'

export interface FormConsentRow extends TickedBox {
  readonly wording: string
  readonly hash: string
  /** BCP 47; '' where it is not known. */
  readonly language: string
  readonly givenDate: string
  readonly confirmedDate: string
  readonly page: string
  readonly remote: string
  readonly agent: string
  readonly formTitle: string
}

interface Given {
  readonly clientId: number
  readonly formId: number
  readonly signUpId: number
  /** The address that confirmed. */
  readonly address: string
}

/** Writes the ticked boxes of a confirmed sign-up with their proof. @returns what was ticked, with its words */
export async function insertFormConsents(
  sql: Sql,
  { clientId, formId, signUpId, address }: Given,
): Promise<readonly (TickedBox & { readonly wording: string; readonly hash: string })[]> {
  return sql<(TickedBox & { wording: string; hash: string })[]>`
    insert into form_consents (client_id, address, form_id, purpose, name, version, wording, hash, language, given_at, confirmed_at,
      page, remote, agent)
    select ${clientId}, ${address}, ${formId}, w.purpose, w.name, w.version, w.wording, w.hash, coalesce(nullif(w.language, ''), s.language),
      s.at, clock_timestamp(), s.page, s.remote, s.agent
    from form_sign_ups s
    cross join lateral jsonb_to_recordset(s.consents) as b (purpose text, name text, version integer)
    join form_wordings w on w.client_id = ${clientId} and w.form_id = ${formId} and w.purpose = b.purpose and w.name = b.name
      and w.version = b.version
    where s.client_id = ${clientId} and s.id = ${signUpId}
    returning purpose, name, version, wording, encode(hash, 'hex') as hash`
}

/** Moves what a person agreed to along with a change of the address. */
export async function moveFormConsents(sql: Sql, clientId: number, from: string, to: string): Promise<void> {
  await sql`update form_consents set address = ${to} where client_id = ${clientId} and address = ${from}`
}

/** Of a person, in the order of the confirmations. */
export async function readFormConsents(
  sql: Sql,
  { clientId, timeZone }: { readonly clientId: number; readonly timeZone: string },
  address: string,
): Promise<readonly FormConsentRow[]> {
  return sql<FormConsentRow[]>`
    select c.purpose, c.name, c.version, c.wording, encode(c.hash, 'hex') as hash, c.language, c.page, c.remote, c.agent, coalesce(f.title, '') as form_title,
      ${localTime(sql, 'c.given_at', timeZone)} as given_date, ${localTime(sql, 'c.confirmed_at', timeZone)} as confirmed_date
    from form_consents c
    left join forms f on f.client_id = ${clientId} and f.id = c.form_id
    where c.client_id = ${clientId} and c.address = ${address}
    order by c.id`
}

/** Removes all of a person that came with forms: submissions and what was agreed to. @returns the number of rows */
export async function eraseFormRows(sql: Sql, clientId: number, addresses: readonly string[]): Promise<number> {
  let erased = 0
  for (const table of ['form_sign_ups', 'form_consents']) {
    const { count } = await sql`
      delete from ${sql(table)} where client_id = ${clientId} and address = any(${addresses as string[]}::text[])`
    erased += count
  }
  return erased
}
