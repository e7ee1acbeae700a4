/** `POST /api/uploads` over real sockets, with the real service behind it; its limits are small here. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { seedKey, seedPerson } from '../../test/harness/people.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { startTestService, type TestService } from '../../test/harness/service.ts'
import { openLine } from '../../test/harness/socket.ts'
import { until } from '../../test/harness/until.ts'
import { upload } from '../../test/harness/uploads.ts'
import { type RefusalName, refusals } from '../contract/refusals.ts'
import { access } from '../domain/access/access.ts'
import { auditLog } from '../domain/audit/audit-log.ts'
import { removeExpired } from '../domain/uploads/expiry.ts'
import { readUpload, withUpload } from '../domain/uploads/uploads.ts'
import { budget } from '../lib/budget.ts'
import { createLog } from '../lib/log.ts'
import { uploader } from '../operations/uploads.ts'
import { listen } from './server.ts'
import { uploadRoute } from './uploads.ts'

const megabyte = 1_048_576
let service: TestService
let world: World
before(async () => {
  service = await startTestService({
    LETTERSHOP_ROLES: 'api',
    LETTERSHOP_MOST_UPLOAD_MB: '3',
    LETTERSHOP_UNUSED_UPLOADS_MB: '4',
    LETTERSHOP_REQUEST_SECONDS: '1',
    // seeded keys are derived from the tests' secret
    LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
  })
})
after(() => service?.stop())

/** A client of its own for each test: what waits of a client is limited. */
async function fresh() {
  world = await seed(service.db)
  return { clientId: world.client.clientPublicId, key: world.accountKey }
}

const kept = async (clientId = world.client.clientId) => {
  const [row] = await service.db<{ uploads: number; chunks: number }[]>`
    select (select count(*)::integer from uploads where client_id = ${clientId}) as uploads,
      (select count(*)::integer from upload_chunks where client_id = ${clientId}) as chunks`
  return row!
}
const nothing = { uploads: 0, chunks: 0 }

function assertRefused(answer: { status: number; value: { code?: number } }, refusal: RefusalName) {
  const [code, , status] = refusals[refusal]
  assert.deepEqual([answer.value.code, answer.status], [code, status], refusal)
}

/** Octets in pieces, without a length announced. */
function streamed(bytes: Buffer, pieceBytes = 100_000): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + pieceBytes))
      at += pieceBytes
    },
  })
}

test('a file is kept octet for octet in chunks of at most 1 MB, with its length announced and without', async () => {
  const { clientId, key } = await fresh()
  const file = randomBytes(1.5 * megabyte + 1)
  for (const body of [file, streamed(file)]) {
    const { status, value } = await upload(service.url, clientId, body, { key, fileName: 'people.csv' })
    assert.equal(status, 200)
    assert.match(value.UploadID, /^[0-9a-f]{32}$/)
    assert.equal(value.Bytes, file.length)
    assert.equal(value.Sha256, createHash('sha256').update(file).digest('hex'))
    const hours = (Date.parse(value.ExpiresAt) - Date.now()) / 3_600_000
    assert.ok(hours > 23 && hours < 25, `${hours} hours`)
    const sizes = await service.db<{ bytes: number }[]>`
      select length(c.bytes)::integer as bytes from uploads u join upload_chunks c on c.client_id = u.client_id and c.upload_id = u.id
      where u.client_id = ${world.client.clientId} and u.public_id = ${value.UploadID} order by c.number`
    assert.deepEqual(
      sizes.map(({ bytes }) => bytes),
      [megabyte, 0.5 * megabyte + 1],
    )
    await withUpload(service.db, world.client, value.UploadID, async claimed => {
      const chunks: Buffer[] = []
      for await (const chunk of readUpload(service.db, claimed)) chunks.push(chunk)
      assert.ok(Buffer.concat(chunks).equals(file))
      assert.equal(claimed.fileName, 'people.csv')
    })
    await service.db`delete from upload_chunks`
    await service.db`delete from uploads`
  }
})

