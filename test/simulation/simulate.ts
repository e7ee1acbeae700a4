/** One seed: campaigns, senders on machines, a relay, people who steer, a backup put back, and everything that can go wrong. */
import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sign } from '../../src/delivery/compose/dkim.ts'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import type { Guards } from '../../src/delivery/guards/guards.ts'
import type { RangeName } from '../../src/delivery/journal/record.ts'
import { type Sender, startSender } from '../../src/delivery/sender.ts'
import { resumeCampaign } from '../../src/domain/campaigns/lifecycle/lifecycle.ts'
import { setDailyLimit } from '../../src/domain/clients/daily-limits.ts'
import { tokens as tokensOf } from '../../src/domain/tokens/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { assertAccounts } from '../harness/accounting.ts'
import { carla, testKeys } from '../harness/seed.ts'
import { createClocks, dueInHours, latestStartHours } from './clocks.ts'
import { gatedDatabase } from './database.ts'
import type { Defects } from './defects.ts'
import { createFailover } from './failover.ts'
import { createFaults } from './faults.ts'
import { simulatedGuards } from './guards.ts'
import { createHandOvers, type HandOvers } from './hand-overs.ts'
import { losePower, type SimulatedJournals, simulatedJournals } from './journals.ts'
import type { DatabaseTrouble } from './outages.ts'
import { createPeer } from './peer.ts'
import { leave, steer } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { createRelays } from './relay.ts'
import { createRestoring } from './restoring.ts'
import { type Actor, actor, createSchedule, pollMs, type Schedule } from './schedule.ts'
import { createSeries, type SimulatedSeries } from './series.ts'
import { assertDays, createWatch, type Incarnation, type Watch } from './watch.ts'
import { clientOf, type Division, putAway, type SimulatedCampaign, seedCampaign, stateOf } from './world.ts'

export interface Simulated {
  readonly steps: number
  readonly deaths: number
  readonly handOvers: number
  /** Connections cut inside transactions. */
  readonly cuts: number
  /** Times a disk or the database took nothing. */
  readonly outages: number
  /** Standbys that took over and lacked something, and how many entries of the log they lacked. */
  readonly failovers: number
  readonly lost: number
  /** Backups put back, and those of them in place. */
  readonly restores: number
  readonly inPlace: number
  /** Whether a clock leapt and a guard noticed. */
  readonly leaps: number
  /** People who were enrolled in a series while its mails were sent. */
  readonly enrolled: number
}

/** A campaign of a seed, and who sees that nothing happens to it that must not. */
export interface Watched {
  readonly campaign: SimulatedCampaign
  readonly atLeastOnce: boolean
  readonly watch: Watch
}

interface Running extends Incarnation {
  readonly sender: Sender
  readonly journals: SimulatedJournals
}

const start = Date.parse('2026-02-01T09:00:00Z')
const tokens = tokensOf(testKeys)
const log = createLog(process.env.TEST_LOG ?? 'silent')
/** Files in memory, where the system has them: nothing here is about a disk's latency. */
const memory = '/dev/shm'
/** More than any seed takes that ends. */
const mostSteps = 200_000
setMaxListeners(0)

