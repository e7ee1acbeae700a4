/** Account, clients, lists, subscribers and suppression over the REST wire (reference/rest.md §2.1–2.3, 2.6). */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { versionNames } from '../../src/contract/rest/versions.ts'
import { place } from '../harness/members.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { readCreatedId, unknown, yes } from './fixtures.ts'

let service: TestService
let home: World
let stranger: World
let api: RestClient
let asClient: RestClient
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api,jobs' })
  home = await seed(service.db)
  stranger = await seed(service.db)
  api = restClient(service.url, home.accountKey)
  asClient = restClient(service.url, home.clientKey)
})
after(() => service?.stop())

let lists = 0

/** A new list of the client. */
async function newList(settings: object = {}): Promise<string> {
  return readCreatedId(
    api('POST', `lists/${home.client.clientPublicId}.json`, {
      Title: `A list ${++lists}`,
      ...settings,
    }),
  )
}

describe('every call', () => {
  test('is answered 401 without a valid key, whatever its path', async () => {
    const none = restClient(service.url, undefined)
    const wrong = restClient(service.url, unknown)
    for (const path of ['clients.json', 'nothing/here.json', `lists/${unknown}.json`]) {
      assert.deepEqual(refusalOf(await none('GET', path)), [401, 100], path)
      assert.deepEqual(refusalOf(await wrong('GET', path)), [401, 100], path)
    }
    assert.deepEqual(refusalOf(await restClient(service.url, unknown, 'v3.9')('GET', 'clients.json')), [401, 100])
    // there is nothing outside of version 3, and no secret in that
    for (const path of ['../../oauth?client_id=1', '../../oauth/token', '../v4.0/clients.json', '../v9/clients.json'])
      assert.deepEqual(refusalOf(await none('GET', path)), [404, 404], path)
    // a key in another place does not count
    assert.deepEqual(refusalOf(await none('GET', `clients.json?apikey=${home.accountKey}`)), [401, 100])
    const inPassword = `Basic ${Buffer.from(`x:${home.accountKey}`).toString('base64')}`
    assert.deepEqual(refusalOf(await none('GET', 'clients.json', undefined, { Authorization: inPassword })), [401, 100])
  })

  test('no token is given for a code, and the refusal is what OAuth libraries read', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const body of ['grant_type=authorization_code&code=x', 'grant_type=refresh_token&refresh_token=x', '']) {
      const answer = await restClient(service.url, undefined)('POST', '../../oauth/token', body, form)
      assert.deepEqual(
        [answer.status, answer.body],
        [
          400,
          {
            error: 'invalid_grant',
            error_description: 'OAuth is not offered: send an API key, with HTTP Basic or as a bearer token.',
          },
        ],
      )
    }
  })

  test('takes the key as a bearer token too', async () => {
    const none = restClient(service.url, undefined)
    const given = (key: string) => none('GET', 'countries.json', undefined, { Authorization: `Bearer ${key}` })
    assert.equal((await given(home.accountKey)).status, 200)
    assert.deepEqual(refusalOf(await given('x')), [401, 120])
  })

  test('is found in any case, with .json or without, in four versions and no other', async () => {
    for (const version of [...versionNames, 'V3.3', 'v3.0']) {
      for (const path of ['countries.json', 'Countries', 'COUNTRIES.JSON', 'countries/']) {
        assert.equal(
          (await restClient(service.url, home.accountKey, version)('GET', path)).status,
          200,
          `${version} ${path}`,
        )
      }
    }
    for (const version of ['v3.4', 'v4', 'v4.0', 'v9.9', 'v3.']) {
      const { status, body } = await restClient(service.url, home.accountKey, version)('GET', 'countries.json')
      assert.deepEqual([status, (body as { Code: number }).Code], [404, 404], version)
    }
  })

  test('is refused as XML and if it is invalid, with a JSON error', async () => {
    assert.deepEqual(refusalOf(await api('GET', 'clients.xml')), [400, 406])
    assert.deepEqual(refusalOf(await api('GET', 'nothing.json')), [404, 404])
    assert.deepEqual(refusalOf(await api('PATCH', 'clients.json')), [404, 404])
    const { body } = await api('GET', `journeys/${unknown}.json`)
    assert.deepEqual(body, { Code: 404, Message: 'There is no such call.', Detail: 'Journeys are not offered.' })
  })

  test('has a length; gzip is taken where it is asked for, deflate never', async () => {
    const { headers } = await api('GET', 'countries.json')
    assert.ok(Number(headers['content-length']) > 1000)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    const encoded = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const Authorization = `Basic ${Buffer.from(`${home.accountKey}:`).toString('base64')}`
      const headers = { Authorization, 'Accept-Encoding': 'deflate, gzip' }
      httpRequest(`${service.url}/api/v3.3/countries.json`, { headers }, incoming => {
        const pieces: Buffer[] = []
        incoming.on('data', piece => pieces.push(piece))
        incoming.on('end', () =>
          resolve({ encoding: incoming.headers['content-encoding'], bytes: Buffer.concat(pieces) }),
        )
      })
        .on('error', reject)
        .end()
    })
    assert.equal(encoded.encoding, 'gzip')
    assert.equal(gunzipSync(encoded.bytes).toString(), JSON.stringify((await api('GET', 'countries.json')).body))
    const deflated = await api('GET', 'countries.json', undefined, { 'Accept-Encoding': 'deflate' })
    assert.equal(deflated.headers['content-encoding'], undefined)
  })

  test('may bring a body with GET, and none, null, "" or unknown members with others', async () => {
    assert.equal((await api('GET', 'countries.json', 'null')).status, 200)
    assert.equal((await api('GET', 'countries.json', '{ not json')).status, 200)
    const list = await newList()
    for (const body of ['', 'null', '""', '{}', '{"Whatever": 1, "EmailAddress": null}']) {
      assert.deepEqual(refusalOf(await api('POST', `subscribers/${list}/unsubscribe.json`, body)), [400, 1], body)
    }
  })

  test('names what it could not read of a body', async () => {
    const list = await newList()
    const path = `subscribers/${list}.json`
    for (const body of [
      '{',
      '[]',
      '5',
      { EmailAddress: {} },
      { ConsentToTrack: 'true' },
      { CustomFields: 'x' },
      { Resubscribe: 'maybe' },
    ]) {
      const answer = await api('POST', path, body)
      assert.equal(answer.status, 400)
      const { Code, Message } = answer.body as { Code: number; Message: string }
      assert.equal(Code, 400, JSON.stringify(body))
      assert.match(Message, /^Failed to deserialize your request\.\r\n/)
    }
    const { body } = await api('POST', path, { EmailAddress: [] })
    assert.match((body as { Message: string }).Message, /Fields in error: subscriber$/)
  })

  test('refuses a body of 5 MB where it takes no records, with JSON', async () => {
    const list = await newList()
    const large = JSON.stringify({ EmailAddress: 'x'.repeat(5_000_000) })
    assert.deepEqual(refusalOf(await api('POST', `subscribers/${list}/unsubscribe.json`, large)), [413, 413])
  })
})

