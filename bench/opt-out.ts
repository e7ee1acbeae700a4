/**
 * One-click opt-outs (RFC 8058) end to end, each by another person and durable before its answer, on the embedded
 * PostgreSQL; beside them a storm of POSTs of one token, and a bare `node:http` answer of the same bytes.
 *
 *   node --import tsx bench/opt-out.ts [recipients] [connections]
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyRing } from '../src/domain/access/keys.ts'
import { tokens } from '../src/domain/tokens/tokens.ts'
import { readListsByPublicId } from '../src/store/accounts/access.ts'
import { load, post } from './load.ts'
import { makeList, startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [recipients = 60_000, connections = 256] = process.argv.slice(2).map(Number)
const secret = 'an installation secret of the benchmark, 32 bytes or more'
const seconds = 4

const product = await startProduct({ LETTERSHOP_SECRET: secret })
const { db, port } = product
try {
  const { ListID } = await makeList(product)
  const [list] = await readListsByPublicId(db, [ListID])
  const campaignId = await fill(list!)
  const signed = tokens(keyRing(Buffer.from(secret)))
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const click = (path: string) => post(path, form, 'List-Unsubscribe=One-Click')
  const paths = Array.from({ length: recipients }, (_, n) => `/u/${signed.sign('recipient', campaignId, n + 1)}`)

  let asked = 0
  // an address asked for after all have left, has left: such a round would say nothing
  const own = await load({ port, connections, seconds, request: () => click(paths[asked++ % recipients]!) })
  const [left] = await db`select unsubscribed from list_totals where list_id = ${list!.listId}`
  const [unsubscribes] = await db`select unsubscribes from campaign_totals where campaign_id = ${campaignId}`
  const opted = Math.min(asked, recipients)
  if (left!.unsubscribed !== opted || unsubscribes!.unsubscribes !== opted) {
    throw new Error(
      `${opted} opted out, ${left!.unsubscribed} are on record, ${unsubscribes!.unsubscribes} with the campaign.`,
    )
  }
  const storm = await load({ port, connections, seconds, request: () => click(paths[0]!) })
  const [rows] = await db`
    select count(*)::integer as n from subscriber_history where list_id = ${list!.listId} and cause = 'unsubscribed'`
  if (rows!.n !== opted) throw new Error(`${opted} opted out, ${rows!.n} rows say so.`)

  const bare = createServer((incoming, response) => {
    incoming.resume()
    incoming.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': 25 })
      response.end('You are unsubscribed\n    ')
    })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => bare.once('listening', resolve))
  const alone = await load({
    port: (bare.address() as AddressInfo).port,
    connections,
    seconds,
    request: () => click(paths[0]!),
  })
  bare.close()

  printTable([
    ['one-click POSTs', 'per second', 'p50 ms', 'p99 ms', 'failures'],
    row(`of ${count(opted)} people, durable`, own),
    row('of one token, again and again', storm),
    row('answered by a bare node:http', alone),
  ])
} finally {
  await product.end('SIGTERM')
}

function row(name: string, { perSecond, p50, p99, failures }: Awaited<ReturnType<typeof load>>) {
  return [name, count(perSecond), p50.toFixed(1), p99.toFixed(1), count(failures)]
}

/** A sent campaign with its audience, all active. @returns its id */
async function fill({ clientId, listId }: { readonly clientId: number; readonly listId: number }): Promise<number> {
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, 'Bench', 'x', 'x', 'x@bench.example', 'x@bench.example', 'http://x', '<p>', 'sent', now(), now())
    returning id`
  const campaignId = campaign!.id as number
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${clientId}, ${listId}, e, e, 'Active', now(), now()
    from generate_series(1, ${recipients}::integer) n, lateral (select 'r' || n || '@people.example' as e) address`
  await db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
    select ${clientId}, ${campaignId}, row_number() over (order by id), list_id, id, email, address, '', '{}'
    from subscribers where client_id = ${clientId} and list_id = ${listId}`
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, accepted)
    values (${clientId}, ${campaignId}, ${recipients}, ${recipients})`
  await db`update list_totals set active = ${recipients} where list_id = ${listId}`
  await db`vacuum analyze subscribers, audience, campaigns, lists, campaign_totals`
  return campaignId
}
