import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { png } from '../../../test/harness/images.ts'
import { seed } from '../../../test/harness/seed.ts'
import { createLog } from '../../lib/log.ts'
import { listen } from '../server.ts'
import { assetRoutes } from './assets.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof listen>>
let template: { id: number; publicId: string }
let campaign: { id: number; publicId: string }
let clientId: number

before(async () => {
  database = await freshDatabase()
  const { db } = database
  clientId = (await seed(db)).client.clientId
  const [templateRow] = await db<[{ id: number; publicId: string }]>`
    insert into templates (client_id, name, page_url, html)
    values (${clientId}, 'x', 'x', '<img src="kept:zip/a.png"><script>x()</script> kept: é') returning id, public_id`
  const [campaignRow] = await db<[{ id: number; publicId: string }]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${clientId}, 'x', 'x', 'x', 'x', 'x', 'x', 'x') returning id, public_id`
  template = templateRow
  campaign = campaignRow
  await db`
    insert into assets (client_id, owner, owner_id, path, media_type, bytes)
    values (${clientId}, 'template', ${template.id}, 'zip/a.png', 'image/png', ${png}),
      (${clientId}, 'template', ${template.id}, 'zip/evil', 'text/html', ${Buffer.from('<script>x()</script>')}),
      (${clientId}, 'template', ${template.id}, 'zip/evil.svg', 'image/svg+xml', ${Buffer.from('<svg/>')}),
      (${clientId}, 'campaign', ${campaign.id}, 'web/b.png', 'image/png', ${png})`
  server = await listen(
    { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 20_000, requestSeconds: 30, log: createLog('silent') },
    assetRoutes({ db }),
  )
})
after(async () => {
  await server.stop(0)
  await database.drop()
})

const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)
const fileOf = (owner: string, publicId: string, path: string) => `/files/${owner}/${publicId}/${path}`

test('a preview is a sandboxed page with its files at their addresses, and sets no cookie', async () => {
  const answer = await get(`/preview/template/${template.publicId}`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /^sandbox; default-src 'none'; img-src /)
  assert.doesNotMatch(policy, /script-src|allow-/)
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('set-cookie'), null)
  const html = await answer.text()
  const address = /<img src="([^"]+)">/.exec(html)![1]!
  assert.equal(address, `${server.url}/files/template/${template.publicId}/zip/a.png`)
  assert.match(html, /kept: é$/)
  assert.equal((await fetch(address)).status, 200)
})

test('an asset has its own type, and 304 answers a caller who has it', async () => {
  const path = fileOf('template', template.publicId, 'zip/a.png')
  const answer = await get(path)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), png)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.equal(answer.headers.get('content-disposition'), null)
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
  assert.match(answer.headers.get('cache-control') ?? '', /^public, max-age=/)
  assert.equal(answer.headers.get('set-cookie'), null)
  const tag = answer.headers.get('etag')!
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get(path, { headers: { 'if-none-match': known } })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
  }
  assert.equal((await get(path, { headers: { 'if-none-match': '"other"' } })).status, 200)
  const head = await get(path, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, tag, ''])
})

test('whatever is not of the list of media types is a download of bytes', async () => {
  for (const path of ['zip/evil', 'zip/evil.svg']) {
    const answer = await get(fileOf('template', template.publicId, path))
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.equal(answer.headers.get('content-disposition'), 'attachment')
  }
})

test('what is not there is a plain 404', async () => {
  const paths = [
    '/preview/template/',
    '/preview/template/x',
    `/preview/template/${'0'.repeat(32)}`,
    `/preview/template/${campaign.publicId}`,
    `/preview/template/${template.publicId}/x`,
    '/files/',
    '/files/template',
    `/files/template/${template.publicId}`,
    fileOf('template', template.publicId, ''),
    fileOf('template', template.publicId, 'zip'),
    fileOf('template', template.publicId, 'zip/b.png'),
    fileOf('template', template.publicId, '%E0%A4%A'),
    fileOf('template', template.publicId, 'zip%00'),
    fileOf('template', template.publicId, '..%2f..%2f..%2fetc/passwd'),
    fileOf('template', campaign.publicId, 'web/b.png'),
    fileOf('campaign', template.publicId, 'zip/a.png'),
    fileOf('client', template.publicId, 'zip/a.png'),
    fileOf('template', "' or 1=1 --", 'zip/a.png'),
  ]
  for (const path of paths) {
    const answer = await get(path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8', path)
  }
})

test('only reading is allowed', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await get(`/preview/template/${template.publicId}`, { method })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD')
  }
})

test('files of a deleted draft are gone; those of a started campaign stay for who has its mail', async () => {
  const path = fileOf('campaign', campaign.publicId, 'web/b.png')
  assert.equal((await get(path)).status, 200)
  await database.db`update campaigns set deleted_at = now() where id = ${campaign.id}`
  assert.equal((await get(path)).status, 404)
  await database.db`update campaigns set started_at = now() where id = ${campaign.id}`
  assert.equal((await get(path)).status, 200)
})

test('a deleted template is gone with its files', async () => {
  await database.db`update templates set deleted_at = now() where id = ${template.id}`
  assert.equal((await get(`/preview/template/${template.publicId}`)).status, 404)
  assert.equal((await get(fileOf('template', template.publicId, 'zip/a.png'))).status, 404)
})
