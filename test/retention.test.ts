/**
 * A campaign of years ago, after everything is removed that may be: failed mails are sent again, its links are followed, its readers leave, a
 * backup is restored. No recipient is mailed twice, every link leads on or opts out, and sums and proofs are what they were.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { retentionKinds, retentionRules } from '../src/domain/retention/rules.ts'
import { connect } from '../src/store/connection/database.ts'
import { purge } from '../src/store/purge.ts'
import { lettershop } from './harness/command.ts'
import { emptyDatabase } from './harness/database.ts'
import { startProgram } from './harness/program.ts'
import { retain } from './harness/retention.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { type Sink, startSink } from './harness/sink.ts'
import { until } from './harness/until.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

const secret = 'an installation secret of the tests, 32 bytes or more'
const letter =
  '<html><body><p>News <a href="https://shop.example/tulips">shop</a> <unsubscribe>leave</unsubscribe></p></body></html>'
const readers = ['ada', 'ben', 'cleo', 'dan'].map(name => `${name}@reader.example`)
const [ada, ben, , dan] = readers as [string, string, string, string]

let web: TestWeb
let sink: Sink
let service: TestService
let folder: string
let client: { readonly ClientID: string }
let list: { readonly ListID: string }
let old: { readonly CampaignID: string }
let links: ReadonlyMap<string, Readonly<Record<'open' | 'click' | 'leave' | 'web', string>>>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-retention-'))
  web = await serveWeb({ '/letter.html': { body: letter } })
  sink = await startSink({
    reply: (to, attempt) => (to === dan && attempt === 1 ? { at: 'data', code: 554, text: '5.7.1 not now' } : 'accept'),
  })
  service = await startTestService({ LETTERSHOP_SECRET: secret, LETTERSHOP_TRANSPORT: sink.url })
  const ClientID = await call('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  client = { ClientID: ClientID as string }
  list = {
    ListID: (await call('List.Create', {
      ...client,
      Title: 'Readers',
      UnsubscribePage: '',
      ConfirmOptIn: false,
      ConfirmationSuccessPage: '',
    })) as string,
  }
  for (const Email of readers) await call('Subscriber.Add', { ...list, Email, Name: '' })
  old = await sendCampaign('News')
  links = new Map(sink.messages.map(({ to, raw }) => [to, linksIn(raw.toString('latin1'))]))
})
after(async () => {
  if (!isStopped) await service?.stop()
  await sink?.close()
  await web?.close()
  await rm(folder, { recursive: true, force: true })
})

async function call(operation: string, params: object): Promise<unknown> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
  return value
}

async function sendCampaign(CampaignName: string): Promise<{ CampaignID: string }> {
  const CampaignID = (await call('Campaign.Create', {
    ...client,
    CampaignName,
    CampaignSubject: CampaignName,
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'carla@client.example',
    HtmlUrl: `${web.url}/letter.html`,
    SubscriberListIDs: [list.ListID],
  })) as string
  await call('Campaign.Send', { CampaignID, ConfirmationEmail: 'carla@client.example', SendDate: 'Immediately' })
  await until(async () => (await stateOf(CampaignID)) === 'sent', `${CampaignName} is sent`)
  return { CampaignID }
}

async function stateOf(campaignId: string): Promise<unknown> {
  const [row] = await service.db`select state from campaigns where public_id = ${campaignId}`
  return row?.state
}

function linksIn(mail: string) {
  const text = mail.replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const path = (pattern: RegExp) => new URL(pattern.exec(text)?.[0] ?? 'none:').pathname
  return {
    open: path(/http:\/\/[\w.:]+\/o\/[\w-]+\.gif/),
    click: path(/http:\/\/[\w.:]+\/c\/[\w/-]+/),
    leave: path(/http:\/\/[\w.:]+\/u\/[\w-]+/),
    web: path(/http:\/\/[\w.:]+\/u\/[\w-]+/).replace('/u/', '/w/'),
  }
}

const visit = (path: string, init?: RequestInit) =>
  fetch(service.url + path, { redirect: 'manual', headers: { 'User-Agent': 'Thunderbird' }, ...init })
const leave = (reader: string) =>
  visit(links.get(reader)!.leave, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })

/** How many mails of a campaign each reader got. */
function mailsOf(subject: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { to, raw } of sink.messages)
    if (raw.toString('latin1').includes(`Subject: ${subject}\r\n`)) counts[to] = (counts[to] ?? 0) + 1
  return counts
}

/** Everything that is counted of the campaign. */
async function sums(): Promise<readonly unknown[]> {
  const read = ['Campaign.GetSummary', 'Campaign.GetEngagement', 'Campaign.GetLinks', 'Campaign.GetMailPrograms']
  return Promise.all(read.map(operation => call(operation, old)))
}

let sumsThen: readonly unknown[]
let backup: string
let isStopped = false

