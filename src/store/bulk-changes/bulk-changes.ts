/**
 * Changes of many subscribers at once: the request, the claim of the working process, and the progress.
 * See docs/decisions/bulk-changes.md#subscribers-are-written-down-then-changed-in-ranges.
 */
import type { ClientRef } from '../accounts/access.ts'
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { ClaimLost, claimEnd, claimWaiting, countedAttempts, fence } from '../jobs/claiming.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'

export interface BulkChangeKey {
  readonly clientId: number
  readonly changeId: number
}

export type BulkAction =
  | 'unsubscribe'
  | 'delete'
  | 'set field'
  | 'clear field'
  | 'copy'
  | 'move'
  | 'add tag'
  | 'remove tag'
export type BulkChangeState = 'choosing' | 'changing' | 'done' | 'cancelled' | 'undoing' | 'undone' | 'failed'

/** Days for which a change can be undone. */
export const undoDays = 30

export interface NewBulkChange {
  readonly listId: number
  readonly toListId: number | null
  readonly action: BulkAction
  /** As domain/bulk-changes/rule.ts writes it. */
  readonly rule: object
  /** As domain/bulk-changes/bulk-changes.ts writes it. */
  readonly about: object
  /** The number that the caller confirmed. */
  readonly subscribers: number
  readonly createdBy: object
}

/** Requests a change. @returns its public id, or the reason for a refusal */
export async function insertBulkChange(
  db: Database,
  { clientId }: ClientRef,
  { listId, toListId, action, rule, about, subscribers, createdBy }: NewBulkChange,
  most: number,
): Promise<{ readonly publicId: string } | 'too many' | 'gone'> {
  return transaction(db, async sql => {
    // the lock makes concurrent requests of one client count one after the other
    await lockClient(sql, clientId)
    if ((await countOpen(sql, { clientId })) >= most) return 'too many'
    const [made] = await sql<{ publicId: string }[]>`
      insert into bulk_changes (client_id, list_id, to_list_id, action, rule, about, subscribers, created_by)
      select ${clientId}, ${listId}, ${toListId}, ${action}, ${sql.json(rule as never)}, ${sql.json(about as never)},
        ${subscribers}, ${sql.json(createdBy as never)}
      from lists where client_id = ${clientId} and id = ${listId} and deleted_at is null
      returning public_id`
    if (made) await notify(sql)
    return made ?? 'gone'
  })
}

/** Number of a client's unfinished changes. */
export async function countOpen(sql: Sql, { clientId }: Pick<ClientRef, 'clientId'>): Promise<number> {
  const [open] = await sql<{ changes: number }[]>`
    select count(*)::integer as changes from bulk_changes
    where client_id = ${clientId} and state in ('choosing', 'changing', 'undoing')`
  return open!.changes
}

/** The channel that the poller listens to. */
export const bulkChangesChannel = 'bulk_changes_wait'

async function notify(sql: Sql): Promise<void> {
  await sql`select pg_notify(${bulkChangesChannel}, '')`
}

export interface BulkChangeRow extends BulkChangeKey {
  readonly publicId: string
  readonly listPublicId: string
  readonly listTitle: string
  /** Target list of a copy or a move. */
  readonly toListPublicId: string | null
  readonly toListTitle: string | null
  readonly action: BulkAction
  readonly rule: unknown
  readonly about: unknown
  readonly state: BulkChangeState
  readonly subscribers: number
  readonly cursor: number
  readonly changed: number
  readonly leftAlone: number
  readonly undone: number
  readonly notUndone: number
  readonly problem: string | null
  /** Null if the evidence names no person. */
  readonly createdByName: string | null
  /** Local times of the client. */
  readonly createdDate: string
  readonly endedDate: string | null
  /** True if it is at most `undoDays` old. */
  readonly isUndoable: boolean
}

