/**
 * How many people a segment has: exactly where the answer is there in time, else about, from a sample, and exactly later in the background.
 * A count that is not known is never 0.
 */
import type { Database, Sql } from '../../store/connection/database.ts'
import { giveUpAfter } from '../../store/connection/giving-up.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordEvents } from '../../store/events/events.ts'
import { enqueueOnce } from '../../store/jobs/jobs.ts'
import { readListIds } from '../../store/lists/lists.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import {
  countMemberships,
  countPeople,
  type Judged,
  type PeopleCounted,
  samplePeople,
} from '../../store/segments/people.ts'
import { findSize, keepSize, readSegmentsToCount } from '../../store/segments/segments.ts'
import { isHistoryComplete } from '../../store/tracking/engagement-rollups.ts'
import type { ClientRef, SegmentRef } from '../access/access.ts'
import type { Compiled } from './compile.ts'
import { compileStored, readSegment } from './trees.ts'

/** Of one call in milliseconds, and what each part of it may take. */
export interface Limits {
  /** An exact count of few memberships, which is not estimated first. */
  readonly few: number
  readonly exact: number
  readonly sample: number
  readonly whole: number
  /** Kept for the sample where the exact count comes first. */
  readonly reserve: number
  /** An exact count from the background answers for so long where counting takes too long: who reads `segment.counted` asks again. */
  readonly fresh: number
}

export const usualLimits: Limits = {
  few: 15_000,
  exact: 240,
  sample: 130,
  // access, and the job that counts in the background, take the rest of 300
  whole: 250,
  reserve: 70,
  fresh: 60_000,
}

/** Memberships that a sample looks at, and those of its first part, which shows how many are possible in time. */
const sampleSize = 8_000
const firstPart = 1_000

export type CountState = 'Exact' | 'About' | 'Counting' | 'NotAvailable'

export interface Count {
  readonly state: CountState
  /** Undefined where it is not known. */
  readonly counted?: PeopleCounted
  /** Local time of the client; empty where it is not known. */
  readonly date: string
}

/** What a tree is judged on: the members of its list, or of all lists of its client. */
export async function judgedOf(
  sql: Sql,
  clientId: number,
  listId: number | null,
  { compiled, mayBeUnknown }: Compiled,
): Promise<Judged> {
  const lists = listId === null ? await readListIds(sql, { clientId }) : [listId]
  return { clientId, listId, lists, compiled, mayBeUnknown }
}

/** Counts a saved segment; one whose exact count takes longer is counted in the background, and `segment.counted` follows. */
export async function countSaved(
  db: Database,
  ref: SegmentRef,
  limits = usualLimits,
): Promise<Count & Pick<Compiled, 'problems'>> {
  const segment = await readSegment(db, ref)
  const compiled = await compileStored(db, ref.clientId, segment)
  const { problems } = compiled
  const at = new Date()
  const count = await countNow(db, ref, segment.listId, compiled, limits)
  if (count.state === 'Exact' && count.counted && problems.length === 0) await keepSize(db, ref, count.counted, at)
  if (count.state === 'Exact' || count.state === 'NotAvailable') return { ...count, problems }
  const present = await findSize(db, ref)
  const age = present ? at.getTime() - present.countedAt.getTime() : Number.POSITIVE_INFINITY
  if (present && age < limits.fresh) return { state: 'Exact', counted: present, date: present.date, problems }
  const { clientId, segmentId } = ref
  await enqueueOnce(db, 'segmentCount', { clientId, segmentId, isAsked: true }, `segment ${segmentId}`)
  // an exact count of before is nearer than not knowing
  if (present && count.state === 'Counting') return { state: 'About', counted: present, date: present.date, problems }
  return { ...count, problems }
}

