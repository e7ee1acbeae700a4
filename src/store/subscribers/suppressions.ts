/** Addresses no mail of a client goes to. Whatever changes the list is a row of its history, by the same statement. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { hashedAddress, hashedPrefix } from './address-hash.ts'
import { joinSuppression, sha1Of } from './suppression-keys.ts'

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual'

export interface AddressKey {
  readonly clientId: number
  /** In its normal form; for an entry of the list also a rule (suppression-keys.ts). */
  readonly address: string
}

/** Those of the given addresses that no mail of their client goes to: the list holds them, their domain or a hash of them. */
export async function suppressedAmong(sql: Sql, keys: readonly AddressKey[]): Promise<readonly AddressKey[]> {
  return sql<AddressKey[]>`
    select k.client_id, k.address
    from ${withEntries(sql, keys)}
    where x.address is not null`
}

/** The given addresses `k`, each with the entry `x` against it. */
function withEntries(sql: Sql, keys: readonly AddressKey[]): Fragment {
  return sql`
    unnest(
      ${keys.map(key => key.clientId)}::bigint[], ${keys.map(key => key.address)}::text[],
      ${keys.map(key => sha1Of(key.address))}::text[]
    ) as k (client_id, address, sha1)
    ${joinSuppression(sql, sql`k.client_id`, sql`k.address`, sql`k.sha1`)}`
}

export interface Suppression extends AddressKey {
  readonly reason: SuppressionReason
  /** The action it was part of, where there was more to it (Evidence.act). */
  readonly act: string | null
}

/** Why those of the given addresses that no mail of their client goes to are suppressed; a rule before the address itself. */
export async function suppressionsAmong(sql: Sql, keys: readonly AddressKey[]): Promise<readonly Suppression[]> {
  return sql<Suppression[]>`
    select k.client_id, k.address, x.reason, x.evidence ->> 'act' as act
    from ${withEntries(sql, keys)}
    where x.address is not null`
}

export interface NewSuppression extends AddressKey {
  /** As it is shown. */
  readonly email: string
  readonly reason: SuppressionReason
  readonly evidence: object
}

/**
 * Puts an address on the list. What was there stays as it is, except that a complaint replaces any other reason: it is
 * the one that must not be lifted by mistake. The hash of an erased contact is not lifted anyhow.
 * @returns whether the list changed
 */
export async function suppress(
  sql: Transaction,
  { clientId, address }: AddressKey,
  email: string,
  reason: SuppressionReason,
  evidence: object,
): Promise<boolean> {
  return (await suppressAll(sql, [{ clientId, address, email, reason, evidence }])).length > 0
}

/**
 * The same for many, in one statement. Rows are locked in the order of their keys.
 * @param rows each address of a client once
 * @returns those that changed the list
 */
export async function suppressAll(sql: Transaction, rows: readonly NewSuppression[]): Promise<readonly AddressKey[]> {
  if (rows.length === 0) return []
  return sql<AddressKey[]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(rows as never)}) as given (
        "clientId" bigint, address text, email text, reason text, evidence jsonb)
    ), before as (
      select s.client_id, s.address, s.reason
      from suppressions s
      join given g on s.client_id = g."clientId" and s.address = g.address
    ), changed as (
      insert into suppressions (client_id, address, email, reason, at, evidence)
      select "clientId", address, email, reason, clock_timestamp(), evidence
      from given
      order by "clientId", address
      on conflict (client_id, address) do update
      set reason = excluded.reason, at = excluded.at, evidence = excluded.evidence
      where excluded.reason = 'complained' and suppressions.reason <> 'complained'
        and not starts_with(suppressions.address, ${hashedPrefix})
      returning client_id, address, reason, at, evidence
    ), noted as (
      insert into suppression_history (client_id, address, at, from_reason, to_reason, evidence)
      select c.client_id, c.address, c.at, b.reason, c.reason, c.evidence
      from changed c
      left join before b on b.client_id = c.client_id and b.address = c.address
    )
    select client_id, address from changed`
}

export interface Lifting extends AddressKey {
  /** Only what is there for one of these reasons is taken off. */
  readonly reasons: readonly SuppressionReason[]
  /** Only what that action put there is taken off; null for whatever is there. */
  readonly act: string | null
  /** Who takes it off, and why. */
  readonly evidence: object
}

/** Takes addresses off their client's list. @returns those that were on it */
export async function liftSuppressions(sql: Transaction, rows: readonly Lifting[]): Promise<readonly AddressKey[]> {
  if (rows.length === 0) return []
  return sql<AddressKey[]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(rows as never)}) as given (
        "clientId" bigint, address text, reasons text[], act text, evidence jsonb)
    ), locked as materialized (
      select s.client_id, s.address, g.evidence
      from suppressions s
      join given g on s.client_id = g."clientId" and s.address = g.address
      where s.reason = any (g.reasons) and (g.act is null or s.evidence ->> 'act' = g.act)
      order by s.client_id, s.address
      for update of s
    ), lifted as (
      delete from suppressions s
      using locked l
      where s.client_id = l.client_id and s.address = l.address
      returning s.client_id, s.address, s.reason, l.evidence
    ), noted as (
      insert into suppression_history (client_id, address, at, from_reason, to_reason, evidence)
      select client_id, address, clock_timestamp(), reason, null, evidence from lifted
    )
    select client_id, address from lifted`
}

/** Why an address is on the list, locked until the transaction ends; undefined when it is not. */
export async function lockSuppression(
  sql: Transaction,
  { clientId, address }: AddressKey,
): Promise<SuppressionReason | undefined> {
  const [row] = await sql<{ reason: SuppressionReason }[]>`
    select reason from suppressions where client_id = ${clientId} and address = ${address} for update`
  return row?.reason
}

/** Whether an address is on the list because its contact was erased. */
export async function isErased(sql: Sql, { clientId, address }: AddressKey): Promise<boolean> {
  const [row] = await sql`
    select from suppressions where client_id = ${clientId} and address = ${hashedAddress(sql, address)}`
  return row !== undefined
}
