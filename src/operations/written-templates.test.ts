import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { zipOf } from '../../test/harness/zip.ts'
import { Refusal } from '../contract/refusals.ts'
import { receiveUpload } from '../domain/uploads/uploads.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { sources } from './sources.ts'
import { templates } from './templates.ts'

let database: TestDatabase
let world: World
let call: Caller['call']
let refused: Caller['refused']

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  const fetch = guardedFetch({ allowPrivate: true, userAgent: 'test' })
  ;({ call, refused } = caller(database.db, { ...templates, ...sources }, { fetch }))
})
after(() => database.drop())

const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
const exit = '<p><unsubscribe>Leave us</unsubscribe></p>'
const page = (text: string) => `<p><singleline label="Headline">${text}</singleline></p>${exit}`
const nothing = { Html: null, Mjml: null, UploadID: null }
const ofClient = () => ({
  ApiKey: world.accountKey,
  ClientID: world.client.clientPublicId,
  Name: 'Written',
  ...nothing,
})
const targetOf = (TemplateID: string, Revision: number) => ({
  ...{ ApiKey: world.accountKey, TemplateID, Revision, Name: 'Written' },
  ...nothing,
})
const htmlIn = async (TemplateID: string, Revision: number) =>
  (await call('Template.GetRevision', { ApiKey: world.accountKey, TemplateID, Revision })) as { Html: string }

async function uploaded(bytes: Buffer): Promise<string> {
  async function* pieces() {
    yield bytes
  }
  const limits = { mostBytes: 10_000_000, mostUnusedBytes: 100_000_000, hasRoom: async () => true }
  const given = { fileName: 'page.zip', length: undefined }
  return (await receiveUpload(database.db, world.client, given, pieces(), limits)).publicId
}

test('HTML and MJML become templates as they are written, and a save is the next revision', async () => {
  const TemplateID = (await call('Template.CreateFromContent', { ...ofClient(), Html: page('One') })) as string
  assert.equal((await htmlIn(TemplateID, 1)).Html, page('One'))
  assert.equal(await call('Template.SaveContent', { ...targetOf(TemplateID, 1), Html: page('Two') }), 2)
  assert.equal((await htmlIn(TemplateID, 2)).Html, page('Two'))
  assert.equal((await htmlIn(TemplateID, 1)).Html, page('One'))
  const Mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>${page('Three')}</mj-text></mj-column></mj-section></mj-body></mjml>`
  assert.equal(await call('Template.SaveContent', { ...targetOf(TemplateID, 0), Mjml }), 3)
  assert.match((await htmlIn(TemplateID, 3)).Html, /^<!doctype html>[\s\S]*>Three<\/singleline>/)
})

test('files of a ZIP file stay with the template while its page names them', async () => {
  const UploadID = await uploaded(await zipOf({ 'index.html': `${page('x')}<img src="a.gif" alt="">`, 'a.gif': gif }))
  const TemplateID = (await call('Template.CreateFromContent', { ...ofClient(), UploadID })) as string
  const { Html } = await htmlIn(TemplateID, 1)
  assert.match(Html, /<img src="kept:zip\/a-\w{12}\.gif"/)
  await call('Template.SaveContent', { ...targetOf(TemplateID, 1), Html: Html.replace('>x<', '>y<') })
  const [row] = await database.db<{ files: string[] }[]>`
    select r.files from template_revisions r join templates t on t.id = r.template_id
    where t.public_id = ${TemplateID} and r.revision = 2`
  assert.match(String(row!.files), /^zip\/a-\w{12}\.gif$/)
  await refused('Template.CreateFromContent', { ...ofClient(), UploadID }, 'UnknownUpload')
})

test('a save that is based on an older revision is refused with both versions, and saves nothing', async () => {
  const TemplateID = (await call('Template.CreateFromContent', { ...ofClient(), Html: page('One') })) as string
  await call('Template.SaveContent', { ...targetOf(TemplateID, 1), Html: page('Theirs') })
  const error = await Promise.resolve(
    call('Template.SaveContent', { ...targetOf(TemplateID, 1), Html: page('Mine') }),
  ).catch((reason: unknown) => reason)
  assert.ok(error instanceof Refusal)
  assert.equal(error.refusal, 'StaleRevision')
  const { Current, Refused } = error.data as Record<'Current' | 'Refused', { Revision: number; Html: string }>
  assert.deepEqual([Current.Revision, Current.Html], [2, page('Theirs')])
  assert.deepEqual([Refused.Revision, Refused.Html], [1, page('Mine')])
  assert.equal((await htmlIn(TemplateID, 2)).Html, page('Theirs'))
})

test('what is refused leaves nothing behind, and an upload stays', async () => {
  const count = async () => (await database.db`select 1 from templates`).length
  const earlier = await count()
  const create = 'Template.CreateFromContent'
  await refused(create, ofClient(), 'MissingParameter')
  await refused(create, { ...ofClient(), Html: page('x'), Mjml: '<mjml></mjml>' }, 'InvalidParameter')
  await refused(create, { ...ofClient(), Html: page('x'), Name: ' ' }, 'TemplateNameRequired')
  await refused(create, { ...ofClient(), Html: '<p>Nothing is open</p>' }, 'NoEditableRegion')
  await refused(create, { ...ofClient(), Html: page('<script>x()</script>') }, 'ContainsScript')
  await refused(create, { ...ofClient(), Html: `${page('x')}<img src="gone.gif">` }, 'FilesMissingFromZip')
  await refused(
    create,
    { ...ofClient(), Mjml: '<mjml><mj-body><mj-include path="/etc/passwd" /></mj-body></mjml>' },
    'InvalidMjml',
  )
  const UploadID = await uploaded(Buffer.from('no zip'))
  // the claim of the upload is taken back, which moves a date
  await assert.rejects(Promise.resolve(call(create, { ...ofClient(), UploadID })), { refusal: 'InvalidZip' })
  assert.equal(await count(), earlier)
  assert.equal((await database.db`select 1 from uploads where public_id = ${UploadID}`).length, 1)
})
