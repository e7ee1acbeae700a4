/** Simulates seeds, one after another, in a database of its own: `SEED=7 …` or `FROM=1 SEEDS=500 EVERY=2 …`. */
import { simulatedSeeds } from '../harness/effort.ts'
import { type Simulated, simulate } from './simulate.ts'
import { simulationDatabase } from './simulation-database.ts'

const single = process.env.SEED === undefined ? undefined : Number(process.env.SEED)
const from = single ?? Number(process.env.FROM ?? 1)
const last = single ?? simulatedSeeds
const every = Number(process.env.EVERY ?? 1)
const begun = performance.now()
const database = await simulationDatabase()
let seeds = 0
const sum: { -readonly [Key in keyof Simulated]: number } = {
  ...{ steps: 0, deaths: 0, handOvers: 0, cuts: 0, outages: 0 },
  ...{ failovers: 0, lost: 0, restores: 0, inPlace: 0, leaps: 0, enrolled: 0 },
}
const failed: number[] = []
try {
  for (let seed = from; seed <= last && failed.length < 10; seed += every) {
    try {
      if (process.env.VERBOSE) console.error(`seed ${seed}`)
      const simulated = await simulate(database.db, seed)
      for (const key of Object.keys(sum) as (keyof Simulated)[]) sum[key] += simulated[key]
    } catch (error) {
      failed.push(seed)
      console.error(error instanceof Error ? error.message : error)
      console.error(`Again: SEED=${seed} TRACE=1 node test/run.mjs test/simulation/simulation.test.ts`)
    }
    seeds++
    if (seeds % 20 === 0) await database.tidy()
  }
} finally {
  await database.drop()
}
const seconds = (performance.now() - begun) / 1000
console.log(JSON.stringify({ seeds, ...sum, failed, seconds: Math.round(seconds) }))
process.exit(failed.length > 0 ? 1 : 0)
