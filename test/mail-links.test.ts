/** Where the links in mails lead: to the public URL or the address that is printed, and never where a request's Host says. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { leavesThisMachine } from '../src/delivery/relays/transports.ts'
import { adviceOn } from '../src/domain/tokens/mail-links.ts'
import { adoptPublicUrl } from '../src/store/campaigns/sending.ts'
import { freshDatabase } from './harness/database.ts'
import { startProgram } from './harness/program.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { startSink } from './harness/sink.ts'
import { seen } from './harness/until.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

const letter = `<p>News <a href="https://shop.example/">shop</a> <preferences>preferences</preferences>
<forwardtoafriend>forward</forwardtoafriend> <unsubscribe>leave</unsubscribe></p>`
const elsewhere = 'elsewhere.example:1'
let web: TestWeb
before(async () => {
  web = await serveWeb({ '/letter.html': { body: letter } })
})
after(() => web.close())

/** A request that says to have come to another host than ours. */
function toElsewhere(url: string, method: string, body: string, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url)
    const sent = httpRequest(
      { hostname, port, path: pathname, method, headers: { ...headers, Host: elsewhere } },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', chunk => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function call(service: TestService, operation: string, params: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${service.login.apiKey}` }
  const { status, text } = await toElsewhere(
    `${service.url}/api/json/${operation}`,
    'POST',
    JSON.stringify(params),
    headers,
  )
  const value = JSON.parse(text)
  return status === 200 ? value : { refused: value.Code ?? value.code, status }
}

/** A draft to one subscriber, and a list that asks to confirm. */
async function draft(service: TestService) {
  const client = { CompanyName: 'Bloom', ContactName: 'Carla', EmailAddress: 'carla@client.example' }
  const ClientID = await call(service, 'Client.Create', { ...client, Country: 'Germany', Timezone: 'Europe/Berlin' })
  const lists = []
  for (const ConfirmOptIn of [false, true]) {
    const list = {
      ClientID,
      Title: `List ${ConfirmOptIn}`,
      UnsubscribePage: '',
      ConfirmOptIn,
      ConfirmationSuccessPage: '',
    }
    lists.push(await call(service, 'List.Create', list))
  }
  const [ListID, asking] = lists
  assert.deepEqual(await call(service, 'Subscriber.Add', { ListID, Email: 'ada@reader.example', Name: '' }), {
    Code: 0,
    Message: 'Success',
  })
  const CampaignID = await call(service, 'Campaign.Create', {
    ClientID,
    CampaignName: 'News',
    CampaignSubject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'carla@client.example',
    HtmlUrl: `${web.url}/letter.html`,
    SubscriberListIDs: [ListID],
  })
  return { ClientID, asking, CampaignID }
}

const send = (service: TestService, CampaignID: unknown) =>
  call(service, 'Campaign.Send', { CampaignID, ConfirmationEmail: 'carla@client.example', SendDate: 'Immediately' })
const success = { Code: 0, Message: 'Success' }

/** Every mail of an outbox, decoded as far as a link needs it. */
async function mailsIn(outbox: string): Promise<readonly string[]> {
  const names = await readdir(outbox, { recursive: true }).catch(() => [])
  const files = names.filter(name => name.endsWith('.eml'))
  return Promise.all(
    files.map(async name => (await readFile(join(outbox, name), 'utf8')).replace(/=\r\n/g, '').replaceAll('=3D', '=')),
  )
}

