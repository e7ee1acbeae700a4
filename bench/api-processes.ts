/**
 * One and two processes of the API on one database: the cost of a call over JSON in the processes and in PostgreSQL, with 32 callers on
 * each process. On a machine with fewer cores the rate cannot grow with the processes; calls by second of processor time show whether it would.
 *
 *   node --import tsx bench/api-processes.ts [seconds = 3] [rounds = 3]
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillList } from '../test/harness/large-list.ts'
import { type Program, startProgram } from '../test/harness/program.ts'
import { load, post } from './load.ts'
import { findPostmaster, processorTime, processorTimeOfServer } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [seconds = 3, rounds = 3] = process.argv.slice(2).map(Number)
const callers = 32
const members = 10_000

interface Run {
  readonly perSecond: number
  /** Microseconds of the processors for each call. */
  readonly service: number
  readonly database: number
}

const product = await startProduct({ LETTERSHOP_ROLES: 'api,jobs' })
const second = await startProgram(
  {
    DATABASE_URL: product.databaseUrl,
    LETTERSHOP_DATA: join(product.dataFolder, 'second'),
    LETTERSHOP_SECRET: (await readFile(join(product.dataFolder, 'secret'), 'utf8')).trim(),
    LETTERSHOP_CALLS_PER_SECOND: '0',
    LETTERSHOP_ROLES: 'api',
  },
  { apiKey: product.apiKey },
)
try {
  const { ListID } = await makeList(product)
  await fillList(product.db, ListID, members)
  const postmaster = await findPostmaster(product.db)
  let asked = 0
  let added = 0
  const works: readonly (readonly [name: string, request: () => Buffer])[] = [
    ['Subscribers.GetIsSubscribed', call('Subscribers.GetIsSubscribed', () => `p${asked++ % members}@people.example`)],
    ['Subscriber.Add', call('Subscriber.Add', () => `new${added++}@people.example`, { Name: 'New' })],
  ]
  for (const [name, request] of works) {
    const runs: readonly Run[][] = [[], []]
    await drive([product, second], request, postmaster) // warm
    for (let round = 0; round < rounds; round++) {
      runs[0]!.push(await drive([product], request, postmaster))
      runs[1]!.push(await drive([product, second], request, postmaster))
    }
    const row = (what: string, read: (run: Run) => number) => [what, ...runs.map(all => count(median(all.map(read))))]
    printTable([
      [name, '1 process', '2 processes'],
      row('calls/s on these cores', run => run.perSecond),
      row('processes, µs of a processor for each call', run => run.service),
      row('PostgreSQL, µs', run => run.database),
      row('calls for each second of processor time', run => 1e6 / (run.service + run.database)),
    ])
  }

  function call(operation: string, address: () => string, more: object = {}): () => Buffer {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${product.apiKey}` }
    return () => post(`/api/json/${operation}`, headers, JSON.stringify({ ListID, Email: address(), ...more }))
  }
} finally {
  await second.end()
  await product.end()
}

async function drive(
  programs: readonly Pick<Program, 'url' | 'child'>[],
  request: () => Buffer,
  postmaster: number,
): Promise<Run> {
  const ofService = () => programs.reduce((sum, { child }) => sum + processorTime(child.pid!), 0)
  const before = [ofService(), processorTimeOfServer(postmaster)] as const
  const results = await Promise.all(
    programs.map(({ url }) => load({ port: Number(new URL(url).port), connections: callers, seconds, request })),
  )
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const failures = results.reduce((sum, result) => sum + result.failures, 0)
  if (failures > 0 || requests === 0) throw new Error(`${failures} of ${requests} calls failed.`)
  return {
    perSecond: results.reduce((sum, result) => sum + result.perSecond, 0),
    service: (ofService() - before[0]) / requests,
    database: (processorTimeOfServer(postmaster) - before[1]) / requests,
  }
}
