/**
 * What follows a burst before PostgreSQL has gathered statistics of its rows: domains counted for a campaign just sent, and the events of an
 * import published in steps.
 *
 *   node --import tsx bench/fresh-rows.ts [rows]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/lib/log.ts'
import { countDomains } from '../src/store/campaigns/domain-counts.ts'
import { connect } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { publishEvents } from '../src/store/events/events.ts'
import { migrate } from '../src/store/migrate.ts'
import { count, printTable } from './table.ts'

const [rows = 10_000] = process.argv.slice(2).map(Number)
const step = 500
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const embedded = await startEmbedded({ dataFolder: folder, log: createLog('error'), durable: false })
const db = connect(embedded.url, { max: 2 })

try {
  await migrate(db)
  const fresh = ['audience_first', 'log_first', 'opens_first', 'campaign_bounces', 'events', 'published_events_first']
  for (const table of fresh) await db.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
  const number = `generate_series(1, ${rows}) n`
  await db.unsafe(`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select 1, 1, n, 1, n, a, a, '', '{}' from ${number} cross join lateral (select 'r' || n || '@d' || n % 40 || '.example' as a) a;
    insert into log (client_id, campaign_id, number, attempt, kind, code) select 1, 1, n, 1, 'accepted', 250 from ${number};
    insert into opens (client_id, campaign_id, number, opens, first_at, counted)
      select 1, 1, n, 1, now(), '{"all": [1,1,0,0,1,0]}' from ${number} where n % 3 = 0;
    insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence) select 1, 1, n, 'H', now(), '' from ${number} where n % 50 = 0;
    insert into events (client_id, type, at, data) select 1, 'subscriber.subscribed', now(), '{"EmailAddress": "a@b.example"}' from ${number}`)
  const counted = await seconds(() => countDomains(db, { clientId: 1, campaignId: 1 }, 50))
  const published = await seconds(async () => {
    for (let left = rows; left > 0; left -= step) await publishEvents(db, 1, step)
  })
  printTable([
    [`${count(rows)} fresh rows`, 'seconds'],
    ['domains of a campaign counted', counted],
    [`events published, ${count(step)} a step`, published],
  ])
} finally {
  await db.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const begun = performance.now()
  await work()
  return ((performance.now() - begun) / 1000).toFixed(2)
}
