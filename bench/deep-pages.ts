/**
 * Numbered pages, the first and the one in the middle: members of a list, opens and clicks of a campaign. Statements of the store, in milliseconds:
 * the median of five.
 *
 *   node --import tsx bench/deep-pages.ts [rows]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/lib/log.ts'
import { recipientEvents } from '../src/store/campaigns/recipient-events.ts'
import { connect } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { makePartitions } from '../src/store/partitions.ts'
import { pageOfMembers } from '../src/store/subscribers/member-pages.ts'
import { seed } from '../test/harness/seed.ts'
import { count, median, printTable } from './table.ts'

const [rows = 1_000_000] = process.argv.slice(2).map(Number)
const limit = 100
const timeZone = 'Europe/Berlin'
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const embedded = await startEmbedded({ dataFolder: folder, log: createLog('error'), durable: false })
const db = connect(embedded.url, { max: 2 })

try {
  await migrate(db)
  await makePartitions(db, new Date())
  await seed(db)
  // an autovacuum under way would keep ours from marking pages as visible to all
  for (const table of ['subscribers', 'audience'])
    await db.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
  const numbers = `generate_series(1, ${rows}) n`
  await db.unsafe(`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      select 1, 1, a, a, 'Name ' || md5(a), 'Active', now() - n * interval '1 second', now() from ${numbers}
      cross join lateral (select md5(n::text) || '@x.example' as a) a;
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html) values (1, '', '', '', '', '', '', '');
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select 1, 1, n, 1, n, a, a, '', '{}' from ${numbers} cross join lateral (select md5(n::text) || '@x.example' as a) a;
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
      select 1, 1, 1 + (n * 7919) % ${rows}, case when n % 5 = 0 then 'click' else 'open' end, case when n % 5 = 0 then 1 end,
        now() - ${rows} * interval '1 millisecond' + n * interval '1 millisecond', '192.0.2.0', 'Thunderbird' from ${numbers};
    insert into links (client_id, campaign_id, number, url) values (1, 1, 1, 'https://x.example/')`)
  await db.unsafe('vacuum analyze subscribers, audience, hits')
  const lines: string[][] = []
  for (const order of ['EmailAddress', 'Name', 'StateDate'] as const)
    lines.push(
      await both(`members by ${order}`, rows, offset =>
        pageOfMembers(
          db,
          { clientId: 1, listId: 1, timeZone, state: 'Active', changedAfter: undefined },
          { order, descending: false, offset, limit, total: rows },
        ),
      ),
    )
  for (const [kind, total] of [
    ['Open', rows * 0.8],
    ['Click', rows * 0.2],
  ] as const)
    for (const order of ['Date', 'List', 'EmailAddress'] as const)
      lines.push(
        await both(`${kind.toLowerCase()}s by ${order}`, total, offset =>
          recipientEvents(
            db,
            { clientId: 1, campaignId: 1, timeZone, kind, since: undefined },
            { order, descending: false, offset, limit, total },
          ),
        ),
      )
  printTable([[`${count(rows)} rows, pages of ${limit}`, 'first, ms', 'middle, ms'], ...lines])
} finally {
  await db.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function both(
  label: string,
  total: number,
  page: (offset: number) => Promise<readonly unknown[]>,
): Promise<string[]> {
  const times: string[] = []
  for (const offset of [0, total / 2]) {
    const taken: number[] = []
    for (let n = 0; n < 5; n++) {
      const begun = performance.now()
      const found = await page(offset)
      taken.push(performance.now() - begun)
      if (found.length !== limit) throw new Error(`${label}: ${found.length} rows came.`)
    }
    times.push(median(taken).toFixed(0))
  }
  return [label, ...times]
}
