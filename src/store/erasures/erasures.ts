/** Erasures of contacts: receipts, and the remaining work. See docs/personal-data.md#erase-a-contact. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { claimWaiting, countedClaims, fence } from '../jobs/claiming.ts'
import { localTime } from '../local-time.ts'

export interface ErasureKey {
  readonly clientId: number
  readonly erasureId: number
}

/** Kinds of removed data, as receipts list them. */
const removedKinds = [
  'memberships',
  'recipients',
  'hits',
  'texts',
  'returnedMails',
  'events',
  'importRows',
  'files',
  'suppressions',
  'others',
] as const
export type RemovedKind = (typeof removedKinds)[number]
export type Removed = Readonly<Partial<Record<RemovedKind, number>>>

export interface ErasureRow extends ErasureKey {
  readonly publicId: string
  readonly state: 'waiting' | 'done'
  /** The reason for waiting, as a sentence; null if it does not wait. */
  readonly waitsFor: string | null
  readonly removed: Removed
  readonly requestedBy: string
  readonly isReplayed: boolean
  /** Local times of the client. */
  readonly requestedDate: string
  readonly endedDate: string | null
}

/** The channel that the poller listens to. */
export const erasuresChannel = 'erasures_wait'

export interface NewErasure {
  readonly clientId: number
  readonly hash: string
  readonly requestedBy: string
}

/** Called in the transaction that erases the first rows. */
export async function insertErasure(
  sql: Transaction,
  { clientId, hash, requestedBy }: NewErasure,
  address: string,
): Promise<ErasureKey & { readonly publicId: string }> {
  const [row] = await sql<(ErasureKey & { publicId: string })[]>`
    insert into erasures (client_id, hash, address, spellings, requested_by)
    values (${clientId}, ${hash}, ${address}, ${[address]}::text[], ${requestedBy})
    returning client_id, id as erasure_id, public_id`
  await notify(sql)
  return row!
}

/**
 * Inserts an erasure that is missing in the database because of a restore.
 * @returns the client; undefined if it is gone, or already has the erasure
 */
export async function insertReplayed(
  sql: Transaction,
  { publicId, clientPublicId, hash, requestedAt }: RememberedErasure,
): Promise<number | undefined> {
  const [client] = await sql<{ clientId: number }[]>`
    select id as client_id from clients where public_id = ${clientPublicId}`
  if (!client) return undefined
  const { clientId } = client
  const { count } = await sql`
    insert into erasures (client_id, public_id, hash, requested_at, requested_by, is_replayed)
    values (${clientId}, ${publicId}, ${hash}, ${requestedAt}, '', true)
    on conflict (client_id, public_id) do nothing`
  await notify(sql)
  return count > 0 ? clientId : undefined
}

async function notify(sql: Sql): Promise<void> {
  await sql`select pg_notify(${erasuresChannel}, '')`
}

/** The last erasure of a contact, locked until the transaction ends. */
export async function lockLastErasure(sql: Transaction, clientId: number, hash: string) {
  const [row] = await sql<Pick<ErasureRow, 'publicId' | 'state'>[]>`
    select public_id, state from erasures
    where client_id = ${clientId} and hash = ${hash}
    order by id desc limit 1 for update`
  return row
}

function receiptsOf(sql: Sql, { clientId, timeZone }: ClientRef) {
  return sql`
    select client_id, id as erasure_id, public_id, state, waits_for, removed, requested_by, is_replayed,
      ${localTime(sql, 'requested_at', timeZone)} as requested_date, ${localTime(sql, 'ended_at', timeZone)} as ended_date
    from erasures
    where client_id = ${clientId}`
}

export async function readErasureByPublicId(sql: Sql, client: ClientRef, publicId: string) {
  const [row] = await sql<ErasureRow[]>`${receiptsOf(sql, client)} and public_id = ${publicId}`
  return row
}

/** Receipts of a client, newest first. @param before id of the last receipt of the previous page */
export async function readErasuresOf(
  sql: Sql,
  client: ClientRef,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  return sql<ErasureRow[]>`
    ${receiptsOf(sql, client)} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`
}

/** An erasure as the data folder stores it. */
export interface RememberedErasure {
  readonly publicId: string
  readonly clientPublicId: string
  readonly hash: string
  readonly requestedAt: Date
}

/** All erasures of all clients: missing ones show that the database was restored. */
export async function readAllErasures(sql: Sql): Promise<readonly RememberedErasure[]> {
  return sql<RememberedErasure[]>`
    select e.public_id, c.public_id as client_public_id, e.hash, e.requested_at
    from erasures e
    join clients c on c.id = e.client_id
    order by e.id`
}

