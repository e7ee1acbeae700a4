import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { gif, jpeg, png } from '../../test/harness/images.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { serveWeb, type TestWeb } from '../../test/harness/web.ts'
import { zipOf } from '../../test/harness/zip.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { clients } from './clients.ts'
import { templates } from './templates.ts'

const page = (body: string) => `<html><body>${body}<unsubscribe>Unsubscribe</unsubscribe></body></html>`
const good = page('<singleline label="Title">x</singleline><img src="img/a.png">')

let database: TestDatabase
let web: TestWeb
let world: World
let call: Caller['call']
let refused: Caller['refused']

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  web = await serveWeb({
    '/page': { body: good },
    '/img/a.png': { type: 'image/png', body: png },
    '/latin1': { type: 'text/html; charset=iso-8859-1', body: Buffer.from(page('<$title$>Grüße'), 'latin1') },
    '/missing': { body: page('<$title$><img src="gone.png">') },
    '/plain.txt': { type: 'text/plain', body: 'plain' },
    '/empty': { body: ' \n' },
    '/large': { body: `${good}<!--${'x'.repeat(2_000_000)}-->` },
    '/many': { body: page(`<$title$>${Array.from({ length: 101 }, (_, n) => `<img src="/i${n}">`).join('')}`) },
    '/script': { body: page('<$title$><script>x()</script>') },
    '/flash': { body: page('<$title$><embed src="a.swf">') },
    '/java': { body: page('<$title$><applet code="a.class"></applet>') },
    '/fixed': { body: page('<p>x</p>') },
    '/no-way-out': { body: '<$title$>' },
    '/open': { body: page('<repeater><$title$>') },
    '/files.zip': { type: 'application/zip', body: await zipOf({ 'img/a.png': gif, 'gone.png': png }) },
    '/slip.zip': {
      type: 'application/zip',
      body: Buffer.from(
        (await zipOf({ 'aa/a.png': png })).toString('latin1').replaceAll('aa/a.png', '../a.png'),
        'latin1',
      ),
    },
    '/shot.jpg': { type: 'application/octet-stream', body: jpeg },
    '/shot.gif': { type: 'image/gif', body: gif },
    '/shot.svg': { type: 'image/png', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  })
  const fetch = guardedFetch({ allowPrivate: true, userAgent: 'test' })
  ;({ call, refused } = caller(database.db, { ...templates, ...clients }, { fetch }))
})
after(async () => {
  await web.close()
  await database.drop()
})

const given = (params: Partial<ParamsOf<'Template.Create'>> = {}) => ({
  ApiKey: world.accountKey,
  ClientID: world.client.clientPublicId,
  TemplateName: 'Newsletter',
  HTMLPageURL: `${web.url}/page`,
  ZipFileURL: '',
  ScreenshotURL: '',
  ...params,
})
const files = (templateId: string) => database.db<{ path: string; mediaType: string }[]>`
  select path, media_type from assets f join templates t on t.client_id = f.client_id and t.id = f.owner_id and f.owner = 'template'
  where t.public_id = ${templateId} order by path`

test('a created template has our own copy of its page, its images and its screenshot', async () => {
  const TemplateID = await call('Template.Create', given({ ScreenshotURL: `${web.url}/shot.jpg` }))
  assert.match(TemplateID, /^[0-9a-f]{32}$/)
  const detail = {
    TemplateID,
    Name: 'Newsletter',
    PreviewURL: `http://lettershop.test/preview/template/${TemplateID}`,
    ScreenshotURL: `http://lettershop.test/files/template/${TemplateID}/screenshot`,
  }
  assert.deepEqual(await call('Template.GetDetail', { ApiKey: world.clientKey, TemplateID }), detail)
  assert.deepEqual(
    await call('Client.GetTemplates', { ApiKey: world.clientKey, ClientID: world.client.clientPublicId }),
    [detail],
  )
  const kept = await files(TemplateID)
  assert.deepEqual(
    kept.map(({ mediaType }) => mediaType),
    ['image/jpeg', 'image/png'],
  )
  const [row] = await database.db`select html, page_url from templates where public_id = ${TemplateID}`
  assert.equal(row!.html, good.replace('img/a.png', `kept:${kept[1]!.path}`))
  assert.equal(row!.pageUrl, `${web.url}/page`)
})

test('files come from the zip first', async () => {
  const TemplateID = await call('Template.Create', given({ ZipFileURL: `${web.url}/files.zip` }))
  assert.deepEqual([...(await files(TemplateID))], [{ path: 'zip/img/a-ef1955ae757c.png', mediaType: 'image/gif' }])
  assert.equal((await call('Template.GetDetail', { ApiKey: world.accountKey, TemplateID })).ScreenshotURL, '')
  await call('Template.Create', given({ HTMLPageURL: `${web.url}/missing`, ZipFileURL: `${web.url}/files.zip` }))
})

