/** One seed: a campaign, senders on machines, a relay, people who steer, and everything that can go wrong. */
import { setMaxListeners } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sign } from '../../src/delivery/dkim.ts'
import { type Sender, startSender } from '../../src/delivery/sender.ts'
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  settleCampaign,
} from '../../src/domain/campaigns/steering.ts'
import { subscriptions } from '../../src/domain/subscribers/subscriptions.ts'
import { tokens as tokensOf } from '../../src/domain/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/database.ts'
import { assertAccounts } from '../harness/accounting.ts'
import { testKeys } from '../harness/seed.ts'
import { type Defect, gatedDatabase } from './database.ts'
import { createHandOvers, type HandOvers } from './hand-overs.ts'
import { losePower, type SimulatedJournals, simulatedJournals } from './journals.ts'
import { createPeer } from './peer.ts'
import { type Random, seeded } from './random.ts'
import { type ClientDefect, createRelays } from './relay.ts'
import { type Actor, actor, createSchedule, pollMs, type Schedule } from './schedule.ts'
import { createWatch, type Incarnation, type Watch } from './watch.ts'
import { clientOf, endings, putAway, type SimulatedCampaign, seedCampaign, stateOf } from './world.ts'

/** Something done wrong on purpose, which the simulation must notice. */
export interface Defects {
  readonly statement?: Defect
  readonly forgetfulJournal?: boolean
  readonly client?: ClientDefect
}

export interface Simulated {
  readonly steps: number
  readonly deaths: number
  readonly handOvers: number
}

interface Running extends Incarnation {
  readonly sender: Sender
  readonly journals: SimulatedJournals
}

const start = Date.parse('2026-02-01T09:00:00Z')
const somebody = { loginId: 1, username: 'carla', wire: 'json', remote: '192.0.2.1' }
const tokens = tokensOf(testKeys)
const log = createLog(process.env.TEST_LOG ?? 'silent')
/** More than any seed takes that ends. */
const mostSteps = 30_000
setMaxListeners(0)

