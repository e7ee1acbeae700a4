/**
 * A series of two steps over all members of a list: enrolling them, then planning the first step, which is due for all of them at once. The audience
 * of its mail grows by one batch after the other. In four parts, which take the same time.
 *
 *   node --import tsx bench/series.ts [people = 1000000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workOnSeries } from '../src/domain/series/worker.ts'
import { createLog } from '../src/lib/log.ts'
import { connect } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { count, printTable } from './table.ts'

const [people = 1_000_000] = process.argv.slice(2).map(Number)
const parts = 4
const log = createLog('warn')
const never = new AbortController().signal

// a durable database of its own, without the program: nothing is sent meanwhile
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const embedded = await startEmbedded({ dataFolder: folder, log })
const db = connect(embedded.url, { max: 4 })
try {
  await migrate(db)
  await db`insert into accounts (name, site_url) values ('Bench', 'http://bench.example/')`
  const [client] = await db<{ id: number }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select id, 'Bench', 'x', 'x@x.example', 'Germany', 'Europe/Berlin', 'Berlin' from accounts order by id limit 1
    returning id`
  const clientId = client!.id
  const [list] = await db<{ id: number }[]>`
    insert into lists (client_id, title, confirm_opt_in) values (${clientId}, 'All', false) returning id`
  const listId = list!.id
  for (let from = 1; from <= people; from += 100_000)
    await db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      select ${clientId}, ${listId}, n || '@people.example', n || '@people.example', 'Ada Lovelace', 'Active', now(), now()
      from generate_series(${from}::integer, ${Math.min(people, from + 99_999)}::integer) n`
  await db`vacuum analyze subscribers`
  await makeSeries(clientId, listId)

  const early = new Date(Date.now() - 3_600_000)
  let begun = performance.now()
  while (await workOnSeries({ db, log, now: () => early }, never));
  const rows = [row('enrolled', people, performance.now() - begun)]
  let planned = 0
  for (let part = 1; part <= parts; part++) {
    begun = performance.now()
    const before = planned
    while (planned < (people * part) / parts && (await workOnSeries({ db, log, now: () => new Date() }, never))) {
      const [totals] = await db<{ planned: number }[]>`select max(recipients) as planned from campaign_totals`
      planned = totals!.planned
    }
    rows.push(row(`planned, part ${part} of ${parts}`, planned - before, performance.now() - begun))
  }
  printTable([['', 'people', 'seconds', 'people/s'], ...rows])
} finally {
  await db.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

function row(what: string, those: number, ms: number): string[] {
  return [what, count(those), (ms / 1000).toFixed(1), count((those / ms) * 1000)]
}

/** A running series that enrols the members it finds, with campaigns in force. */
async function makeSeries(clientId: number, listId: number): Promise<void> {
  const settings = { trigger: { on: 'api' }, segmentId: 0, againAfterDays: null, goalSegmentId: 0, goalClick: false }
  const [series] = await db<{ id: number }[]>`
    insert into series (client_id, name, list_id, settings, state, started_at, existing_at)
    values (${clientId}, 'Welcome', ${listId}, ${db.json(settings)}, 'running', now(), now()) returning id`
  for (const place of [1, 2]) {
    const [campaign] = await db<{ id: number }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, rolling, state, started_at, series_id)
      values (${clientId}, ${`Step ${place}`}, 'Hi', 'Ada', 'ada@bench.example', 'ada@bench.example', '', '<p>Hi</p>', true, 'sending', now(), ${series!.id})
      returning id`
    await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaign!.id}, ${listId})`
    await db`insert into campaign_totals (client_id, campaign_id) values (${clientId}, ${campaign!.id})`
    const step = { delayMinutes: (place - 1) * 1440, fromMinute: null, toMinute: null, segmentId: 0 }
    await db`
      insert into series_steps (client_id, series_id, place, settings, edition_id)
      values (${clientId}, ${series!.id}, ${place}, ${db.json(step)}, ${campaign!.id})`
  }
}
