/**
 * The background work of series: puts editions in force, enrols people whom events, dates and calls bring, and plans what is due. Each piece is
 * one transaction that holds its series by a row lock, so any number of processes may look (store/series/planning.ts).
 */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { theService } from '../../store/campaigns/campaign-history.ts'
import { lockCampaign } from '../../store/campaigns/transitions.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  enrol,
  findMembers,
  findSeriesBehind,
  findSeriesOfDates,
  findSeriesOfExisting,
  hasDate,
  holdRunning,
  moveCursor,
  nextDated,
  nextExisting,
  readTriggered,
  seriesChannel,
} from '../../store/series/enrolling.ts'
import {
  type DueEnrolment,
  type DueStep,
  type Fate,
  findClicked,
  findDueStep,
  findIncluded,
  lockDue,
  planBatch,
  postponeStep,
  readOpening,
} from '../../store/series/planning.ts'
import {
  findBegunSteps,
  findSeries,
  putInForce,
  readSteps,
  type SeriesKey,
  type SeriesRow,
  type StepRow,
} from '../../store/series/series.ts'
import { parseAddress } from '../text-rules/address.ts'
import { membersIn, openSeries } from './enrolling.ts'
import { pauseWithin } from './starting.ts'

export interface SeriesWorkerParts {
  readonly db: Database
  readonly log: Log
  readonly pollMs?: number
  readonly now?: () => Date
  /** False while a guard holds sending: nothing is enrolled or planned then. */
  readonly maySend?: (() => Promise<boolean>) | undefined
  /** Enrolments that are planned in one transaction. */
  readonly batchSize?: number
  /** Members of a range whose dates are looked at, or who are enrolled because they were there before. */
  readonly rangeSize?: number
  /** Makes another edition of a step whose present one had people who come again. Absent in tests that need none. */
  readonly renew?: ((key: SeriesKey, stepId: number) => Promise<void>) | undefined
}

export function startSeriesWorker(parts: SeriesWorkerParts): Poller {
  const { db, log, pollMs = 5_000 } = parts
  return startPoller({
    name: 'series',
    every: pollMs,
    work: stopping => workOnSeries(parts, stopping),
    listen: wake => db.listen(seriesChannel, wake),
    log,
  })
}

const usual = { batchSize: 2_000, rangeSize: 20_000 } as const

/** Does one piece of each kind of work. @returns whether there may be more */
export async function workOnSeries(parts: SeriesWorkerParts, stopping: AbortSignal): Promise<boolean> {
  const { db, now = () => new Date(), maySend, batchSize = usual.batchSize, rangeSize = usual.rangeSize } = parts
  if (maySend && !(await maySend())) return false
  let more = false
  const works = [
    () => putBegunInForce(db),
    () => enrolTriggered(db, now()),
    () => enrolDated(db, now(), rangeSize),
    () => enrolExistingRange(db, now(), rangeSize),
    () => planDue(parts, now(), batchSize),
  ]
  for (const work of works) {
    if (stopping.aborted) return false
    more = (await work()) || more
  }
  return more
}

async function putBegunInForce(db: Database): Promise<boolean> {
  const begun = await findBegunSteps(db)
  for (const step of begun)
    await transaction(db, async sql => {
      await findSeries(sql, { clientId: step.clientId, timeZone: 'UTC' }, step, true)
      await putInForce(sql, step)
    })
  return begun.length > 0
}

/** Holds a series that runs, with its steps. @returns undefined if another process is at it */
async function hold(sql: Transaction, key: SeriesKey): Promise<SeriesRow | undefined> {
  if (!(await holdRunning(sql, key))) return undefined
  return findSeries(sql, { ...key, timeZone: 'UTC' }, key)
}

/** A series that cannot go on is paused, and says why. */
async function stop(sql: Transaction, series: SeriesRow, problem: string, at: Date): Promise<true> {
  await pauseWithin(sql, series, theService, at, problem)
  return true
}

async function enrolTriggered(db: Database, at: Date): Promise<boolean> {
  const key = await findSeriesBehind(db)
  if (!key) return false
  return transaction(db, async sql => {
    const series = await hold(sql, key)
    if (!series) return false
    const open = await openSeries(sql, series)
    if (typeof open === 'string') return stop(sql, series, open, at)
    const { people, upTo } = await readTriggered(sql, series, series.settings)
    const times = new Map<string, Date>()
    for (const { email, at: time } of people) {
      const address = parseAddress(email)?.address
      const known = address === undefined ? undefined : times.get(address)
      if (address !== undefined && (!known || time < known)) times.set(address, time)
    }
    const members = [...(await findMembers(sql, key.clientId, series.listId, [...times.keys()]))]
    await enrol(sql, open, {
      ids: members.map(([, id]) => id),
      at: members.map(([address]) => times.get(address)!), // looked for by these
    })
    await moveCursor(sql, series, upTo)
    return true
  })
}

