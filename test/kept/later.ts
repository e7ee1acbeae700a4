/**
 * What programs of schema 11 to 56 keep besides, for `make.ts`: people and sessions, drafts with their revisions and approvals, images,
 * imports, exports, bulk changes, erasures, backups.
 */
import assert from 'node:assert/strict'
import { openBrowser } from '../harness/console.ts'
import type { Program } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import { upload } from '../harness/uploads.ts'

export interface Earlier {
  readonly bloom: string
  readonly second: string
  readonly news: string
  readonly waiting: string
  readonly spring: string
  readonly pixel: Buffer
  readonly admin: { readonly SiteUrl: string; readonly Username: string; readonly Password: string }
  /** Runs a command of the program. */
  command(...args: readonly string[]): Promise<unknown>
}

const page = { Cursor: '', Limit: 100 }

export async function playLater(program: Program, earlier: Earlier): Promise<void> {
  await playPeople(program, earlier)
  await playContent(program, earlier)
  await playLists(program, earlier)
  await playFiles(program, earlier)
  await earlier.command('pause', 'jobs/exports', '--reason', 'The disk is slow')
}

async function playPeople({ call, url }: Program, { bloom, admin }: Earlier): Promise<void> {
  const browser = openBrowser(url)
  const signedIn = { ...admin, Device: 'Office' }
  assert.equal((await browser.call('Session.SignIn', signedIn)).status, 200)
  assert.notEqual((await openBrowser(url).call('Session.SignIn', { ...signedIn, Password: 'wrong' })).status, 200)
  await call('Person.Invite', {
    ...{ EmailAddress: 'anna@agency.example', Name: 'Anna', Language: 'en' },
    Grants: [{ Role: 'Manager', ClientID: bloom }],
  })
  const scopes = { Scopes: ['WriteAudience'], ClientIDs: [bloom], Networks: [] }
  await call('Key.Create', { Label: 'Shop', ExpiresDate: '', ...scopes })
  await call('Account.GetOverview', page)
  await call('Person.AddToTeam', {
    ...{ ClientID: bloom, EmailAddress: 'rosa@bloom.example', Name: 'Rosa', AccessLevel: 63 },
  })
}

