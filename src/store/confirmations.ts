/** Confirmation mails asked for, so that no address is mailed too often. Rows older than a day have no meaning left. */
import type { Sql } from './database.ts'

export interface Asked {
  /** Confirmation mails to the address within the last day, over all lists of the account. */
  readonly today: number
  /** Whether this list asked within the last minutes. */
  readonly justNow: boolean
}

export interface Asking {
  readonly accountId: number
  readonly listId: number
  readonly address: string
}

const ofAddress = 'confirmation mail to address'
const ofMembership = 'confirmation mail to membership'
const addressSubject = ({ accountId, address }: Asking) => `${accountId} ${address}`
const membershipSubject = ({ listId, address }: Asking) => `${listId} ${address}`

/** What was asked so far, one answer per row, in order. */
export async function confirmationsAsked(
  sql: Sql,
  rows: readonly Asking[],
  apartMinutes: number,
): Promise<readonly Asked[]> {
  if (rows.length === 0) return []
  return sql<Asked[]>`
    select
      (select count(*) from occurrences o
       where o.kind = ${ofAddress} and o.subject = asking.address and o.at > now() - interval '1 day') as today,
      exists (select 1 from occurrences o
       where o.kind = ${ofMembership} and o.subject = asking.membership
         and o.at > now() - make_interval(mins => ${apartMinutes})) as just_now
    from unnest(${rows.map(addressSubject)}::text[], ${rows.map(membershipSubject)}::text[])
      with ordinality as asking (address, membership, position)
    order by position`
}

export async function recordConfirmations(sql: Sql, rows: readonly Asking[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into occurrences (kind, subject)
    select ${ofAddress}, unnest(${rows.map(addressSubject)}::text[])
    union all
    select ${ofMembership}, unnest(${rows.map(membershipSubject)}::text[])`
}
