import assert from 'node:assert/strict'
import { test } from 'node:test'
import { place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import { eraseContact } from '../domain/erasures/erasing.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { purge } from '../store/purge.ts'
import { forgetMembers } from '../store/retention/members.ts'
import { campaignPages } from './campaigns/campaign-pages.ts'
import { contacts } from './contacts.ts'
import { members } from './members.ts'
import { segmentTrees } from './segment-trees.ts'
import { segments } from './segments.ts'
import { subscribers } from './subscribers.ts'
import { tags } from './tags.ts'

const handlers = { ...tags, ...campaignPages, ...contacts, ...members, ...subscribers, ...segments, ...segmentTrees }
const { db, world, other, call, refused } = await operationsTest(handlers, db => ({ subscriptions: subscriptions(db) }))
const client = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const list = { ApiKey: world.accountKey, ListID: world.list.listPublicId }
const setting = { ...client, Add: [] as string[], Remove: [] as string[], Replace: false, CreateMissing: false }

let people = 0
async function newPerson(on = world.list): Promise<string> {
  const { address } = await place(db, on, 'Active', { address: `tagged${++people}@people.example` })
  return address
}

const give = (Email: string, ...Add: string[]) =>
  call('Subscriber.SetTags', { ...setting, Email, Add, CreateMissing: true })

async function tagsOf(Email: string): Promise<string[]> {
  const { Tags } = await call('Subscriber.GetContact', { ...client, Email, Cursor: '', Limit: 1 })
  return rowsOf(Tags).map(({ Name }) => Name ?? '')
}

/** The number that Tag.List says, after seeing that it is the number of rows. */
async function peopleWith(name: string): Promise<number> {
  const found = (await call('Tag.List', client)).find(({ Name }) => Name === name)
  const [row] = await db<{ people: number }[]>`
    select count(*)::integer as people from tagged_contacts g join contact_tags t on t.id = g.tag_id
    where t.client_id = ${world.client.clientId} and t.name = ${name}`
  assert.equal(found?.People, row!.people)
  return row!.people
}

test('a tag is of the person, whatever list it is on, and of one client', async () => {
  const second = await seedList(db, world.client, 'Second')
  const person = await newPerson()
  await place(db, second, 'Unsubscribed', { address: person })
  await place(db, other.list, 'Active', { address: person })
  await give(person.toUpperCase(), 'Vip', 'Blog')
  assert.deepEqual(await tagsOf(person), ['Blog', 'Vip'])
  const { Tags } = await call('Subscriber.GetMember', { ...list, ListID: second.listPublicId, EmailAddress: person })
  assert.deepEqual(Tags, ['Blog', 'Vip'])
  const foreign = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId }
  assert.deepEqual((await call('Subscriber.GetContact', { ...foreign, Email: person, Cursor: '', Limit: 1 })).Tags, [])
  assert.deepEqual(await call('Tag.List', foreign), [])
  const [vip] = (await call('Tag.List', client)).filter(({ Name }) => Name === 'Vip')
  await refused('Tag.Delete', { ...foreign, TagID: vip!.TagID! }, 'UnknownTag')
  await refused('Subscriber.SetTags', { ...setting, ...foreign, Email: person, Add: [vip!.TagID!] }, 'UnknownTag')
})

test('replacing keeps what stays as it was given, and what is refused changes nothing', async () => {
  const person = await newPerson()
  await give(person, 'Old', 'Kept')
  const [before] = rowsOf(
    (await call('Subscriber.GetContact', { ...client, Email: person, Cursor: '', Limit: 1 })).Tags,
  )
  assert.equal(before!.Source, 'Api')
  await call('Subscriber.SetTags', {
    ...setting,
    Email: person,
    Add: ['KEPT', 'New'],
    Replace: true,
    CreateMissing: true,
  })
  assert.deepEqual(await tagsOf(person), ['Kept', 'New'])
  const many = Array.from({ length: 100 }, (_, n) => `Too many ${n}`)
  const tooMany = { ...setting, Email: person, Add: many, CreateMissing: true }
  await refused('Subscriber.SetTags', tooMany, 'TooManyTagsOfContact')
  assert.deepEqual(await tagsOf(person), ['Kept', 'New'])
  assert.equal((await call('Tag.List', client)).filter(({ Name }) => Name?.startsWith('Too many')).length, 0)
})

