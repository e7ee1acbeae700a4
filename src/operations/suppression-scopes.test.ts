/** Suppression lists of an account, a client and a list: whom each holds off, and what is left when an entry goes. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { contents } from '../../test/harness/caller.ts'
import { member, place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { readSuppressedForCampaign } from '../store/subscribers/suppressions.ts'
import { clients } from './clients.ts'
import { contacts } from './contacts.ts'
import { subscribers } from './subscribers.ts'
import { suppressions } from './suppressions.ts'

const { db, world, other, call, refused } = await operationsTest(
  { ...suppressions, ...clients, ...subscribers, ...contacts },
  db => ({ subscriptions: subscriptions(db) }),
)
const ApiKey = world.accountKey
const client = { ApiKey, ClientID: world.client.clientPublicId }
const list = world.list
const sibling = await seedList(db, world.client, 'Sibling')
const [made] = await db<{ id: number; publicId: string }[]>`
  insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
  values (${world.accountId}, 'Made later', 'Eve', 'eve@later.example', 'Germany', 'Europe/Berlin', '') returning id, public_id`
const later = await seedList(
  db,
  { ...world.client, clientId: made!.id, clientPublicId: made!.publicId },
  'Of a client that was made later',
)

const add = (to: ListRef, Email: string, ApiKey = world.accountKey) =>
  call('Subscriber.Add', { ApiKey, ListID: to.listPublicId, Email, Name: '' })
const isRefused = (to: ListRef, Email: string) =>
  refused('Subscriber.AddAndResubscribe', { ApiKey, ListID: to.listPublicId, Email, Name: '' }, 'InSuppressionList')
const sha1 = (address: string) => createHash('sha1').update(address).digest('hex')

type Scope = 'Account' | 'Client' | 'List'
const put = (scope: Scope, EmailAddress: string) =>
  scope === 'Account'
    ? call('Suppression.AddToAccount', { ApiKey, EmailAddress })
    : call('Suppression.Add', { ...client, ListID: scope === 'List' ? list.listPublicId : '', EmailAddress })

/** The lists that an entry of a scope keeps an address from, and those that it does not. */
const reach = {
  Account: [[list, sibling, later], []],
  Client: [[list, sibling], [later]],
  List: [[list], [sibling, later]],
} as const

for (const scope of ['Account', 'Client', 'List'] as const)
  test(`an address, a domain and a hash of the scope ${scope} hold for its lists and no others`, async () => {
    const domain = `${scope.toLowerCase()}.example`
    for (const [entry, email] of [
      [`a@x${domain}`, `A@x${domain}`],
      [`@${domain}`, `b@${domain}`],
      [sha1(`c@x${domain}`), `c@x${domain}`],
    ] as const) {
      await put(scope, entry)
      const [held, free] = reach[scope]
      for (const one of held) await isRefused(one, email)
      for (const one of free) await add(one, email)
      await add(other.list, email, other.accountKey)
    }
  })

test('an entry that is added twice is one, with one row of history', async () => {
  for (const scope of ['Account', 'Client', 'List'] as const) {
    await put(scope, 'twice@y.example')
    const was = await contents(db)
    await put(scope, 'Twice@y.example')
    assert.deepEqual(await contents(db), was)
  }
})

test('an entry that goes leaves those of other scopes, which are answered, and the contact shows each', async () => {
  const EmailAddress = 'all@z.example'
  for (const scope of ['List', 'Account', 'Client'] as const) await put(scope, EmailAddress)
  const contact = async () => {
    const { Suppression, ListSuppressions, Timeline } = await call('Subscriber.GetContact', {
      ...client,
      Email: EmailAddress,
      Cursor: '',
      Limit: 0,
    })
    const ofLists = rowsOf(ListSuppressions).map(({ ListID }) => ListID)
    return { scope: Suppression?.Scope, ofLists, causes: rowsOf(Timeline).map(({ Change }) => Change?.Cause) }
  }
  const remove = async (ListID: string) => {
    const { Remaining } = await call('Suppression.Remove', { ...client, ListID, EmailAddress, Deliberately: false })
    return rowsOf(Remaining).map(({ Scope }) => Scope)
  }
  assert.deepEqual(await contact(), {
    scope: 'Account',
    ofLists: [list.listPublicId],
    causes: ['suppressed: manual', 'suppressed for the account: manual', 'suppressed for the list: manual'],
  })
  assert.deepEqual(await remove(''), ['Account', 'List'])
  await refused('Suppression.Remove', { ...client, ListID: '', EmailAddress, Deliberately: true }, 'NotSuppressed')
  await call('Suppression.RemoveFromAccount', { ApiKey, EmailAddress, Deliberately: false })
  assert.deepEqual([(await contact()).scope, (await contact()).ofLists], [undefined, [list.listPublicId]])
  await isRefused(list, EmailAddress)
  assert.deepEqual(await remove(list.listPublicId), [])
  await add(list, EmailAddress)
})

