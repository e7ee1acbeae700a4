import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { transaction } from '../connection/transaction.ts'
import { mostTagsOfContact, type TagOfContact, tagContacts, untagContacts } from './tagged.ts'

let database: TestDatabase
let world: World

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

async function addTags(...names: readonly string[]): Promise<number[]> {
  const rows = await database.db<{ id: number }[]>`
    insert into contact_tags (client_id, name)
    select ${world.client.clientId}, name from unnest(${names as string[]}::text[]) with ordinality as g (name, place) order by place
    returning id`
  return rows.map(({ id }) => id)
}

const give = async (rows: readonly TagOfContact[], source: 'hand' | 'import' = 'hand') => [
  ...(await transaction(database.db, sql => tagContacts(sql, world.client.clientId, rows, source))),
]
const take = async (rows: readonly TagOfContact[]) => [
  ...(await transaction(database.db, sql => untagContacts(sql, world.client.clientId, rows, 'hand'))),
]

async function peopleOf(tagId: number): Promise<number> {
  const [row] = await database.db<{ people: number }[]>`select people from contact_tags where id = ${tagId}`
  return row!.people
}

async function eventsOf(address: string) {
  const rows = await database.db<{ type: string; data: unknown }[]>`
    select type, data from events where data ->> 'EmailAddress' = ${address} order by id`
  return [...rows]
}

test('a tag given twice counts once, is published once, and keeps how it came', async () => {
  const [vip, blog] = await addTags('VIP', 'Blog')
  const anna = 'anna@example.com'
  const rows = [
    { address: anna, tagId: vip! },
    { address: anna, tagId: blog! },
    { address: anna, tagId: vip! },
  ]
  assert.deepEqual(await give(rows), [
    { address: anna, tagId: vip },
    { address: anna, tagId: blog },
  ])
  assert.deepEqual(await give(rows, 'import'), [])
  assert.deepEqual([await peopleOf(vip!), await peopleOf(blog!)], [1, 1])
  assert.deepEqual(await eventsOf(anna), [
    { type: 'contact.tagged', data: { EmailAddress: anna, Tags: ['Blog', 'VIP'], Source: 'Hand' } },
  ])
  const sources = await database.db`select distinct source from tagged_contacts where address = ${anna}`
  assert.deepEqual(
    sources.map(row => row.source),
    ['hand'],
  )
})

test('what a contact does not have is not taken away', async () => {
  const [one, other] = await addTags('One', 'Other')
  const address = 'bert@example.com'
  await give([{ address, tagId: one! }])
  assert.deepEqual(
    await take([
      { address, tagId: one! },
      { address, tagId: other! },
    ]),
    [{ address, tagId: one }],
  )
  assert.deepEqual([await peopleOf(one!), await peopleOf(other!)], [0, 0])
  assert.deepEqual(
    (await eventsOf(address)).map(({ type }) => type),
    ['contact.tagged', 'contact.untagged'],
  )
})

test('tags beyond the limit of a contact, of another client, and deleted ones are left out', async () => {
  const all = await addTags(...Array.from({ length: mostTagsOfContact + 2 }, (_, n) => `Many ${n}`))
  const address = 'cleo@example.com'
  await give([{ address, tagId: all[0]! }])
  const given = await give(all.map(tagId => ({ address, tagId })))
  assert.equal(given.length, mostTagsOfContact - 1)
  const stranger = await seed(database.db)
  const [foreign] = await database.db<{ id: number }[]>`
    insert into contact_tags (client_id, name) values (${stranger.client.clientId}, 'Foreign') returning id`
  const [gone] = await addTags('Gone')
  await database.db`delete from contact_tags where id = ${gone!}`
  const rows = [foreign!.id, gone!].map(tagId => ({ address: 'dora@example.com', tagId }))
  assert.deepEqual(await give(rows), [])
  assert.deepEqual(await eventsOf('dora@example.com'), [])
})

test('transactions that give the same tags in other orders at once all end, and the count is theirs', async () => {
  const tags = await addTags('P', 'Q', 'R')
  const addresses = Array.from({ length: 40 }, (_, n) => `reader${n}@example.com`)
  await Promise.all(
    Array.from({ length: 6 }, (_, turn) => {
      const rows = addresses.flatMap(address => tags.map(tagId => ({ address, tagId })))
      return give(turn % 2 ? rows.toReversed() : rows)
    }),
  )
  for (const tag of tags) assert.equal(await peopleOf(tag), addresses.length)
})
