/** Lines of the audit log: names of what entries are about, repeated entries in one line, entries about one object, and their actors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedKey, seedPerson } from '../../test/harness/people.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { createLog } from '../lib/log.ts'
import { insertAuditEntries, type NewAuditEntry } from '../store/accounts/audit-log.ts'
import { auditOperations } from './audit.ts'
import { clients } from './clients.ts'
import { deleted } from './deleted.ts'
import { keyOperations } from './keys.ts'
import { lists } from './lists.ts'
import { subscribers } from './subscribers.ts'

const handlers = { ...auditOperations, ...clients, ...lists, ...subscribers, ...keyOperations, ...deleted }
const { db, world, other, call } = await operationsTest(handlers, db => ({
  subscriptions: subscriptions(db),
  log: createLog('silent'),
}))

const ApiKey = world.accountKey
const ClientID = world.client.clientPublicId
const ListID = world.list.listPublicId
const settings = { UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }

interface Line {
  readonly Operation: string
  readonly Subjects: readonly {
    readonly Kind: string
    readonly ID: string
    readonly Name: string
    readonly State: string
  }[]
  readonly Count: number
  readonly Fold: string
  readonly [field: string]: unknown
}

async function page(params: object, origin = {}): Promise<{ lines: readonly Line[]; next: string }> {
  const { Entries, NextCursor } = await call('Audit.List', { ApiKey, ...params }, origin)
  return { lines: Entries as unknown as readonly Line[], next: NextCursor! } // pages are arrays
}
const lines = async (params: object, origin = {}) => (await page(params, origin)).lines

const entry = (more: Partial<NewAuditEntry>): NewAuditEntry => ({
  ...{ accountId: world.accountId, clientId: world.client.clientId, actorKind: 'login', actorId: 0, actorName: 'x' },
  ...{ means: 'session', wire: 'json', operation: 'List.Update', subject: '', outcome: '', requestId: '', remote: '' },
  ...more,
})

async function createList(Title: string): Promise<string> {
  return (await call('List.Create', { ApiKey, ClientID, Title, ...settings })) as unknown as string
}

test('an object is named as it is called now, a deleted one as it was, and a purged one is not known', async () => {
  const id = await createList('Kew')
  const stateOf = async () => {
    const [line] = await lines({ SubjectID: id, Operation: 'List.Create' })
    const { Name, State } = line!.Subjects.find(({ Kind }) => Kind === 'List')!
    return [Name, State]
  }
  assert.deepEqual(await stateOf(), ['Kew', 'Present'])
  await call('List.Update', { ApiKey, ListID: id, Title: 'Kew in May', ...settings })
  assert.deepEqual(await stateOf(), ['Kew in May', 'Present'])
  await call('List.Delete', { ApiKey, ListID: id })
  assert.deepEqual(await stateOf(), ['Kew in May', 'Deleted'])
  await db`delete from list_totals where list_id = (select id from lists where public_id = ${id})`
  await db`delete from lists where public_id = ${id}`
  assert.deepEqual(await stateOf(), ['', 'Unknown'])
})

test('a restored object is named with its kind in an entry of its client; a refused restore names no client', async () => {
  const id = await createList('Arboretum')
  await call('List.Delete', { ApiKey, ListID: id })
  await call('Deleted.Restore', { ApiKey, Kind: 'List', ID: id.toUpperCase() })
  const [restored] = await lines({ ClientID, SubjectID: id, Operation: 'Deleted.Restore' })
  assert.deepEqual(restored!.Subjects, [{ Kind: 'List', ID: id, Name: 'Arboretum', State: 'Present' }])
  await assert.rejects(call('Deleted.Restore', { ApiKey, Kind: 'Campaign', ID: id }))
  assert.equal((await lines({ ClientID, SubjectID: id, Operation: 'Deleted.Restore' })).length, 1)
  assert.equal((await lines({ SubjectID: id, Operation: 'Deleted.Restore' })).length, 2)
})

test('an object of another client is not named, whatever identifier a call was refused with', async () => {
  const theirs = other.list.listPublicId
  await assert.rejects(call('List.Delete', { ApiKey, ListID: theirs }))
  await insertAuditEntries(db, [entry({ subject: `ListID ${theirs}`, outcome: 'InvalidListId' })])
  const found = await lines({ SubjectID: theirs })
  assert.ok(found.length >= 1)
  assert.deepEqual(
    new Set(found.flatMap(({ Subjects }) => Subjects.map(({ Name, State }) => `${Name} ${State}`))),
    new Set([' Unknown']),
  )
})

test('entries about an object are found by its identifier, also where it is not named first', async () => {
  const [first, further] = ['1', '2'].map(digit => digit.repeat(32)) as [string, string]
  await insertAuditEntries(db, [
    entry({ operation: 'Campaign.AddComment', subject: `CampaignID ${first}, CommentID ${further}, answered again` }),
    entry({ operation: 'Series.Update', subject: `ClientID ${ClientID}, SeriesID ${first}, SegmentID ${further}` }),
    entry({ operation: 'BulkChange.Create', subject: `ListID ${first}, ToListID ${first}` }),
    entry({ operation: 'Campaign.UpdateDraft', subject: `CampaignID ${first}, changing Subject` }),
  ])
  const found = async (SubjectID: string) => (await lines({ SubjectID })).map(({ Operation }) => Operation)
  assert.deepEqual(await found(first), [
    'Campaign.UpdateDraft',
    'BulkChange.Create',
    'Series.Update',
    'Campaign.AddComment',
  ])
  assert.deepEqual(await found(further.toUpperCase()), ['Series.Update', 'Campaign.AddComment'])
  assert.deepEqual(await found('3'.repeat(32)), [])
  const draft = (await lines({ SubjectID: first }))[0]!
  assert.deepEqual(draft.Fields, ['Subject'])
})

test('what a key does again and again is one line a day with its count, and opens into its entries', async () => {
  const key = await seedKey(db, world.accountId, ['WriteAudience'])
  const mine = { ActorID: key.publicId }
  for (let n = 0; n < 5; n++) {
    await call('Subscribers.GetActive', { ApiKey: key.secret, ListID, Date: '2020-01-01' })
    await call('Subscriber.Add', { ApiKey: key.secret, ListID, Email: `folded${n}@reader.example`, Name: '' })
  }
  await call('List.Update', { ApiKey: key.secret, ListID, Title: 'Twice', ...settings })
  await call('List.Update', { ApiKey: key.secret, ListID, Title: 'Twice', ...settings })
  const folded = await lines({ ...mine, FoldReads: true })
  assert.deepEqual(
    folded.map(({ Operation, Count }) => [Operation, Count]),
    [
      ['List.Update', 1],
      ['List.Update', 1],
      ['Subscriber.Add', 5],
      ['Subscribers.GetActive', 5],
    ],
  )
  const reads = folded.at(-1)!
  const opened = await lines({ Fold: reads.Fold })
  assert.deepEqual(
    new Set(opened.map(({ Operation, ActorID }) => `${Operation} ${ActorID}`)),
    new Set([`Subscribers.GetActive ${key.publicId}`]),
  )
  assert.equal(opened.length, 5)
  assert.equal((await lines(mine)).length, 12, 'without FoldReads each entry is a line')
})

test('a fold over the border of two pages has the same Fold, and no entry is counted twice or lost', async () => {
  const reader = await seedPerson(db, world.accountId, 'Owner')
  const alike = (subject: string) =>
    entry({ actorKind: 'person', actorId: reader.id, operation: 'Subscribers.GetActive', subject })
  for (let n = 0; n < 9; n++)
    await insertAuditEntries(db, [alike(`ListID ${ListID}`), alike(`ListID ${String(n % 3).repeat(32)}`)])
  const counts = new Map<string, number>()
  let pages = 0
  for (let Cursor = ''; pages < 50; ) {
    const { lines: part, next } = await page({ ActorID: reader.publicId, FoldReads: true, Limit: 1, Cursor })
    for (const { Fold, Count } of part) counts.set(Fold, (counts.get(Fold) ?? 0) + Count)
    pages++
    Cursor = next
    if (Cursor === '') break
  }
  assert.deepEqual([...counts.values()].sort(), [3, 3, 3, 9])
  assert.ok(pages > 4)
})

test('a removed person, a revoked key, an operator and a name of 500 characters are said as such', async () => {
  const name = `שלום <b>${'n'.repeat(500)}`
  const gone = await seedPerson(db, world.accountId, 'Owner')
  await call('List.Update', { ListID, Title: name.slice(0, 200), ...settings }, { session: gone.session })
  await db`delete from grants where person_id = ${gone.id}`
  const key = await seedKey(db, world.accountId, ['WriteAudience'])
  await call('Subscriber.Add', { ApiKey: key.secret, ListID, Email: 'last@reader.example', Name: '' })
  await call('Key.Revoke', { ApiKey, KeyID: key.publicId })
  await recordSystemChange(db, 'lettershop hold', '', { accountId: world.accountId, clientId: world.client.clientId })
  const [byPerson] = await lines({ ActorID: gone.publicId })
  assert.deepEqual([byPerson!.ActorName, byPerson!.ActorState], [gone.name, 'Removed'])
  assert.equal(byPerson!.Subjects[0]!.Name, name.slice(0, 200))
  const [byKey] = await lines({ ActorID: key.publicId })
  assert.deepEqual([byKey!.ActorName, byKey!.ActorState], ['key Shop', 'Revoked'])
  const [revoking] = await lines({ SubjectID: key.publicId })
  assert.deepEqual(revoking!.Subjects, [{ Kind: 'Key', ID: key.publicId, Name: 'Shop', State: 'Deleted' }])
  const [held] = await lines({ Operation: 'lettershop hold' })
  assert.deepEqual([held!.Actor, held!.ActorName, held!.Means], ['System', 'operator', 'System'])
  const actors = (await call('Audit.ListActors', { ApiKey })) as unknown as readonly Record<string, unknown>[]
  const stateOf = (id: string) => actors.find(({ ActorID }) => ActorID === id)?.State
  assert.deepEqual([stateOf(gone.publicId), stateOf(key.publicId)], ['Removed', 'Revoked'])
  assert.equal(new Set(actors.map(({ ActorID }) => ActorID)).size, actors.length)
})

test('who has the right on a client finds its actors and entries alone, and opens no fold of another', async () => {
  const [neighbour] = await db<{ id: number; publicId: string }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    values (${world.accountId}, 'Neighbour', 'Nora', 'nora@neighbour.example', 'Germany', 'Europe/Berlin', 'Berlin')
    returning id, public_id`
  const { session } = await seedPerson(db, world.accountId, 'Client', neighbour!.id)
  const [folded] = await lines({ Operation: 'Subscriber.Add', FoldReads: true })
  const limited = { ApiKey: '' }
  assert.deepEqual(await lines({ ...limited, Fold: folded!.Fold }, { session }), [])
  assert.deepEqual(await lines({ ...limited, SubjectID: ListID }, { session }), [])
  assert.deepEqual(await call('Audit.ListActors', { ApiKey: '' }, { session }), [])
  const theirs = await call('Audit.ListActors', { ApiKey: other.accountKey })
  assert.deepEqual(theirs, [])
})