/** @throws Error with the seed's last events when something is not as it must be */
export async function simulate(db: Database, seed: number, defects: Defects = {}): Promise<Simulated> {
  const random = createRandom(seed)
  const schedule = createSchedule(random, start + random.whole(0, 1_000_000))
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'ls-sim-'))
  const life = await createLife(db, seed, random, schedule, folder, defects)
  try {
    return await life.run()
  } catch (error) {
    const shown = process.env.TRACE ? schedule.trace : schedule.trace.slice(-25)
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}: ${message}\n${life.story}\n  ${shown.join('\n  ')}`, { cause: error })
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
  /** Of each campaign, which client's it is. */
  const owners = random.pick([[0], [0], [0], [0, 0], [0, 1], [0, 1, 0]])
  const drawnPlaces = random.whole(1, 8)
  const rangeSize = random.chance(0.2) ? random.whole(1, 4) : random.whole(5, 60)
  // drawn apart, so that a seed's world stays the same but for this
  const freezing = createRandom(seed + 0x5eed)
  const freezeSize = freezing.chance(0.5) ? freezing.whole(3, 40) : 100_000
  // drawn apart as well
  const testing = createRandom(seed + 0xab)
  const spreading = createRandom(seed + 0x3a11)
  const rolling = createRandom(seed + 0x5e71)
  const drawn = {
    machines: random.whole(1, 3),
    senders: random.whole(1, 3),
    deadly: random.chance(0.8) ? random.pick([40, 120, 400]) : 0,
  }
  const faults = createFaults(schedule, seed, random.pick([0, 0, 0.01, 0.05]), defects.world)
  const temper = { trouble: random.pick([0, 0.1, 0.3, 0.7]), slowest: random.pick([20, 100, 1000, 3000]) }
  // drawn all the same above and below, so that a world changes nothing else of a seed
  temper.trouble = defects.world?.trouble ?? temper.trouble
  temper.slowest = defects.world?.slowest ?? temper.slowest
  const { machines, senders, deadly, places, restless, leaseMs } = {
    ...{
      ...drawn,
      places: drawnPlaces,
      restless: random.pick([0, 0.01, 0.05]),
      leaseMs: random.pick([20_000, 60_000]),
    },
    ...defects.world,
  }
  const signsWithin = random.chance(0.3) ? random.pick([5, 300]) : undefined
  const watched = (campaign: SimulatedCampaign, atLeastOnce: boolean): Watched => {
    const watch = createWatch(db, schedule, campaign, {
      atLeastOnce,
      concurrency: () => concurrency,
      handOvers: () => handOvers,
      isSigned: signsWithin !== undefined,
    })
    return { campaign, atLeastOnce, watch }
  }
  // the seed before may have met another one
  await db`delete from database_server`
  const campaigns: Watched[] = []
  const clients: SimulatedCampaign[] = []
  for (const [n, owner] of owners.entries()) {
    const drawnOnce = random.chance(0.3)
    const atLeastOnce = defects.world?.atLeastOnce ?? drawnOnce
    const share = Math.ceil(recipients / owners.length)
    const earlier = clients[owner]
    const division = drawDivision(testing, defects.world?.tests)
    const parts = drawParts(spreading, defects.world?.spreads)
    const campaign = await seedCampaign(db, {
      of: earlier && clientOf(earlier),
      nth: n + 1,
      recipients: share,
      atLeastOnce,
      suppressed: random.chance(0.3) ? random.whole(0, Math.min(5, share)) : 0,
      dueAt: new Date(schedule.now()),
      division,
      // a campaign has no test and is spread
      parts: division ? undefined : parts,
    })
    clients[owner] ??= campaign
    campaigns.push(watched(campaign, atLeastOnce))
  }
  const described = `${campaigns.map(({ campaign, atLeastOnce }, n) => `client ${owners[n]}: ${campaign.addresses.length} recipients ${atLeastOnce ? 'at least once' : 'at most once'}${campaign.division ? `, tests ${campaign.division.share} % and holds out ${campaign.division.holdout} %` : ''}${campaign.parts ? `, in ${campaign.parts} parts` : ''}`).join(', ')}, ${senders} senders on ${machines} machines, ranges of ${rangeSize}, frozen by ${freezeSize}, ${places} places, deadly ${deadly}, failures ${faults.database.failures}, trouble ${temper.trouble}, answers within ${temper.slowest} ms, restless ${restless}${faults.story}`
  const byAddress = new Map(campaigns.flatMap(one => one.campaign.addresses.map(address => [address, one] as const)))
  const watchOf = ({ campaignPublicId }: RangeName) =>
    campaigns.find(({ campaign }) => campaign.campaignPublicId === campaignPublicId)?.watch
  /** What went wrong where no caller waits for it. */
  let wrong: unknown
  const noting =
    <T extends unknown[]>(run: (...args: T) => void) =>
    (...args: T) => {
      try {
        run(...args)
      } catch (error) {
        wrong ??= error
      }
    }
  const handOvers: HandOvers = createHandOvers(schedule, defects.recordsEarly ?? false, {
    handed: noting((handOver, before) => {
      restoring?.handed(handOver)
      failover?.handed(handOver)
      clocks?.handed(handOver)
      if (!relays) guards?.handed(handOver)
      byAddress.get(handOver.to)!.watch.handed(handOver, before)
    }),
    out: noting(handOver => byAddress.get(handOver.to)!.watch.out(handOver)),
    reported: noting((handOver, outcome) => byAddress.get(handOver.to)!.watch.reported(handOver, outcome)),
  })
  // every other seed over the real SMTP client
  const usesSmtp = defects.world?.usesSmtp ?? seed % 2 === 0
  const relays = usesSmtp ? createRelays(schedule, random, temper, handOvers, defects.client) : undefined
  const concurrency = relays?.concurrency ?? places
  const transportOf = relays?.transport ?? createPeer(schedule, random, temper, handOvers, places)
  const dailyLimit = random.chance(0.2) ? random.whole(1, recipients + 5) : 0
  /** The second client's own: it goes before that of the installation. */
  const ownLimit = clients[1] && random.chance(0.4) ? random.whole(0, recipients) : undefined
  if (ownLimit !== undefined)
    await setDailyLimit(db, clientOf(clients[1]!), ownLimit, dailyLimit, new Date(schedule.now()))
  const { tool } = faults
  const drawnRestore = random.chance(0.15)
  const isRestored = defects.world?.isRestored ?? drawnRestore
  const failsOver = faults.failsOver && !isRestored
  const leapsClock = faults.leapsClock && !isRestored && !failsOver
  const laterDueAt = schedule.now() + dueInHours * 3_600_000
  const later = leapsClock
    ? await seedCampaign(db, {
        ...{ of: clientOf(clients[0]!), nth: campaigns.length + 1, recipients: 1, atLeastOnce: false, suppressed: 0 },
        dueAt: new Date(laterDueAt),
      })
    : undefined
  // what a person does after a restore is to make its editions anew (src/delivery/planning/series.test.ts)
  const mayRoll = !isRestored && !failsOver && !leapsClock
  const rollingMembers = rolling.whole(2, 40)
  const isRolling = (defects.world?.rolls ?? rolling.chance(0.25)) && mayRoll
  const growing = isRolling
    ? watched(
        await seedCampaign(db, {
          ...{ of: clientOf(clients[0]!), nth: campaigns.length + 1, recipients: rollingMembers },
          ...{ atLeastOnce: false, suppressed: rolling.whole(0, 2), dueAt: new Date(schedule.now()) },
        }),
        false,
      )
    : undefined
  if (growing) {
    campaigns.push(growing)
    for (const address of growing.campaign.addresses) byAddress.set(address, growing)
  }
  const clocks = later
    ? createClocks(db, schedule, faults.clocks, {
        later,
        machines,
        latestSignatureMs: signsWithin === undefined ? 0 : 10_000,
      })
    : undefined
  const wall = clocks?.wall ?? (() => new Date(schedule.now()))
  const guards =
    isRestored || failsOver || clocks
      ? await simulatedGuards(db, schedule, machines, {
          wall,
          trustsFiles: defects.trustsFiles ?? false,
          trustsClock: defects.trustsClock ?? false,
          latestStartHours: clocks ? latestStartHours : 0,
        })
      : undefined
  const restoring =
    isRestored && guards
      ? createRestoring({ db, schedule, random, campaigns, machines, guards, folder, tool })
      : undefined
  const failover = failsOver
    ? createFailover(db, schedule, faults.random, campaigns, signsWithin === undefined ? 0 : 10_000)
    : undefined
  const limits = `${growing ? `, a series of ${rollingMembers} members` : ''}${failover ? ', fails over' : ''}${clocks ? ', a clock leaps' : ''}${restoring ? `, restored${tool ? ` in place by ${tool}` : ''}` : ''}${ownLimit === undefined ? '' : `, ${ownLimit} a day for client 1`}${dailyLimit ? `, ${dailyLimit} a day` : ''}${signsWithin ? `, signatures within ${signsWithin} ms` : ''}`
  const story = `${described}${limits}${relays ? `, ${relays.story}` : ''}`
  let running: Running[] = []
  const all: Running[] = []
  /** When a dead sender is followed by another. */
  const births: number[] = []
  let deaths = 0
  let isCalm = false

  const gate = (who: Actor, trouble: () => DatabaseTrouble | undefined) =>
    gatedDatabase(db, who, {
      ...{ schedule, random, cutting: faults.random, faults: faults.database, trouble },
      serverStart: () => failover?.serverStart ?? 0,
      onHolds: () => {
        failover?.holdsChanged()
        clocks?.holdsChanged()
      },
      ...{ defect: defects.statement, databaseDefect: defects.database },
    })
  const series: SimulatedSeries | undefined =
    growing &&
    (await createSeries({
      ...{ db, schedule, random: rolling, watched: growing, deadly },
      gate: who => gate(who, () => faults.outages?.database(1)),
    }))

  function begin() {
    const machine = restoring?.machines ? random.pick(restoring.machines) : random.whole(1, machines)
    const who = actor(`s${all.length + 1}@m${machine}`, !isCalm && deadly > 0 ? random.whole(1, deadly) : 0)
    const incarnation: Incarnation = { actor: who, machine, isBuried: false, isForgotten: false }
    const own = gate(who, () => faults.outages?.database(machine))
    const journals = simulatedJournals(who, {
      schedule,
      random,
      isFull: () => faults.outages?.isFull(machine) ?? false,
      filling: faults.random,
      defect: defects.journal,
      watch: {
        wrote: noting((range, numbers, isWhole) => {
          watchOf(range)!.wrote(self, range.token, numbers, isWhole)
        }),
        async taken(token, range, left) {
          try {
            await watchOf(range)!.taken(self, token, range, left)
          } catch (error) {
            wrong ??= error
          }
        },
      },
    })
    const guarding = guards?.start(own, who, machine)
    // a service whose guards cannot look does not start
    let standing: Guards | undefined
    guarding?.then(
      started => {
        standing = started
      },
      () => {
        hasFailedToStart = true
        schedule.kill(who)
      },
    )
    const sender = startSender({
      db: own,
      tokens,
      transport: transportOf(who),
      dailyLimit,
      findSigner: signsWithin === undefined ? undefined : async () => signer(who, signsWithin),
      log,
      contentTasks: contentTasksHere,
      now: () => standing?.now() ?? wall(machine),
      timers: schedule.timers(who),
      owner: `seed${seed}:${who.name}`,
      journalFolder: join(folder, `m${machine}`),
      journals: journals.open,
      rangeSize,
      freezeSize,
      leaseMs,
      pollMs,
      maySend: guarding && (async () => (await guarding).maySend()),
      isGuarded: () => defects.ignoresHeartbeats || standing?.overdue() === undefined,
      ...(clocks && { holdFolder: () => standing?.folder() ?? '' }),
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

  let hasFailedToStart = false

  async function tidy() {
    const dead = running.filter(({ actor }) => actor.isDead)
    running = running.filter(({ actor }) => !actor.isDead)
    for (const one of dead) {
      deaths++
      // sometimes only the network was lost, and its machine cannot know whether it lives
      if (random.chance(0.85)) await bury(one)
      births.push(schedule.now() + random.pick([0, 100, 5000, 100_000]))
    }
    // what starts services waits a little before it starts one again that ended at once
    if (running.length === 0 && hasFailedToStart) schedule.leap(1000)
    hasFailedToStart = false
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
        one.actor.wasHeldUp = true
        return
      case 2:
        for (const { actor } of running) actor.wasHeldUp = true
        return schedule.leap(random.whole(1, leaseMs))
      case 3:
        // machines lose power with all processes on them
        for (const other of running.filter(({ machine }) => machine === one.machine)) schedule.kill(other.actor)
        for (const other of all.filter(({ machine, actor }) => machine === one.machine && actor.isDead)) {
          if (!other.isBuried) await bury(other)
          other.isForgotten = true
        }
        return losePower(join(folder, `m${one.machine}`), random)
      case 4: {
        for (const { watch } of campaigns) watch.stopped(one)
        one.actor.diesAt = 0
        one.actor.wasHeldUp = true
        void one.sender.stop(random.pick([0, 100, 10_000])).then(
          () => schedule.kill(one.actor),
          error => {
            wrong ??= error
          },
        )
        return
      }
      case 5:
      case 6:
      case 7:
        return leave(db, random.pick(campaigns), random)
      default: {
        const steered = random.pick(campaigns)
        return steered === growing ? series!.steer() : steer(db, steered, random, schedule)
      }
    }
  }

  async function isOver(): Promise<boolean> {
    const next: (Date | null)[] = []
    for (const { campaign } of campaigns) {
      const { state, finished, nextAt, open } = await stateOf(db, campaign)
      // the campaign of a series is never over
      if (campaign === growing?.campaign && open === 0 && (await series!.isThrough())) continue
      // a fail-over or a restore can lose that a campaign began: a sender whose journal knows makes a draft of it, for a person to decide
      if (state !== 'sent' && state !== 'draft' && !(state === 'cancelled' && finished)) next.push(nextAt)
    }
    if (next.length === 0) return true
    // nothing happens before: looks for work need not be lived through
    const at = Math.min(...next.map(one => one?.getTime() ?? 0))
    if (at > schedule.now() + pollMs) {
      // from its date on it would be sent rightly, to people no one watches
      if (later && at >= laterDueAt) await putAway(db, later)
      schedule.leap(at - schedule.now())
    }
    return false
  }

  async function assertAll() {
    for (const { campaign } of campaigns)
      if ((await stateOf(db, campaign)).open !== null) await assertAccounts(db, campaign)
  }

  /** Every sender is gone, and the ledger is that of the backup. */
  async function restore() {
    for (const { actor } of running) schedule.kill(actor)
    for (const one of all) if (!one.isBuried) await bury(one)
    deaths += running.length
    running = []
    births.length = 0
    for (let n = random.whole(1, senders); n > 1; n--) births.push(schedule.now() + random.pick([0, 100, 5000]))
    await restoring!.putBack()
  }

  /** Senders look for work every second; here they are only woken when there is something to be seen. */
  function lookAround() {
    for (const { actor, sender } of running)
      for (let second = 0; second < 6; second++)
        schedule.add(actor, second * 1000 + faults.random.whole(0, 999), 'look around', () => sender.wake())
  }

  /** Leases look as if they had run out, or last for weeks. */
  function clockChanged() {
    for (const { actor } of running) actor.wasHeldUp = true
    lookAround()
  }

  return {
    story,
    async run(): Promise<Simulated> {
      for (let n = 0; n < senders; n++) begin()
      const unrest = 20 + random.whole(0, 30) * recipients
      let steps = 0
      for (; ; steps++) {
        if (steps > (defects.mostSteps ?? mostSteps)) throw new Error('it does not end')
        await schedule.step()
        if (wrong) throw wrong
        await tidy()
        await series?.step()
        if (!isCalm && random.chance(restless)) await disturb()
        if (steps % 80 === 79) await assertAll()
        if (await restoring?.isTime(steps)) await restore()
        if (await failover?.step(steps)) lookAround()
        if (await clocks?.step(steps)) clockChanged()
        if (restoring?.isHeld) continue
        if (steps >= unrest && !isCalm && !failover?.isPending && !clocks?.isPending) await calm()
        if (schedule.isIdle() && (failover?.isPending || clocks?.isPending || (await isOver()))) {
          if (failover?.isPending) {
            if (await failover.step(steps, true)) lookAround()
          } else if (clocks?.isPending) {
            if (await clocks.step(steps, true)) clockChanged()
          } else if (await restoring?.isTime(steps, true)) await restore()
          else if (isCalm) break
          else await calm()
        }
      }
      await assertAll()
      for (const { campaign, watch } of campaigns)
        if ((await stateOf(db, campaign)).state !== 'draft') await watch.assertEnd()
        else if (!failover?.isDone && !restoring?.isDone) throw new Error('a campaign that began is a draft again')
      for (const [n, { clientId }] of clients.entries()) {
        const own = campaigns.filter(({ campaign }) => campaign.clientId === clientId)
        const limit = n === 1 ? (ownLimit ?? dailyLimit) : dailyLimit
        // what a campaign that would rather repeat, or a restored one, sends once more is not known to the ledger, and not to its limit
        if (limit > 0 && !restoring?.isDone && !failover && !clocks && !own.some(({ atLeastOnce }) => atLeastOnce))
          assertDays(limit, new Set(own.flatMap(({ campaign }) => campaign.addresses)), handOvers)
      }
      if (wrong) throw wrong
      return {
        ...{ steps, deaths, handOvers: handOvers.all.length },
        ...{ cuts: faults.database.cut, outages: faults.outages?.count ?? 0 },
        ...{ failovers: failover && failover.lost > 0 ? 1 : 0, lost: failover?.lost ?? 0 },
        leaps: clocks?.isNoticed ? 1 : 0,
        enrolled: series?.enrolled ?? 0,
        ...{ restores: restoring?.isDone ? 1 : 0, inPlace: restoring?.isDone && tool ? 1 : 0 },
      }
    },
    async end() {
      await series?.end()
      for (const { actor } of all) schedule.kill(actor)
      for (const one of all) await one.journals.bury()
      for (const { campaign } of campaigns) await putAway(db, campaign)
      if (later) await putAway(db, later)
      await guards?.end()
    },
  }

  /** Nothing goes wrong any more: every recipient is to get an ending. */
  async function calm() {
    isCalm = true
    faults.end()
    temper.trouble = 0
    temper.slowest = 20
    for (const { actor } of running) {
      actor.diesAt = 0
      actor.frozenUntil = 0
    }
    await series?.calm()
    for (const { campaign, watch } of campaigns) {
      if ((await stateOf(db, campaign)).state !== 'paused') continue
      await resumeCampaign(db, campaign, carla, new Date(schedule.now()))
      watch.halted(false)
    }
  }
}

/** @param tests undefined: in some campaigns */
function drawDivision(random: Random, tests: boolean | undefined): Division | undefined {
  const isTested = random.chance(0.3)
  const division = { share: random.whole(20, 80), holdout: random.pick([0, 0, 10, 20]) }
  return (tests ?? isTested) ? division : undefined
}

/** @param spreads undefined: some campaigns */
function drawParts(random: Random, spreads: boolean | undefined): number | undefined {
  const isSpread = random.chance(0.2)
  const parts = random.whole(2, 4)
  return (spreads ?? isSpread) ? parts : undefined
}