/** @throws Error with the seed's last events when something is not as it must be */
export async function simulate(db: Database, seed: number, defects: Defects = {}): Promise<Simulated> {
  const random = seeded(seed)
  const schedule = createSchedule(random, start + random.whole(0, 1_000_000))
  const folder = await mkdtemp(join(tmpdir(), 'ls-sim-'))
  const life = await createLife(db, seed, random, schedule, folder, defects)
  try {
    return await life.run()
  } catch (error) {
    const told = process.env.TRACE ? schedule.trace : schedule.trace.slice(-25)
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}: ${message}\n${life.story}\n  ${told.join('\n  ')}`, { cause: error })
  } finally {
    await life.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createLife(
  db: Database,
  seed: number,
  random: Random,
  schedule: Schedule,
  folder: string,
  defects: Defects,
) {
  const [fewest, most] = random.pick([
    [1, 3],
    [4, 20],
    [4, 20],
    [21, 60],
  ] as const)
  const recipients = random.whole(fewest, most)
  const atLeastOnce = random.chance(0.3)
  const places = random.whole(1, 8)
  const rangeSize = random.chance(0.2) ? random.whole(1, 4) : random.whole(5, 60)
  const machines = random.whole(1, 3)
  const senders = random.whole(1, 3)
  const deadly = random.chance(0.8) ? random.pick([40, 120, 400]) : 0
  const faults = { failures: random.pick([0, 0, 0.01, 0.05]) }
  const temper = { trouble: random.pick([0, 0.1, 0.3, 0.7]), slowest: random.pick([20, 100, 1000, 3000]) }
  const restless = random.pick([0, 0.01, 0.05])
  const leaseMs = random.pick([20_000, 60_000])
  const described = `${recipients} recipients, ${senders} senders on ${machines} machines, ranges of ${rangeSize}, ${places} places, ${atLeastOnce ? 'at least once' : 'at most once'}, deadly ${deadly}, failures ${faults.failures}, trouble ${temper.trouble}, answers within ${temper.slowest} ms, restless ${restless}`
  const campaign = await seedCampaign(db, {
    recipients,
    atLeastOnce,
    suppressed: random.chance(0.3) ? random.whole(0, Math.min(5, recipients)) : 0,
    dueAt: new Date(schedule.now()),
  })
  const watch = createWatch(db, schedule, campaign, {
    atLeastOnce,
    concurrency: () => concurrency,
    handOvers: () => handOvers,
  })
  /** What went wrong where nobody waits for it. */
  let wrong: unknown
  const noting =
    <T extends unknown[]>(run: (...of: T) => void) =>
    (...of: T) => {
      try {
        run(...of)
      } catch (error) {
        wrong ??= error
      }
    }
  const handOvers: HandOvers = createHandOvers(schedule, { handed: noting(watch.handed), told: noting(watch.told) })
  // every other seed over the real SMTP client
  const relays = seed % 2 === 0 ? createRelays(schedule, random, temper, handOvers, defects.client) : undefined
  const concurrency = relays?.concurrency ?? places
  const transportOf = relays?.transport ?? createPeer(schedule, random, temper, handOvers, places)
  const dailyLimit = random.chance(0.2) ? random.whole(1, recipients + 5) : 0
  const signsWithin = random.chance(0.3) ? random.pick([5, 300]) : undefined
  const limits = `${dailyLimit ? `, ${dailyLimit} a day` : ''}${signsWithin ? `, signatures within ${signsWithin} ms` : ''}`
  const story = `${described}${limits}${relays ? `, ${relays.story}` : ''}`
  let running: Running[] = []
  const all: Running[] = []
  /** When a dead sender is followed by another. */
  const births: number[] = []
  let deaths = 0
  let isCalm = false

  function begin() {
    const machine = random.whole(1, machines)
    const who = actor(`s${all.length + 1}@m${machine}`, !isCalm && deadly > 0 ? random.whole(1, deadly) : 0)
    const incarnation = { actor: who, machine, isBuried: false, isForgotten: false }
    const own = gatedDatabase(db, who, schedule, random, faults, defects.statement)
    const journals = simulatedJournals(
      who,
      schedule,
      random,
      {
        wrote: token => watch.wrote(self, token),
        async taken(token, range, left) {
          try {
            await watch.taken(self, token, range, left)
          } catch (error) {
            wrong ??= error
          }
        },
      },
      defects.forgetfulJournal ?? false,
    )
    const sender = startSender({
      db: own,
      tokens,
      transport: transportOf(who),
      dailyLimit,
      findSigner: signsWithin === undefined ? undefined : async () => signer(who, signsWithin),
      subscriptions: subscriptions(own),
      log,
      now: () => new Date(schedule.now()),
      timers: schedule.timers(who),
      owner: `seed${seed}:${who.name}`,
      journalFolder: join(folder, `m${machine}`),
      journals: journals.open,
      rangeSize,
      leaseMs,
      pollMs,
    })
    const self: Running = Object.assign(incarnation, { sender, journals })
    running.push(self)
    all.push(self)
  }

  /** Signatures are made on other threads, and come in any order. */
  function signer(who: Actor, within: number): Sign {
    return message =>
      new Promise(resolve => {
        schedule.add(who, random.whole(0, within), 'a signature is made', () => {
          resolve(Buffer.concat([Buffer.from('DKIM-Signature: v=1; a=rsa-sha256; d=client.example\r\n'), message]))
        })
      })
  }

  async function bury(dead: Running) {
    await dead.journals.bury()
    dead.isBuried = true
  }

  async function tidy() {
    const dead = running.filter(({ actor }) => actor.isDead)
    running = running.filter(({ actor }) => !actor.isDead)
    for (const one of dead) {
      deaths++
      // sometimes only the network was lost, and its machine cannot tell whether it lives
      if (random.chance(0.85)) await bury(one)
      births.push(schedule.now() + random.pick([0, 100, 5000, 100_000]))
    }
    for (let n = births.length - 1; n >= 0; n--) {
      if (births[n]! > schedule.now() && running.length > 0) continue
      births.splice(n, 1)
      begin()
    }
    if (running.length === 0) begin()
  }

  async function disturb() {
    const one = random.pick(running)
    switch (random.whole(0, 11)) {
      case 0:
        return schedule.kill(one.actor)
      case 1:
        one.actor.frozenUntil = schedule.now() + random.pick([300, 10_000, 30_000, 200_000])
        return
      case 2:
        return schedule.leap(random.whole(1, leaseMs))
      case 3:
        // machines lose power with everybody on them
        for (const other of running.filter(({ machine }) => machine === one.machine)) schedule.kill(other.actor)
        for (const other of all.filter(({ machine, actor }) => machine === one.machine && actor.isDead)) {
          if (!other.isBuried) await bury(other)
          other.isForgotten = true
        }
        return losePower(join(folder, `m${one.machine}`), random)
      case 4: {
        watch.stopped(one)
        one.actor.diesAt = 0
        void one.sender.stop(random.pick([0, 100, 10_000])).then(() => schedule.kill(one.actor))
        return
      }
      case 5:
      case 6:
      case 7:
        return leave(db, campaign, random, watch)
      default:
        return steer(db, campaign, random, schedule, watch)
    }
  }

  async function isOver(): Promise<boolean> {
    const { state, finished, nextAt } = await stateOf(db, campaign)
    if (state === 'sent' || (state === 'cancelled' && finished)) return true
    // nothing happens before: looks for work need not be lived through
    if (nextAt && nextAt.getTime() > schedule.now() + pollMs) schedule.leap(nextAt.getTime() - schedule.now())
    return false
  }

  return {
    story,
    async run(): Promise<Simulated> {
      for (let n = 0; n < senders; n++) begin()
      const unrest = 20 + random.whole(0, 30) * recipients
      let steps = 0
      for (; ; steps++) {
        if (steps > mostSteps) throw new Error('it does not end')
        await schedule.step()
        if (wrong) throw wrong
        await tidy()
        if (!isCalm && random.chance(restless)) await disturb()
        if (steps % 40 === 39 && (await stateOf(db, campaign)).open !== null) await assertAccounts(db, campaign)
        if (steps >= unrest && !isCalm) await calm()
        if (schedule.isIdle() && (await isOver())) {
          if (isCalm) break
          await calm()
        }
      }
      await assertAccounts(db, campaign)
      await watch.assertEnd()
      // what a campaign that would rather repeat sends once more is not known to the ledger, and not to its limit
      if (dailyLimit > 0 && !atLeastOnce) watch.assertDays(dailyLimit)
      if (wrong) throw wrong
      return { steps, deaths, handOvers: handOvers.all.length }
    },
    async end() {
      for (const { actor } of all) schedule.kill(actor)
      for (const one of all) await one.journals.bury()
      await putAway(db, campaign)
    },
  }

  /** Nothing goes wrong any more: everybody is to get an ending. */
  async function calm() {
    isCalm = true
    faults.failures = 0
    temper.trouble = 0
    temper.slowest = 20
    for (const { actor } of running) {
      actor.diesAt = 0
      actor.frozenUntil = 0
    }
    if ((await stateOf(db, campaign)).state === 'paused') {
      await resumeCampaign(db, campaign, somebody, new Date(schedule.now()))
      watch.halted(false)
    }
  }
}

/** Somebody of the audience leaves, in whichever way. */
async function leave(db: Database, campaign: SimulatedCampaign, random: Random, watch: Watch) {
  const address = random.pick(campaign.addresses)
  const { clientId, listId } = campaign
  if (random.chance(0.5)) {
    await db`
      insert into suppressions (client_id, address, email, reason, at) values (${clientId}, ${address}, ${address}, 'manual', now())
      on conflict do nothing`
  } else {
    const [member] = await db`
      select id from subscribers where client_id = ${clientId} and list_id = ${listId} and address = ${address}`
    await subscriptions(db).unsubscribeMember(clientOf(campaign), listId, member!.id as number, { by: 'page' })
  }
  watch.excluded(address)
}

/** A person pauses, resumes, cancels, or decides on what failed. */
async function steer(db: Database, campaign: SimulatedCampaign, random: Random, schedule: Schedule, watch: Watch) {
  const { state } = await stateOf(db, campaign)
  const at = new Date(schedule.now())
  if (state === 'paused' && random.chance(0.4)) {
    await resumeCampaign(db, campaign, somebody, at)
    return watch.halted(false)
  }
  if (state === 'sending' && random.chance(0.6)) {
    await pauseCampaign(db, campaign, somebody, at)
    return watch.halted(true)
  }
  if ((state === 'sending' || state === 'paused') && random.chance(0.15)) {
    await cancelCampaign(db, campaign, somebody, at)
    return watch.halted(true)
  }
  if (state === 'sending' || state === 'paused' || state === 'sent') {
    const kind = random.pick(['refused', 'unknown'] as const)
    const before = await endings(db, campaign)
    if (kind === 'refused') await retryCampaign(db, campaign, somebody, at)
    else await settleCampaign(db, campaign, { number: 0, as: 'retry' }, somebody, at)
    const after = await endings(db, campaign)
    const again = after.filter((ending, n) => ending.kind === 'deferred' && before[n]!.kind === kind)
    watch.pardoned(again.map(({ address }) => address))
  }
}
