import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccounted, history, member, place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'
import { mostAttempts } from '../domain/background/ranged.ts'
import { mostBulkChanges } from '../domain/bulk-changes/bulk-changes.ts'
import { rowsOfRange, workOnBulkChange } from '../domain/bulk-changes/worker.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { Unavailable } from '../lib/unavailable.ts'
import { purgeBulkChanges } from '../store/bulk-changes/purge.ts'
import { type State, memberStates as states } from '../store/lists/statistics.ts'
import { bulkChanges } from './bulk-changes.ts'
import { lists } from './lists.ts'
import { segments } from './segments.ts'
import { subscribers } from './subscribers.ts'

const handlers = { ...bulkChanges, ...lists, ...segments, ...subscribers }
const { db, world, other, call, refused } = await operationsTest(handlers, db => ({ subscriptions: subscriptions(db) }))
const { client } = world
const ofClient = { ApiKey: world.accountKey, ClientID: client.clientPublicId }
const targetOf = (list: ListRef) => ({ ApiKey: world.accountKey, ListID: list.listPublicId })
const never = new AbortController().signal

let made = 0
const newList = (confirmOptIn = false) => seedList(db, client, `Bulk ${++made}`, confirmOptIn)

/** @returns a list with so many members of each state, and their addresses */
async function listWith(counts: Partial<Record<State, number>>, name = 'm') {
  const list = await newList()
  const addresses: string[] = []
  for (const state of states)
    for (let n = 0; n < (counts[state] ?? 0); n++) {
      const address = `${name}${addresses.length}.${state.toLowerCase()}@x${list.listId}.example`
      await place(db, list, state, { address, name: `Ann ${n}` })
      addresses.push(address)
    }
  return { list, addresses }
}

type Ask = Partial<Parameters<typeof call<'BulkChange.Create'>>[1]> & {
  Action: 'Unsubscribe' | 'Delete' | 'SetField' | 'ClearField' | 'Copy' | 'Move'
}

async function count(list: ListRef, ask: Ask): Promise<number> {
  const { Values: _values, Key: _key, ToListID: _to, CreateFields: _create, Subscribers: _told, ...rule } = ask
  return (await call('BulkChange.Count', { ...targetOf(list), ...rule })).Subscribers
}

async function work() {
  while (await workOnBulkChange(db, never));
}

/** Counts, changes, and waits for the end. */
async function change(list: ListRef, ask: Ask) {
  const Subscribers = await count(list, ask)
  const ChangeID = await call('BulkChange.Create', { ...targetOf(list), ...ask, Subscribers })
  await work()
  return get(ChangeID)
}

/** The member always exists. */
const get = (ChangeID: string | null | undefined) => call('BulkChange.Get', { ...ofClient, ChangeID: ChangeID ?? '' })

async function undo({ ChangeID }: { readonly ChangeID?: string | null }) {
  await call('BulkChange.Undo', { ...ofClient, ChangeID: ChangeID ?? '' })
  await work()
  return get(ChangeID)
}

async function statesOf(list: ListRef): Promise<Record<string, State>> {
  const rows = await db<{ address: string; state: State }[]>`
    select address, state from subscribers where list_id = ${list.listId} order by address`
  return Object.fromEntries(rows.map(({ address, state }) => [address, state]))
}

const one = { Active: 2, Unconfirmed: 1, Unsubscribed: 1, Bounced: 1, Deleted: 1 } as const

test('a set is unsubscribed by its rule, no one else is, and it can be undone', async () => {
  const { list } = await listWith(one)
  const before = await statesOf(list)
  const done = await change(list, { Action: 'Unsubscribe', Search: 'm', Domain: `x${list.listId}.example` })
  assert.deepEqual(
    [done.Progress, done.Subscribers, done.Done, done.Changed, done.LeftAlone, done.CanBeUndone],
    ['Done', 3, 3, 3, 0, true],
  )
  assert.deepEqual(Object.values(await statesOf(list)).sort(), ['Bounced', 'Deleted', ...Array(4).fill('Unsubscribed')])
  const undone = await undo(done)
  assert.deepEqual([undone.Progress, undone.Undone, undone.NotUndone, undone.CanBeUndone], ['Undone', 3, 0, false])
  assert.deepEqual(await statesOf(list), before)
  await refused('BulkChange.Undo', { ...ofClient, ChangeID: done.ChangeID }, 'BulkChangeNotReady')
})