describe('the account', () => {
  test('its clients, countries, zones, date and credits', async () => {
    const { clientPublicId: ClientID } = home.client
    const clients = (await api('GET', 'clients.json')).body as { ClientID: string; Name: string }[]
    assert.deepEqual(
      clients.find(client => client.ClientID === ClientID),
      { ClientID, Name: clients.find(client => client.ClientID === ClientID)?.Name },
    )
    assert.ok(((await api('GET', 'timezones.json')).body as string[]).length > 80)
    assert.match(
      ((await api('GET', 'systemdate.json')).body as { SystemDate: string }).SystemDate,
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    )
    assert.deepEqual((await api('GET', 'billingdetails.json')).body, { Credits: 0 })
    assert.deepEqual(refusalOf(await asClient('GET', 'billingdetails.json')), [403, 403])
  })

  test('a client is made without a contact, changed, billed, shown with its key, and deleted', async () => {
    const made = await api('POST', 'clients.json', {
      CompanyName: 'Tulips',
      Country: 'Germany',
      TimeZone: 'Europe/Berlin',
    })
    assert.equal(made.status, 201)
    const id = made.body as string
    assert.match(id, /^[0-9a-f]{32}$/)
    const shown = await api('GET', `clients/${id}.json`)
    const { ApiKey } = shown.body as { ApiKey: string }
    assert.deepEqual(shown.body, {
      ApiKey,
      BasicDetails: {
        ClientID: id,
        CompanyName: 'Tulips',
        Country: 'Germany',
        TimeZone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
      },
      BillingDetails: {
        CanPurchaseCredits: false,
        Credits: 0,
        ClientPays: false,
        BaseRatePerRecipient: 0,
        MarkupPerRecipient: 0,
        MarkupOnDelivery: 0,
        BaseDeliveryRate: 0,
        Currency: '',
        BaseDesignSpamTestRate: 0,
        MarkupOnDesignSpamTest: 0,
      },
    })
    const billing = { Currency: 'EUR', ClientPays: true, MarkupOnDelivery: 1.5, MarkupPerRecipient: '0.2' }
    const paid = await api('PUT', `clients/${id}/setpaygbilling.json`, billing)
    assert.deepEqual([paid.status, paid.text], [200, ''], 'a client without people has billing')
    const pia = { EmailAddress: 'pia@roses.example', Name: 'Pia', AccessLevel: 31 }
    await readCreatedId(api('POST', `clients/${id}/people.json`, pia))
    assert.equal((await api('PUT', `clients/${id}/setmonthlybilling.json`, billing)).status, 200)
    const access = { AccessLevel: 63, Username: 'tulip', Password: 'a good password' }
    assert.deepEqual(refusalOf(await api('PUT', `clients/${id}/setaccess.json`, access)), [404, 404], 'of v3 alone')
    const first = restClient(service.url, home.accountKey, 'v3')
    assert.deepEqual([(await first('PUT', `clients/${id}/setaccess.json`, access)).text], [''])
    assert.equal((await api('PUT', `clients/${id}/setpaygbilling.json`, billing)).status, 200)
    const basics = {
      CompanyName: 'Tulips Ltd',
      ContactName: 'Tia',
      EmailAddress: 'tia@tulips.example',
      Country: 'France',
      TimeZone: 'Europe/Paris',
    }
    const changed = await api('PUT', `clients/${id}/setbasics.json`, basics)
    assert.deepEqual([changed.status, changed.text, changed.headers['content-length']], [200, '', '0'])
    const details = (await api('GET', `clients/${id}.json`)).body as {
      ApiKey: string
      BasicDetails: object
      AccessDetails: object
      BillingDetails: Record<string, unknown>
    }
    assert.match(details.ApiKey, /^[0-9a-f]{32}$/)
    const TimeZone = '(GMT+01:00) Brussels, Copenhagen, Madrid, Paris'
    assert.deepEqual(details.BasicDetails, { ClientID: id, ...basics, TimeZone })
    assert.deepEqual(details.AccessDetails, { Username: 'tulip', AccessLevel: 63 })
    const { ClientPays, MarkupOnDelivery, MarkupPerRecipient, BaseDeliveryRate } = details.BillingDetails
    assert.deepEqual([ClientPays, MarkupOnDelivery, MarkupPerRecipient, BaseDeliveryRate], [true, 1.5, 0.2, 4])
    // the key works, reaches the client alone, and does not show itself
    const own = restClient(service.url, details.ApiKey)
    assert.equal(((await own('GET', `clients/${id}.json`)).body as { ApiKey: string }).ApiKey, '')
    assert.deepEqual(refusalOf(await own('GET', `clients/${home.client.clientPublicId}.json`)), [401, 102])
    const [entry] = await service.db`
      select operation from audit_log where operation = 'Client.GetProfile' and client_id = (select id from clients where public_id = ${id})`
    assert.ok(entry, 'each time it is shown is in the audit log')
    assert.deepEqual((await api('DELETE', `clients/${id}.json`)).text, '')
    assert.deepEqual(refusalOf(await api('GET', `clients/${id}.json`)), [401, 102])
  })

  test('a client without people has a key of its own, where the account asks for it', async () => {
    const given = { CompanyName: 'Daisies', Country: 'Germany', TimeZone: 'Europe/Berlin' }
    const id = await readCreatedId(api('POST', 'clients.json', given))
    const keyOf = async (by: RestClient) => ((await by('GET', `clients/${id}.json`)).body as { ApiKey: string }).ApiKey
    // two calls at once make one key, and each later call shows it again
    const [key, same] = await Promise.all([keyOf(api), keyOf(api)])
    assert.match(key, /^ls_[0-9a-f]{32}_/)
    assert.deepEqual([same, await keyOf(api)], [key, key])
    const own = restClient(service.url, key)
    const list = await readCreatedId(own('POST', `lists/${id}.json`, { Title: 'Readers' }))
    assert.equal((await own('POST', `subscribers/${list}.json`, { EmailAddress: 'a@d.example', ...yes })).status, 201)
    // no more than a login of the client could do, for no other client, and it does not show itself
    assert.deepEqual(refusalOf(await own('DELETE', `clients/${id}.json`)), [403, 403])
    assert.deepEqual(refusalOf(await own('PUT', `clients/${id}/setpaygbilling.json`, { Currency: 'EUR' })), [403, 403])
    assert.deepEqual(refusalOf(await own('GET', `clients/${home.client.clientPublicId}.json`)), [401, 102])
    assert.equal(await keyOf(own), '')
    await service.db`update api_keys set revoked_at = now() where own_of = (select id from clients where public_id = ${id})`
    assert.deepEqual(refusalOf(await own('GET', `clients/${id}.json`)), [401, 100])
    assert.equal(await keyOf(api), '', 'what was revoked is not made again')
  })

  test('a client needs a name, a country and a zone', async () => {
    const given = { CompanyName: 'Roses', Country: 'Germany', TimeZone: 'Europe/Berlin' }
    for (const [flaw, code] of [
      [{ CompanyName: '' }, 154],
      [{ Country: 'Atlantis' }, 157],
      [{ TimeZone: null }, 152],
      [{ EmailAddress: 'x' }, 1],
    ] as const)
      assert.deepEqual(refusalOf(await api('POST', 'clients.json', { ...given, ...flaw })), [400, code])
    assert.deepEqual(refusalOf(await asClient('POST', 'clients.json', given)), [403, 403])
  })
})

