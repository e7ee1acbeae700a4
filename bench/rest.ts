/**
 * The REST wire beside the JSON wire, and its pages by number: a subscriber added over both in turns, pages of a list of a million, and
 * imports of 1,000 rows, each durable when it is answered.
 *
 *   node --import tsx bench/rest.ts [members] [rounds]
 */

import { fillList } from '../test/harness/large-list.ts'
import { load, post } from './load.ts'
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
} finally {
  await product.end()
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
