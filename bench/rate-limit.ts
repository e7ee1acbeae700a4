/**
 * What the shared rate limit costs a call: processor time of this process for each token, shared through the embedded
 * PostgreSQL and alone, against the processor time that the service takes for the smallest call, `User.GetSystemDate` over JSON.
 *
 *   node --import tsx bench/rate-limit.ts [tokens per round] [rounds]
 */
import { pino } from 'pino'
import { type RateLimit, rateLimit } from '../src/domain/limits/rate-limit.ts'
import { sharedRateLimit } from '../src/domain/limits/shared-limit.ts'
import { smallestCallCost } from './call-cost.ts'
import { startProduct } from './product.ts'
import { median, printTable } from './table.ts'

const [tokens = 2_000_000, rounds = 5] = process.argv.slice(2).map(Number)
/** The default limit; the buckets of many callers never become empty. */
const rate = { perSecond: 5_000, burst: 20_000 }
const callers = Array.from({ length: 1_000 }, (_, n) => `login ${n}`)

const product = await startProduct()
const { db } = product
try {
  const shared = sharedRateLimit(db, pino({ level: 'silent' }), 'bench', rate)
  const alone = rateLimit(rate)
  await take(shared)
  const ofShared: number[] = []
  const ofAlone: number[] = []
  const ofCalls: number[] = []
  for (let round = 0; round < rounds; round++) {
    ofShared.push(await take(shared))
    ofAlone.push(await take(alone))
    ofCalls.push(await smallestCallCost(product))
  }
  const [ofSharedLimit, without, call] = [ofShared, ofAlone, ofCalls].map(median) as [number, number, number] // one per contender
  const part = (cost: number) => `${((cost / call) * 100).toFixed(2)} %`
  printTable([
    ['processor time', 'µs', 'of a call'],
    ['a token, shared by processes (a statement for 2,500)', ofSharedLimit.toFixed(2), part(ofSharedLimit)],
    ['a token, of one process alone', without.toFixed(2), part(without)],
    ['the smallest call', call.toFixed(1), '100 %'],
  ])
} finally {
  await product.end()
}

/** @returns microseconds of processor time for each token, statements included */
async function take(limit: RateLimit): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < tokens; n++) {
    try {
      limit(callers[n % callers.length]!)
    } catch {
      // an empty bucket costs as much
    }
    if (n % 20_000 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / tokens
}