test('a page in another charset is kept as Unicode', async () => {
  const TemplateID = await call('Template.Create', given({ HTMLPageURL: `${web.url}/latin1` }))
  const [row] = await database.db`select html from templates where public_id = ${TemplateID}`
  assert.equal(row!.html, page('<$title$>Grüße'))
})

test('a name is cut to 30 characters, none of them halved', async () => {
  const TemplateID = await call('Template.Create', given({ TemplateName: `  ${'✉️🐦'.repeat(20)}` }))
  const { Name } = await call('Template.GetDetail', { ApiKey: world.accountKey, TemplateID })
  assert.equal([...Name!].length, 30)
  assert.ok(Name!.isWellFormed())
})

test('an update replaces everything, and a refused one nothing', async () => {
  const TemplateID = await call('Template.Create', given({ ScreenshotURL: `${web.url}/shot.gif` }))
  const { ClientID: _, ...update } = {
    ...given({ TemplateName: 'Renamed', ZipFileURL: `${web.url}/files.zip` }),
    TemplateID,
  }
  for (const [params, refusal] of refusals()) {
    if (refusal === 'InvalidClientId') continue
    await refused('Template.Update', { ...update, ...params }, refusal)
  }
  await call('Template.Update', update)
  const detail = await call('Template.GetDetail', { ApiKey: world.accountKey, TemplateID })
  assert.deepEqual([detail.Name, detail.ScreenshotURL], ['Renamed', ''])
  const [row] = await database.db`select html from templates where public_id = ${TemplateID}`
  const shown = (await files(TemplateID)).filter(({ path }) => (row!.html as string).includes(path as string))
  assert.deepEqual([...shown], [{ path: 'zip/img/a-ef1955ae757c.png', mediaType: 'image/gif' }])
})

test('each change of a template is a revision with its files, which can be read and restored', async () => {
  const key = { ApiKey: world.accountKey }
  const TemplateID = await call('Template.Create', given({ ScreenshotURL: `${web.url}/shot.gif` }))
  const template = { ...key, TemplateID }
  const first = await call('Template.GetRevision', { ...template, Revision: 1 })
  const { ClientID: _, ...update } = {
    ...given({ TemplateName: 'Renamed', ZipFileURL: `${web.url}/files.zip` }),
    TemplateID,
  }
  await call('Template.Update', update)
  const { Revisions } = await call('Template.ListRevisions', template)
  assert.deepEqual(
    (Revisions as readonly { Revision: number; Name: string }[]).map(({ Revision, Name }) => [Revision, Name]),
    [
      [2, 'Renamed'],
      [1, first.Name],
    ],
  )
  await refused('Template.RestoreRevision', { ...template, Revision: 1, BasedOn: 1 }, 'StaleRevision')
  await refused('Template.RestoreRevision', { ...template, Revision: 7, BasedOn: 2 }, 'UnknownRevision')
  assert.equal(await call('Template.RestoreRevision', { ...template, Revision: 1, BasedOn: 2 }), 3)
  const restored = await call('Template.GetRevision', { ...template, Revision: 3 })
  assert.deepEqual([restored.Name, restored.Html], [first.Name, first.Html])
  const kept = (await files(TemplateID)).map(({ path }) => path as string)
  for (const [, path] of first.Html!.matchAll(/kept:([\w./-]+)/g)) assert.ok(kept.includes(path!), path)
})

test('a template from before revisions has one, which an update keeps', async () => {
  const [row] = await database.db`
    insert into templates (client_id, name, page_url, html) values (${world.client.clientId}, 'Of old', 'http://a.example/', '<p>Old</p>')
    returning public_id`
  const template = { ApiKey: world.accountKey, TemplateID: row!.publicId as string }
  assert.equal((await call('Template.GetRevision', { ...template, Revision: 1 })).Html, '<p>Old</p>')
  const { ClientID: _, ...update } = { ...given(), TemplateID: template.TemplateID }
  await call('Template.Update', update)
  await call('Template.RestoreRevision', { ...template, Revision: 1, BasedOn: 0 })
  const [now] = await database.db`select name, html from templates where public_id = ${template.TemplateID}`
  assert.deepEqual({ ...now }, { name: 'Of old', html: '<p>Old</p>' })
})