describe('a list', () => {
  test('is made, read, changed and deleted', async () => {
    const ListID = await newList({
      Title: 'Garden',
      UnsubscribePage: 'http://bloom.example/bye',
      ConfirmedOptIn: 'True',
    })
    const settings = {
      ListID,
      Title: 'Garden',
      UnsubscribePage: 'http://bloom.example/bye',
      ConfirmedOptIn: true,
      ConfirmationSuccessPage: '',
    }
    assert.deepEqual((await api('GET', `lists/${ListID}.json`)).body, {
      ...settings,
      UnsubscribeSetting: 'AllClientLists',
    })
    const changed = { Title: 'Gardens', ConfirmedOptIn: false, UnsubscribeSetting: 'onlythislist' }
    assert.deepEqual((await api('PUT', `lists/${ListID}.json`, changed)).text, '')
    assert.deepEqual((await api('GET', `lists/${ListID}.json`)).body, {
      ListID,
      Title: 'Gardens',
      UnsubscribePage: '',
      ConfirmedOptIn: false,
      ConfirmationSuccessPage: '',
      UnsubscribeSetting: 'OnlyThisList',
    })
    assert.deepEqual(
      refusalOf(await api('PUT', `lists/${ListID}.json`, { ...changed, UnsubscribeSetting: 'Some' })),
      [400, 261],
    )
    assert.deepEqual(refusalOf(await api('POST', `lists/${home.client.clientPublicId}.json`, changed)), [400, 250])
    assert.deepEqual(refusalOf(await api('POST', `lists/${home.client.clientPublicId}.json`, {})), [400, 251])
    const names = (await api('GET', `clients/${home.client.clientPublicId}/lists.json`)).body as { ListID: string }[]
    assert.ok(names.some(list => list.ListID === ListID))
    assert.equal((await api('DELETE', `lists/${ListID}.json`)).status, 200)
    assert.deepEqual(refusalOf(await api('GET', `lists/${ListID}.json`)), [401, 101])
  })

  test('an unknown and a foreign id are refused alike', async () => {
    for (const id of [unknown, stranger.list.listPublicId, 'x', stranger.client.clientPublicId]) {
      for (const path of [
        `lists/${id}.json`,
        `lists/${id}/stats.json`,
        `lists/${id}/active.json`,
        `subscribers/${id}.json?email=a@b.example`,
      ])
        assert.deepEqual(refusalOf(await api('GET', path)), [401, 101], path)
    }
    for (const path of [
      `clients/${unknown}/lists.json`,
      `clients/${stranger.client.clientPublicId}/suppressionlist.json`,
    ])
      assert.deepEqual(refusalOf(await api('GET', path)), [401, 102], path)
  })

  test('a field with another name answers to its new key and to the old one', async () => {
    const list = await newList()
    const fields = `lists/${list}/customfields`
    await api('POST', `${fields}.json`, { FieldName: 'Size', DataType: 'MultiSelectOne', Options: ['S'] })
    const renamed = await api('PUT', `${fields}/%5BSize%5D.json`, { FieldName: 'Shoe size' })
    assert.deepEqual([renamed.status, renamed.body], [200, '[Shoesize]'])
    // whatever names a field: paths, values, rules of segments
    for (const [key, option] of [
      ['Shoesize', '38'],
      ['Size', '39'],
      ['shoeSIZE', '40'],
    ] as const) {
      const path = `${fields}/%5B${key}%5D`
      assert.equal((await api('PUT', `${path}/options.json`, { Options: [option] })).status, 200, key)
      const given = { EmailAddress: 'ann@x.example', CustomFields: [{ Key: `[${key}]`, Value: option }], ...yes }
      assert.equal((await api('POST', `subscribers/${list}.json`, given)).status, 201, key)
      const { body } = await api('GET', `subscribers/${list}.json?email=ann@x.example`)
      assert.deepEqual((body as { CustomFields: unknown }).CustomFields, [{ Key: 'Size', Value: option }])
      const rules = { RuleGroups: [{ Rules: [{ RuleType: `[${key}]`, Clause: `EQUALS ${option}` }] }] }
      const segment = await readCreatedId(api('POST', `segments/${list}.json`, { Title: option, ...rules }))
      const active = await api('GET', `segments/${segment}/active.json`)
      assert.equal((active.body as { TotalNumberOfRecords: number }).TotalNumberOfRecords, 1, key)
    }
    const again = await api('PUT', `${fields}/%5BShoesize%5D.json`, { FieldName: 'Feet' })
    assert.deepEqual([again.status, again.body], [200, '[Feet]'])
    // a name that gives no key of its own leaves the field with its first
    const reserved = await api('PUT', `${fields}/%5BFeet%5D.json`, { FieldName: 'Email' })
    assert.deepEqual([reserved.status, reserved.body], [200, '[Size]'])
    assert.deepEqual(refusalOf(await api('DELETE', `${fields}/%5BFeet%5D.json`)), [400, 253])
    assert.equal((await api('PUT', `${fields}/%5BSize%5D.json`, { FieldName: 'Feet' })).body, '[Feet]')
    assert.equal((await api('DELETE', `${fields}/%5BFeet%5D.json`)).status, 200)
    assert.deepEqual((await api('GET', `${fields}.json`)).body, [])
  })

  test('the key that a field was made with goes before that of another field’s name', async () => {
    const list = await newList()
    const fields = `lists/${list}/customfields`
    await api('POST', `${fields}.json`, { FieldName: 'One', DataType: 'Text' })
    await api('PUT', `${fields}/%5BOne%5D.json`, { FieldName: 'Two' })
    for (const FieldName of ['One', 'Two', 't w o'])
      assert.deepEqual(
        refusalOf(await api('POST', `${fields}.json`, { FieldName, DataType: 'Text' })),
        [400, 255],
        FieldName,
      )
    await api('POST', `${fields}.json`, { FieldName: 'Three', DataType: 'Text' })
    for (const FieldName of ['One', 'Two'])
      assert.deepEqual(refusalOf(await api('PUT', `${fields}/%5BThree%5D.json`, { FieldName })), [400, 255], FieldName)
  })

  test('its fields are made, renamed, given other options, and deleted', async () => {
    const list = await newList()
    const fields = `lists/${list}/customfields`
    const make = (field: object) => api('POST', `${fields}.json`, field)
    assert.deepEqual((await make({ FieldName: 'Home city', DataType: 'text' })).body, '[Homecity]')
    const made = await make({
      FieldName: 'Colour',
      DataType: 'MultiSelectMany',
      Options: ['Red', 'Blue'],
      VisibleInPreferenceCenter: false,
    })
    assert.deepEqual([made.status, made.body], [201, '[Colour]'])
    for (const [field, code] of [
      [{ FieldName: 'home City', DataType: 'Text' }, 255],
      [{ FieldName: '', DataType: 'Text' }, 254],
      [{ FieldName: 'X', DataType: 'Blob' }, 259],
      [{ FieldName: 'X', DataType: 'Number', Options: ['1'] }, 256],
      [{ FieldName: 'X', DataType: 'MultiSelectOne' }, 257],
    ] as const)
      assert.deepEqual(refusalOf(await make(field)), [400, code])
    const renamed = await api('PUT', `${fields}/%5BHomecity%5D.json`, {
      FieldName: 'Town',
      VisibleInPreferenceCenter: false,
    })
    assert.deepEqual([renamed.status, renamed.body], [200, '[Town]'])
    assert.deepEqual(refusalOf(await make({ FieldName: 'T o w n', DataType: 'Text' })), [400, 255])
    for (const [key, FieldName, code] of [
      ['Homecity', 'X', 253],
      ['%5BHomecity%5D', ' co lour', 255],
      ['%5BColour%5D', 'town', 255],
    ] as const)
      assert.deepEqual(refusalOf(await api('PUT', `${fields}/${key}.json`, { FieldName })), [400, code], key)
    const options = `${fields}/%5Bcolour%5D/options.json`
    assert.equal((await api('PUT', options, { KeepExistingOptions: true, Options: ['Green'] })).text, '')
    assert.deepEqual((await api('GET', `${fields}.json`)).body, [
      { FieldName: 'Town', Key: '[Homecity]', DataType: 'Text', FieldOptions: [], VisibleInPreferenceCenter: false },
      {
        FieldName: 'Colour',
        Key: '[Colour]',
        DataType: 'MultiSelectMany',
        FieldOptions: ['Red', 'Blue', 'Green'],
        VisibleInPreferenceCenter: false,
      },
    ])
    assert.deepEqual(refusalOf(await api('PUT', options, { KeepExistingOptions: false, Options: [] })), [400, 257])
    assert.equal((await api('DELETE', `${fields}/%5BColour%5D.json`)).text, '')
    assert.deepEqual(refusalOf(await api('DELETE', `${fields}/%5BColour%5D.json`)), [400, 253])
  })

  test('its statistics are 24 numbers', async () => {
    const list = await newList()
    await api('POST', `subscribers/${list}.json`, { EmailAddress: 'one@x.example', ...yes })
    const stats = (await api('GET', `lists/${list}/stats.json`)).body as Record<string, number>
    assert.equal(Object.keys(stats).length, 24)
    assert.deepEqual([stats.TotalActiveSubscribers, stats.NewActiveSubscribersToday, stats.TotalDeleted], [1, 1, 0])
  })

  test('its opt-outs are suppressed, and suppressed members taken off, once and in the background', async () => {
    const list = await newList()
    for (const name of ['left', 'stays', 'barred'])
      await api('POST', `subscribers/${list}.json`, { EmailAddress: `${name}@once.example`, ...yes })
    const only = { Title: `A list ${++lists}`, UnsubscribeSetting: 'OnlyThisList' }
    await api('PUT', `lists/${list}.json`, only)
    await api('POST', `subscribers/${list}/unsubscribe.json`, { EmailAddress: 'left@once.example' })
    await api('POST', `clients/${home.client.clientPublicId}/suppress.json`, {
      EmailAddresses: ['barred@once.example'],
    })
    const both = {
      ...only,
      UnsubscribeSetting: 'AllClientLists',
      AddUnsubscribesToSuppList: true,
      ScrubActiveWithSuppList: true,
    }
    assert.equal((await api('PUT', `lists/${list}.json`, both)).status, 200)
    const state = async (address: string) =>
      ((await api('GET', `subscribers/${list}.json?email=${address}`)).body as { State: string }).State
    await until(async () => (await state('barred@once.example')) === 'Deleted', 'the suppressed member is taken off')
    await until(async () => {
      const { body } = await api('GET', `clients/${home.client.clientPublicId}/suppressionlist.json`)
      return JSON.stringify(body).includes('left@once.example')
    }, 'who left is suppressed')
    assert.equal(await state('stays@once.example'), 'Active')
  })
})