/** Counts a tree as far as that is possible in time. */
export async function countNow(
  db: Database,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  listId: number | null,
  compiled: Compiled,
  limits = usualLimits,
): Promise<Count> {
  const began = performance.now()
  const at = new Date()
  if (compiled.problems.length > 0) return known(db, 'Exact', { people: 0, unknown: 0 }, at, timeZone)
  if (compiled.asksForEvents && !(await isHistoryComplete(db, clientId))) return { state: 'NotAvailable', date: '' }
  const judged = await judgedOf(db, clientId, listId, compiled)
  if (judged.lists.length === 0) return known(db, 'Exact', { people: 0, unknown: 0 }, at, timeZone)
  const memberships = await countMemberships(db, judged)
  const isFew = memberships <= limits.few
  const estimate = isFew ? undefined : await estimatePeople(db, judged, memberships, limits.sample)
  const remaining = () => limits.whole - (performance.now() - began)
  const left = Math.min(limits.exact, remaining() - (isFew ? limits.reserve : 0))
  const exact = left < 20 ? undefined : await giveUpAfter(db, Math.floor(left), sql => countPeople(sql, judged))
  if (exact) return known(db, 'Exact', exact, at, timeZone)
  const about = isFew ? await estimatePeople(db, judged, memberships, Math.min(limits.sample, remaining())) : estimate
  // a sample without a match does not mean an empty segment
  if (!about || about.people === 0) return { state: 'Counting', date: '' }
  return known(db, 'About', about, at, timeZone)
}

async function known(sql: Sql, state: CountState, counted: PeopleCounted, at: Date, timeZone: string): Promise<Count> {
  return { state, counted, date: await readLocalTimeOf(sql, at, timeZone) }
}

/**
 * Looks at as many memberships as the time allows.
 * @returns undefined if even few take too long, or the sample has no member
 */
async function estimatePeople(
  db: Database,
  judged: Judged,
  memberships: number,
  limitMs: number,
): Promise<PeopleCounted | undefined> {
  const began = performance.now()
  const look = async (size: number) => {
    const left = Math.floor(limitMs - (performance.now() - began))
    const part = Math.min(1, size / Math.max(1, memberships))
    return left < 10 ? undefined : giveUpAfter(db, left, sql => samplePeople(sql, judged, part))
  }
  const first = await look(firstPart)
  if (!first || first.looked === 0) return undefined
  const taken = performance.now() - began
  // a third of the time is left for what takes longer than the first part did
  const possible = Math.floor((0.67 * firstPart * (limitMs - taken)) / taken)
  const size = memberships <= firstPart ? 0 : Math.min(sampleSize - firstPart, possible)
  const second = size < firstPart / 2 ? undefined : await look(size)
  const sum = (key: 'looked' | 'people' | 'unknown') => first[key] + (second?.[key] ?? 0)
  const scale = memberships / sum('looked')
  return { people: roundEstimate(sum('people') * scale), unknown: roundEstimate(sum('unknown') * scale) }
}

/** To two digits: a sample does not know more. */
export function roundEstimate(number: number): number {
  if (number < 100) return Math.round(number)
  const unit = 10 ** (Math.floor(Math.log10(number)) - 1)
  return Math.round(number / unit) * unit
}

/** The handler of the job `segmentCount`: counts a segment however long that takes, and publishes the count if it was asked for. */
export async function countInBackground(
  db: Database,
  {
    clientId,
    segmentId,
    isAsked,
  }: { readonly clientId: number; readonly segmentId: number; readonly isAsked: boolean },
): Promise<void> {
  const segment = await readSegment(db, { clientId, segmentId }).catch(() => undefined)
  if (!segment) return
  const compiled = await compileStored(db, clientId, segment)
  if (compiled.asksForEvents && !(await isHistoryComplete(db, clientId))) return
  const judged = await judgedOf(db, clientId, segment.listId, compiled)
  const at = new Date()
  const counted =
    judged.lists.length === 0
      ? { people: 0, unknown: 0 }
      : await transaction(db, sql => countPeople(sql, judged), 'long')
  await transaction(db, async sql => {
    if (!(await keepSize(sql, { clientId, segmentId }, counted, at)) || !isAsked) return
    const data = { SegmentID: segment.publicId, Title: segment.name, Count: counted.people, Unknown: counted.unknown }
    await recordEvents(sql, [{ clientId, type: 'segment.counted', at, data }])
  })
}

/** The handler of the job `segmentSizes`: has every segment counted once a day. */
export async function countAllSegments(db: Database): Promise<void> {
  for (const { clientId, segmentId } of await readSegmentsToCount(db))
    await enqueueOnce(db, 'segmentCount', { clientId, segmentId, isAsked: false }, `segment ${segmentId}`)
}
