/** What each wire says of requests that never become a call, and of calls that something befalls: bytes on record. */
import assert from 'node:assert/strict'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationName } from '../../src/contract/operations.ts'
import type { RefusalName } from '../../src/contract/refusals.ts'
import { mostRelayTests } from '../../src/domain/system/relay-tests.ts'
import { transaction } from '../../src/store/connection/transaction.ts'
import { traces } from '../harness/caller.ts'
import { type DatabaseProxy, databaseProxy } from '../harness/database-proxy.ts'
import { assertRefused, send, type WireName, wireNames } from '../harness/dial.ts'
import { golden } from '../harness/golden.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { startPeer } from '../harness/smtp-peer.ts'
import { closeServer, listen } from '../harness/web.ts'
import { framework, mostBytes } from './framework.ts'
import { type Names, names } from './names.ts'
import { transcript } from './play.ts'
import { type Written, write } from './wire.ts'
import { prepareWorld } from './world.ts'

let service: TestService
let known: Names
before(async () => {
  service = await startTestService({ LETTERSHOP_MAX_BODY_BYTES: String(mostBytes), LETTERSHOP_ROLES: 'api' })
  known = await namesIn(service)
})
after(() => service.stop())

async function namesIn({ url, login, db }: TestService): Promise<Names> {
  const world = await prepareWorld(db)
  return names({ service: url, key: login.apiKey, ...world, list: world.readers! })
}

/** @returns the exchange as it is put on record */
async function exchange(wire: WireName, sent: Written, refusal: RefusalName | undefined): Promise<string> {
  const received = await send(service.url, known.fill(sent))
  if (refusal) assertRefused(wire, '', received, refusal)
  return known.hide(transcript(sent, received))
}

for (const wire of wireNames) {
  test(`what ${wire} refuses before an operation is asked`, async () => {
    const untouched = await traces(service.db)
    const records: string[] = []
    for (const { name, sent, refusal } of framework[wire]) {
      records.push(`### ${name}\n\n${await exchange(wire, sent, refusal)}`)
    }
    golden(`framework/${wire}.http`, records.join('\n'))
    assert.deepEqual(await traces(service.db), untouched, 'nothing was written')
  })
}

test('an operation that breaks says no more than that', async () => {
  await service.db`alter table lists rename to lists_are_gone`
  const records: string[] = []
  for (const wire of wireNames) {
    const sent = write(wire, 'List.GetDetail', { ApiKey: '{key}', ListID: '{list}' })
    const record = await exchange(wire, sent, wire === 'json' ? 'UnexpectedError' : undefined)
    assert.match(record, /HTTP\/1\.1 500 .*unexpected error/is)
    records.push(record)
  }
  await service.db`alter table lists_are_gone rename to lists`
  golden('framework/UnexpectedError.http', records.join('\n'))
})

test('a call whose Idempotency-Key another call holds at the moment is refused, and creates nothing', async () => {
  const { db, url } = service
  const params = { ApiKey: '{key}', Label: 'Once', Scopes: ['Reports'] }
  const written = write('json', 'Key.Create', params)
  const sent = { ...written, headers: { ...written.headers, 'Idempotency-Key': '"order 17"' } }
  const first = await transaction(db, async sql => {
    // the key is held until the account can be locked
    await sql`select 1 from accounts for update`
    const call = send(url, known.fill(sent))
    for (let waits = 0; (await db`select 1 from pg_locks where not granted`).length === 0; waits++) {
      assert.ok(waits < 500, 'the first call waits for the account')
      await sleep(20)
    }
    golden('framework/IdempotencyKeyInUse.http', await exchange('json', sent, 'IdempotencyKeyInUse'))
    return { call }
  })
  assert.equal((await first.call).status, 200)
  assert.equal((await db`select 1 from api_keys where label = 'Once'`).length, 1)
})

test('while the database is away every wire says when to come again', async () => {
  let proxy: DatabaseProxy | undefined
  const cutOff = await startTestService({ LETTERSHOP_ROLES: 'api' }, async url => {
    proxy = await databaseProxy(url)
    return proxy.url
  })
  try {
    const world = await namesIn(cutOff)
    await proxy!.close()
    const records: string[] = []
    for (const wire of wireNames) {
      const sent = write(wire, 'User.GetClients', { ApiKey: '{key}' })
      const received = await send(cutOff.url, world.fill(sent))
      if (wire === 'json') assertRefused(wire, 'User.GetClients', received, 'ServiceUnavailable')
      assert.equal(received.status, 503)
      assert.equal(received.headers['retry-after'], '5')
      records.push(world.hide(transcript(sent, received)))
    }
    golden('framework/DatabaseAway.http', records.join('\n'))
  } finally {
    await cutOff.stop()
  }
})

