/**
 * Freezing a segment beside freezing the same people by a list of their own, in turns in one run: nine of ten people of a list are in each segment, by
 * a custom field, by opens and clicks of 90 days, and by a tree of both. Then the list by the time zones of its people, and
 * with a test of variants. As a campaign begins: at once up to 100,000 members, above in ranges.
 *
 *   node --import tsx bench/segment-freeze.ts [people = 1000000] [rounds = 3]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualFreezeSize } from '../src/delivery/planning/freezing.ts'
import { planWaves } from '../src/domain/campaigns/timing/waves.ts'
import { compileSegment } from '../src/domain/segments/choosing.ts'
import type { StoredLeaf, StoredTree } from '../src/domain/segments/stored.ts'
import { createLog } from '../src/lib/log.ts'
import type { Audience } from '../src/store/campaigns/audience.ts'
import { beginFreezing, findNextFreeze, freezeAudience, freezeRange, isLarge } from '../src/store/campaigns/freezing.ts'
import { wavesOf } from '../src/store/campaigns/variants.ts'
import { connect, type Fragment } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { count, median, printTable } from './table.ts'

const [people = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number)

const city: StoredLeaf = { subject: 'Field', key: 'City', operator: 'Is', values: ['Bonn'] }
const opened: StoredLeaf = { subject: 'Opened', operator: 'AtLeast', times: 1, days: 90 }
const clicked: StoredLeaf = { subject: 'Clicked', operator: 'AtLeast', times: 1, days: 90 }
const active: StoredTree = { match: 'Any', leaves: [opened, clicked], groups: [] }
const segments: readonly (readonly [name: string, tree: StoredTree])[] = [
  ['a custom field', { match: 'All', leaves: [city], groups: [] }],
  ['opened or clicked in 90 days', active],
  ['both', { match: 'All', leaves: [city], groups: [active] }],
]

/** As people write them. */
const zones = [
  'Europe/Berlin',
  'DE',
  'uk',
  'France',
  'America/New_York',
  'Pacific Time (US & Canada)',
  'Japan',
  'GMT+8',
  'nowhere',
  '',
]

