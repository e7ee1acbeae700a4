/**
 * A reader refuses to be measured: letters that were sent long before record nothing any more, what was recorded goes, sums stay. In hygiene mode
 * one date a person changes. Over the service as it is run, with the links of real mails; the database is compared row by row.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setConsent } from '../src/domain/subscribers/consent.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { type Sink, startSink } from './harness/sink.ts'
import { differences, snapshot } from './harness/snapshot.ts'
import { until } from './harness/until.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

const letter =
  '<html><body><p>News <a href="https://shop.example/tulips">shop</a> <unsubscribe>leave</unsubscribe></p></body></html>'
const [ada, ben, cleo, dan] = ['ada', 'ben', 'cleo', 'dan'].map(name => `${name}@reader.example`) as [
  string,
  string,
  string,
  string,
]

let web: TestWeb
let sink: Sink
let service: TestService
let client: { readonly ClientID: string }
let list: { readonly ListID: string }
let other: { readonly ListID: string }
let key: { readonly clientId: number; readonly listId: number }
let campaign: { readonly CampaignID: string }
let links: ReadonlyMap<string, Links>

interface Links {
  readonly token: string
  readonly click: string
}

before(async () => {
  web = await serveWeb({ '/letter.html': { body: letter } })
  sink = await startSink({})
  service = await startTestService({ LETTERSHOP_TRANSPORT: `${sink.url}?rate=20&connections=1` })
  const ClientID = await call('Client.Create', {
    ...{ CompanyName: 'Bloom', ContactName: 'Carla', EmailAddress: 'carla@client.example' },
    ...{ Country: 'Germany', Timezone: 'Europe/Berlin' },
  })
  client = { ClientID: ClientID as string }
  list = await createList('Readers')
  other = await createList('Friends')
  const [row] = await service.db`select client_id, id as list_id from lists where public_id = ${list.ListID}`
  key = row as unknown as typeof key
  for (const Email of [ada, ben, cleo, dan]) await call('Subscriber.Add', { ...list, Email, Name: '' })
  await call('Subscriber.Add', { ...other, Email: ada, Name: '' })
  campaign = await send('News', list)
  links = linksOf('News')
  await yearsAgo()
  await visit(open(ada))
  await visit(links.get(ada)!.click)
  await visit(open(ben))
  await visit(links.get(ben)!.click)
  await classified()
})
after(async () => {
  await service?.stop()
  await sink?.close()
  await web?.close()
})

async function call(operation: string, params: object): Promise<unknown> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
  return value
}

async function createList(Title: string): Promise<{ readonly ListID: string }> {
  const given = { UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }
  return { ListID: (await call('List.Create', { ...client, Title, ...given })) as string }
}

async function send(CampaignName: string, { ListID }: { readonly ListID: string }) {
  const CampaignID = (await call('Campaign.Create', {
    ...{ ...client, CampaignName, CampaignSubject: CampaignName, FromName: 'Carla', FromEmail: 'carla@client.example' },
    ...{ ReplyTo: 'carla@client.example', HtmlUrl: `${web.url}/letter.html`, SubscriberListIDs: [ListID] },
  })) as string
  await call('Campaign.Send', { CampaignID, ConfirmationEmail: 'carla@client.example', SendDate: 'Immediately' })
  await until(async () => {
    const [row] = await service.db`select state from campaigns where public_id = ${CampaignID}`
    return row?.state === 'sent'
  }, `${CampaignName} is sent`)
  return { CampaignID }
}

function linksOf(subject: string): ReadonlyMap<string, Links> {
  const mails = sink.messages.map(({ to, raw }) => ({
    to,
    text: raw.toString('latin1').replace(/=\r\n/g, '').replaceAll('=3D', '='),
  }))
  return new Map(
    mails
      .filter(({ text }) => text.includes(`Subject: ${subject}\r\n`))
      .map(({ to, text }) => [
        to,
        {
          token: /\/u\/([\w-]{36})/.exec(text)![1]!,
          click: /http:\/\/[\w.:]+(\/c\/[\w/-]+)/.exec(text)?.[1] ?? '',
        },
      ]),
  )
}

const open = (reader: string) => `/o/${links.get(reader)!.token}.gif`
const visit = (path: string, init?: RequestInit) =>
  fetch(service.url + path, { redirect: 'manual', headers: { 'User-Agent': 'Thunderbird' }, ...init })

/** Every hit is counted and classified. */
async function classified(): Promise<void> {
  await until(async () => {
    const [row] = await service.db`
      select exists (select from uncounted_hits) or exists (select from opens where stale_at is not null) as waits`
    return row!.waits === false
  }, 'all hits are classified')
  await until(async () => (await service.db`select 1 from events limit 1`).length === 0, 'all events are published')
}

