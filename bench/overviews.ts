/**
 * Lists and overviews at size: a list of so many subscribers, as many suppressed addresses, a client with as many campaigns, and an
 * account of 5,000 clients. Each call goes over the JSON wire of the program; milliseconds: the best, the median and the worst of 20
 * (the best is what the call costs where other programs have the processors too).
 *
 *   node --import tsx bench/overviews.ts [rows = 1000000]
 */
import { countCampaignDomains } from '../src/domain/campaigns/reports/domain-counts.ts'
import type { Database } from '../src/store/connection/database.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [rows = 1_000_000] = process.argv.slice(2).map(Number)
const clients = 5000
const calls = 20

// nothing is sent, and no webhook is called
const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
try {
  const { ClientID, ListID } = await makeList(product)
  await seed(product.db)
  const [field] = await product.db`select id, client_id from lists limit 1`
  const keys = { clientId: field!.clientId as number, listId: field!.id as number }
  const lines = [
    await timed(product, 'for comparison: List.GetDetail', 'List.GetDetail', { ListID }, ''),
    ...(await subscriberLines(product, ListID, keys)),
    ...(await suppressionLines(product, ClientID, keys.clientId)),
    ...(await campaignLines(product, ClientID, keys.clientId)),
    ...(await overviewLines(product, ClientID, ListID)),
  ]
  printTable([[`call, at ${count(rows)} rows`, 'rows answered', 'best ms', 'median ms', 'worst ms'], ...lines])
  await domainLines(product)
} finally {
  await product.end()
}

type Line = readonly [label: string, rows: string, best: string, median: string, worst: string]

/** @param list the member of the answer whose rows are counted */
async function timed({ call }: Product, label: string, operation: string, params: object, list: string): Promise<Line> {
  const times: number[] = []
  let found = 0
  for (let n = 0; n < calls + 3; n++) {
    const start = performance.now()
    const answer = await call<Record<string, readonly unknown[]>>(operation, params)
    if (n >= 3) times.push(performance.now() - start)
    found = answer[list]?.length ?? 0
  }
  const shown = [Math.min(...times), median(times), Math.max(...times)].map(time => time.toFixed(1))
  return [label, String(found), shown[0]!, shown[1]!, shown[2]!]
}

