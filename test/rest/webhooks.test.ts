/** Webhooks of a list over the REST wire: the events that a plugin gets which syncs both ways (reference/rest.md §2.3, rows 66-71). */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { closeServer, listen } from '../harness/web.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { readCreatedId } from './fixtures.ts'

let service: TestService
let home: World
let api: RestClient
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api,jobs', LETTERSHOP_FETCH_PRIVATE: 'true' })
  home = await seed(service.db)
  api = restClient(service.url, home.accountKey)
})
const receivers: Server[] = []
afterEach(async () => {
  await Promise.all(receivers.splice(0).map(closeServer))
})
after(() => service?.stop())

interface ListEvent {
  readonly Type: string
  readonly Date: string
  readonly EmailAddress: string
  readonly [member: string]: unknown
}

async function receiver(status = 200) {
  const bodies: { readonly Events: readonly ListEvent[]; readonly ListID: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(body))
      response.writeHead(status).end()
    })
  })
  const port = await listen(server)
  receivers.push(server)
  return { url: `http://127.0.0.1:${port}/hook`, bodies, events: () => bodies.flatMap(({ Events }) => Events) }
}

let lists = 0
async function newList(settings: object = {}): Promise<string> {
  return readCreatedId(
    api('POST', `lists/${home.client.clientPublicId}.json`, {
      Title: `Hooked ${++lists}`,
      ...settings,
    }),
  )
}

async function newWebhook(
  list: string,
  Url: string,
  Events: readonly string[] = ['Subscribe', 'Update', 'Deactivate'],
) {
  const made = await api('POST', `lists/${list}/webhooks.json`, { Events, Url, PayloadFormat: 'json' })
  assert.equal(made.status, 201)
  assert.match(String(made.body), /^[0-9a-f]{32}$/)
  return made.body as string
}

const add = (list: string, EmailAddress: string, more: object = {}) =>
  api('POST', `subscribers/${list}.json`, { EmailAddress, Name: 'Ann', ConsentToTrack: 'Yes', ...more })

