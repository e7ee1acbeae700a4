/** What is asked before a campaign is sent: whom it goes to, and which instant a date of the client is. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { place } from '../../../test/harness/members.ts'
import { seed } from '../../../test/harness/seed.ts'
import { handlers } from '../handlers.ts'

let database: TestDatabase
let api: Caller
before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers)
})
after(() => database.drop())

test('duplicates, suppressed and excluded addresses are counted apart, and a draft without lists goes to no recipient', async () => {
  const { db } = database
  const { accountKey: ApiKey, client, list } = await seed(db)
  const ClientID = client.clientPublicId
  const newList = async (Title: string) =>
    (await api.call('List.Create', {
      ...{ ApiKey, ClientID, Title, UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
    })) as string
  const [second, excluded] = [await newList('Second'), await newList('Excluded')]
  for (const address of ['one@x.example', 'two@x.example', 'gone@x.example', 'out@x.example'])
    await place(db, list, 'Active', { address })
  await place(db, list, 'Unsubscribed', { address: 'left@x.example' })
  for (const [publicId, address] of [
    [second, 'one@x.example'],
    [excluded, 'out@x.example'],
  ] as const) {
    const [row] = await db<{ id: number }[]>`select id from lists where public_id = ${publicId}`
    await place(db, { ...list, listId: row!.id }, 'Active', { address })
  }
  await api.call('Client.AddSuppression', { ApiKey, ClientID, EmailAddress: 'gone@x.example' })
  const { CampaignID } = (await api.call('Campaign.CreateDraft', {
    ApiKey,
    ClientID,
    Name: 'News',
    Audience: { ListIDs: [list.listPublicId, second], Segments: [], ExcludedListIDs: [excluded], ExcludedSegments: [] },
  })) as { CampaignID: string }
  const counted = await api.call('Campaign.CountAudience', { ApiKey, CampaignID })
  assert.deepEqual(
    { ...counted },
    {
      ...{ Recipients: 2, Members: 4, Duplicates: 1, Suppressed: 1, Excluded: 1, ConfirmAbove: 5000 },
      ...{ ConsentExpired: 0, ConsentGranted: 0, AskedBefore: 0, ConsentRefused: 0, Paused: 0, Capped: 0 },
    },
  )
  const bare = (await api.call('Campaign.CreateDraft', { ApiKey, ClientID, Name: 'Bare' })) as { CampaignID: string }
  const none = await api.call('Campaign.CountAudience', { ApiKey, CampaignID: bare.CampaignID })
  assert.deepEqual(
    { ...none },
    {
      ...{ Recipients: 0, Members: 0, Duplicates: 0, Suppressed: 0, Excluded: 0, ConfirmAbove: 5000 },
      ...{ ConsentExpired: 0, ConsentGranted: 0, AskedBefore: 0, ConsentRefused: 0, Paused: 0, Capped: 0 },
    },
  )
})

for (const [timeZone, given, ReadDate, Reading, Instant] of [
  ['Europe/Berlin', '2027-07-01 09:00:00', '2027-07-01 09:00:00', 'Once', '2027-07-01T07:00:00.000Z'],
  ['Europe/Berlin', '2027-03-28 02:30:00', '2027-03-28 03:30:00', 'Skipped', '2027-03-28T01:30:00.000Z'],
  ['Europe/Berlin', '2027-10-31 02:30:00', '2027-10-31 02:30:00', 'Twice', '2027-10-31T01:30:00.000Z'],
  ['Europe/Berlin', '2027-10-31 03:00:00', '2027-10-31 03:00:00', 'Once', '2027-10-31T02:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04 01:45:00', '2027-04-04 01:45:00', 'Twice', '2027-04-03T15:15:00.000Z'],
  ['UTC', '2027-03-28', '2027-03-28 00:00:00', 'Once', '2027-03-28T00:00:00.000Z'],
] as const)
  test(`${given} in ${timeZone} is ${Instant}: ${Reading}`, async () => {
    const { accountKey: ApiKey, client } = await seed(database.db, { timeZone })
    const asked = new Date()
    const read = await api.call('Client.ReadDate', { ApiKey, ClientID: client.clientPublicId, Date: given })
    const { Now, ...rest } = read as Record<string, string>
    assert.deepEqual(rest, { ReadDate, Reading, Timezone: timeZone, Instant })
    // in whole seconds
    assert.ok(Date.parse(Now!) > asked.getTime() - 1000 && Date.parse(Now!) <= Date.now(), Now)
  })

test('what is no date is refused', async () => {
  const { accountKey: ApiKey, client } = await seed(database.db)
  for (const given of ['', 'soon', '2027-02-30 10:00:00', null])
    await api.refused('Client.ReadDate', { ApiKey, ClientID: client.clientPublicId, Date: given }, 'InvalidDate')
})
