/** What Campaign.Check says of the law of the lists that a campaign goes to, on a real database. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { serveWeb } from '../../../test/harness/web.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { handlers } from '../handlers.ts'

const web = await serveWeb({ '/about': { body: 'About us' } })
after(() => web.close())
const { db, world, call } = await operationsTest(handlers, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
}))
const { clientId } = world.client
const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }
const list = { ...key, ListID: world.list.listPublicId }
const leftOut = { Tracking: null, Personalising: null, Hygiene: null, AnonymousOpens: null }
type Law = ParamsOf<'List.SetConsentRules'>['Law']

await db`
  insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, basis, basis_until)
  values
    (${clientId}, ${world.list.listId}, 'a@r.example', 'a@r.example', '', 'Active', now(), now(), null, null),
    (${clientId}, ${world.list.listId}, 'b@r.example', 'b@r.example', '', 'Active', now(), now(), 'express', null),
    (${clientId}, ${world.list.listId}, 'c@r.example', 'c@r.example', '', 'Active', now(), now(), 'implied', current_date + 9)`

const legal = new Set([
  ...['TrackingWithoutConsent', 'PostalAddressMissing', 'ImprintMissing', 'SenderNotIdentified', 'BasisMissing'],
  ...['PreferencesLinkAdded', 'ImpliedConsentEnds', 'BasisNotCounted'],
])
const exit = '<unsubscribe>Leave us</unsubscribe>'

async function draft(Html: string, change: object = {}) {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...{ ...client, Name: null, Subject: 'News', FromName: 'Rosa', FromEmail: 'rosa@bloom.example' },
    ...{ ReplyTo: 'rosa@bloom.example', Preheader: null, Tracking: null, Utm: null },
    Audience: { ListIDs: [list.ListID], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content: { ...noContent, Kind: 'Html', Html },
    ...change,
  } as unknown as ParamsOf<'Campaign.CreateDraft'>) // what is left out is null
  return { ...key, CampaignID: CampaignID! }
}

interface Found {
  readonly Code: string
  readonly Severity: string
  readonly Message: string
  readonly Detail: string | null
}
const check = async (campaign: Awaited<ReturnType<typeof draft>>) => {
  const { Findings, Ready } = await call('Campaign.Check', campaign)
  const found = (Findings as readonly Found[]).filter(({ Code }) => legal.has(Code))
  return { found, codes: found.map(({ Code }) => Code), Ready }
}
const choose = (law: Law, change: object = {}) =>
  call('List.SetConsentRules', { ...list, ...leftOut, Law: law, ...change })

const noBranding = {
  ...{ LogoUrl: '', LogoAssetID: '', PrimaryColor: '', BackgroundColor: '', FooterText: '', PostalAddress: '' },
  ...{ ImprintUrl: '', ConfirmationFromName: '', ConfirmationFromEmail: '', Wordings: [] },
}
const brand = (change: Partial<typeof noBranding>) =>
  call('Client.SetBranding', { ...client, ...noBranding, ...change })

beforeEach(() => db`delete from client_brandings where client_id = ${clientId}`)

test('a list without a profile adds no finding, whatever the letter lacks', async () => {
  await choose('other', { Tracking: 'Always' })
  assert.deepEqual((await check(await draft(`<p>Hi</p>${exit}`))).codes, [])
})

test('the address that is missing is a warning that can be acknowledged, with what to do', async () => {
  await choose('US')
  const campaign = await draft(`<p>Hi</p>${exit}`)
  const { found } = await check(campaign)
  assert.deepEqual(
    found.map(({ Code, Severity, Detail }) => [Code, Severity, Detail]),
    [
      ['PostalAddressMissing', 'Warning', `${await title()} (US)`],
      ['SenderNotIdentified', 'Warning', `${await title()} (US)`],
    ],
  )
  for (const { Message } of found) assert.match(Message, /\. Add it/)
  await call('Campaign.AcknowledgeWarnings', { ...campaign, Codes: ['PostalAddressMissing', 'SenderNotIdentified'] })
  assert.equal((await check(campaign)).found.length, 2)
})

test('the address of the branding counts where the letter has it, and nowhere else', async () => {
  await choose('US')
  await brand({ PostalAddress: 'Bloom & Sons\n12 Garden Lane\nSampleton' })
  const lacking = await check(await draft(`<p>Hi</p><preferences>P</preferences>${exit}`))
  assert.ok(lacking.codes.includes('PostalAddressMissing'))
  const letter = `<p>Bloom &amp; Sons<br>12 Garden&nbsp;Lane, Sampleton</p>${exit}`
  assert.deepEqual((await check(await draft(letter))).codes, [])
  // a letter without a way out gets it with the footer of the branding
  assert.deepEqual((await check(await draft('<p>Hi</p>'))).codes, [])
})

test('the From name that is the company’s, and an imprint of the branding, are enough for Germany', async () => {
  await choose('DE')
  await brand({ ImprintUrl: `${web.url}/about` })
  const lacking = await check(await draft(`<p>Hi</p>${exit}`))
  assert.deepEqual(lacking.codes, ['ImprintMissing', 'SenderNotIdentified', 'PreferencesLinkAdded'])
  const letter = `<a href="${web.url}/about">About us</a><trackingpreferences>T</trackingpreferences>${exit}`
  assert.deepEqual((await check(await draft(letter, { FromName: world.clientName }))).codes, [])
})

test('tracking everyone is a finding in France until the list or the campaign says otherwise', async () => {
  await choose('FR', { Tracking: 'Always' })
  const letter = `<p>${world.clientName}</p><preferences>P</preferences>${exit}`
  const campaign = await draft(letter)
  assert.deepEqual((await check(campaign)).codes, ['TrackingWithoutConsent'])
  assert.equal((await check(campaign)).Ready, false)
  const silent = await draft(letter, { Tracking: { Opens: false, Clicks: false } })
  assert.deepEqual((await check(silent)).codes, [])
  await db`update campaigns set asks_for_consent = true where public_id = ${campaign.CampaignID}`
  assert.deepEqual((await check(campaign)).codes, [])
  await db`update campaigns set asks_for_consent = false where public_id = ${campaign.CampaignID}`
  await choose('FR')
  assert.deepEqual((await check(campaign)).codes, [])
})

test('memberships without a basis, and consent that ends, are counted in Canada', async () => {
  await choose('CA')
  const letter = `<p>${world.clientName}, 111 Wellington Street, Ottawa ON K1A 0A9</p><preferences>P</preferences>${exit}`
  const { found } = await check(await draft(letter))
  assert.deepEqual(
    found.map(({ Code, Severity, Detail }) => [Code, Severity, Detail]),
    [
      ['BasisMissing', 'Warning', `${await title()} (CA): 1`],
      ['ImpliedConsentEnds', 'Note', `${await title()} (CA): 1`],
    ],
  )
})

test('a deleted list and a list that is only excluded have no say', async () => {
  await choose('other')
  const excluded = await call('List.Create', {
    ...{ ...client, Title: 'Left out', UnsubscribePage: null, ConfirmOptIn: false, ConfirmationSuccessPage: null },
  })
  await call('List.SetConsentRules', { ...key, ListID: excluded, ...leftOut, Law: 'US' })
  const Audience = { ListIDs: [list.ListID], Segments: [], ExcludedListIDs: [excluded], ExcludedSegments: [] }
  assert.deepEqual((await check(await draft(`<p>Hi</p>${exit}`, { Audience }))).codes, [])
})

test('the check of a list with a profile changes nothing', async () => {
  await choose('CA')
  const campaign = await draft(`<p>Hi</p>${exit}`)
  const rows = () =>
    db`select l.*, (select count(*) from campaigns) as campaigns from lists l where l.id = ${world.list.listId}`
  const before = await rows()
  await check(campaign)
  assert.deepEqual(await rows(), before)
})

async function title() {
  return (await call('List.GetDetail', list)).Title
}
