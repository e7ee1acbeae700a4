/** The example, against a real service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient, type Lettershop } from 'lettershop/client'
import { startTestService, type TestService } from '../test/harness/service.ts'
import { seen } from '../test/harness/until.ts'
import { serveWeb, type TestWeb } from '../test/harness/web.ts'
import type * as Example from './sign-up.ts'

let service: TestService
let pages: TestWeb
let lettershop: Lettershop
let example: typeof Example
const ids = { client: '', list: '' }
before(async () => {
  service = await startTestService()
  pages = await serveWeb({ '/letter.html': { body: '<html><body><p>Hello</p></body></html>' } })
  lettershop = createClient({ url: service.url, key: service.login.apiKey })
  ids.client = await lettershop.call('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Ina',
    EmailAddress: 'ina@bloom.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  ids.list = await lettershop.call('List.Create', { ClientID: ids.client, Title: 'News', ConfirmOptIn: false })
  process.env.LETTERSHOP_URL = service.url
  process.env.LETTERSHOP_API_KEY = service.login.apiKey
  process.env.LIST_ID = ids.list
  example = await import('./sign-up.ts') // reads them when it is loaded
})
after(async () => {
  await pages.close()
  await service.stop()
})

/** As a browser posts the form. */
function post(...fields: [name: string, value: string][]): Promise<Response> {
  const body = new URLSearchParams(fields)
  return example.signUp(new Request('http://shop.example/sign-up', { method: 'POST', body }))
}

test('the form subscribes a visitor', async () => {
  const response = await post(['email', 'Kim@People.example'], ['name', 'Kim Ö'])
  assert.deepEqual([response.status, await response.text()], [200, 'Thank you. You are on the list.'])
  const query = { ListID: ids.list, EmailAddress: 'kim@people.example' }
  const { State, Name } = await lettershop.call('Subscribers.GetSingleSubscriber', query)
  assert.deepEqual({ State, Name }, { State: 'Active', Name: 'Kim Ö' })
})

test('what is no address is answered with a sentence, and subscribes nothing', async () => {
  const count = async () => (await lettershop.call('List.GetStats', { ListID: ids.list })).TotalActiveSubscribers
  const before = await count()
  for (const field of [
    ['email', 'kim'],
    ['email', ''],
    ['name', 'Kim'],
  ] as const) {
    const response = await post([...field])
    assert.deepEqual([response.status, await response.text()], [400, 'This is not an email address.'])
  }
  assert.equal(await count(), before)
})

test('any other refusal is left to the website', async () => {
  const query = { ListID: ids.list, Email: 'left@people.example' }
  await lettershop.call('Subscriber.Add', query)
  await lettershop.call('Subscriber.Unsubscribe', query)
  await assert.rejects(post(['email', query.Email]), { name: 'LettershopError', code: 206 })
})

test('the progress of a campaign is printed from its draft to its end', async () => {
  const CampaignID = await lettershop.call('Campaign.Create', {
    ClientID: ids.client,
    CampaignName: 'First',
    CampaignSubject: 'Hello',
    FromName: 'Bloom',
    FromEmail: 'news@bloom.example',
    ReplyTo: 'news@bloom.example',
    HtmlUrl: `${pages.url}/letter.html`,
    SubscriberListIDs: [ids.list],
  })
  assert.equal(await example.progress(CampaignID), 'Draft: 0 of 0 accepted')
  const SendDate = 'Immediately'
  await lettershop.call('Campaign.Send', { CampaignID, ConfirmationEmail: 'ina@bloom.example', SendDate })
  const shown = await seen(
    'it is sent',
    () => example.progress(CampaignID),
    progress => progress.startsWith('Sent'),
  )
  const { TotalActiveSubscribers: members } = await lettershop.call('List.GetStats', { ListID: ids.list })
  assert.equal(shown, `Sent: ${members} of ${members} accepted`)
})

test('the example has about twenty lines of code', () => {
  // not as one name: that names a program to start (test/harness/bundle.mjs)
  const code = readFileSync(join(import.meta.dirname, '.', 'sign-up.ts'), 'utf8').split('\n')
  assert.ok(code.filter(line => line.trim() !== '' && !line.trim().startsWith('/**')).length <= 22)
})
