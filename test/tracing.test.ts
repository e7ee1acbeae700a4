/**
 * The whole service with a collector of traces: a day of calls, a campaign, a webhook, a returned mail and an import, after which the
 * service is stopped and the collector has all spans. The tests look at what came.
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { type CollectedSpan, type Collector, startCollector } from './harness/collector.ts'
import { consent } from './harness/imports.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { type Sink, startSink } from './harness/sink.ts'
import { until } from './harness/until.ts'
import { upload } from './harness/uploads.ts'
import { closeServer, listen, serveWeb, type TestWeb } from './harness/web.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${spanId}-01`
/** Recipients: more than there may be spans of hand-overs. */
const people = Array.from({ length: 40 }, (_, n) => `person${n}@readers.example`)
const refusedOf = people[7]!

let collector: Collector
let sink: Sink
let web: TestWeb
let service: TestService
let campaign: string
let apiKey: string
const received: IncomingHttpHeaders[] = []

before(async () => {
  collector = await startCollector()
  sink = await startSink({
    reply: to => (to === refusedOf ? { at: 'recipient', code: 550, text: `5.1.1 ${to} is unknown` } : 'accept'),
  })
  web = await serveWeb({ '/letter.html': { body: '<p>Hi [firstname]</p><unsubscribe>leave</unsubscribe>' } })
  const receiver = createServer((request, response) => {
    received.push(request.headers)
    request.resume().on('end', () => response.writeHead(204).end())
  })
  const receiverPort = await listen(receiver)
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key%2C%20of%20the%20tests',
    OTEL_SERVICE_NAME: 'letters',
    LETTERSHOP_TRANSPORT: sink.url,
    LETTERSHOP_BOUNCE_DOMAIN: 'bounce.example',
    LETTERSHOP_MAILBOX_PORT: '0',
  })
  apiKey = service.login.apiKey
  try {
    await day(`http://127.0.0.1:${receiverPort}/hook?key=secret-of-the-url`)
  } finally {
    await service.stop()
    await closeServer(receiver)
  }
})
after(async () => {
  await collector?.close()
  await sink?.close()
  await web?.close()
})

async function call<Value = string>(operation: string, params: object): Promise<Value> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
  return value as Value
}

