import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsOf } from '../../test/harness/items.ts'
import { seedLedger } from '../../test/harness/ledger.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { mostTestGroups } from '../domain/campaigns/mails/test-groups.ts'
import type { TestMail } from '../domain/campaigns/mails/test-send.ts'
import { handlers } from './handlers.ts'

const tested: TestMail[] = []
const { db, world, other, call, refused } = await operationsTest(handlers, () => ({
  async deliverTest(mail) {
    tested.push(mail)
    return mail.recipients.map(() => ({ state: 'accepted', code: 250, answer: 'taken' }))
  },
}))
const ofClient = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const two = ['Ina@Bloom.example', 'otto@bloom.example']
const names = async () => itemsOf((await call('TestGroup.List', ofClient)).TestGroups).map(({ Name }) => Name)

test('a group is saved, listed by name, changed and deleted', async () => {
  const TestGroupID = await call('TestGroup.Create', {
    ...ofClient,
    Name: ' readers ',
    Addresses: [...two, ' ', two[0]!],
  })
  await call('TestGroup.Create', { ...ofClient, Name: 'Boss', Addresses: ['boss@bloom.example'] })
  const { TestGroups, NextCursor } = await call('TestGroup.List', ofClient)
  assert.equal(NextCursor, '')
  assert.deepEqual(
    itemsOf(TestGroups).map(({ Name, Addresses }) => [Name, Addresses]),
    [
      ['Boss', ['boss@bloom.example']],
      ['readers', two],
    ],
  )
  await call('TestGroup.Update', { ...ofClient, TestGroupID, Name: 'Readers', Addresses: ['zoe@bloom.example'] })
  assert.deepEqual(itemsOf((await call('TestGroup.List', ofClient)).TestGroups)[1], {
    TestGroupID,
    Name: 'Readers',
    Addresses: ['zoe@bloom.example'],
  })
  await call('TestGroup.Delete', { ...ofClient, TestGroupID })
  assert.deepEqual(await names(), ['Boss'])
  await refused('TestGroup.Delete', { ...ofClient, TestGroupID }, 'UnknownTestGroup')
  await db`delete from test_groups`
})

type Given = Partial<ParamsOf<'TestGroup.Create'>>
const bad: readonly [given: Given, refusal: RefusalName][] = [
  [{ Name: '' }, 'TestGroupNameEmpty'],
  [{ Name: null }, 'TestGroupNameEmpty'],
  [{ Name: 'x'.repeat(101) }, 'ValueTooLong'],
  [{ Name: 'a\r\nb' }, 'InvalidCharacters'],
  [{ Name: 'TAKEN ' }, 'DuplicateTestGroupName'],
  [{ Addresses: [] }, 'TestRecipientsRequired'],
  [{ Addresses: null }, 'TestRecipientsRequired'],
  [{ Addresses: ['no address'] }, 'InvalidEmail'],
  [{ Addresses: Array.from({ length: 16 }, (_, n) => `r${n}@bloom.example`) }, 'TooManyTestRecipients'],
]

test('bad groups are refused and nothing is written', async () => {
  await call('TestGroup.Create', { ...ofClient, Name: 'Taken', Addresses: two })
  const TestGroupID = await call('TestGroup.Create', { ...ofClient, Name: 'Kept', Addresses: two })
  for (const [given, refusal] of bad) {
    const params = { ...ofClient, Name: 'New', Addresses: two, ...given }
    await refused('TestGroup.Create', params, refusal)
    await refused('TestGroup.Update', { ...params, TestGroupID }, refusal)
  }
  for (const TestGroupID of ['x', '', null, 'f'.repeat(32)])
    await refused('TestGroup.Update', { ...ofClient, TestGroupID, Name: 'New', Addresses: two }, 'UnknownTestGroup')
  await db`delete from test_groups`
})

test('a client has a bounded number of groups, also when they are made at once', async () => {
  const made = Array.from({ length: mostTestGroups + 5 }, (_, n) =>
    call('TestGroup.Create', { ...ofClient, Name: `Group ${n}`, Addresses: two }).then(
      () => 'made',
      (error: { refusal?: string }) => error.refusal,
    ),
  )
  const outcomes = await Promise.all(made)
  assert.equal(outcomes.filter(outcome => outcome === 'made').length, mostTestGroups)
  assert.equal(outcomes.filter(outcome => outcome === 'TooManyTestGroups').length, 5)
})

test('pages go on after the last name, whatever is made or deleted meanwhile', async () => {
  const all = await names()
  const seen: string[] = []
  let Cursor = ''
  for (let page = 0; page < mostTestGroups; page++) {
    const { TestGroups, NextCursor } = await call('TestGroup.List', { ...ofClient, Cursor, Limit: 30 })
    seen.push(...itemsOf(TestGroups).map(({ Name }) => Name!))
    if (page === 0) await db`delete from test_groups where name = ${seen.at(-1)!}`
    if (NextCursor === '') break
    Cursor = NextCursor!
  }
  assert.deepEqual(seen, all)
  for (const wrong of ['x', 'eyJhIjoxfQ', Buffer.from('[1]').toString('base64url')])
    await refused('TestGroup.List', { ...ofClient, Cursor: wrong }, 'InvalidParameter')
  await db`delete from test_groups`
})

test('a test goes to the addresses of a group, by the rules of Campaign.SendTest', async () => {
  const campaign = await seedLedger(db, world, 'draft')
  const ofCampaign = { ApiKey: world.accountKey, CampaignID: campaign.publicId }
  const TestGroupID = await call('TestGroup.Create', { ...ofClient, Name: 'Readers', Addresses: two })
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${world.client.clientId}, 'otto@bloom.example', '', 'complained', now())`
  tested.length = 0
  assert.deepEqual(await call('Campaign.SendTestToGroup', { ...ofCampaign, TestGroupID }), [
    { EmailAddress: 'Ina@Bloom.example', State: 'Accepted', Code: 250, Answer: 'taken' },
    { EmailAddress: 'otto@bloom.example', State: 'Refused', Code: 0, Answer: 'the address is suppressed' },
  ])
  assert.deepEqual(
    tested.map(({ recipients }) => recipients),
    [['Ina@Bloom.example']],
  )
  await refused('Campaign.SendTestToGroup', { ...ofCampaign, TestGroupID, PersonalizeAs: 'x@x.example' }, 'NotInList')
  await db`insert into occurrences (kind, subject) select 'test mail of account', ${String(world.accountId)} from generate_series(1, 240)`
  await refused('Campaign.SendTestToGroup', { ...ofCampaign, TestGroupID }, 'TestLimit')
})

test("groups of other clients answer as unknown ones, also to the campaign's own client", async () => {
  const foreign = await call('TestGroup.Create', {
    ApiKey: other.accountKey,
    ClientID: other.client.clientPublicId,
    Name: 'Theirs',
    Addresses: two,
  })
  const campaign = await seedLedger(db, world, 'draft')
  await refused('TestGroup.Delete', { ...ofClient, TestGroupID: foreign }, 'UnknownTestGroup')
  await refused(
    'Campaign.SendTestToGroup',
    { ApiKey: world.accountKey, CampaignID: campaign.publicId, TestGroupID: foreign },
    'UnknownTestGroup',
  )
  await refused('TestGroup.List', { ...ofClient, ApiKey: other.accountKey }, 'InvalidClientId')
})
