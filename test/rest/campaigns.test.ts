/** Campaigns and templates over the REST wire (reference/rest.md §2.2, 2.5, 2.7). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { letterhead, readCreatedId, unknown } from './fixtures.ts'

let service: TestService
let web: TestWeb
let home: World
let stranger: World
let api: RestClient
before(async () => {
  service = await startTestService()
  const page =
    '<html><body><p>Hello</p><singleline>A headline</singleline><unsubscribe>Leave us</unsubscribe></body></html>'
  web = await serveWeb({
    '/page': { body: page },
    '/script': { body: `<script>x()</script>${page}` },
    '/gone': { status: 410, body: page },
    '/data': { type: 'application/json', body: '{}' },
    '/text': { type: 'text/html', body: 'Hello < you & me\n\n[unsubscribe]' },
    '/text.html': {
      type: 'text/html; charset=iso-8859-1',
      body: Buffer.from(
        '<!doctype html><html><head><title>No</title><style>p { color: red }</style></head><body><h1>News</h1><p>O\x92Brien &amp; <b>S\xf6hne</b></p><p><a href="https://shop.example/">Shop</a></p><p><unsubscribe>Leave us</unsubscribe></p></body></html>',
        'latin1',
      ),
    },
    '/fragment': { type: 'text/html', body: '<p>Hello</p><ul><li>One</li></ul>' },
    '/silent': { type: 'text/html', body: '<html><body><img src="x.png"></body></html>' },
  })
  home = await seed(service.db)
  stranger = await seed(service.db)
  api = restClient(service.url, home.accountKey)
})
after(async () => {
  await service?.stop()
  await web?.close()
})

let campaigns = 0

function given(ListIDs: readonly string[] = [home.list.listPublicId]) {
  return {
    Name: `Campaign ${++campaigns}`,
    ...letterhead,
    HtmlUrl: `${web.url}/page`,
    TextUrl: null,
    ListIDs,
    SegmentIDs: null,
  }
}
async function newCampaign(): Promise<string> {
  return readCreatedId(api('POST', `campaigns/${home.client.clientPublicId}.json`, given()))
}

describe('a campaign', () => {
  test('is made from a page, listed as a draft, scheduled, unscheduled and deleted', async () => {
    const id = await newCampaign()
    const pathOf = (list: string) => `clients/${home.client.clientPublicId}/${list}.json`
    const find = async (list: string) =>
      ((await api('GET', pathOf(list))).body as Record<string, unknown>[]).find(({ CampaignID }) => CampaignID === id)
    const draft = await find('drafts')
    assert.deepEqual(Object.keys(draft!), [
      'CampaignID',
      'Name',
      'Subject',
      'FromName',
      'FromEmail',
      'ReplyTo',
      'DateCreated',
      'PreviewURL',
      'PreviewTextURL',
      'Tags',
    ])
    await api('POST', `subscribers/${home.list.listPublicId}.json`, {
      EmailAddress: 'a@x.example',
      ConsentToTrack: 'Yes',
    })
    const when = { ConfirmationEmail: 'carla@client.example', SendDate: '2099-01-02 03:04' }
    assert.equal((await api('POST', `campaigns/${id}/send.json`, when)).text, '')
    const scheduled = await find('scheduled')
    assert.deepEqual([scheduled?.DateScheduled, await find('drafts')], ['2099-01-02 03:04:00', undefined])
    assert.equal((await api('POST', `campaigns/${id}/unschedule.json`)).text, '')
    assert.deepEqual(refusalOf(await api('POST', `campaigns/${id}/unschedule.json`)), [400, 341])
    for (const [flaw, code] of [
      [{ SendDate: 'soon' }, 5],
      [{ SendDate: '2001-01-01 00:00' }, 337],
      [{ ConfirmationEmail: '' }, 338],
      [{ ConfirmationEmail: 'x' }, 339],
      [{ ConfirmationEmail: 'carla@client.example, x' }, 339],
      [{ ConfirmationEmail: Array.from({ length: 6 }, (_, at) => `c${at}@x.example`).join(',') }, 339],
    ] as const)
      assert.deepEqual(refusalOf(await api('POST', `campaigns/${id}/send.json`, { ...when, ...flaw })), [400, code])
    assert.equal((await api('DELETE', `campaigns/${id}.json`)).text, '')
    assert.deepEqual(refusalOf(await api('GET', `campaigns/${id}/summary.json`)), [401, 301])
  })

  test('is refused for what it lacks', async () => {
    for (const [flaw, code] of [
      [{ Name: '' }, 319],
      [{ Subject: null }, 304],
      [{ FromName: '' }, 305],
      [{ FromEmail: 'x' }, 307],
      [{ ReplyTo: '' }, 308],
      [{ HtmlUrl: '' }, 310],
      [{ HtmlUrl: 'page.html' }, 310],
      [{ HtmlUrl: `${web.url}/nowhere` }, 310],
      [{ HtmlUrl: `${web.url}/gone` }, 310],
      [{ HtmlUrl: `${web.url}/data` }, 310],
      [{ HtmlUrl: 'http://127.0.0.1:1/' }, 310],
      [{ HtmlUrl: `${web.url}/script` }, 311],
      [{ TextUrl: `${web.url}/nowhere` }, 312],
      [{ TextUrl: `${web.url}/data` }, 312],
      [{ TextUrl: `${web.url}/silent` }, 312],
      [{ ListIDs: [] }, 315],
      [{ ListIDs: [unknown] }, 313],
      [{ ListIDs: [stranger.list.listPublicId] }, 313],
      [{ SegmentIDs: [unknown] }, 314],
    ] as const)
      assert.deepEqual(
        refusalOf(await api('POST', `campaigns/${home.client.clientPublicId}.json`, { ...given(), ...flaw })),
        [400, code],
        JSON.stringify(flaw),
      )
    for (const path of [`campaigns/${unknown}/summary.json`, `campaigns/${home.list.listPublicId}/summary.json`])
      assert.deepEqual(refusalOf(await api('GET', path)), [401, 301])
    assert.deepEqual(
      refusalOf(await api('POST', `campaigns/${stranger.client.clientPublicId}.json`, given())),
      [401, 102],
    )
  })

  test('a TextUrl that answers HTML is turned into text, and one that answers text stays as it is', async () => {
    const textOf = async (path: string) => {
      const path_ = `campaigns/${home.client.clientPublicId}.json`
      const id = await readCreatedId(api('POST', path_, { ...given(), TextUrl: `${web.url}${path}` }))
      const [row] = await service.db<{ text: string }[]>`select text from campaigns where public_id = ${id}`
      return row!.text
    }
    assert.equal(
      await textOf('/text.html'),
      'News\n\nO’Brien & Söhne\n\nShop <https://shop.example/>\n\nLeave us [unsubscribe]',
    )
    assert.match(await textOf('/fragment'), /^Hello\n\n[-*•] One\n[^<>]*\[unsubscribe\]\n$/)
    assert.equal(await textOf('/text'), 'Hello < you & me\n\n[unsubscribe]')
  })

  test('its preview goes to up to 15 addresses', async () => {
    const id = await newCampaign()
    const preview = (PreviewRecipients: unknown) =>
      api('POST', `campaigns/${id}/sendpreview.json`, { PreviewRecipients, Personalize: 'Random' })
    assert.equal((await preview(['carla@client.example'])).text, '')
    assert.deepEqual(refusalOf(await preview([])), [400, 370])
    const wrong = await preview(['carla@client.example', 'x', 'y@'])
    assert.deepEqual(refusalOf(wrong), [400, 371])
    assert.deepEqual((wrong.body as { ResultData: unknown }).ResultData, ['x', 'y@'])
    assert.deepEqual(refusalOf(await preview(Array.from({ length: 16 }, (_, at) => `r${at}@x.example`))), [400, 373])
  })

  test('has tags, by which sent ones are found', async () => {
    const path = `clients/${home.client.clientPublicId}`
    const id = await newCampaign()
    await service.db`update campaigns set tags = '{Spring,Shop}', state = 'sent', started_at = '2026-03-05T12:00:00Z' where public_id = ${id}`
    assert.deepEqual((await api('GET', `${path}/tags.json`)).body, [
      { Name: 'Shop', NumberOfCampaigns: 1 },
      { Name: 'Spring', NumberOfCampaigns: 1 },
    ])
    const found = async (query: string) =>
      ((await api('GET', `${path}/campaigns.json?${query}`)).body as { TotalNumberOfRecords: number })
        .TotalNumberOfRecords
    assert.equal(await found('tags=spring,SHOP'), 1)
    assert.equal(await found('tags=spring,winter'), 0)
    assert.equal(await found('tags=spring&sentfromdate=2026-03-05&senttodate=2026-03-05'), 1)
    assert.equal(await found('tags=spring&sentfromdate=2026-03-06'), 0)
    for (const [query, code] of [
      ['sentfromdate=x', 920],
      ['sentfromdate=2026-02-30', 920],
      ['senttodate=2026-13-01', 922],
      ['sentfromdate=2026-03-06&senttodate=2026-03-05', 927],
      ['pagesize=1', 801],
    ] as const)
      assert.deepEqual(refusalOf(await api('GET', `${path}/campaigns.json?${query}`)), [400, code])
  })
})

test('a template is made, read, fetched anew and deleted', async () => {
  const { clientPublicId } = home.client
  const made = await api('POST', `templates/${clientPublicId}.json`, {
    Name: 'Two columns',
    HtmlPageURL: `${web.url}/page`,
  })
  assert.equal(made.status, 201, made.text)
  const id = made.body as string
  const shown = (await api('GET', `templates/${id}.json`)).body as Record<string, string>
  assert.deepEqual(
    [Object.keys(shown), shown.Name],
    [['TemplateID', 'Name', 'PreviewURL', 'ScreenshotURL'], 'Two columns'],
  )
  assert.deepEqual((await api('GET', `clients/${clientPublicId}/templates.json`)).body, [shown])
  assert.equal((await api('PUT', `templates/${id}.json`, { Name: 'Three', HtmlPageURL: `${web.url}/page` })).text, '')
  assert.deepEqual(
    refusalOf(await api('PUT', `templates/${id}.json`, { Name: '', HtmlPageURL: `${web.url}/page` })),
    [400, 4002],
  )
  assert.deepEqual(refusalOf(await api('POST', `templates/${clientPublicId}.json`, { Name: 'X' })), [400, 4004])
  assert.equal((await api('DELETE', `templates/${id}.json`)).text, '')
  assert.deepEqual(refusalOf(await api('GET', `templates/${id}.json`)), [401, 4001])
})

describe('the history of a subscriber', () => {
  test('is what it was sent, with its opens and clicks; of others nothing', async () => {
    const { list } = home
    const add = (EmailAddress: string) =>
      api('POST', `subscribers/${list.listPublicId}.json`, { EmailAddress, ConsentToTrack: 'Yes' })
    // before the bounce, which a worker takes for one at any moment
    for (const name of ['a', 'c', 'new']) assert.equal((await add(`${name}@report.example`)).status, 201)
    const publicId = await reported(list)
    const history = (name: string) =>
      api('GET', `subscribers/${list.listPublicId}/history.json?email=${name}@report.example`)
    const at = (minute: number) => `2026-03-05 13:0${minute}:00`
    const action = (Event: string, minute: number, Detail = '') => ({
      Event,
      Date: at(minute),
      IPAddress: '192.0.2.7',
      Detail,
    })
    const [latest] = (await history('A')).body as readonly unknown[]
    assert.deepEqual(latest, {
      ID: publicId,
      Type: 'Campaign',
      Name: 'Reported',
      Actions: [action('Open', 1), action('Open', 3), action('Click', 4, 'https://shop.example/')],
    })
    // a HEAD request is no open
    assert.deepEqual((await history('c')).body, [{ ID: publicId, Type: 'Campaign', Name: 'Reported', Actions: [] }])
    assert.deepEqual((await history('new')).body, [])
    assert.deepEqual(refusalOf(await history('nobody')), [400, 203])
    assert.deepEqual(refusalOf(await api('GET', `subscribers/${list.listPublicId}/history.json`)), [400, 1])
  })
})

describe('reports', () => {
  test('name the programs that people read a campaign with, without machines', async () => {
    const { list } = home
    const publicId = await reported(list)
    const usage = async () => (await api('GET', `campaigns/${publicId}/emailclientusage.json`)).body
    assert.deepEqual(await usage(), [])
    const { db } = service
    const [{ id } = {}] = await db`select id from campaigns where public_id = ${publicId}`
    for (const [number, agent] of [
      [1, 'x Thunderbird/115.0'],
      [2, 'x (via ggpht.com GoogleImageProxy)'],
      [3, 'x (via ggpht.com GoogleImageProxy)'],
    ] as const)
      await db`
        insert into hits (client_id, campaign_id, number, kind, at, remote, agent, method)
        values (${list.clientId}, ${id}, ${number}, 'open', '2026-03-05T13:00:00Z', '192.0.2.8', ${agent}, 'GET')`
    await db`
      insert into opens (client_id, campaign_id, number, opens, clicks, heads, first_at, stale_at)
      select client_id, campaign_id, number, count(*) filter (where link is null), count(link), 0, min(at), '2026-03-05T14:00:00Z'
      from hits where client_id = ${list.clientId} and campaign_id = ${id} group by 1, 2, 3`
    await until(async () => ((await usage()) as unknown[]).length === 2, 'they are classified')
    assert.deepEqual(await usage(), [
      { Client: 'Gmail', Version: 'image proxy', Percentage: 66.67, Subscribers: 2 },
      { Client: 'Thunderbird', Version: '115', Percentage: 33.33, Subscribers: 1 },
    ])
  })

  test('have each event once, in the order asked for, on pages that end', async () => {
    const { list } = home
    const publicId = await reported(list)
    const get = async (report: string, query = '') =>
      (await api('GET', `campaigns/${publicId}/${report}.json?${query}`)).body as Record<string, unknown> & {
        Results: Record<string, unknown>[]
      }
    const who = (name: string) => ({ EmailAddress: `${name}@report.example`, ListID: list.listPublicId })
    const place = {
      IPAddress: '192.0.2.7',
      Latitude: 0,
      Longitude: 0,
      City: '',
      Region: '',
      CountryCode: '',
      CountryName: '',
    }
    const at = (minute: number) => `2026-03-05 13:0${minute}:00`
    const recipients = await get('recipients')
    assert.deepEqual(
      [recipients.Results, recipients.TotalNumberOfRecords, recipients.ResultsOrderedBy],
      [[who('a'), who('b'), who('c')], 3, 'email'],
    )
    assert.deepEqual(
      (await get('recipients', 'orderfield=list')).Results.map(({ EmailAddress }) => EmailAddress),
      ['c', 'a', 'b'].map(name => who(name).EmailAddress),
    )
    assert.deepEqual((await get('opens')).Results, [
      { ...who('a'), Date: at(1), ...place },
      { ...who('b'), Date: at(2), ...place },
      { ...who('a'), Date: at(3), ...place },
    ])
    assert.deepEqual(
      (await get('opens', 'orderfield=email&orderdirection=desc')).Results.map(({ Date: when }) => when),
      [at(2), at(3), at(1)],
    )
    assert.deepEqual((await get('opens', 'date=2026-03-05 13:02')).TotalNumberOfRecords, 1)
    assert.deepEqual((await get('clicks')).Results, [
      { ...who('a'), URL: 'https://shop.example/', Date: at(4), ...place },
    ])
    assert.deepEqual((await get('bounces')).Results, [
      { ...who('c'), BounceType: 'Hard', Date: at(5), Reason: '550 no such user' },
    ])
    assert.deepEqual((await get('unsubscribes')).Results, [{ ...who('b'), Date: at(6), IPAddress: '' }])
    assert.deepEqual((await get('spam')).Results, [{ ...who('b'), Date: at(7) }])
    const beyond = await get('opens', 'pagesize=10&page=2')
    assert.deepEqual([beyond.Results, beyond.TotalNumberOfRecords, beyond.NumberOfPages], [[], 3, 1])
    for (const [report, query, code] of [
      ['recipients', 'orderfield=date', 802],
      ['opens', 'orderfield=name', 802],
      ['clicks', 'date=x', 5],
      ['spam', 'pagesize=9', 801],
    ] as const)
      assert.deepEqual(refusalOf(await api('GET', `campaigns/${publicId}/${report}.json?${query}`)), [400, code])
  })
})

/** A campaign that went to three, with one event of each kind or more. */
async function reported({ clientId, listId }: World['list']) {
  const { db } = service
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    values (${clientId}, 'Reported', 'News', 'Carla', 'c@client.example', 'c@client.example', '', '', 'sent', '2026-03-05T12:00:00Z')
    returning id, public_id`
  const id = campaign!.id as number
  for (const [at, name] of ['c', 'a', 'b'].entries())
    await db`
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      values (${clientId}, ${id}, ${at + 1}, ${listId}, ${at + 1}, ${`${name}@report.example`}, ${`${name}@report.example`}, '', '{}')`
  await db`insert into campaign_totals (client_id, campaign_id, recipients, accepted, opens, clicks) values (${clientId}, ${id}, 3, 3, 3, 1)`
  await db`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${id}, 1, 'https://shop.example/')`
  for (const [number, kind, link, minute, method] of [
    [2, 'open', null, 1, 'GET'],
    [3, 'open', null, 2, 'GET'],
    [2, 'open', null, 3, 'GET'],
    [2, 'click', 1, 4, 'GET'],
    [1, 'open', null, 4, 'HEAD'],
  ] as const)
    await db`
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent, method)
      values (${clientId}, ${id}, ${number}, ${kind}, ${link}, ${`2026-03-05T12:0${minute}:00Z`}, '192.0.2.7', 'Mail', ${method})`
  await db`
    insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence)
    values (${clientId}, ${id}, 1, 'H', '2026-03-05T12:05:00Z', '550 no such user')`
  await db`insert into campaign_unsubscribes (client_id, campaign_id, number, at) values (${clientId}, ${id}, 3, '2026-03-05T12:06:00Z')`
  await db`
    insert into campaign_complaints (client_id, campaign_id, number, at, feedback_type, evidence)
    values (${clientId}, ${id}, 3, '2026-03-05T12:07:00Z', 'abuse', '')`
  return campaign!.publicId as string
}
