/**
 * The simulation notices what is done wrong: each promise of the ledger is broken once, on purpose, and the check that is meant
 * for it has to say so. Each defect breaks other checks too, sooner or later; they do not count.
 *
 * Seeds change when what a sender does in them changes. When a case fails because its defect shows too seldom, find other seeds:
 * `SEARCH=300 node test/run.mjs test/simulation/defects.test.ts --test-name-pattern='a fail-over'` tries 300, until eight have
 * shown the defect, and prints what each of them said.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Defects } from './defects.ts'
import { simulate } from './simulate.ts'
import { type SimulationDatabase, simulationDatabase } from './simulation-database.ts'

/** How many seeds a case may need: those it names, then the first ones. */
const mostSeeds = 60
/** Nine of ten seeds take less than a quarter of it; some defects keep a seed from ending. */
const mostSteps = 4000
/** How many a search is content with. */
const enough = 8
const searched = Number(process.env.SEARCH ?? 0)

let database: SimulationDatabase
before(async () => {
  database = await simulationDatabase()
})
after(() => database.drop())

/** Ranges that last: what happens meanwhile matters. */
const slow = { usesSmtp: false, places: 2, slowest: 3000, trouble: 0, deadly: 0 } as const

/** Most messages reach the end of their data, and some of them come to grief there. */
const smtp = { usesSmtp: true, trouble: 0.5, deadly: 0, restless: 0, isRestored: false, failsOver: false } as const

const cases: readonly ({
  readonly name: string
  /** A statement's text, and what is put instead. */
  readonly find?: string
  readonly put?: string
  /** The sentence of the check that is meant for it. */
  readonly notices: RegExp
  /** Where it shows soon. */
  readonly seeds?: readonly number[]
} & Omit<Defects, 'statement'>)[] = [
  {
    name: 'a journal that does not say who is handed over',
    journal: 'forgets who',
    notices: /was handed over again/,
    world: { machines: 1, deadly: 120, trouble: 0.1 },
    seeds: [7, 30, 37],
  },
  {
    name: 'a fence that lets owners of old leases write',
    find: 'and "token" = ',
    put: 'and 0 < ',
    // else what was committed under the lease is missed
    database: 'servers look alike',
    notices: /was handed over again/,
    world: { ...slow, senders: 3, machines: 3, restless: 0.02, leaseMs: 2_000 },
    seeds: [234],
  },
  {
    name: 'a mark that stays behind',
    find: 'set handed = greatest(l.handed, case when exists (select 1 from sending) then',
    put: 'set handed = greatest(l.handed, case when false then',
    notices: /the counter of planned/,
  },
  {
    name: 'open hand-overs of the dead that are planned again',
    find: "          else 'unknown'\n        end as kind",
    put: '          else null\n        end as kind',
    notices: /was handed over again/,
    world: { machines: 1, deadly: 120, trouble: 0.1 },
    seeds: [99, 167, 213],
  },
  {
    name: 'unknowns in a campaign that would rather repeat',
    find: "when m.at_least_once then 'deferred'\n",
    put: "when m.at_least_once then 'unknown'\n",
    notices: /is unknown after/,
    world: { machines: 1, deadly: 120, trouble: 0.3, atLeastOnce: true },
    seeds: [2, 7, 31],
  },
  {
    name: 'suppressions that are not looked at again',
    find: 'when x.address is not null then',
    put: 'when false then',
    notices: /after the exclusion/,
    world: { ...slow, restless: 0.1 },
    seeds: [10, 11, 18],
  },
  {
    name: 'opt-outs that are not looked at again',
    find: 'when s.state',
    put: 'when false and s.state',
    notices: /after the exclusion/,
    world: { ...slow, restless: 0.1 },
    seeds: [10, 11, 18],
  },
  {
    name: 'a halt that is not looked for',
    find: " and m.state = 'sending' and m.deleted_at is null\n      join clients c",
    put: ' and m.deleted_at is null\n      join clients c',
    notices: /after the halt/,
    world: { ...slow, restless: 0.1 },
    seeds: [54, 99, 33],
  },
  {
    name: 'counters that forget outcomes',
    find: "select 'handing over', kind, 1 from inserted",
    put: "select 'handing over', kind, 1 from inserted where kind <> 'accepted'",
    notices: /the counter of (accepted|handing over)/,
  },
  {
    name: 'an SMTP client that takes a connection lost after the data for nothing sent',
    client: 'lost is unavailable',
    notices: /is unavailable, but the relay has taken it/,
    world: smtp,
    seeds: [2, 6, 7],
  },
  {
    name: 'an SMTP client that reports the reply to one message for the next',
    client: 'answers move on',
    notices: /was not accepted, but|but the relay has taken it/,
    world: smtp,
    seeds: [6, 7, 10],
  },
  {
    name: 'an SMTP client that takes half an answer for a whole one',
    client: 'half is complete',
    notices: /was not accepted, but|but the relay has taken it/,
    world: { ...smtp, trouble: 0.8 },
    seeds: [98, 113, 201],
  },
  {
    name: 'an SMTP client that sends again what the relay may have',
    client: 'unknown is sent again',
    notices: /was taken twice/,
    world: smtp,
    seeds: [31, 36, 38],
  },
  {
    name: 'a commit that was answered with a rollback and counts as done',
    database: 'a rollback is a commit',
    notices: /should have been exact/,
    world: { machines: 1, deadly: 120, cuts: 0.5 },
    seeds: [255, 274],
  },
  {
    name: 'a journal that counts as written what a full disk did not take',
    journal: 'trusts the disk',
    notices: /goes out 1 times, and the journal of .* says 0/,
    world: { fillsDisks: true },
    seeds: [7, 39],
  },
  {
    name: 'a fail-over that is not noticed',
    database: 'servers look alike',
    notices: /was handed over again/,
    world: { failsOver: true, isRestored: false },
    seeds: [88, 44, 52],
  },
  {
    name: 'holds that are not asked for with each group',
    find: 'where not exists (select 1 from holds h where',
    put: 'where true or not exists (select 1 from holds h where',
    notices: /after sending was held/,
    world: { ...slow, failsOver: true, isRestored: false },
    seeds: [18, 37, 67],
  },
  {
    name: 'heartbeat files that were put back and are taken for the newest',
    trustsFiles: true,
    notices: /before the restored database was released/,
    world: { isRestored: true, tool: 'cp -a' },
  },
  {
    name: 'a sender that goes on although no heartbeat can be written',
    ignoresHeartbeats: true,
    notices: /after the last heartbeat/,
    // one sender that is halted in the middle of a message, and still has its lease when it goes on
    world: {
      ...slow,
      ...{ isRestored: true, restless: 0.05, leaseMs: 300_000, places: 1, slowest: 20_000, senders: 1, machines: 1 },
    },
    seeds: [135, 252, 262],
  },
  {
    name: 'a clock that is believed whatever it says',
    trustsClock: true,
    notices: /the campaign of another month was left alone/,
    world: { leapsClock: true, isRestored: false, failsOver: false },
  },
  {
    name: 'a hold of one machine that its senders do not ask for with each group',
    find: 'where not exists (select 1 from holds h where',
    put: 'where true or not exists (select 1 from holds h where',
    notices: /after the clock was held/,
    world: { ...slow, leapsClock: true, isRestored: false, failsOver: false },
  },
  {
    name: 'hand-overs that are recorded when they enter the queue of a relay',
    recordsEarly: true,
    notices: /is open in the journal of .* and nothing of it went out/,
    world: { machines: 1, usesSmtp: true, deadly: 120, trouble: 0.3 },
  },
]