test('a campaign of years ago, with an open, a click, a failure and a backup of that time', async () => {
  assert.deepEqual(mailsOf('News'), Object.fromEntries(readers.filter(one => one !== dan).map(one => [one, 1])))
  assert.equal((await visit(links.get(ada)!.open)).status, 200)
  assert.equal((await visit(links.get(ada)!.click)).headers.get('location'), 'https://shop.example/tulips')
  await until(async () => (await service.db`select from clicks`).length === 1, 'it is counted')
  await service.db`update opens set stale_at = now() - interval '1 minute' where stale_at is not null`
  await until(async () => (await service.db`select from opens where stale_at is null`).length === 1, 'it is classified')
  await service.db`update campaigns set started_at = started_at - interval '5 years', finished_at = finished_at - interval '5 years',
    created_at = created_at - interval '5 years' where public_id = ${old.CampaignID}`
  for (const table of ['hits', 'log', 'subscriber_history'])
    await service.db`update ${service.db(table)} set at = at - interval '5 years'`
  sumsThen = await sums()
  backup = join(folder, 'backup.tar.gz')
  const own = { DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder, LETTERSHOP_SECRET: secret }
  const made = await lettershop(['backup', backup], own)
  assert.equal(made.code, 0, made.stderr)
})

test('everything that may go goes, and the sums stay', async () => {
  for (const kind of retentionKinds)
    await call('Client.SetRetention', { ...client, Kind: kind, Days: retentionRules[kind].least })
  const preview = (await call('Client.PreviewRetention', client)) as readonly {
    Kind: string
    Known: boolean
    Count: number
  }[]
  const counts = Object.fromEntries(preview.map(({ Kind, Known, Count }) => [Kind, Known ? Count : 'unknown']))
  assert.deepEqual([counts.RawHits, counts.OpensAndClicks], [2, 1])
  while ((await retain(service.db)).length > 0);
  await purge(service.db)
  for (const table of ['hits', 'opens', 'clicks'])
    assert.equal((await service.db`select from ${service.db(table)}`).length, 0, table)
  assert.deepEqual(await sums(), sumsThen)
  assert.deepEqual(await call('Campaign.GetOpens', old), [])
  const report = (await call('Campaign.GetReport', old)) as Record<string, string>
  assert.match(report.PerPersonRemovedDate!, /^20\d\d-/)
})

test('proofs of consent are there, and say since when opens are known', async () => {
  const proof = (await call('Subscriber.GetProof', { ...client, Email: ada })) as {
    readonly Entries: readonly { readonly Change?: { readonly Cause: string } }[]
    readonly HitsFromDate: string
  }
  assert.ok(proof.Entries.some(({ Change }) => Change?.Cause === 'added'))
  assert.match(proof.HitsFromDate, /^20\d\d-/)
})

test('failed mails are sent once more, and no one else is mailed again', async () => {
  assert.equal(await call('Campaign.RetryFailed', old), 1)
  await until(async () => (await stateOf(old.CampaignID)) === 'sent', 'it is sent again')
  assert.equal(await call('Campaign.RetryFailed', old), 0)
  assert.deepEqual(mailsOf('News'), Object.fromEntries(readers.map(one => [one, 1])))
  const again = await service.call('Campaign.Send', {
    ...old,
    ConfirmationEmail: 'carla@client.example',
    SendDate: 'Immediately',
  })
  assert.notEqual(again.status, 200)
})

test('links of the old letters lead on, show the letter, and change no sum', async () => {
  const [summary] = await sums()
  for (const reader of [ada, ben]) {
    const { open, click, web: page } = links.get(reader)!
    assert.equal((await visit(open)).status, 200)
    assert.equal((await visit(click)).headers.get('location'), 'https://shop.example/tulips')
    assert.equal((await visit(page)).status, 200)
  }
  assert.equal((await service.db`select from hits`).length, 0)
  assert.deepEqual((await sums())[0], summary)
})

test('who leaves by an old letter is out, and gets no later campaign', async () => {
  assert.equal((await leave(ben)).status, 200)
  const [member] = await service.db`select state from subscribers where address = ${ben}`
  assert.equal(member!.state, 'Unsubscribed')
  await sendCampaign('Later news')
  assert.deepEqual(mailsOf('Later news'), Object.fromEntries(readers.filter(one => one !== ben).map(one => [one, 1])))
})

test('the backup of that time is restored: nothing is sent by itself, and the same goes again', async t => {
  await service.stop()
  isStopped = true
  const target = await emptyDatabase()
  const data = join(folder, 'restored')
  const to = {
    DATABASE_URL: target.url,
    LETTERSHOP_DATA: data,
    LETTERSHOP_SECRET: secret,
    LETTERSHOP_TRANSPORT: sink.url,
  }
  const restored = await lettershop(['restore', backup], to)
  assert.equal(restored.code, 0, restored.stderr)
  const mails = sink.messages.length
  const program = await startProgram({ ...to, LETTERSHOP_LOG_LEVEL: 'fatal', LETTERSHOP_PORT: '0' })
  const released = await lettershop(['resume-sending', '--yes'], to)
  assert.equal(released.code, 0, released.stderr)
  const db = connect(target.url)
  t.after(async () => {
    await db.end()
    await target.drop()
  })
  const totals = () => db`select * from campaign_totals order by campaign_id`
  const before = [...(await totals())]
  while ((await retain(db)).length > 0);
  assert.equal((await db`select from opens`).length, 0)
  assert.deepEqual([...(await totals())], before)
  await program.end()
  assert.equal(sink.messages.length, mails)
})
