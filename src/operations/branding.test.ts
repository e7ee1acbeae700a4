import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gif, png } from '../../test/harness/images.ts'
import { itemsOf } from '../../test/harness/items.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { picture } from '../../test/harness/pictures.ts'
import { serveWeb } from '../../test/harness/web.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { imageFinder } from '../domain/images/copies.ts'
import { imageTasksHere } from '../domain/images/tasks.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { purge } from '../store/purge.ts'
import { assets } from './assets.ts'
import { branding } from './branding.ts'

const { db, world, other, call, refused } = await operationsTest({ ...branding, ...assets }, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
}))
const web = await serveWeb({
  '/logo.png': { type: 'image/png', body: png },
  '/logo.gif': { type: 'text/html', body: gif },
  '/polyglot.gif': { type: 'image/gif', body: Buffer.concat([gif, Buffer.from('<script>x()</script>')]) },
  '/logo.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>' },
  '/page.png': { type: 'image/png', body: '<html><script>x()</script></html>' },
  '/large.png': { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(500_000)]) },
  '/font.png': { type: 'image/png', body: Buffer.from('wOF2 and more') },
})
after(() => web.close())

/** What is served at an address; undefined for nothing. */
async function served(url: string): Promise<Buffer | undefined> {
  const find = imageFinder(db, imageTasksHere)
  const name = url.slice(url.lastIndexOf('/') + 1)
  const found = await find({ clientPublicId: client.ClientID, name, width: undefined })
  return (await found?.load())?.bytes
}

type Given = Partial<ParamsOf<'Client.SetBranding'>>
const client = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const nothing = {
  LogoUrl: null,
  LogoAssetID: null,
  PrimaryColor: null,
  BackgroundColor: null,
  FooterText: null,
  PostalAddress: null,
  ImprintUrl: null,
  ConfirmationFromName: null,
  ConfirmationFromEmail: null,
  Wordings: null,
}
const set = (given: Given) => call('Client.SetBranding', { ...client, ...nothing, ...given })
const get = () => call('Client.GetBranding', client)
const wording = (Text: string | null, more: object = {}) => ({
  Wordings: [{ Page: 'Confirm' as const, Language: 'en', Title: null, Text, ...more }],
})

const empty = {
  LogoUrl: '',
  LogoAssetID: '',
  LogoImageUrl: '',
  PrimaryColor: '',
  BackgroundColor: '',
  FooterText: '',
  PostalAddress: '',
  ImprintUrl: '',
  ConfirmationFromName: '',
  ConfirmationFromEmail: '',
  Wordings: [],
  HeadingFont: '',
  TextFont: '',
  Colors: [],
  SocialLinks: [],
}

test('a client has no branding at first; what is set is read, what is left out is as without', async () => {
  assert.deepEqual(await get(), empty)
  const given = {
    LogoUrl: `${web.url}/logo.png`,
    PrimaryColor: ' #9A3412 ',
    BackgroundColor: '#ffe',
    FooterText: ' One\r\ntwo ',
    PostalAddress: 'Canal 1\nAmsterdam',
    ImprintUrl: 'https://bloom.example/imprint',
    ConfirmationFromName: 'Bloom',
    ConfirmationFromEmail: 'hello@bloom.example',
    Wordings: [
      { Page: 'Confirm', Language: 'de-AT', Title: 'Fast', Text: '[list] von [CLIENT]?' },
      { Page: 'Confirm', Language: 'en', Title: '', Text: '' },
    ],
    HeadingFont: ' Georgia ',
    TextFont: '',
    Colors: ['#FC6', '', '#ffcc66'],
    SocialLinks: [
      { Name: ' Instagram ', Url: 'https://social.example/bloom' },
      { Name: '', Url: ' ' },
    ],
  } as const
  await set(given)
  const { LogoImageUrl, ...read } = await get()
  assert.match(LogoImageUrl ?? '', new RegExp(`^https?://[^/]+/files/client/${client.ClientID}/[0-9a-f]{64}\\.png$`))
  assert.deepEqual(read, {
    ...given,
    LogoAssetID: '',
    PrimaryColor: '#9a3412',
    BackgroundColor: '#ffffee',
    FooterText: 'One\ntwo',
    Wordings: [{ Page: 'Confirm', Language: 'de', Title: 'Fast', Text: '[list] von [CLIENT]?' }],
    HeadingFont: 'georgia',
    Colors: ['#ffcc66'],
    SocialLinks: [{ Name: 'Instagram', Url: 'https://social.example/bloom' }],
  })
  await set({})
  assert.deepEqual(await get(), empty)
  const [row] = await db`select logo_image_id from client_brandings where client_id = ${world.client.clientId}`
  assert.deepEqual({ ...row }, { logoImageId: null })
})

