/** Entries of suppression lists. Every statement that changes a list also writes its history. */
import { listsOfCampaign } from '../campaigns/audience.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { hashedAddress, isHashed } from './address-hash.ts'
import { entriesAgainst, joinSuppression, type ScopeKind, sha1Of } from './suppression-keys.ts'

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual'

export interface AddressKey {
  readonly clientId: number
  /** Normalised; an entry of a list can also be a rule (suppression-keys.ts). */
  readonly address: string
}

/** An address that is about to be mailed or to join a list. */
export interface Recipient extends AddressKey {
  /** The list of the mail, or the list to join; null for neither. */
  readonly listId: number | null
}

/**
 * Filters addresses that must not be mailed: the suppression list of the account, the client or the list contains them, their domain
 * or their hash.
 */
export async function readSuppressedAmong(sql: Sql, keys: readonly Recipient[]): Promise<readonly Recipient[]> {
  return perClient(
    keys,
    (clientId, own) => sql<Recipient[]>`
      select ${clientId}::bigint as client_id, k.list_id, k.address
      from ${given(sql, own)}
      ${joinSuppression(sql, askedOf(sql, clientId))}
      where x.address is not null`,
  )
}

/** Filters addresses that a campaign must not be sent to, through any of its lists. */
export async function readSuppressedForCampaign(
  sql: Sql,
  campaign: CampaignKey,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { clientId } = campaign
  const rows = await sql<{ address: string }[]>`
    select k.address
    from unnest(${addresses as string[]}::text[], ${addresses.map(sha1Of)}::text[]) as k (address, sha1)
    ${joinSuppression(sql, {
      clientId: sql`${clientId}`,
      lists: listsOfCampaign(sql, campaign),
      address: sql`k.address`,
      sha1: sql`k.sha1`,
    })}
    where x.address is not null`
  return new Set(rows.map(({ address }) => address))
}

function given(sql: Sql, keys: readonly Recipient[]): Fragment {
  return sql`
    unnest(
      ${keys.map(key => key.listId)}::bigint[], ${keys.map(key => key.address)}::text[],
      ${keys.map(key => sha1Of(key.address))}::text[]
    ) as k (list_id, address, sha1)`
}

function askedOf(sql: Sql, clientId: number) {
  return { clientId: sql`${clientId}`, lists: sql`array[k.list_id]`, address: sql`k.address`, sha1: sql`k.sha1` }
}

export interface Suppression extends Recipient {
  readonly scope: ScopeKind
  readonly reason: SuppressionReason
  /** The action that added the entry, if it added several (Evidence.act). */
  readonly act: string | null
  /** The key of the entry: the address, or a rule. */
  readonly entry: string
}

/** All entries that apply to the given addresses. */
export async function readSuppressionsAmong(sql: Sql, keys: readonly Recipient[]): Promise<readonly Suppression[]> {
  return perClient(
    keys,
    (clientId, own) => sql<Suppression[]>`
      select ${clientId}::bigint as client_id, k.list_id, k.address, x.scope, x.reason, x.evidence ->> 'act' as act,
        x.address as entry
      from ${given(sql, own)}
      cross join lateral (${entriesAgainst(sql, askedOf(sql, clientId))}) x`,
  )
}

/** The owner of a suppression list. */
export type SuppressionScope =
  | { readonly kind: 'account'; readonly accountId: number }
  | { readonly kind: 'client'; readonly clientId: number }
  | { readonly kind: 'list'; readonly clientId: number; readonly listId: number }

/** An entry that is added to one list. */
export interface NewEntry {
  readonly address: string
  /** The address as it is shown. */
  readonly email: string
  readonly reason: SuppressionReason
  readonly evidence: object
}

export type NewSuppression = NewEntry & AddressKey

/**
 * Adds an address to the list of a client. An existing entry is kept, except that a complaint replaces any other reason, because it
 * must not be lifted by mistake. The hash of an erased contact cannot be lifted anyway.
 * @returns false if the list is unchanged
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
 * The same for many addresses, in one statement per client. Rows are locked in the order of their keys.
 * @param rows each address of a client once
 * @returns the entries that changed the list
 */
export function suppressAll(sql: Transaction, rows: readonly NewSuppression[]): Promise<readonly AddressKey[]> {
  return perClient(rows, async (clientId, own) => {
    const changed = await insertEntries(sql, { kind: 'client', clientId }, own)
    return changed.map(({ address }) => ({ clientId, address }))
  })
}

/**
 * The same for the lists of one scope.
 * @param rows each address of a list once
 * @returns the number of new entries
 */
export async function addToScope(
  sql: Transaction,
  scope: SuppressionScope,
  rows: readonly NewEntry[],
): Promise<number> {
  const changed = await insertEntries(sql, scope, rows)
  return changed.filter(({ isNew }) => isNew).length
}