async function playContent(
  { call, url, apiKey }: Program,
  { bloom, news, waiting, spring, pixel, admin }: Earlier,
): Promise<void> {
  const sender = { FromName: 'Rosa', FromEmail: 'rosa@bloom.example', ReplyTo: 'rosa@bloom.example' }
  await call('Sender.Save', { ClientID: bloom, ...sender })
  await call('TestGroup.Create', { ClientID: bloom, Name: 'The team', Addresses: ['carla@bloom.example'] })
  const { Url } = await call<{ Url: string }>('Asset.Upload', {
    ...{ ClientID: bloom, UploadID: '', Name: 'rose.png', Content: pixel.toString('base64') },
  })
  const Html = `<html><body><h1>Autumn</h1><img src="${Url}"><unsubscribe>Leave</unsubscribe></body></html>`
  const { CampaignID, Revision } = await call<{ CampaignID: string; Revision: number }>('Campaign.CreateDraft', {
    ...{ ClientID: bloom, Name: 'Autumn', Subject: 'Autumn is here', ...sender, Preheader: 'Leaves' },
    Audience: { ListIDs: [news], ExcludedListIDs: [waiting] },
    Content: { Kind: 'Html', Html, Text: 'Autumn. Leave: [unsubscribe]' },
  })
  const changed = await call<{ Revision: number }>('Campaign.UpdateDraft', {
    ...{ CampaignID, Revision, Subject: 'Autumn is here, at last' },
  })
  const browser = openBrowser(url)
  await browser.call('Session.SignIn', { ...admin, Device: 'Office' })
  const edited = await browser.call('Campaign.SetEditing', { CampaignID, Editing: true })
  assert.equal(edited.status, 200, JSON.stringify(edited.value))
  await call('Campaign.Preview', { CampaignID, PersonalizeAs: '' })
  await call('Campaign.AddComment', { CampaignID, Text: 'Lovely', Revision: changed.Revision, Place: '' })
  await call('Campaign.RequestApproval', { CampaignID, Revision: changed.Revision, Comment: 'By Friday, please' })
  await call('Campaign.Duplicate', { CampaignID, Name: 'Autumn, once more' })
  const pattern = Html.replace('<h1>Autumn</h1>', '<singleline>Title</singleline>')
  await call('Template.CreateFromContent', { ClientID: bloom, Name: 'Plain', Html: pattern, Mjml: '', UploadID: '' })
  await call('Client.SetBranding', {
    ...{ ClientID: bloom, LogoUrl: '', PrimaryColor: '#aa3366', BackgroundColor: '', FooterText: 'You signed up.' },
    ...{ PostalAddress: 'Canal 1, Amsterdam', ImprintUrl: '', ConfirmationFromName: '', ConfirmationFromEmail: '' },
    Wordings: [],
  })
  await call('Report.Share', { CampaignID: spring, Label: 'For the board', ExpiresDate: '', Language: 'en' })
  await call('Campaign.GetDomains', { CampaignID: spring })
  await until(
    async () => JSON.stringify(await call('Campaign.GetDomains', { CampaignID: spring })).includes('readers.example'),
    'the domains are counted',
  )
  const again = await call<string>('List.Create', {
    ...{ ClientID: bloom, Title: 'Deleted', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
  })
  await call('List.Delete', { ListID: again })
  const asked = await fetch(`${url}/api/json/TestGroup.Create`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${apiKey}`,
      'Idempotency-Key': 'kept-installation-1',
    },
    body: JSON.stringify({ ClientID: bloom, Name: 'Once', Addresses: ['sam@bloom.example'] }),
  })
  assert.equal(asked.status, 200, await asked.text())
}

async function playLists({ call }: Program, { bloom, news }: Earlier): Promise<void> {
  const list = (Title: string) => ({
    ...{ ClientID: bloom, Title, UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
  })
  await call('Suppression.AddToAccount', { EmailAddress: 'nowhere@readers.example' })
  await call('Suppression.Add', { ClientID: bloom, ListID: news, EmailAddress: 'elsewhere@readers.example' })
  const ListID = await call<string>('List.Create', list('Garden'))
  await call('List.CreateCustomField', { ListID, FieldName: 'City', DataType: 'Text', Options: '' })
  for (let n = 1; n <= 6; n++)
    await call('Subscriber.Add', { ListID, Email: `gardener${n}@gardens.example`, Name: `Gardener ${n}` })
  const ChangeID = await call<string>('BulkChange.Create', {
    ...{ ListID, Action: 'SetField', CreateFields: false, Domain: 'gardens.example', Subscribers: 6 },
    ...{ Key: 'City', Values: ['Kiel'] },
  })
  await until(
    async () => JSON.stringify(await call('BulkChange.Get', { ClientID: bloom, ChangeID })).includes('"Done"'),
    'the change is done',
  )
}

async function playFiles({ call, url, apiKey }: Program, { bloom, waiting, news, command }: Earlier): Promise<void> {
  const rows = Array.from({ length: 8 }, (_, n) => `imported${n}@readers.example,Imported ${n}`)
  const csv = `Email,Name\n${rows.join('\n')}\nno address,Nameless\n`
  const { value } = await upload(url, bloom, csv, { key: apiKey, fileName: 'people.csv' })
  const consent = { ConsentSource: 'The shop', ConsentDate: '2024-05-01', ConsentWording: 'Yes, send me the letter' }
  const given = { ListID: waiting, UploadID: value.UploadID, ...consent }
  const ImportID = await call<string>('Import.Create', given)
  const job = { ClientID: bloom, ImportID }
  const reaches = (state: string) =>
    until(async () => (await call<{ State: string }>('Import.Get', job)).State === state, `the import is ${state}`)
  await reaches('Mapping')
  await call('Import.SetMapping', { ...job, DefaultState: 'Unconfirmed' })
  await call('Import.Judge', job)
  await reaches('Judged')
  await call('Import.Commit', job)
  await reaches('Done')
  const { Recipients } = await call<{ Recipients: number }>('Import.CountUnconfirmed', job)
  await call('Import.AskUnconfirmed', { ...job, Recipients })
  const other = await upload(url, bloom, csv, { key: apiKey, fileName: 'kept for later.csv' })
  assert.equal(other.status, 200)
  const ExportID = await call<string>('Export.Create', {
    ...{ ClientID: bloom, Kind: 'Subscribers', ListID: news, Format: 'Csv', Gzip: false },
  })
  await until(
    async () => JSON.stringify(await call('Export.Get', { ClientID: bloom, ExportID })).includes('"Done"'),
    'the export is made',
  )
  await call('Erasure.Create', { ClientID: bloom, Email: 'reader17@readers.example' })
  await until(
    async () => JSON.stringify(await call('Erasure.List', { ClientID: bloom, ...page })).includes('"Done"'),
    'the contact is erased',
  )
  // exports from before an erasure are deleted
  await call('Export.Create', { ClientID: bloom, Kind: 'Subscribers', ListID: news, Format: 'Csv', Gzip: true })
  await until(
    async () => JSON.stringify(await call('Export.List', { ClientID: bloom, ...page })).includes('"Done"'),
    'an export is kept',
  )
  await command('backup', 'schedule', '--at', '03:10', '--folder', '/tmp', '--keep', '7', '--plain')
}