async function enrolDated(db: Database, at: Date, size: number): Promise<boolean> {
  const key = await findSeriesOfDates(db, at)
  if (!key) return false
  return transaction(
    db,
    async sql => {
      const series = await hold(sql, key)
      if (!series) return false
      const open = await openSeries(sql, series)
      if (typeof open === 'string') return stop(sql, series, open, at)
      const { trigger } = series.settings
      const range = await nextDated(sql, series, size)
      if (!range || trigger.on !== 'date') return true
      const which = hasDate(sql, trigger.key, trigger.days, trigger.yearly, range.day)
      await enrol(sql, open, { range, at: range.at, which })
      return true
    },
    'long',
  )
}

async function enrolExistingRange(db: Database, at: Date, size: number): Promise<boolean> {
  const key = await findSeriesOfExisting(db)
  if (!key) return false
  return transaction(
    db,
    async sql => {
      const series = await hold(sql, key)
      if (!series) return false
      const open = await openSeries(sql, series)
      if (typeof open === 'string') return stop(sql, series, open, at)
      const range = await nextExisting(sql, series, size)
      if (range) await enrol(sql, open, { range, at: range.at })
      return true
    },
    'long',
  )
}

async function planDue({ db, renew }: SeriesWorkerParts, at: Date, size: number): Promise<boolean> {
  const busy: number[] = []
  while (busy.length < mostBusy) {
    const due = await findDueStep(db, at, busy)
    if (!due) return false
    const planned = await transaction(db, sql => planStep(sql, due, at, size), 'long')
    if (planned === 'again') await renew?.(due, due.stepId)
    if (planned !== 'busy') return true
    busy.push(due.stepId)
  }
  return false
}

/** Steps that other processes may be at, of one look. */
const mostBusy = 10

/** Plans the next batch of a step. @returns `again` if another edition is needed, `busy` if another process is at it */
async function planStep(sql: Transaction, due: DueStep, at: Date, size: number): Promise<'done' | 'again' | 'busy'> {
  const series = await hold(sql, due)
  if (!series) return 'busy'
  const steps = await readSteps(sql, due.clientId, [due.seriesId])
  const place = steps.findIndex(({ stepId, editionId }) => stepId === due.stepId && editionId === due.campaignId)
  const step = steps[place]
  const campaign = await lockCampaign(sql, due)
  const isHeld = series.heldUntil !== null && series.heldUntil > at
  if (!step || campaign?.state !== 'sending' || isHeld) return 'busy'
  if (series.isListDeleted) return (await stop(sql, series, 'Its list was deleted.', at)) && 'done'
  const opening = await readOpening(sql, step.settings, series.timeZone, at)
  if (opening) {
    await postponeStep(sql, due, opening)
    return 'done'
  }
  const batch = await lockDue(sql, due, at, size)
  const fates = await judge(sql, series, steps, step, batch)
  if (typeof fates === 'string') return (await stop(sql, series, fates, at)) && 'done'
  const { listId, timeZone } = series
  const { again } = await planBatch(sql, { step: due, listId, timeZone, next: steps[place + 1], fates, at })
  return again ? 'again' : 'done'
}

/** What is to become of each enrolment; a sentence where a segment cannot be judged. */
async function judge(
  sql: Sql,
  series: SeriesRow,
  steps: readonly StepRow[],
  { settings }: StepRow,
  batch: readonly DueEnrolment[],
) {
  const { clientId } = series
  const { goalSegmentId, goalClick } = series.settings
  const active = batch.filter(({ ended }) => ended === null)
  const ids = active.map(({ subscriberId }) => subscriberId)
  const goal = goalSegmentId === 0 ? undefined : await membersIn(sql, series, goalSegmentId)
  if (goalSegmentId !== 0 && !goal) return 'The segment of its goal was deleted, or asks for something that was.'
  const condition = settings.segmentId === 0 ? undefined : await membersIn(sql, series, settings.segmentId)
  if (settings.segmentId !== 0 && !condition)
    return 'The segment of a step’s condition was deleted, or asks for something that was.'
  const reached = goal ? await findIncluded(sql, clientId, goal, ids) : new Set<number>()
  const clicked = goalClick
    ? await findClicked(
        sql,
        clientId,
        steps.map(({ stepId }) => stepId),
        active.map(({ id }) => id),
      )
    : new Set<number>()
  const included = condition && (await findIncluded(sql, clientId, condition, ids))
  const fateOf = ({ id, subscriberId, ended, hadStep }: DueEnrolment): Fate => {
    if (ended) return ended
    if (reached.has(subscriberId) || clicked.has(id)) return 'goal'
    if (hadStep) return 'known'
    return included && !included.has(subscriberId) ? 'skip' : 'mail'
  }
  return batch.map(one => ({ id: one.id, subscriberId: one.subscriberId, fate: fateOf(one) }))
}
