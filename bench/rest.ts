/**
 * The REST wire beside the JSON wire, and its pages by number: a subscriber added over both in turns, pages of a list of a million,
 * imports of 1,000 rows, each durable when it is answered, and reports of a campaign to a million of whom half opened and a tenth clicked.
 *
 *   node --import tsx bench/rest.ts [members] [rounds]
 */

import { namespace } from '../test/harness/dial.ts'
import { fillList } from '../test/harness/large-list.ts'
import { type Cost, requestCost } from './call-cost.ts'
import { load, post } from './load.ts'
import { findPostmaster } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [members = 1_000_000, rounds = 5] = process.argv.slice(2).map(Number)
const product = await startProduct()
const { apiKey, port, url, call, db } = product
const Authorization = `Basic ${Buffer.from(`${apiKey}:x`).toString('base64')}`

try {
  const { ClientID, ListID } = await makeList(product)
  await compareAdding(ListID)
  const Title = 'Large'
  const large = await call<string>('List.Create', {
    ClientID,
    Title,
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  await fillList(db, large, members)
  await db`vacuum (analyze) subscribers`
  await compareLookUps(large)
  const last = Math.ceil(members / 1000)
  const pages: (readonly [string, string])[] = [
    ['page 1', 'page=1'],
    [`page ${count(last)}, the last`, `page=${last}`],
    [`page ${count(last / 2)}, in the middle`, `page=${Math.ceil(last / 2)}`],
    ['page 1 by name', 'page=1&orderfield=name'],
    ['page 1 by date', 'page=1&orderfield=date'],
    ['page 1 of those since a date long ago', 'page=1&date=2020-01-01'],
    ['page 1 of those since tomorrow', 'page=1&date=2099-01-01'],
  ]
  const rows = []
  for (const [name, query] of pages)
    rows.push([name, ...(await timed(() => get(`lists/${large}/active.json?${query}`)))])
  printTable([[`active of ${count(members)}, 1,000 rows a page`, 'median ms', 'slowest ms'], ...rows])
  let batch = 0
  const imported = await timed(() => {
    batch++
    const Subscribers = Array.from({ length: 1000 }, (_, at) => ({
      EmailAddress: `i${batch}x${at}@import.example`,
      Name: 'Imported',
      ConsentToTrack: 'Yes',
    }))
    return send(`subscribers/${large}/import.json`, JSON.stringify({ Subscribers }))
  })
  printTable([
    ['import of 1,000 new rows', 'median ms', 'slowest ms'],
    ['into the same list', ...imported],
  ])
  await reports()
} finally {
  await product.end()
}

/** Pages of the reports of a campaign to all. */
async function reports(): Promise<void> {
  const campaign = await sentCampaign()
  const lastPage = (share: number) => Math.max(1, Math.ceil((members * share) / 1000))
  const asked = [
    ['recipients, page 1 by list', 'recipients', 'orderfield=list'],
    [`recipients, page ${count(lastPage(1))} by list, the last`, 'recipients', `orderfield=list&page=${lastPage(1)}`],
    ['recipients, page 1 by address, as usual', 'recipients', ''],
    ['opens, page 1 by date, as usual', 'opens', ''],
    [`opens, page ${count(lastPage(0.5))} by date, the last`, 'opens', `page=${lastPage(0.5)}`],
    ['opens, page 1 by list', 'opens', 'orderfield=list'],
    ['clicks, page 1 by date', 'clicks', ''],
    ['bounces, page 1 by date', 'bounces', ''],
    ['emailclientusage', 'emailclientusage', ''],
  ] as const
  const rows = []
  for (const [name, report, query] of asked)
    rows.push([name, ...(await timed(() => get(`campaigns/${campaign}/${report}.json?${query}`)))])
  printTable([[`reports of a campaign to ${count(members)}`, 'median ms', 'slowest ms'], ...rows])
}

/** @returns the id of a campaign to all members: half of them opened, a tenth clicked, one of forty bounced */
async function sentCampaign(): Promise<string> {
  const hits = (kind: string, each: number, link: string) => `
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
    select client_id, campaign_id, number, '${kind}', ${link}, now() - (number % 864000) * interval '1 second', '192.0.2.0', 'Mail'
    from audience where number % ${each} = 0`
  for (const statement of [
    `insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
     select client_id, 'To all', 'News', 'Carla', 'c@c.example', '', '', '', 'sent', now() - interval '10 days', now()
     from lists where title = 'Large'`,
    `insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
     select m.client_id, m.id, row_number() over (order by s.id), s.list_id, s.id, s.email, s.address, s.name, '{}'
     from campaigns m join lists l on l.client_id = m.client_id and l.title = 'Large'
     join subscribers s on s.client_id = l.client_id and s.list_id = l.id order by s.id limit ${members}`,
    `insert into campaign_totals (client_id, campaign_id, recipients, accepted, opens, clicks)
     select client_id, id, ${members}, ${members}, ${Math.floor(members / 2)}, ${Math.floor(members / 10)} from campaigns`,
    `insert into links (client_id, campaign_id, number, url) select client_id, id, 1, 'https://shop.example/' from campaigns`,
    hits('open', 2, 'null'),
    hits('click', 10, '1'),
    `insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence, class)
     select client_id, campaign_id, number, 'S', now(), '', 'policy' from audience where number % 40 = 0`,
    `insert into mail_programs (client_id, campaign_id, name, version, recipients) select client_id, id, 'Gmail', 'image proxy', 9 from campaigns`,
    'vacuum (analyze) audience',
    'vacuum (analyze) hits',
    'vacuum (analyze) campaign_bounces',
  ])
    await db.unsafe(statement)
  const [campaign] = await db`select public_id from campaigns`
  return campaign!.publicId as string
}

async function compareAdding(list: string): Promise<void> {
  let next = 0
  const json = () =>
    post(
      '/api/json/Subscriber.Add',
      { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      JSON.stringify({ ListID: list, Email: `p${next++}@people.example`, Name: 'Ann' }),
    )
  const rest = () =>
    post(
      `/api/v3.3/subscribers/${list}.json`,
      { 'Content-Type': 'application/json', Authorization },
      JSON.stringify({ EmailAddress: `p${next++}@people.example`, Name: 'Ann', ConsentToTrack: 'Unchanged' }),
    )
  const measured: { json: number[]; rest: number[] } = { json: [], rest: [] }
  await load({ port, connections: 64, seconds: 2, request: json })
  for (let round = 0; round < rounds; round++) {
    measured.json.push((await load({ port, connections: 64, seconds: 4, request: json })).perSecond)
    measured.rest.push((await load({ port, connections: 64, seconds: 4, request: rest })).perSecond)
  }
  const [ofJson, ofRest] = [median(measured.json), median(measured.rest)]
  printTable([
    ['64 callers add subscribers', 'a second', 'of the JSON wire'],
    ['Subscriber.Add over JSON', count(ofJson), '1.00'],
    ['POST subscribers over REST', count(ofRest), ratio(ofRest, ofJson)],
  ])
}

/** One subscriber over REST beside `GetIsSubscribed` over SOAP, in turns; processor time of the service and PostgreSQL. */
async function compareLookUps(list: string): Promise<void> {
  const known = await db<{ address: string }[]>`
    select address from subscribers where list_id = (select id from lists where public_id = ${list}::uuid) limit 10000`
  let next = 0
  const address = () => known[next++ % known.length]!.address
  const soap = () =>
    post(
      '/api/api.asmx',
      { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}Subscribers.GetIsSubscribed"` },
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Subscribers.GetIsSubscribed xmlns="${namespace}"><ApiKey>${apiKey}</ApiKey><ListID>${list}</ListID><Email>${address()}</Email></Subscribers.GetIsSubscribed></soap:Body></soap:Envelope>`,
    )
  const rest = () =>
    Buffer.from(
      `GET /api/v3.3/subscribers/${list}.json?email=${encodeURIComponent(address())} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${Authorization}\r\n\r\n`,
    )
  const postmaster = await findPostmaster(db)
  const measure = (request: () => Buffer, connections: number) =>
    requestCost({ port, pid: product.child.pid!, postmaster, request, connections, seconds: 3 })
  const rows = [['one subscriber', 'clients', 'a second', 'service µs', 'PostgreSQL µs', 'of GetIsSubscribed']]
  for (const connections of [16, 64]) {
    const asked: Cost[] = []
    const got: Cost[] = []
    await measure(rest, connections)
    await measure(soap, connections)
    for (let round = 0; round < rounds; round++) {
      asked.push(await measure(soap, connections))
      got.push(await measure(rest, connections))
    }
    const both = ({ service, database }: Cost) => service + database
    const shares = got.map((cost, round) => both(cost) / both(asked[round]!))
    rows.push(lookUpRow('Subscribers.GetIsSubscribed over SOAP', connections, asked, ''))
    rows.push(lookUpRow('GET subscribers/{ListID} over REST', connections, got, median(shares).toFixed(2)))
  }
  printTable(rows)
}

function lookUpRow(name: string, connections: number, costs: readonly Cost[], share: string): string[] {
  const middle = (read: (cost: Cost) => number) => median(costs.map(read))
  return [
    name,
    `${connections}`,
    count(middle(cost => cost.perSecond)),
    middle(cost => cost.service).toFixed(0),
    middle(cost => cost.database).toFixed(0),
    share,
  ]
}

/** @returns median and slowest of twenty, in milliseconds */
async function timed(ask: () => Promise<Response>): Promise<readonly string[]> {
  const times = []
  for (let n = 0; n < 20; n++) {
    const begun = performance.now()
    const answer = await ask()
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status}`)
    times.push(performance.now() - begun)
  }
  return [median(times).toFixed(1), Math.max(...times).toFixed(1)]
}

function get(path: string): Promise<Response> {
  return fetch(`${url}/api/v3.3/${path}`, { headers: { Authorization, 'Accept-Encoding': 'identity' } })
}

function send(path: string, body: string): Promise<Response> {
  return fetch(`${url}/api/v3.3/${path}`, { method: 'POST', headers: { Authorization }, body })
}
