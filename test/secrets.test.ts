/** What must never be in a log: keys, passwords, secrets; however calls come and however they end, at the most talkative level. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { call, formRequest, jsonRequest, send, type Values, wireNames, xmlRequest } from './harness/dial.ts'
import { type Program, startProgram } from './harness/program.ts'
import { startSink } from './harness/sink.ts'
import { exchangeBytes } from './harness/socket.ts'

const secrets = {
  adminPassword: 'the admin password 4711',
  clientPassword: 'the client password 4712',
  wrongPassword: 'a wrong password 4713',
  relayPassword: 'the-relay-password-4714',
  installation: 'the installation secret of this test, 4715',
}

let database: TestDatabase
let folder: string
let program: Program
let log = ''
let relay: Awaited<ReturnType<typeof startSink>>
before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-secrets-'))
  // it refuses every caller, and says why
  relay = await startSink({ reply: () => ({ at: 'sender', code: 451, text: 'come back later' }) })
  const settings = {
    DATABASE_URL: database.url,
    LETTERSHOP_DATA: folder,
    LETTERSHOP_LOG_LEVEL: 'trace',
    LETTERSHOP_ADMIN_PASSWORD: secrets.adminPassword,
    LETTERSHOP_SITE_URL: 'http://agency.example/',
    LETTERSHOP_SECRET: secrets.installation,
    LETTERSHOP_TRANSPORT: `smtp://relay:${secrets.relayPassword}@127.0.0.1:${relay.port}?tls=none`,
    LETTERSHOP_MAX_BODY_BYTES: '20000',
  }
  program = await startProgram(settings, { onLog: text => (log += text) })
})
after(async () => {
  program?.child.kill('SIGKILL')
  await relay?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const wrongKey = 'abcdef0123456789abcdef0123456789'

test('no key, password or secret is in the log, whatever the wire and the outcome', async () => {
  const { url, apiKey } = program
  const signIn = { SiteUrl: 'http://agency.example/', Username: 'admin', Password: secrets.adminPassword }
  const ClientID = await program.call<string>('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const access = {
    ApiKey: apiKey,
    ClientID,
    AccessLevel: 63,
    Username: 'carla',
    Password: secrets.clientPassword,
    BillingType: 'UserPaysOnClientsBehalf',
    Currency: '',
    DeliveryFee: '',
    CostPerRecipient: '',
    DesignAndSpamTestFee: '',
  }
  const list = { ClientID, Title: 'Ask', UnsubscribePage: '', ConfirmOptIn: true, ConfirmationSuccessPage: '' }
  const ListID = await program.call<string>('List.Create', list)
  const calls: readonly [operation: string, values: Values][] = [
    ['User.GetApiKey', signIn],
    ['User.GetApiKey', { ...signIn, Password: secrets.wrongPassword }],
    ['User.GetSystemDate', { ApiKey: apiKey }],
    ['User.GetSystemDate', { ApiKey: wrongKey }],
    ['Client.UpdateAccessAndBilling', access],
    ['Client.UpdateAccessAndBilling', { ...access, AccessLevel: 4 }],
    ['Client.UpdateAccessAndBilling', { ...access, AccessLevel: 'many' }],
    ['User.GetApiKey', { ...signIn, Username: 'carla', Password: secrets.clientPassword }],
    // a confirmation mail to a relay that wants nothing of it
    ['Subscriber.Add', { ApiKey: apiKey, ListID, Email: 'zoe@reader.example', Name: '' }],
  ]
  let clientKey = ''
  for (const wire of wireNames)
    for (const [operation, values] of calls) {
      const { text } = await call(url, wire, operation, values)
      if (values.Username === 'carla' && wire === 'json' && operation === 'User.GetApiKey') clientKey = JSON.parse(text)
    }
  assert.match(clientKey, /^[0-9a-f]{32}$/)
  const rotatedKey = await program.call<string>('Client.RotateApiKey', { ClientID, OverlapHours: 1 })

  // what no wire can read
  const form = `ApiKey=${apiKey}&Password=${encodeURIComponent(secrets.adminPassword)}`
  await send(url, { path: `/api/api.asmx/Nope?${form}`, method: 'GET', headers: {} })
  await send(url, { path: `/api/api.asmx/User.GetApiKey?${form}`, method: 'PUT', headers: {} })
  await send(url, { path: `/nowhere?${form}`, method: 'GET', headers: {} })
  await send(url, formRequest('User.GetApiKey', `${form}&x=${'x'.repeat(30_000)}`))
  await send(url, jsonRequest('User.GetApiKey', `{"Password":"${secrets.adminPassword}",`))
  await send(url, jsonRequest('User.GetSystemDate', `{"ApiKey":"${apiKey}","ApiKeys":"${wrongKey}"}`))
  await send(url, xmlRequest('soap11', 'User.GetApiKey', `<a>${apiKey}${secrets.adminPassword}`))
  await exchangeBytes(
    url,
    `GET /api/api.asmx/User.GetSystemDate?${form} HTTP/1.1\r\nHost: ${apiKey} x\r\nConnection: close\r\n\r\n`,
  )
  await exchangeBytes(url, `GET /api/api.asmx/User.GetSystemDate?${form}\r\n\r\n`)

  // what goes wrong on our side: the table is away, so the statement fails with all its parameters
  const { db } = database
  await db`alter table logins rename to away`
  for (const wire of wireNames)
    for (const [operation, values] of calls.slice(0, 4)) await call(url, wire, operation, values)
  await db`alter table away rename to logins`

  while (relay.connections() === 0) await pause(20)
  assert.equal(await program.end(), 0)

  const said = log
  assert.match(said, /"performed"/, 'it was talkative')
  assert.match(said, /an operation failed/, 'it spoke of its own mistakes')
  assert.match(said, /the API key of a client's login was replaced/, 'it logged that the key is new, without the key')
  const databasePassword = decodeURIComponent(new URL(database.url).password)
  const all = { ...secrets, apiKey, clientKey, rotatedKey, wrongKey, ...(databasePassword && { databasePassword }) }
  for (const [name, secret] of Object.entries(all))
    for (const written of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      secret.toUpperCase(),
    ])
      assert.ok(!said.includes(written), `${name} is in the log: ${excerpt(said, written)}`)
})

function excerpt(text: string, part: string): string {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - 200), at + 50)
}
