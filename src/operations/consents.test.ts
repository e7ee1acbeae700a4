import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import { isOvertaken, opensRecorded } from '../domain/subscribers/answers.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { ConsentRules } from '../store/lists/lists.ts'
import { consents } from './consents.ts'
import { members } from './members.ts'
import { subscribers } from './subscribers.ts'

const { db, world, other, call, refused } = await operationsTest({ ...subscribers, ...members, ...consents }, db => ({
  subscriptions: subscriptions(db),
}))

async function member(email: string, title: string, rules: Partial<ConsentRules> = {}) {
  const list = await seedList(db, world.client, title)
  const { tracking = 'consent', personalising = true, hygiene = true, anonymousOpens = false } = rules
  await db`
    update lists set tracking = ${tracking}, personalising = ${personalising}, hygiene = ${hygiene}, anonymous_opens = ${anonymousOpens}
    where id = ${list.listId}`
  const target = { ApiKey: world.accountKey, ListID: list.listPublicId, Email: email }
  await call('Subscriber.Add', { ...target, Name: 'Ann' })
  const [row] = await db`select id from subscribers where list_id = ${list.listId}`
  return { list, target, subscriberId: row!.id as number }
}

type Target = Pick<ParamsOf<'Subscriber.GetConsents'>, 'ApiKey' | 'ListID' | 'Email'>

async function answersOf(target: Target) {
  const { Purposes } = await call('Subscriber.GetConsents', target)
  return Purposes as unknown as readonly Record<string, unknown>[] // no stream
}

async function answerOf(target: Target, purpose: string) {
  return (await answersOf(target)).find(({ Purpose }) => Purpose === purpose)!
}

const withdrawals = async (subscriberId: number) =>
  (await db`select 1 from tracking_withdrawals where subscriber_id = ${subscriberId}`).length

const [{ username }] = (await db`
  select i.username from logins i where i.account_id = ${world.client.accountId} and i.client_id is null`) as unknown as [
  { username: string },
] // seed makes one

/** As callers in Berlin write it. */
function inBerlin(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
}