describe('a subscriber', () => {
  test('is added, and what is not given later stays', async () => {
    const list = await newList()
    await api('POST', `lists/${list}/customfields.json`, { FieldName: 'City', DataType: 'Text' })
    await api('POST', `lists/${list}/customfields.json`, {
      FieldName: 'Likes',
      DataType: 'MultiSelectMany',
      Options: ['A', 'B', 'C'],
    })
    const path = `subscribers/${list}.json`
    const added = await api('POST', path, {
      emailaddress: 'Zoe@reader.example',
      NAME: 'Zoë',
      MobileNumber: '+4915112345678',
      CustomFields: [
        { Key: '[City]', Value: 'Ulm' },
        { key: 'likes', value: 'A' },
        { Key: 'Likes', Value: 'B' },
        { Key: 'Gone', Value: 'ignored' },
      ],
      ConsentToTrack: 'yes',
      ConsentToSendSms: 'No',
    })
    assert.deepEqual([added.status, added.body], [201, 'Zoe@reader.example'])
    const get = async (query = '') =>
      (await api('GET', `${path}?email=zoe@reader.example${query}`)).body as Record<string, unknown>
    const { Date: since, ListJoinedDate, ...rest } = await get('&IncludeTrackingPreference=True')
    assert.match(String(since), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(ListJoinedDate, since)
    assert.deepEqual(rest, {
      EmailAddress: 'Zoe@reader.example',
      Name: 'Zoë',
      State: 'Active',
      CustomFields: [
        { Key: 'City', Value: 'Ulm' },
        { Key: 'Likes', Value: 'A' },
        { Key: 'Likes', Value: 'B' },
      ],
      ReadsEmailWith: '',
      ConsentToTrack: 'Yes',
      MobileNumber: '+4915112345678',
      ConsentToSendSms: 'No',
    })
    await api('POST', path, {
      EmailAddress: 'zoe@reader.example',
      ConsentToTrack: 'Unchanged',
      CustomFields: [{ Key: 'Likes', Value: 'A', Clear: true }],
    })
    await api('PUT', `${path}?email=zoe@reader.example`, {
      MobileNumber: '',
      ConsentToTrack: 'No',
      CustomFields: [{ Key: 'City', Value: '', Clear: true }],
    })
    const later = await get('&includetrackingpreference=true')
    assert.deepEqual(
      [later.Name, later.CustomFields, later.MobileNumber, later.ConsentToTrack],
      ['Zoë', [{ Key: 'Likes', Value: 'B' }], undefined, 'No'],
    )
    assert.equal((await get()).ConsentToTrack, undefined, 'only where it is asked for')
  })

  test('consent holds for the address on all lists of the client', async () => {
    const [one, two] = [await newList(), await newList()]
    for (const list of [one, two])
      await api('POST', `subscribers/${list}.json`, { EmailAddress: 'both@x.example', ...yes })
    await api('POST', `subscribers/${one}.json`, { EmailAddress: 'both@x.example', ConsentToTrack: 'No' })
    const { body } = await api('GET', `subscribers/${two}.json?email=both@x.example&includetrackingpreference=true`)
    assert.equal((body as { ConsentToTrack: string }).ConsentToTrack, 'No')
  })

  test('consent must be said from version 3.2 on', async () => {
    const list = await newList()
    for (const version of versionNames) {
      const api = restClient(service.url, home.accountKey, version)
      const required = version === 'v3.2' || version === 'v3.3'
      const address = `c${version}@x.example`
      const added = await api('POST', `subscribers/${list}.json`, { EmailAddress: address })
      assert.equal(added.status, required ? 400 : 201, version)
      if (required) assert.deepEqual(refusalOf(added), [400, 215])
      const imported = await api('POST', `subscribers/${list}/import.json`, {
        Subscribers: [{ EmailAddress: address }],
      })
      assert.equal(imported.status, required ? 400 : 201, version)
    }
  })

  test('one that is not active is refused by its state, revived with Resubscribe, and never when suppressed', async () => {
    const list = await newList()
    const { listId } = (
      await service.db<{ listId: number }[]>`select id as list_id from lists where public_id = ${list}`
    )[0]!
    const ref = { ...home.list, listId, listPublicId: list }
    const path = `subscribers/${list}.json`
    for (const [state, code] of [
      ['Deleted', 205],
      ['Unsubscribed', 206],
      ['Bounced', 207],
      ['Unconfirmed', 208],
    ] as const) {
      const { address } = await place(service.db, ref, state)
      assert.deepEqual(refusalOf(await api('POST', path, { EmailAddress: address, ...yes })), [400, code])
      assert.equal((await api('PUT', `${path}?email=${address}`, { Name: 'Renamed', ...yes })).status, 200)
      const after = (await api('GET', `${path}?email=${address}`)).body as { State: string; Name: string }
      assert.deepEqual([after.State, after.Name], [state, 'Renamed'], 'an update changes no state')
      assert.equal((await api('POST', path, { EmailAddress: address, ...yes, Resubscribe: 'true' })).status, 201)
    }
    const { address } = await place(service.db, ref, 'Unsubscribed')
    await api('POST', `clients/${home.client.clientPublicId}/suppress.json`, { EmailAddresses: [address] })
    assert.deepEqual(
      refusalOf(await api('POST', path, { EmailAddress: address, ...yes, Resubscribe: true })),
      [400, 204],
    )
    assert.deepEqual(refusalOf(await api('PUT', `${path}?email=${address}`, { ...yes, Resubscribe: true })), [400, 204])
  })

  test('has another address, unless that is on the list', async () => {
    const list = await newList()
    const path = `subscribers/${list}.json`
    for (const name of ['old', 'taken']) await api('POST', path, { EmailAddress: `${name}@x.example`, ...yes })
    assert.equal((await api('PUT', `${path}?email=old@x.example`, { EmailAddress: 'new@x.example', ...yes })).text, '')
    assert.deepEqual(refusalOf(await api('PUT', `${path}?email=old@x.example`, yes)), [400, 203])
    assert.deepEqual(
      refusalOf(
        await api('PUT', `${path}?email=new@x.example`, { EmailAddress: 'taken@x.example', Name: 'Changed', ...yes }),
      ),
      [400, 201],
    )
    assert.equal(
      ((await api('GET', `${path}?email=new@x.example`)).body as { Name: string }).Name,
      '',
      'nothing of it was done',
    )
    assert.deepEqual(
      refusalOf(await api('PUT', `${path}?email=new@x.example`, { EmailAddress: 'x', ...yes })),
      [400, 1],
    )
  })

  test('one that left is deleted with success, and what it chose is not forgotten', async () => {
    const list = await newList({ UnsubscribeSetting: 'OnlyThisList' })
    const path = `subscribers/${list}`
    const address = 'left@out.example'
    await api('POST', `${path}.json`, { EmailAddress: address, ...yes })
    await api('POST', `${path}/unsubscribe.json`, { EmailAddress: address })
    for (const _ of ['once', 'again']) {
      const { status, text } = await api('DELETE', `${path}.json?email=${address}`)
      assert.deepEqual([status, text], [200, ''])
    }
    const { body } = await api('GET', `${path}.json?email=${address}`)
    assert.equal((body as { State: string }).State, 'Unsubscribed')
    assert.deepEqual(refusalOf(await api('POST', `${path}.json`, { EmailAddress: address, ...yes })), [400, 206])
    const bounced = await place(service.db, home.list, 'Bounced')
    const gone = await api('DELETE', `subscribers/${home.list.listPublicId}.json?email=${bounced.address}`)
    assert.deepEqual([gone.status, gone.text], [200, ''])
    assert.deepEqual(refusalOf(await api('DELETE', `${path}.json?email=absent@out.example`)), [400, 203])
  })

  test('one that left comes back by its own click alone, where the list is set as the docs say', async () => {
    const settings = { UnsubscribeSetting: 'OnlyThisList', ConfirmedOptIn: true }
    const address = 'back@out.example'
    const stateIn = async (list: string) =>
      ((await api('GET', `subscribers/${list}.json?email=${address}`)).body as { State: string }).State
    const again = (list: string) =>
      api('POST', `subscribers/${list}.json`, { EmailAddress: address, Resubscribe: true, ...yes })
    const left = async (list: string) => {
      await api('POST', `subscribers/${list}.json`, { EmailAddress: address, ...yes })
      // as the confirmation's link does
      await service.db`update subscribers set state = 'Active' where address = ${address} and state = 'Unconfirmed'`
      await api('POST', `subscribers/${list}/unsubscribe.json`, { EmailAddress: address })
      assert.equal(await stateIn(list), 'Unsubscribed')
    }
    const confirmed = await newList(settings)
    await left(confirmed)
    assert.equal((await again(confirmed)).status, 201)
    assert.equal(await stateIn(confirmed), 'Unconfirmed')
    // an opt-out of all lists stays, whatever a call says
    const all = await newList({ UnsubscribeSetting: 'AllClientLists', ConfirmedOptIn: true })
    await left(all)
    assert.deepEqual(refusalOf(await again(all)), [400, 204])
    assert.equal(await stateIn(all), 'Unsubscribed')
  })

  test('leaves and is deleted once', async () => {
    const list = await newList({ UnsubscribeSetting: 'OnlyThisList' })
    const path = `subscribers/${list}`
    for (const name of ['a', 'b']) await api('POST', `${path}.json`, { EmailAddress: `${name}@out.example`, ...yes })
    const leave = () => api('POST', `${path}/unsubscribe.json`, { EmailAddress: 'a@out.example' })
    assert.deepEqual([(await leave()).text, refusalOf(await leave())], ['', [400, 203]])
    const remove = () => api('DELETE', `${path}.json?email=b@out.example`)
    assert.deepEqual([(await remove()).text, refusalOf(await remove())], ['', [400, 203]])
    assert.deepEqual(refusalOf(await api('GET', `${path}.json?email=stranger@out.example`)), [400, 203])
    assert.deepEqual(refusalOf(await api('GET', `${path}.json?email=`)), [400, 1])
    const found = (await api('GET', `clients/${home.client.clientPublicId}/listsforemail.json?email=b@out.example`))
      .body as Record<string, string>[]
    assert.deepEqual(
      found.map(({ DateSubscriberAdded, ListName, ...rest }) => rest),
      [{ ListID: list, SubscriberState: 'Deleted' }],
    )
    assert.match(found[0]!.DateSubscriberAdded!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })
})

describe('an import', () => {
  test('adds and updates, and counts duplicates', async () => {
    const list = await newList()
    await api('POST', `subscribers/${list}.json`, { EmailAddress: 'there@x.example', ...yes })
    const Subscribers = ['there@x.example', 'new@x.example', 'NEW@x.example'].map(EmailAddress => ({
      EmailAddress,
      ...yes,
    }))
    const { status, body } = await api('POST', `subscribers/${list}/import.json`, { Subscribers })
    assert.deepEqual(
      [status, body],
      [
        201,
        {
          FailureDetails: [],
          TotalUniqueEmailsSubmitted: 2,
          TotalExistingSubscribers: 1,
          TotalNewSubscribers: 1,
          DuplicateEmailsInSubmission: ['NEW@x.example'],
        },
      ],
    )
  })

  test('answers 210 with what failed, and keeps the rest', async () => {
    const list = await newList()
    await api('POST', `lists/${list}/customfields.json`, { FieldName: 'Age', DataType: 'Number' })
    await api('POST', `subscribers/${list}.json`, { EmailAddress: 'left@imp.example', ...yes })
    await api('PUT', `lists/${list}.json`, { Title: `A list ${++lists}`, UnsubscribeSetting: 'OnlyThisList' })
    await api('POST', `subscribers/${list}/unsubscribe.json`, { EmailAddress: 'left@imp.example' })
    await api('POST', `clients/${home.client.clientPublicId}/suppress.json`, { EmailAddresses: ['barred@imp.example'] })
    const Subscribers = [
      { EmailAddress: 'good@imp.example', ...yes, CustomFields: [{ Key: 'Age', Value: 5 }] },
      { EmailAddress: 'bad at imp', ...yes },
      { EmailAddress: 'left@imp.example', ...yes },
      { EmailAddress: 'barred@imp.example', ...yes },
      ...['five', 'many', 'x', '-', '1e9'].map((Value, at) => ({
        EmailAddress: `n${at}@imp.example`,
        ...yes,
        CustomFields: [{ Key: 'Age', Value }],
      })),
    ]
    const { status, body } = await api('POST', `subscribers/${list}/import.json`, { Subscribers })
    const { Code, Message, ResultData } = body as { Code: number; Message: string; ResultData: Record<string, unknown> }
    assert.deepEqual([status, Code, Message], [400, 210, 'Subscriber Import had some failures'])
    assert.deepEqual(
      [ResultData.TotalUniqueEmailsSubmitted, ResultData.TotalNewSubscribers, ResultData.TotalExistingSubscribers],
      [9, 1, 0],
    )
    const failures = ResultData.FailureDetails as { EmailAddress: string; Code: number }[]
    assert.deepEqual(
      failures.map(({ EmailAddress, Code }) => [EmailAddress, Code]),
      [
        ['bad at imp', 1],
        ['left@imp.example', 206],
        ['barred@imp.example', 204],
        ...[0, 1, 2, 3, 4].map(at => [`n${at}@imp.example`, 10230]),
      ],
    )
    assert.equal((await api('GET', `subscribers/${list}.json?email=good@imp.example`)).status, 200)
    assert.deepEqual(refusalOf(await api('GET', `subscribers/${list}.json?email=n0@imp.example`)), [400, 203])
  })

  test('fails the rows alone that lack consent or have broken characters', async () => {
    const list = await newList()
    await api('POST', `lists/${list}/customfields.json`, { FieldName: 'City', DataType: 'Text' })
    const row = (name: string, change: object = {}) => ({ EmailAddress: `${name}@flaw.example`, ...yes, ...change })
    const Subscribers = [
      row('good'),
      row('unsaid', { ConsentToTrack: null }),
      row('nul', { Name: 'a\0b' }),
      row('half', { CustomFields: [{ Key: 'City', Value: '\ud800' }] }),
      row('long', { Name: 'x'.repeat(70_000) }),
      row('key', { CustomFields: [{ Key: '\x01', Value: 'x' }] }),
      { ...yes, EmailAddress: 'con\x07trol@flaw.example' },
      row('GOOD', { ConsentToTrack: undefined }),
      null,
      row('last'),
    ]
    const { status, body } = await api('POST', `subscribers/${list}/import.json`, { Subscribers })
    const { Code, ResultData } = body as { Code: number; ResultData: Record<string, unknown> }
    assert.deepEqual([status, Code], [400, 210])
    assert.deepEqual(
      (ResultData.FailureDetails as { EmailAddress: string; Code: number }[]).map(failure => [
        failure.EmailAddress,
        failure.Code,
      ]),
      [
        ['unsaid@flaw.example', 215],
        ['nul@flaw.example', 10012],
        ['half@flaw.example', 10012],
        ['long@flaw.example', 10011],
        ['key@flaw.example', 10012],
        ['con\x07trol@flaw.example', 10012],
        ['GOOD@flaw.example', 215],
      ],
    )
    assert.deepEqual([ResultData.TotalUniqueEmailsSubmitted, ResultData.TotalNewSubscribers], [8, 2])
    const first = restClient(service.url, home.accountKey, 'v3')
    const alone = [{ EmailAddress: 'alone@flaw.example', Name: '\x02' }]
    assert.deepEqual(
      refusalOf(await first('POST', `subscribers/${list}/import.json`, { Subscribers: alone })),
      [400, 210],
    )
    // no word of the interface: the body cannot be read, as elsewhere
    const wrong = [row('good'), row('word', { ConsentToTrack: 'true' })]
    assert.deepEqual(
      refusalOf(await api('POST', `subscribers/${list}/import.json`, { Subscribers: wrong })),
      [400, 400],
    )
  })

  test('takes 1,000 rows and no more, and at least one', async () => {
    const list = await newList()
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ EmailAddress: `r${at}@many.example`, ...yes }))
    const { status, body } = await api('POST', `subscribers/${list}/import.json`, { Subscribers: rows(1000) })
    assert.deepEqual([status, (body as { TotalNewSubscribers: number }).TotalNewSubscribers], [201, 1000])
    assert.deepEqual(
      refusalOf(await api('POST', `subscribers/${list}/import.json`, { Subscribers: rows(1001) })),
      [400, 209],
    )
    assert.deepEqual(refusalOf(await api('POST', `subscribers/${list}/import.json`, {})), [400, 212])
  })
})