test('a logo is fetched once: the same URL keeps the copy, another one is fetched', async () => {
  await set({ LogoUrl: `${web.url}/logo.png` })
  const before = web.asked.length
  await set({ LogoUrl: `${web.url}/logo.png`, PrimaryColor: '#000' })
  assert.equal(web.asked.length, before)
  await set({ LogoUrl: `${web.url}/logo.gif` })
  const { LogoImageUrl } = await get()
  assert.ok(LogoImageUrl!.endsWith('.gif'), 'what it is, not what its server calls it')
  assert.deepEqual(await served(LogoImageUrl!), gif)
})

test('a logo that is fetched is an image of the client, without what else its file holds', async () => {
  await set({ LogoUrl: `${web.url}/polyglot.gif` })
  const { LogoImageUrl } = await get()
  assert.deepEqual(await served(LogoImageUrl!), gif)
  const { Assets } = await call('Asset.List', { ...client, Cursor: null, Limit: 100 })
  assert.ok(itemsOf(Assets).some(asset => asset.Url === LogoImageUrl))
})

test('an image of the client is its logo, by its id', async () => {
  const { AssetID, Url } = await call('Asset.Upload', { ...client, Content: png.toString('base64') })
  await set({ LogoAssetID: AssetID! })
  const { LogoUrl, LogoAssetID, LogoImageUrl } = await get()
  assert.deepEqual([LogoUrl, LogoAssetID, LogoImageUrl], ['', AssetID, Url])
})

test('a logo stays at its address when the image is deleted, and is purged when another is set', async () => {
  const { AssetID, Url } = await call('Asset.Upload', { ...client, Content: png.toString('base64') })
  await set({ LogoAssetID: AssetID! })
  await call('Asset.Delete', { ...client, AssetID: AssetID! })
  const later = new Date(Date.now() + 31 * 86_400_000)
  await purge(db, later)
  assert.deepEqual(await served(Url!), png)
  const { LogoImageUrl: _, ...read } = await get()
  await set({ ...(read as Given), FooterText: 'written back as it was read' })
  assert.deepEqual(await served(Url!), png)
  await set({})
  assert.equal(await served(Url!), undefined)
  await refused('Client.SetBranding', { ...client, ...nothing, LogoAssetID: AssetID! }, 'UnknownAsset')
  await purge(db, later)
  const [row] = await db`select 1 from images where client_id = ${world.client.clientId} and public_id = ${AssetID!}`
  assert.equal(row, undefined)
})

test('the logo of a deleted client stays at its address', async () => {
  const { AssetID, Url } = await call('Asset.Upload', { ...client, Content: png.toString('base64') })
  await set({ LogoAssetID: AssetID! })
  await db`update clients set deleted_at = now() where id = ${world.client.clientId}`
  try {
    assert.deepEqual(await served(Url!), png)
  } finally {
    await db`update clients set deleted_at = null where id = ${world.client.clientId}`
  }
})

test('an image that is large, deleted, unknown or another client’s is no logo', async () => {
  const large = await picture('image/png', 60, 40)
  const { AssetID } = await call('Asset.Upload', { ...client, Content: large.toString('base64') })
  await db`update images set size = 500001 where client_id = ${world.client.clientId} and public_id = ${AssetID!}`
  const theirs = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId }
  const foreign = await call('Asset.Upload', { ...theirs, Content: png.toString('base64') })
  const photo = await picture('image/jpeg', 8, 8)
  const deleted = await call('Asset.Upload', { ...client, Content: photo.toString('base64') })
  await call('Asset.Delete', { ...client, AssetID: deleted.AssetID! })
  const cases: readonly (readonly [Given, RefusalName])[] = [
    [{ LogoAssetID: AssetID! }, 'InvalidLogo'],
    [{ LogoAssetID: foreign.AssetID! }, 'UnknownAsset'],
    [{ LogoAssetID: deleted.AssetID! }, 'UnknownAsset'],
    [{ LogoAssetID: '0'.repeat(32) }, 'UnknownAsset'],
    [{ LogoAssetID: 'x' }, 'UnknownAsset'],
    [{ LogoAssetID: AssetID!, LogoUrl: `${web.url}/logo.png` }, 'InvalidLogo'],
  ]
  for (const [given, refusal] of cases)
    await refused('Client.SetBranding', { ...client, ...nothing, ...given }, refusal)
})