test('where an opt-out counts for the client it suppresses, and undoing lifts just that', async () => {
  const { list, addresses } = await listWith({ Active: 2 })
  await db`update lists set unsubscribe_scope = 'client' where id = ${list.listId}`
  const suppressed = () => db`select address from suppressions where client_id = ${client.clientId} order by address`
  const done = await change(list, { Action: 'Unsubscribe' })
  assert.deepEqual((await suppressed()).map(({ address }) => address).sort(), addresses)
  await undo(done)
  assert.equal((await suppressed()).length, 0)
})

for (const [rule, fits] of [
  [{ State: 'Unconfirmed' }, 1],
  [{ Search: 'M0.ACTIVE@' }, 1],
  [{ Domain: '@elsewhere.example' }, 0],
  [{ NameBegins: 'ANN 1' }, 1],
  [{ JoinedSince: '2999-01-01' }, 0],
  [{ JoinedUntil: '2999-01-01' }, 3],
  [{ Segment: 'first' }, 1],
  [{}, 3],
] as const) {
  test(`a rule chooses what it says: ${JSON.stringify(rule)}`, async () => {
    const { list } = await listWith(one)
    await call('Segment.Create', {
      ...targetOf(list),
      Name: 'First',
      Rules: [{ Field: 'Name', Operator: 'Equals', Value: 'Ann 0' }],
    })
    assert.equal(await count(list, { Action: 'Delete', ...rule }), fits)
    if (fits === 0) {
      await refused(
        'BulkChange.Create',
        { ...targetOf(list), Action: 'Delete', ...rule, Subscribers: 9 },
        'NoSubscriberFits',
      )
      return
    }
    const done = await change(list, { Action: 'Delete', ...rule })
    assert.equal(done.Changed, fits)
    assert.equal(Object.values(await statesOf(list)).filter(state => state === 'Deleted').length, 1 + fits)
  })
}

test('subscribers who joined meanwhile are not changed: more than the confirmed number are refused, in the call and in the background', async () => {
  const { list } = await listWith({ Active: 2 })
  const ask = { ...targetOf(list), Action: 'Unsubscribe', Subscribers: 1 } as const
  await refused('BulkChange.Create', ask, 'AudienceNotConfirmed')
  const ChangeID = await call('BulkChange.Create', { ...ask, Subscribers: 2 })
  await place(db, list, 'Active')
  await work()
  const failed = await get(ChangeID)
  assert.deepEqual([failed.Progress, failed.Problem, failed.Changed], ['Failed', 'It was 2, now it is 3.', 0])
  assert.ok(!Object.values(await statesOf(list)).includes('Unsubscribed'))
})

test('a custom field is set and cleared, and undoing gives back what was there and nothing changed since', async () => {
  const { list, addresses } = await listWith({ Active: 3, Unsubscribed: 1 })
  await call('List.CreateCustomField', { ...targetOf(list), FieldName: 'City', DataType: 'Text', Options: '' })
  const [ulm, bonn, none] = addresses as [string, string, string]
  await db`update subscribers set fields = '{"City": "Ulm", "x": "y"}' where list_id = ${list.listId} and address = ${ulm}`
  await db`update subscribers set fields = '{"City": "Bonn"}' where list_id = ${list.listId} and address = ${bonn}`
  const fields = async (address: string) => (await member(db, list, address))!.fields
  const done = await change(list, { Action: 'SetField', Key: '[city]', Values: ['Bonn'] })
  assert.deepEqual([done.Key, done.Values, done.Subscribers, done.Changed, done.LeftAlone], ['City', ['Bonn'], 4, 3, 1])
  assert.deepEqual(await fields(ulm), { City: 'Bonn', x: 'y' })
  await db`update subscribers set fields = '{"City": "Kiel"}' where list_id = ${list.listId} and address = ${none}`
  const undone = await undo(done)
  assert.deepEqual([undone.Undone, undone.NotUndone], [2, 1])
  assert.deepEqual(
    [await fields(ulm), await fields(bonn), await fields(none)],
    [{ City: 'Ulm', x: 'y' }, { City: 'Bonn' }, { City: 'Kiel' }],
  )
  const cleared = await change(list, { Action: 'ClearField', Key: 'City' })
  assert.deepEqual([cleared.Changed, await fields(ulm)], [3, { x: 'y' }])
  await undo(cleared)
  assert.deepEqual(await fields(ulm), { City: 'Ulm', x: 'y' })
})

