/**
 * A campaign from an empty draft to its report, over HTTP as people of an agency work: MJML with an image, two who edit at once, a
 * preview on the other origin, a template's regions and back, an approval, a stop within the minute, and a link for the client.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { addPerson, ask, refuses, signedIn } from './harness/console.ts'
import { picture } from './harness/pictures.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { until } from './harness/until.ts'
import { upload } from './harness/uploads.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service?.stop())

const letter = (image: string, title: string) => `<mjml>
  <mj-head><mj-title>${title}</mj-title></mj-head>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hello [firstname,fallback=friend], ${title} is here.</mj-text>
        <mj-image src="${image}" alt="Tulips" width="300px" href="https://bloom.example/tulips" />
        <mj-button href="https://bloom.example/order">Order</mj-button>
      </mj-column>
    </mj-section>
    <mj-section><mj-column><mj-text><unsubscribe>Leave this list</unsubscribe></mj-text></mj-column></mj-section>
  </mj-body>
</mjml>`

/** Mails to one address, the first one first. */
async function mailsTo(address: string): Promise<readonly Email[]> {
  const outbox = join(service.dataFolder, 'outbox')
  const names = await readdir(outbox, { recursive: true }).catch(() => [])
  const files = names.filter(name => name.endsWith('.eml')).sort()
  const all = await Promise.all(files.map(async name => PostalMime.parse(await readFile(join(outbox, name)))))
  return all.filter(({ to }) => to?.[0]?.address === address)
}

