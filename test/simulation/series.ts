/**
 * A series of one step in a seed: members are enrolled now and then while processes plan what is due, so that the audience of its mail grows while
 * senders are at it. The processes die and lose their connections like senders; people pause the series and let it go on.
 */
import type { ClientRef } from '../../src/domain/access/access.ts'
import { enrolExisting, enrolPeople } from '../../src/domain/series/enrolling.ts'
import { readOwnSeries } from '../../src/domain/series/series.ts'
import { pauseSeries, startSeries } from '../../src/domain/series/starting.ts'
import { workOnSeries } from '../../src/domain/series/worker.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { carla } from '../harness/seed.ts'
import type { Random } from './random.ts'
import { type Actor, actor, pollMs, type Schedule } from './schedule.ts'
import type { Watched } from './simulate.ts'
import { clientOf, type SimulatedCampaign } from './world.ts'

export interface SimulatedSeries {
  /** Starts and buries processes, and enrols some people now and then. */
  step(): Promise<void>
  /** A person pauses it or lets it go on. */
  steer(): Promise<void>
  /** Everyone is enrolled, nothing fails any more, and the series goes on. */
  calm(): Promise<void>
  /** No member is to be enrolled or waits for the step. */
  isThrough(): Promise<boolean>
  /** How many people were enrolled. */
  readonly enrolled: number
  end(): Promise<void>
}

export interface SeriesParts {
  readonly db: Database
  readonly schedule: Schedule
  /** Of its own: a world without a series stays the same. */
  readonly random: Random
  readonly watched: Watched
  /** The database as a process sees it. */
  readonly gate: (who: Actor) => Database
  /** A process dies at one of its first so many points; 0: of no such death. */
  readonly deadly: number
}

const log = createLog(process.env.TEST_LOG ?? 'silent')
const never = new AbortController().signal
const saver = { username: 'carla', means: 'session' }
/** Processes that plan. */
const processes = 2

/** Makes the campaign, which is scheduled, the step of a series that takes people whom a call names. @returns its public id */
export async function seedSeries(db: Database, campaign: SimulatedCampaign): Promise<string> {
  const { clientId, campaignId, listId } = campaign
  const settings = { trigger: { on: 'api' }, segmentId: 0, againAfterDays: null, goalSegmentId: 0, goalClick: false }
  const step = { delayMinutes: 0, fromMinute: null, toMinute: null, segmentId: 0 }
  const [row] = await db<{ publicId: string }[]>`
    with made as (
      insert into series (client_id, name, list_id, settings, state, started_at)
      values (${clientId}, 'Welcome', ${listId}, ${db.json(settings)}, 'running', now())
      returning id, public_id
    ), step as (
      insert into series_steps (client_id, series_id, place, settings, coming_id)
      select ${clientId}, id, 1, ${db.json(step)}, ${campaignId} from made
    ), rolling as (
      update campaigns set rolling = true, series_id = (select id from made) where client_id = ${clientId} and id = ${campaignId}
    )
    select replace(public_id::text, '-', '') as public_id from made`
  return row!.publicId
}

export async function createSeries(parts: SeriesParts): Promise<SimulatedSeries> {
  const { db, schedule, random, watched, gate, deadly } = parts
  const { campaign, watch } = watched
  const client: ClientRef = clientOf(campaign)
  const id = await seedSeries(db, campaign)
  const batchSize = random.pick([1, 3, 10])
  const rangeSize = random.pick([2, 7, 100])
  const outside = [...campaign.addresses]
  let born = 0
  let running: Planner[] = []
  let isCalm = false
  let enrolled = 0
  const now = () => new Date(schedule.now())

  interface Planner {
    readonly who: Actor
    wake(): void
  }

  function begin() {
    const who = actor(`p${++born}`, !isCalm && deadly > 0 ? random.whole(1, deadly) : 0)
    const own = gate(who)
    let isAtWork = false
    let isWoken = false
    const work = () => {
      isWoken = isAtWork
      if (isAtWork) return
      isAtWork = true
      // answers come in later events: this one must end
      void workOnSeries({ db: own, log, now, batchSize, rangeSize }, never).then(
        more => settle(more),
        () => settle(false),
      )
    }
    const settle = (more: boolean) => {
      isAtWork = false
      if (more || isWoken) schedule.add(who, 0, 'plan on', work)
    }
    const wake = () => void schedule.add(who, random.whole(0, 999), 'plan', work)
    schedule.timers(who).every(pollMs, work)
    wake()
    running.push({ who, wake })
  }

  const takeOne = () => outside.splice(random.whole(0, outside.length - 1), 1)[0]!
  const wakeAll = () => {
    for (const { wake } of running) wake()
  }

  async function enrolSome(most: number) {
    const { series } = await readOwnSeries(db, client, id)
    if (series.state === 'draft' || outside.length === 0) return
    const people = Array.from({ length: Math.min(most, outside.length) }, takeOne)
    enrolled += await enrolPeople(db, client, id, people, now())
    wakeAll()
  }

  /** Only an edition that is in force can be held and go on as it is. */
  const isInForce = async () => {
    const { steps } = await readOwnSeries(db, client, id)
    return steps[0]!.edition !== undefined && !steps[0]!.coming
  }

  async function goOn() {
    await startSeries(
      { db, checksOf: () => ({}) as never }, // no step has a draft
      client,
      id,
      { publicUrl: 'https://mail.example', stoppable: false, by: carla, saver },
      now(),
    )
    watch.halted(false)
    wakeAll()
  }

  return {
    async step() {
      running = running.filter(({ who }) => !who.isDead)
      while (running.length < processes) begin()
      if (!isCalm && random.chance(0.04)) await enrolSome(random.whole(1, 8))
    },
    async steer() {
      const { series } = await readOwnSeries(db, client, id)
      if (series.state === 'paused') return goOn()
      if (series.state !== 'running' || !(await isInForce())) return
      await pauseSeries(db, client, id, carla, now())
      watch.halted(true)
    },
    async calm() {
      isCalm = true
      for (const { who } of running) who.diesAt = 0
      const { series } = await readOwnSeries(db, client, id)
      if (series.state === 'paused') await goOn()
      // the members who are there are those who are left
      enrolled += await enrolExisting(db, client, id, undefined, now())
      outside.length = 0
      wakeAll()
    },
    async isThrough() {
      if (outside.length > 0) return false
      const { series, steps } = await readOwnSeries(db, client, id)
      if (series.isEnrollingExisting || steps[0]!.coming) return false
      const [row] = await db<{ waiting: number }[]>`
        select count(*)::integer as waiting from series_enrolments where client_id = ${client.clientId} and next_at is not null`
      return row!.waiting === 0
    },
    get enrolled() {
      return enrolled
    },
    async end() {
      for (const { who } of running) schedule.kill(who)
      await db`
        update series set deleted_at = now(), state = 'paused'
        where client_id = ${client.clientId} and id = (select series_id from campaigns where client_id = ${client.clientId} and id = ${campaign.campaignId})`
    },
  }
}