test('who subscribes, changes or leaves is sent, in order, with all that is known of them', async () => {
  const list = await newList()
  await api('POST', `lists/${list}/customfields.json`, { FieldName: 'Colour', DataType: 'Text' })
  const there = await receiver()
  await newWebhook(list, there.url)
  await add(list, 'ann@reader.example', { CustomFields: [{ Key: 'Colour', Value: 'red' }] })
  await api('PUT', `subscribers/${list}.json?email=ann@reader.example`, {
    EmailAddress: 'anna@reader.example',
    ConsentToTrack: 'Yes',
  })
  await add(list, 'anna@reader.example', { Name: 'Anna' })
  await add(list, 'anna@reader.example', { Name: 'Anna' }) // nothing changes: nothing is sent
  await api('POST', `subscribers/${list}/unsubscribe.json`, { EmailAddress: 'anna@reader.example' })
  await add(list, 'bob@reader.example')
  await api('DELETE', `subscribers/${list}.json?email=bob@reader.example`)
  await until(async () => there.events().length >= 6, 'six events')
  for (const { ListID } of there.bodies) assert.equal(ListID, list)
  for (const { Date: date } of there.events()) assert.match(date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const red = [{ Key: 'Colour', Value: 'red' }]
  const known = there.events().map(({ Date: _date, CustomFields, ...event }) => event)
  assert.deepEqual(known, [
    { Type: 'Subscribe', EmailAddress: 'ann@reader.example', Name: 'Ann', SignupIPAddress: '' },
    {
      Type: 'Update',
      OldEmailAddress: 'ann@reader.example',
      EmailAddress: 'anna@reader.example',
      Name: 'Ann',
      State: 'Active',
    },
    {
      Type: 'Update',
      OldEmailAddress: 'anna@reader.example',
      EmailAddress: 'anna@reader.example',
      Name: 'Anna',
      State: 'Active',
    },
    { Type: 'Deactivate', EmailAddress: 'anna@reader.example', Name: 'Anna', State: 'Unsubscribed' },
    { Type: 'Subscribe', EmailAddress: 'bob@reader.example', Name: 'Ann', SignupIPAddress: '' },
    { Type: 'Deactivate', EmailAddress: 'bob@reader.example', Name: 'Ann', State: 'Deleted' },
  ])
  // as they are when it is sent: an address that has changed since has none
  const last = there.events().filter(({ EmailAddress }) => EmailAddress === 'anna@reader.example')
  for (const { CustomFields } of last) assert.deepEqual(CustomFields, red)
})

test('only the events asked for are sent, and only of this list', async () => {
  const [list, other] = [await newList(), await newList()]
  const there = await receiver()
  await newWebhook(list, there.url, ['deactivate'])
  await add(list, 'cat@reader.example')
  await add(other, 'cat@reader.example')
  await api('DELETE', `subscribers/${other}.json?email=cat@reader.example`)
  await api('DELETE', `subscribers/${list}.json?email=cat@reader.example`)
  await until(async () => there.events().length > 0, 'an event')
  assert.deepEqual(
    there.events().map(({ Type, State }) => [Type, State]),
    [['Deactivate', 'Deleted']],
  )
  assert.equal(there.bodies[0]!.ListID, list)
})

test('many at once come in few messages', async () => {
  const list = await newList()
  const there = await receiver()
  const id = await newWebhook(list, there.url)
  assert.equal((await api('PUT', `lists/${list}/webhooks/${id}/deactivate.json`)).status, 200)
  const Subscribers = Array.from({ length: 150 }, (_, n) => ({
    EmailAddress: `many${n}@reader.example`,
    ConsentToTrack: 'Yes',
  }))
  assert.equal((await api('POST', `subscribers/${list}/import.json`, { Subscribers })).status, 201)
  await until(async () => {
    const [row] = await service.db`select count(*)::integer as left from events`
    return row!.left === 0
  }, 'all events are numbered')
  assert.deepEqual(there.bodies, [], 'a webhook that is deactivated is sent nothing')
  assert.deepEqual((await api('GET', `lists/${list}/webhooks.json`)).body, [
    {
      WebhookID: id,
      Events: ['Subscribe', 'Deactivate', 'Update'],
      Url: there.url,
      Status: 'Deactivated',
      PayloadFormat: 'Json',
    },
  ])
  assert.equal((await api('PUT', `lists/${list}/webhooks/${id}/activate.json`)).status, 200)
  await until(async () => there.events().length >= 150, 'all of them')
  assert.equal(there.events().length, 150)
  assert.equal(there.bodies.length, 1)
})

test('a list with confirmation sends who has confirmed, not who was asked', async () => {
  const list = await newList({ ConfirmedOptIn: true })
  const there = await receiver()
  await newWebhook(list, there.url)
  await add(list, 'dan@reader.example')
  await api('PUT', `subscribers/${list}.json?email=dan@reader.example`, { Name: 'Dan', ConsentToTrack: 'Yes' })
  await until(async () => there.events().length > 0, 'an event')
  assert.deepEqual(
    there.events().map(({ Type, State }) => [Type, State]),
    [['Update', 'Unconfirmed']],
  )
})

test('a test posts a sample of each event; the answer names what went wrong', async () => {
  const list = await newList()
  const [well, ill] = [await receiver(), await receiver(500)]
  const good = await newWebhook(list, well.url, ['Subscribe', 'Deactivate'])
  const bad = await newWebhook(list, ill.url)
  const taken = await api('GET', `lists/${list}/webhooks/${good}/test.json`)
  assert.deepEqual([taken.status, taken.headers['content-length']], [200, '0'])
  assert.deepEqual(
    well.events().map(({ Type }) => Type),
    ['Subscribe', 'Deactivate'],
  )
  const failed = await api('GET', `lists/${list}/webhooks/${bad}/test.json`)
  assert.deepEqual(refusalOf(failed), [400, 610])
  assert.deepEqual((failed.body as { ResultData: unknown }).ResultData, {
    FailureStatus: 'ProtocolError',
    FailureResponseMessage: 'The receiver answered 500.',
    FailureResponseCode: 500,
    FailureResponse: '',
  })
})

test('bad input is refused and leaves nothing behind', async () => {
  const [list, other] = [await newList(), await newList()]
  const { url: Url } = await receiver()
  const good = { Events: ['Subscribe'], Url, PayloadFormat: 'json' }
  for (const [change, code] of [
    [{ Events: [] }, 601],
    [{ Events: null }, 601],
    [{ Events: ['Subscribe', 'Sneeze'] }, 601],
    [{ Url: '' }, 602],
    [{ Url: null }, 602],
    [{ Url: 'ftp://hooks.example' }, 602],
    [{ PayloadFormat: 'xml' }, 603],
    [{ PayloadFormat: '' }, 603],
    [{ PayloadFormat: null }, 603],
  ] as const)
    assert.deepEqual(
      refusalOf(await api('POST', `lists/${list}/webhooks.json`, { ...good, ...change })),
      [400, code],
      JSON.stringify(change),
    )
  assert.deepEqual((await api('GET', `lists/${list}/webhooks.json`)).body, [])
  const id = await newWebhook(other, Url)
  for (const [method, path] of [
    ['GET', `lists/${list}/webhooks/${id}/test.json`],
    ['PUT', `lists/${list}/webhooks/${id}/activate.json`],
    ['PUT', `lists/${list}/webhooks/${id}/deactivate.json`],
    ['DELETE', `lists/${list}/webhooks/${id}.json`],
    ['DELETE', `lists/${other}/webhooks/${'f'.repeat(32)}.json`],
    ['DELETE', `lists/${other}/webhooks/nonsense.json`],
  ] as const)
    assert.deepEqual(refusalOf(await api(method, path)), [401, 10_622], path)
  assert.equal((await api('DELETE', `lists/${other}/webhooks/${id}.json`)).status, 200)
  assert.deepEqual((await api('GET', `lists/${other}/webhooks.json`)).body, [])
})
