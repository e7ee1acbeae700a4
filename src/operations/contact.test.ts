/** Subscriber.GetContact: everything that is known of one contact. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ledgerAt, seedLedger } from '../../test/harness/ledger.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import { readContactPage, readContactProof } from '../domain/subscribers/contact.ts'
import { handlers } from './handlers.ts'

const { db, world, other, call, refused } = await operationsTest(handlers)
const target = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const { clientId } = world.client
const news = await seedList(db, world.client, 'News')
const gone = await seedList(db, world.client, 'Gone')

/** Minutes after the campaigns of the ledger started. */
const minute = (minutes: number) => new Date(ledgerAt.getTime() + minutes * 60_000)

// recipient 1 of the first campaign is the contact, on three lists, one of which is deleted; recipient 2 is another
const mailed = await seedLedger(db, world, 'sent', [
  [
    { attempt: 1, kind: 'deferred', code: 450, answer: '4.2.0 later', retryAt: ledgerAt },
    { attempt: 2, kind: 'accepted', code: 250, answer: 'queued as 7', at: 5, bounce: 'S' },
  ],
  [{ attempt: 1, kind: 'accepted', answer: 'of another', at: 5 }],
])
const [contact] = await db<{ email: string; address: string; id: number }[]>`
  select email, address, id from subscribers where client_id = ${clientId} and address like 'r1.%'`
const { email: Email, address } = contact!
await db`
  insert into subscribers (client_id, list_id, email, address, name, mobile_number, state, state_at, joined_at, tracking_consent, language)
  values (${clientId}, ${news.listId}, ${address}, ${address}, 'Ann', '+4930123', 'Unsubscribed', ${minute(40)}, '2030-01-01T11:00:00Z', true, 'de'),
    (${clientId}, ${gone.listId}, ${address}, ${address}, 'Old', null, 'Active', ${minute(1)}, ${minute(1)}, null, null)`
await db`
  insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
  select client_id, list_id, id, at::timestamptz, from_state, to_state, cause, evidence::jsonb
  from subscribers, (values
    (${minute(-60)}::text, null, 'Active', 'added', '{"by":"api","wire":"json","remote":"192.0.2.1","username":"carla"}'),
    (${minute(40)}::text, 'Active', 'Unsubscribed', 'unsubscribed', ${`{"by":"one-click","remote":"192.0.2.17","agent":"Firefox","campaignId":${mailed.campaignId}}`})
  ) as h (at, from_state, to_state, cause, evidence)
  where client_id = ${clientId} and address = ${address} and list_id in (${news.listId}, ${gone.listId})`
await db`
  insert into preference_history (client_id, list_id, subscriber_id, at, preference, to_value, evidence)
  select client_id, list_id, id, ${minute(30)}, 'tracking', 'granted', '{"by":"page"}'
  from subscribers where client_id = ${clientId} and address = ${address} and list_id = ${news.listId}`
await db`
  insert into hits (client_id, campaign_id, number, kind, at, remote, agent)
  select ${clientId}, ${mailed.campaignId}, number, 'open', ${minute(8)}, '', 'Thunderbird'
  from (values (1), (1), (2)) as h (number)`
await call('Client.AddSuppression', { ...target, EmailAddress: Email })
await db`update suppression_history set at = ${minute(50)} where client_id = ${clientId} and address = ${address}`
await db`update lists set deleted_at = now() where client_id = ${clientId} and id = ${gone.listId}`

type Asked = Awaited<ReturnType<typeof call<'Subscriber.GetContact'>>>
const timelineOf = ({ Timeline }: Asked) =>
  rowsOf(Timeline).map(({ Date: at, Change, Step }) => [
    at,
    Change ? Change.Cause : Step!.Kind,
    Change ? Change.By : (Step!.Text ?? ''),
  ])

const everything = [
  ['2026-02-01 10:50:00', 'suppressed: manual', 'api'],
  ['2026-02-01 10:40:00', 'unsubscribed', 'one-click'],
  ['2026-02-01 10:30:00', 'tracking consent granted', 'page'],
  ['2026-02-01 10:08:00', 'Opened', 'Thunderbird'],
  ['2026-02-01 10:08:00', 'Opened', 'Thunderbird'],
  ['2026-02-01 10:05:00', 'Bounced', ''],
  ['2026-02-01 10:05:00', 'Accepted', 'queued as 7'],
  ['2026-02-01 10:00:00', 'Deferred', '4.2.0 later'],
  ['2026-02-01 09:00:00', 'added', 'api'],
]

test('memberships, suppression and the timeline of one contact, newest first, and nothing of another', async () => {
  const found = await call('Subscriber.GetContact', { ...target, Email: Email.toUpperCase() })
  assert.deepEqual(timelineOf(found), everything)
  assert.deepEqual([found.EmailAddress, found.Name, found.NextCursor], [address, 'Ann', ''])
  const memberships = rowsOf(found.Memberships)
  assert.deepEqual(
    memberships.map(({ ListID }) => ListID),
    [news.listPublicId, world.list.listPublicId],
  )
  assert.deepEqual(memberships[0], {
    ListID: news.listPublicId,
    Title: 'News',
    Name: 'Ann',
    MobileNumber: '+4930123',
    State: 'Unsubscribed',
    StateDate: '2026-02-01 10:40:00',
    JoinedDate: '2030-01-01 12:00:00',
    TrackingConsent: 'Granted',
    PersonalisingConsent: 'Unknown',
    HygieneConsent: 'Unknown',
    LastOpenDate: '',
    PausedUntil: '',
    LeaveReason: '',
    LeaveComment: '',
    Basis: 'Unknown',
    BasisEndsOn: '',
    Language: 'de',
    CustomFields: [],
  })
  assert.equal(found.Suppression!.Reason, 'Manual')
  assert.match(found.Suppression!.Evidence!, /over the API/)
})