test('without a public URL they lead to the printed address, whatever Host a call or a page was asked by', async t => {
  const service = await startTestService()
  t.after(() => service.stop())
  const { asking, CampaignID } = await draft(service)
  assert.deepEqual(
    await call(service, 'Subscriber.Add', { ListID: asking, Email: 'bea@reader.example', Name: '' }),
    success,
  )
  await call(service, 'Campaign.SendTest', { CampaignID, Recipients: ['carla@client.example'], PersonalizeAs: null })
  assert.deepEqual(await send(service, CampaignID), success)
  const outbox = join(service.dataFolder, 'outbox')
  // the test, the campaign's copy, its notice, the confirmation
  const first = await seen(
    'four mails',
    () => mailsIn(outbox),
    found => found.length === 4,
  )

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const [, forward] = new RegExp(`href="${service.url}(/f/[\\w-]+)"`).exec(
    first.find(mail => /^To: <ada/m.test(mail))!,
  )!
  const sentOn = new URLSearchParams({ from: 'forward', friends: 'cleo@friend.example', name: 'Ada', message: '' })
  assert.equal((await toElsewhere(service.url + forward, 'POST', sentOn.toString(), form)).status, 200)
  // back on the list that asks to confirm, from the page of preferences
  await service.db`
    update subscribers set state = 'Active' where email = 'bea@reader.example'`
  const [member] = await service.db<{ listId: number; publicId: string; clientId: number }[]>`
    select s.list_id, l.public_id, s.client_id from subscribers s join lists l on l.id = s.list_id
    where s.email = 'bea@reader.example'`
  await service.db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${member!.clientId}, ${member!.listId}, 'ada@reader.example', 'ada@reader.example', '', 'Unsubscribed',
      now() - interval '1 year', now() - interval '1 year')`
  const [, preferences] = new RegExp(`href="${service.url}(/p/[\\w-]+)"`).exec(
    first.find(mail => /^To: <ada/m.test(mail))!,
  )!
  const wanted = new URLSearchParams([
    ['from', 'preferences'],
    ['shown', member!.publicId],
    ['list', member!.publicId],
  ])
  assert.equal((await toElsewhere(service.url + preferences, 'POST', wanted.toString(), form)).status, 200)

  const mails = await seen(
    'six mails',
    () => mailsIn(outbox),
    found => found.length === 6,
  )
  assert.equal(mails.filter(mail => mail.includes(`${service.url}/confirm/`)).length, 2, 'two confirmations')
  for (const mail of mails) {
    assert.doesNotMatch(mail, /elsewhere\.example/)
    if (!/^Subject: Your campaign was sent/m.test(mail)) assert.ok(mail.includes(`${service.url}/`), mail)
  }
})

test('with relays elsewhere and no public URL the service starts, logs the problem, and sends no campaign', async t => {
  // no server listens there: a mail that is handed over fails
  const service = await startTestService({ LETTERSHOP_TRANSPORT: 'smtp://relay.invalid:2525' })
  t.after(() => service.stop())
  const { asking, CampaignID } = await draft(service)
  const stateOf = async () => (await service.db`select state, public_url from campaigns`)[0]
  const before = await stateOf()
  assert.deepEqual(await send(service, CampaignID), { refused: 351, status: 409 })
  const order = { CampaignID, Recipients: ['carla@client.example'], PersonalizeAs: null }
  assert.deepEqual(await call(service, 'Campaign.SendTest', order), { refused: 351, status: 409 })
  assert.deepEqual(await stateOf(), before)
  assert.equal((await service.db`select from occurrences where kind like 'test mail%'`).length, 0, 'no test is counted')

  const { Findings } = (await call(service, 'Campaign.Check', { CampaignID })) as { Findings: { Code: string }[] }
  assert.ok(Findings.some(({ Code }) => Code === 'PublicUrlMissing'))

  // who wants to join is not lost: the confirmation waits, without any address of a request
  assert.deepEqual(
    await call(service, 'Subscriber.Add', { ListID: asking, Email: 'bea@reader.example', Name: '' }),
    success,
  )
  const [job] = await seen(
    'a confirmation that waits',
    () => service.db<{ payload: object; lastError: string }[]>`
      select payload, last_error from graphile_worker._private_jobs where last_error is not null`,
    jobs => jobs.length === 1,
  )
  assert.match(job!.lastError, /needs? LETTERSHOP_PUBLIC_URL/)
  assert.doesNotMatch(JSON.stringify(job!.payload), /elsewhere|publicUrl/)
})

test('the program warns in its banner and in its log', async t => {
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-links-'))
  let log = ''
  const program = await startProgram(
    { DATABASE_URL: database.url, LETTERSHOP_DATA: folder, LETTERSHOP_TRANSPORT: 'smtp://relay.invalid' },
    { onLog: text => (log += text) },
  )
  t.after(async () => {
    await program.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  assert.ok(
    program.banner.some(line => /^NOTE: .*LETTERSHOP_PUBLIC_URL is not set/.test(line)),
    program.banner.join('\n'),
  )
  assert.match(log, /LETTERSHOP_PUBLIC_URL is not set/)
})

test('with a relay on this machine the printed address will do', async t => {
  const sink = await startSink()
  t.after(() => sink.close())
  const service = await startTestService({ LETTERSHOP_TRANSPORT: sink.url })
  t.after(() => service.stop())
  const { CampaignID } = await draft(service)
  assert.deepEqual(await send(service, CampaignID), success)
  const copy = async () => sink.messages.find(({ to }) => to === 'ada@reader.example')
  const mail = await seen('the copy', copy, found => found !== undefined)
  assert.match(mail!.raw.toString('latin1'), new RegExp(`List-Unsubscribe: <${service.url}/u/`))
})

test('a public URL that was set later is taken by campaigns that were scheduled before', async t => {
  const service = await startTestService()
  t.after(() => service.stop())
  const { CampaignID } = await draft(service)
  const order = { CampaignID, ConfirmationEmail: 'carla@client.example', SendDate: '2099-01-01 12:00:00' }
  assert.deepEqual(await call(service, 'Campaign.Send', order), success)
  assert.equal((await service.db`select public_url from campaigns`)[0]!.publicUrl, service.url)
  assert.equal(await adoptPublicUrl(service.db, 'https://mail.example'), 1)
  assert.equal((await service.db`select public_url from campaigns`)[0]!.publicUrl, 'https://mail.example')
  assert.equal(await adoptPublicUrl(service.db, 'https://mail.example'), 0)
})

describe('which transports leave this machine', () => {
  for (const [relays, leaves] of [
    [['smtp://localhost:25'], false],
    [['smtp://127.0.0.1:2525', 'smtps://127.1.2.3'], false],
    [['smtp://[::1]:25'], false],
    [['smtp://relay.example'], true],
    [['smtp://127.0.0.1', 'smtp://192.0.2.1'], true],
    [['smtp://127.relay.example'], true],
  ] as const)
    test(`${relays.join(', ')}: ${leaves ? 'yes' : 'no'}`, () =>
      assert.equal(leavesThisMachine({ kind: 'smtp', relays }), leaves))
  test('a folder: no', () => assert.equal(leavesThisMachine({ kind: 'folder' }), false))
})

test('the start advises https where mail leaves this machine, and nothing where it does not', () => {
  assert.match(adviceOn(null, true)[0]!, /LETTERSHOP_PUBLIC_URL is not set/)
  assert.match(adviceOn('http://mail.example', true)[0]!, /one click over https only/)
  assert.deepEqual(adviceOn('https://mail.example', true), [])
  assert.deepEqual(adviceOn('http://mail.example', false), [])
  assert.deepEqual(adviceOn(null, false), [])
})
