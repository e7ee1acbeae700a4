/** The service posts events to a receiver, and the code in the documentation verifies them. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { fencesOf, root } from './harness/markdown.ts'
import { type Program, startProgram } from './harness/program.ts'
import { closeServer, listen } from './harness/web.ts'

interface Delivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}
type Verify = (secret: string, headers: Delivery['headers'], body: Buffer, now?: number) => Record<string, unknown>

let database: TestDatabase
let folder: string
let program: Program
let log = ''
before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-webhooks-'))
  program = await startProgram(
    {
      DATABASE_URL: database.url,
      LETTERSHOP_DATA: folder,
      LETTERSHOP_LOG_LEVEL: 'trace',
      LETTERSHOP_FETCH_PRIVATE: 'true',
    },
    { onLog: text => (log += text) },
  )
})
after(async () => {
  program?.child.kill('SIGKILL')
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The example of docs/webhooks.md. */
async function documented(): Promise<Verify> {
  const fences = fencesOf(await readFile(join(root, 'docs/webhooks.md'), 'utf8'))
  const example = fences.find(({ info }) => info === 'js verify')
  assert.ok(example, 'docs/webhooks.md has an example to verify with')
  const file = join(folder, 'verify.mjs')
  await writeFile(file, example.text)
  return ((await import(file)) as { verify: Verify }).verify
}

test('what happens to a list arrives signed, in order, as Event.List has it; nothing secret is in the log', async () => {
  const verify = await documented()
  const delivered: Delivery[] = []
  let arrived = () => {}
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    // delivered twice is legal, under the same id, and a receiver drops the second; a slow machine makes it happen
    const isRepeated = delivered.some(({ headers }) => headers['webhook-id'] === request.headers['webhook-id'])
    if (!isRepeated) delivered.push({ headers: request.headers, body })
    response.writeHead(204).end()
    if (!isRepeated) arrived()
  })
  const url = `http://127.0.0.1:${await listen(server)}/hook?key=a-secret-of-the-url`
  const { call } = program

  const ClientID = await call<string>('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@bloom.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const ListID = await call<string>('List.Create', {
    ClientID,
    Title: 'Spring',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  const made = await call<{ WebhookID: string; Secret: string }>('Webhook.Create', { ClientID, URL: url, Events: [] })
  assert.match(made.Secret, /^whsec_[\w+/]{43}=$/)

  const test = await call<{ Delivered: boolean; Status: number }>('Webhook.Test', {
    ClientID,
    WebhookID: made.WebhookID,
  })
  assert.deepEqual([test.Delivered, test.Status], [true, 204])
  assert.equal(verify(made.Secret, delivered[0]!.headers, delivered[0]!.body).type, 'webhook.test')

  const three = new Promise<void>(resolve => {
    arrived = () => delivered.length === 4 && resolve()
  })
  for (const Email of ['zoë@reader.example', 'sam@reader.example'])
    await call('Subscriber.Add', { ListID, Email: Email.replace('ë', 'e'), Name: 'Zoë “Z”' })
  await call('Subscriber.Unsubscribe', { ListID, Email: 'sam@reader.example' })
  await three

  const bodies = delivered.slice(1).map(({ headers, body }) => verify(made.Secret, headers, body))
  assert.deepEqual(
    bodies.map(({ type, sequence }) => [type, sequence]),
    [
      ['subscriber.subscribed', 1],
      ['subscriber.subscribed', 2],
      ['subscriber.unsubscribed', 3],
    ],
  )
  const listed = await call<{ Sequence: number; Type: string; Data: string }[]>('Event.List', {
    ClientID,
    Since: 0,
    Limit: 0,
  })
  assert.deepEqual(
    listed.map(({ Sequence, Type, Data }) => [Sequence, Type, JSON.parse(Data)]),
    bodies.map(({ sequence, type, data }) => [sequence, type, data]),
  )

  const { headers, body } = delivered[1]!
  const forged: readonly [what: string, secret: string, headers: Delivery['headers'], body: Buffer, now?: number][] = [
    ['another secret', `whsec_${Buffer.alloc(32, 7).toString('base64')}`, headers, body],
    ['another body', made.Secret, headers, Buffer.from(body.toString().replace('zoe', 'joe'))],
    ['another id', made.Secret, { ...headers, 'webhook-id': 'msg_1' }, body],
    ['another time', made.Secret, { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1) }, body],
    ['no signature', made.Secret, { ...headers, 'webhook-signature': '' }, body],
    ['a signature of nothing', made.Secret, { ...headers, 'webhook-signature': 'v1,' }, body],
    ['a replay of an hour later', made.Secret, headers, body, Date.now() + 3_600_000],
  ]
  for (const [what, ...given] of forged) assert.throws(() => verify(...given), Error, what)

  const rotated = await call<{ Secret: string }>('Webhook.RotateSecret', { ClientID, WebhookID: made.WebhookID })
  await call('Webhook.Test', { ClientID, WebhookID: made.WebhookID })
  for (const secret of [made.Secret, rotated.Secret])
    assert.equal(verify(secret, delivered[4]!.headers, delivered[4]!.body).type, 'webhook.test')

  const list = JSON.stringify(await call('Webhook.List', { ClientID }))
  const attempts = JSON.stringify(await call('Webhook.GetAttempts', { ClientID, WebhookID: made.WebhookID }))
  assert.match(list, /"State":"Active"/)
  for (const secret of [made.Secret, rotated.Secret, made.Secret.slice(6), rotated.Secret.slice(6)])
    for (const text of [log, list, attempts]) assert.equal(text.includes(secret), false)
  for (const text of ['a-secret-of-the-url', 'zoe@reader.example']) assert.equal(log.includes(text), false, text)
  await closeServer(server)
})