test('from an empty draft to the report', async () => {
  const client = { CompanyName: 'Bloom', ContactName: 'Carla', EmailAddress: 'carla@bloom.example' }
  const key = async (operation: string, params: object) => {
    const { status, value } = await service.call(operation, params)
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const ClientID = (await key('Client.Create', { ...client, Country: 'Germany', Timezone: 'Europe/Berlin' })) as string
  const ListID = (await key('List.Create', { ClientID, Title: 'News', ConfirmOptIn: false })) as string
  for (const [Email, Name] of [
    ['ada@reader.example', 'Ada Lovelace'],
    ['bob@reader.example', ''],
  ])
    await key('Subscriber.Add', { ListID, Email, Name })
  await key('Client.SetApproval', { ClientID, Required: true })
  await key('Client.SetStopSeconds', { ClientID, StopSeconds: 30 })
  const [row] = await service.db`select account_id, id from clients where public_id = ${ClientID}`
  const grant = { accountId: row!.accountId as number, clientId: row!.id as number }
  const join = async (role: string) => signedIn(service.url, await addPerson(service.db, { ...grant, role }))
  const [anna, ben, rosa] = [await join('Designer'), await join('Manager'), await join('Client')]

  // an empty draft, an image for it, and MJML that is half written: it is saved, and the check says where it is wrong
  const { CampaignID } = await ask(anna, 'Campaign.CreateDraft', { ClientID, Name: 'Tulips' })
  assert.equal((await ask(anna, 'Campaign.GetDraft', { CampaignID })).Content, undefined)
  const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = await upload(service.url, ClientID, await picture('image/png', 600, 400), {
    fileName: 'tulips.png',
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.value))
  const image = await ask(anna, 'Asset.Upload', { ClientID, UploadID: sent.value.UploadID, Name: 'Tulips' })
  const half = { Kind: 'Mjml', Mjml: letter(image.Url, 'Spring').replace('</mj-button>', '') }
  const settings = {
    Subject: 'Tulips for [firstname,fallback=you]',
    FromName: 'Carla',
    FromEmail: 'carla@bloom.example',
    ReplyTo: 'carla@bloom.example',
    Audience: { ListIDs: [ListID], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
  }
  await ask(anna, 'Campaign.UpdateDraft', { CampaignID, Revision: 1, ...settings, Content: half })
  const { Findings } = await ask(anna, 'Campaign.Check', { CampaignID })
  assert.match(JSON.stringify(Findings), /line \d+/i)
  const mjml = { Kind: 'Mjml', Mjml: letter(image.Url, 'Spring') }
  await ask(anna, 'Campaign.UpdateDraft', { CampaignID, Revision: 2, Content: mjml })

  // two edit: the second gets both versions and goes on from the present one
  const stale = { CampaignID, Revision: 2, Preheader: 'Fresh from the field' }
  const refusal = await refuses(ben, 'Campaign.UpdateDraft', stale, 'StaleRevision')
  const { Current, Refused } = refusal.data
  assert.deepEqual([Current.Revision, Current.Preheader, Refused.Preheader], [3, '', 'Fresh from the field'])
  await ask(ben, 'Campaign.UpdateDraft', { ...stale, Revision: 3 })

  // a preview as a reader, on the origin of content
  await refuses(anna, 'Campaign.Preview', { CampaignID, PersonalizeAs: 'ada@reader.example' }, 'AccessDenied')
  const preview = await ask(ben, 'Campaign.Preview', { CampaignID, PersonalizeAs: 'ada@reader.example' })
  assert.deepEqual([preview.Revision, preview.Subject], [4, 'Tulips for Ada'])
  assert.notEqual(new URL(preview.HtmlURL).host, new URL(service.url).host)
  const page = await fetch(preview.HtmlURL)
  assert.match(await page.text(), /Hello Ada, Spring is here/)
  assert.match(String(page.headers.get('content-security-policy')), /sandbox/)
  assert.equal((await fetch(`${image.Url}?w=300`)).headers.get('content-type'), 'image/png')

  // the regions of a template instead; then the MJML of before is restored, with its kind
  const TemplateID = await ask(ben, 'Template.CreateFromStarter', { ClientID, Starter: 'Letter', Name: 'Letters' })
  const regions = await ask(anna, 'Template.GetRegions', { TemplateID })
  const region = regions.find(({ Kind }: { Kind: string }) => Kind === 'MultiLine')
  const values = [{ Name: region.Name, Content: '<p>A letter about tulips</p>' }]
  await ask(anna, 'Campaign.UpdateDraft', {
    CampaignID,
    Revision: 4,
    Content: { Kind: 'Regions', TemplateID, Values: values },
  })
  assert.match((await ask(anna, 'Campaign.Preview', { CampaignID, PersonalizeAs: '' })).Text, /A letter about tulips/)
  await ask(anna, 'Campaign.RestoreRevision', { CampaignID, Revision: 4, BasedOn: 5 })
  const restored = await ask(anna, 'Campaign.GetDraft', { CampaignID })
  assert.deepEqual([restored.Revision, restored.Content.Kind, restored.Preheader], [6, 'Mjml', 'Fresh from the field'])

  // an approval of what is there; what changes afterwards is not approved
  const send = { CampaignID, ConfirmationEmail: 'carla@bloom.example', SendDate: 'Immediately' }
  await refuses(ben, 'Campaign.Send', send, 'ApprovalRequired')
  await ask(anna, 'Campaign.RequestApproval', { CampaignID, Revision: 6, Comment: 'Is the photo right?' })
  await ask(anna, 'Campaign.UpdateDraft', { CampaignID, Revision: 6, Preheader: 'Fresh' })
  await refuses(rosa, 'Campaign.Approve', { CampaignID, Revision: 6 }, 'StaleRevision')
  await ask(anna, 'Campaign.RequestApproval', { CampaignID, Revision: 7, Comment: '' })
  await ask(rosa, 'Campaign.AddComment', { CampaignID, Text: 'Lovely', Revision: 7, Place: '' })
  await ask(rosa, 'Campaign.Approve', { CampaignID, Revision: 7, Comment: 'Go' })

  // the minute: it is stopped, nothing has gone out, and it is sent after all
  await ask(ben, 'Campaign.Send', send)
  assert.equal((await ask(ben, 'Campaign.GetProgress', { CampaignID })).State, 'Scheduled')
  await ask(ben, 'Campaign.Unschedule', { CampaignID })
  assert.equal((await ask(ben, 'Campaign.GetProgress', { CampaignID })).State, 'Draft')
  assert.deepEqual(await mailsTo('ada@reader.example'), [])
  await key('Client.SetStopSeconds', { ClientID, StopSeconds: 1 })
  await ask(ben, 'Campaign.Send', send)
  await until(async () => (await ask(ben, 'Campaign.GetProgress', { CampaignID })).State === 'Sent', 'it is sent')

  // the mail is what was approved
  const [mail, ...more] = await mailsTo('ada@reader.example')
  assert.deepEqual(more, [])
  assert.equal(mail!.subject, 'Tulips for Ada')
  for (const part of [/Hello Ada, Spring is here/, /<table/, /tulips\.png|\/files\//, />Leave this list<\/a>/])
    assert.match(mail!.html!, part)
  assert.match(mail!.text!, /Hello Ada, Spring is here/)
  assert.match((await mailsTo('bob@reader.example'))[0]!.text!, /Hello friend/)

  // the client reads the report by a link, until it is revoked
  const shared = await ask(ben, 'Report.Share', { CampaignID, Label: 'Board', ExpiresDate: '', Language: 'en' })
  const path = new URL(shared.URL).pathname
  const report = await fetch(service.url + path)
  const words = (await report.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  assert.equal(report.status, 200)
  for (const part of ['Tulips', 'Tulips for you', 'delivered 2 of 2'])
    assert.ok(words.includes(part), `${part}: ${words}`)
  await ask(ben, 'Report.Revoke', { CampaignID, ReportLinkID: shared.ReportLinkID })
  assert.equal((await fetch(service.url + path)).status, 404)
})