test('a file that is too large is refused before it is read, and while it is read, and nothing stays', async () => {
  const { clientId, key } = await fresh()
  assertRefused(await upload(service.url, clientId, Buffer.alloc(3 * megabyte + 1), { key }), 'RequestTooLarge')
  assert.deepEqual(await kept(), nothing)
  assertRefused(
    await upload(service.url, clientId, streamed(Buffer.alloc(3 * megabyte + 1)), { key }),
    'RequestTooLarge',
  )
  assert.deepEqual(await kept(), nothing)
  assert.equal((await upload(service.url, clientId, Buffer.alloc(3 * megabyte), { key })).status, 200)
})

test('of a client no more octets wait than it may have, announced or not', async () => {
  const { clientId, key } = await fresh()
  assert.equal((await upload(service.url, clientId, Buffer.alloc(3 * megabyte), { key })).status, 200)
  const before = await kept()
  assertRefused(await upload(service.url, clientId, Buffer.alloc(2 * megabyte), { key }), 'TooManyUploads')
  assertRefused(await upload(service.url, clientId, streamed(Buffer.alloc(2 * megabyte)), { key }), 'TooManyUploads')
  assert.deepEqual(await kept(), before)
  // another client has room of its own
  const other = await seed(service.db)
  const { status } = await upload(service.url, other.client.clientPublicId, Buffer.alloc(megabyte), {
    key: other.accountKey,
  })
  assert.equal(status, 200)
})

test('of a client no more uploads wait than it may have', async () => {
  const { clientId, key } = await fresh()
  await service.db`
    insert into uploads (client_id, file_name, reserved, sha256, expires_at)
    select ${world.client.clientId}, '', 0, '', now() + interval '1 hour' from generate_series(1, 100)`
  assertRefused(await upload(service.url, clientId, 'x', { key }), 'TooManyUploads')
})

test('an upload that is cut off leaves nothing behind', async () => {
  const { clientId, key } = await fresh()
  const line = await openLine(service.url)
  line.write(
    `POST /api/uploads?ClientID=${clientId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${2 * megabyte}\r\n\r\n`,
  )
  line.write(Buffer.alloc(1.5 * megabyte))
  await until(async () => (await kept()).chunks === 1, 'the first chunk is kept')
  line.close()
  await until(async () => (await kept()).uploads === 0, 'the upload is gone')
  assert.deepEqual(await kept(), nothing)
  const outcomes = () => service.db`select outcome from audit_log where account_id = ${world.accountId}`
  await until(async () => (await outcomes()).length === 1, 'its audit entry is written')
  assert.deepEqual(
    (await outcomes()).map(({ outcome }) => outcome),
    ['InvalidRequest'],
  )
})

test('a sender that is too slow is refused, and nothing stays', async () => {
  const { clientId, key } = await fresh()
  const line = await openLine(service.url)
  line.write(
    `POST /api/uploads?ClientID=${clientId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/octet-stream\r\nContent-Length: 100000\r\n\r\n`,
  )
  const dripping = setInterval(() => line.write('a'), 100)
  const answer = await line.ended
  clearInterval(dripping)
  assert.match(answer, /^HTTP\/1\.1 408 [\s\S]*"code":674/)
  assert.deepEqual(await kept(), nothing)
})

test('an upload may take longer than other requests, as long as it comes fast enough', async () => {
  const { clientId, key } = await fresh()
  let pieces = 0
  const steady = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pieces++ === 8) return controller.close()
      // 200 KB a second, for longer than LETTERSHOP_REQUEST_SECONDS
      await new Promise(resolve => setTimeout(resolve, 250))
      controller.enqueue(Buffer.alloc(50_000))
    },
  })
  const { status, value } = await upload(service.url, clientId, steady, { key })
  assert.deepEqual([status, value.Bytes], [200, 400_000])
})

