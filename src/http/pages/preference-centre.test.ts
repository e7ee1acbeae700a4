/** The preference centre: a pause, own fields, lists of the client, the reason for leaving, another address, and the link without a mail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { history } from '../../../test/harness/members.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { type ReaderMail, runReaderMails } from '../../../test/harness/reader-mails.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import { subscriptions } from '../../domain/subscribers/subscriptions.ts'

const pages = usePublicPages()
const { ask, ofRecipient } = pages

interface Person {
  readonly world: World
  readonly sent: SentCampaign
  readonly token: string
  readonly email: string
}

async function person(): Promise<Person> {
  const world = await seed(pages.db)
  const sent = await seedSent(pages.db, world)
  const { email } = sent.recipients[0]!
  return { world, sent, token: ofRecipient(1, sent), email }
}

const press = (path: string, from: string, more: readonly (readonly [string, string])[] = []) =>
  ask('POST', path, form(new URLSearchParams([...more.map(([name, value]): [string, string] => [name, value]), ['from', from]]).toString()))

async function stateOf({ world, email }: Person) {
  const rows = await pages.db`select state from subscribers where list_id = ${world.list.listId} and email = ${email}`
  return rows.map(({ state }) => state)
}

const pauseOf = async ({ world, email }: Person) =>
  (
    await pages.db`
      select until - (now() at time zone 'Europe/Berlin')::date as days from contact_pauses
      where client_id = ${world.client.clientId} and address = ${email.toLowerCase()}`
  ).map(({ days }) => days)

for (const days of [30, 90])
  test(`a person pauses for ${days} days, sees until when, and resumes; the state stays`, async () => {
    const someone = await person()
    const path = `/p/${someone.token}`
    assert.match((await ask('GET', path)).text, new RegExp(`value="pause-${days}" class="quiet">Pause for ${days} days<`))
    assert.deepEqual(await pauseOf(someone), [])
    const { status, text } = await press(path, `pause-${days}`)
    assert.equal(status, 200)
    assert.match(text, /role="status" class="done">Your emails are paused up to and including <b><bdi>\d/)
    assert.match(text, /You get no emails from .* up to and including/)
    assert.deepEqual(await pauseOf(someone), [days])
    await press(path, `pause-${days}`)
    assert.deepEqual(await stateOf(someone), ['Active'])
    const events = () => pages.db`select type from events where data ->> 'EmailAddress' = ${someone.email} order by at`
    assert.deepEqual((await events()).map(({ type }) => type).filter(type => /paused|resumed/.test(type)), ['subscriber.paused'])
    const resumed = await press(path, 'resume')
    assert.match(resumed.text, /class="done">You get emails again\./)
    assert.deepEqual(await pauseOf(someone), [])
  })

test('a paused person can leave, by the page and by one click, and the pause brings nothing back', async () => {
  for (const leave of [
    ({ token }: Person) => ask('POST', `/u/${token}`, { body: 'List-Unsubscribe=One-Click' }),
    ({ token }: Person) => press(`/u/${token}`, 'page'),
    ({ token }: Person) => press(`/p/${token}`, 'leave-all'),
  ]) {
    const someone = await person()
    await press(`/p/${someone.token}`, 'pause-30')
    assert.equal((await leave(someone)).status, 200)
    assert.deepEqual(await stateOf(someone), ['Unsubscribed'])
    await press(`/p/${someone.token}`, 'resume')
    assert.deepEqual(await stateOf(someone), ['Unsubscribed'])
  }
})

test('pages change nothing when they are opened, whatever the address says', async () => {
  const someone = await person()
  const leave = pages.tokens.sign('leave', someone.world.client.clientId, 0)
  const was = await dump(pages.db)
  for (const path of [
    `/p/${someone.token}?from=pause-30`,
    `/u/${someone.token}?from=reason:other`,
    `/leave/${leave}?email=${someone.email}&from=leave`,
  ])
    assert.equal((await ask('GET', path)).status, 200)
  assert.deepEqual(await dump(pages.db), was)
})

test('one button says why, after the opt-out and never before', async () => {
  const someone = await person()
  const path = `/u/${someone.token}`
  const left = ['left', someone.world.list.listPublicId] as const
  assert.doesNotMatch((await ask('GET', path)).text, /reason:/)
  await press(path, 'reason:too many', [left])
  assert.deepEqual(await stateOf(someone), ['Active'], 'a reason alone ends nothing')
  assert.equal((await pages.db`select 1 from leave_reasons where subscriber_id = ${someone.sent.recipients[0]!.subscriberId}`).length, 0)
  const asked = await press(path, 'page')
  assert.deepEqual(await stateOf(someone), ['Unsubscribed'])
  assert.match(asked.text, /Why did you leave\?/)
  assert.ok(asked.text.includes(`name="left" value="${left[1]}"`))
  for (let time = 1; time <= 2; time++) {
    const { status, text } = await press(path, 'reason:too many', [left])
    assert.equal(status, 200)
    assert.match(text, /Thank you for telling us\./)
  }
  const word = `  for <b>now</b>\u202e \u0007${'x'.repeat(300)}`
  await press(path, 'reason:other', [left, ['comment', word]])
  await press(path, 'reason:nonsense', [left])
  const rows = await pages.db`
    select reason, comment, campaign_id from leave_reasons where subscriber_id = ${someone.sent.recipients[0]!.subscriberId}`
  assert.equal(rows.length, 1)
  assert.equal(rows[0]!.reason, 'other')
  assert.equal(rows[0]!.comment.length, 200)
  assert.match(rows[0]!.comment, /^for <b>now<\/b> {1,2}x+$/)
  assert.equal(rows[0]!.campaignId, someone.sent.campaignId)
  const events = await pages.db`
    select data ->> 'Reason' as reason from events
    where type = 'subscriber.leave_reason' and data ->> 'EmailAddress' = ${someone.email} order by at`
  assert.deepEqual(
    events.map(({ reason }) => reason),
    ['TooMany', 'Other'],
  )
  assert.match((await history(pages.db, someone.world.list, someone.email)).at(-1)!, /unsubscribed$/)
})

test('a reason is taken for lists that the person left, not for others, and not for what the client ended', async () => {
  const someone = await person()
  const { client, list } = someone.world
  const other = await seedList(pages.db, client, 'Other')
  const subject = subscriptions(pages.db)
  await subject.add(other, { email: someone.email, name: '' }, { resubscribe: false, publicUrl: 'http://x' }, { by: 'api' })
  await subject.unsubscribe(other, someone.email, { by: 'api' })
  const path = `/p/${someone.token}`
  const { text } = await press(path, 'preferences', [['shown', list.listPublicId]])
  assert.match(text, /Why did you leave\?/)
  await press(path, 'reason:hard to read', [
    ['left', list.listPublicId],
    ['left', other.listPublicId],
  ])
  const rows = await pages.db`select list_id, reason from leave_reasons where client_id = ${client.clientId}`
  assert.deepEqual(
    rows.map(row => [row.listId, row.reason]),
    [[list.listId, 'hard to read']],
  )
})

test('lists are shown as their setting says, with their description', async () => {
  const someone = await person()
  const { client, list } = someone.world
  const open = await seedList(pages.db, client, 'Open to all')
  const asking = await seedList(pages.db, client, 'Asks first', true)
  const hidden = await seedList(pages.db, client, 'Internal')
  await seedList(pages.db, client, 'Members alone')
  await pages.db`update lists set shown_to = 'everyone', description = 'Tips & <tricks>' where id in (${open.listId}, ${asking.listId})`
  await pages.db`update lists set shown_to = 'nobody' where id = ${hidden.listId}`
  const subject = subscriptions(pages.db)
  await subject.add(hidden, { email: someone.email, name: '' }, { resubscribe: false, publicUrl: 'http://x' }, { by: 'api' })
  const path = `/p/${someone.token}`
  const { text } = await ask('GET', path)
  assert.match(text, /Further lists that you can join/)
  assert.equal(text.match(/Tips &amp; &lt;tricks&gt;/g)?.length, 2)
  assert.doesNotMatch(text, /Internal|Members alone/)
  const shown = [list, open, asking].map(one => ['shown', one.listPublicId] as const)
  const wanted = [list, open, asking].map(one => ['list', one.listPublicId] as const)
  const saved = await press(path, 'preferences', [...shown, ...wanted])
  assert.match(saved.text, /Where a list asks for your confirmation/)
  const states = await pages.db`
    select l.title, s.state from subscribers s join lists l on l.id = s.list_id where s.email = ${someone.email} order by l.id`
  assert.deepEqual(
    states.map(row => [row.title, row.state]).slice(1),
    [
      ['Open to all', 'Active'],
      ['Asks first', 'Unconfirmed'],
      ['Internal', 'Active'],
    ],
  )
  await pages.db`update lists set shown_to = 'nobody' where id = ${list.listId}`
  assert.ok((await ask('GET', path)).text.includes(list.listPublicId), 'the list of the letter can always be left')
})

test('a reader changes the fields that are open to change, and no others', async () => {
  const someone = await person()
  const { client, list } = someone.world
  const fields = [
    ['City', 'Text', [], 'change', true],
    ['Age', 'Number', [], 'change', true],
    ['Colours', 'MultiSelectMany', ['red', 'blue'], 'change', true],
    ['Rank', 'Text', [], 'read', true],
    ['Secret', 'Text', [], 'none', true],
    ['Old', 'Text', [], 'change', false],
  ] as const
  for (const [position, [key, type, options, access, visible]] of fields.entries())
    await pages.db`
      insert into custom_fields (client_id, list_id, key, name, data_type, options, position, reader_access, visible)
      values (${client.clientId}, ${list.listId}, ${key}, ${key}, ${type}, ${[...options]}::text[], ${position}, ${access}, ${visible})`
  const { subscriberId } = someone.sent.recipients[0]!
  const before = { City: 'Bonn', Colours: ['red'], Rank: 'gold', Secret: 'hush', Old: 'old' }
  await pages.db`update subscribers set fields = ${pages.db.json(before)} where id = ${subscriberId}`
  const path = `/p/${someone.token}`
  const { text } = await ask('GET', path)
  assert.match(text, /value="Bonn"/)
  assert.match(text, /<b><bdi>gold<\/bdi><\/b>/)
  assert.doesNotMatch(text, /hush|value="old"/)
  const id = list.listPublicId
  const given = (key: string, ...values: string[]) => [
    ['field', `${id} ${key}`] as const,
    ...values.map(value => [`field-${id}-${key}`, value] as const),
  ]
  const keep = [
    ['shown', id],
    ['list', id],
  ] as const
  const saved = await press(path, 'preferences', [
    ...keep,
    ...given('City', 'Köln'),
    ...given('Age', 'many'),
    ...given('Colours'),
    ...given('Rank', 'platinum'),
    ...given('Secret', 'known'),
    ...given('Old', 'new'),
  ])
  assert.match(saved.text, /This was not saved, because the value does not fit: <b><bdi>Age/)
  const [row] = await pages.db`select fields, state from subscribers where id = ${subscriberId}`
  assert.deepEqual(row!.fields, { City: 'Köln', Rank: 'gold', Secret: 'hush', Old: 'old' })
  const noted = await pages.db`
    select to_value, evidence ->> 'detail' as detail from preference_history
    where subscriber_id = ${subscriberId} and preference = 'field' order by to_value`
  assert.deepEqual(
    noted.map(one => [one.toValue, one.detail]),
    [
      ['City', 'from “Bonn” to “Köln”'],
      ['Colours', 'from “red” to “”'],
    ],
  )
})

const sameAnswer = /If the new address can be used, it gets an email/

async function askedFor(someone: Person, email: string): Promise<readonly ReaderMail[]> {
  const { status, text } = await press(`/p/${someone.token}`, 'address', [['new-address', email]])
  assert.equal(status, 200)
  assert.match(text, sameAnswer)
  return runReaderMails(pages.db)
}

const addressOf = async ({ sent }: Person) =>
  (await pages.db`select email from subscribers where id = ${sent.recipients[0]!.subscriberId}`)[0]!.email

test('another address is confirmed there, once, and undone at the old one', async () => {
  const someone = await person()
  await press(`/p/${someone.token}`, 'pause-30')
  const fresh = `new-${someone.email}`
  const [asked, ...more] = await askedFor(someone, fresh)
  assert.equal(more.length, 0)
  assert.equal(asked!.recipient, fresh)
  assert.ok(!asked!.text!.includes(someone.email.replace('@', '=')) && !asked!.text!.includes(` ${someone.email}`))
  assert.match(asked!.path, /^\/address\//)
  assert.equal((await ask('GET', asked!.path)).status, 200)
  assert.equal((await ask('POST', asked!.path, { body: 'List-Unsubscribe=One-Click' })).status, 404)
  assert.equal(await addressOf(someone), someone.email, 'nothing before the button')
  for (let time = 1; time <= 2; time++)
    assert.match((await press(asked!.path, 'page')).text, /<h1>Your address is changed<\/h1>/)
  assert.equal(await addressOf(someone), fresh)
  assert.deepEqual(await pauseOf({ ...someone, email: fresh }), [30], 'the pause goes along')
  const [notice, ...others] = await runReaderMails(pages.db)
  assert.equal(others.length, 0)
  assert.equal(notice!.recipient, someone.email)
  assert.ok(!notice!.text!.includes(fresh), 'the old mailbox learns no new address')
  // an old link of the letter goes on working
  assert.equal((await ask('GET', `/p/${someone.token}`)).status, 200)
  for (let time = 1; time <= 2; time++)
    assert.match((await press(notice!.path, 'page')).text, /<h1>The change is undone<\/h1>/)
  assert.equal(await addressOf(someone), someone.email)
  assert.deepEqual(await pauseOf(someone), [30])
  const again = await press(asked!.path, 'page')
  assert.equal(again.status, 410)
  assert.equal(await addressOf(someone), someone.email)
})

test('links to confirm and to undo end, and are worth nothing for each other', async () => {
  const someone = await person()
  const [asked] = await askedFor(someone, `new-${someone.email}`)
  const token = asked!.path.split('/').at(-1)!
  assert.equal((await press(`/address-undo/${token}`, 'page')).status, 404)
  assert.equal((await press(`/p/${token}`, 'leave-all')).status, 404)
  await pages.db`update address_requests set at = at - interval '25 hours' where client_id = ${someone.world.client.clientId}`
  assert.equal((await press(asked!.path, 'page')).status, 410)
  assert.equal(await addressOf(someone), someone.email)
  await pages.db`update address_requests set at = now() where client_id = ${someone.world.client.clientId}`
  await press(asked!.path, 'page')
  const [notice] = await runReaderMails(pages.db)
  await pages.db`update address_requests set changed_at = changed_at - interval '8 days' where client_id = ${someone.world.client.clientId}`
  assert.equal((await press(notice!.path, 'page')).status, 410)
  assert.equal(await addressOf(someone), `new-${someone.email}`)
})

test('an address that is on the list or suppressed is not taken, and the page of the letter does not say so', async () => {
  const someone = await person()
  const { client } = someone.world
  const taken = someone.sent.recipients[1]!.email
  const [asked] = await askedFor(someone, taken)
  const told = await press(asked!.path, 'page')
  assert.equal(told.status, 409)
  assert.match(told.text, /Nothing was changed/)
  await pages.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${client.clientId}, 'barred@x.example', 'barred@x.example', 'complained', now())`
  assert.deepEqual(await askedFor(someone, 'barred@x.example'), [])
  assert.deepEqual(await askedFor(someone, someone.email), [])
  assert.equal(await addressOf(someone), someone.email)
  const { status, text } = await press(`/p/${someone.token}`, 'address', [['new-address', 'no address"']])
  assert.equal(status, 400)
  assert.match(text, /This is not an email address/)
  assert.match(text, /value="no address&quot;"/)
})

test('one letter mails few strangers, and one stranger gets one mail an hour, whoever asks', async () => {
  const someone = await person()
  const mails: ReaderMail[] = []
  for (let n = 0; n < 6; n++) mails.push(...(await askedFor(someone, `victim${n}-${someone.email}`)))
  assert.equal(mails.length, 3)
  const other = await person()
  assert.deepEqual(await askedFor(other, `victim0-${someone.email}`), [])
  await press(mails[0]!.path, 'page')
  assert.equal(await addressOf(someone), someone.email, 'a later request voids the link of an earlier one')
})

test('who has left cannot be brought back by another address', async () => {
  const someone = await person()
  const [asked] = await askedFor(someone, `new-${someone.email}`)
  await press(`/u/${someone.token}`, 'page')
  assert.equal((await press(asked!.path, 'page')).status, 410)
  assert.deepEqual(await stateOf(someone), ['Unsubscribed'])
  assert.doesNotMatch((await ask('GET', `/p/${someone.token}`)).text, /name="new-address"/)
})

test('an address goes in and a link goes out, to the address alone; every address gets the same answer', async () => {
  const someone = await person()
  const path = `/leave/${pages.tokens.sign('leave', someone.world.client.clientId, 0)}`
  assert.match((await ask('GET', path)).text, /<h1>Unsubscribe, or choose your emails<\/h1>/)
  const known = await press(path, 'leave', [['email', ` ${someone.email.toUpperCase()} `]])
  const stranger = await press(path, 'leave', [['email', 'stranger@x.example']])
  assert.equal(known.status, 200)
  assert.equal(known.text, stranger.text)
  const [mail, ...more] = await runReaderMails(pages.db)
  assert.equal(more.length, 0)
  assert.equal(mail!.recipient, someone.email)
  await press(path, 'leave', [['email', someone.email]])
  assert.deepEqual(await runReaderMails(pages.db), [], 'once an hour')
  // the link works for ever, without a campaign
  assert.equal((await ask('GET', mail!.path)).status, 200)
  await press(mail!.path, 'leave-all')
  assert.deepEqual(await stateOf(someone), ['Unsubscribed'])
  const { text } = await press(mail!.path, 'reason:never signed up', [['left', someone.world.list.listPublicId]])
  assert.match(text, /Thank you/)
  assert.equal((await press(path, 'leave', [['email', 'nonsense']])).status, 400)
  assert.equal((await ask('GET', `/leave/${pages.tokens.sign('leave', someone.world.client.clientId, 1)}`)).status, 404)
})

test('one network asks for few links', async () => {
  const someone = await person()
  const path = `/leave/${pages.tokens.sign('leave', someone.world.client.clientId, 0)}`
  const statuses = new Set<number>()
  for (let n = 0; n < 30; n++) statuses.add((await press(path, 'leave', [['email', `s${n}@x.example`]])).status)
  assert.deepEqual([...statuses].sort(), [200, 429])
})