// a durable database of its own, without the program: nothing is sent meanwhile
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const embedded = await startEmbedded({ dataFolder: folder, log: createLog('warn') })
const db = connect(embedded.url, { max: 4 })
try {
  await migrate(db)
  await db`insert into accounts (name, site_url) values ('Bench', 'http://bench.example/')`
  const [client] = await db<{ id: number }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select id, 'Bench', 'x', 'x@x.example', 'Germany', 'Europe/Berlin', 'Berlin' from accounts order by id limit 1
    returning id`
  const clientId = client!.id
  const [all, same] = await Promise.all(['All', 'The same'].map(title => makeList(clientId, title)))
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position) values (${clientId}, ${all!}, 'City', 'City', 'Text', 1)`
  for (let from = 1; from <= people; from += 100_000) {
    const upTo = Math.min(people, from + 99_999)
    await fill(clientId, all!, from, upTo, 1)
    await fill(clientId, same!, from, upTo, 10)
    await rollUp(clientId, from, upTo)
  }
  await db`vacuum analyze subscribers`
  await db`vacuum analyze contact_engagement`

  const whole: Audience = { sources: [{ listId: same!, tree: null }], exclusions: [] }
  const rows = [['audience', 'recipients', 'chosen, s', 'by list, s', 'ratio']]
  const at = new Date()
  const localDue = `${new Date(at.getTime() + 48 * 3_600_000).toISOString().slice(0, 10)} 10:00:00`
  const waves = planWaves({ timing: { zoneField: 'Zone' }, localDue, timeZone: 'Europe/Berlin' }, at)
  const zoned: Audience = { ...whole, waves }
  const audiences = []
  for (const [name, rules] of segments) {
    const tree = await compileSegment(db, clientId, { listId: all!, rules })
    if (!tree) throw new Error(`${name} cannot be judged`)
    audiences.push([name, { sources: [{ listId: all!, tree }], exclusions: [] } satisfies Audience] as const)
  }
  const tested: Audience = { ...whole, waves: wavesOf({ share: 20, holdout: 0 }) }
  const waved = [['time zones of people', zoned] as const, ['a test of variants', tested] as const]
  for (const [name, chosen] of [...audiences, ...waved]) {
    const times = { chosen: [] as number[], list: [] as number[] }
    let recipients = 0
    for (let round = 0; round < rounds; round++) {
      const one = await freeze(clientId, chosen)
      const other = await freeze(clientId, whole)
      if (one.recipients !== other.recipients) throw new Error(`${one.recipients} and ${other.recipients} recipients`)
      recipients = one.recipients
      times.chosen.push(one.seconds)
      times.list.push(other.seconds)
    }
    const [ofChosen, byList] = [median(times.chosen), median(times.list)]
    rows.push([name, count(recipients), ofChosen.toFixed(2), byList.toFixed(2), (ofChosen / byList).toFixed(2)])
  }
  printTable(rows)
} finally {
  await db.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeList(clientId: number, title: string): Promise<number> {
  const [made] = await db<{ id: number }[]>`
    insert into lists (client_id, title, confirm_opt_in) values (${clientId}, ${title}, false) returning id`
  return made!.id
}

/** @param leftOut one of so many is not on the list; 1 for no one */
async function fill(clientId: number, listId: number, from: number, upTo: number, leftOut: number) {
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at, fields)
    select ${clientId}, ${listId}, address, address, 'Active', now(), now(),
      jsonb_build_object('City', case when n % 10 = 0 then 'Ulm' else 'Bonn' end, 'Zone', (${zones}::text[])[1 + n % ${zones.length}::int])
    from (select n, ${addressOf(db`n`)} as address from generate_series(${from}::int, ${upTo}::int) n) p
    where ${leftOut}::int = 1 or n % ${leftOut}::int <> 0`
}

/** Addresses of people who joined one after another are in no order. */
function addressOf(n: Fragment): Fragment {
  return db`substr(md5(${n}::text), 1, 12) || '@x.example'`
}

/** Everyone was mailed and measured some weeks ago; nine of ten opened. */
async function rollUp(clientId: number, from: number, upTo: number) {
  await db`
    insert into contact_engagement (client_id, address, upto, accepted_on, opened_on, accepted, measured, opened)
    select ${clientId}, ${addressOf(db`n`)}, current_date, current_date - 30, case when n % 10 <> 0 then current_date - 30 end, day, day,
      case when n % 10 <> 0 then day end
    from generate_series(${from}::int, ${upTo}::int) n, (select set_bit(repeat('0', 400)::bit(400), 369, 1) as day) d`
}

async function freeze(clientId: number, audience: Audience) {
  const [campaign] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    values (${clientId}, 'Frozen', 's', 'f', 'f@x.example', 'f@x.example', '', '', 'sending', now())
    returning id`
  const key = { clientId, campaignId: campaign!.id }
  const begun = performance.now()
  if (await isLarge(db, key, audience, usualFreezeSize)) {
    await db.begin(sql => beginFreezing(sql, key, audience))
    for (let isMore = true; isMore; ) {
      await db.begin(sql => freezeRange(sql, key, new Date(), usualFreezeSize, async () => undefined), 'long')
      isMore = (await findNextFreeze(db, new Date(Date.now() + 60_000))) !== undefined
    }
  } else await db.begin(sql => freezeAudience(sql, key, audience, new Date()), 'long')
  const seconds = (performance.now() - begun) / 1000
  const [totals] = await db<{ recipients: number }[]>`
    select recipients from campaign_totals where client_id = ${clientId} and campaign_id = ${key.campaignId}`
  return { seconds, recipients: totals!.recipients }
}