test('who may prepare campaigns, write templates or import may upload, and who may do none of it may not', async () => {
  const { clientId } = await fresh()
  const { accountId } = world
  for (const scope of ['Draft', 'WriteAudience'] as const) {
    const { secret } = await seedKey(service.db, accountId, [scope])
    assert.equal((await upload(service.url, clientId, 'x', { key: secret })).status, 200, scope)
  }
  const before = await kept()
  const reports = await seedKey(service.db, accountId, ['Reports'])
  assertRefused(await upload(service.url, clientId, 'x', { key: reports.secret }), 'AccessDenied')
  assertRefused(await upload(service.url, clientId, 'x', {}), 'InvalidApiKey')
  assertRefused(await upload(service.url, clientId, 'x', { key: '0'.repeat(32) }), 'InvalidApiKey')
  const stranger = await seed(service.db)
  assertRefused(await upload(service.url, clientId, 'x', { key: stranger.accountKey }), 'InvalidClientId')
  const neighbour = await seedKey(service.db, accountId, ['Draft'], [stranger.client.clientId])
  assertRefused(await upload(service.url, clientId, 'x', { key: neighbour.secret }), 'InvalidClientId')
  assert.deepEqual(await kept(), before)
})

test('the session of a page of ours may upload, and that of another origin or another type of body may not', async () => {
  const { clientId } = await fresh()
  const { session } = await seedPerson(service.db, world.accountId, 'Author')
  const headers = { Cookie: `lettershop=${session}`, 'Sec-Fetch-Site': 'same-origin' }
  assert.equal((await upload(service.url, clientId, 'x', { headers })).status, 200)
  const before = await kept()
  assertRefused(
    await upload(service.url, clientId, 'x', { headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } }),
    'InvalidApiKey',
  )
  assertRefused(
    await upload(service.url, clientId, 'x', { headers: { ...headers, 'Content-Type': 'text/plain' } }),
    'UnsupportedMediaType',
  )
  assert.deepEqual(await kept(), before)
})

