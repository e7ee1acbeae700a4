/** Approval before sending, over real HTTP: asked for by a program, given by a person in a browser, refused on every wire until then. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { addPerson, type Browser, signedIn } from './harness/console.ts'
import { assertRefused, call, wiresOf } from './harness/dial.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { until } from './harness/until.ts'

let service: TestService
let rosa: Browser
let carla: Browser
let ClientID: string
let ListID: string
before(async () => {
  service = await startTestService()
  const client = { CompanyName: 'Bloom', ContactName: 'Carla', EmailAddress: 'carla@client.example' }
  ClientID = await ask('Client.Create', { ...client, Country: 'Germany', Timezone: 'Europe/Berlin' })
  ListID = await ask('List.Create', { ClientID, Title: 'News', ConfirmOptIn: false })
  await ask('Subscriber.Add', { ListID, Email: 'ada@reader.example', Name: '' })
  await ask('Client.SetApproval', { ClientID, Required: true })
  await ask('Client.SetStopSeconds', { ClientID, StopSeconds: 1 })
  const [row] = await service.db`select account_id, id from clients where public_id = ${ClientID}`
  const grant = { accountId: row!.accountId as number, clientId: row!.id as number }
  const person = await addPerson(service.db, { ...grant, role: 'Client' })
  rosa = await signedIn(service.url, person)
  carla = await signedIn(service.url, await addPerson(service.db, { accountId: grant.accountId, role: 'Manager' }))
  for (const browser of [rosa, carla]) await by(browser, 'Person.SetPreferences', { Notifications: ['ApprovalAsked'] })
})
after(() => service?.stop())

// biome-ignore lint/suspicious/noExplicitAny: whatever the operation answers
async function ask(operation: string, params: object): Promise<any> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, JSON.stringify(value))
  return value
}

async function by(browser: Browser, operation: string, params: object) {
  const { status, value } = await browser.call(operation, params)
  assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
  return value
}

const draft = (Name: string) =>
  by(carla, 'Campaign.CreateDraft', {
    ClientID,
    Name,
    Subject: Name,
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'carla@client.example',
    Audience: { ListIDs: [ListID], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content: { Kind: 'Html', Html: '<p>News <unsubscribe>leave</unsubscribe></p>' },
  })
const order = (CampaignID: string) => ({
  CampaignID,
  ConfirmationEmail: 'carla@client.example',
  SendDate: 'Immediately',
})

/** Mails in the outbox whose subject holds a text. */
async function mails(subject: string) {
  const outbox = join(service.dataFolder, 'outbox')
  const names = await readdir(outbox, { recursive: true }).catch(() => [])
  const all = await Promise.all(
    names.filter(name => name.endsWith('.eml')).map(async name => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return all.filter(mail => mail.subject?.includes(subject))
}

test('nothing is sent until a person has approved it; each is mailed once', async () => {
  const { CampaignID } = await draft('Tulips')
  await by(carla, 'Campaign.RequestApproval', { CampaignID, Revision: 1, Comment: 'Have a look' })
  for (const wire of wiresOf('Campaign.Send')) {
    const params = { ApiKey: service.login.apiKey, ...order(CampaignID) }
    assertRefused(wire, 'Campaign.Send', await call(service.url, wire, 'Campaign.Send', params), 'ApprovalRequired')
  }
  const early = await carla.call('Campaign.Send', order(CampaignID))
  assert.deepEqual([early.status, early.value.code], [409, 367])
  const own = await carla.call('Campaign.Approve', { CampaignID, Revision: 1 })
  assert.deepEqual([own.status, own.value.code], [403, 374])
  const byKey = await service.call('Campaign.Approve', { CampaignID, Revision: 1 })
  assert.deepEqual([byKey.status, (byKey.value as { code: number }).code], [403, 103])
  await until(async () => (await mails('asks you to approve')).length > 0, 'the mail that asks is there')

  await by(rosa, 'Campaign.Approve', { CampaignID, Revision: 1, Comment: 'Lovely' })
  await by(carla, 'Campaign.Send', order(CampaignID))
  await until(async () => (await ask('Campaign.GetProgress', { CampaignID })).State === 'Sent', 'it is sent')
  await until(async () => (await mails('approved: Tulips')).length > 0, 'the mail of the approval is there')
  const [asked, ...others] = await mails('asks you to approve')
  assert.deepEqual(others, [], 'the one who asked is not asked')
  assert.match(asked!.text!, /Have a look/)
  assert.match(asked!.text!, /Number of recipients at present: 1\n/)
  assert.equal((await mails('approved: Tulips')).length, 1)
  assert.equal((await mails('Tulips')).filter(({ to }) => to?.[0]?.address === 'ada@reader.example').length, 1)
})

test('what changes between approval and the end of the minute is not sent', async () => {
  const { CampaignID } = await draft('Roses')
  await by(carla, 'Campaign.RequestApproval', { CampaignID, Revision: 1 })
  await by(rosa, 'Campaign.Approve', { CampaignID, Revision: 1 })
  await by(carla, 'Campaign.Send', order(CampaignID))
  const tags = { Source: 'newsletter', Medium: '', Campaign: '', Term: '', Content: '' }
  await by(carla, 'Client.SetUtmTags', { ClientID, Tags: tags })
  await until(async () => (await ask('Campaign.GetProgress', { CampaignID })).State === 'Draft', 'it is a draft again')
  assert.deepEqual(
    await mails('Roses').then(all => all.filter(({ to }) => to?.[0]?.address === 'ada@reader.example')),
    [],
  )
  const types = (await ask('Event.List', { ClientID, Since: -1, Limit: 0 })).map(({ Type }: { Type: string }) => Type)
  assert.ok(types.includes('campaign.approval_requested') && types.includes('campaign.approved'))
})
