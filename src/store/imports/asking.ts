/** Asks subscribers whom an import added to confirm: counts them, and sends requests in batches. */
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { claimWaiting, countedClaims, fence } from '../jobs/claiming.ts'
import type { Range } from '../jobs/range.ts'
import { readSuppressionJoins } from '../subscribers/suppression-keys.ts'
import type { ImportKey } from './imports.ts'
import { memberOf } from './staging.ts'

/** The channel that the poller listens to. */
export const asksChannel = 'import_asks'

export interface ImportOfList extends ImportKey {
  readonly listId: number
}

/** Progress of the requests; undefined if they were not begun. */
export async function askOf(sql: Sql, { clientId, importId }: ImportKey) {
  const [row] = await sql<{ asked: number; isDone: boolean }[]>`
    select asked, is_done from import_asks where client_id = ${clientId} and import_id = ${importId}`
  return row
}

/** Number of people who can be asked now. */
export async function countUnconfirmed(sql: Sql, key: ImportOfList): Promise<number> {
  const { rows } = await unconfirmed(sql, key)
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count ${rows}`
  return row!.count
}

/**
 * Rows `r` of an import with the members `s` that it added and that can be asked. Wrapped in an object, because an awaited statement
 * would run.
 */
async function unconfirmed(sql: Sql, key: ImportOfList): Promise<{ readonly rows: Fragment }> {
  const { clientId, importId, listId } = key
  const suppressions = await readSuppressionJoins(sql, clientId, [listId])
  const rows = sql`
    from import_rows r
    join subscribers s on ${memberOf(sql, key)}
    ${suppressions.join(sql`r.address`)}
    where r.client_id = ${clientId} and r.import_id = ${importId} and r.verdict = 'added' and s.state = 'Unconfirmed'
      and not ${suppressions.isSuppressed}`
  return { rows }
}

/** Begins the requests for an import's unconfirmed members in the background. @returns false if they were begun before */
export async function beginAsking(db: Database, { clientId, importId }: ImportKey): Promise<boolean> {
  return transaction(db, async sql => {
    const { count } = await sql`
      insert into import_asks (client_id, import_id, last_row)
      select client_id, id, coalesce(last_row, 0) from imports where client_id = ${clientId} and id = ${importId}
      on conflict (client_id, import_id) do nothing
      returning 1`
    await sql`select pg_notify(${asksChannel}, '')`
    return count === 1
  })
}

const claims = countedClaims('import_asks', 'importId')

export interface ClaimedAsk extends ImportKey {
  readonly claim: number
  readonly cursor: number
  readonly lastRow: number
}

/** Claims an import with people who may be asked now. The claim is not released: it ends when the next batch may be sent. */
export async function claimAsk(sql: Sql, seconds: number): Promise<ClaimedAsk | undefined> {
  const [claimed] = await claimWaiting<ClaimedAsk>(sql, claims, {
    isWaiting: () => sql`not t.is_done and t.claimed_until <= now()`,
    order: sql`t.claimed_until`,
    until: sql`now() + make_interval(secs => ${seconds})`,
    returning: sql`t.client_id, t.import_id, t.claim, t.cursor, t.last_row`,
  })
  return claimed
}

/** The list for which people are asked; undefined if the import is undone, or its list or client is deleted. */
export async function findAskedList(
  sql: Sql,
  { clientId, importId }: ImportKey,
): Promise<{ readonly accountId: number; readonly listId: number } | undefined> {
  const [row] = await sql<{ accountId: number; listId: number }[]>`
    select c.account_id, i.list_id
    from imports i
    join lists l on l.client_id = ${clientId} and l.id = i.list_id and l.deleted_at is null
    join clients c on c.id = i.client_id and c.deleted_at is null
    where i.client_id = ${clientId} and i.id = ${importId} and i.state = 'done'`
  return row
}

/** The first people of a range who can be asked. */
export async function readUnconfirmedIn(sql: Sql, key: ImportOfList, { from, to }: Range, most: number) {
  const { rows } = await unconfirmed(sql, key)
  return sql<{ number: number; subscriberId: number; address: string }[]>`
    select r.number, s.id as subscriber_id, s.address ${rows} and r.number between ${from} and ${to}
    order by r.number
    limit ${most}`
}

/** Records progress up to row `cursor`. @returns false if another process has the claim: the transaction must not commit */
export async function advanceAsk(
  sql: Transaction,
  { clientId, importId, claim }: ClaimedAsk,
  { cursor, asked, isDone }: { readonly cursor: number; readonly asked: number; readonly isDone: boolean },
): Promise<boolean> {
  const { count } = await sql`
    update import_asks set cursor = ${cursor}, asked = asked + ${asked}, is_done = ${isDone}
    where client_id = ${clientId} and ${fence(sql, claims, { clientId, importId, claim })}`
  return count === 1
}