const refusals = (): readonly (readonly [params: Partial<ParamsOf<'Template.Create'>>, refusal: RefusalName])[] => {
  const url = (path: string) => web.url + path
  const pageAt = (path: string) => ({ HTMLPageURL: url(path) })
  return [
    [{ TemplateName: null }, 'TemplateNameRequired'],
    [{ TemplateName: ' ' }, 'TemplateNameRequired'],
    [{ TemplateName: 'a\nb' }, 'InvalidTemplateName'],
    [{ HTMLPageURL: null }, 'HtmlPageUrlRequired'],
    [{ HTMLPageURL: ' ' }, 'HtmlPageUrlRequired'],
    [{ HTMLPageURL: 'page.html' }, 'InvalidHtmlPageUrl'],
    [{ HTMLPageURL: 'http://[' }, 'InvalidHtmlPageUrl'],
    [{ HTMLPageURL: 'file:///etc/passwd' }, 'InvalidHtmlPageUrl'],
    [{ HTMLPageURL: 'http://169.254.169.254/latest/' }, 'InvalidHtmlPageUrl'],
    [pageAt('/not-there'), 'InvalidHtmlPageUrl'],
    [pageAt('/plain.txt'), 'InvalidHtmlPageUrl'],
    [pageAt('/empty'), 'InvalidHtmlPageUrl'],
    [pageAt('/large'), 'InvalidHtmlPageUrl'],
    [pageAt('/many'), 'InvalidHtmlPageUrl'],
    [pageAt('/script'), 'ContainsScript'],
    [pageAt('/flash'), 'ContainsFlash'],
    [pageAt('/java'), 'ContainsJava'],
    [pageAt('/fixed'), 'NoEditableRegion'],
    [pageAt('/open'), 'NoClosingRepeater'],
    [pageAt('/no-way-out'), 'NoUnsubscribeTag'],
    [{ ...pageAt('/missing'), ZipFileURL: '' }, 'FilesMissingFromZip'],
    [{ ZipFileURL: 'files.zip' }, 'InvalidZipFileUrl'],
    [{ ZipFileURL: url('/not-there') }, 'InvalidZipFileUrl'],
    [{ ZipFileURL: url('/page') }, 'InvalidZipFileUrl'],
    [{ ZipFileURL: url('/slip.zip') }, 'InvalidZipFileUrl'],
    [{ ScreenshotURL: 'shot.jpg' }, 'InvalidScreenshotUrl'],
    [{ ScreenshotURL: url('/not-there') }, 'InvalidScreenshotUrl'],
    [{ ScreenshotURL: url('/page') }, 'InvalidScreenshotUrl'],
    [{ ScreenshotURL: url('/shot.svg') }, 'InvalidScreenshotUrl'],
    // the page before the zip before the screenshot
    [
      { HTMLPageURL: url('/not-there'), ZipFileURL: url('/not-there'), ScreenshotURL: url('/not-there') },
      'InvalidHtmlPageUrl',
    ],
    [{ ZipFileURL: url('/not-there'), ScreenshotURL: url('/not-there') }, 'InvalidZipFileUrl'],
  ]
}

test('what is wrong with a template is refused and leaves nothing', async () => {
  for (const [params, refusal] of refusals()) await refused('Template.Create', given(params), refusal)
})

test('a deleted template is unknown at once', async () => {
  const TemplateID = await call('Template.Create', given())
  await call('Template.Delete', { ApiKey: world.accountKey, TemplateID })
  await refused('Template.Delete', { ApiKey: world.accountKey, TemplateID }, 'InvalidTemplateId')
  await refused('Template.GetDetail', { ApiKey: world.accountKey, TemplateID }, 'InvalidTemplateId')
  await refused('Template.Update', { ...given(), TemplateID } as ParamsOf<'Template.Update'>, 'InvalidTemplateId') // ClientID is not among its parameters
})

test('another account’s template is unknown, and nothing is fetched for it', async () => {
  const other = await seed(database.db)
  const TemplateID = await call('Template.Create', given())
  const before = web.asked.length
  for (const name of ['Template.GetDetail', 'Template.Delete', 'Template.Update'] as const) {
    await refused(
      name,
      { ApiKey: other.accountKey, TemplateID, TemplateName: 'x', HTMLPageURL: `${web.url}/page` } as object,
      'InvalidTemplateId',
    )
  }
  await refused('Template.Create', given({ ApiKey: other.accountKey }), 'InvalidClientId')
  assert.equal(web.asked.length, before)
})

test('a client login needs the right to import HTML', async () => {
  const limited = await seed(database.db, { accessLevel: 7 })
  await refused(
    'Template.Create',
    given({ ApiKey: limited.clientKey, ClientID: limited.client.clientPublicId }),
    'AccessDenied',
  )
})
