import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { addPerson } from '../../test/harness/console.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { beginDay, readSentOn } from './limits/daily-limits.ts'
import { purge, purgedTables } from './purge.ts'

let it: TestDatabase
let world: World

beforeEach(async () => {
  it = await freshDatabase()
  world = await seed(it.db)
})
afterEach(() => it.drop())

/** Tables that name a client in their rows, partitions apart. */
async function tenantTables(): Promise<readonly string[]> {
  const rows = await it.db<{ name: string }[]>`
    select c.relname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where a.attname = 'client_id' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
    order by 1`
  return rows.map(({ name }) => name)
}

async function rowsOf(clientId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tenantTables()) {
    const [row] = await it.db<{ count: number }[]>`
      select count(*) from ${it.db(table)} where client_id = ${clientId}`
    counts[table] = row!.count
  }
  return counts
}

async function subscribers(list: World['list'], count: number): Promise<void> {
  await it.db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${list.clientId}, ${list.listId}, n || '@x.example', n || '@x.example', 'Active', now(), now()
    from generate_series(1, ${count}::int) n`
  await it.db`
    insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause)
    select client_id, list_id, id, now() - interval '40 days' * (id % 3), 'Active', 'added' from subscribers
    where client_id = ${list.clientId} and list_id = ${list.listId}`
}

/** A campaign to the list, with a row in every dependent table. */
async function campaign({ clientId, listId }: World['list']): Promise<number> {
  const [row] = await it.db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state)
    values (${clientId}, 'News', 'News', 'A', 'a@x.example', 'a@x.example', 'http://x.example/', '<p>', 'sent')
    returning id`
  const at = { client_id: clientId, campaign_id: row!.id }
  const mail = { ...at, number: 1 }
  const now = new Date()
  const rows: Record<string, object> = {
    campaign_lists: { ...at, list_id: listId },
    campaign_totals: at,
    links: { ...mail, url: 'http://x.example/' },
    audience: { ...mail, list_id: listId, subscriber_id: 1, email: 'e', address: 'a', name: '', fields: {} },
    leases: { ...at, low: 1, high: 2, owner: 'o', token: 1, expires_at: now },
    log: { ...mail, attempt: 1, kind: 'accepted' },
    hits: { ...mail, kind: 'open', at: now, remote: '', agent: '' },
    opens: { ...mail, opens: 1, first_at: now },
    clicks: { ...mail, link: 1, clicks: 1, first_at: now },
    campaign_unsubscribes: { ...mail, at: now },
    campaign_bounces: { ...mail, type: 'H', at: now, evidence: '' },
    assets: {
      client_id: clientId,
      owner: 'campaign',
      owner_id: row!.id,
      path: 'p',
      media_type: 't',
      bytes: Buffer.of(1),
    },
  }
  for (const [table, values] of Object.entries(rows))
    await it.db.unsafe(
      `insert into ${table} (${Object.keys(values)}) values (${Object.keys(values).map((_, index) => `$${index + 1}`)})`,
      Object.values(values),
    )
  return row!.id
}

/** So many days ago. */
async function markDeleted(
  table: 'clients' | 'lists' | 'campaigns' | 'templates',
  id: number,
  days: number,
): Promise<void> {
  await it.db`update ${it.db(table)} set deleted_at = now() - make_interval(days => ${days}) where id = ${id}`
}

function onlyZero(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
}

test('the purge covers every table of a client', async () => {
  // entries of the audit log name no people and are kept for as long as those of the account; the directory has a statement of its own
  const tables = (await tenantTables()).filter(name => name !== 'audit_log' && name !== 'directory')
  assert.deepEqual([...purgedTables].sort(), tables)
})

test('a client deleted 31 days ago is purged completely, another one is untouched', async () => {
  const neighbour = await seed(it.db)
  for (const { list } of [world, neighbour]) {
    await subscribers(list, 20)
    await campaign(list)
  }
  const before = await rowsOf(neighbour.client.clientId)
  await markDeleted('clients', world.client.clientId, 31)
  await purge(it.db)
  assert.deepEqual(onlyZero(await rowsOf(world.client.clientId)), {})
  assert.equal((await it.db`select 1 from clients where id = ${world.client.clientId}`).length, 0)
  assert.deepEqual(await rowsOf(neighbour.client.clientId), before)
})

test('a deletion 29 days ago can still be undone', async () => {
  await subscribers(world.list, 5)
  const id = await campaign(world.list)
  const before = await rowsOf(world.client.clientId)
  await markDeleted('campaigns', id, 29)
  await markDeleted('lists', world.list.listId, 29)
  await markDeleted('clients', world.client.clientId, 29)
  await purge(it.db)
  assert.deepEqual(await rowsOf(world.client.clientId), before)
})

test('a campaign deleted 31 days ago is gone, the other one and the list stay', async () => {
  await subscribers(world.list, 5)
  const gone = await campaign(world.list)
  const before = await rowsOf(world.client.clientId)
  await campaign(world.list)
  await markDeleted('campaigns', gone, 31)
  await purge(it.db)
  assert.deepEqual(await rowsOf(world.client.clientId), before)
})

test('a deleted list is purged except its name if a campaign was sent to it', async () => {
  const [sent, unsent] = [world.list, await seedList(it.db, world.client, 'Never sent to')]
  const id = await campaign(sent)
  for (const list of [sent, unsent]) {
    await subscribers(list, 5)
    await markDeleted('lists', list.listId, 31)
  }
  await purge(it.db)
  const left = async () => (await it.db`select id from lists`).map(row => row.id)
  assert.deepEqual(await left(), [sent.listId])
  for (const table of ['subscribers', 'subscriber_history', 'list_totals'])
    assert.equal((await it.db`select 1 from ${it.db(table)}`).length, 0, table)
  await markDeleted('campaigns', id, 31)
  await purge(it.db)
  assert.deepEqual(await left(), [])
})

