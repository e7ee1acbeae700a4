/**
 * Open pixel and click redirect, durable before the answer, against a bare node:http server that answers the same bytes;
 * how long after the storm the last hit was counted; then what GetSummary, GetEngagement and GetTimeline cost of a campaign with a million hits.
 *
 *   node --import tsx bench/hits.ts [seconds per round] [rounds] [hits stored] [clients]
 *
 * Both servers are processes of their own and share the processors with the load generator and the database, which is embedded and durable.
 * Rounds are interleaved; the share counts what PostgreSQL takes as ours.
 */
import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keyRing } from '../src/domain/access/keys.ts'
import { publicPaths, tokens } from '../src/domain/tokens/tokens.ts'
import { botFilter } from '../src/tracking/bot-filter.ts'
import { fillList } from '../test/harness/large-list.ts'
import { load } from './load.ts'
import { findPostmaster, processorTime, processorTimeOfServer } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [seconds = 4, rounds = 3, stored = 1_000_000, connections = 256] = process.argv.slice(2).map(Number)
const recipients = 100_000
/** Counting and classifying take less. */
const mostSeconds = 600
const secret = 'a secret of the benchmark, forty letters'
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

const product = await startProduct({ LETTERSHOP_SECRET: secret })
const { db, port, url } = product
try {
  const { ClientID, ListID } = await makeList(product)
  await fillList(db, ListID, recipients)
  const busy = await seedCampaign('Busy')
  const sign = tokens(keyRing(Buffer.from(secret)))
  const tokenOf = (number: number) => sign.sign('recipient', busy.id, number)
  const links = [
    ['open pixel', (n: number) => publicPaths.open(tokenOf(n))],
    ['click redirect', (n: number) => publicPaths.click(1 + (n % 5), tokenOf(n))],
  ] as const

  const postmaster = await findPostmaster(db)
  const rows = [
    [
      ...['answer', 'bare node:http/s', 'ours/s', 'of bare', 'p50 ms', 'p99 ms'],
      ...['processor µs each, bare', 'ours', 'PostgreSQL', 'bare of both', 'counted after s'],
    ],
  ]
  for (const [name, path] of links) {
    const bare = await bareServer(await answerOf(path(1)))
    const requests = Array.from({ length: 20_000 }, (_, n) => get(path(1 + ((n * 7919) % recipients))))
    let next = 0
    const request = () => requests[next++ % requests.length]!
    const run = async (at: number) => {
      const result = await load({ port: at, connections, seconds, request })
      if (result.requests === 0) throw new Error('Nothing was answered.')
      return result
    }
    await run(port)
    await counted()
    const rates: number[] = []
    const ours: number[] = []
    const p50: number[] = []
    const p99: number[] = []
    const bareCost: number[] = []
    const cost: number[] = []
    const databaseCost: number[] = []
    const behind: number[] = []
    for (let round = 0; round < rounds; round++) {
      const bareBefore = processorTime(bare.child.pid!)
      const same = await run(bare.port)
      rates.push(same.perSecond)
      bareCost.push((processorTime(bare.child.pid!) - bareBefore) / same.requests)
      const before = processorTime(product.child.pid!)
      const databaseBefore = processorTimeOfServer(postmaster)
      const result = await run(port)
      ours.push(result.perSecond)
      p50.push(result.p50)
      p99.push(result.p99)
      behind.push(await counted())
      cost.push((processorTime(product.child.pid!) - before) / result.requests)
      databaseCost.push((processorTimeOfServer(postmaster) - databaseBefore) / result.requests)
    }
    bare.child.kill()
    const figures = [p50, p99].map(values => median(values).toFixed(1))
    rows.push([
      name,
      count(median(rates)),
      count(median(ours)),
      ratio(median(ours), median(rates)),
      ...figures,
      median(bareCost).toFixed(0),
      median(cost).toFixed(0),
      median(databaseCost).toFixed(0),
      ratio(median(bareCost), median(cost) + median(databaseCost)),
      median(behind).toFixed(1),
    ])
  }
  console.log(
    `${connections} clients, ${rounds} interleaved rounds of ${seconds} s, medians; every hit is on disk before its answer\n`,
  )
  printTable(rows)

  const old = await seedCampaign('A million')
  const took = await seedHits(old)
  const each = (microseconds: number) => (microseconds / stored).toFixed(1)
  console.log(
    `${count(stored)} hits of ${count(stored / 10)} recipients were classified in ${took.seconds.toFixed(1)} s, each with ${each(took.service)} µs of us and ${each(took.postgres)} µs of PostgreSQL\n`,
  )
  const times = [['operation', 'with no hits, ms', `with ${count(stored)} hits, ms`]]
  const quiet = await seedCampaign('Quiet')
  for (const operation of [
    'Campaign.GetSummary',
    'Campaign.GetEngagement',
    'Campaign.GetLinks',
    'Campaign.GetTimeline',
  ])
    times.push([operation, await timeOf(operation, quiet.publicId), await timeOf(operation, old.publicId)])
  printTable(times)

  /** @returns seconds until every hit is counted; what that costs the service is in its processor time */
  async function counted(): Promise<number> {
    const begin = performance.now()
    while ((await db`select 1 from uncounted_hits limit 1`).length > 0) {
      if (performance.now() - begin > mostSeconds * 1000)
        throw new Error(`Hits are not counted after ${mostSeconds} s.`)
      await sleep(10)
    }
    return (performance.now() - begin) / 1000
  }

  async function timeOf(operation: string, CampaignID: string): Promise<string> {
    const times: number[] = []
    for (let n = 0; n < 200; n++) {
      const begin = performance.now()
      await product.call(operation, { CampaignID })
      times.push(performance.now() - begin)
    }
    return median(times).toFixed(1)
  }

  async function seedCampaign(name: string) {
    const [row] = await db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
      select c.id, ${name}, 'News', 'Bench', 'bench@bench.example', 'bench@bench.example', 'http://bench.example/', '', 'sent', now(), now()
      from clients c where c.public_id = ${ClientID}::uuid
      returning client_id, id, public_id`
    const { clientId, id, publicId } = row as unknown as { clientId: number; id: number; publicId: string } // as returned
    await db`
      insert into links (client_id, campaign_id, number, url)
      select ${clientId}, ${id}, n, 'https://shop.example/offers/' || n || '?utm_source=news' from generate_series(1, 5) n`
    await db`
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select ${clientId}, ${id}, row_number() over (order by s.id), s.list_id, s.id, s.email, s.address, '', '{}'
      from subscribers s join lists l on l.id = s.list_id where l.public_id = ${ListID}::uuid`
    await db`
      insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted)
      values (${clientId}, ${id}, ${recipients}, ${recipients + 1}, ${recipients})`
    return { clientId, id, publicId }
  }

  /** Ten hits a recipient, two of them clicks. @returns seconds of classifying them, and microseconds of processor time, ours and PostgreSQL's */
  async function seedHits({ clientId, id }: { readonly clientId: number; readonly id: number }) {
    const openers = Math.floor(stored / 10)
    const at = new Date(Date.now() - 3_600_000)
    await db`
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
      select ${clientId}, ${id}, 1 + n % ${openers}::integer, case when n % 10 < 8 then 'open' else 'click' end,
        case when n % 10 >= 8 then 1 + n % 5 end, ${at}::timestamptz + n * interval '1 millisecond', '192.0.2.0', ${agent}
      from generate_series(1, ${openers * 10}::integer) n`
    await db`
      insert into opens (client_id, campaign_id, number, opens, clicks, first_at, stale_at)
      select client_id, campaign_id, number, count(*) filter (where link is null), count(link), min(at), min(at)
      from hits where client_id = ${clientId} and campaign_id = ${id} group by 1, 2, 3`
    await db`
      update campaign_totals t
      set opens = s.opens, unique_opens = s.unique_opens, clicks = s.clicks, unique_clicks = s.unique_clicks
      from (
        select sum(greatest(opens, 1)) as opens, count(*) as unique_opens, sum(clicks) as clicks,
          count(*) filter (where clicks > 0) as unique_clicks
        from opens where client_id = ${clientId} and campaign_id = ${id}
      ) s
      where t.client_id = ${clientId} and t.campaign_id = ${id}`
    await db`vacuum analyze hits`
    await db`vacuum analyze opens`
    const begin = performance.now()
    const spent = () => {
      const { user, system } = process.cpuUsage()
      return {
        seconds: (performance.now() - begin) / 1000,
        service: user + system + processorTime(product.child.pid!),
        postgres: processorTimeOfServer(postmaster),
      }
    }
    const before = spent()
    const step = botFilter(db)
    // the service classifies as well, a quarter of the time; then it is not our turn
    for (;;) {
      if (await step()) continue
      const [left] = await db`select 1 from opens where stale_at is not null limit 1`
      if (!left) {
        const { seconds, service, postgres } = spent()
        return { seconds, service: service - before.service, postgres: postgres - before.postgres }
      }
      if (performance.now() - begin > mostSeconds * 1000) throw new Error(`Hits wait after ${mostSeconds} s.`)
    }
  }
} finally {
  await product.end()
}

async function answerOf(path: string) {
  const response = await fetch(url + path, { redirect: 'manual' })
  const headers = Object.fromEntries(response.headers)
  for (const own of ['date', 'connection', 'keep-alive', 'transfer-encoding']) delete headers[own]
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()).toString('base64') }
}

async function bareServer(answer: object) {
  const child = fork(fileURLToPath(new URL('hits-server.ts', import.meta.url)), [], { execArgv: ['--import', 'tsx'] })
  child.send(answer)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', message => resolve(Number(message)))
    child.once('exit', () => reject(new Error('The bare server ended.')))
  })
  return { child, port }
}

function get(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${agent}\r\nAccept: */*\r\n\r\n`)
}
