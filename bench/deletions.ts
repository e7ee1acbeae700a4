/**
 * What the pages of a console ask for that grow with an account: `Deleted.List` with a million deletions, and `Setup.GetStatus` with
 * 5,000 clients. Calls over HTTP on the embedded PostgreSQL, one after another.
 *
 *   node --import tsx bench/deletions.ts [calls each]
 */
import { startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [calls = 40] = process.argv.slice(2).map(Number)
const clients = 5000
const deletions = 1_000_000
/** Rows of one statement. */
const step = 50_000

const product = await startProduct()
const { db } = product
try {
  const [account] = await db<{ id: number }[]>`select id from accounts order by id limit 1`
  await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select ${account!.id}, 'Client ' || n, 'x', n || '@x.example', 'Germany', 'Europe/Berlin', 'Berlin'
    from generate_series(1, ${clients}::int) n`
  // rare kinds too: one client, and a campaign of every thousand
  for (let from = 1; from <= deletions; from += step)
    await db`
      insert into deletions (account_id, client_id, kind, public_id, name, at, deleted_by)
      select ${account!.id}, c.first + n % ${clients}::int,
        case when n = 1 then 'client' when n % 1000 = 0 then 'campaign' when n % 3 = 0 then 'template' else 'list' end,
        gen_random_uuid(), 'Object ' || n, now() - interval '20 days' + n * interval '1 second', 'carla'
      from generate_series(${from}::int, ${from + step - 1}::int) n,
        (select min(id) as first from clients where company_name like 'Client %') c`
  await db`vacuum analyze`
  const [one] = await db<{ publicId: string }[]>`select public_id from clients where company_name = 'Client 2500'`
  const ClientID = one!.publicId

  const ask = async (name: string, body: Record<string, unknown>) => {
    const begun = performance.now()
    const answer = await product.call<{ NextCursor: string }>(name, body)
    return { ms: performance.now() - begun, cursor: answer.NextCursor }
  }
  const rows = [['call', 'median ms', 'p95 ms']]
  const measure = async (what: string, name: string, body: Record<string, unknown>) => {
    await ask(name, body)
    const times: number[] = []
    for (let n = 0; n < calls; n++) times.push((await ask(name, body)).ms)
    const sorted = times.toSorted((a, b) => a - b)
    rows.push([what, median(times).toFixed(1), sorted[Math.floor(calls * 0.95)]!.toFixed(1)])
  }
  const list = { Limit: 50 }
  await measure('Deleted.List, account, first page', 'Deleted.List', list)
  let { cursor } = await ask('Deleted.List', { Limit: 1000 })
  for (let page = 0; page < 100; page++) cursor = (await ask('Deleted.List', { Limit: 1000, Cursor: cursor })).cursor
  await measure('Deleted.List, account, page after 100,000', 'Deleted.List', { ...list, Cursor: cursor })
  await measure('Deleted.List, account, the one client', 'Deleted.List', { ...list, Kinds: ['Client'] })
  await measure('Deleted.List, one client', 'Deleted.List', { ...list, ClientID })
  await measure('Setup.GetStatus, nothing done', 'Setup.GetStatus', {})
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    select id, 'C', 's', 'f', 'f@x.example', 'f@x.example', 'http://x.example/', '', 'sent', now() from clients where company_name = 'Client 1'`
  await measure('Setup.GetStatus, a campaign was sent', 'Setup.GetStatus', {})
  console.log(`${count(deletions)} deletions, ${count(clients)} clients, ${calls} calls each`)
  printTable(rows)
} finally {
  await product.end()
}
