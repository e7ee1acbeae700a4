/**
 * The outbox of a campaign to so many recipients, whose files are there for some; what is held among so many alarms; and sample data.
 * Each request goes to the program over HTTP; milliseconds: the best, the median and the worst of 20.
 *
 *   node --import tsx bench/outbox.ts [recipients = 1000000] [alarms = 1000000]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../src/store/connection/database.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [recipients = 1_000_000, alarms = 1_000_000] = process.argv.slice(2).map(Number)
const requests = 20
/** Recipients at both ends whose files are there. */
const files = 300

const product = await startProduct({ LETTERSHOP_ROLES: 'api,feedback' })
try {
  const { ClientID } = await makeList(product)
  const CampaignID = await seed(product.db)
  await write(join(product.dataFolder, 'outbox', CampaignID))
  const list = (params: object) =>
    product.call<{ NextCursor: string }>('Outbox.List', { ClientID, CampaignID: '', Cursor: '', Limit: 0, ...params })
  const Cursor = Buffer.from(JSON.stringify([1, 1, recipients - files, 0])).toString('base64url')
  printTable([
    [`${count(recipients)} recipients`, 'best ms', 'median ms', 'worst ms'],
    await timed('Outbox.List, first 100', () => list({})),
    await timed('Outbox.List, last 100', () => list({ Cursor })),
    await timed('Outbox.List, one campaign', () => list({ CampaignID })),
    await timed('Outbox.GetMail, 60 KB', () =>
      product.call('Outbox.GetMail', { CampaignID, Mail: String(recipients - 1) }),
    ),
    await relayed(product, list),
    await timed(`Hold.List, ${count(alarms)} alarms`, () => product.call('Hold.List', { Cursor: '', Limit: 0 })),
    await timed('Sample.Create and Remove', async () => {
      await product.call('Sample.Create', {})
      await product.call('Sample.Remove', {})
    }),
  ])
} finally {
  await product.end()
}

async function timed(label: string, ask: () => Promise<unknown>): Promise<readonly string[]> {
  const times: number[] = []
  for (let n = 0; n < requests + 3; n++) {
    const start = performance.now()
    await ask()
    if (n >= 3) times.push(performance.now() - start)
  }
  return [label, ...[Math.min(...times), median(times), Math.max(...times)].map(time => time.toFixed(1))]
}

/** The campaign went to a relay: a page looks at as much as it may, and finds nothing. */
async function relayed({ db }: Product, list: (params: object) => Promise<unknown>): Promise<readonly string[]> {
  await db`update log set answer = '2.0.0 taken' where number < 20000`
  return timed('Outbox.List, none found', () => list({}))
}

async function write(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const body = '<p>words and more words</p>'.repeat(2200)
  const mail = `From: Carla <c@c.example>\r\nTo: Ada <ada@reader.example>\r\nSubject: News\r\nContent-Type: text/html\r\n\r\n${body}\r\n`
  for (let n = 1; n <= files; n++) {
    await writeFile(join(folder, `${n}.eml`), mail)
    await writeFile(join(folder, `${recipients - files + n}.eml`), mail)
  }
}

async function seed(db: Database): Promise<string> {
  const statements = [
    `insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
     select client_id, 'To all', 'News', 'Carla', 'c@c.example', '', '', '', 'sent', now(), now() from lists`,
    `insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted)
     select client_id, id, ${recipients}, ${recipients} + 1, ${recipients} from campaigns`,
    `insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
     select m.client_id, m.id, n, l.id, n, n || '@reader.example', n || '@reader.example', '', '{}'
     from campaigns m, lists l, generate_series(1, ${recipients}) n`,
    `insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
     select client_id, id, n, 1, 'accepted', now(), 250, 'written to ' || replace(public_id::text, '-', '') || '/' || n || '.eml'
     from campaigns, generate_series(1, ${recipients}) n`,
    `insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, done, handed)
     select client_id, id, n * 4000 + 1, n * 4000 + 4000, '', n, now(), true, n * 4000 + 4000
     from campaigns, generate_series(0, ${Math.ceil(recipients / 4000)}) n`,
    `insert into complaint_alarms (client_id, kind, at, complaints, mails, released_at)
     select client_id, case when n % 2 = 0 then 'hold' else 'warning' end, now(), 41, 10000, now()
     from lists, generate_series(1, ${alarms}) n`,
    `insert into complaint_alarms (client_id, kind, at, complaints, mails) select client_id, 'hold', now(), 41, 10000 from lists`,
  ]
  await db.begin(async sql => {
    // the rows fit each other; asking that of each takes longer than writing them
    await sql`set local session_replication_role = replica`
    for (const statement of statements) await sql.unsafe(statement)
  }, 'long')
  for (const table of ['campaigns', 'audience', 'log', 'leases', 'complaint_alarms'])
    await db.unsafe(`vacuum analyze ${table}`)
  const [campaign] = await db<{ publicId: string }[]>`select public_id from campaigns`
  return campaign!.publicId
}
