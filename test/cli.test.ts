/** The command line, in processes of its own, against a running service. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { settings } from '../src/config.ts'
import { allOperations } from '../src/contract/operations.ts'
import { startTestService, type TestService } from './harness/service.ts'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

function lettershop(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise(resolve => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../bin/lettershop.mjs'), ...args],
      { env: { ...process.env, ...environment }, timeout: 120_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

function call(...args: string[]): Promise<Ended> {
  return lettershop(['call', ...args], { LETTERSHOP_PUBLIC_URL: service.url, LETTERSHOP_API_KEY: service.login.apiKey })
}

test('help names every command and every setting', async () => {
  const { code, stdout } = await lettershop(['--help'])
  assert.equal(code, 0)
  for (const word of [
    'lettershop start',
    'lettershop migrate',
    'lettershop call',
    'lettershop links',
    'lettershop hold',
    'lettershop release',
    ...Object.keys(settings),
  ]) {
    assert.ok(stdout.includes(word), `${word} is missing`)
  }
})

test('without an operation all of them are listed', async () => {
  const { code, stdout } = await lettershop(['call'])
  assert.equal(code, 0)
  for (const { name } of allOperations) assert.ok(stdout.includes(name), `${name} is missing`)
})

test('the flags of an operation are its parameters', async () => {
  const { code, stdout } = await lettershop(['call', 'List.Create', '--help'])
  assert.equal(code, 0)
  for (const flag of ['--ApiKey', '--ClientID', '--Title', '--ConfirmOptIn  true or false']) {
    assert.ok(stdout.includes(flag), `${flag} is missing`)
  }
})

test('a value is printed bare, a record as JSON', async () => {
  const client = ['--CompanyName', 'Käse & Co', '--ContactName', 'Kim', '--EmailAddress=kim@kaese.example']
  const created = await call('Client.Create', ...client, '--Country', 'Germany', '--Timezone', 'Europe/Berlin')
  assert.equal(created.code, 0, created.stderr)
  assert.match(created.stdout, /^[0-9a-f]{32}\n$/)

  const detail = await call('Client.GetDetail', '--ClientID', created.stdout.trim())
  assert.equal(JSON.parse(detail.stdout).BasicDetails.CompanyName, 'Käse & Co')
})

test('lists of records are given as JSON, booleans as words, names in any case', async () => {
  const client = ['--CompanyName', 'A', '--ContactName', 'A', '--EmailAddress', 'a@a.example', '--Country', 'Germany']
  const ClientID = (await call('client.create', ...client, '--timezone', 'Europe/Berlin')).stdout.trim()
  const list = await call('List.Create', '--ClientID', ClientID, '--Title', 'L', '--ConfirmOptIn', 'false')
  const ListID = list.stdout.trim()
  const fields = JSON.stringify([{ Key: 'Unknown', Value: 'ignored' }])
  const added = await call(
    'Subscriber.AddWithCustomFields',
    '--ListID',
    ListID,
    '--Email',
    's@s.example',
    '--CustomFields',
    fields,
  )
  assert.equal(added.code, 0, added.stderr)
  assert.equal(
    (await call('Subscribers.GetIsSubscribed', '--ListID', ListID, '--Email', 's@s.example')).stdout,
    'True\n',
  )
})

/** [what, arguments, exit code, sentence] */
const mistakes: readonly [string, readonly string[], number, RegExp][] = [
  ['an unknown command', ['sned'], 2, /There is no command "sned"/],
  ['an unknown operation', ['call', 'Client.Invent'], 2, /There is no operation "Client\.Invent"/],
  ['an unknown flag', ['call', 'Client.Delete', '--Colour', 'red'], 2, /Client\.Delete has no parameter "Colour"/],
  ['a flag without its value', ['call', 'Client.Delete', '--ClientID'], 2, /--ClientID needs a value/],
  ['a word that is no flag', ['call', 'Client.Delete', 'please'], 2, /"please" is not a flag/],
  [
    'a boolean that is none',
    ['call', 'List.Create', '--ConfirmOptIn', 'perhaps'],
    2,
    /--ConfirmOptIn must be true or false/,
  ],
  [
    'JSON that is none',
    ['call', 'Campaign.Create', '--SubscriberListIDs', '[x'],
    2,
    /must be JSON of type ArrayOfString/,
  ],
  [
    'nobody there',
    ['call', 'User.GetCountries', '--url', 'http://127.0.0.1:1'],
    1,
    /Nobody answers at http:\/\/127\.0\.0\.1:1/,
  ],
  ['a setting that makes no sense', ['start'], 2, /LETTERSHOP_PORT is "http", but must be a port number/],
]
for (const [what, args, exitCode, sentence] of mistakes) {
  test(`${what} ends with a sentence and code ${exitCode}`, async () => {
    const { code, stdout, stderr } = await lettershop(args, { LETTERSHOP_PORT: args[0] === 'start' ? 'http' : '' })
    assert.match(stderr, sentence)
    assert.doesNotMatch(stderr, /^\s+at /m, 'a trace was shown')
    assert.equal(stdout, '')
    assert.equal(code, exitCode)
  })
}

