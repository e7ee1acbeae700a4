/**
 * What metrics cost: processor time of counting and timing a call, against that of the smallest call; and how long a scrape takes.
 *
 *   node --import tsx bench/metrics.ts [observations per round] [rounds]
 */
import { metrics } from '../src/http/metrics.ts'
import { budget } from '../src/lib/budget.ts'
import { smallestCallCost } from './call-cost.ts'
import { startProduct } from './product.ts'
import { median, printTable } from './table.ts'

const [observations = 2_000_000, rounds = 5] = process.argv.slice(2).map(Number)
const operations = Array.from({ length: 100 }, (_, n) => `Operation.Number${n}`)

const product = await startProduct()
try {
  const { observe } = metrics({ db: product.db, memory: budget(1), memoryMost: 1, token: undefined })
  observeAll(observe)
  const ofObserving: number[] = []
  const ofCalls: number[] = []
  const ofScrapes: number[] = []
  for (let round = 0; round < rounds; round++) {
    ofObserving.push(observeAll(observe))
    ofCalls.push(await smallestCallCost(product))
    ofScrapes.push(await scrape(product.url))
  }
  const [observing, call] = [median(ofObserving), median(ofCalls)]
  printTable([
    ['processor time', 'µs', 'of a call'],
    ['counting and timing a call', observing.toFixed(2), `${((observing / call) * 100).toFixed(2)} %`],
    ['the smallest call', call.toFixed(1), '100 %'],
  ])
  printTable([
    ['a scrape, every 5 seconds at most', 'ms'],
    ['until its last octet', median(ofScrapes).toFixed(1)],
  ])
} finally {
  await product.end()
}

/** @returns microseconds of processor time for each */
function observeAll(observe: ReturnType<typeof metrics>['observe']): number {
  const before = process.cpuUsage()
  for (let n = 0; n < observations; n++) observe(operations[n % operations.length]!, 'json', 0.003, undefined)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / observations
}

/** @returns milliseconds */
async function scrape(url: string): Promise<number> {
  const began = performance.now()
  await (await fetch(`${url}/metrics`)).text()
  return performance.now() - began
}