/** Letters are a year old. */
async function yearsAgo(): Promise<void> {
  const { db } = service
  await db`update campaigns set started_at = started_at - interval '1 year', finished_at = finished_at - interval '1 year'`
  await db`update log set at = at - interval '1 year'`
}

/** What was recorded about all who refused is removed, published events too. */
async function removed(): Promise<void> {
  const { db } = service
  await until(
    async () => (await db`select 1 from tracking_withdrawals where stage = 'hits'`).length === 0,
    'hits of who refused are removed',
  )
  // published events are looked at once an hour
  await db`update tracking_withdrawals set at = at - interval '2 hours'`
  await db`select pg_notify('withdrawals_wait', '')`
  await until(async () => (await db`select 1 from tracking_withdrawals`).length === 0, 'withdrawals are done')
}

/** Follows everything in a letter, as a person, a proxy and a scanner do. */
async function followAll({ token, click }: Links): Promise<void> {
  for (const agent of ['Thunderbird', 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)', 'Barracuda Sentinel']) {
    const headers = { 'User-Agent': agent }
    const pixel = await visit(`/o/${token}.gif`, { headers })
    assert.deepEqual([pixel.status, pixel.headers.get('content-type')], [200, 'image/gif'])
    const target = await visit(click, { headers })
    assert.deepEqual([target.status, target.headers.get('location')], [302, 'https://shop.example/tulips'])
    assert.equal((await visit(click, { headers, method: 'HEAD' })).status, 302)
    assert.equal((await visit(`/h/${token}.gif`, { headers })).status, 200)
    assert.equal((await visit(`/w/${token}`, { headers })).status, 200)
    assert.equal((await visit(`/p/${token}`, { headers })).status, 200)
  }
}

/** @returns what differs after an action, once the service has nothing more to do */
async function changedBy(action: () => Promise<unknown>) {
  await classified()
  const earlier = await snapshot(service.db)
  await action()
  await classified()
  return differences(earlier, await snapshot(service.db))
}

test('a refusal reaches letters of years ago: links lead on, the pixel answers, and no row changes', async () => {
  const { db } = service
  const sums = await call('Campaign.GetSummary', campaign)
  const engagement = await call('Campaign.GetEngagement', campaign)
  assert.deepEqual(await openers(), [ada, ben])

  await call('Subscriber.SetTrackingConsent', { ...list, Email: ada, Consent: 'Denied' })
  assert.deepEqual(await changedBy(() => followAll(links.get(ada)!)).then(withoutWork), {})
  await removed()
  assert.deepEqual(await changedBy(() => followAll(links.get(ada)!)), {})

  assert.deepEqual(await openers(), [ben])
  assert.deepEqual(await call('Campaign.GetSummary', campaign), sums)
  assert.deepEqual(await call('Campaign.GetEngagement', campaign), engagement)
  for (const table of ['hits', 'opens', 'clicks'])
    assert.deepEqual(
      (await db`select distinct number from ${db(table)}`).map(row => row.number),
      [await numberOf(ben)],
      table,
    )
  const events = await db`select data ->> 'EmailAddress' as email from published_events where type like 'recipient.%ed'`
  assert.equal(
    events.some(row => row.email === ada),
    false,
  )
  // classified anew, the sums are what they were
  await call('Campaign.Reclassify', campaign)
  await until(
    async () => (await db`select 1 from engagement where redone_to is not null`).length === 0,
    'it is classified anew',
  )
  assert.deepEqual(
    { ...((await call('Campaign.GetEngagement', campaign)) as object), ...dates },
    { ...(engagement as object), ...dates },
  )
})

test('the answers of others, and of the same person on another list, are recorded as before', async () => {
  const elsewhere = await send('To friends', other)
  const friends = linksOf('To friends')
  const changed = await changedBy(async () => {
    await visit(`/o/${friends.get(ada)!.token}.gif`)
    await visit(open(ben))
  })
  assert.equal(changed.hits!.come.length, 2)
  assert.deepEqual(await openers(elsewhere), [ada])
})

test('who agrees again is measured in later letters, and earlier ones stay silent', async () => {
  await call('Subscriber.SetTrackingConsent', { ...list, Email: ada, Consent: 'Granted' })
  assert.deepEqual(await changedBy(() => followAll(links.get(ada)!)), {})
  const later = await send('Later', list)
  await visit(`/o/${linksOf('Later').get(ada)!.token}.gif`)
  await classified()
  assert.deepEqual(await openers(later), [ada])
})

