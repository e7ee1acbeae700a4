/**
 * The page of a report: a campaign to so many recipients with opens, clicks, opt-outs and bounces, of a client that sent so many
 * others before. Each request goes to the program over HTTP; milliseconds: the best, the median and the worst of 20.
 *
 *   node --import tsx bench/report.ts [recipients = 1000000] [earlier campaigns = 10000]
 */
import type { Database } from '../src/store/connection/database.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [recipients = 1_000_000, earlier = 10_000] = process.argv.slice(2).map(Number)
const requests = 20

// a network may look at so many reports within a second; the benchmark waits for that
const apartMs = 550

const product = await startProduct({ LETTERSHOP_ROLES: 'api,feedback' })
try {
  await makeList(product)
  await seed(product.db)
  const [campaign] = await product.db`select public_id from campaigns where name = 'To all'`
  const [small] = await product.db`select public_id from campaigns where name = 'To a few'`
  const lines = [
    ...(await timed(product, `${count(recipients)} recipients`, campaign!.publicId as string)),
    ...(await timed(product, '1,000 recipients', small!.publicId as string)),
  ]
  printTable([[`${count(earlier)} campaigns before it`, 'bytes', 'best ms', 'median ms', 'worst ms'], ...lines])
} finally {
  await product.end()
}

type Line = readonly string[]

async function timed({ call, url }: Product, label: string, CampaignID: string): Promise<Line[]> {
  const start = performance.now()
  const { URL: link } = await call<{ URL: string }>('Report.Share', {
    CampaignID,
    Label: '',
    ExpiresDate: '',
    Language: '',
  })
  const sharing = performance.now() - start
  const path = new URL(link).pathname
  const one = sharing.toFixed(1)
  return [
    [`Report.Share, ${label}, once`, '', one, one, one],
    await timedGet(`page, ${label}`, `${url}${path}`),
    await timedGet(`download, ${label}`, `${url}${path}?format=csv`),
  ]
}

async function timedGet(label: string, address: string): Promise<Line> {
  const times: number[] = []
  let bytes = 0
  for (let n = 0; n < requests + 3; n++) {
    const start = performance.now()
    const response = await fetch(address)
    bytes = (await response.arrayBuffer()).byteLength
    const took = performance.now() - start
    if (response.status !== 200) throw new Error(`The report was answered with ${response.status}.`)
    if (n >= 3) times.push(took)
    await new Promise(resolve => setTimeout(resolve, apartMs))
  }
  const shown = [Math.min(...times), median(times), Math.max(...times)].map(time => time.toFixed(1))
  return [label, count(bytes), ...shown]
}

