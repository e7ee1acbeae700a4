/**
 * Asking people to confirm whom an import added as unconfirmed: an act of its own, since an import mails no one. Each is asked once,
 * by the confirmation mail of the list. See docs/decisions/imports.md#imported-people-are-asked-once-and-slowly.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  advanceAsk,
  askOf,
  asksChannel,
  beginAsking,
  type ClaimedAsk,
  claimAsk,
  countUnconfirmed,
  findAskedList,
  readUnconfirmedIn,
} from '../../store/imports/asking.ts'
import type { ImportRow } from '../../store/imports/imports.ts'
import { ClaimLost } from '../../store/jobs/claiming.ts'
import { enqueueAll } from '../../store/jobs/jobs.ts'
import { readConfirmationsAsked, recordConfirmations } from '../../store/subscribers/confirmations.ts'
import type { ClientRef } from '../access/access.ts'
import { askApartMinutes, mostAsksADay } from '../subscribers/ask-limits.ts'
import { findImport } from './imports.ts'

/** People of one import who are asked within `pauseSeconds`. Other mails of the service wait behind them for seconds, not for hours. */
export const asksAtOnce = 300
const pauseSeconds = 60
/** Row numbers of one look. */
const rowsOfLook = 10_000

/** @throws Refusal UnknownImport, ImportNotReady */
export async function unconfirmedOf(sql: Sql, client: ClientRef, importId: string | null) {
  const found = await findWritten(sql, client, importId)
  const [ask, recipients] = await Promise.all([askOf(sql, found), countUnconfirmed(sql, found)])
  return { recipients: ask ? 0 : recipients, asked: ask?.asked ?? 0, isAsking: ask !== undefined && !ask.isDone }
}

/**
 * Has the unconfirmed people of an import asked, in the background.
 * @param recipients the number that the caller has seen
 * @throws Refusal UnknownImport, ImportNotReady, AudienceNotConfirmed
 */
export async function askUnconfirmed(
  db: Database,
  client: ClientRef,
  importId: string | null,
  recipients: number,
): Promise<void> {
  const found = await findWritten(db, client, importId)
  if (await askOf(db, found)) throw askedBeforeRefusal()
  const count = await countUnconfirmed(db, found)
  if (count !== recipients) {
    throw new Refusal('AudienceNotConfirmed', `${count} people would be asked now, not ${recipients}.`)
  }
  if (count === 0) throw new Refusal('ImportNotReady', 'The import has no one who could be asked.')
  if (!(await beginAsking(db, found))) throw askedBeforeRefusal()
}

async function findWritten(sql: Sql, client: ClientRef, importId: string | null): Promise<ImportRow> {
  const found = await findImport(sql, client, importId)
  if (found.listIsDeleted) throw new Refusal('ListIsDeleted', 'The list is deleted; Deleted.Restore brings it back.')
  if (found.state !== 'done' || found.uploadId === null) {
    throw new Refusal('ImportNotReady', 'People can be asked for 30 days, once the import is done.')
  }
  return found
}

function askedBeforeRefusal(): Refusal {
  return new Refusal('ImportNotReady', 'The people of this import were asked already: each is asked once.')
}

export function startAsking({
  db,
  log,
  pollMs = 5_000,
}: {
  readonly db: Database
  readonly log: Log
  readonly pollMs?: number
}): Poller {
  return startPoller({
    name: 'asking imported people',
    every: pollMs,
    work: stopping => workOnAsk(db, stopping),
    listen: wake => db.listen(asksChannel, wake),
    log,
  })
}

/** Asks the next people of an import. @returns whether another import may have some */
export async function workOnAsk(db: Database, stopping: AbortSignal): Promise<boolean> {
  const claimed = await claimAsk(db, pauseSeconds)
  if (!claimed) return false
  try {
    let cursor: number | undefined = claimed.cursor
    let left = asksAtOnce
    while (cursor !== undefined && left > 0 && !stopping.aborted) {
      const from: number = cursor
      const done = await transaction(db, sql => askRange(sql, claimed, from, left))
      cursor = done.cursor
      left -= done.asked
    }
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
  }
  return true
}

/** @returns how many were asked, and after which row to go on; undefined when all are done */
async function askRange(sql: Parameters<typeof advanceAsk>[0], claimed: ClaimedAsk, after: number, most: number) {
  const list = await findAskedList(sql, claimed)
  const range = { from: after + 1, to: Math.min(after + rowsOfLook, claimed.lastRow) }
  const found = list ? await readUnconfirmedIn(sql, { ...claimed, ...list }, range, most) : []
  const cursor = found.length === most ? found.at(-1)!.number : range.to
  const isDone = list === undefined || cursor >= claimed.lastRow
  const asking = found.map(row => ({ ...row, accountId: list!.accountId, listId: list!.listId }))
  const before = await readConfirmationsAsked(sql, asking, askApartMinutes)
  const asked = asking.filter((_, index) => !before[index]!.justNow && before[index]!.today < mostAsksADay)
  await recordConfirmations(sql, asked)
  await enqueueAll(
    sql,
    'confirmationMail',
    asked.map(({ listId, subscriberId }) => ({ clientId: claimed.clientId, listId, subscriberId })),
  )
  if (!(await advanceAsk(sql, claimed, { cursor, asked: asked.length, isDone }))) {
    throw new ClaimLost('Another process asks the people of this import.')
  }
  return { asked: asked.length, cursor: isDone ? undefined : cursor }
}