test('a key that calls too often is refused, and nothing is done', async () => {
  // one call a second, four at once: the wires after the fourth find the bucket empty
  const strict = await startTestService({ LETTERSHOP_CALLS_PER_SECOND: '1', LETTERSHOP_ROLES: 'api' })
  try {
    const world = await namesIn(strict)
    const ask = (wire: WireName) => write(wire, 'User.GetClients', { ApiKey: '{key}' })
    await Promise.all(Array.from({ length: 8 }, () => send(strict.url, world.fill(ask('get')))))
    const records = await Promise.all(
      wireNames.map(async wire => {
        const sent = ask(wire)
        let received = await send(strict.url, world.fill(sent))
        // a bucket that gained a token while a slow machine was elsewhere is emptied again
        for (let more = 0; more < 20 && !received.text.includes('Too Many Requests'); more++) {
          received = await send(strict.url, world.fill(sent))
        }
        assertRefused(wire, 'User.GetClients', received, 'TooManyRequests')
        return world.hide(transcript(sent, received))
      }),
    )
    golden('framework/TooManyRequests.http', records.join('\n'))
  } finally {
    await strict.stop()
  }
})

test('a caller with as many requests under way as it may have is asked to come back later, and nothing is done', async () => {
  let arrived = () => {}
  const isUnderWay = new Promise<void>(resolve => {
    arrived = resolve
  })
  const silent = createServer(() => arrived())
  const port = await listen(silent)
  const crowded = await startTestService({
    LETTERSHOP_ROLES: 'api',
    LETTERSHOP_TRUSTED_PROXIES: '127.0.0.1',
    LETTERSHOP_CONNECTIONS_PER_NETWORK: '1',
    LETTERSHOP_REQUEST_SECONDS: '600',
  })
  try {
    const world = await namesIn(crowded)
    world.add('silent', `http://127.0.0.1:${port}`)
    const passedOn = (sent: Written) => ({ ...sent, headers: { ...sent.headers, 'X-Forwarded-For': '203.0.113.5' } })
    const page = { HTMLPageURL: '{silent}/page.html', ZipFileURL: '', ScreenshotURL: '' }
    const params = world.fill({ ApiKey: '{key}', ClientID: '{client}', TemplateName: 'Letter', ...page })
    const first = send(crowded.url, passedOn(write('json', 'Template.Create', params)))
    await isUnderWay
    const records = await Promise.all(
      wireNames.map(async wire => {
        const sent = passedOn(write(wire, 'User.GetClients', { ApiKey: '{key}' }))
        const received = await send(crowded.url, world.fill(sent))
        assert.equal(received.status, 503)
        assert.equal(received.headers['retry-after'], '5')
        return world.hide(transcript(sent, received))
      }),
    )
    golden('framework/ServiceUnavailable.http', records.join('\n'))
    await closeServer(silent)
    assert.equal((await first).status, 400)
  } finally {
    await closeServer(silent)
    await crowded.stop()
  }
})

test('an operation that takes too long is answered in time', async () => {
  const silent = createServer(() => {})
  const port = await listen(silent)
  const hasty = await startTestService({ LETTERSHOP_REQUEST_SECONDS: '1', LETTERSHOP_ROLES: 'api' })
  try {
    const world = await namesIn(hasty)
    world.add('silent', `http://127.0.0.1:${port}`)
    const params = {
      ApiKey: '{key}',
      ClientID: '{client}',
      TemplateName: 'Letter',
      HTMLPageURL: '{silent}/page.html',
      ZipFileURL: '',
      ScreenshotURL: '',
    }
    const records = await Promise.all(
      wireNames.map(async wire => {
        const sent = write(wire, 'Template.Create', world.fill(params))
        const received = await send(hasty.url, sent)
        assertRefused(wire, 'Template.Create', received, 'RequestTimeout')
        return world.hide(transcript(sent, received))
      }),
    )
    golden('framework/RequestTimeout.http', records.join('\n'))
  } finally {
    await closeServer(silent)
    await hasty.stop()
  }
})

