/** A plugin's life over raw HTTP in every version: list, fields, subscribe, update, webhook, unsubscribe, campaign, reports. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type VersionName, versionNames, versions } from '../../src/contract/rest/versions.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { letterhead, readCreatedId } from './fixtures.ts'

interface SentCampaign {
  readonly CampaignID: string
  readonly WebVersionURL: string
}

interface ListEvent {
  readonly Type: string
  readonly EmailAddress: string
}

let service: TestService
let web: TestWeb
let home: World
/** Events of webhooks, by the identifier of their list. */
const received = new Map<string, ListEvent[]>()
before(async () => {
  service = await startTestService()
  web = await serveWeb({
    '/page': {
      body: '<p>Hello</p><p><a href="https://shop.example/">Shop</a></p><p><unsubscribe>Leave us</unsubscribe></p>',
    },
    '/hook': (request, response) => {
      let body = ''
      request.on('data', chunk => (body += chunk))
      request.on('end', () => {
        const { ListID, Events } = JSON.parse(body) as { ListID: string; Events: ListEvent[] }
        received.set(ListID, [...(received.get(ListID) ?? []), ...Events])
        response.end()
      })
    },
  })
  home = await seed(service.db)
})
after(async () => {
  await service?.stop()
  await web?.close()
})

describe("a plugin's life", () => {
  for (const version of versionNames)
    test(`in ${version}: list, fields, subscribe, update, webhook, unsubscribe, campaign, reports`, async () => {
      const api = restClient(service.url, home.accountKey, version)
      const list = await listWithField(api, version)
      await subscribeAndLeave(api, version, list)
      await until(async () => (received.get(list) ?? []).length >= 5, 'the webhook gets the events')
      assert.deepEqual(
        received.get(list)!.map(({ Type, EmailAddress }) => [Type, EmailAddress.split('@')[0]]),
        [
          ['Subscribe', 'ada'],
          ['Subscribe', 'bob'],
          ['Subscribe', 'cy'],
          ['Update', 'ada'],
          ['Deactivate', 'cy'],
        ],
      )
      const campaign = await sendTo(api, version, list)
      await report(api, version, list, campaign)
    })
})

async function done(answer: ReturnType<RestClient>): Promise<void> {
  const { status, text } = await answer
  assert.deepEqual([status, text], [200, ''])
}

async function listWithField(api: RestClient, version: VersionName): Promise<string> {
  const settings = { Title: `Plugin ${version}`, UnsubscribeSetting: 'OnlyThisList' }
  const list = await readCreatedId(api('POST', `lists/${home.client.clientPublicId}.json`, settings))
  const field = await readCreatedId(
    api('POST', `lists/${list}/customfields.json`, { FieldName: 'Shop', DataType: 'Text' }),
  )
  assert.equal(field, '[Shop]')
  const hook = { Events: ['Subscribe', 'Update', 'Deactivate'], Url: `${web.url}/hook`, PayloadFormat: 'json' }
  await readCreatedId(api('POST', `lists/${list}/webhooks.json`, hook))
  return list
}

async function subscribeAndLeave(api: RestClient, version: VersionName, list: string): Promise<void> {
  const consent = versions[version].consentRequired ? { ConsentToTrack: 'Yes' } : {}
  const address = (name: string) => `${name}@${version}.example`
  const people = `subscribers/${list}`
  for (const Name of ['ada', 'bob', 'cy']) {
    const EmailAddress = address(Name)
    assert.equal(await readCreatedId(api('POST', `${people}.json`, { EmailAddress, Name, ...consent })), EmailAddress)
  }
  const CustomFields = [{ Key: '[Shop]', Value: 'yes' }]
  await done(api('PUT', `${people}.json?email=${address('ada')}`, { CustomFields, ...consent }))
  await done(api('POST', `${people}/unsubscribe.json`, { EmailAddress: address('cy') }))
  const active = (await api('GET', `lists/${list}/active.json`)).body as {
    Results: { CustomFields: unknown }[]
    TotalNumberOfRecords: number
  }
  assert.deepEqual([active.TotalNumberOfRecords, active.Results[0]!.CustomFields], [2, [{ Key: 'Shop', Value: 'yes' }]])
}

async function sendTo(api: RestClient, version: VersionName, list: string): Promise<string> {
  const draft = {
    Name: `From a plugin of ${version}`,
    ...letterhead,
    HtmlUrl: `${web.url}/page`,
    ListIDs: [list],
  }
  const campaign = await readCreatedId(api('POST', `campaigns/${home.client.clientPublicId}.json`, draft))
  const at = { ConfirmationEmail: 'carla@client.example', SendDate: 'Immediately' }
  await done(api('POST', `campaigns/${campaign}/send.json`, at))
  const sent = async () => (await api('GET', `campaigns/${campaign}/summary.json`)).body as { Recipients: number }
  await until(async () => (await sent()).Recipients === 2, 'it goes to both')
  assert.deepEqual(refusalOf(await api('POST', `campaigns/${campaign}/send.json`, at)), [400, 331])
  return campaign
}

async function report(api: RestClient, version: VersionName, list: string, campaign: string): Promise<void> {
  const listed = (await api('GET', `clients/${home.client.clientPublicId}/campaigns.json`)).body as
    | SentCampaign[]
    | { Results: SentCampaign[] }
  assert.equal(Array.isArray(listed), !versions[version].pagedCampaigns)
  const rows = Array.isArray(listed) ? listed : listed.Results
  const sent = rows.find(({ CampaignID }) => CampaignID === campaign)
  assert.deepEqual(Object.keys(sent!).slice(0, 5), [
    'WebVersionURL',
    'WebVersionTextURL',
    'CampaignID',
    'Subject',
    'Name',
  ])
  assert.match(await (await fetch(sent!.WebVersionURL)).text(), /<p>Hello<\/p>[\s\S]*>Shop</)
  const summary = (await api('GET', `campaigns/${campaign}/summary.json`)).body as Record<string, unknown>
  assert.deepEqual([summary.WebVersionURL, summary.WorldviewURL], [sent!.WebVersionURL, sent!.WebVersionURL])
  const report = async (name: string) =>
    (await api('GET', `campaigns/${campaign}/${name}.json`)).body as { Results: object[]; TotalNumberOfRecords: number }
  assert.deepEqual(
    (await report('recipients')).Results,
    ['ada', 'bob'].map(name => ({ EmailAddress: `${name}@${version}.example`, ListID: list })),
  )
  for (const name of ['opens', 'clicks', 'bounces', 'unsubscribes', 'spam'])
    assert.deepEqual([(await report(name)).Results, (await report(name)).TotalNumberOfRecords], [[], 0], name)
  assert.deepEqual(await report('emailclientusage'), [])
}