test('names with another case of letters outside ASCII are the same tag', async () => {
  const person = await newPerson()
  await give(person, 'Été')
  await give(person, 'ÉTÉ')
  assert.equal(await peopleWith('Été'), 1)
  await refused('Tag.Create', { ...client, Name: 'éTÉ', Color: '' }, 'DuplicateTagName')
  await refused('Tag.Create', { ...client, Name: 'a||b', Color: '' }, 'InvalidCharacters')
})

test('names that the database lower-cases in its own way are compared by the program', async () => {
  const person = await newPerson()
  const named = (...key: string[]) => rowsNamed(key)
  // İ becomes i with a dot above it, two letters, in the program, and i in some collations
  await give(person, 'İzmir', 'izmir')
  assert.deepEqual(await tagsOf(person), await named('izmir', 'İzmir'))
  // the last sigma of a word has a form of its own
  await give(person, 'ΟΔΟΣ')
  await refused('Tag.Create', { ...client, Name: 'οδος', Color: '' }, 'DuplicateTagName')
  // composed and decomposed
  await refused('Tag.Create', { ...client, Name: 'I\u0307zmir', Color: '' }, 'DuplicateTagName')
})

/** Of the tags with these names, those that Tag.List has, in its order. */
async function rowsNamed(names: readonly string[]): Promise<string[]> {
  return (await call('Tag.List', client)).map(({ Name }) => Name ?? '').filter(name => names.includes(name))
}

