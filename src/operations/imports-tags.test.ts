/** Tags in files: read, written, undone, exported, and given to many at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exporter } from '../../test/harness/exports.ts'
import { countsOf, importer } from '../../test/harness/imports.ts'
import { place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import { workOnBulkChange } from '../domain/bulk-changes/worker.ts'
import { splitTags } from '../domain/tags/tags-text.ts'
import { mostTagsOfClient } from '../store/tags/tags.ts'
import { bulkChanges } from './bulk-changes.ts'
import { tags } from './tags.ts'

const { db, world, other, call, refused } = await operationsTest({ ...tags, ...bulkChanges })
const { client } = world
const ofClient = { ApiKey: world.accountKey, ClientID: client.clientPublicId }
const it = importer(db, world)

let made = 0
const newList = () => seedList(db, client, `Tagged ${++made}`)

async function tagsOf(clientId = client.clientId): Promise<Record<string, string[]>> {
  const rows = await db<{ address: string; names: string[] }[]>`
    select g.address, array_agg(t.name order by lower(t.name)) as names
    from tagged_contacts g join contact_tags t on t.id = g.tag_id
    where g.client_id = ${clientId} group by g.address order by g.address`
  return Object.fromEntries(rows.map(({ address, names }) => [address, names]))
}

async function assertCounted(): Promise<void> {
  const wrong = await db`
    select name, people from contact_tags t
    where people <> (select count(*) from tagged_contacts g where g.client_id = t.client_id and g.tag_id = t.id)`
  assert.deepEqual([...wrong], [])
}

for (const [text, names] of [
  ['"VIP","Blog, daily"', ['VIP', 'Blog, daily']],
  ['VIP, Blog', ['VIP', 'Blog']],
  ['VIP;Blog;vip', ['vip', 'Blog']],
  ['VIP | Blog', ['VIP', 'Blog']],
  ['Blog, daily||', ['Blog, daily']],
  ['a;b|c', ['a;b', 'c']],
  [' , ', []],
] as const)
  test(`the cell ${text} is read as ${names.length} tags`, () => {
    assert.deepEqual(splitTags(text), { names, isCut: false })
  })

test('a name that is too long is lost alone', () => {
  assert.deepEqual(splitTags(`VIP,${'x'.repeat(61)}`), { names: ['VIP'], isCut: true })
  assert.equal(splitTags(Array.from({ length: 101 }, (_, n) => `t${n}`).join(',')).names.length, 100)
})

test('the tags of a file are given to who is on the list afterwards; verdicts are as without them', async () => {
  const list = await newList()
  await place(db, list, 'Unsubscribed', { address: 'left@import.example' })
  await place(db, list, 'Active', { address: 'same@import.example', name: 'Sam' })
  const file = `Email,Name,TAGS
new@import.example,Nora,"""VIP"",""Blog, daily"""
same@import.example,Sam,vip
left@import.example,Lea,VIP
no address,Nobody,Ghost
new@import.example,Nora,"VIP"
`
  const id = await it.committed(file, { Duplicates: 'First', Tags: ['All of them'] }, list)
  assert.deepEqual(countsOf((await it.get(id)).Written), {
    New: 1,
    Unchanged: 1,
    OptOutKept: 1,
    Duplicate: 1,
    Refused: 1,
  })
  assert.deepEqual(await tagsOf(), {
    'new@import.example': ['All of them', 'Blog, daily', 'VIP'],
    'same@import.example': ['All of them', 'VIP'],
  })
  const named = (await call('Tag.List', ofClient)).map(({ Name, People }) => [Name, People])
  assert.deepEqual(named, [
    ['All of them', 2],
    ['Blog, daily', 1],
    ['VIP', 2],
  ])
  const [row] = await db<{ source: string; evidence: { importId?: number } }[]>`
    select source, evidence from tagged_contacts where address = 'new@import.example' limit 1`
  assert.equal(row!.source, 'import')
  assert.ok(row!.evidence.importId)
})

test('undoing takes away what the import gave, and nothing that a contact had before or was given since', async () => {
  const list = await newList()
  await place(db, list, 'Active', { address: 'had@undo.example' })
  await place(db, list, 'Active', { address: 'again@undo.example' })
  await call('Subscriber.SetTags', {
    ...ofClient,
    Email: 'had@undo.example',
    Add: ['Undo'],
    Remove: [],
    Replace: false,
    CreateMissing: true,
  })
  const id = await it.committed(
    'Email,Tags\nhad@undo.example,"Undo,More"\nagain@undo.example,Undo\nnew@undo.example,Undo\n',
    undefined,
    list,
  )
  const given = { ...ofClient, Email: 'again@undo.example', Replace: false, CreateMissing: false }
  await call('Subscriber.SetTags', { ...given, Add: [], Remove: ['Undo'] })
  await call('Subscriber.SetTags', { ...given, Add: ['Undo'], Remove: [] })
  await it.call('Import.Undo', it.of(id))
  await it.work()
  const left = Object.entries(await tagsOf()).filter(([address]) => address.endsWith('@undo.example'))
  assert.deepEqual(Object.fromEntries(left), { 'again@undo.example': ['Undo'], 'had@undo.example': ['Undo'] })
  await assertCounted()
})

test('an export has the tags, and its import into another client gives the same ones', async () => {
  const list = await newList()
  await it.committed(
    `Email,Tags\none@round.example,"""A, b"",""C;d"""\ntwo@round.example,"""x|y"""\nthree@round.example,\nfour@round.example,=sum\n`,
    undefined,
    list,
  )
  const file = await exporter(db, world).text({ Kind: 'Subscribers', ListID: list.listPublicId })
  assert.match(file.split('\n')[0]!, /,Tags\r?$/)
  await importer(db, other).committed(file)
  const ours = Object.entries(await tagsOf()).filter(([address]) => address.endsWith('@round.example'))
  assert.deepEqual(await tagsOf(other.client.clientId), Object.fromEntries(ours))
  assert.equal(ours.length, 3)
})

test('an import that would make too many tags is refused before anything is written', async () => {
  const list = await newList()
  const [{ count }] =
    (await db`select count(*)::integer as count from contact_tags where client_id = ${client.clientId}`) as unknown as [
      { count: number },
    ]
  const rows = Array.from({ length: mostTagsOfClient - count + 1 }, (_, n) => `p${n}@many.example,Many ${n}`)
  const id = await it.judged(`Email,Tags\n${rows.join('\n')}\n`, undefined, list)
  await it.refused('Import.Commit', { ...it.of(id), ValuesLost: '' }, 'TooManyTags')
  assert.equal((await db`select 1 from subscribers where list_id = ${list.listId}`).length, 0)
})

test('a column of tags can still fill a custom field, and none is made of it by itself', async () => {
  const list = await newList()
  const id = await it.begin('Email,Labels\nlabel@x.example,Red\n', list)
  const { Columns } = (await it.call('Import.GetMapping', it.of(id))) as unknown as {
    Columns: { Target: string }[]
  }
  assert.deepEqual(
    Columns.map(({ Target }) => Target),
    ['Email', 'Tags'],
  )
})

test('a bulk change gives a tag to all whom its rule fits, and undoing takes away its own', async () => {
  const list = await newList()
  const target = { ApiKey: world.accountKey, ListID: list.listPublicId }
  const [had, gets, left] = ['had', 'gets', 'left'].map(name => `${name}@bulk.example`)
  for (const address of [had!, gets!]) await place(db, list, 'Active', { address })
  await place(db, list, 'Unsubscribed', { address: left! })
  await call('Tag.Create', { ...ofClient, Name: 'Bulk', Color: '' })
  const person = { ...ofClient, Remove: [], Replace: false, CreateMissing: false }
  await call('Subscriber.SetTags', { ...person, Email: had!, Add: ['Bulk'] })
  const ask = { Values: ['bulk'], Subscribers: 3 }
  const work = async () => {
    while (await workOnBulkChange(db, new AbortController().signal));
  }
  const here = async () => Object.entries(await tagsOf()).filter(([address]) => address.endsWith('@bulk.example'))
  await refused('BulkChange.Create', { ...target, ...ask, Action: 'AddTag', Values: ['None'] }, 'UnknownTag')
  await refused('BulkChange.Create', { ...target, ...ask, Action: 'AddTag', Values: [] }, 'InvalidParameter')
  const add = await call('BulkChange.Create', { ...target, ...ask, Action: 'AddTag' })
  await work()
  assert.equal((await here()).length, 3)
  const done = await call('BulkChange.Get', { ...ofClient, ChangeID: add! })
  assert.deepEqual([done.Changed, done.LeftAlone, done.Values], [2, 1, ['Bulk']])
  await call('BulkChange.Undo', { ...ofClient, ChangeID: add! })
  await work()
  assert.deepEqual(await here(), [[had, ['Bulk']]])
  const remove = await call('BulkChange.Create', { ...target, ...ask, Action: 'RemoveTag' })
  await work()
  assert.deepEqual(await here(), [])
  await call('BulkChange.Undo', { ...ofClient, ChangeID: remove! })
  await work()
  assert.deepEqual(await here(), [[had, ['Bulk']]])
  await assertCounted()
})
