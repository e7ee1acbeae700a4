/**
 * Live streams: what 1,000 readers cost the process in memory, and calls in time. The readers, half of which may be frozen, follow a
 * campaign whose counters change all the time; `Subscriber.Add` goes on for another client, whose events ten more readers follow.
 *
 *   node --import tsx bench/live-stream.ts [readers] [seconds per round] [rounds]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readClientsByPublicId, readListsByPublicId } from '../src/store/accounts/access.ts'
import { load, post } from './load.ts'
import { residentMegabytes } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import type { Order } from './stream-readers.ts'
import { count, median, printTable, ratio } from './table.ts'

const [readers = 1_000, seconds = 5, rounds = 5] = process.argv.slice(2).map(Number)
const clients = 16

const product = await startProduct({
  LETTERSHOP_CLIENTS_PER_HALF_HOUR: '0',
  LETTERSHOP_STREAMS: '5000',
  LETTERSHOP_STREAMS_PER_CALLER: '5000',
})
const { db, apiKey, port, call } = product
const reading = fork(new URL('./stream-readers.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
const bare = fork(new URL('./stream-bare.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
const [barePort] = (await once(bare, 'message')) as [number]
let messages = 0
reading.on('message', (all: number) => {
  messages = all
})
try {
  const { ListID } = await makeList(product)
  const [list] = await readListsByPublicId(db, [ListID])
  const ClientID = await call<string>('Client.Create', {
    CompanyName: 'Watched',
    ContactName: 'Watched',
    EmailAddress: 'watched@bench.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const [watched] = await readClientsByPublicId(db, [ClientID])
  const [campaign] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    values (${watched!.clientId}, 'B', 'B', 'B', 'b@bench.example', 'b@bench.example', 'http://x/', '', 'paused', now())
    returning id`
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, planned)
    values (${watched!.clientId}, ${campaign!.id}, 1000000, 1000000)`

  let added = 0
  const add = () =>
    post(
      '/api/json/Subscriber.Add',
      { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      JSON.stringify({ ListID, Email: `new${added++}@example.com`, Name: 'N' }),
    )
  const calls = () => load({ port, connections: clients, seconds, request: add })
  /** The totals of a campaign that is being sent, four times a second. */
  let accepted = 0
  const change = () => db`
    update campaign_totals set accepted = ${++accepted}, planned = 1000000 - ${accepted}
    where client_id = ${watched!.clientId} and campaign_id = ${campaign!.id}`
  const setState = (state: string) => db`
    update campaigns set state = ${state} where client_id = ${watched!.clientId} and id = ${campaign!.id}`

  await calls()
  const rows: string[][] = [['readers', 'calls/s', 'p50, ms', 'p99, ms', 'messages/s', 'memory, MB']]
  const alone: Round[] = []
  const beside: Round[] = []
  const halfFrozen: Round[] = []
  const ofBare: Round[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure(0, 0))
    beside.push(await measure(readers, 0))
    halfFrozen.push(await measure(readers, readers / 2))
    ofBare.push(await measure(readers, 0, barePort))
  }
  for (const [name, all] of [
    ['none', alone],
    [`${readers}`, beside],
    [`${readers}, half of them frozen`, halfFrozen],
    [`${readers} of a bare node:http server beside it`, ofBare],
  ] as const) {
    const medianOf = (pick: (one: Round) => number) => median(all.map(pick))
    rows.push([
      name,
      count(medianOf(one => one.perSecond)),
      medianOf(one => one.p50).toFixed(1),
      medianOf(one => one.p99).toFixed(1),
      count(medianOf(one => one.messages)),
      medianOf(one => one.memory).toFixed(0),
    ])
  }
  printTable(rows)
  const p99 = (all: readonly Round[]) => median(all.map(one => one.p99))
  const grown = Math.max(...beside.map((one, round) => one.memory - alone[round]!.memory))
  console.log(
    `p99 × ${ratio(p99(beside), p99(alone))}, with the bare server × ${ratio(p99(ofBare), p99(alone))}; memory + ${grown.toFixed(0)} MB at most\n`,
  )

  interface Round {
    readonly perSecond: number
    readonly p50: number
    readonly p99: number
    readonly messages: number
    readonly memory: number
  }

  /** @param from the server that they read from */
  async function measure(many: number, frozen: number, from = port): Promise<Round> {
    await setState('sending')
    const order: Order = {
      ...{ port: from, apiKey },
      readers: Array.from({ length: many }, (_, n) => ({
        clientId: n < 10 ? list!.clientPublicId : ClientID,
        isFrozen: n >= many - frozen,
      })),
    }
    reading.send(order)
    await sleep(many > 0 ? 3_000 : 500)
    // a statement runs once it is awaited
    const changing = setInterval(async () => await change(), 250)
    const before = messages
    const { perSecond, p50, p99, failures } = await calls()
    if (failures > 0) throw new Error(`${failures} calls failed.`)
    const memory = residentMegabytes(product.child.pid!)
    clearInterval(changing)
    reading.send('close')
    await setState('paused')
    await sleep(1_500)
    return { perSecond, p50, p99, messages: (messages - before) / seconds, memory }
  }
} finally {
  reading.kill()
  bare.kill()
  await product.end()
}