test('an answer is kept with its proof for one purpose, and says nothing of the others', async () => {
  const { target } = await member('ann@x.example', 'Proof')
  await call('Subscriber.SetConsent', {
    ...target,
    Purpose: 'Personalising',
    Consent: 'Granted',
    Wording: ' We choose what\r\nyou get. ',
    Source: 'https://shop.example/sign-up',
    GivenDate: '2026-03-01 10:00:00',
  })
  const { Since, ...rest } = await answerOf(target, 'Personalising')
  assert.match(String(Since), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(rest, {
    Purpose: 'Personalising',
    Consent: 'Granted',
    IsAsked: true,
    GivenDate: '2026-03-01 10:00:00',
    By: 'api',
    Username: username,
    Wire: 'json',
    RemoteAddress: '192.0.2.1',
    Agent: '',
    CampaignID: '',
    Wording: 'We choose what you get.',
    Source: 'https://shop.example/sign-up',
  })
  for (const purpose of ['Measuring', 'Hygiene']) {
    const answer = await answerOf(target, purpose)
    assert.deepEqual([answer.Consent, answer.Since, answer.Wording], ['Unknown', '', ''])
  }
  const history = (await call('Subscriber.GetHistory', target)) as unknown as Record<string, string>[] // rows of text
  assert.equal(history.at(-1)!.Cause, 'consent to personalising granted')
  assert.equal(
    history.at(-1)!.Detail,
    'https://shop.example/sign-up; given on 2026-03-01 10:00:00; We choose what you get.',
  )
})

test('the same answer again changes nothing, with another proof the history has both', async () => {
  const { target, subscriberId } = await member('bea@x.example', 'Again')
  const rows = async () =>
    (await db`select 1 from preference_history where subscriber_id = ${subscriberId} and preference = 'hygiene'`).length
  const answer = { ...target, Purpose: 'Hygiene', Consent: 'Granted' } as const
  for (const [more, expected] of [
    [{}, 1],
    [{}, 1],
    [{ Wording: 'Keep the date.' }, 2],
    [{ Wording: 'Keep the date.' }, 2],
    [{ Wording: 'Keep the date.', GivenDate: '2026-01-01' }, 3],
    [{ Wording: 'Keep the date.', GivenDate: '2026-01-01' }, 3],
    [{}, 3],
  ] as const) {
    await call('Subscriber.SetConsent', { ...answer, ...more })
    assert.equal(await rows(), expected)
  }
})

test('a refusal is accepted of a purpose that the list does not ask for, consent is not', async () => {
  const { target } = await member('cleo@x.example', 'Asks nothing', {
    personalising: false,
    hygiene: false,
    tracking: 'never',
  })
  for (const Purpose of ['Personalising', 'Hygiene'] as const) {
    await refused('Subscriber.SetConsent', { ...target, Purpose, Consent: 'Granted' }, 'PurposeNotAsked')
    await call('Subscriber.SetConsent', { ...target, Purpose, Consent: 'Denied' })
    assert.equal((await answerOf(target, Purpose)).Consent, 'Denied')
  }
  await call('Subscriber.SetConsent', { ...target, Purpose: 'Measuring', Consent: 'Granted' })
  assert.equal(await call('Subscriber.GetTrackingConsent', target), 'Granted')
})

test('a refusal of measuring queues the removal of what was recorded, once; other refusals do not', async () => {
  const { target, subscriberId } = await member('dee@x.example', 'Withdrawal')
  await call('Subscriber.SetConsent', { ...target, Purpose: 'Hygiene', Consent: 'Denied' })
  await call('Subscriber.SetConsent', { ...target, Purpose: 'Personalising', Consent: 'Denied' })
  assert.equal(await withdrawals(subscriberId), 0)
  await call('Subscriber.SetConsent', { ...target, Purpose: 'Measuring', Consent: 'Denied' })
  await call('Subscriber.SetConsent', { ...target, Purpose: 'Measuring', Consent: 'Denied' })
  assert.equal(await withdrawals(subscriberId), 1)
})

test('of two answers the one that was given last is in force, whichever is recorded last', async () => {
  const { target, subscriberId } = await member('eve@x.example', 'Order')
  const set = (Consent: 'Granted' | 'Denied' | 'Unknown', GivenDate: string) =>
    call('Subscriber.SetConsent', { ...target, Purpose: 'Measuring', Consent, GivenDate, Wording: `${Consent} then` })
  const present = async () => (await answerOf(target, 'Measuring')).Consent
  await set('Denied', '2026-05-10 12:00:00')
  for (const [answer, date, expected] of [
    ['Granted', '2026-05-09 12:00:00', 'Denied'],
    // of one moment the refusal counts, and a day alone is its beginning for consent
    ['Granted', '2026-05-10 12:00:00', 'Denied'],
    ['Granted', '2026-05-10', 'Denied'],
    ['Unknown', '2026-05-01', 'Denied'],
    ['Granted', '2026-05-10 12:00:01', 'Granted'],
    ['Denied', '2026-05-09 08:00:00', 'Granted'],
    // and its end for a refusal
    ['Denied', '2026-05-10', 'Denied'],
    ['Granted', '2026-05-10 23:00:00', 'Denied'],
    ['Granted', '', 'Granted'],
  ] as const) {
    await set(answer, date)
    assert.equal(await present(), expected, `${answer} of ${date}`)
  }
  assert.equal(await withdrawals(subscriberId), 2)
  const history = (await call('Subscriber.GetHistory', target)) as unknown as Record<string, string>[] // rows of text
  assert.equal(history.filter(({ Cause }) => Cause!.startsWith('tracking consent')).length, 10)
})

test('a consent of unknown time never gives way to an older one', () => {
  const at = new Date('2026-01-01')
  assert.equal(isOvertaken({ consent: true, at }, false, undefined), true)
  assert.equal(isOvertaken({ consent: false, at }, true, undefined), false)
  assert.equal(isOvertaken({ consent: true, at }, null, undefined), false)
  const last = { at: new Date('2026-06-01'), evidence: { givenAt: '2025-06-01T00:00:00Z' } }
  assert.equal(isOvertaken({ consent: true, at }, false, last), false)
})

test('dates are of the zone of the client, neither to come nor of long ago', async () => {
  const { target } = await member('fay@x.example', 'Clocks')
  const set = (GivenDate: string) => ({ ...target, Purpose: 'Measuring', Consent: 'Granted', GivenDate }) as const
  const day = 86_400_000
  const fromNow = (ms: number) => inBerlin(Date.now() + ms)
  for (const date of [
    fromNow(day),
    fromNow(3_600_000),
    '9999-12-31',
    '1989-12-31',
    '2026-02-30',
    'yesterday',
    '2026-05-01T12:00:00Z',
  ])
    await refused('Subscriber.SetConsent', set(date), 'InvalidDate')
  // an hour ago in Berlin is still to come where a clock of UTC reads it
  const given = fromNow(-60_000)
  await call('Subscriber.SetConsent', set(given))
  assert.equal((await answerOf(target, 'Measuring')).GivenDate, given)
  // a clock that is a little ahead
  await call('Subscriber.SetConsent', { ...set(fromNow(120_000)), Consent: 'Denied' })
  assert.equal((await answerOf(target, 'Measuring')).Consent, 'Denied')
  assert.ok(String((await answerOf(target, 'Measuring')).GivenDate) <= fromNow(0))
})

test('texts that are too long or no text, and members of others, are refused', async () => {
  const { target, subscriberId } = await member('gus@x.example', 'Bad input')
  const answer = { ...target, Purpose: 'Measuring', Consent: 'Denied' } as const
  await refused('Subscriber.SetConsent', { ...answer, Wording: 'w'.repeat(2001) }, 'ValueTooLong')
  await refused('Subscriber.SetConsent', { ...answer, Source: 's'.repeat(501) }, 'ValueTooLong')
  await refused('Subscriber.SetConsent', { ...answer, Source: 'two\nlines' }, 'InvalidCharacters')
  await refused('Subscriber.SetConsent', { ...answer, Wording: 'half \ud800' }, 'InvalidCharacters')
  await refused('Subscriber.SetConsent', { ...answer, Email: 'nonsense' }, 'InvalidEmail')
  await refused('Subscriber.SetConsent', { ...answer, Email: 'absent@x.example' }, 'NotInList')
  for (const name of ['Subscriber.SetConsent', 'Subscriber.GetConsents', 'Subscriber.SetBasis'] as const)
    await refused(name, { ...answer, Basis: 'Express', ApiKey: other.accountKey }, 'InvalidListId')
  await db`update subscribers set state = 'Deleted' where id = ${subscriberId}`
  await refused('Subscriber.SetConsent', answer, 'NotInList')
  await refused('Subscriber.GetConsents', target, 'NotInList')
  assert.equal(await withdrawals(subscriberId), 0)
})

test('a refusal on one of two lists leaves the other; for all lists it reaches those of the client alone', async () => {
  const one = await member('hal@x.example', 'One of two')
  const two = await member('hal@x.example', 'Two of two', { personalising: false })
  const foreign = await seedList(db, other.client, 'Foreign')
  const theirs = { ApiKey: other.accountKey, ListID: foreign.listPublicId, Email: 'hal@x.example' }
  await call('Subscriber.Add', { ...theirs, Name: '' })
  const measuring = async () =>
    Promise.all([one.target, two.target, theirs].map(async target => (await answerOf(target, 'Measuring')).Consent))
  await call('Subscriber.SetConsent', { ...one.target, Purpose: 'Measuring', Consent: 'Denied' })
  assert.deepEqual(await measuring(), ['Denied', 'Unknown', 'Unknown'])
  assert.equal(await withdrawals(two.subscriberId), 0)
  await call('Subscriber.SetConsent', { ...one.target, Purpose: 'Measuring', Consent: 'Denied', AllLists: true })
  assert.deepEqual(await measuring(), ['Denied', 'Denied', 'Unknown'])
  assert.equal(await withdrawals(two.subscriberId), 1)
  // consent reaches those lists that ask
  await call('Subscriber.SetConsent', { ...one.target, Purpose: 'Personalising', Consent: 'Granted', AllLists: true })
  assert.equal((await answerOf(one.target, 'Personalising')).Consent, 'Granted')
  assert.equal((await answerOf(two.target, 'Personalising')).Consent, 'Unknown')
})

test('what an open leaves follows from the rules of the list and the answers', () => {
  const rules = { law: 'FR', tracking: 'consent', personalising: false, hygiene: true, anonymousOpens: true } as const
  const answers = (measuring: boolean | null, hygiene: boolean | null) => ({ measuring, personalising: null, hygiene })
  for (const [change, measuring, hygiene, expected] of [
    [{}, true, false, 'Measured'],
    [{}, null, null, 'LastOpenDate'],
    [{}, null, false, 'SumsOnly'],
    [{}, false, null, 'Nothing'],
    [{}, false, true, 'LastOpenDate'],
    [{ tracking: 'always' }, null, null, 'Measured'],
    [{ tracking: 'always' }, false, null, 'Nothing'],
    [{ tracking: 'never' }, true, false, 'SumsOnly'],
    [{ hygiene: false }, null, true, 'SumsOnly'],
    [{ hygiene: false, anonymousOpens: false }, null, null, 'Nothing'],
  ] as const)
    assert.equal(opensRecorded({ ...rules, ...change }, answers(measuring, hygiene)), expected)
})

test('a basis has its end and its note, and each change a line of the history', async () => {
  const { target } = await member('ida@x.example', 'Basis')
  const set = { ...target, Basis: 'Implied', EndsOn: '2028-02-29', Note: 'Order 4711' } as const
  await call('Subscriber.SetBasis', set)
  await call('Subscriber.SetBasis', set)
  const { Basis } = await call('Subscriber.GetConsents', target)
  const { Since, ...rest } = Basis!
  assert.notEqual(Since, '')
  assert.deepEqual(rest, { Basis: 'Implied', EndsOn: '2028-02-29', Note: 'Order 4711', By: 'api', Username: username })
  await refused('Subscriber.SetBasis', { ...set, Basis: 'Express' }, 'InvalidParameter')
  for (const EndsOn of ['2027-02-29', '2028-02-29 10:00:00', '1800-01-01', 'soon'])
    await refused('Subscriber.SetBasis', { ...set, EndsOn }, 'InvalidDate')
  await refused('Subscriber.SetBasis', { ...set, Note: 'n'.repeat(1001) }, 'ValueTooLong')
  await call('Subscriber.SetBasis', { ...target, Basis: 'Unknown' })
  const history = (await call('Subscriber.GetHistory', target)) as unknown as Record<string, string>[] // rows of text
  assert.deepEqual(
    history.slice(1).map(({ Cause, Detail }) => [Cause, Detail]),
    [
      ['basis: implied until 2028-02-29', 'Order 4711'],
      ['basis: unknown', ''],
    ],
  )
})

test('a changed answer is an event, one that changes nothing is no event, and no event is about who has not confirmed', async () => {
  const { target, subscriberId, list } = await member('jo@x.example', 'Events')
  const events = async () =>
    db<{ data: Record<string, unknown> }[]>`
      select data from events where type = 'subscriber.consent' and data ->> 'ListID' = ${list.listPublicId} order by at`
  const set = (Purpose: 'Measuring' | 'Hygiene', Consent: 'Granted' | 'Denied' | 'Unknown', GivenDate = '') =>
    call('Subscriber.SetConsent', { ...target, Purpose, Consent, GivenDate, Wording: 'secret words' })
  await set('Measuring', 'Denied')
  await set('Measuring', 'Denied')
  await set('Measuring', 'Granted', '2020-01-01')
  await set('Hygiene', 'Granted')
  await call('Subscriber.Save', {
    ...target,
    EmailAddress: target.Email,
    Name: '',
    TrackingConsent: 'Granted',
    MobileConsent: 'Granted',
    CustomFields: [],
  })
  await db`update subscribers set state = 'Unconfirmed' where id = ${subscriberId}`
  await set('Hygiene', 'Unknown')
  const written = await events()
  const common = { EmailAddress: 'jo@x.example', Name: 'Ann', ListID: list.listPublicId, State: 'Active', By: 'api' }
  assert.deepEqual(
    written.map(({ data }) => data),
    [
      { ...common, Purpose: 'Measuring', Consent: 'Denied' },
      { ...common, Purpose: 'Hygiene', Consent: 'Granted' },
      { ...common, Purpose: 'Measuring', Consent: 'Granted' },
    ],
  )
})

test('saving one subscriber or many with a refusal queues the removal for each list of the client', async () => {
  const one = await member('kay@x.example', 'Saved')
  const two = await member('kay@x.example', 'Saved, too')
  const entry = {
    EmailAddress: 'kay@x.example',
    Name: '',
    MobileConsent: 'Unchanged',
    CustomFields: [],
    MobileNumber: '',
  } as const
  await call('Subscriber.Save', { ...one.target, ...entry, TrackingConsent: 'Denied' })
  assert.deepEqual([await withdrawals(one.subscriberId), await withdrawals(two.subscriberId)], [1, 1])
  await call('Subscriber.Save', { ...one.target, ...entry, TrackingConsent: 'Granted' })
  await call('Subscribers.Save', { ...one.target, Subscribers: [{ ...entry, TrackingConsent: 'Denied' }] })
  assert.deepEqual([await withdrawals(one.subscriberId), await withdrawals(two.subscriberId)], [2, 2])
  await call('Subscribers.Save', { ...one.target, Subscribers: [{ ...entry, TrackingConsent: 'Unchanged' }] })
  assert.deepEqual([await withdrawals(one.subscriberId), await withdrawals(two.subscriberId)], [2, 2])
})
