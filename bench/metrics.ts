/**
 * What metrics cost: processor time of a call that is counted and timed against one that is not, in turns within one process under one
 * load; and how long a scrape takes.
 *
 *   node --import tsx bench/metrics.ts [rounds of three turns]
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metrics } from '../src/http/metrics.ts'
import { budget } from '../src/lib/budget.ts'
import type { Database } from '../src/store/connection/database.ts'
import { load, post } from './load.ts'
import type { Round, Said } from './metrics-server.ts'
import { median, printTable } from './table.ts'

const [rounds = 1500] = process.argv.slice(2).map(Number)

const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const server = fork(new URL('./metrics-server.ts', import.meta.url), {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, LETTERSHOP_DATA: folder, LETTERSHOP_PORT: '0', LETTERSHOP_CALLS_PER_SECOND: '0' },
})
const ended = new Promise(resolve => server.once('exit', resolve))
try {
  const { port, apiKey } = await said('port')
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` }
  const request = post('/api/json/User.GetSystemDate', headers, '{}')
  const loaded = (seconds: number) => load({ port, connections: 16, seconds, request: () => request })
  await loaded(3)
  server.send(rounds)
  const measured = said('rounds')
  let isMeasuring = true
  void measured.finally(() => {
    isMeasuring = false
  })
  while (isMeasuring) await loaded(2)
  const found = (await measured).rounds
  const cost = (name: keyof Round) => middleMean(found.map(round => round[name]))
  const without = cost('without')
  const alone = median(Array.from({ length: 5 }, costAlone))
  const share = (name: keyof Round) => inPercent(found.map(round => round[name] / round.without - 1))
  printTable([
    ['processor time of the smallest call', 'µs', 'more than not counted: median of rounds (95 % between)'],
    ['not counted', without.toFixed(2), ''],
    ['counted and timed', cost('with').toFixed(2), share('with')],
    ['not counted, again: the noise', cost('again').toFixed(2), share('again')],
    ['counting and timing by itself', alone.toFixed(2), `${((alone / without) * 100).toFixed(2)} %`],
  ])
  const scrapes: number[] = []
  for (let n = 0; n < 21; n++) scrapes.push(await scrape(port))
  printTable([
    ['a scrape', 'ms'],
    ['until its last octet, without the database', median(scrapes).toFixed(1)],
    ['with it, every 5 seconds at most', Math.max(...scrapes).toFixed(1)],
  ])
} finally {
  if (server.connected) server.disconnect()
  await ended
  await rm(folder, { recursive: true, force: true })
}

/** @returns microseconds of processor time to count and time a call, in this process and without the call */
function costAlone(): number {
  const many = 1_000_000
  // the database is read by scrapes only
  const { observe } = metrics({ db: {} as Database, memory: budget(1), memoryMost: 1, token: undefined })
  const operations = Array.from({ length: 100 }, (_, n) => `Operation.Number${n}`)
  const before = process.cpuUsage()
  for (let n = 0; n < many; n++) observe(operations[n % operations.length]!, 'json', 0.003, undefined)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / many
}

/** The next message that has this member. @throws Error when the server ends before */
function said<Name extends 'port' | 'rounds'>(name: Name): Promise<Extract<Said, Record<Name, unknown>>> {
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('The server has ended.')))
    server.on('message', (message: Said) => {
      if (name in message) resolve(message as Extract<Said, Record<Name, unknown>>) // it has the member
    })
  })
}

/** @returns milliseconds */
async function scrape(port: number): Promise<number> {
  const began = performance.now()
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return performance.now() - began
}

/** The median, and between which values that of all rounds there might be lies, by their ranks. */
function inPercent(shares: readonly number[]): string {
  const sorted = [...shares].sort((a, b) => a - b)
  const rank = (deviations: number) =>
    Math.round(sorted.length / 2 + (deviations * 1.96 * Math.sqrt(sorted.length)) / 2)
  const [low, middle, high] = [-1, 0, 1].map(way => (sorted[rank(way)]! * 100).toFixed(2))
  return `${middle} % (${low} to ${high})`
}

/** The mean of the middle half: other programs and the garbage collector lengthen some turns. */
function middleMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.slice(sorted.length >> 2, sorted.length - (sorted.length >> 2))
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
