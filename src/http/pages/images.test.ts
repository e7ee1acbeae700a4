/** Images as programs and people fetch them, with the real service behind. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { gif } from '../../../test/harness/images.ts'
import { colourProfile, intoPng, picture, pngChunk } from '../../../test/harness/pictures.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { upload } from '../../../test/harness/uploads.ts'
import { decode } from '../../domain/images/pixels.ts'
import { rebuildImage } from '../../domain/images/rebuild.ts'

let service: TestService
let world: World
before(async () => {
  service = await startTestService({
    LETTERSHOP_ROLES: 'api',
    LETTERSHOP_CONTENT_URL: 'http://content.example',
    LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
  })
  world = await seed(service.db)
})
after(() => service?.stop())

/** Uploads an image. @returns its path */
async function make(bytes: Buffer): Promise<string> {
  const { value } = await upload(service.url, world.client.clientPublicId, bytes, { key: world.accountKey })
  const response = await fetch(`${service.url}/api/json/Asset.Upload`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${world.accountKey}` },
    body: JSON.stringify({ ClientID: world.client.clientPublicId, UploadID: value.UploadID }),
  })
  const { Url } = (await response.json()) as { Url: string }
  assert.ok(Url.startsWith('http://content.example/files/client/'), Url)
  return new URL(Url).pathname
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => fetch(service.url + path, { headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const copies = async () =>
  (await service.db`select width, bytes is null as original from image_copies order by width`).map(row => ({ ...row }))

test('an image is served for good, as its type, in a sandbox, and known by its content', async () => {
  const file = await picture('image/png', 60, 40)
  const path = await make(file)
  const response = await get(path)
  assert.equal(response.status, 200)
  const expected = {
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value, name)
  assert.equal(response.headers.get('set-cookie'), null)
  const bytes = await bytesOf(response)
  assert.deepEqual(bytes, file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  assert.ok(path.endsWith(`/${hash}.png`))
  assert.equal(response.headers.get('etag'), `"${hash}"`)
  const again = await get(path, { 'If-None-Match': `"${hash}"` })
  assert.deepEqual([again.status, (await bytesOf(again)).length], [304, 0])
  const head = await fetch(service.url + path, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])
})

test('smaller copies are made for widths of the list, twice as wide for fine screens, and kept', async () => {
  for (const type of ['image/jpeg', 'image/webp', 'image/png'] as const) {
    await service.db`delete from image_copies`
    const path = await make(await picture(type, 500, 250))
    const responses = await Promise.all(['?w=100', '?w=100', '?w=100&x=2'].map(query => get(path + query)))
    const sizes: number[][] = []
    for (const response of responses) {
      assert.equal(response.headers.get('content-type'), type)
      assert.match(response.headers.get('cache-control')!, /immutable/)
      const { width, height } = rebuildImage(await bytesOf(response))
      sizes.push([width, height])
    }
    assert.deepEqual(
      sizes,
      [
        [100, 50],
        [100, 50],
        [200, 100],
      ],
      type,
    )
    assert.deepEqual(
      (await copies()).map(({ width }) => width),
      [100, 200],
    )
    assert.notEqual(responses[0]!.headers.get('etag'), responses[2]!.headers.get('etag'))
  }
})

test('a copy looks like the image', async () => {
  const path = await make(await picture('image/png', 1_000, 600))
  const { data, width, height } = await decode('image/png', await bytesOf(await get(`${path}?w=100`)))
  assert.deepEqual([width, height], [100, 60])
  for (const [x, y] of [
    [5, 5],
    [50, 30],
    [90, 55],
  ] as const) {
    const at = (y * width + x) * 4
    const expected = [((x + 0.5) * 255) / width, ((y + 0.5) * 255) / height, 128, 255]
    for (const [n, value] of expected.entries())
      assert.ok(Math.abs(data[at + n]! - value) < 4, `${x}, ${y}: ${data.subarray(at, at + 4)}`)
  }
})

test('nothing is enlarged, and what moves is served as it is', async () => {
  await service.db`delete from image_copies`
  const small = await picture('image/png', 150, 20)
  const path = await make(small)
  for (const query of ['?w=150', '?w=200', '?w=100&x=2'])
    assert.deepEqual(await bytesOf(await get(path + query)), small, query)
  assert.deepEqual(await bytesOf(await get(`${await make(gif)}?w=100`)), gif)
  assert.deepEqual(await copies(), [])
})

test('a copy keeps the colour profile', async () => {
  const profile = colourProfile()
  const file = intoPng(
    await picture('image/png', 600, 600),
    pngChunk('iCCP', Buffer.concat([Buffer.from('p3\0\0'), deflateSync(profile)])),
  )
  const copy = rebuildImage(await bytesOf(await get(`${await make(file)}?w=100`)))
  assert.equal(copy.width, 100)
  assert.deepEqual(copy.profile, profile)
})

test('a copy that would be larger than the image is not made twice, and the image is served', async () => {
  await service.db`delete from image_copies`
  // one colour: a few octets at any size
  const flat = intoPng(await picture('image/png', 120, 1), pngChunk('gAMA', '\0\0\xb1\x8f'))
  const path = await make(flat)
  const before = (await service.db`select length(bytes) as size from images order by id desc limit 1`)[0]!.size
  const served = await bytesOf(await get(`${path}?w=100`))
  assert.ok(served.length <= before)
})

test('what is no address of an image is not there', async () => {
  const path = await make(await picture('image/png', 60, 40))
  const other = await seed(service.db)
  const paths = [
    `${path}?w=101`,
    `${path}?w=1e2`,
    `${path}?w=100&x=3`,
    `${path}?x=2`,
    `${path}?w=100&w=200`,
    `${path}?v=1`,
    path.replace('.png', '.gif'),
    path.replace('.png', ''),
    path.toUpperCase().replace('/FILES/CLIENT/', '/files/client/'),
    `${path}/x`,
    path.replace(world.client.clientPublicId, other.client.clientPublicId),
    path.replace(/[0-9a-f]{64}/, 'f'.repeat(64)),
    '/files/client/',
    '/files/client/%00/x.png',
  ]
  for (const one of paths) assert.equal((await get(one)).status, 404, one)
  const posted = await fetch(service.url + path, { method: 'POST', body: 'x' })
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
})