/** A `select` of changes `b` of a client, to which callers add conditions. */
function changesOf(sql: Sql, { clientId, timeZone }: ClientRef) {
  return sql`
    select b.client_id, b.id as change_id, b.public_id, l.public_id as list_public_id, l.title as list_title,
    o.public_id as to_list_public_id, o.title as to_list_title, b.action, b.rule, b.about, b.state, b.subscribers, b.cursor,
    b.changed, b.left_alone, b.undone, b.not_undone, b.problem,
    coalesce(i.username, b.created_by ->> 'username') as created_by_name,
    ${localTime(sql, 'b.created_at', timeZone)} as created_date,
    ${localTime(sql, 'b.ended_at', timeZone)} as ended_date,
    b.created_at > now() - make_interval(days => ${undoDays}) as is_undoable
    from bulk_changes b
    join lists l on l.client_id = ${clientId} and l.id = b.list_id
    left join lists o on o.client_id = ${clientId} and o.id = b.to_list_id
    left join logins i on i.id = (b.created_by ->> 'loginId')::bigint
    where b.client_id = ${clientId}`
}

/** The change of a client by its public id. */
export async function readBulkChangeByPublicId(sql: Sql, client: ClientRef, publicId: string) {
  const [row] = await sql<BulkChangeRow[]>`${changesOf(sql, client)} and b.public_id = ${publicId}`
  return row
}

/** Changes of a client, newest first. @param before id of the last change of the previous page */
export async function readBulkChangesOf(
  sql: Sql,
  client: ClientRef,
  {
    listId,
    before,
    limit,
  }: { readonly listId: number | undefined; readonly before: number | undefined; readonly limit: number },
) {
  return sql<BulkChangeRow[]>`
    ${changesOf(sql, client)} ${listId === undefined ? sql`` : sql`and b.list_id = ${listId}`}
      ${before === undefined ? sql`` : sql`and b.id < ${before}`}
    order by b.id desc
    limit ${limit}`
}

/**
 * Moves a change from one of the given states to another. A process that works on it loses its claim.
 * @returns false if it is in none of these states
 */
export async function moveBulkChange(
  sql: Sql,
  { clientId, changeId }: BulkChangeKey,
  from: readonly BulkChangeState[],
  to: 'cancelled' | 'undoing',
): Promise<boolean> {
  const { count } = await sql`
    update bulk_changes
    set state = ${to}, claim = claim + 1, claimed_until = '-infinity', attempts = 0
      ${to === 'undoing' ? sql`, written_to = cursor, cursor = 0, ended_at = null` : sql`, ended_at = now()`}
    where client_id = ${clientId} and id = ${changeId} and state = any(${from as string[]}::text[])`
  if (count > 0) await notify(sql)
  return count > 0
}

/** How processes claim bulk changes. */
export const bulkChangeClaims = countedAttempts('bulk_changes')

/** A change claimed by a process. */
export interface ClaimedBulkChange extends BulkChangeKey {
  readonly claim: number
  /** Attempts since the last progress, including this one. */
  readonly attempts: number
}

/** Claims the change that has waited longest; undefined if no change waits. */
export async function claimBulkChange(sql: Sql): Promise<ClaimedBulkChange | undefined> {
  const [claimed] = await claimWaiting<ClaimedBulkChange>(sql, bulkChangeClaims, {
    isWaiting: () => sql`t.state in ('choosing', 'changing', 'undoing')`,
    order: sql`t.claimed_until, t.id`,
    returning: sql`t.client_id, t.id as change_id, t.claim, t.attempts`,
  })
  return claimed
}

export interface HeldBulkChange extends BulkChangeKey {
  readonly publicId: string
  readonly state: BulkChangeState
  readonly action: BulkAction
  readonly rule: unknown
  readonly about: unknown
  readonly subscribers: number
  readonly cursor: number
  readonly writtenTo: number
  readonly createdBy: unknown
  readonly list: HeldList
  readonly toList: HeldList | null
  readonly timeZone: string
}

