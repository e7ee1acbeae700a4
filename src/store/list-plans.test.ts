/** Queries of pages read few rows, at any position and with any filter. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, seedList } from '../../test/harness/seed.ts'
import type { ListRef } from './accounts/access.ts'
import { walkCampaigns } from './campaigns/campaign-list.ts'
import type { Sql } from './connection/database.ts'
import { readRowsWith, type Verdict } from './imports/staging.ts'
import { readContactsByAddress, readContactsByDomain, readContactsByName } from './subscribers/contact-search.ts'
import { type ListedPage, readMembersByAddress, readMembersByJoining } from './subscribers/subscriber-list.ts'
import { readSuppressionPage, type SuppressionPage } from './subscribers/suppression-list.ts'

const rows = 20_000
const limit = 50
const states = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted'] as const
const campaignStates = ['draft', 'scheduled', 'sending', 'paused', 'cancelled', 'sent'] as const
const reasons = ['unsubscribed', 'bounced', 'complained', 'manual'] as const
let database: TestDatabase
let list: ListRef
let otherList: ListRef

before(async () => {
  database = await freshDatabase()
  const { db } = database
  const world = await seed(db)
  list = world.list
  otherList = await seedList(db, world.client, 'Other')
  const { clientId, listId } = list
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}::bigint, ${listId}::bigint, a, a, 'Name ' || a, (${states as readonly string[] as string[]}::text[])[least(1 + n % 1000, 5)], now(),
      now() - n * interval '1 minute'
    from generate_series(1, ${rows}) n
    cross join lateral (select md5(n::text) || '@x.example' as a) address`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    select client_id, address, email, (${reasons as readonly string[] as string[]}::text[])[least(1 + id % 1000, 4)], now() from subscribers`
  const columns = db`address, email, reason, at, evidence`
  await db`
    insert into list_suppressions (client_id, list_id, ${columns})
    select client_id, l, ${columns} from suppressions, unnest(${[listId, otherList.listId]}::bigint[]) l`
  await db`
    insert into account_suppressions (account_id, ${columns}) select ${list.accountId}::bigint, ${columns} from suppressions`
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, active_at)
    select ${clientId}::bigint, 'Letter ' || n, '', '', '', '', '', '',
      (${campaignStates as readonly string[] as string[]}::text[])[least(1 + n % 1000, 6)], now() - n * interval '1 minute'
    from generate_series(1, ${rows}) n`
  await db`
    insert into import_rows (client_id, import_id, number, email, wanted, fields, verdict, left_alone)
    select ${clientId}::bigint, 1, n, '', 'Active', '{}', (array['added', 'updated'])[1 + n % 2], case when n % 900 < 2 then 'values' end
    from generate_series(1, ${rows}) n`
  for (const table of [
    'subscribers',
    'suppressions',
    'list_suppressions',
    'account_suppressions',
    'campaigns',
    'import_rows',
  ])
    await db.unsafe(`analyze ${table}`)
})
after(() => database.drop())

const middle = (minutes: number) => Date.now() * 1000 - minutes * 60_000_000
const page = (chosen: readonly (typeof states)[number][] = states): ListedPage => ({
  ...list,
  states: chosen,
  fields: [],
  limit,
})
const suppressionsOf = (kind: SuppressionPage['owner']['kind']) => ({
  owner: { kind, clientId: list.clientId, listId: list.listId, accountId: list.accountId },
  timeZone: list.timeZone,
  prefix: '',
  after: { address: '8', listId: 0 },
  limit,
})
const local = '2026-01-01 00:00:00'

const reads: readonly { readonly name: string; readonly table: string; run(sql: Sql): Promise<readonly unknown[]> }[] =
  [
    ...[states, ['Bounced'] as const].flatMap(chosen => [
      {
        name: `subscribers in ${chosen.length} states by date, in the middle`,
        table: 'subscribers',
        run: (sql: Sql) =>
          readMembersByJoining(sql, page(chosen), { since: undefined, until: undefined, after: [middle(rows / 2), 1] }),
      },
      {
        name: `subscribers in ${chosen.length} states who joined before a date`,
        table: 'subscribers',
        run: (sql: Sql) =>
          readMembersByJoining(sql, page(chosen), { since: local, until: '2099-01-01 00:00:00', after: undefined }),
      },
      {
        name: `subscribers in ${chosen.length} states by address, in the middle`,
        table: 'subscribers',
        run: (sql: Sql) => readMembersByAddress(sql, page(chosen), { prefix: '', after: '8' }),
      },
      {
        name: `subscribers in ${chosen.length} states by the beginning of their address`,
        table: 'subscribers',
        run: (sql: Sql) => readMembersByAddress(sql, page(chosen), { prefix: 'a', after: 'a7' }),
      },
    ]),
    ...[reasons, ['bounced'] as const].map(chosen => ({
      name: `suppressions for ${chosen.length} reasons, in the middle`,
      table: 'suppressions',
      run: (sql: Sql) => readSuppressionPage(sql, { ...suppressionsOf('client'), reasons: chosen }),
    })),
    ...(['list', 'lists', 'client and lists'] as const).map(kind => ({
      name: `suppressions of ${kind}, in the middle`,
      table: 'list_suppressions',
      run: (sql: Sql) => readSuppressionPage(sql, { ...suppressionsOf(kind), reasons }),
    })),
    {
      name: 'suppressions of the account, in the middle',
      table: 'account_suppressions',
      run: (sql: Sql) => readSuppressionPage(sql, { ...suppressionsOf('account'), reasons }),
    },
    {
      name: 'contacts by the beginning of their address',
      table: 'subscribers',
      run: (sql: Sql) => readContactsByAddress(sql, { ...list, limit }, 'a', 'a7'),
    },
    {
      name: 'contacts of one domain, in the middle',
      table: 'subscribers',
      run: (sql: Sql) => readContactsByDomain(sql, { ...list, limit }, 'x.example', '8'),
    },
    {
      name: 'contacts by the beginning of their name',
      table: 'subscribers',
      run: (sql: Sql) => readContactsByName(sql, { ...list, limit }, 'NAME A', undefined),
    },
    {
      name: 'contacts by the beginning of their name, in the middle',
      table: 'subscribers',
      run: (sql: Sql) => readContactsByName(sql, { ...list, limit }, 'name', ['name 8', '8']),
    },
    ...[undefined, 'added' as const, 'updated' as const].map((verdict: Verdict | undefined) => ({
      name: `rows of an import that undoing left as they are, with ${verdict ?? 'any verdict'}`,
      table: 'import_rows',
      run: (sql: Sql) =>
        readRowsWith(sql, { ...list, importId: 1 }, { verdict, leftAlone: true, after: rows / 2, limit }),
    })),
    ...[campaignStates, ['draft'] as const].map(chosen => ({
      name: `campaigns in ${chosen.length} states, in the middle`,
      table: 'campaigns',
      run: (sql: Sql) =>
        walkCampaigns(sql, { ...list, states: chosen, search: '', after: [middle(rows / 2), 1], most: limit }),
    })),
  ]

for (const { name, table, run } of reads)
  test(`few of ${rows} rows are read for: ${name}`, async () => {
    const [read, found] = await database.db.begin(async sql => {
      const before = await rowsRead(sql, table)
      const { length } = await run(sql)
      return [(await rowsRead(sql, table)) - before, length] as const
    })
    assert.ok(found > 0, 'something is found')
    // a page of each state, and the rows themselves
    assert.ok(read <= 7 * limit, `${read} rows were read`)
  })

/** So far, by this connection. */
async function rowsRead(sql: Sql, table: string): Promise<number> {
  const [stats] = await sql<{ read: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables where relname = ${table}`
  return stats!.read
}