for (const { name, find, put = '', notices, seeds = [], ...others } of cases) {
  test(`it is noticed: ${name}`, async t => {
    const statement = find === undefined ? undefined : { find, put, applied: 0 }
    const world = { leapsClock: false, tests: false, spreads: false, rolls: false, ...others.world }
    const defects: Defects = { mostSteps, ...others, world, ...(statement && { statement }) }
    if (searched > 0) return search(defects, notices, line => t.diagnostic(line))
    const tried = [...new Set([...seeds, ...numbers(mostSeeds)])].slice(0, mostSeeds)
    const said: string[] = []
    for (const seed of tried) {
      const sentence = await failure(seed, defects)
      if (sentence && notices.test(sentence)) return
      if (sentence) said.push(`seed ${seed}: ${sentence}`)
    }
    if (statement) assert.ok(statement.applied > 0, 'the statement is no longer written as this test knows it')
    assert.fail(`not noticed by the check that is meant for it in ${tried.length} seeds. ${said.join('\n')}`)
  })
}

/** Prints what each of the first seeds says to a defect, and which of them show it. */
async function search(defects: Defects, notices: RegExp, print: (line: string) => void): Promise<void> {
  const found: number[] = []
  const begun = performance.now()
  for (const seed of numbers(searched)) {
    const from = performance.now()
    const sentence = await failure(seed, defects)
    if (!sentence) continue
    const isMeant = notices.test(sentence)
    print(`${isMeant ? '+' : '-'} seed ${seed}, ${Math.round(performance.now() - from)} ms: ${sentence.slice(0, 150)}`)
    if (isMeant) found.push(seed)
    if (found.length === enough) break
  }
  print(`seeds: [${found.join(', ')}], ${Math.round(performance.now() - begun)} ms`)
}

/** @returns the sentence of the check that failed; undefined when none did */
async function failure(seed: number, defects: Defects): Promise<string | undefined> {
  try {
    await simulate(database.db, seed, defects)
    return undefined
  } catch (error) {
    // around it is what happened in the seed
    const cause = error instanceof Error ? error.cause : undefined
    return cause instanceof Error ? cause.message : String(error)
  } finally {
    if (++simulated % 20 === 0) await database.tidy()
  }
}

let simulated = 0

function numbers(to: number): number[] {
  return Array.from({ length: to }, (_, n) => n + 1)
}
