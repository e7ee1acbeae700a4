/** Domains from which a client sends, with their signing keys. */

import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { ClientRef } from './access.ts'

export interface SendingDomainRow {
  readonly domain: string
  readonly selector: string
  readonly rsaPublic: string
  readonly ed25519Public: string
  readonly rsaFound: boolean
  readonly ed25519Found: boolean
  /** Local times of the client; null for never. */
  readonly checkedAt: string | null
  readonly verifiedAt: string | null
  /** The format is defined by `domain/sending-domains`. */
  readonly report: unknown
}

export interface NewSendingDomain {
  readonly domain: string
  readonly selector: string
  readonly rsaPrivate: Buffer
  readonly rsaPublic: string
  readonly ed25519Private: Buffer
  readonly ed25519Public: string
}

/** @returns 'too many' if the client has the maximum number, 'taken' if it already has this domain */
export async function insertSendingDomain(
  sql: Transaction,
  { clientId }: ClientRef,
  row: NewSendingDomain,
  most: number,
): Promise<'inserted' | 'taken' | 'too many'> {
  // the lock makes concurrent calls count one after the other
  await sql`select 1 from clients where id = ${clientId} for no key update`
  const present = await sql<{ domain: string }[]>`select domain from sending_domains where client_id = ${clientId}`
  if (present.some(({ domain }) => domain === row.domain)) return 'taken'
  if (present.length >= most) return 'too many'
  await sql`insert into sending_domains ${sql({ clientId, ...row })}`
  return 'inserted'
}

/** All domains of a client by name, or one of them. */
export async function readSendingDomains(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  domain: string | null = null,
): Promise<SendingDomainRow[]> {
  return sql<SendingDomainRow[]>`
    select domain, selector, rsa_public, ed25519_public, rsa_found, ed25519_found, report,
      ${localTime(sql, 'checked_at', timeZone)} as checked_at,
      ${localTime(sql, 'verified_at', timeZone)} as verified_at
    from sending_domains
    where client_id = ${clientId} and (${domain}::text is null or domain = ${domain})
    order by domain`
}

export interface CheckedKeys {
  /** Undefined if unknown; the stored value is kept. */
  readonly rsaFound: boolean | undefined
  readonly ed25519Found: boolean | undefined
  readonly report: unknown
}

/** Records the result of a check. @returns false if the domain no longer exists */
export async function recordCheck(
  sql: Sql,
  { clientId }: ClientRef,
  domain: string,
  { rsaFound, ed25519Found, report }: CheckedKeys,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    update sending_domains
    set rsa_found = coalesce(${rsaFound ?? null}, rsa_found), ed25519_found = coalesce(${ed25519Found ?? null}, ed25519_found),
      verified_at = case when coalesce(${rsaFound ?? null}, rsa_found) then coalesce(verified_at, ${at}) end,
      checked_at = ${at}, report = ${sql.json(report as never)}
    where client_id = ${clientId} and domain = ${domain}` // the domain writes plain JSON
  return count > 0
}

/** @returns false if the domain does not exist */
export async function deleteSendingDomain(sql: Sql, { clientId }: ClientRef, domain: string): Promise<boolean> {
  const { count } = await sql`delete from sending_domains where client_id = ${clientId} and domain = ${domain}`
  return count > 0
}

export interface SigningRow {
  readonly domain: string
  readonly selector: string
  readonly rsaPrivate: Buffer
  /** Null if its DNS record was not found. */
  readonly ed25519Private: Buffer | null
}

/** The keys of the longest of these domains that is verified. */
export async function findSigningRow(
  sql: Sql,
  clientId: number,
  domains: readonly string[],
): Promise<SigningRow | undefined> {
  const [row] = await sql<SigningRow[]>`
    select domain, selector, rsa_private, case when ed25519_found then ed25519_private end as ed25519_private
    from sending_domains
    where client_id = ${clientId} and domain = any(${domains as string[]}::text[]) and verified_at is not null
    order by length(domain) desc
    limit 1`
  return row
}