describe('pages', () => {
  test('of members go by address, name and date in both directions, and end', async () => {
    const list = await newList()
    const names = ['delta', 'alpha', 'echo', 'bravo', 'charlie']
    for (const [at, name] of names.entries())
      await api('POST', `subscribers/${list}.json`, { EmailAddress: `${at}x@page.example`, Name: name, ...yes })
    const get = async (query: string) =>
      (await api('GET', `lists/${list}/active.json?${query}`)).body as Record<string, unknown> & {
        Results: { EmailAddress: string }[]
      }
    const all = await get('')
    assert.deepEqual(
      { ...all, Results: all.Results.map(({ EmailAddress }) => EmailAddress[0]) },
      {
        Results: ['0', '1', '2', '3', '4'],
        ResultsOrderedBy: 'email',
        OrderDirection: 'asc',
        PageNumber: 1,
        PageSize: 1000,
        RecordsOnThisPage: 5,
        TotalNumberOfRecords: 5,
        NumberOfPages: 1,
      },
    )
    const order = async (query: string) =>
      (await get(query)).Results.map(({ EmailAddress }) => EmailAddress[0]).join('')
    assert.equal(await order('orderfield=name'), '13402')
    assert.equal(await order('OrderField=Name&OrderDirection=DESC'), '20431')
    assert.equal(await order('orderfield=date&orderdirection=desc'), '43210')
    assert.equal(await order('pagesize=10&page=2'), '')
    assert.equal((await get('pagesize=10&page=2')).NumberOfPages, 1)
    assert.equal(await order('date='), '01234')
    assert.equal(await order('date=2001-01-01'), '01234')
    assert.equal(await order('date=2001-01-01 00:00&orderfield=date'), '01234')
    assert.deepEqual((await get('date=2099-01-01')).TotalNumberOfRecords, 0)
  })

  test('every row is on one page, from whichever end it is found', async () => {
    const list = await newList()
    const rows = Array.from({ length: 57 }, (_, at) => ({
      EmailAddress: `m${String(at).padStart(2, '0')}@page.example`,
      Name: `n${at % 3}`,
      ...yes,
    }))
    await api('POST', `subscribers/${list}/import.json`, { Subscribers: rows })
    for (const order of ['email', 'name', 'date'])
      for (const direction of ['asc', 'desc']) {
        const seen: string[] = []
        for (let page = 1; page <= 6; page++) {
          const { body } = await api(
            'GET',
            `lists/${list}/active.json?page=${page}&pagesize=10&orderfield=${order}&orderdirection=${direction}`,
          )
          seen.push(
            ...(body as { Results: { EmailAddress: string }[] }).Results.map(({ EmailAddress }) => EmailAddress),
          )
        }
        assert.equal(new Set(seen).size, 57, `${order} ${direction}`)
        assert.equal(seen.length, 57, `${order} ${direction}`)
      }
  })

  const flaws = [
    ['page=0', 800],
    ['page=-1', 800],
    ['page=x', 800],
    ['page=99999999999', 800],
    ['pagesize=0', 801],
    ['pagesize=9', 801],
    ['pagesize=1001', 801],
    ['pagesize=x', 801],
    ['orderfield=age', 802],
    ['orderdirection=up', 803],
    ['date=yesterday', 5],
    ['date=2026-02-31', 5],
  ] as const
  for (const [query, code] of flaws)
    test(`${query} is refused with ${code}`, async () => {
      for (const state of ['active', 'unconfirmed', 'unsubscribed', 'bounced', 'deleted'])
        assert.deepEqual(refusalOf(await api('GET', `lists/${home.list.listPublicId}/${state}.json?${query}`)), [
          400,
          code,
        ])
    })
})