test('lists of each scope are imported and listed page by page, and hold nothing of another scope', async () => {
  const Entries = 'p1@i.example\n@i1.example\nno address'
  const ofList = { ...client, ListID: sibling.listPublicId }
  for (const done of [
    await call('Suppression.Import', { ...ofList, Entries, Reason: 'Bounced' }),
    await call('Suppression.Import', { ...client, ListID: '', Entries, Reason: '' }),
    await call('Suppression.ImportToAccount', { ApiKey, Entries, Reason: 'Complained' }),
  ])
    assert.deepEqual([done.Lines, done.Added, done.Present, done.Refused], [3, 2, 0, 1])
  const page = { Reason: '', Search: 'p1@i', Cursor: '', Limit: 0 }
  const shown = ({ Suppressions }: Awaited<ReturnType<typeof ofAccount>>) =>
    rowsOf(Suppressions).map(row => [row.Scope, row.ListID, row.Reason])
  const ofAccount = () => call('Suppression.ListOfAccount', { ApiKey, ...page })
  const inSibling = ['List', sibling.listPublicId, 'Bounced']
  assert.deepEqual(shown(await ofAccount()), [['Account', null, 'Complained']])
  const ofClient = (Scope: string, ListID = '') => call('Suppression.List', { ...client, ...page, Scope, ListID })
  assert.deepEqual(shown(await ofClient('')), [['Client', null, 'Manual']])
  assert.deepEqual(shown(await ofClient('List')), [inSibling])
  assert.deepEqual(shown(await ofClient('', sibling.listPublicId)), [inSibling])
  assert.deepEqual(shown(await ofClient('Any')), [['Client', null, 'Manual'], inSibling])
  assert.deepEqual(shown(await ofClient('', list.listPublicId)), [])
  const walked: unknown[] = []
  for (let Cursor = ''; ; ) {
    const { Suppressions, NextCursor } = await call('Suppression.List', {
      ...{ ...client, ...page, Search: '', Scope: 'Any', ListID: '' },
      ...{ Cursor, Limit: 1 },
    })
    walked.push(...rowsOf(Suppressions).map(({ EmailAddress, ListID }) => `${EmailAddress} ${ListID ?? ''}`))
    if (NextCursor === '') break
    Cursor = NextCursor!
  }
  const [count] = await db<{ n: number }[]>`
    select (select count(*) from suppressions where client_id = ${world.client.clientId})::integer
      + (select count(*) from list_suppressions where client_id = ${world.client.clientId})::integer as n`
  assert.deepEqual([walked.length, new Set(walked).size], [count!.n, count!.n])
})

test('the list of the account takes the right on the account, and a list belongs to its client', async () => {
  const was = await contents(db)
  const entry = { EmailAddress: 'x@x.example' }
  await refused('Suppression.AddToAccount', { ApiKey: world.clientKey, ...entry }, 'AccessDenied')
  const page = { Reason: '', Search: '', Cursor: '', Limit: 0 }
  await refused('Suppression.ListOfAccount', { ApiKey: world.clientKey, ...page }, 'AccessDenied')
  for (const foreign of [other.list, later])
    await refused('Suppression.Add', { ...client, ListID: foreign.listPublicId, ...entry }, 'InvalidListId')
  assert.deepEqual(await contents(db), was)
})

test('an opt-out that counts for the client cannot be undone while another scope suppresses the address', async () => {
  await db`update lists set unsubscribe_scope = 'client' where id = ${list.listId}`
  const subject = subscriptions(db)
  for (const scope of ['Account', 'List'] as const) {
    const { address, subscriberId } = await place(db, list, 'Active')
    await subject.unsubscribeMember(world.client, list.listId, subscriberId, { by: 'page' })
    await put(scope, address)
    const undoing = {
      client: world.client,
      listId: list.listId,
      subscriberId,
      cause: 'undone',
      evidence: { by: 'page' },
    } as const
    assert.equal(await subject.undo(undoing), false)
    assert.equal((await member(db, list, address))!.state, 'Unsubscribed')
    if (scope === 'Account') {
      await call('Suppression.RemoveFromAccount', { ApiKey, EmailAddress: address, Deliberately: false })
    } else {
      const target = { ...client, ListID: list.listPublicId }
      await call('Suppression.Remove', { ...target, EmailAddress: address, Deliberately: false })
    }
    assert.equal(await subject.undo(undoing), true)
  }
})

test('who is asked to confirm stays Unconfirmed while a list of any scope holds the address', async () => {
  const subject = subscriptions(db)
  for (const scope of ['Account', 'Client', 'List'] as const) {
    const { address, subscriberId } = await place(db, list, 'Unconfirmed')
    await put(scope, address)
    assert.equal(await subject.confirm(world.client, list.listId, subscriberId, { by: 'page' }), false)
    assert.equal((await member(db, list, address))!.state, 'Unconfirmed')
  }
})

test('mail of a campaign goes to no address that the suppression list of any of its lists holds', async () => {
  const { clientId } = world.client
  const [campaign] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${clientId}, 'To the list', '', '', '', '', '', '') returning id`
  const key = { clientId, campaignId: campaign!.id }
  for (const scope of ['Account', 'Client', 'List'] as const) await put(scope, `${scope}@mail.example`)
  const addresses = ['account@mail.example', 'client@mail.example', 'list@mail.example', 'free@mail.example']
  await db`insert into campaign_lists (client_id, campaign_id, list_id, segment) values (${clientId}, ${key.campaignId}, ${sibling.listId}, '')`
  assert.deepEqual([...(await readSuppressedForCampaign(db, key, addresses))].sort(), addresses.slice(0, 2))
  await db`insert into campaign_lists (client_id, campaign_id, list_id, segment) values (${clientId}, ${key.campaignId}, ${list.listId}, '')`
  assert.deepEqual([...(await readSuppressedForCampaign(db, key, addresses))].sort(), addresses.slice(0, 3))
})