test('opting out from a letter of who refused works as before', async () => {
  await call('Subscriber.SetTrackingConsent', { ...list, Email: dan, Consent: 'Denied' })
  const left = await visit(`/u/${links.get(dan)!.token}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  assert.equal(left.status, 200)
  const [row] = await service.db`select state from subscribers where address = ${dan}`
  assert.equal(row!.state, 'Unsubscribed')
})

test('a refusal while a campaign is sent: later letters have no pixel, and those that are out are silent', async () => {
  const { db } = service
  const many = await createList('Many')
  for (let n = 1; n <= 40; n++) await call('Subscriber.Add', { ...many, Email: `many${n}@reader.example`, Name: '' })
  // 40 letters at 20 a second
  const sending = send('Many', many)
  const mailsOf = () => sink.messages.filter(({ raw }) => raw.toString('latin1').includes('Subject: Many\r\n'))
  await until(async () => mailsOf().length > 0, 'the first letter is out')
  const early = mailsOf()[0]!.to
  const [late] = await db<{ address: string }[]>`
    select a.address from audience a join lists l on l.id = a.list_id
    where l.public_id = ${many.ListID} order by a.number desc limit 1`
  for (const Email of [early, late!.address])
    await call('Subscriber.SetTrackingConsent', { ...many, Email, Consent: 'Denied' })
  const { CampaignID } = await sending
  const letterTo = (reader: string) =>
    mailsOf()
      .find(({ to }) => to === reader)!
      .raw.toString('latin1')
      .replace(/=\r\n/g, '')
  assert.match(letterTo(early), /\/o\/[\w-]{36}\.gif/)
  assert.doesNotMatch(letterTo(late!.address), /\.gif|\/c\//)
  assert.match(letterTo(late!.address), /https:\/\/shop\.example\/tulips/)
  const { token, click } = linksOf('Many').get(early)!
  await visit(`/o/${token}.gif`)
  assert.equal((await visit(click)).headers.get('location'), 'https://shop.example/tulips')
  await classified()
  assert.deepEqual(await openers({ CampaignID }), [])
  // the next test compares all tables
  await until(async () => {
    const [row] = await db`select count(*)::integer as people from contact_engagement where address like 'many%'`
    return row!.people === 40
  }, 'all outcomes are in the roll-ups')
})

test('in hygiene mode an open changes one date of the person, and nothing else', async () => {
  const { db } = service
  await db`update lists set tracking = 'consent', hygiene = true where id = ${key.listId}`
  const pixel = `/h/${links.get(cleo)!.token}.gif`
  const lastOpen = async () => {
    const [row] = await db`select last_open_on::text from subscribers where address = ${cleo}`
    return row!.lastOpenOn
  }
  // a scanner's open is no person's
  assert.deepEqual(await changedBy(() => visit(pixel, { headers: { 'User-Agent': 'Barracuda Sentinel' } })), {})
  assert.equal(await lastOpen(), null)

  await db`update subscribers set last_open_on = '2026-01-31' where address = ${cleo}`
  const changed = await changedBy(() => visit(pixel))
  assert.deepEqual(Object.keys(changed), ['subscribers'])
  assert.equal(changed.subscribers!.come.length, 1)
  const [day] = await db`select (now() at time zone 'Europe/Berlin')::date::text as today`
  assert.equal(await lastOpen(), day!.today)
  assert.deepEqual(
    changed.subscribers!.gone[0]!.replace('2026-01-31', day!.today as string),
    changed.subscribers!.come[0],
  )
  // the same day again
  assert.deepEqual(await changedBy(() => visit(pixel)), {})
  // a click says no more
  assert.deepEqual(await changedBy(() => visit(`/h/${links.get(cleo)!.token}`)), {})

  const [member] = await db`select id from subscribers where address = ${cleo}`
  await setConsent(db, key, member!.id as number, 'hygiene', false, { by: 'page' })
  assert.equal(await lastOpen(), null)
  assert.deepEqual(await changedBy(() => visit(pixel)), {})
})

const dates = { ClassifiedDate: undefined, Date: undefined }

/** Without what the removal itself does, which goes on beside the letter's visits. */
function withoutWork(changed: Awaited<ReturnType<typeof changedBy>>) {
  return Object.fromEntries(
    Object.entries(changed).flatMap(([table, { gone, come }]) => {
      const isWork = ['tracking_withdrawals', 'silent_recipients', 'campaign_totals'].includes(table)
      return isWork || come.length === 0 ? [] : [[table, { gone, come }]]
    }),
  )
}

async function numberOf(reader: string): Promise<number> {
  const [row] = await service.db`
    select a.number from audience a join campaigns c on c.id = a.campaign_id
    where c.public_id = ${campaign.CampaignID} and a.address = ${reader}`
  return row!.number as number
}

async function openers(mailing: { readonly CampaignID: string } = campaign): Promise<string[]> {
  const rows = (await call('Campaign.GetOpens', mailing)) as { readonly EmailAddress: string }[]
  return rows.map(({ EmailAddress }) => EmailAddress).sort()
}