/** As domain/paging/cursors.ts writes it. */
function cursor(...key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

async function subscriberLines(
  product: Product,
  ListID: string,
  { clientId, listId }: { clientId: number; listId: number },
) {
  const { db } = product
  const lines: Line[] = []
  const all = { ListID, State: '', Search: '', JoinedSince: '', JoinedUntil: '', Fields: [] as string[], Limit: 100 }
  const list = (label: string, more: object) =>
    timed(product, `Subscriber.List ${label}`, 'Subscriber.List', { ...all, Cursor: '', ...more }, 'Subscribers')
  for (const [place, part] of [
    ['middle', 0.5],
    ['deep', 0.99],
  ] as const) {
    const [joined] = await db`
      select (extract(epoch from joined_at) * 1000000)::bigint as at, id from subscribers
      where client_id = ${clientId} and list_id = ${listId} order by joined_at desc, id desc offset ${Math.floor(rows * part)} limit 1`
    const [named] = await db`
      select address from subscribers where client_id = ${clientId} and list_id = ${listId}
      order by address collate "C" offset ${Math.floor(rows * part)} limit 1`
    const newest = { Order: 'Newest', Cursor: cursor(joined!.at as number, joined!.id as number) }
    const address = { Order: 'Address', Cursor: cursor(named!.address as string) }
    lines.push(await list(`newest, ${place} page`, newest))
    lines.push(await list(`newest, Bounced, ${place} page`, { ...newest, State: 'Bounced' }))
    lines.push(await list(`by address, ${place} page`, address))
    lines.push(await list(`by address, Unconfirmed, ${place} page`, { ...address, State: 'Unconfirmed' }))
  }
  const day = { JoinedSince: '2025-06-01', JoinedUntil: '2025-06-02' }
  return [
    await list('newest, first page', { Order: 'Newest' }),
    await list('newest, Active, first page', { Order: 'Newest', State: 'Active' }),
    await list('newest, joined on one day', { Order: 'Newest', ...day }),
    await list('newest, joined on one day, Bounced', { Order: 'Newest', ...day, State: 'Bounced' }),
    await list('by address, first page', { Order: 'Address' }),
    await list('by address, beginning with a', { Order: 'Address', Search: 'a' }),
    await list('by address, beginning with abcde, Bounced', { Order: 'Address', Search: 'abcde', State: 'Bounced' }),
    ...lines,
    await list('newest, first page of 1,000', { Order: 'Newest', Limit: 1000 }),
  ]
}

async function suppressionLines(product: Product, ClientID: string, clientId: number) {
  const lines: Line[] = []
  const list = (label: string, more: object) =>
    timed(
      product,
      `Suppression.List ${label}`,
      'Suppression.List',
      { ClientID, Reason: '', Search: '', Cursor: '', Limit: 100, ...more },
      'Suppressions',
    )
  lines.push(await list('first page', {}))
  for (const [place, part] of [
    ['middle', 0.5],
    ['deep', 0.99],
  ] as const) {
    const [row] = await product.db`
      select address from suppressions where client_id = ${clientId}
      order by address collate "C" offset ${Math.floor(rows * part)} limit 1`
    lines.push(await list(`${place} page`, { Cursor: cursor(row!.address as string) }))
    lines.push(
      await list(`Complained, ${place} page`, { Cursor: cursor(row!.address as string), Reason: 'Complained' }),
    )
  }
  lines.push(await list('beginning with abc', { Search: 'abc' }))
  return lines
}

async function campaignLines(product: Product, ClientID: string, clientId: number) {
  const lines: Line[] = []
  const list = (label: string, more: object) =>
    timed(
      product,
      `Campaign.List ${label}`,
      'Campaign.List',
      { ClientID, State: '', Search: '', Cursor: '', Limit: 100, ...more },
      'Campaigns',
    )
  lines.push(await list('first page', {}))
  lines.push(await list('Draft, first page', { State: 'Draft' }))
  for (const [place, part] of [
    ['middle', 0.5],
    ['deep', 0.99],
  ] as const) {
    const [row] = await product.db`
      select (extract(epoch from active_at) * 1000000)::bigint as at, id from campaigns
      where client_id = ${clientId} order by active_at desc, id desc offset ${Math.floor(rows * part)} limit 1`
    const Cursor = cursor(row!.at as number, row!.id as number)
    lines.push(await list(`${place} page`, { Cursor }))
    lines.push(await list(`Cancelled, ${place} page`, { Cursor, State: 'Cancelled' }))
  }
  lines.push(await list('search that finds many', { Search: 'letter 7' }))
  lines.push(await list('search that finds nothing', { Search: 'no such name' }))
  return lines
}

async function overviewLines(product: Product, ClientID: string, ListID: string) {
  const overview = (label: string, Cursor: string) =>
    timed(product, `Account.GetOverview ${label}`, 'Account.GetOverview', { Cursor, Limit: 100 }, 'Clients')
  const first = await product.call<{ NextCursor: string }>('Account.GetOverview', { Cursor: '', Limit: 1000 })
  return [
    await timed(
      product,
      'List.GetGrowth, 1,000 days',
      'List.GetGrowth',
      { ListID, From: '2024-03-01', Until: '2026-11-22' },
      'Days',
    ),
    await timed(product, 'Client.GetOverview', 'Client.GetOverview', { ClientID }, 'Lists'),
    await overview(`of ${count(clients)} clients, first page`, ''),
    await overview(`of ${count(clients)} clients, after 1,000`, first.NextCursor),
  ]
}

/** A count of a campaign to as many recipients, as the job makes it. */
async function domainLines({ db, call }: Product): Promise<void> {
  const [campaign] = await db`select client_id, id, public_id from campaigns where name = 'To all'`
  const timedCall = async () => {
    const start = performance.now()
    await call('Campaign.GetDomains', { CampaignID: campaign!.publicId })
    return (performance.now() - start).toFixed(1)
  }
  const asking = await timedCall()
  const start = performance.now()
  await countCampaignDomains(db, { clientId: campaign!.clientId as number, campaignId: campaign!.id as number })
  const counting = performance.now() - start
  printTable([
    [`Campaign.GetDomains of ${count(rows)} recipients`, 'ms'],
    ['the call that asks for a count', asking],
    ['the count, in a job', count(counting)],
    ['a call afterwards', await timedCall()],
  ])
}

/** In the order in which it is needed; the client and the list are there. */
async function seed(db: Database): Promise<void> {
  const n = String(rows)
  const statements = [
    `insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
     select l.client_id, l.id, a.address, a.address, 'Reader ' || n,
       case when n % 100 < 85 then 'Active' when n % 100 < 90 then 'Unsubscribed' when n % 100 < 94 then 'Bounced'
         when n % 100 < 95 then 'Unconfirmed' else 'Deleted' end,
       now() - n * interval '90 seconds', now() - n * interval '95 seconds', '{"City":"Berlin","Age":"42"}'
     from lists l, generate_series(1, ${n}) n
     cross join lateral (select md5(n::text) || '@reader' || n % 500 || '.example' as address) a`,
    `insert into suppressions (client_id, address, email, reason, at, evidence)
     select client_id, address, email,
       (array['unsubscribed', 'bounced', 'complained', 'manual'])[case when id % 100 < 60 then 1 when id % 100 < 95 then 2 when id % 100 < 99 then 3 else 4 end],
       state_at, '{"by":"page","remote":"192.0.2.1"}'
     from subscribers`,
    `update list_totals set active = ${n} * 85 / 100`,
    `insert into list_days (client_id, list_id, day, active, unsubscribed, bounced, deleted, active_at_end)
     select client_id, id, current_date - n, n % 70, n % 9, n % 4, 0, ${n} - n * 60 from lists, generate_series(0, 999) n`,
    `update lists set created_at = now() - interval '1000 days'`,
    `insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, held_at)
     select account_id, 'Company ' || md5(n::text), 'Contact', n || '@company.example', 'Germany', 'Europe/Berlin', 'Berlin',
       case when n % 100 = 0 then now() end
     from clients, generate_series(1, ${clients}) n`,
    campaignsOf(
      `generate_series(1, ${n}) n`,
      'c.id = (select client_id from lists limit 1)',
      "n * interval '15 minutes'",
    ),
    campaignsOf(
      'generate_series(1, 24) n',
      'c.id <> (select client_id from lists limit 1)',
      "n * interval '6 days' + c.id * interval '1 minute'",
    ),
    `update campaigns set state = 'scheduled', started_at = null, finished_at = null, due_at = now() + (id % 1000) * interval '1 hour'
     where name = 'Letter 1' and client_id % 3 = 0`,
    `update campaigns set state = 'sending', finished_at = null where name = 'Letter 2' and client_id % 20 = 0`,
    `update campaigns set state = 'paused', finished_at = null where name = 'Letter 3' and client_id % 25 = 0`,
    `insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state)
     select client_id, id, now(), 'pause', id % 2, '', '', '', 'sending', 'paused' from campaigns where state = 'paused'`,
    `insert into campaign_totals (client_id, campaign_id, recipients, accepted, opens, unique_opens, clicks)
     select client_id, id, 1000, 1000, 400, 300, 80 from campaigns where started_at is not null`,
    `insert into engagement (client_id, campaign_id, rules_version, human_opens, human_unique_opens, human_clicks, human_unique_clicks)
     select client_id, id, 1, 300, 200, 50, 30 from campaigns where started_at is not null`,
    `insert into complaint_alarms (client_id, kind, at, complaints, mails)
     select id, 'warning', now() - (id % 400) * interval '1 day', 5, 1000 from clients`,
    `insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public, checked_at, verified_at)
     select id, 'd' || n || '.example', 's', '', '', '', '', now(), case when id % 20 > 0 then now() end from clients, generate_series(1, 2) n`,
    `insert into webhooks (client_id, public_id, url, types, secret, published_to, paused_at)
     select id, gen_random_uuid(), 'https://hooks.example/', '{}', '', 0, case when id % 50 = 0 then now() end from clients`,
    `insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
     select client_id, 'To all', 'News', 'Carla', 'c@c.example', 'c@c.example', '', '', 'sent', now(), now() from lists`,
    `insert into campaign_totals (client_id, campaign_id, recipients, accepted) select client_id, id, ${n}, ${n} from campaigns where name = 'To all'`,
    `insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
     select s.client_id, m.id, row_number() over (), s.list_id, s.id, s.email, s.address, s.name, '{}'
     from subscribers s, campaigns m where m.name = 'To all'`,
    `insert into log (client_id, campaign_id, number, attempt, kind, code, answer)
     select client_id, campaign_id, number, 1, case when number % 50 = 0 then 'refused' else 'accepted' end, 250, 'taken'
     from audience`,
    `insert into opens (client_id, campaign_id, number, opens, first_at, clicks, counted)
     select client_id, campaign_id, number, 1, now(), 0, '{"all":[1,1,0,0],"hours":{},"links":{}}'
     from audience where number % 3 = 0`,
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

function campaignsOf(series: string, which: string, age: string): string {
  return `
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, created_at, started_at,
      finished_at, active_at)
    select c.id, 'Letter ' || n, 'News', 'Carla', 'c@c.example', 'c@c.example', '', repeat('<p>', 100),
      case when n % 50 = 0 then 'cancelled' when n % 97 = 0 then 'draft' else 'sent' end, now() - ${age},
      case when n % 97 > 0 then now() - ${age} end, case when n % 97 > 0 then now() - ${age} end, now() - ${age}
    from clients c, ${series} where ${which}`
}
