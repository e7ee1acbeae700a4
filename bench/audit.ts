/**
 * The audit log: `Audit.List` at a million entries, by every filter it offers, over JSON; and what entries cost `Subscriber.Add` over
 * SOAP 1.1 with 64 clients on the embedded, durable PostgreSQL. Without entries means that the database throws them away: the program
 * and its statements are the same.
 *
 *   node --import tsx bench/audit.ts [seconds per round] [rounds] [entries]
 */
import { createHash } from 'node:crypto'
import type { Database } from '../src/store/connection/database.ts'
import { namespace } from '../test/harness/dial.ts'
import { load, post } from './load.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [seconds = 4, rounds = 5, entries = 1_000_000] = process.argv.slice(2).map(Number)
const clients = 64

const product = await startProduct()
try {
  await measureAdd(product)
  await fill(product.db, entries)
  await measureList(product)
} finally {
  await product.end()
}

async function measureAdd(one: Product): Promise<void> {
  const { ListID } = await makeList(one)
  let added = 0
  const add = async () => {
    const { perSecond, failures } = await load({
      port: one.port,
      connections: clients,
      seconds,
      request: () =>
        post(
          '/api/api.asmx',
          { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}Subscriber.Add"` },
          `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Subscriber.Add xmlns="${namespace}"><ApiKey>${one.apiKey}</ApiKey><ListID>${ListID}</ListID><Email>new${added++}@example.com</Email><Name>N</Name></Subscriber.Add></soap:Body></soap:Envelope>`,
        ),
    })
    if (failures > 0) throw new Error(`${failures} calls failed.`)
    return perSecond
  }
  await add()
  const rates = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    rates.with.push(await add())
    await one.db.unsafe('create rule thrown_away as on insert to audit_log do instead nothing')
    rates.without.push(await add())
    await one.db.unsafe('drop rule thrown_away on audit_log')
  }
  const [with_, without] = [median(rates.with), median(rates.without)]
  console.log(`Subscriber.Add, ${clients} clients, ${rounds} interleaved rounds of ${seconds} s, medians\n`)
  printTable([
    ['calls per second', 'rate'],
    ['entries thrown away', count(without)],
    ['with entries', count(with_)],
    ['cost', `${((1 - with_ / without) * 100).toFixed(1)} %`],
  ])
}

/** Of one account: 200 clients, 50 actors, mostly additions; one entry in a thousand is something else, one in a hundred refused. */
async function fill(db: Database, many: number): Promise<void> {
  await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select 1, 'Client ' || n, 'C', n || '@client.example', 'Germany', 'Europe/Berlin', 'Berlin' from generate_series(1, 200) n`
  await db`
    insert into people (email, address, name, time_zone)
    select n || '@people.example', n || '@people.example', 'Person ' || n, 'UTC' from generate_series(1, 50) n`
  await db`insert into grants (person_id, account_id, role) select id, 1, 'Owner' from people where login_id is null`
  await db`
    insert into audit_log (account_id, client_id, at, actor_kind, actor_id, actor_name, means, wire, operation, subject, outcome,
      request_id, remote)
    select 1, c.low + (n::bigint * 7919) % 199, now() - make_interval(secs => n * 2), 'person', p.low + (n::bigint * 104729) % 49, 'Person', 'session', 'json',
      case when n % 1000 = 0 then (array['List.Create', 'Campaign.Send', 'Template.Delete'])[1 + n / 1000 % 3] else 'Subscriber.Add' end,
      'ListID ' || md5(n::text), case when n % 100 = 0 then 'AccessDenied' else '' end, md5(n::text), '192.0.2.1'
    from generate_series(1, ${many}::integer) n, (select min(id) as low from clients where company_name like 'Client%') c,
      (select min(id) as low from people where login_id is null) p`
  await db`analyze audit_log`
}

async function measureList(one: Product): Promise<void> {
  const { db } = one
  const [ids] = await db<{ client: string; actor: string }[]>`
    select (select replace(public_id::text, '-', '') from clients where company_name = 'Client 150') as client,
      (select replace(public_id::text, '-', '') from people where name = 'Person 25') as actor`
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const filters: readonly (readonly [string, object])[] = [
    ['none', {}],
    ['a client', { ClientID: ids!.client }],
    ['a person', { ActorID: ids!.actor }],
    ['a frequent operation', { Operation: 'Subscriber.Add' }],
    ['a rare operation', { Operation: 'Campaign.Send' }],
    ['an operation that never was', { Operation: 'Client.Delete' }],
    ['succeeded', { Outcome: 'Succeeded' }],
    ['refused', { Outcome: 'Refused' }],
    ['failed, of which there are none', { Outcome: 'Failed' }],
    ['a day, ten days ago', { From: day(11), Until: day(10) }],
    ['an object', { SubjectID: createHash('md5').update('150').digest('hex') }],
    ['an object and a person', { SubjectID: createHash('md5').update('150').digest('hex'), ActorID: ids!.actor }],
    ['none, folded', { FoldReads: true }],
    ['a person, folded', { ActorID: ids!.actor, FoldReads: true }],
    ['a client and a rare operation', { ClientID: ids!.client, Operation: 'Template.Delete' }],
    ['a person and refused', { ActorID: ids!.actor, Outcome: 'Refused' }],
    ['a person, a client and refused', { ActorID: ids!.actor, ClientID: ids!.client, Outcome: 'Refused' }],
  ]
  const table = [['Audit.List, a page of 100', 'first page, ms', 'tenth page, ms', 'entries']]
  for (const [name, filter] of filters) {
    const first: number[] = []
    const tenth: number[] = []
    let held = 0
    for (let time = 0; time < 11; time++) {
      let Cursor = ''
      held = 0
      for (let page = 1; page <= 10; page++) {
        const start = performance.now()
        const answer = await one.call<{ Entries: unknown[]; NextCursor: string }>('Audit.List', {
          ...{ ClientID: '', ActorID: '', Operation: '', Outcome: '', From: '', Until: '' },
          ...{ ...filter, Cursor, Limit: 100 },
        })
        const took = performance.now() - start
        held += answer.Entries.length
        if (page === 1) first.push(took)
        if (page === 10) tenth.push(took)
        Cursor = answer.NextCursor
        if (Cursor === '') break
      }
    }
    table.push([name, median(first).toFixed(1), tenth.length > 0 ? median(tenth).toFixed(1) : '–', count(held)])
  }
  console.log(`${count(entries)} entries\n`)
  printTable(table)
}