test('each entry names its campaign or list, and a change has its evidence', async () => {
  const { Timeline } = await call('Subscriber.GetContact', { ...target, Email })
  const entries = rowsOf(Timeline)
  const left = entries[1]!
  assert.deepEqual(
    [left.ListID, left.CampaignID, left.Number, left.Step],
    [news.listPublicId, mailed.publicId, 0, null],
  )
  const { FromState, ToState, RemoteAddress, Agent } = left.Change!
  assert.deepEqual([FromState, ToState, RemoteAddress, Agent], ['Active', 'Unsubscribed', '192.0.2.17', 'Firefox'])
  const taken = entries[6]!
  assert.deepEqual([taken.CampaignID, taken.Number, taken.Change], [mailed.publicId, 1, null])
  assert.deepEqual([taken.Step!.Attempt, taken.Step!.Code], [2, 250])
})

for (const Limit of [1, 2, 4, 8]) {
  test(`pages of ${Limit} neither repeat nor leave out entries, those of one instant included`, async () => {
    const entries: ReturnType<typeof timelineOf> = []
    let Cursor = ''
    for (let page = 0; page < 20; page++) {
      const found = await call('Subscriber.GetContact', { ...target, Email, Limit, Cursor })
      entries.push(...timelineOf(found))
      Cursor = found.NextCursor!
      if (Cursor === '') break
    }
    assert.deepEqual(entries, everything)
  })
}

test('mails are shown to those who may read reports only', async () => {
  const principal = { accountId: world.accountId, kind: 'key', grants: [] } as never
  const { timeline } = await readContactPage(db, principal, world.client, { email: Email, cursor: null, limit: 0 })
  assert.deepEqual(
    timeline.map(({ kind, cause }) => [kind, cause]),
    [
      [null, 'suppressed: manual'],
      [null, 'unsubscribed'],
      [null, 'tracking consent granted'],
      [null, 'added'],
    ],
  )
})

test('the proof is everything at once in the order in which it happened, and says when it is not everything', async () => {
  const proof = await call('Subscriber.GetProof', { ...target, Email })
  assert.deepEqual(timelineOf({ Timeline: proof.Entries } as Asked), everything.toReversed())
  assert.deepEqual([proof.HasMails, proof.IsComplete, proof.Timezone], [true, true, world.client.timeZone])
  assert.deepEqual(proof.Memberships, (await call('Subscriber.GetContact', { ...target, Email })).Memberships)
  const principal = { accountId: world.accountId, kind: 'key', grants: [] } as never
  assert.equal((await readContactProof(db, principal, world.client, Email)).withMails, false)
})

test('opens and clicks say whether a person or a machine made them, as the report counts them', async () => {
  const scanner = 'Barracuda Sentinel'
  await db`
    insert into hits (client_id, campaign_id, number, kind, at, link, method, remote, agent, prefetch)
    values (${clientId}, ${mailed.campaignId}, 1, 'open', ${minute(20)}, null, 'GET', '', ${scanner}, false)`
  const { Timeline } = await call('Subscriber.GetContact', { ...target, Email })
  assert.deepEqual(
    rowsOf(Timeline).flatMap(({ Step }) => (Step ? [[Step.Kind, Step.Text, Step.Reader]] : [])),
    [
      ['Opened', scanner, 'Machine'],
      ['Opened', 'Thunderbird', 'Person'],
      ['Opened', 'Thunderbird', 'Person'],
      ['Bounced', '', 'None'],
      ['Accepted', 'queued as 7', 'None'],
      ['Deferred', '4.2.0 later', 'None'],
    ],
  )
  const campaign = mailed.publicId
  const { Steps } = await call('Campaign.GetRecipientHistory', {
    ApiKey: target.ApiKey,
    CampaignID: campaign,
    Number: 1,
  })
  assert.ok(rowsOf(Steps).some(({ Text, Reader }) => Text === scanner && Reader === 'Machine'))
})

test('an address that is suppressed by its domain, or suppressed alone, is a contact; one that nothing is known of is not', async () => {
  await call('Suppression.Import', { ...target, Entries: '@barred.example\nalone@x.example', Reason: '' })
  for (const one of ['any@barred.example', 'alone@x.example']) {
    const found = await call('Subscriber.GetContact', { ...target, Email: one })
    assert.deepEqual([found.EmailAddress, rowsOf(found.Memberships), found.Suppression!.Reason], [one, [], 'Manual'])
  }
  for (const one of ['stranger@x.example', 'any@sub.barred.example'])
    await refused('Subscriber.GetContact', { ...target, Email: one }, 'NotInList')
  await refused('Subscriber.GetContact', { ...target, Email: 'no address' }, 'InvalidEmail')
})

test('a contact of another client is unknown', async () => {
  const theirs = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId }
  await refused('Subscriber.GetContact', { ...theirs, Email }, 'NotInList')
  await refused('Subscriber.GetContact', { ...theirs, ClientID: world.client.clientPublicId, Email }, 'InvalidClientId')
})