test('what is no upload is refused by what is wrong with it', async () => {
  const { clientId, key } = await fresh()
  assertRefused(await upload(service.url, clientId, '', { key }), 'EmptyUpload')
  assertRefused(await upload(service.url, clientId, streamed(Buffer.alloc(0)), { key }), 'EmptyUpload')
  assertRefused(await upload(service.url, '', 'x', { key }), 'InvalidClientId')
  assertRefused(await upload(service.url, clientId, 'x', { key, fileName: 'a\nb' }), 'InvalidCharacters')
  assertRefused(await upload(service.url, clientId, 'x', { key, fileName: 'n'.repeat(251) }), 'ValueTooLong')
  const odd = await fetch(`${service.url}/api/uploads?ClientID=${clientId}&Kind=image`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${key}` },
    body: 'x',
  })
  assertRefused({ status: odd.status, value: (await odd.json()) as { code: number } }, 'InvalidRequest')
  const get = await fetch(`${service.url}/api/uploads`)
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST'])
  assert.deepEqual(await kept(), nothing)
})

test('uploads stand in the audit log, refused ones too, and Audit.List finds them by name', async () => {
  const { clientId, key } = await fresh()
  await upload(service.url, clientId, 'x', { key })
  await upload(service.url, clientId, '', { key })
  const entries = await service.db<{ operation: string; outcome: string; subject: string; clientId: number }[]>`
    select operation, outcome, subject, client_id from audit_log where account_id = ${world.accountId} order by id`
  assert.deepEqual(
    entries.map(({ operation, outcome }) => [operation, outcome]),
    [
      ['Upload.Create', ''],
      ['Upload.Create', 'EmptyUpload'],
    ],
  )
  assert.match(entries[0]!.subject, new RegExp(`^ClientID ${clientId}, UploadID [0-9a-f]{32}$`))
  assert.equal(entries[0]!.clientId, world.client.clientId)
  const listed = await fetch(`${service.url}/api/json/Audit.List`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ApiKey: key, Operation: 'Upload.Create', Limit: 10 }),
  })
  assert.equal(((await listed.json()) as { Entries: unknown[] }).Entries.length, 2)
})

test('an upload is used by one call at a time, of its client only; one that failed leaves it for another', async () => {
  const { clientId, key } = await fresh()
  const { value } = await upload(service.url, clientId, 'x', { key })
  const use = (id: string, client = world.client) => withUpload(service.db, client, id, async () => 'used')
  await withUpload(service.db, world.client, value.UploadID, async () => {
    await assert.rejects(use(value.UploadID), { refusal: 'UploadInUse' })
    throw new Error('no image')
  }).catch(() => {})
  const stranger = await seed(service.db)
  for (const [id, client] of [[value.UploadID, stranger.client], ['f'.repeat(32)], ['x']] as const) {
    await assert.rejects(use(id, client), { refusal: 'UnknownUpload' })
  }
  assert.equal(await use(value.UploadID), 'used')
})

test('uploads that were not used expire with their chunks, those of dead processes too; others stay', async () => {
  const { clientId, key } = await fresh()
  const uploads = await Promise.all(['a', 'b', 'c'].map(text => upload(service.url, clientId, text, { key })))
  const [, late, dead] = uploads.map(({ value }) => value.UploadID)
  await service.db`update uploads set expires_at = now() - interval '1 second' where public_id = ${late!}`
  await service.db`update uploads set expires_at = now() - interval '1 second', sha256 = null where public_id = ${dead!}`
  await assert.rejects(
    withUpload(service.db, world.client, late!, async () => {}),
    { refusal: 'UnknownUpload' },
  )
  await Promise.all([removeExpired(service.db), removeExpired(service.db)])
  assert.deepEqual(await kept(), { uploads: 1, chunks: 1 })
})

test('an upload that is in use is not removed when its time is over', async () => {
  const { clientId, key } = await fresh()
  const { value } = await upload(service.url, clientId, 'x', { key })
  await withUpload(service.db, world.client, value.UploadID, async () => {
    await service.db`update uploads set expires_at = now() - interval '1 second' where public_id = ${value.UploadID}`
    await removeExpired(service.db)
    assert.deepEqual(await kept(), { uploads: 1, chunks: 1 })
  })
  await removeExpired(service.db)
  assert.deepEqual(await kept(), nothing)
})

/** The route alone, with limits that a service takes from its disk and its memory. */
async function serveRoute(hasRoom: (bytes: number) => Promise<boolean>, memory = budget(64 * megabyte)) {
  const { db } = service
  const limits = { mostBytes: 100 * megabyte, mostUnusedBytes: 100 * megabyte, hasRoom }
  const receive = uploader({ db, access: access(db), audit: auditLog(db) }, limits, () => {})
  const log = createLog('silent')
  const options = { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 1000, requestSeconds: 30, memory, log }
  const http = await listen(options, [uploadRoute(receive, log)])
  return { http, memory }
}

test('a disk that is full refuses an upload at its beginning or on the way, and nothing stays', async () => {
  const { clientId, key } = await fresh()
  for (const room of [0, 2]) {
    let asked = 0
    const { http } = await serveRoute(async () => asked++ < room)
    assertRefused(await upload(http.url, clientId, Buffer.alloc(3 * megabyte), { key }), 'StorageFull')
    assert.deepEqual(await kept(), nothing)
    await http.stop(0)
  }
})

test('an upload holds two chunks of memory however long it is, none without room for them, and gives them back', async () => {
  const { clientId, key } = await fresh()
  const memory = budget(3 * megabyte)
  let most = 0
  const { http } = await serveRoute(async () => {
    most = Math.max(most, memory.used)
    return true
  }, memory)
  assert.equal((await upload(http.url, clientId, streamed(Buffer.alloc(20 * megabyte)), { key })).status, 200)
  assert.ok(most >= 2 * megabyte && most < 3 * megabyte, `${most} octets are counted`)
  await until(async () => memory.used === 0, 'the memory is given back')
  const taken = memory.reserve()
  taken.take(1.5 * megabyte)
  assertRefused(await upload(http.url, clientId, Buffer.alloc(2 * megabyte), { key }), 'ServiceUnavailable')
  taken.release()
  await http.stop(0)
})