async function day(hook: string): Promise<void> {
  const json = (operation: string, headers: Record<string, string>, body: string) =>
    fetch(`${service.url}/api/json/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}`, ...headers },
      body,
    })
  const ClientID = await call('Client.Create', {
    CompanyName: 'Bloom of Kew',
    ContactName: 'Carla Gardener',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  await json('Client.GetDetail', { traceparent }, JSON.stringify({ ClientID }))
  await json('Client.GetDetail', { traceparent: traceparent.replace(/01$/, '00') }, JSON.stringify({ ClientID }))
  await json('Client.GetDetail', { traceparent: '00-none' }, JSON.stringify({ ClientID: 'f'.repeat(32) }))
  await fetch(`${service.url}/api/api.asmx`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', SOAPAction: '"http://api.createsend.com/api/Client.GetDetail"' },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Client.GetDetail
      xmlns="http://api.createsend.com/api/"><ApiKey>${apiKey}</ApiKey><ClientID>${ClientID}</ClientID></Client.GetDetail></soap:Body></soap:Envelope>`,
  })
  await fetch(`${service.url}/u/jane@readers.example?name=Jane`, { headers: { traceparent } })
  await (await fetch(`${service.url}/metrics`)).text()
  await call('Webhook.Create', { ClientID, URL: hook, Events: [] })
  const ListID = await call('List.Create', {
    ClientID,
    Title: 'Spring flowers',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  await call('Subscriber.Add', { ListID, Email: people[0], Name: 'Ada Lovelace' })
  const file = `Email,Name\n${people
    .slice(1)
    .map(email => `${email},Ada Lovelace\n`)
    .join('')}`
  const { value } = await upload(service.url, ClientID, file, { key: apiKey, fileName: 'people-of-kew.csv' })
  const ImportID = await call('Import.Create', { ListID, UploadID: value.UploadID, ...consent })
  const isImport = async (state: string) =>
    until(
      async () => (await call<{ State: string }>('Import.Get', { ClientID, ImportID })).State === state,
      `the import is ${state}`,
    )
  await isImport('Mapping')
  await call('Import.Judge', { ClientID, ImportID })
  await isImport('Judged')
  await call('Import.Commit', { ClientID, ImportID })
  await isImport('Done')

  campaign = await call('Campaign.Create', {
    ClientID,
    CampaignName: 'May in Kew',
    CampaignSubject: 'Tulips for [firstname]',
    FromName: 'Carla Gardener',
    FromEmail: 'carla@client.example',
    ReplyTo: 'carla@client.example',
    HtmlUrl: `${web.url}/letter.html`,
    TextUrl: '',
    SubscriberListIDs: [ListID],
    ListSegments: [],
  })
  await call('Campaign.Send', {
    CampaignID: campaign,
    ConfirmationEmail: 'boss@client.example',
    SendDate: 'Immediately',
  })
  const progress = () => call<{ State: string }>('Campaign.GetProgress', { CampaignID: campaign })
  await until(async () => (await progress()).State === 'Sent', 'the campaign is sent')
  await mailIn(sink.messages.find(({ to }) => to === people[3])!.from)
  const read = () => service.db`select from mailbox where state <> 'waiting'`
  await until(async () => (await read()).length === 1, 'the returned mail is read')
  await until(async () => received.length > 0, 'the webhook has been sent to')
}

async function mailIn(to: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: service.mailboxPort, ignoreTLS: true })
  const raw = `From: MAILER-DAEMON@mx.example\r\nTo: ${to}\r\nSubject: Undelivered to Grace Hopper\r\n\r\n550 5.1.1 <${people[3]}> unknown\r\n`
  await transport.sendMail({ envelope: { from: '', to: [to] }, raw })
  transport.close()
}

function only(spans: readonly CollectedSpan[]): CollectedSpan {
  assert.equal(spans.length, 1, JSON.stringify(spans))
  return spans[0]!
}

const ofWire = (wire: string, operation: string) =>
  collector.named(operation).filter(({ attributes }) => attributes['lettershop.wire'] === wire)

test("a call that comes with a traceparent goes on with its caller's trace; statements are within it", () => {
  const span = only(ofWire('json', 'Client.GetDetail').filter(({ parentSpanId }) => parentSpanId === spanId))
  assert.equal(span.traceId, traceId)
  assert.equal(span.kind, 2)
  assert.deepEqual(span.attributes, {
    'http.request.method': 'POST',
    'lettershop.operation': 'Client.GetDetail',
    'lettershop.wire': 'json',
    'http.response.status_code': 200,
  })
  const statements = collector.within(span)
  assert.ok(
    statements.some(({ attributes }) => attributes['db.query.text']),
    JSON.stringify(statements),
  )
  for (const { kind, attributes } of statements)
    assert.deepEqual([kind, attributes['db.system.name']], [3, 'postgresql'])
})

test('a call whose caller does not record it is not recorded', () =>
  assert.equal(collector.spans.filter(span => span.traceId === traceId && !span.parentSpanId).length, 0))

test('a call over SOAP has a trace of its own', () => {
  const span = only(ofWire('soap11', 'Client.GetDetail'))
  assert.equal(span.parentSpanId, undefined)
  assert.equal(span.attributes['http.response.status_code'], 200)
  assert.ok(collector.within(span).length > 0)
})

test('the span of a refusal has its name and code, and is no failure; an invalid traceparent begins a trace', () => {
  const span = only(collector.named('Client.GetDetail').filter(({ attributes }) => attributes['lettershop.refusal']))
  assert.deepEqual(
    [span.attributes['lettershop.refusal'], span.attributes['lettershop.refusal_code'], span.failed, span.parentSpanId],
    ['InvalidClientId', 102, false, undefined],
  )
})

test('a public page is a trace of its own, without its path; what watches the service is not traced', () => {
  const page = only(collector.named('GET'))
  assert.notEqual(page.traceId, traceId)
  // the address of no letter
  assert.deepEqual(page.attributes, { 'http.request.method': 'GET', 'http.response.status_code': 404 })
})

test('a campaign is a plan, ranges, and groups of hand-overs that count what the relay said', () => {
  const plan = only(collector.named('campaign plan'))
  assert.equal(plan.attributes['lettershop.campaign'], campaign)
  assert.ok(collector.within(plan).some(({ name }) => name === 'transaction'))
  const range = only(collector.named('campaign range'))
  assert.equal(range.attributes['lettershop.campaign'], campaign)
  const groups = collector.within(range).filter(({ name }) => name === 'hand-over')
  assert.deepEqual(collector.named('hand-over').length, groups.length)
  assert.ok(groups.length > 0 && groups.length < people.length / 2)
  const sum = (key: string) =>
    groups.reduce((all, { attributes }) => all + Number(attributes[`lettershop.${key}`] ?? 0), 0)
  assert.deepEqual([sum('messages'), sum('accepted'), sum('refused')], [people.length, people.length - 1, 1])
  assert.ok(groups.every(({ attributes }) => attributes['lettershop.relay'] === new URL(sink.url).host))
})

test('a webhook gets the span of its attempt', () => {
  const attempts = collector.named('webhook').flatMap(span => collector.within(span).filter(({ kind }) => kind === 3))
  const headers = received.map(headers => String(headers.traceparent))
  const posts = attempts.filter(({ name }) => name === 'POST')
  for (const header of headers)
    assert.ok(
      posts.some(span => header === `00-${span.traceId}-${span.spanId}-01`),
      header,
    )
  assert.ok(posts.every(({ attributes }) => attributes['http.response.status_code'] === 204))
})

test('a returned mail, an import and jobs have spans', () => {
  const mail = only(collector.named('inbound mail'))
  assert.deepEqual(
    [mail.attributes['lettershop.mail_state'], mail.attributes['lettershop.mail_kind']],
    ['read', 'bounce'],
  )
  const states = collector.named('imports').map(({ attributes }) => attributes['lettershop.import_state'])
  assert.deepEqual(states, ['reading', 'judging', 'committing'])
  assert.ok(collector.named('job sentNotice').length > 0)
})

test('background work that found nothing to do has no span', () =>
  assert.deepEqual(
    collector.spans.filter(({ name }) => ['looking for pauses', 'reporting this process'].includes(name)),
    [],
  ))

test('no span is within one that is not exported, but for that of the caller', () => {
  const known = new Set(collector.spans.map(span => span.spanId))
  const orphans = collector.spans.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))
  assert.deepEqual(
    orphans.map(span => span.parentSpanId),
    [spanId],
    orphans.map(({ name, attributes }) => `${name} ${JSON.stringify(attributes)}`).join('\n'),
  )
})

test('the collector gets the name of the service, and the headers it wants', () => {
  assert.equal(collector.resource['service.name'], 'letters')
  assert.ok(collector.headers.every(headers => headers['x-collector-key'] === 'a key, of the tests'))
})

test('nothing that was sent holds an address, a key, a name, a path or a secret', () => {
  const all = collector.bodies.join('\n')
  const secrets = [
    apiKey,
    service.password,
    'secret-of-the-url',
    'Ada',
    'Lovelace',
    'Carla',
    'Gardener',
    'Bloom',
    'Kew',
  ]
  for (const secret of [...secrets, 'Spring', 'Tulips', 'Grace', 'Jane', 'boss', 'people-of', 'readers.example', '/u/'])
    assert.ok(!all.includes(secret), secret)
  assert.doesNotMatch(all, /[\w.]@[\w.]/)
})