/** A cheap value that changes with every new or removed erasure. */
export async function readErasuresSign(sql: Sql): Promise<string> {
  const [row] = await sql<{ sign: string }[]>`select count(*) || ' ' || coalesce(max(id), 0) as sign from erasures`
  return row!.sign
}

/** How processes claim erasures. */
export const erasureClaims = countedClaims('erasures')

/** An erasure claimed by a process. */
export interface ClaimedErasure extends ErasureKey {
  readonly accountId: number
  readonly timeZone: string
  readonly claim: number
  readonly hash: string
  /** Null until the address is found. */
  readonly address: string | null
  /** When a process first worked on it. */
  readonly lookedAt: Date
}

/** Claims the erasure that has waited longest; undefined if none waits. */
export async function claimErasure(sql: Sql): Promise<ClaimedErasure | undefined> {
  const [claimed] = await claimWaiting<ClaimedErasure>(sql, erasureClaims, {
    isWaiting: () => sql`t.state = 'waiting'`,
    order: sql`t.claimed_until, t.id`,
    set: sql`, looked_at = coalesce(t.looked_at, moment.at)`,
    joined: clientId => sql`join clients c on c.id = ${clientId} cross join (select now() as at) moment`,
    returning: sql`t.client_id, t.id as erasure_id, c.account_id, c.time_zone, t.claim, t.hash, t.address, t.looked_at`,
  })
  return claimed
}

/** Stores the address that was found for a replayed erasure. */
export async function keepAddress(sql: Sql, { clientId, erasureId }: ErasureKey, address: string): Promise<void> {
  await sql`
    update erasures set address = ${address}, spellings = array[${address}::text]
    where client_id = ${clientId} and id = ${erasureId} and state = 'waiting'`
}

/** Adds to the counts of removed data, in the transaction that removes it. */
export async function addRemoved(
  sql: Sql,
  { clientId, erasureId }: ErasureKey,
  removed: Removed,
  {
    spellings = [],
    subscriberIds = [],
  }: { readonly spellings?: readonly string[]; readonly subscriberIds?: readonly number[] } = {},
): Promise<void> {
  await sql`
    update erasures e
    set removed = (
        select coalesce(jsonb_object_agg(kind, coalesce((e.removed ->> kind)::integer, 0) + coalesce((g.removed ->> kind)::integer, 0)), '{}')
        from (select ${sql.json(removed)}::jsonb as removed) g,
          (select jsonb_object_keys(e.removed) union select jsonb_object_keys(${sql.json(removed)}::jsonb)) k (kind)
      ),
      spellings = array(select distinct unnest(e.spellings || ${spellings as string[]}::text[])),
      subscriber_ids = array(select distinct unnest(e.subscriber_ids || ${subscriberIds as number[]}::bigint[]))
    where e.client_id = ${clientId} and e.id = ${erasureId}
      and ${Object.keys(removed).length > 0 || spellings.length > 0 || subscriberIds.length > 0}`
}

/** The data that identifies the contact so far. */
export async function readKnown(sql: Sql, { clientId, erasureId }: ErasureKey) {
  const [row] = await sql<{ spellings: readonly string[]; subscriberIds: readonly number[] }[]>`
    select spellings, subscriber_ids from erasures where client_id = ${clientId} and id = ${erasureId}`
  return row!
}

/** Postpones the next attempt: at first shortly, then longer, up to an hour. @param waitsFor reason, as a sentence */
export async function postponeErasure(
  sql: Sql,
  { clientId, erasureId, claim }: ClaimedErasure,
  waitsFor: string,
): Promise<void> {
  await sql`
    update erasures
    set waits_for = ${waitsFor}, claimed_by = null, claimed_until = to_timestamp(moment.seconds
      + least(3600, greatest(5, (moment.seconds - extract(epoch from requested_at at time zone 'UTC')) / 4)))
    from (select extract(epoch from now()) as seconds) moment
    where client_id = ${clientId} and ${fence(sql, erasureClaims, { clientId, id: erasureId, claim })}`
}

/** Ends an erasure after everything is removed, and deletes the data that identified the contact. */
export async function settleErasure(sql: Sql, { clientId, erasureId, claim }: ClaimedErasure): Promise<void> {
  await sql`
    update erasures
    set state = 'done', waits_for = null, address = null, spellings = '{}', subscriber_ids = '{}', ended_at = now()
    where client_id = ${clientId} and ${fence(sql, erasureClaims, { clientId, id: erasureId, claim })}`
}
