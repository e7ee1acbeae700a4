/**
 * Whole answers that the historical interface asks for, beside the least that any program would do: rows read by a cursor, escaped for XML and
 * put together. Both read the same rows of the same database, in turn; the program answers over HTTP.
 *
 *   node --import tsx bench/whole-answers.ts [rows]
 */
import { readFileSync } from 'node:fs'
import { escapeText } from '../src/lib/xml.ts'
import { readListsByPublicId } from '../src/store/accounts/access.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [rows = 1_000_000] = process.argv.slice(2).map(Number)
const rounds = 3
/** Rows that the cursor gives at a time. */
const step = 1_000
const product = await startProduct({ LETTERSHOP_REQUEST_SECONDS: '600' })
const { db } = product
try {
  const { ListID } = await makeList(product)
  const [list] = await readListsByPublicId(db, [ListID])
  const CampaignID = await fill(list!.clientId, list!.listId)
  const member = `email as "EmailAddress", name as "Name", to_char(state_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') as "Date", state as "State"`
  const answers = [
    await compare(
      'Subscribers.GetActive',
      `ListID=${ListID}&Date=2000-01-01`,
      `select ${member} from subscribers where client_id = ${list!.clientId} and list_id = ${list!.listId} and state = 'Active' order by state_at, id`,
    ),
    await compare(
      'Campaign.GetOpens',
      `CampaignID=${CampaignID}`,
      `select a.email as "EmailAddress", replace(l.public_id::text, '-', '') as "ListID", greatest(o.opens, 1) as "NumberOfOpens"
       from opens o join audience a using (client_id, campaign_id, number) join lists l on l.id = a.list_id
       where o.client_id = ${list!.clientId} order by o.number`,
    ),
  ]
  printTable([[`${count(rows)} rows`, 'seconds', 'with a cursor alone', 'of that', 'grown, MB'], ...answers])
} finally {
  await product.end()
}

async function compare(operation: string, parameters: string, select: string): Promise<string[]> {
  const own: number[] = []
  const bare: number[] = []
  let grown = 0
  for (let round = 0; round < rounds; round++) {
    const before = memory()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memory())
    }, 50)
    own.push(await seconds(() => answer(operation, parameters)))
    clearInterval(watch)
    grown = Math.max(grown, most - before)
    bare.push(await seconds(() => cursor(select)))
  }
  return [operation, median(own).toFixed(1), median(bare).toFixed(1), ratio(median(own), median(bare)), count(grown)]
}

/** The whole answer over HTTP, as an XML document. */
async function answer(operation: string, parameters: string): Promise<number> {
  const response = await fetch(
    `http://127.0.0.1:${product.port}/api/api.asmx/${operation}?ApiKey=${product.apiKey}&${parameters}`,
  )
  let found = 0
  let tail = ''
  for await (const chunk of response.body!) {
    const text = tail + Buffer.from(chunk).toString('latin1')
    for (let at = text.indexOf('<EmailAddress>'); at >= 0; at = text.indexOf('<EmailAddress>', at + 1)) found++
    tail = text.slice(-13)
  }
  return found
}

/** The same rows, in the least code. */
async function cursor(select: string): Promise<number> {
  const sql = await db.reserve()
  let found = 0
  let bytes = 0
  try {
    await sql.unsafe('begin')
    await sql.unsafe(`declare bare cursor for ${select}`)
    for (;;) {
      const page = await sql.unsafe<Record<string, string | number>[]>(`fetch ${step} from bare`)
      let text = ''
      for (const row of page) {
        text += '\r\n  <Row>'
        for (const [name, value] of Object.entries(row))
          text += `\r\n    <${name}>${escapeText(String(value))}</${name}>`
        text += '\r\n  </Row>'
      }
      bytes += Buffer.from(text).length
      found += page.length
      if (page.length < step) break
    }
    await sql.unsafe('commit')
  } finally {
    sql.release()
  }
  if (bytes === 0) throw new Error('There were no rows.')
  return found
}

async function seconds(work: () => Promise<number>): Promise<number> {
  const begun = performance.now()
  const found = await work()
  if (found !== rows) throw new Error(`${found} of ${rows} came.`)
  return (performance.now() - begun) / 1000
}

/** Resident megabytes of the service. */
function memory(): number {
  const [, pages = '0'] = readFileSync(`/proc/${product.child.pid}/statm`, 'utf8').split(' ')
  return (Number(pages) * 4096) / 1e6
}

/** A list, and a campaign that went to it and was opened by all. @returns its CampaignID */
async function fill(clientId: number, listId: number): Promise<string> {
  await db.unsafe(`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}, ${listId}, a, a, 'Member & ' || n, 'Active', now(), now()
    from generate_series(1, ${rows}) n cross join lateral (select 'member' || n || '@example.com' as a) a`)
  const [campaign] = await db<{ id: number; publicId: string }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, 'Opened', 'News', 'Bench', 'bench@bench.example', 'bench@bench.example', 'https://x.example/', '<p>News</p>', 'sent', now(), now())
    returning id, public_id`
  await db.unsafe(`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select client_id, ${campaign!.id}, row_number() over (order by id), list_id, id, email, address, name, fields from subscribers;
    insert into opens (client_id, campaign_id, number, opens, first_at) select client_id, campaign_id, number, 1, now() from audience;
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted, opens, unique_opens)
      values (${clientId}, ${campaign!.id}, ${rows}, ${rows + 1}, ${rows}, ${rows}, ${rows})`)
  await db.unsafe('vacuum analyze subscribers, audience, opens')
  return campaign!.publicId
}