async function seed(db: Database): Promise<void> {
  const campaign = (name: string, size: number, links: string) => [
    `insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
     select client_id, '${name}', 'News', 'Carla', 'c@c.example', '', '', ${links}, 'sent', now() - interval '10 days', now()
     from lists`,
    `insert into campaign_lists (client_id, campaign_id, list_id)
     select m.client_id, m.id, l.id from campaigns m, lists l where m.name = '${name}'`,
    `insert into campaign_totals (client_id, campaign_id, recipients, accepted, refused, opens, unique_opens, clicks, unique_clicks,
       unsubscribes, bounces, complaints)
     select client_id, id, ${size}, ${size} - ${size} / 50, ${size} / 50, ${size} / 2, ${size} / 3, ${size} / 10, ${size} / 12,
       ${size} / 200, ${size} / 40, ${size} / 1000 from campaigns where name = '${name}'`,
    `insert into engagement (client_id, campaign_id, rules_version, classified_at, opens, clicks, human_opens, human_unique_opens,
       human_clicks, human_unique_clicks)
     select client_id, id, 1, now(), ${size} / 2, ${size} / 10, ${size} / 3, ${size} / 4, ${size} / 12, ${size} / 15
     from campaigns where name = '${name}'`,
    `insert into links (client_id, campaign_id, number, url)
     select client_id, id, n, 'https://shop.example/page/' || n from campaigns, generate_series(1, 40) n where name = '${name}'`,
    `insert into link_totals (client_id, campaign_id, link, clicks, unique_clicks, human_clicks, human_unique_clicks)
     select client_id, id, n, 100 * n, 90 * n, 80 * n, 70 * n from campaigns, generate_series(1, 40) n where name = '${name}'`,
    `insert into campaign_hours (client_id, campaign_id, hour, accepted, opens, human_opens, clicks, human_clicks)
     select client_id, id, date_trunc('hour', started_at) + n * interval '1 hour', 0, 300, 200, 50, 30
     from campaigns, generate_series(0, 239) n where name = '${name}'`,
    ...['campaign_unsubscribes', 'campaign_complaints'].map(
      (
        table,
        index,
      ) => `insert into ${table} (client_id, campaign_id, number, at${index ? ', feedback_type, evidence' : ''})
       select client_id, id, n, started_at + n * interval '1 second'${index ? ", 'abuse', ''" : ''}
       from campaigns, generate_series(1, ${Math.ceil(size / (index ? 1000 : 200))}) n where name = '${name}'`,
    ),
    `insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence, class)
     select client_id, id, n, 'S', started_at + n * interval '1 second', '', 'policy'
     from campaigns, generate_series(1, ${Math.ceil(size / 40)}) n where name = '${name}'`,
    `insert into campaign_bounce_classes (client_id, campaign_id, class, recipients)
     select client_id, id, 'policy', ${Math.ceil(size / 40)} from campaigns where name = '${name}'`,
    `insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
     select m.client_id, m.id, n, l.id, n, n || '@reader.example', n || '@reader.example', '', '{}'
     from campaigns m, lists l, generate_series(1, ${size}) n where m.name = '${name}'`,
    `insert into opens (client_id, campaign_id, number, opens, first_at, clicks, counted)
     select client_id, campaign_id, number, 1, now(), 0, '{"all":[1,1,0,0],"hours":{},"links":{}}'
     from audience a where number % 3 = 0 and campaign_id = (select id from campaigns where name = '${name}')`,
    `insert into clicks (client_id, campaign_id, number, link, clicks, first_at)
     select client_id, campaign_id, number, 1 + number % 40, 1, now()
     from audience a where number % 10 = 0 and campaign_id = (select id from campaigns where name = '${name}')`,
  ]
  const statements = [
    `insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at,
       deleted_at)
     select client_id, 'Earlier ' || n, 'News', 'Carla', 'c@c.example', '', '', '', case when n % 7 = 0 then 'cancelled' else 'sent' end,
       now() - interval '11 days' - n * interval '1 hour', now(), case when n % 5 = 0 then now() end
     from lists, generate_series(1, ${earlier}) n`,
    `insert into campaign_lists (client_id, campaign_id, list_id) select m.client_id, m.id, l.id from campaigns m, lists l`,
    `insert into campaign_totals (client_id, campaign_id, recipients, accepted, unsubscribes, bounces)
     select client_id, id, 1000, 1000, id % 7, id % 11 from campaigns`,
    `insert into engagement (client_id, campaign_id, rules_version, human_opens, human_unique_opens, human_clicks, human_unique_clicks)
     select client_id, id, 1, 300, 200 + id % 100, 50, 30 from campaigns`,
    ...campaign(
      'To all',
      recipients,
      `(select string_agg('<p>words</p><a href="https://shop.example/page/' || n || '">Link ' || n || '</a>' || repeat('<p>words</p>', 200), '') from generate_series(1, 40) n)`,
    ),
    ...campaign('To a few', 1000, `'<p>news</p>'`),
  ]
  await db.begin(async sql => {
    // the rows fit each other; asking that of each takes longer than writing them
    await sql`set local session_replication_role = replica`
    for (const statement of statements) await sql.unsafe(statement)
  }, 'long')
  // what autovacuum does within minutes
  const tables = await db<
    { name: string }[]
  >`select relname as name from pg_stat_user_tables where schemaname = 'public' and n_live_tup > 0`
  for (const { name } of tables) await db.unsafe(`vacuum analyze ${name}`)
}