test('a campaign is refused where mail leaves the machine and no public URL is set', async () => {
  const unreachable = await startTestService({
    LETTERSHOP_TRANSPORT: 'smtp://relay.invalid',
    LETTERSHOP_ROLES: 'api',
  })
  try {
    const world = await namesIn(unreachable)
    const [draft] = await unreachable.db`
      update campaigns set name = 'Unreachable' where state = 'draft' and name = 'Unheard' returning public_id`
    world.add('draft', draft!.publicId)
    const untouched = await traces(unreachable.db)
    const params = { ApiKey: '{key}', CampaignID: '{draft}', ConfirmationEmail: 'a@b.example', SendDate: 'Immediately' }
    const records: string[] = []
    for (const wire of wireNames) {
      const sent = write(wire, 'Campaign.Send', params)
      const received = await send(unreachable.url, world.fill(sent))
      assertRefused(wire, 'Campaign.Send', received, 'PublicUrlRequired')
      records.push(world.hide(transcript(sent, received)))
    }
    golden('framework/PublicUrlRequired.http', records.join('\n'))
    assert.deepEqual(await traces(unreachable.db), untouched, 'nothing was written')
  } finally {
    await unreachable.stop()
  }
})

test('relays are tested a few times in a minute', async () => {
  const peer = await startPeer()
  const relayed = await startTestService({
    LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${peer.port}`,
    LETTERSHOP_ROLES: 'api',
  })
  try {
    const world = await namesIn(relayed)
    world.add('relay', `127.0.0.1:${peer.port}`)
    const sent = write('json', 'Relay.Test', { ApiKey: '{key}', Relay: '', FromEmail: 'news@bloom.example' })
    const ask = () => send(relayed.url, world.fill(sent))
    const records: string[] = []
    for (let n = 0; n < mostRelayTests; n++) {
      const done = await ask()
      assert.equal(done.status, 200)
      if (n === 0) records.push(world.hide(transcript(sent, done)))
    }
    const [connections, untouched] = [peer.connections(), await traces(relayed.db)]
    const refused = await ask()
    assertRefused('json', 'Relay.Test', refused, 'RelayTestLimit')
    records.push(world.hide(transcript(sent, refused)))
    golden('framework/RelayTestLimit.http', records.join('\n'))
    assert.deepEqual(await traces(relayed.db), untouched, 'nothing was written')
    assert.equal(peer.connections(), connections, 'no relay was asked')
    assert.deepEqual(peer.given, [])
  } finally {
    await relayed.stop()
    await peer.close()
  }
})

test('mail that relays took is in no outbox; a file that is elsewhere, or none of ours, is said to be', async () => {
  const relayed = await startTestService({ LETTERSHOP_TRANSPORT: 'smtp://127.0.0.1:9', LETTERSHOP_ROLES: 'api' })
  const records: string[] = []
  async function record(
    { url }: TestService,
    world: Names,
    operation: OperationName,
    params: object,
    refusal: RefusalName,
  ) {
    const sent = write('json', operation, { ApiKey: '{key}', ...params })
    const received = await send(url, world.fill(sent))
    assertRefused('json', operation, received, refusal)
    records.push(world.hide(transcript(sent, received)))
  }
  try {
    const world = await namesIn(relayed)
    await record(
      relayed,
      world,
      'Outbox.List',
      { ClientID: '{client}', CampaignID: '', Cursor: '', Limit: 0 },
      'NoOutbox',
    )
  } finally {
    await relayed.stop()
  }
  const local = await startTestService({ LETTERSHOP_ROLES: 'api' })
  try {
    const world = await namesIn(local)
    const campaign = world.fill('{underway}')
    await local.db`
      update log l set answer = ${`written to ${campaign}/1.eml`} from campaigns m
      where m.public_id = ${campaign} and l.campaign_id = m.id and l.number = 1`
    const mail = { CampaignID: '{underway}', Mail: '1' }
    await record(local, world, 'Outbox.GetMail', mail, 'MailNotHere')
    await mkdir(join(local.dataFolder, 'outbox', campaign), { recursive: true })
    const file = join(local.dataFolder, 'outbox', campaign, '1.eml')
    await writeFile(file, '')
    await truncate(file, 20_000_000)
    await record(local, world, 'Outbox.GetMail', mail, 'MailNotReadable')
    await rm(file)
    await mkdir(file)
    const sent = world.fill(write('json', 'Outbox.GetMail', { ApiKey: '{key}', ...mail }))
    assertRefused('json', 'Outbox.GetMail', await send(local.url, sent), 'MailNotReadable')
  } finally {
    await local.stop()
  }
  golden('framework/Outbox.http', records.join('\n'))
})
