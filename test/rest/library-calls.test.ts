/**
 * The calls of the official libraries' own suites, in the ways that these libraries make them (reference/rest.md §1.2, §4, and its annex):
 * names in other cases, words for booleans, bodies with GET, queries without values, and what a suite expects to read back.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { timeZoneLabels, timeZoneLabelsToday } from '../../src/contract/time-zones.ts'
import { countries, countriesToday } from '../../src/domain/clients/countries.ts'
import { png } from '../harness/images.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { letterhead, readCreatedId } from './fixtures.ts'

const page =
  '<html><body><h1><singleline label="Title">Title</singleline></h1><img editable="true" label="Hero" src="a.png" width="100"><p><unsubscribe>Leave us</unsubscribe></p></body></html>'

/** How a library writes its request. */
interface Kind {
  readonly library: string
  readonly version: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent with every GET. */
  readonly bodyOfGet?: string
  readonly yes: unknown
  readonly names: (name: string) => string
  /** Of a query that has nothing to say. */
  readonly emptyQuery: string
}
const same = (name: string) => name
const lowerFirst = (name: string) => name[0]!.toLowerCase() + name.slice(1)
const json = { 'Content-Type': 'application/json; charset=utf-8' }

const kinds: readonly Kind[] = [
  { library: 'PHP', version: 'v3.3', headers: json, yes: 'Yes', names: same, emptyQuery: 'pageSize=&orderField=' },
  { library: 'Ruby', version: 'v3.3', headers: json, yes: 'Yes', names: same, emptyQuery: 'date=' },
  {
    library: 'Python',
    version: 'v3.3',
    headers: { ...json, 'Accept-Encoding': 'gzip, deflate' },
    yes: 'Yes',
    names: same,
    emptyQuery: 'includetrackingpreference=False',
  },
  { library: '.NET', version: 'v3.3', headers: json, yes: 'yes', names: same, emptyQuery: 'date=&page=1' },
  { library: 'Java', version: 'v3.3', headers: json, yes: 'YES', names: lowerFirst, emptyQuery: 'date=' },
  { library: 'Perl', version: 'v3', headers: { TE: 'deflate,gzip;q=0.3' }, yes: 'Yes', names: same, emptyQuery: '' },
  { library: 'Node', version: 'v3', headers: json, bodyOfGet: 'null', yes: 'Yes', names: same, emptyQuery: '' },
]

let service: TestService
let web: TestWeb
let home: World
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api,jobs', LETTERSHOP_CLIENTS_PER_HALF_HOUR: '0' })
  web = await serveWeb({
    '/page': { body: page },
    '/a.png': { type: 'image/png', body: png },
    '/mail': { body: '<p>Hello</p><p><unsubscribe>Leave us</unsubscribe></p>' },
    '/text': { type: 'text/html', body: '<html><body><p>Hello</p></body></html>' },
  })
  home = await seed(service.db)
})
after(async () => {
  await service?.stop()
  await web?.close()
})

/** A library's way to call. */
function caller({ version, headers, bodyOfGet, names }: Kind, key = home.accountKey): RestClient {
  const api = restClient(service.url, key, version)
  return (method, path, body) =>
    api(method, path, body === undefined && method === 'GET' ? bodyOfGet : named(body, names), headers)
}

/** The same value with other names of members. */
function named(value: unknown, names: Kind['names']): unknown {
  if (Array.isArray(value)) return value.map(item => named(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [names(name), named(item, names)]))
}

async function done(answer: ReturnType<RestClient>): Promise<void> {
  const { status, text } = await answer
  assert.deepEqual([status, text], [200, ''])
}