test('a template deleted 31 days ago is gone with its files, and only with its own', async () => {
  const id = await campaign(world.list) // its file may have the template's number
  const [template] = await it.db<{ id: number }[]>`
    insert into templates (client_id, name, page_url, html) values (${world.client.clientId}, 't', 'u', '') returning id`
  await it.db`
    insert into assets (client_id, owner, owner_id, path, media_type, bytes)
    values (${world.client.clientId}, 'template', ${template!.id}, 'p', 't', 'x')`
  await markDeleted('templates', template!.id, 31)
  await purge(it.db)
  assert.equal((await it.db`select 1 from templates`).length, 0)
  assert.deepEqual([...(await it.db`select owner, owner_id from assets`)], [{ owner: 'campaign', ownerId: id }])
})

test('more rows than one step takes are all purged', async () => {
  await subscribers(world.list, 12_000)
  await markDeleted('lists', world.list.listId, 31)
  await purge(it.db)
  assert.equal((await it.db`select 1 from subscribers limit 1`).length, 0)
  assert.equal((await it.db`select 1 from subscriber_history limit 1`).length, 0)
})

test('expired previews are deleted, others are kept', async () => {
  const { clientId } = world.client
  for (const minutes of [-1, 1])
    await it.db`
      insert into previews (client_id, html, framed_by, expires_at)
      values (${clientId}, ${`${minutes}`}, '', now() + make_interval(mins => ${minutes}))`
  await purge(it.db)
  const left = await it.db`select html from previews where client_id = ${clientId}`
  assert.deepEqual(
    left.map(({ html }) => html),
    ['1'],
  )
})

test('expired sessions and long unused browsers are deleted, others are kept', async () => {
  const { accountId } = world
  const { id } = await addPerson(it.db, { accountId })
  const session = (token: string, expiresAt: string) => it.db`
    insert into sessions (token_hash, person_id, account_id, epoch, expires_at, remote, agent)
    values (${Buffer.from(token)}, ${id}, ${accountId}, 1, now() + ${expiresAt}::interval, '', '')`
  await session('over', '-1 second')
  await session('works', '1 day')
  for (const [token, days] of [
    ['known', 399],
    ['forgotten', 401],
  ] as const)
    await it.db`
      insert into devices (person_id, token_hash, agent, remote, last_at)
      values (${id}, ${Buffer.from(token)}, '', '', now() - make_interval(days => ${days}))`
  await purge(it.db)
  const left = async (table: string) =>
    (await it.db`select token_hash from ${it.db(table)} where person_id = ${id}`).map(row => String(row.tokenHash))
  assert.deepEqual([await left('sessions'), await left('devices')], [['works'], ['known']])
})

test('old occurrences are deleted, recent ones are kept', async () => {
  await it.db`insert into occurrences (kind, subject, at) values ('k', 'old', now() - interval '31 days'), ('k', 'new', now())`
  await purge(it.db)
  assert.deepEqual(
    (await it.db`select subject from occurrences`).map(row => row.subject),
    ['new'],
  )
})

test('expired limits of minutes are deleted, present ones are kept', async () => {
  const at = (minutes: number) => it.db`now() - make_interval(mins => ${minutes})`
  for (const [subject, minutes] of [
    ['old', 61],
    ['new', 14],
  ] as const) {
    await it.db`insert into sign_in_attempts values (${Buffer.from(subject)}, 10, ${at(minutes)})`
    await it.db`insert into shared_buckets values ('calls', ${subject}, 0, ${at(minutes)})`
  }
  await purge(it.db)
  assert.deepEqual(
    (await it.db`select convert_from(subject, 'UTF8') as subject from sign_in_attempts`).map(row => row.subject),
    ['new'],
  )
  assert.deepEqual(
    (await it.db`select subject from shared_buckets`).map(row => row.subject),
    ['new'],
  )
})

test('mails of a purged campaign keep counting for the daily limit', async () => {
  const { clientId } = world.list
  const day = '2026-03-28'
  await beginDay(it.db, clientId, day)
  const id = await campaign(world.list)
  await it.db`
    update campaign_totals set recipients = 7, accepted = 5, unknown = 2 where client_id = ${clientId} and campaign_id = ${id}`
  assert.equal(await readSentOn(it.db, clientId, day), 7)
  await it.db`update campaigns set deleted_at = now() - interval '31 days' where id = ${id}`
  await purge(it.db)
  assert.equal((await it.db`select 1 from campaign_totals where campaign_id = ${id}`).length, 0)
  assert.equal(await readSentOn(it.db, clientId, day), 7)
})

test('a person whose last grant was on a purged client is removed; others stay', async () => {
  const [client, account] = await Promise.all(
    ['client', 'account'].map(async kind => {
      const [row] = await it.db<{ id: number }[]>`
      insert into people (email, address, name, time_zone)
      values (${`${kind}@x.example`}, ${`${kind}@x.example`}, ${kind}, 'UTC') returning id`
      const on = kind === 'client' ? world.client.clientId : null
      await it.db`
      insert into grants (person_id, account_id, client_id, role) values (${row!.id}, ${world.accountId}, ${on}, 'Analyst')`
      return row!.id
    }),
  )
  await it.db`update clients set deleted_at = now() - interval '31 days' where id = ${world.client.clientId}`
  await purge(it.db)
  const left = await it.db`select id from people where removed_at is null`
  assert.deepEqual(
    left.map(({ id }) => id),
    [account],
  )
  assert.notEqual(client, account)
})