export interface HeldList {
  readonly id: number
  readonly title: string
  readonly confirmOptIn: boolean
  /** True if an opt-out from the list applies to all lists of the client. */
  readonly clientWide: boolean
  readonly isDeleted: boolean
}

/** Locks the change for this transaction and renews the claim. @throws ClaimLost */
export async function holdBulkChange(
  sql: Transaction,
  { clientId, changeId, claim }: ClaimedBulkChange,
): Promise<HeldBulkChange> {
  const asList = (table: 'l' | 'o') => sql`jsonb_build_object(
    'id', ${sql(`${table}.id`)}, 'title', ${sql(`${table}.title`)}, 'confirmOptIn', ${sql(`${table}.confirm_opt_in`)},
    'clientWide', ${sql(`${table}.unsubscribe_scope`)} = 'client', 'isDeleted', ${sql(`${table}.deleted_at`)} is not null)`
  const [held] = await sql<HeldBulkChange[]>`
    with held as (
      update bulk_changes set claimed_until = ${claimEnd(sql)}
      where client_id = ${clientId} and ${fence(sql, bulkChangeClaims, { clientId, id: changeId, claim })}
      returning *
    )
    select b.client_id, b.id as change_id, b.public_id, b.state, b.action, b.rule, b.about, b.subscribers, b.cursor, b.written_to,
      b.created_by, c.time_zone, ${asList('l')} as list, case when o.id is not null then ${asList('o')} end as to_list
    from held b
    join clients c on c.id = b.client_id
    join lists l on l.client_id = ${clientId} and l.id = b.list_id
    left join lists o on o.client_id = ${clientId} and o.id = b.to_list_id`
  if (!held) throw new ClaimLost('The change was cancelled, or another process works on it.')
  return held
}

/** Sets the next state, in a transaction that holds the claim. */
export async function settleBulkChange(
  sql: Sql,
  { clientId, changeId }: BulkChangeKey,
  to: BulkChangeState,
  { subscribers, problem = null }: { readonly subscribers?: number; readonly problem?: string | null } = {},
): Promise<void> {
  await sql`
    update bulk_changes
    set state = ${to}, claimed_until = '-infinity', attempts = 0, problem = ${problem}
      ${subscribers === undefined ? sql`` : sql`, subscribers = ${subscribers}`}
      ${to === 'changing' ? sql`` : sql`, ended_at = now()`}
    where client_id = ${clientId} and id = ${changeId}`
}

/** Records progress up to a row, in a transaction that holds the claim. */
export async function advanceBulkChange(
  sql: Sql,
  { clientId, changeId }: BulkChangeKey,
  cursor: number,
  { done, left }: { readonly done: number; readonly left: number },
  isUndoing: boolean,
): Promise<void> {
  await sql`
    update bulk_changes
    set cursor = ${cursor}, claimed_until = ${claimEnd(sql)}, attempts = 0, ${
      isUndoing
        ? sql`undone = undone + ${done}, not_undone = not_undone + ${left}`
        : sql`changed = changed + ${done}, left_alone = left_alone + ${left}`
    }
    where client_id = ${clientId} and id = ${changeId}`
}

/** Publishes an event with the state and progress of a change. */
export async function publishBulkChange(
  sql: Sql,
  { clientId, changeId }: BulkChangeKey,
  type: 'bulk_change.progress' | 'bulk_change.finished' | 'bulk_change.undone' | 'bulk_change.failed',
): Promise<void> {
  await sql`
    insert into events (client_id, type, at, data)
    select ${clientId}, ${type}, clock_timestamp(), e.data from (select jsonb_build_object(
      'ChangeID', replace(b.public_id::text, '-', ''), 'ListID', replace(l.public_id::text, '-', ''), 'Action', b.action,
      'State', b.state, 'Subscribers', b.subscribers, 'Done', b.cursor) as data
    from bulk_changes b join lists l on l.client_id = ${clientId} and l.id = b.list_id
    where b.client_id = ${clientId} and b.id = ${changeId} offset 0) e`
}