test('a refusal ends with its message and code', async () => {
  const { code, stderr } = await call('Client.Delete', '--ClientID', '0'.repeat(32))
  assert.equal(code, 1)
  assert.match(stderr, /^Client\.Delete was refused: Invalid ClientID \(code 102\)\./)
})

test('migrate brings a database up to date and ends', async () => {
  const { code, stdout, stderr } = await lettershop(['migrate'], { DATABASE_URL: service.databaseUrl })
  assert.equal(code, 0, stderr)
  assert.equal(stdout, 'The database is up to date.\n')
})

test('what holds sending is told, and released only with --yes', async () => {
  const environment = { DATABASE_URL: service.databaseUrl }
  await service.db`
    insert into holds (kind, folder, detail, since) values ('database restored', '', 'The heartbeat is ahead.', now())`
  const told = await lettershop(['release'], environment)
  assert.equal(told.code, 0, told.stderr)
  assert.match(told.stdout, /^database restored, since .*\n {2}The heartbeat is ahead\./)
  assert.equal((await service.db`select from holds`).length, 1)

  const released = await lettershop(['release', '--yes'], environment)
  assert.match(released.stdout, /Released: sending goes on\.\n$/)
  const again = await lettershop(['release', '--yes'], environment)
  assert.equal(again.stdout, 'Nothing holds sending.\nThere was nothing to release.\n')
})

test('sending is held by hand, with a reason, until it is released', async () => {
  const environment = { DATABASE_URL: service.databaseUrl }
  const held = await lettershop(['hold', 'the', 'relay', 'moves'], environment)
  assert.equal(held.code, 0, held.stderr)
  assert.equal(held.stdout, 'Sending is held. To go on: lettershop release --yes\n')
  const told = await lettershop(['release'], environment)
  assert.match(told.stdout, /^by hand, since .*\n {2}An operator holds sending: the relay moves\n/)
  assert.match((await lettershop(['release', '--yes'], environment)).stdout, /Released: sending goes on\.\n$/)
  assert.equal((await service.db`select from holds`).length, 0)

  for (const wrong of [['--yes'], ['two\nlines'], ['x'.repeat(501)]]) {
    const { code, stderr } = await lettershop(['hold', ...wrong], environment)
    assert.equal(code, 2)
    assert.match(stderr, /^lettershop hold takes nothing but a reason/)
  }
  assert.equal((await service.db`select from holds`).length, 0)
})

test('release takes nothing but --yes', async () => {
  const { code, stderr } = await lettershop(['release', '--force'])
  assert.equal(code, 2)
  assert.equal(stderr, 'lettershop release takes nothing but --yes.\n')
})

test('versions of the key of links are shown, made, and revoked only with --yes', async () => {
  const environment = { DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder }
  const links = (...args: string[]) => lettershop(['links', ...args], environment)
  assert.match((await links()).stdout, /^ {2}1 {2}made \S+ {2}signs\n$/)
  const rotated = await links('rotate')
  assert.equal(rotated.code, 0, rotated.stderr)
  assert.match(rotated.stdout, /^Version 2 is made\. Campaigns that start after \S+ are signed with it;/)
  assert.match((await links()).stdout, /^ {2}1 .* signs\n {2}2 .* signs from \S+\n$/)

  const warned = await links('revoke', '1')
  assert.equal(warned.code, 2)
  assert.match(warned.stdout, /breaks, for good, [\s\S]*unsubscribing[\s\S]*Nothing is done yet/)
  assert.match((await links()).stdout, /^ {2}1 .* signs\n/)
  const revoked = await links('revoke', '1', '--yes')
  assert.match(revoked.stdout, /^Version 1 is revoked; .*\nIt was the one that signed: version 3 does now\.\n$/)
  assert.match((await links()).stdout, /^ {2}1 .* revoked \S+\n {2}2 .* signs from \S+\n {2}3 .* signs\n$/)

  for (const wrong of [
    ['revoke'],
    ['revoke', 'x', '--yes'],
    ['revoke', '0', '--yes'],
    ['rotate', '2'],
    ['--yes'],
    ['mend'],
  ]) {
    const { code, stderr } = await links(...wrong)
    assert.equal(code, 2, wrong.join(' '))
    assert.match(stderr, /^lettershop links /)
  }
  for (const unknown of ['1', '200']) assert.equal((await links('revoke', unknown, '--yes')).code, 1)
  const other = await lettershop(['links', 'rotate'], { ...environment, LETTERSHOP_SECRET: 'x'.repeat(40) })
  assert.equal(other.code, 1, 'with another secret')
  assert.equal((await service.db`select from link_keys`).length, 3)
})
