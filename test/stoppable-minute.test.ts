/** What a person sends at once can be stopped for a while; what a program sends goes out at once. Over real HTTP, to a real outbox. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { addPerson, type Browser, signedIn } from './harness/console.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { until } from './harness/until.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

let service: TestService
let web: TestWeb
let browser: Browser
let ClientID: string
let ListID: string
before(async () => {
  web = await serveWeb({ '/letter.html': { body: '<p>News</p><unsubscribe>leave</unsubscribe>' } })
  service = await startTestService()
  const client = { CompanyName: 'Bloom', ContactName: 'Carla', EmailAddress: 'carla@client.example' }
  ClientID = await ask('Client.Create', { ...client, Country: 'Germany', Timezone: 'Europe/Berlin' })
  ListID = await ask('List.Create', { ClientID, Title: 'News', ConfirmOptIn: false })
  await ask('Subscriber.Add', { ListID, Email: 'ada@reader.example', Name: '' })
  const [account] = await service.db`select id from accounts`
  browser = await signedIn(service.url, await addPerson(service.db, { accountId: account!.id as number }))
})
after(async () => {
  await service?.stop()
  await web?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: whatever the operation answers
async function ask(operation: string, params: object): Promise<any> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, JSON.stringify(value))
  return value
}

async function draft(name: string): Promise<string> {
  return ask('Campaign.Create', {
    ClientID,
    CampaignName: name,
    CampaignSubject: name,
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'carla@client.example',
    HtmlUrl: `${web.url}/letter.html`,
    SubscriberListIDs: [ListID],
  })
}

const order = (CampaignID: string) => ({
  CampaignID,
  ConfirmationEmail: 'carla@client.example',
  SendDate: 'Immediately',
})
const setSeconds = (StopSeconds: number) => ask('Client.SetStopSeconds', { ClientID, StopSeconds })

/** How many mails to the subscriber have this subject; notices to the client have another receiver. */
async function mailsOf(subject: string): Promise<number> {
  const outbox = join(service.dataFolder, 'outbox')
  const names = await readdir(outbox, { recursive: true }).catch(() => [])
  const mails = await Promise.all(
    names.filter(name => name.endsWith('.eml')).map(name => readFile(join(outbox, name), 'utf8')),
  )
  return mails.filter(mail => mail.includes(`Subject: ${subject}\r\n`) && mail.includes('ada@reader.example')).length
}

async function listed(CampaignID: string) {
  const { Campaigns } = await ask('Campaign.List', { ClientID, Limit: 100 })
  return Campaigns.find((one: { CampaignID: string }) => one.CampaignID === CampaignID)
}

async function becomes(CampaignID: string, state: string) {
  await until(async () => (await listed(CampaignID)).State === state, `the campaign is ${state}`)
}

test('what a person sends at once is scheduled, the answer and the lists say for when, and Unschedule stops it', async () => {
  assert.equal((await ask('Client.GetOptions', { ClientID })).StopSeconds, 60)
  const CampaignID = await draft('Stopped')
  const before = Date.now()
  const { status, value } = await browser.call('Campaign.Send', order(CampaignID))
  assert.equal(status, 200, JSON.stringify(value))
  assert.deepEqual([value.Code, value.Message], [0, 'Success'])
  const [row] = await service.db<{ dueAt: Date; local: string }[]>`
    select due_at, to_char(due_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') as local
    from campaigns where public_id = ${CampaignID}`
  assert.equal(value.DueDate, row!.local)
  assert.ok(row!.dueAt.getTime() >= before + 60_000 && row!.dueAt.getTime() <= Date.now() + 60_000)
  const { State, DueDate } = await listed(CampaignID)
  assert.deepEqual([State, DueDate], ['Scheduled', value.DueDate])
  const [next] = (await ask('Client.GetOverview', { ClientID })).Next
  assert.deepEqual([next.CampaignID, next.State, next.DueDate], [CampaignID, 'Scheduled', value.DueDate])
  const [needs] = (await ask('Account.GetOverview', { Limit: 100 })).Clients
  assert.deepEqual([needs.Reasons, needs.NextDate], [['Scheduled'], value.DueDate])

  // stopped, the time passes: what was sent after it arrives, it does not
  await setSeconds(5)
  assert.equal((await browser.call('Campaign.Unschedule', { CampaignID })).status, 200)
  const shortly = await browser.call('Campaign.Send', order(CampaignID))
  assert.equal(shortly.status, 200, JSON.stringify(shortly.value))
  assert.equal((await browser.call('Campaign.Unschedule', { CampaignID })).status, 200)
  const later = await draft('Later')
  assert.equal((await browser.call('Campaign.Send', order(later))).status, 200)
  await becomes(later, 'Sent')
  assert.equal(await mailsOf('Later'), 1)
  assert.equal(await mailsOf('Stopped'), 0)
  assert.equal((await listed(CampaignID)).State, 'Draft')
})

test('a campaign that is not stopped goes out, once', async () => {
  await setSeconds(1)
  const CampaignID = await draft('Not stopped')
  const { value } = await browser.call('Campaign.Send', order(CampaignID))
  assert.match(value.DueDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await becomes(CampaignID, 'Sent')
  assert.equal(await mailsOf('Not stopped'), 1)
  const late = await browser.call('Campaign.Unschedule', { CampaignID })
  assert.equal(late.value.message, 'Campaign is not scheduled')
})

test('what a program sends goes out at once and is answered as ever, on each wire', async () => {
  await setSeconds(600)
  const byJson = await draft('By JSON')
  assert.deepEqual(await ask('Campaign.Send', order(byJson)), { Code: 0, Message: 'Success' })
  const byPost = await draft('By POST')
  const answer = await fetch(`${service.url}/api/api.asmx/Campaign.Send`, {
    method: 'POST',
    body: new URLSearchParams({ ApiKey: service.login.apiKey, ...order(byPost) }),
  })
  const text = await answer.text()
  assert.match(text, /<Code>0<\/Code>\s*<Message>Success<\/Message>\s*<\/Result>/)
  assert.doesNotMatch(text, /DueDate/)
  await becomes(byJson, 'Sent')
  await becomes(byPost, 'Sent')
})

test('with 0 seconds what a person sends begins at once; a date in the future is kept as it is', async () => {
  await setSeconds(0)
  const CampaignID = await draft('Off')
  assert.equal((await browser.call('Campaign.Send', order(CampaignID))).status, 200)
  await becomes(CampaignID, 'Sent')
  await setSeconds(600)
  const dated = await draft('Dated')
  const { value } = await browser.call('Campaign.Send', { ...order(dated), SendDate: '2075-01-01 09:00:00' })
  assert.equal(value.DueDate, '2075-01-01 09:00:00')
})

test('everything is checked when it is sent, not when the time is over', async () => {
  await setSeconds(60)
  const CampaignID = await draft('Checked')
  const { value, status } = await browser.call('Campaign.Send', { ...order(CampaignID), ConfirmationEmail: '' })
  assert.deepEqual([status, value.message], [400, 'Confirmation Email Required'])
  assert.equal((await listed(CampaignID)).State, 'Draft')
})

test('seconds below 0 or above 600 are refused and change nothing', async () => {
  await setSeconds(30)
  for (const StopSeconds of [-1, 601, 2_147_483_647]) {
    const { value, status } = await service.call('Client.SetStopSeconds', { ClientID, StopSeconds })
    assert.deepEqual([status, (value as { code: number }).code], [400, 6])
  }
  assert.equal((await ask('Client.GetOptions', { ClientID })).StopSeconds, 30)
})
