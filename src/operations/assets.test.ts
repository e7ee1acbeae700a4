import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { gif, png } from '../../test/harness/images.ts'
import { itemsOf } from '../../test/harness/items.ts'
import { seedKey } from '../../test/harness/people.ts'
import { picture } from '../../test/harness/pictures.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { imageFinder } from '../domain/images/copies.ts'
import { imageTasksHere } from '../domain/images/tasks.ts'
import { receiveUpload } from '../domain/uploads/uploads.ts'
import { purge } from '../store/purge.ts'
import { handlers } from './handlers.ts'

let database: TestDatabase
let world: World
let api: Caller
before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers)
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(database.db)
})

const targetOf = () => ({ ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
const make = (bytes: Buffer, Name = '') =>
  api.call('Asset.Upload', { ...targetOf(), Content: bytes.toString('base64'), Name })
const list = async () => itemsOf((await api.call('Asset.List', targetOf())).Assets)
const remove = (AssetID: string) => api.call('Asset.Delete', { ...targetOf(), AssetID })

/** As `POST /api/uploads` keeps it. */
async function uploaded(bytes: Buffer, fileName = 'tulips.png', client = world.client): Promise<string> {
  async function* pieces() {
    yield bytes
  }
  const limits = { mostBytes: 10_000_000, mostUnusedBytes: 100_000_000, hasRoom: async () => true }
  const { publicId } = await receiveUpload(database.db, client, { fileName, length: undefined }, pieces(), limits)
  return publicId
}

/** What is served at an address; undefined for nothing. */
async function served(url: string, client = world.client): Promise<Buffer | undefined> {
  const name = url.slice(url.lastIndexOf('/') + 1)
  const find = imageFinder(database.db, imageTasksHere)
  const found = await find({ clientPublicId: client.clientPublicId, name, width: undefined })
  return (await found?.load())?.bytes
}

async function rows(table: 'uploads' | 'upload_chunks' | 'images' | 'image_copies'): Promise<number> {
  const [counted] = await database.db<{ n: number }[]>`
    select count(*)::integer as n from ${database.db(table)} where client_id = ${world.client.clientId}`
  return counted!.n
}

test('an upload becomes an image with its type, size and address, and is used up', async () => {
  const image = await picture('image/png', 60, 40)
  const UploadID = await uploaded(image)
  const asset = await api.call('Asset.Upload', { ...targetOf(), UploadID })
  const { AssetID, Url, CreatedDate, ...rest } = asset
  assert.deepEqual(rest, {
    Name: 'tulips.png',
    MediaType: 'image/png',
    Width: 60,
    Height: 40,
    Animated: false,
    Bytes: image.length,
  })
  assert.match(AssetID!, /^[0-9a-f]{32}$/)
  assert.match(CreatedDate!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const bytes = await served(Url!)
  const hash = createHash('sha256').update(bytes!).digest('hex')
  assert.ok(Url!.endsWith(`/files/client/${world.client.clientPublicId}/${hash}.png`), Url!)
  assert.deepEqual([await rows('uploads'), await rows('upload_chunks')], [0, 0])
  await api.refused('Asset.Upload', { ...targetOf(), UploadID }, 'UnknownUpload')
})

test('the audit log says which image was made', async () => {
  const { AssetID } = await make(png)
  const [entry] = await database.db`
    select subject from audit_log where client_id = ${world.client.clientId} and operation = 'Asset.Upload'`
  assert.match(entry!.subject, new RegExp(`AssetID ${AssetID}$`))
})

test('an upload of a file that is no image stays for an operation that can use it', async () => {
  const UploadID = await uploaded(Buffer.from('Email,Name\n'))
  await assert.rejects(api.call('Asset.Upload', { ...targetOf(), UploadID }), { refusal: 'NotAnImage' })
  assert.deepEqual([await rows('uploads'), await rows('upload_chunks'), await rows('images')], [1, 1, 0])
})

test('an upload that is larger than an image may be is refused without being read', async () => {
  const UploadID = await uploaded(Buffer.concat([png, Buffer.alloc(5_300_000)]))
  await assert.rejects(api.call('Asset.Upload', { ...targetOf(), UploadID }), { refusal: 'ImageTooLarge' })
  assert.equal(await rows('images'), 0)
})

test('of two calls that use an upload at once, one makes an image and the other is refused', async () => {
  const UploadID = await uploaded(await picture('image/png', 60, 40))
  const ends = await Promise.allSettled([1, 2].map(() => api.call('Asset.Upload', { ...targetOf(), UploadID })))
  const refused = ends.flatMap(end => (end.status === 'rejected' ? [end.reason.refusal] : []))
  assert.equal(refused.length, 1)
  assert.ok(['UploadInUse', 'UnknownUpload'].includes(refused[0]), refused[0])
  assert.deepEqual([await rows('images'), await rows('uploads')], [1, 0])
})

test('an upload of another client, or of none, is unknown, and an image of another client too', async () => {
  const other = await seed(database.db)
  const UploadID = await uploaded(png, 'x.png', other.client)
  await api.refused('Asset.Upload', { ...targetOf(), UploadID }, 'UnknownUpload')
  for (const id of ['f'.repeat(32), 'x'])
    await api.refused('Asset.Upload', { ...targetOf(), UploadID: id }, 'UnknownUpload')
  const { AssetID } = await make(png)
  const theirs = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId }
  await api.refused('Asset.Delete', { ...theirs, AssetID: AssetID! }, 'UnknownAsset')
})

test('the same picture is kept once, whatever else the files hold, for each client', async () => {
  const first = await make(gif, 'Logo')
  const again = await make(Buffer.concat([gif, Buffer.from('behind the end')]), 'Other name')
  assert.deepEqual(again, first)
  const other = await seed(database.db)
  const theirs = await api.call('Asset.Upload', {
    ApiKey: other.accountKey,
    ClientID: other.client.clientPublicId,
    Content: gif.toString('base64'),
  })
  assert.notEqual(theirs.AssetID, first.AssetID)
  assert.equal(theirs.Name, 'image.gif')
  assert.equal(await rows('images'), 1)
})

test('images come the newest first, page by page, without those that were deleted', async () => {
  const made = []
  for (const width of [3, 4, 5, 6]) made.push((await make(await picture('image/png', width, 2))).AssetID!)
  await remove(made[1]!)
  const first = await api.call('Asset.List', { ...targetOf(), Limit: 2 })
  const second = await api.call('Asset.List', { ...targetOf(), Limit: 2, Cursor: first.NextCursor })
  const ids = [...itemsOf(first.Assets), ...itemsOf(second.Assets)].map(({ AssetID }) => AssetID)
  assert.deepEqual(ids, [made[3], made[2], made[0]])
  assert.equal(second.NextCursor, '')
})

test('an image that nothing mentions is gone when it is deleted, and is back when it is restored or uploaded again', async () => {
  const { AssetID, Url } = await make(png, 'Dot')
  await remove(AssetID!)
  assert.equal(await served(Url!), undefined)
  await api.refused('Asset.Delete', { ...targetOf(), AssetID: AssetID! }, 'UnknownAsset')
  const [deleted] = itemsOf((await api.call('Deleted.List', { ...targetOf(), Kinds: ['Asset'] })).Deleted)
  assert.deepEqual([deleted?.Kind, deleted?.ID, deleted?.Name], ['Asset', AssetID, 'Dot'])
  await api.call('Deleted.Restore', { ApiKey: world.accountKey, Kind: 'Asset', ID: AssetID! })
  assert.ok(await served(Url!))
  await remove(AssetID!)
  assert.equal((await make(png)).AssetID, AssetID)
  assert.ok(await served(Url!))
  assert.deepEqual(itemsOf((await api.call('Deleted.List', { ...targetOf(), Kinds: ['Asset'] })).Deleted), [])
})

async function campaign(html: string): Promise<number> {
  const [row] = await database.db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${world.client.clientId}, 'Spring', 'S', 'F', 'f@x.example', 'f@x.example', '', ${html}, 'sent', now(), now())
    returning id`
  await database.db`insert into campaign_totals (client_id, campaign_id) values (${world.client.clientId}, ${row!.id})`
  return row!.id
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
/** As if all that is deleted had been so many days earlier. */
async function age(table: 'images' | 'campaigns', days: number): Promise<void> {
  const { clientId } = world.client
  await database.db`
    update ${database.db(table)} set deleted_at = ${ago(days)} where client_id = ${clientId} and deleted_at is not null`
  await database.db`update deletions set at = ${ago(days)} where client_id = ${clientId}`
}

test('a deleted image that a campaign shows stays at its address until the campaign is purged', async () => {
  const { AssetID, Url } = await make(png)
  const id = await campaign(`<img src="${Url}?w=600">`)
  await remove(AssetID!)
  assert.ok(await served(Url!), 'mails show it')
  await age('images', 31)
  await purge(database.db)
  assert.ok(await served(Url!), 'its time to be restored is over, and mails show it still')
  await database.db`update campaigns set deleted_at = now() where id = ${id}`
  await purge(database.db)
  assert.ok(await served(Url!), 'the campaign can be restored')
  await age('campaigns', 31)
  await purge(database.db)
  assert.equal(await served(Url!), undefined)
  assert.equal(await rows('images'), 0)
})

test('an image stays for another campaign that shows it when the one that was known of is purged', async () => {
  const { AssetID, Url } = await make(png)
  const id = await campaign(`<img src="${Url}">`)
  await remove(AssetID!)
  await campaign(`<img src="${Url}">`)
  await age('images', 31)
  await database.db`update campaigns set deleted_at = ${ago(31)} where id = ${id}`
  await purge(database.db)
  assert.ok(await served(Url!))
})

test('an image that an earlier revision of a draft or a template shows stays when it is deleted', async () => {
  const { clientId } = world.client
  const drafted = await make(png)
  const id = await campaign('<p>')
  await database.db`
    insert into campaign_contents (client_id, campaign_id, revision, kind, html)
    values (${clientId}, ${id}, 1, 'html', ${`<img src="${drafted.Url}?w=300">`})`
  const designed = await make(gif)
  const [template] = await database.db<{ id: number }[]>`
    insert into templates (client_id, name, page_url, html) values (${clientId}, 'T', 'http://x.example/', '<p>') returning id`
  await database.db`
    insert into template_revisions (client_id, template_id, revision, at, username, means, action, name, page_url, zip_url,
      screenshot_url, html)
    values (${clientId}, ${template!.id}, 1, now(), 'u', 'session', 'Saved', 'T', '', '', '', ${`<img src="${designed.Url}">`})`
  for (const { AssetID, Url } of [drafted, designed]) {
    await remove(AssetID!)
    assert.ok(await served(Url!))
  }
  await age('images', 31)
  await purge(database.db)
  assert.equal(await rows('images'), 2)
  const other = await seed(database.db)
  await database.db`update campaign_contents set html = '' where client_id = ${clientId}`
  await database.db`
    insert into templates (client_id, name, page_url, html)
    values (${other.client.clientId}, 'T', 'http://x.example/', ${`<img src="${drafted.Url}">`})`
  await database.db`update campaigns set deleted_at = ${ago(31)} where client_id = ${clientId}`
  await purge(database.db)
  assert.equal(await served(drafted.Url!), undefined, 'another client that mentions it does not keep it')
})

test('an image of a template stays when it is deleted, and goes with the template', async () => {
  const { AssetID, Url } = await make(png)
  const [template] = await database.db<{ id: number }[]>`
    insert into templates (client_id, name, page_url, html)
    values (${world.client.clientId}, 'T', 'http://x.example/', ${`<img src="${Url}">`}) returning id`
  await remove(AssetID!)
  assert.ok(await served(Url!))
  await age('images', 31)
  await database.db`update templates set deleted_at = ${ago(31)} where id = ${template!.id}`
  await purge(database.db)
  assert.equal(await served(Url!), undefined)
})

test('a deleted image that nothing mentions is purged after 30 days with its copies, and not before', async () => {
  const { AssetID } = await make(await picture('image/png', 300, 10))
  await database.db`insert into image_copies (client_id, image_id, width) select client_id, id, 100 from images where client_id = ${world.client.clientId}`
  await remove(AssetID!)
  await age('images', 29)
  await purge(database.db)
  assert.equal(await rows('images'), 1)
  await age('images', 31)
  await purge(database.db)
  assert.deepEqual([await rows('images'), await rows('image_copies')], [0, 0])
  await api.refused('Deleted.Restore', { ApiKey: world.accountKey, Kind: 'Asset', ID: AssetID! }, 'UnknownDeletion')
})

test('the images of a deleted client stay where one of its campaigns was sent, and go otherwise', async () => {
  const { Url } = await make(png)
  const deleteClient = () => database.db`update clients set deleted_at = now() where id = ${world.client.clientId}`
  await deleteClient()
  assert.equal(await served(Url!), undefined)
  await campaign('<p>')
  assert.ok(await served(Url!))
})

test('a key for reports neither makes, lists nor deletes images', async () => {
  const { AssetID } = await make(png)
  const { secret } = await seedKey(database.db, world.accountId, ['Reports'])
  const given = { ...targetOf(), ApiKey: secret }
  await assert.rejects(api.call('Asset.Upload', { ...given, Content: gif.toString('base64') }), {
    refusal: 'AccessDenied',
  })
  await assert.rejects(api.call('Asset.Delete', { ...given, AssetID: AssetID! }), { refusal: 'AccessDenied' })
  await assert.rejects(api.call('Asset.List', given), { refusal: 'AccessDenied' })
  assert.equal((await list()).length, 1)
})