test('what is wrong is refused and leaves what was', async () => {
  await set({ LogoUrl: `${web.url}/logo.png`, PrimaryColor: '#1f4fa3', FooterText: 'as it was' })
  const was = await get()
  const refusals: readonly (readonly [Given, RefusalName])[] = [
    [{ PrimaryColor: 'red' }, 'InvalidColor'],
    [{ BackgroundColor: '#12345' }, 'InvalidColor'],
    [{ PrimaryColor: '#000;} body { display: none' }, 'InvalidColor'],
    [{ PrimaryColor: '#ffe08a' }, 'InsufficientContrast'],
    [{ PrimaryColor: '#1f4fa3', BackgroundColor: '#14213d' }, 'InsufficientContrast'],
    [{ BackgroundColor: '#777' }, 'InsufficientContrast'],
    [{ LogoUrl: 'logo.png' }, 'InvalidLogo'],
    [{ LogoUrl: 'file:///etc/passwd' }, 'InvalidLogo'],
    [{ LogoUrl: `${web.url}/nowhere.png` }, 'InvalidLogo'],
    [{ LogoUrl: `${web.url}/logo.svg` }, 'InvalidLogo'],
    [{ LogoUrl: `${web.url}/page.png` }, 'InvalidLogo'],
    [{ LogoUrl: `${web.url}/font.png` }, 'InvalidLogo'],
    [{ LogoUrl: `${web.url}/large.png` }, 'InvalidLogo'],
    [{ ImprintUrl: 'javascript:alert(1)' }, 'InvalidParameter'],
    [{ ImprintUrl: 'https://user:secret@x.example/' }, 'InvalidParameter'],
    [{ ConfirmationFromEmail: 'Bloom <hello@bloom.example>' }, 'InvalidFromEmail'],
    [{ ConfirmationFromEmail: 'hello@bloom.example\r\nBcc: x@y.example' }, 'InvalidFromEmail'],
    [{ ConfirmationFromName: 'Bloom\r\nBcc: x@y.example' }, 'InvalidCharacters'],
    [{ FooterText: 'a\u0007b' }, 'InvalidCharacters'],
    [{ FooterText: 'x'.repeat(501) }, 'ValueTooLong'],
    [{ FooterText: 'Leave: [unsubscribe]' }, 'InvalidWording'],
    [{ PostalAddress: 'x'.repeat(301) }, 'ValueTooLong'],
    [wording('Hello [firstname]'), 'InvalidWording'],
    [wording('Hello [list,fallback=x]'), 'InvalidWording'],
    [wording('x', { Title: 'About [list]' }), 'InvalidWording'],
    [wording('x', { Title: 'x'.repeat(101) }), 'ValueTooLong'],
    [wording('x', { Title: 'a\nb' }), 'InvalidCharacters'],
    [wording('x', { Language: 'da' }), 'InvalidLanguage'],
    [wording('x', { Language: null }), 'InvalidLanguage'],
    [{ Wordings: [...wording('x').Wordings, ...wording('y').Wordings] }, 'InvalidWording'],
  ]
  for (const [given, refusal] of refusals) {
    await refused('Client.SetBranding', { ...client, ...nothing, ...given }, refusal)
    assert.deepEqual(await get(), was, JSON.stringify(given).slice(0, 100))
  }
})

test('too little contrast is refused with what was measured, and what would do is accepted', async () => {
  const faint: readonly Given[] = [
    { PrimaryColor: '#ffe08a' },
    { PrimaryColor: '#1f4fa3', BackgroundColor: '#14213d' },
    { BackgroundColor: '#777777' },
  ]
  for (const given of faint) {
    let said = ''
    await assert.rejects(set(given), (error: Error & { detail?: string }) => {
      said = error.detail ?? ''
      return true
    })
    const [, ratio, suggestion] = /(\d+\.\d\d):1.*4\.5:1 is needed.* (#[0-9a-f]{6}) would do\./.exec(said) ?? []
    assert.ok(Number(ratio) < 4.5, said)
    await set({ ...given, [given.PrimaryColor ? 'PrimaryColor' : 'BackgroundColor']: suggestion })
  }
})

test('a client’s own login reads it and does not set it; another account finds no such client', async () => {
  assert.equal((await call('Client.GetBranding', { ...client, ApiKey: world.clientKey })).LogoUrl, '')
  await refused('Client.SetBranding', { ...client, ...nothing, ApiKey: world.clientKey }, 'AccessDenied')
  for (const name of ['Client.SetBranding', 'Client.GetBranding'] as const)
    await refused(name, { ...client, ...nothing, ApiKey: other.accountKey }, 'InvalidClientId')
})

test('the database refuses an invalid colour', async () => {
  await assert.rejects(
    db`update client_brandings set primary_color = '#000;}' where client_id = ${world.client.clientId}`,
    /client_brandings_primary_color_check/,
  )
})
