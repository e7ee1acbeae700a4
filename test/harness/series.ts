/** A series of the world of a sending test, with copies of its campaign as steps, and work on it at a given time. */
import assert from 'node:assert/strict'
import { enrolPeople } from '../../src/domain/series/enrolling.ts'
import type { GivenSeries, GivenStep } from '../../src/domain/series/given.ts'
import { createSeries, readOwnSeries } from '../../src/domain/series/series.ts'
import { pauseSeries, startSeries } from '../../src/domain/series/starting.ts'
import { type SeriesWorkerParts, workOnSeries } from '../../src/domain/series/worker.ts'
import { subscriptions } from '../../src/domain/subscribers/subscriptions.ts'
import { publishEvents } from '../../src/store/events/events.ts'
import { sendChecks } from './send-checks.ts'
import { carla, present, until } from './sending.ts'

export const saver = { username: 'carla', means: 'session' }

export const step = (change: Partial<GivenStep> = {}): GivenStep => ({
  StepID: null,
  DelayMinutes: 0,
  FromTime: null,
  ToTime: null,
  SegmentID: null,
  CampaignID: null,
  ...change,
})

export const given = (Steps: readonly GivenStep[], change: Partial<GivenSeries> = {}): GivenSeries => ({
  Name: 'Welcome',
  Trigger: 'Api',
  Tag: null,
  DateField: null,
  DateDays: null,
  DateYearly: null,
  SegmentID: null,
  AgainAfterDays: null,
  GoalSegmentID: null,
  GoalClick: null,
  Steps,
  ...change,
})

/** A series whose steps are copies of a campaign. @returns its identifier */
export function seriesOf(
  publicId: string,
  steps: readonly Partial<GivenStep>[],
  change: Partial<GivenSeries> = {},
  at = new Date(),
): Promise<string> {
  const copies = steps.map(one => step({ CampaignID: publicId, ...one }))
  return createSeries(present.db, present.world.list, given(copies, change), at, saver)
}

export const start = (id: string, now = new Date()) =>
  startSeries(
    { db: present.db, checksOf: () => sendChecks(present.db) },
    present.world.client,
    id,
    { publicUrl: 'https://mail.example', stoppable: false, by: carla, saver },
    now,
  )

export const pause = (id: string, now = new Date()) => pauseSeries(present.db, present.world.client, id, carla, now)

export const enrol = (id: string, addresses: readonly string[], at = new Date()) =>
  enrolPeople(present.db, present.world.client, id, addresses, at)

export const show = (id: string) => readOwnSeries(present.db, present.world.client, id)

/** Does all work that there is at a time. */
export async function work(now = new Date(), parts: Partial<SeriesWorkerParts> = {}): Promise<void> {
  const log = { error: assert.fail } as never
  while (await workOnSeries({ db: present.db, log, now: () => now, ...parts }, new AbortController().signal));
}

/** The editions of a series are in force: a sender has planned them. */
export async function isInForce(id: string): Promise<void> {
  await until(async () => {
    await work()
    const { steps } = await show(id)
    return steps.every(({ edition, coming }) => edition !== undefined && !coming)
  }, 'the editions are in force')
}

/** Numbers what happened. */
export const publish = () => publishEvents(present.db, present.world.client.clientId, 10_000)

/** Adds someone as a caller does. */
export async function join(email: string): Promise<void> {
  await subscriptions(present.db).add(
    present.world.list,
    { email, name: '', mobileNumber: undefined, customFields: undefined, consents: undefined } as never,
    { resubscribe: true } as never,
    { by: 'api' },
  )
}

export async function people(id: string) {
  const { series } = await show(id)
  return present.db<
    { address: string; stepId: number | null; outcome: string | null; run: number; nextAt: Date | null }[]
  >`
    select address, step_id, outcome, run, next_at from series_enrolments
    where client_id = ${series.clientId} and series_id = ${series.seriesId} order by address`
}
