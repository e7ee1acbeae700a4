import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gif, png } from '../../test/harness/images.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { serveWeb } from '../../test/harness/web.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { branding } from './branding.ts'

const { db, world, other, call, refused } = await operationsTest(branding, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
}))
const web = await serveWeb({
  '/logo.png': { type: 'image/png', body: png },
  '/logo.gif': { type: 'text/html', body: gif },
  '/logo.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>' },
  '/page.png': { type: 'image/png', body: '<html><script>x()</script></html>' },
  '/large.png': { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(500_000)]) },
  '/font.png': { type: 'image/png', body: Buffer.from('wOF2 and more') },
})
after(() => web.close())

type Given = Partial<ParamsOf<'Client.SetBranding'>>
const client = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const nothing = {
  LogoUrl: null,
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
  LogoImageUrl: '',
  PrimaryColor: '',
  BackgroundColor: '',
  FooterText: '',
  PostalAddress: '',
  ImprintUrl: '',
  ConfirmationFromName: '',
  ConfirmationFromEmail: '',
  Wordings: [],
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
  } as const
  await set(given)
  const { LogoImageUrl, ...read } = await get()
  assert.match(LogoImageUrl ?? '', new RegExp(`/logo/${client.ClientID}\\?v=\\d{13}$`))
  assert.deepEqual(read, {
    ...given,
    PrimaryColor: '#9a3412',
    BackgroundColor: '#ffffee',
    FooterText: 'One\ntwo',
    Wordings: [{ Page: 'Confirm', Language: 'de', Title: 'Fast', Text: '[list] von [CLIENT]?' }],
  })
  await set({})
  assert.deepEqual(await get(), empty)
  const [row] = await db`select logo_type, logo_bytes from client_brandings where client_id = ${world.client.clientId}`
  assert.deepEqual({ ...row }, { logoType: null, logoBytes: null })
})

test('a logo is fetched once: the same URL keeps the copy, another one is fetched', async () => {
  await set({ LogoUrl: `${web.url}/logo.png` })
  const before = web.asked.length
  await set({ LogoUrl: `${web.url}/logo.png`, PrimaryColor: '#000' })
  assert.equal(web.asked.length, before)
  await set({ LogoUrl: `${web.url}/logo.gif` })
  const [row] = await db`select logo_type, logo_bytes from client_brandings where client_id = ${world.client.clientId}`
  assert.deepEqual([row!.logoType, row!.logoBytes], ['image/gif', gif], 'what it is, not what its server calls it')
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

test('the database itself takes no colour that is none', async () => {
  await assert.rejects(
    db`update client_brandings set primary_color = '#000;}' where client_id = ${world.client.clientId}`,
    /client_brandings_primary_color_check/,
  )
})