test('a copy takes values along by the name of the field, and an opt-out on the other list stays', async () => {
  const { list, addresses } = await listWith({ Active: 3, Unsubscribed: 1, Bounced: 1 })
  const to = await newList()
  for (const FieldName of ['City', 'Shoe size'])
    await call('List.CreateCustomField', { ...targetOf(list), FieldName, DataType: 'Text', Options: '' })
  await call('List.CreateCustomField', { ...targetOf(to), FieldName: 'CITY', DataType: 'Text', Options: '' })
  await db`update subscribers set fields = '{"City": "Ulm", "Shoesize": "42"}' where list_id = ${list.listId}`
  const [there, left] = addresses as [string, string]
  await place(db, to, 'Active', { address: there, name: '', fields: { CITY: 'Kiel' } })
  await place(db, to, 'Unsubscribed', { address: left })
  const before = await statesOf(to)
  const done = await change(list, { Action: 'Copy', ToListID: to.listPublicId, CreateFields: true })
  assert.deepEqual([done.Subscribers, done.Changed + done.LeftAlone, done.ToListTitle], [5, 5, to.title])
  assert.deepEqual(Object.values(await statesOf(to)).sort(), [
    'Active',
    'Active',
    'Bounced',
    'Unsubscribed',
    'Unsubscribed',
  ])
  assert.equal((await statesOf(to))[left], 'Unsubscribed')
  assert.deepEqual((await member(db, to, there))!.fields, { CITY: 'Kiel', Shoesize: '42' })
  assert.deepEqual((await member(db, to, addresses[2]!))!.fields, { CITY: 'Ulm', Shoesize: '42' })
  assert.equal((await call('List.GetCustomFields', targetOf(to))).length, 2)
  assert.deepEqual(Object.values(await statesOf(list)).sort(), [
    'Active',
    'Active',
    'Active',
    'Bounced',
    'Unsubscribed',
  ])
  assert.deepEqual(await history(db, to, addresses[2]!), ['null>Active copied'])

  await undo(done)
  const after = await statesOf(to)
  for (const [address, state] of Object.entries(before)) assert.equal(after[address], state)
  assert.equal(Object.values(after).filter(state => state === 'Deleted').length, 3, 'who was added is Deleted')
  assert.deepEqual((await member(db, to, there))!.fields, { CITY: 'Kiel' })
})