describe('the suppression list', () => {
  test('is filled, read by page, and lifted', async () => {
    const { client } = await seed(service.db)
    const own = restClient(service.url, (await seedKeyOf(client.accountId))!)
    const path = `clients/${client.clientPublicId}`
    const addresses = ['c@s.example', 'a@s.example', 'b@s.example']
    assert.deepEqual((await own('POST', `${path}/suppress.json`, { EmailAddresses: addresses })).text, '')
    const page = (await own('GET', `${path}/suppressionlist.json?pagesize=10`)).body as Record<string, unknown> & {
      Results: Record<string, string>[]
    }
    assert.deepEqual(
      page.Results.map(({ Date: _since, ...row }) => row),
      ['a', 'b', 'c'].map(name => ({
        SuppressionReason: 'Reason Unavailable',
        EmailAddress: `${name}@s.example`,
        State: 'Suppressed',
      })),
    )
    assert.deepEqual([page.TotalNumberOfRecords, page.NumberOfPages, page.ResultsOrderedBy], [3, 1, 'email'])
    const wrong = await own('POST', `${path}/suppress.json`, { EmailAddresses: ['d@s.example', 'no address'] })
    assert.deepEqual(refusalOf(wrong), [400, 1])
    assert.deepEqual((wrong.body as { ResultData: string[] }).ResultData, ['no address'])
    assert.deepEqual(refusalOf(await own('POST', `${path}/suppress.json`, {})), [400, 1])
    const lift = () => own('PUT', `${path}/unsuppress.json?email=a@s.example`)
    assert.deepEqual([(await lift()).text, refusalOf(await lift())], ['', [400, 176]])
    assert.deepEqual(refusalOf(await own('GET', `${path}/suppressionlist.json?orderfield=name`)), [400, 802])
  })
})

async function seedKeyOf(accountId: number): Promise<string | undefined> {
  const { testKeys } = await import('../harness/seed.ts')
  const [login] =
    await service.db`select id, key_version from logins where account_id = ${accountId} and client_id is null`
  return testKeys.apiKey(login!.id as number, login!.keyVersion as number)
}
