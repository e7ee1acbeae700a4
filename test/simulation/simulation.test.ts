/**
 * Campaigns sent in a simulated world over the real database: 100 seeds in `npm test`, 1,000 in `.ci/run`, 10,000 in
 * `npm run test:long`. `SEEDS=3000 node test/run.mjs test/simulation/simulation.test.ts` asks for another number,
 * `FROM=501 SEEDS=600 …` for others, `SEED=7 TRACE=1 …` for one, with all that happened in it.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mayTake, simulatedSeeds, simulationLimitMs } from '../harness/effort.ts'
import { simulate } from './simulate.ts'
import { simulationDatabase } from './simulation-database.ts'

const first = Number(process.env.FROM ?? 1)
const seeds = simulatedSeeds
const processes = process.env.SEED === undefined ? Math.min(availableParallelism(), 8) : 1

test(`whatever happens to senders, relays and database, every recipient is accounted for: ${process.env.SEED === undefined ? `${seeds} seeds` : `seed ${process.env.SEED}`}`, {
  timeout: simulationLimitMs,
}, async t => {
  mayTake(simulationLimitMs)
  const runs = await Promise.all(Array.from({ length: processes }, (_, n) => run(first + n)))
  const sum = {
    ...{ seeds: 0, steps: 0, deaths: 0, handOvers: 0, cuts: 0, outages: 0 },
    ...{ failovers: 0, lost: 0, restores: 0, inPlace: 0, leaps: 0, enrolled: 0 },
  }
  for (const { output } of runs) {
    const part = JSON.parse(output.trimEnd().split('\n').at(-1) || '{}') as Partial<typeof sum> // the last line of run.ts
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += part[key] ?? 0
  }
  t.diagnostic(JSON.stringify(sum))
  for (const { code, errors } of runs) assert.equal(code, 0, errors)
  if (process.env.SEED !== undefined) return
  assert.equal(sum.seeds, seeds - first + 1)
  // a fault that no seed has any more would go unseen
  if (sum.seeds >= 500) for (const [fault, times] of Object.entries(sum)) assert.ok(times > 0, fault)
})

test('a seed takes the same steps again, with every kind of fault', async () => {
  const database = await simulationDatabase()
  try {
    for (const seed of [1, 4, 6, 29, 62]) {
      const world = { tests: false, spreads: false }
      const once = await simulate(database.db, seed, { world })
      assert.deepEqual(await simulate(database.db, seed, { world }), once, `seed ${seed}`)
    }
  } finally {
    await database.drop()
  }
})

function run(from: number): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts')], {
    env: { ...process.env, FROM: String(from), EVERY: String(processes), SEEDS: String(seeds) },
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text
    if (process.env.VERBOSE) process.stderr.write(text)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, output, errors }))
  })
}