test('a move leaves the proof of who left, takes consent along, and comes back when it is undone or moved back', async () => {
  const { list, addresses } = await listWith({ Active: 2, Unconfirmed: 1, Unsubscribed: 1 })
  const to = await newList()
  const [first, second] = addresses as [string, string]
  await db`
    update subscriber_history set evidence = '{"by": "import", "consent": "Trade fair; 2026-01-02; Yes, please"}'
    where list_id = ${list.listId}`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${client.clientId}, ${second}, ${second}, 'complained', now())`
  const done = await change(list, { Action: 'Move', ToListID: to.listPublicId })
  assert.deepEqual([done.Changed, done.LeftAlone], [3, 1], 'no membership begins for a suppressed address')
  assert.deepEqual(Object.values(await statesOf(list)).sort(), ['Active', 'Deleted', 'Deleted', 'Unsubscribed'])
  assert.equal((await statesOf(list))[second], 'Active')
  assert.deepEqual(Object.values(await statesOf(to)).sort(), ['Active', 'Unconfirmed', 'Unsubscribed'])
  const [row] = (await call('Subscriber.GetHistory', { ...targetOf(to), Email: first })) as Record<string, string>[] // rows of text
  assert.deepEqual([row!.Cause, row!.Detail], ['moved', `from “${list.title}”; Trade fair; 2026-01-02; Yes, please`])
  const back = await change(to, { Action: 'Move', ToListID: list.listPublicId })
  assert.equal((await statesOf(list))[first], 'Active', 'who was moved away comes back')
  await undo(back)
  assert.equal((await statesOf(list))[first], 'Deleted')
  assert.equal((await statesOf(to))[first], 'Active')
})

test('undoing leaves alone who was changed since', async () => {
  const { list, addresses } = await listWith({ Active: 3 })
  const done = await change(list, { Action: 'Delete' })
  await call('Subscriber.AddAndResubscribe', { ...targetOf(list), Email: addresses[0]!, Name: '' })
  const undone = await undo(done)
  assert.deepEqual([undone.Undone, undone.NotUndone], [2, 1])
  assert.deepEqual(await history(db, list, addresses[0]!), [
    'null>Active placed',
    'Active>Deleted deleted',
    'Deleted>Active resubscribed',
  ])
})

test('who asked to leave after a change does not come back when it is undone', async () => {
  const subject = subscriptions(db)
  for (const Action of ['Unsubscribe', 'Delete'] as const) {
    const { list, addresses } = await listWith({ Active: 2 })
    const done = await change(list, { Action })
    const { id } = (await member(db, list, addresses[0]!))!
    for (const _again of [1, 2])
      await subject.unsubscribeMember(client, list.listId, id, { by: 'one-click', campaignId: 7, number: 3 })
    const undone = await undo(done)
    assert.deepEqual([undone.Undone, undone.NotUndone], [1, 1], Action)
    assert.equal((await statesOf(list))[addresses[0]!], 'Unsubscribed')
  }
})

test('the link of a mail to a list that people were moved from ends the membership they have since', async () => {
  const subject = subscriptions(db)
  const { list, addresses } = await listWith({ Active: 2 })
  const [to, further] = [await newList(), await newList()]
  const { id } = (await member(db, list, addresses[0]!))!
  await change(list, { Action: 'Move', ToListID: to.listPublicId })
  await change(to, { Action: 'Move', ToListID: further.listPublicId })
  assert.equal(await subject.unsubscribeMember(client, list.listId, id, { by: 'one-click' }), true)
  for (const one of [list, to, further]) assert.equal((await statesOf(one))[addresses[0]!], 'Unsubscribed')
  assert.equal((await statesOf(further))[addresses[1]!], 'Active')
})

test('a change that a process left is gone on with by the next, and no one is changed twice', async () => {
  const list = await newList()
  const people = rowsOfRange + 10
  await db`
    with made as (
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      select ${client.clientId}, ${list.listId}, 'p' || n || '@many.example', 'p' || n || '@many.example', 'Active', now(), now()
      from generate_series(1, ${people}) n
      returning client_id, list_id, id, state_at
    )
    insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause)
    select client_id, list_id, id, state_at, null, 'Active', 'placed' from made`
  await db`update list_totals set active = ${people} where list_id = ${list.listId}`
  await db`
    insert into list_days (client_id, list_id, day, active) values (${client.clientId}, ${list.listId}, now()::date, ${people})`
  const ChangeID = await call('BulkChange.Create', { ...targetOf(list), Action: 'Delete', Subscribers: people })
  // it chooses, does one range, and stops
  const stopping = new AbortController()
  let transactions = 0
  const counted = new Proxy(db, {
    get: (target, key) =>
      key !== 'begin'
        ? Reflect.get(target, key)
        : async (...given: Parameters<typeof db.begin>) => {
            const value = await db.begin(...given)
            if (++transactions === 2) stopping.abort(new Error('stopped'))
            return value
          },
  })
  await assert.rejects(workOnBulkChange(counted, stopping.signal), /stopped/)
  const between = await get(ChangeID)
  assert.deepEqual([between.Progress, between.Done, between.Changed], ['Changing', rowsOfRange, rowsOfRange])
  await work()
  const done = await get(ChangeID)
  assert.deepEqual([done.Progress, done.Done, done.Changed], ['Done', people, people])
  const [row] = await db`
    select count(*)::integer as steps from subscriber_history where list_id = ${list.listId} and cause = 'deleted'`
  assert.equal(row!.steps, people)
  assert.equal((await undo(done)).Undone, people)
})

test('a change that cannot be done gives up with a sentence after ten attempts; a database that is away is no attempt', async () => {
  const { list, addresses } = await listWith({ Active: 1 })
  const Subscribers = await count(list, { Action: 'Unsubscribe' })
  const ChangeID = await call('BulkChange.Create', { ...targetOf(list), Action: 'Unsubscribe', Subscribers })
  const endClaim = () => db`update bulk_changes set claimed_until = '-infinity'`
  const away = new Proxy(db, {
    get(target, property) {
      if (property === 'begin') return () => Promise.reject(new Unavailable('The database is not available: test'))
      return Reflect.get(target, property)
    },
  })
  for (let n = 0; n < mostAttempts * 2; n++) {
    await assert.rejects(workOnBulkChange(away, never), Unavailable)
    await endClaim()
  }
  await db.unsafe(`
    create function refuse_changing() returns trigger language plpgsql as $$ begin
      if new.address = '${addresses[0]}' then raise exception 'refused by the test'; end if;
      return new;
    end $$;
    create trigger refuse_changing before update on subscribers for each row execute function refuse_changing()`)
  try {
    // whom it is about is chosen in a step of its own, which is progress
    for (let n = 0; n < mostAttempts + 1; n++) {
      await assert.rejects(workOnBulkChange(db, never), /refused by the test/)
      await endClaim()
    }
    await work()
  } finally {
    await db.unsafe('drop function refuse_changing cascade')
  }
  const { Progress, Problem, Changed } = await get(ChangeID)
  assert.deepEqual(
    [Progress, Problem, Changed],
    ['Failed', 'The change could not be done; the log of the service says why.', 0],
  )
  assert.deepEqual(await statesOf(list), { [addresses[0]!]: 'Active' })
})

test('a change is cancelled, and what it did by then is undone', async () => {
  const { list } = await listWith({ Active: 2 })
  const ask = { ...targetOf(list), Action: 'Delete', Subscribers: 2 } as const
  const ChangeID = await call('BulkChange.Create', ask)
  await call('BulkChange.Cancel', { ...ofClient, ChangeID })
  await work()
  assert.deepEqual(Object.values(await statesOf(list)), ['Active', 'Active'])
  const { Progress, CanBeUndone } = await get(ChangeID)
  assert.deepEqual([Progress, CanBeUndone], ['Cancelled', false])
  await refused('BulkChange.Cancel', { ...ofClient, ChangeID }, 'BulkChangeNotReady')
  await refused('BulkChange.Undo', { ...ofClient, ChangeID }, 'BulkChangeNotReady')
})

test('what cannot be done is refused and leaves nothing behind', async () => {
  const { list } = await listWith({ Active: 1, Unsubscribed: 1 })
  const to = await newList()
  const ask = { ...targetOf(list), Subscribers: 9 }
  const cases = [
    [{ Action: 'Delete', State: 'Unsubscribed' }, 'InvalidParameter'],
    [{ Action: 'Delete', State: 'Gone' }, 'InvalidParameter'],
    [{ Action: 'Delete', Key: 'City' }, 'InvalidParameter'],
    [{ Action: 'Delete', CreateFields: true }, 'InvalidParameter'],
    [{ Action: 'Delete', Search: 'a\0' }, 'InvalidParameter'],
    [{ Action: 'Delete', JoinedSince: 'yesterday' }, 'InvalidDate'],
    [{ Action: 'Delete', Segment: 'None' }, 'UnknownSegment'],
    [{ Action: 'SetField', Key: 'City', Values: ['Ulm'] }, 'InvalidKey'],
    [{ Action: 'SetField', Values: ['Ulm'] }, 'InvalidKey'],
    [{ Action: 'Copy' }, 'InvalidListId'],
    [{ Action: 'Copy', ToListID: list.listPublicId }, 'InvalidListId'],
    [{ Action: 'Copy', ToListID: other.list.listPublicId }, 'InvalidListId'],
    [{ Action: 'Copy', ToListID: to.listPublicId, Values: ['x'] }, 'InvalidParameter'],
  ] as const
  for (const [params, refusal] of cases) await refused('BulkChange.Create', { ...ask, ...params } as Ask, refusal)
  await call('List.CreateCustomField', { ...targetOf(list), FieldName: 'Size', DataType: 'Number', Options: '' })
  await refused(
    'BulkChange.Create',
    { ...ask, Action: 'SetField', Key: 'Size', Values: ['big'] },
    'InvalidCustomFieldValue',
  )
  await refused('BulkChange.Create', { ...ask, Action: 'SetField', Key: 'Size', Values: [''] }, 'InvalidParameter')
  const ofNone = { ...ofClient, ChangeID: '0'.repeat(32) }
  for (const name of ['BulkChange.Get', 'BulkChange.Cancel', 'BulkChange.Undo'] as const)
    await refused(name, ofNone, 'UnknownBulkChange')
  for (let n = 0; n < mostBulkChanges; n++)
    await call('BulkChange.Create', { ...ask, Action: 'SetField', Key: 'Size', Values: [`${n}`] })
  await refused(
    'BulkChange.Create',
    { ...ask, Action: 'Copy', ToListID: to.listPublicId, CreateFields: true },
    'TooManyBulkChanges',
  )
  await work()
})

test('the changes of a client are listed, the newest first, and one of another client is unknown', async () => {
  const { list } = await listWith({ Active: 1 })
  const { ChangeID } = await change(list, { Action: 'Delete' })
  // pages are gathered in memory
  const page = await call('BulkChange.List', { ...ofClient, Limit: 1 })
  assert.deepEqual(
    (page.Changes as readonly { ChangeID?: string | null }[]).map(one => one.ChangeID),
    [ChangeID],
  )
  const ofList = await call('BulkChange.List', { ...ofClient, ListID: list.listPublicId })
  assert.equal((ofList.Changes as readonly unknown[]).length, 1)
  const foreign = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId, ChangeID }
  await refused('BulkChange.Get', foreign, 'UnknownBulkChange')
})

test('what a change needed is kept as long as it can be undone', async () => {
  const { list } = await listWith({ Active: 1 })
  const { ChangeID } = await change(list, { Action: 'Delete' })
  const rows = async () =>
    (
      await db`select 1 from bulk_change_rows r join bulk_changes b on b.id = r.change_id where b.list_id = ${list.listId}`
    ).length
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  await purgeBulkChanges(db, later(29))
  assert.equal(await rows(), 1)
  await purgeBulkChanges(db, later(31))
  assert.equal(await rows(), 0)
  assert.equal((await get(ChangeID)).Progress, 'Done')
  await purgeBulkChanges(db, later(91))
  await refused('BulkChange.Get', { ...ofClient, ChangeID }, 'UnknownBulkChange')
})

test('whatever is done in whatever order, the totals are what counting says, and no opt-out is lost', async () => {
  const lists = [await newList(), await newList(true), await newList()]
  let seed = 4711
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
  }
  for (let n = 0; n < 60; n++)
    await place(db, lists[random(3)]!, states[random(5)]!, { address: `r${n}@random.example` })
  const gone = new Map<string, readonly string[]>()
  for (let round = 0; round < 25; round++) {
    const list = lists[random(3)]!
    const others = lists.filter(one => one !== list)
    const Action = (['Unsubscribe', 'Delete', 'Copy', 'Move', 'Move'] as const)[random(5)]!
    const ask: Ask = {
      Action,
      Search: `r${random(6)}`,
      ...(Action === 'Copy' || Action === 'Move' ? { ToListID: others[random(2)]!.listPublicId } : {}),
    }
    if ((await count(list, ask)) === 0) continue
    // who is unsubscribed by a change may come back with its undoing, and no other way
    for (const each of lists) {
      const now = await statesOf(each)
      gone.set(
        each.title,
        Object.keys(now).filter(address => now[address] === 'Unsubscribed' || now[address] === 'Bounced'),
      )
    }
    const done = await change(list, ask)
    for (const each of lists) {
      const now = await statesOf(each)
      for (const address of gone.get(each.title)!)
        assert.ok(now[address] === 'Unsubscribed' || now[address] === 'Bounced', `${address} came back`)
    }
    if (random(3) === 0) await undo(done)
  }
  await assertAccounted(db)
})

test('answers by purpose go along with their proofs: all to a new member, refusals alone to one that was there', async () => {
  const { list, addresses } = await listWith({ Active: 2 })
  const to = await newList()
  await db`update lists set personalising = true where id = ${to.listId}`
  const [first, second] = addresses as [string, string]
  const { subscriberId: there } = await place(db, to, 'Active', { address: second })
  await db`update subscribers set personalising_consent = true where id = ${there}`
  await db`
    update subscribers set basis = 'implied', basis_until = '2030-01-31', consent_asked_on = '2026-02-01'
    where list_id = ${list.listId}`
  const evidence = { by: 'page', wording: 'May we?', source: 'https://shop.example/' }
  const rows = await db<{ id: number }[]>`select id from subscribers where list_id = ${list.listId}`
  for (const { id } of rows)
    for (const [purpose, consent] of [
      ['measuring', false],
      ['personalising', true],
      ['hygiene', true],
    ] as const)
      await setConsent(db, list, id, purpose, consent, evidence)
  const done = await change(list, { Action: 'Copy', ToListID: to.listPublicId })
  const answers = async () => [
    ...(await db`
      select address, tracking_consent, personalising_consent, hygiene_consent, basis, basis_until::text, consent_asked_on::text
      from subscribers where list_id = ${to.listId} order by address`),
  ]
  const none = { basis: null, basisUntil: null, consentAskedOn: null }
  // the list does not ask for hygiene
  const refused = { trackingConsent: false, personalisingConsent: true, hygieneConsent: null }
  assert.deepEqual(await answers(), [
    { address: first, ...refused, basis: 'implied', basisUntil: '2030-01-31', consentAskedOn: '2026-02-01' },
    { address: second, ...refused, ...none },
  ])
  const withdrawn = await db`select subscriber_id from tracking_withdrawals where list_id = ${to.listId}`
  assert.deepEqual([...withdrawn], [{ subscriberId: there }])
  const proofs = await db<{ preference: string; evidence: Record<string, unknown> }[]>`
    select h.preference, h.evidence from preference_history h join subscribers s on s.client_id = h.client_id and s.id = h.subscriber_id
    where h.list_id = ${to.listId} and s.address = ${first} order by h.preference`
  assert.deepEqual(
    proofs.map(({ preference, evidence: { by, wording, detail } }) => [preference, by, wording, detail]),
    [
      ['basis', 'api', undefined, `from “${list.title}”`],
      ['personalising', 'api', 'May we?', `from “${list.title}”`],
      ['tracking', 'api', 'May we?', `from “${list.title}”`],
    ],
  )
  await undo(done)
  assert.equal((await answers())[1]!.trackingConsent, false, 'a refusal stays')
})

test('those that are selected by their addresses are changed, and no one else; the rule keeps no address', async () => {
  const { list, addresses } = await listWith({ Active: 3, Deleted: 1 }, 'selected')
  const [first = '', second = '', third = '', deleted = ''] = addresses
  const Emails = [first.toUpperCase(), third, deleted, 'stranger@x.example', 'no address', '']
  assert.equal(await count(list, { Action: 'Unsubscribe', Emails }), 2)
  const ChangeID = await change(list, { Action: 'Unsubscribe', Emails })
  const states = await db<{ address: string; state: string }[]>`
    select address, state from subscribers where client_id = ${list.clientId} and list_id = ${list.listId} order by id`
  assert.deepEqual(
    states.map(({ state }) => state),
    ['Unsubscribed', 'Active', 'Unsubscribed', 'Deleted'],
  )
  const row = await call('BulkChange.Get', { ...ofClient, ChangeID: ChangeID.ChangeID ?? '' })
  assert.equal(row.Selected, 3, 'with the one in another state')
  const [kept] = await db<
    { rule: string }[]
  >`select rule::text as rule from bulk_changes where client_id = ${list.clientId} order by id desc limit 1`
  assert.ok(!kept!.rule.includes('@') && !kept!.rule.includes(second))
  await refused(
    'BulkChange.Count',
    { ...targetOf(list), Action: 'Unsubscribe', Emails: Array(1001).fill(first) },
    'InvalidParameter',
  )
  await refused(
    'BulkChange.Create',
    { ...targetOf(list), Action: 'Unsubscribe', Emails: ['stranger@x.example'], Subscribers: 0 },
    'NoSubscriberFits',
  )
})
