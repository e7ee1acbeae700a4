/**
 * Numbered pages of members of a list, of opens and of clicks of a campaign, in milliseconds: the first page and the one in the middle when all
 * rows before it are skipped; and as they are served: the middle for which marks are laid (the second time), and the medians of five afterwards.
 *
 *   node --import tsx bench/deep-pages.ts [rows]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CampaignRef } from '../src/domain/access/access.ts'
import { readEventsByPage } from '../src/domain/campaigns/reports/event-pages.ts'
import { readMembersByPage } from '../src/domain/subscribers/member-pages.ts'
import { createLog } from '../src/lib/log.ts'
import { readRecipientEvents } from '../src/store/campaigns/recipient-events.ts'
import { connect } from '../src/store/connection/database.ts'
import { transaction } from '../src/store/connection/transaction.ts'
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
  const world = await seed(db)
  // an autovacuum under way would keep ours from marking pages as visible to all
  for (const table of ['subscribers', 'audience_first'])
    await db.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
  const numbers = `generate_series(1, ${rows}) n`
  const fill = `
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      select 1, 1, a, a, 'Name ' || md5(a), 'Active', now() - n * interval '1 second', now() from ${numbers}
      cross join lateral (select md5(n::text) || '@x.example' as a) a;
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html) values (1, '', '', '', '', '', '', '');
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select 1, 1, n, 1, n, a, a, '', '{}' from ${numbers} cross join lateral (select md5(n::text) || '@x.example' as a) a;
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
      select 1, 1, 1 + (n::bigint * 7919) % ${rows}, case when n % 5 = 0 then 'click' else 'open' end, case when n % 5 = 0 then 1 end,
        now() - ${rows} * interval '1 millisecond' + n * interval '1 millisecond', '192.0.2.0', 'Thunderbird' from ${numbers};
    update list_totals set active = ${rows} where list_id = 1;
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted, opens, clicks)
      values (1, 1, ${rows}, ${rows + 1}, ${rows}, ${rows * 0.8}, ${rows * 0.2});
    insert into links (client_id, campaign_id, number, url) values (1, 1, 1, 'https://x.example/')`
  // one by one, each in the time of long work
  for (const statement of fill.split(';\n')) await transaction(db, sql => sql.unsafe(statement), 'long')
  for (const table of ['subscribers', 'audience', 'hits']) await db.unsafe(`vacuum analyze ${table}`)
  const lines: string[][] = []
  const list = { ...world.list, clientId: 1, listId: 1, timeZone }
  const asked = { ...list, state: 'Active' as const, changedAfter: undefined }
  for (const order of ['EmailAddress', 'Name', 'StateDate'] as const)
    lines.push([
      `members by ${order}`,
      ...(await skipping(
        offset => pageOfMembers(db, asked, { order, descending: false, offset, limit, total: rows }),
        rows / 2,
      )),
      ...(await served(
        page =>
          readMembersByPage(db, list, {
            ...asked,
            changedAfter: null,
            page,
            pageSize: limit,
            order,
            descending: false,
          }),
        rows / 2,
      )),
    ])
  const campaign = { ...world.list, clientId: 1, campaignId: 1, timeZone } as unknown as CampaignRef // what pages read of it
  for (const [kind, total] of [
    ['Open', rows * 0.8],
    ['Click', rows * 0.2],
  ] as const)
    for (const order of ['Date', 'List', 'EmailAddress'] as const)
      lines.push([
        `${kind.toLowerCase()}s by ${order}`,
        ...(await skipping(
          offset =>
            readRecipientEvents(
              db,
              { clientId: 1, campaignId: 1, timeZone, kind, since: undefined },
              { order, descending: false, offset, limit, total },
            ),
          total / 2,
        )),
        ...(await served(
          page =>
            readEventsByPage(db, campaign, { kind, since: null, page, pageSize: limit, order, descending: false }),
          total / 2,
        )),
      ])
  printTable([
    [`${count(rows)} rows, pages of ${limit}`, 'skipping: first', 'middle', 'served: middle, once', 'first', 'middle'],
    ...lines,
  ])
} finally {
  await db.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function skipping(page: (offset: number) => Promise<readonly unknown[]>, middle: number): Promise<string[]> {
  return [await timed(5, () => page(0)), await timed(5, () => page(middle))]
}

async function served(
  page: (page: number) => Promise<{ readonly rows: readonly unknown[] }>,
  middle: number,
): Promise<string[]> {
  const rowsOf = async (number: number) => (await page(number)).rows
  const inMiddle = Math.ceil(middle / limit)
  await rowsOf(inMiddle)
  const cold = await timed(1, () => rowsOf(inMiddle))
  return [cold, await timed(5, () => rowsOf(1)), await timed(5, () => rowsOf(inMiddle))]
}

async function timed(times: number, page: () => Promise<readonly unknown[]>): Promise<string> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const begun = performance.now()
    const found = await page()
    taken.push(performance.now() - begun)
    if (found.length !== limit) throw new Error(`${found.length} rows came.`)
  }
  return median(taken).toFixed(0)
}