async function insertEntries(
  sql: Transaction,
  scope: SuppressionScope,
  rows: readonly NewEntry[],
): Promise<readonly ChangedEntry[]> {
  if (rows.length === 0) return []
  const { table, history } = places[scope.kind]
  const { columns, values } = keyOf(sql, scope)
  return sql<ChangedEntry[]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as given (address text, email text, reason text, evidence jsonb)
    ), before as (
      select b.address, b.reason
      from given g
      -- one look-up by key each: lists may be long
      cross join lateral (
        select s.address, s.reason from ${sql(table)} s where ${isOfScope(sql, scope)} and s.address = g.address limit 1
      ) b
    ), changed as (
      insert into ${sql(table)} (${columns}, address, email, reason, at, evidence)
      select ${values}, address, email, reason, clock_timestamp(), evidence
      from given
      order by address
      on conflict (${columns}, address) do update
      set reason = excluded.reason, at = excluded.at, evidence = excluded.evidence
      where excluded.reason = 'complained' and ${sql(`${table}.reason`)} <> 'complained'
        and not ${isHashed(sql, sql`${sql(`${table}.address`)}`)}
      returning address, reason, at, evidence
    ), noted as (
      insert into ${sql(history)} (${columns}, address, at, from_reason, to_reason, evidence)
      select ${values}, c.address, c.at, b.reason, c.reason, c.evidence
      from changed c
      left join before b on b.address = c.address
    )
    select c.address, b.reason is null as is_new
    from changed c
    left join before b on b.address = c.address`
}

interface ChangedEntry {
  readonly address: string
  /** True for a new entry; false if its reason became stricter. */
  readonly isNew: boolean
}

export interface LiftedEntry {
  readonly address: string
  /** Only entries with one of these reasons are lifted. */
  readonly reasons: readonly SuppressionReason[]
  /** Only entries that this action added are lifted; null for all. */
  readonly act: string | null
  /** The caller, and the reason. */
  readonly evidence: object
}

export type Lifting = LiftedEntry & AddressKey

/** Removes addresses from their client's list. @returns the removed entries */
export function liftSuppressions(sql: Transaction, rows: readonly Lifting[]): Promise<readonly AddressKey[]> {
  return perClient(rows, async (clientId, own) => {
    const lifted = await deleteEntries(sql, { kind: 'client', clientId }, own)
    return lifted.map(({ address }) => ({ clientId, address }))
  })
}

/** Removes an address from the list of a scope, whatever added it. */
export async function liftFromScope(
  sql: Transaction,
  scope: SuppressionScope,
  { address, reason, evidence }: Pick<NewEntry, 'address' | 'reason' | 'evidence'>,
): Promise<void> {
  await deleteEntries(sql, scope, [{ address, reasons: [reason], act: null, evidence }])
}

async function deleteEntries(
  sql: Transaction,
  scope: SuppressionScope,
  rows: readonly LiftedEntry[],
): Promise<readonly Pick<LiftedEntry, 'address'>[]> {
  if (rows.length === 0) return []
  const { table, history } = places[scope.kind]
  const { columns, values } = keyOf(sql, scope)
  return sql<Pick<LiftedEntry, 'address'>[]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as given (address text, reasons text[], act text, evidence jsonb)
    ), locked as materialized (
      select * from (
        select s.address, g.evidence
        from ${sql(table)} s
        join given g on s.address = g.address
        where ${isOfScope(sql, scope)} and s.reason = any (g.reasons) and (g.act is null or s.evidence ->> 'act' = g.act)
        order by s.address
        for update of s
      ) l
    ), lifted as (
      delete from ${sql(table)} s
      using locked l
      where ${isOfScope(sql, scope)} and s.address = l.address
      returning s.address, s.reason, l.evidence
    ), noted as (
      insert into ${sql(history)} (${columns}, address, at, from_reason, to_reason, evidence)
      select ${values}, address, clock_timestamp(), reason, null, evidence from lifted
    )
    select address from lifted`
}

/** Tables of the scopes. */
const places = {
  account: { table: 'account_suppressions', history: 'account_suppression_history' },
  client: { table: 'suppressions', history: 'suppression_history' },
  list: { table: 'list_suppressions', history: 'list_suppression_history' },
} as const satisfies Record<ScopeKind, { table: string; history: string }>

/** The key of a list's entries besides the address. */
function keyOf(sql: Sql, scope: SuppressionScope): { readonly columns: Fragment; readonly values: Fragment } {
  switch (scope.kind) {
    case 'account':
      return { columns: sql`account_id`, values: sql`${scope.accountId}::bigint` }
    case 'client':
      return { columns: sql`client_id`, values: sql`${scope.clientId}::bigint` }
    case 'list':
      return { columns: sql`client_id, list_id`, values: sql`${scope.clientId}::bigint, ${scope.listId}::bigint` }
  }
}

/** The reason of an address on the list of a scope, locked until the transaction ends; undefined if it is not on the list. */
export async function lockEntry(
  sql: Transaction,
  scope: SuppressionScope,
  address: string,
): Promise<SuppressionReason | undefined> {
  const { table } = places[scope.kind]
  const [row] = await sql<{ reason: SuppressionReason }[]>`
    select reason from ${sql(table)} s where ${isOfScope(sql, scope)} and address = ${address} for update`
  return row?.reason
}

/** Whether an entry `s` is on the list of a scope. */
export function isOfScope(sql: Sql, scope: SuppressionScope): Fragment {
  switch (scope.kind) {
    case 'account':
      return sql`s.account_id = ${scope.accountId}`
    case 'client':
      return sql`s.client_id = ${scope.clientId}`
    case 'list':
      return sql`s.client_id = ${scope.clientId} and s.list_id = ${scope.listId}`
  }
}

/** The table of the entries of a scope. */
export function tableOf({ kind }: Pick<SuppressionScope, 'kind'>): string {
  return places[kind].table
}

/** Whether an address is on the list of its client because its contact was erased. */
export async function isErased(sql: Sql, { clientId, address }: AddressKey): Promise<boolean> {
  const [row] = await sql`
    select 1 from suppressions where client_id = ${clientId} and address = ${hashedAddress(sql, address)}`
  return row !== undefined
}
