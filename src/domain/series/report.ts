/** What came of a series. */
import type { Sql } from '../../store/connection/database.ts'
import { type EditionNumbers, type EnrolledRow, readEditions, readEnrolled } from '../../store/series/report.ts'
import type { SeriesRow } from '../../store/series/series.ts'
import type { ClientRef } from '../access/access.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { findOwnSeries, readShownSteps, type ShownStep } from './series.ts'

type Sums = Omit<EditionNumbers, 'campaignId' | 'publicId' | 'stepId'>

export interface StepReport extends Sums {
  readonly step: ShownStep
  /** Public ids, the newest first. */
  readonly editions: readonly string[]
}

export interface SeriesReport {
  readonly series: SeriesRow
  readonly steps: readonly StepReport[]
  /** Of all steps, also of those that were removed. */
  readonly together: Sums
}

const none: Sums = {
  recipients: 0,
  accepted: 0,
  excluded: 0,
  refused: 0,
  open: 0,
  humanUniqueOpens: 0,
  humanUniqueClicks: 0,
  unsubscribes: 0,
  bounces: 0,
  complaints: 0,
}

/** @throws Refusal UnknownSeries */
export async function readSeriesReport(sql: Sql, client: ClientRef, id: string | null): Promise<SeriesReport> {
  const series = await findOwnSeries(sql, client, id)
  const steps = await readShownSteps(sql, series)
  const editions = await readEditions(sql, series)
  return {
    series,
    steps: steps.map(step => {
      const own = editions.filter(({ stepId }) => stepId === step.stepId)
      return { step, ...sum(own), editions: own.map(({ publicId }) => publicId) }
    }),
    together: sum(editions),
  }
}

function sum(editions: readonly EditionNumbers[]): Sums {
  const total = (name: keyof Sums) => editions.reduce((all, edition) => all + edition[name], 0)
  const names = Object.keys(none) as (keyof Sums)[] // the keys of a constant
  return Object.fromEntries(names.map(name => [name, total(name)])) as unknown as Sums // each of its names
}

/** A page of the people of a series. @throws Refusal UnknownSeries, InvalidParameter */
export async function listPeople(
  sql: Sql,
  client: ClientRef,
  id: string | null,
  given: { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly EnrolledRow[]; readonly nextCursor: string }> {
  const { after, limit } = readCursorPage(given, isAddressKey)
  const series = await findOwnSeries(sql, client, id)
  const rows = await readEnrolled(sql, { ...series, timeZone: client.timeZone }, after?.[0] ?? '', limit + 1)
  return cutPage(rows, limit, ({ address }) => [address])
}

function isAddressKey(values: SortKey): values is readonly [string] {
  return values.length === 1 && typeof values[0] === 'string'
}