for (const kind of kinds)
  describe(`the calls of the ${kind.library} library's suite`, () => {
    const api: RestClient = (...call) => caller(kind)(...call)
    let client: string

    test('begin with the date, and with countries and time zones as plain arrays', async () => {
      const { body } = await api('GET', 'systemdate.json')
      assert.match((body as { SystemDate: string }).SystemDate, /^.{19}$/)
      for (const path of ['countries.json', 'timezones.json']) {
        const all = (await api('GET', path)).body
        // its libraries ask for gzip, which the client of this test leaves packed
        if (all !== undefined) assert.ok((all as unknown[]).every(one => typeof one === 'string'))
      }
    })

    test('make a client, bill it without people, and work with its key', async () => {
      const given = { CompanyName: kind.library, Country: "Cote D'Ivoire", TimeZone: '(GMT+03:00) Istanbul' }
      client = await readCreatedId(api('POST', 'clients.json', given))
      await done(api('PUT', `clients/${client}/setbasics.json`, { ...given, Country: 'Wake Island' }))
      const billing = { Currency: 'USD', ClientPays: 'true', MarkupPercentage: 20 }
      await done(api('PUT', `clients/${client}/setpaygbilling.json`, billing))
      const shown = (await api('GET', `clients/${client}.json`)).body as Record<string, Record<string, unknown>>
      assert.deepEqual(shown.BasicDetails, { ClientID: client, ...given, Country: 'Wake Island' })
      assert.equal(shown.BillingDetails!.Currency, 'USD')
      const own = caller(kind, shown.ApiKey as unknown as string) // text, as all of ApiKey
      assert.equal((await own('GET', `clients/${client}/lists.json`)).status, 200)
    })

    test('make a list with a field, rename it, and use both of its keys', async () => {
      const list = await readCreatedId(api('POST', `lists/${client}.json`, { Title: 'Suite', ConfirmedOptIn: 'False' }))
      const fields = `lists/${list}/customfields`
      const made = { FieldName: 'home city', DataType: 'MultiSelectOne', Options: ['a', 'b'] }
      const key = await readCreatedId(api('POST', `${fields}.json`, made))
      const renamed = (await api('PUT', `${fields}/${encodeURIComponent(key)}.json`, { FieldName: 'new city' })).body
      assert.deepEqual([key, renamed], ['[homecity]', '[newcity]'])
      for (const [n, one] of ['[newcity]', '[homecity]'].entries()) {
        await done(api('PUT', `${fields}/${encodeURIComponent(one)}/options.json`, { Options: [`c${n}`] }))
        const CustomFields = [{ Key: one, Value: `c${n}` }]
        const reader = { EmailAddress: `r${n}@x.example`, Name: 'Ann', CustomFields, ConsentToTrack: kind.yes }
        assert.equal(await readCreatedId(api('POST', `subscribers/${list}.json`, reader)), reader.EmailAddress)
      }
      await done(api('DELETE', `${fields}/${encodeURIComponent('[newcity]')}.json`))
      assert.equal((await api('GET', `lists/${list}/active.json?${kind.emptyQuery}`)).status, 200)
    })

    test('unsubscribe and then delete, and bring back with the click of the reader alone', async () => {
      const settings = { Title: 'Leavers', UnsubscribeSetting: 'OnlyThisList', ConfirmedOptIn: true }
      const list = await readCreatedId(api('POST', `lists/${client}.json`, settings))
      const people = `subscribers/${list}`
      const reader = { EmailAddress: 'left@x.example', ConsentToTrack: kind.yes, Resubscribe: 'true' }
      await readCreatedId(api('POST', `${people}.json`, reader))
      await service.db`update subscribers set state = 'Active' where address = 'left@x.example' and state = 'Unconfirmed'`
      await done(api('POST', `${people}/unsubscribe.json`, { EmailAddress: reader.EmailAddress }))
      await done(api('DELETE', `${people}.json?email=left@x.example`))
      const stateOf = async () =>
        ((await api('GET', `${people}.json?email=left@x.example`)).body as { State: string }).State
      assert.equal(await stateOf(), 'Unsubscribed')
      await readCreatedId(api('POST', `${people}.json`, reader))
      assert.equal(await stateOf(), 'Unconfirmed')
      assert.deepEqual(refusalOf(await api('DELETE', `${people}.json?email=none@x.example`)), [400, 203])
    })

    test('make campaigns from pages and from a template with links', async () => {
      const list = await readCreatedId(api('POST', `lists/${client}.json`, { Title: 'Mails' }))
      const letter = { Name: 'One', ...letterhead, ListIDs: [list], SegmentIDs: [] }
      const pages = { ...letter, HtmlUrl: `${web.url}/mail`, TextUrl: `${web.url}/text` }
      await readCreatedId(api('POST', `campaigns/${client}.json`, pages))
      for (const [flaw, code] of [
        [{ Name: 'Two', HtmlUrl: `${web.url}/nowhere` }, 310],
        [{ Name: 'Two', TextUrl: `${web.url}/nowhere` }, 312],
        [{}, 303],
      ] as const)
        assert.deepEqual(refusalOf(await api('POST', `campaigns/${client}.json`, { ...pages, ...flaw })), [400, code])
      const source = { Name: 'Suite', HtmlPageURL: `${web.url}/page`, ZipFileURL: '' }
      const template = await readCreatedId(api('POST', `templates/${client}.json`, source))
      const TemplateContent = {
        Singlelines: [{ Content: 'News', Href: 'https://shop.example/' }],
        Images: [{ Content: `${web.url}/a.png`, Alt: 'New', Href: 'https://shop.example/new' }],
      }
      const filled = { ...letter, Name: 'Three', TemplateID: template, TemplateContent }
      const id = await readCreatedId(api('POST', `campaigns/${client}/fromtemplate.json`, filled))
      const [row] = await service.db<{ html: string }[]>`select html from campaigns where public_id = ${id}`
      assert.match(row!.html, /<h1><a href="https:\/\/shop\.example\/">News<\/a><\/h1>/)
      assert.match(row!.html, /<a href="https:\/\/shop\.example\/new"><img [^>]*alt="New"[^>]*><\/a>/)
    })

    test('are refused with codes without a key, with a wrong one, and for a token', async () => {
      const none = restClient(service.url, undefined, kind.version)
      assert.deepEqual(refusalOf(await none('GET', 'clients.json')), [401, 100])
      assert.deepEqual(refusalOf(await caller(kind, 'f'.repeat(32))('GET', 'clients.json')), [401, 100])
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const { status, body } = await none('POST', '../../oauth/token', 'grant_type=refresh_token&refresh_token=x', form)
      assert.deepEqual([status, (body as { error: string }).error], [400, 'invalid_grant'])
    })
  })

describe('a client', () => {
  test('is made with every spelling of both lists, and shown in it', async () => {
    const api = restClient(service.url, home.accountKey)
    const zones = [...new Set([...timeZoneLabels, ...timeZoneLabelsToday])]
    const names = [...new Set([...countries, ...countriesToday])]
    const given = (n: number) => ({
      CompanyName: 'Spelling',
      Country: names[n % names.length]!,
      TimeZone: zones[n % zones.length]!,
    })
    const id = await readCreatedId(api('POST', 'clients.json', given(0)))
    for (let n = 0; n < Math.max(zones.length, names.length); n++) {
      const { status, body } = await api('PUT', `clients/${id}/setbasics.json`, given(n))
      assert.equal(status, 200, `${JSON.stringify(given(n))}: ${JSON.stringify(body)}`)
      const shown = (await api('GET', `clients/${id}.json`)).body as { BasicDetails: object }
      assert.deepEqual(shown.BasicDetails, { ClientID: id, ...given(n) })
    }
  })
})