test('a segment and the filters of campaigns find a tag by another case of letters outside ASCII', async () => {
  const person = await newPerson()
  await give(person, 'Österreich')
  const byTag = { Subject: 'Tag', Operator: 'AnyOf', Values: ['ÖSTERREICH'] } as const
  const campaigns = await db<{ publicId: string }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state)
    select ${world.client.clientId}, 'Draft ' || n, '', 'C', 'c@x.example', 'c@x.example', '', '', 'draft' from generate_series(1, 2) n
    returning public_id`
  for (const [at, tag] of ['Frühling', 'FRÜHLING'].entries())
    await call('Campaign.SetTags', { ...client, CampaignID: campaigns[at]!.publicId, Tags: [tag, `Nr ${at}`] })
  const byCampaigns = { Subject: 'Sent', Operator: 'AtLeast', Times: 1, CampaignTag: 'frühling' } as const
  const none = { Key: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null, Values: null }
  const Leaves = [byTag, byCampaigns].map(leaf => ({ ...none, ...leaf }))
  const Tree = { Match: 'Any', Leaves, Groups: [] } as const
  const SegmentID = await call('Segment.SetTree', { ...client, SegmentID: null, ListID: null, Title: 'By tags', Tree })
  const { Problems } = await call('Segment.GetTree', { ...client, SegmentID })
  assert.deepEqual(Problems, [])
  assert.equal((await call('Segment.Count', { ...client, SegmentID })).Count, 1)
  const tags = (await call('Client.GetTags', client)).map(({ Name, Campaigns }) => [Name, Campaigns])
  assert.deepEqual(tags, [
    ['FRÜHLING', 2],
    ['Nr 0', 1],
    ['Nr 1', 1],
  ])
  const page = {
    ...client,
    Kind: 'Draft',
    SentFrom: '',
    SentUntil: '',
    Page: 1,
    PageSize: 10,
    Descending: false,
  } as const
  const found = await call('Campaign.Page', { ...page, Tags: ['früHLing', 'NR 1'] })
  assert.deepEqual(
    rowsOf(found.Campaigns).map(({ CampaignID }) => CampaignID),
    [campaigns[1]!.publicId],
  )
})

test('contacts with a tag are found page by page, those on no list left out', async () => {
  const found = [await newPerson(), await newPerson(), await newPerson()].sort()
  for (const person of found) await give(person, 'Searched')
  await db`insert into tagged_contacts (client_id, address, tag_id, source)
    select client_id, 'nowhere@people.example', id, 'hand' from contact_tags where name = 'Searched'`
  const page = { ...client, By: 'Tag', Search: 'searched', Limit: 2 } as const
  const first = await call('Subscriber.Search', { ...page, Cursor: '' })
  const second = await call('Subscriber.Search', { ...page, Cursor: first.NextCursor! })
  const all = [...rowsOf(first.Contacts), ...rowsOf(second.Contacts)]
  assert.deepEqual(
    all.map(({ EmailAddress }) => EmailAddress),
    found,
  )
  assert.deepEqual(
    rowsOf(all[0]!.Tags).map(({ Name, Color }) => [Name, Color]),
    [['Searched', 'Grey']],
  )
  assert.equal(second.NextCursor, '')
  await refused('Subscriber.Search', { ...page, Search: 'No such', Cursor: '' }, 'UnknownTag')
})

test('tags go along when the address changes, and stay with an address that is still on a list', async () => {
  const [person, stays] = [await newPerson(), await newPerson()]
  const second = await seedList(db, world.client, 'Left')
  await place(db, second, 'Unsubscribed', { address: stays })
  await give(person, 'Moves')
  await give(stays, 'Moves')
  for (const [Email, NewEmail] of [
    [person, 'moved@people.example'],
    [stays, 'copied@people.example'],
  ] as const) {
    await call('Subscriber.UpdateEmail', { ...client, ListID: '', Email, NewEmail })
    assert.deepEqual(await tagsOf(NewEmail), ['Moves'])
  }
  assert.deepEqual(await tagsOf(stays), ['Moves'])
  const rows = await db`select address from tagged_contacts where address = ${person}`
  assert.equal(rows.length, 0)
  assert.equal(await peopleWith('Moves'), 3)
})

test('an erased contact has no tags, and its number is taken off', async () => {
  const person = await newPerson()
  await give(person, 'Erased')
  const parts = { db, erasures: { remember: async () => {} } }
  await eraseContact(parts, world.client, person, 'carla', { by: 'api' })
  assert.equal(await peopleWith('Erased'), 0)
  await refused('Subscriber.SetTags', { ...setting, Email: person, Add: ['Erased'] }, 'NotInList')
})

test('tags go with the last list of a person: of a purged list, and of who is forgotten', async () => {
  const ending = await seedList(db, world.client, 'Ending')
  const [alone, elsewhere, deleted] = [await newPerson(ending), await newPerson(ending), await newPerson()]
  await place(db, world.list, 'Active', { address: elsewhere })
  for (const person of [alone, elsewhere, deleted]) await give(person, 'Last')
  await db`update lists set deleted_at = now() - interval '31 days' where id = ${ending.listId}`
  await purge(db)
  assert.equal(await peopleWith('Last'), 2)
  await call('Subscriber.Delete', { ...list, Email: deleted })
  await forgetMembers(db, world.client.clientId, new Date(Date.now() + 60_000), new AbortController().signal)
  assert.equal(await peopleWith('Last'), 1)
  assert.deepEqual(await tagsOf(elsewhere), ['Last'])
})

test('a deleted tag goes at once from all contacts, and can be created again', async () => {
  const person = await newPerson()
  await give(person, 'Short lived', 'Longer')
  const [tag] = (await call('Tag.List', client)).filter(({ Name }) => Name === 'Short lived')
  assert.deepEqual(await call('Tag.Delete', { ...client, TagID: tag!.TagID! }), [])
  assert.deepEqual(await tagsOf(person), ['Longer'])
  await call('Tag.Create', { ...client, Name: 'Short lived', Color: 'Red' })
  assert.deepEqual(await tagsOf(person), ['Longer'])
})

test('a tag names the segments that use it, at any depth of the tree; without it they have no one', async () => {
  const person = await newPerson()
  await give(person, 'In a segment', 'Elsewhere')
  const none = { Key: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }
  const leaf = (Operator: 'AnyOf' | 'NoneOf', name: string) => ({
    ...none,
    Subject: 'Tag' as const,
    Operator,
    Values: [name],
  })
  const title = 'Without the tag'
  const SegmentID = (await call('Segment.SetTree', {
    ...client,
    SegmentID: '',
    ListID: world.list.listPublicId,
    Title: title,
    Tree: {
      Match: 'All',
      Leaves: null,
      Groups: [{ Match: 'Any', Leaves: [leaf('AnyOf', 'Elsewhere'), leaf('NoneOf', 'In a segment')], Groups: null }],
    },
  })) as string
  const count = async () => (await call('Segment.Count', { ApiKey: world.accountKey, SegmentID })).Count
  assert.ok(((await count()) ?? 0) > 1)
  const [tag] = (await call('Tag.List', client)).filter(({ Name }) => Name === 'In a segment')
  const ask = { ...client, TagID: tag!.TagID! }
  const uses = [{ Kind: 'Segment', ID: SegmentID, Name: title }]
  assert.deepEqual(await call('Tag.GetUses', ask), uses)
  assert.deepEqual(await call('Tag.Delete', ask), uses)
  assert.equal(await count(), 0)
})
