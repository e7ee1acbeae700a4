/** Segments over the REST wire, in the two shapes of their rules (reference/rest.md §2.4). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { letterhead, readCreatedId, unknown } from './fixtures.ts'

let service: TestService
let web: TestWeb
let home: World
let api: RestClient
let first: RestClient
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api' })
  web = await serveWeb({ '/page': { body: '<p>Hello</p><p><unsubscribe>Leave us</unsubscribe></p>' } })
  home = await seed(service.db)
  api = restClient(service.url, home.accountKey)
  first = restClient(service.url, home.accountKey, 'v3')
  const { listPublicId } = home.list
  await api('POST', `lists/${listPublicId}/customfields.json`, { FieldName: 'City', DataType: 'Text' })
  for (const [name, city] of [
    ['Ann', 'Ulm'],
    ['Bob', 'Ulm'],
    ['Cy', 'Kiel'],
  ])
    await api('POST', `subscribers/${listPublicId}.json`, {
      EmailAddress: `${name}@seg.example`,
      Name: name,
      CustomFields: [{ Key: 'City', Value: city }],
      ConsentToTrack: 'Yes',
    })
})
after(async () => {
  await service?.stop()
  await web?.close()
})

const group = (RuleType: string, Clause: string) => ({ Rules: [{ RuleType, Clause }] })
let made = 0

async function newSegment(RuleGroups: unknown = [group('[City]', 'EQUALS Ulm')]): Promise<string> {
  return readCreatedId(
    api('POST', `segments/${home.list.listPublicId}.json`, {
      Title: `S${++made}`,
      RuleGroups,
    }),
  )
}

test('a segment is made, read, replaced, extended and deleted', async () => {
  const id = await newSegment()
  const names = { ListID: home.list.listPublicId, SegmentID: id }
  assert.deepEqual((await api('GET', `segments/${id}.json`)).body, {
    ActiveSubscribers: 2,
    RuleGroups: [group('[City]', 'EQUALS Ulm')],
    ...names,
    Title: `S${made}`,
  })
  const added = { Rules: [{ RuleType: 'name', Clause: 'contains b' }] }
  assert.deepEqual([(await api('POST', `segments/${id}/rules.json`, added)).text], [''])
  const page = (await api('GET', `segments/${id}/active.json?orderfield=name`)).body as {
    Results: { EmailAddress: string }[]
    TotalNumberOfRecords: number
  }
  assert.deepEqual(
    [page.Results.map(({ EmailAddress }) => EmailAddress), page.TotalNumberOfRecords],
    [['Bob@seg.example'], 1],
  )
  const replaced = { Title: 'Everyone named', RuleGroups: [group('Name', 'PROVIDED')] }
  assert.equal((await api('PUT', `segments/${id}.json`, replaced)).text, '')
  const after = (await api('GET', `segments/${id}.json`)).body as { ActiveSubscribers: number; RuleGroups: unknown }
  assert.deepEqual([after.ActiveSubscribers, after.RuleGroups], [3, replaced.RuleGroups])
  for (const path of [
    `clients/${home.client.clientPublicId}/segments.json`,
    `lists/${home.list.listPublicId}/segments.json`,
  ])
    assert.deepEqual((await api('GET', path)).body, [{ ...names, Title: 'Everyone named' }])
  assert.equal((await api('DELETE', `segments/${id}.json`)).text, '')
  assert.deepEqual(refusalOf(await api('GET', `segments/${id}.json`)), [401, 271])
})

test('the first version has subjects with clauses', async () => {
  const Rules = [{ Subject: 'EmailAddress', Clauses: ['CONTAINS @seg.example'] }]
  const id = (await first('POST', `segments/${home.list.listPublicId}.json`, { Title: 'Flat', Rules })).body as string
  await first('POST', `segments/${id}/rules.json`, { Subject: '[City]', Clauses: ['NOT_EQUALS Ulm'] })
  const shown = (await first('GET', `segments/${id}.json`)).body as Record<string, unknown>
  assert.deepEqual(
    [shown.Rules, shown.ActiveSubscribers, shown.RuleGroups],
    [[...Rules, { Subject: '[City]', Clauses: ['NOT_EQUALS Ulm'] }], 1, undefined],
  )
  assert.deepEqual(((await api('GET', `segments/${id}.json`)).body as { RuleGroups: unknown }).RuleGroups, [
    group('EmailAddress', 'CONTAINS @seg.example'),
    group('[City]', 'NOT_EQUALS Ulm'),
  ])
  await api('DELETE', `segments/${id}.json`)
})

test('rules that cannot be kept are refused with 277, each with its reason, and nothing is made', async () => {
  for (const [flawed, code] of [
    [group('', 'EQUALS A'), 2704],
    [group('CampaignOpened', unknown), 2705],
    [group('CampaignNotOpened', unknown), 2705],
    [group('DateSubscribed', 'CONTAINS 2026'), 2754],
    [group('DateSubscribed', 'BETWEEN 2026-01-01'), 2755],
    [group('Name', 'AFTER 2026-01-01'), 2754],
    [group('Name', ''), 2706],
    [{ Rules: [] }, 2706],
    [{}, 2706],
    [group('Name', 'IS A'), 2754],
    [group('Name', 'EQUALS'), 2719],
  ] as const) {
    const RuleGroups = [group('[City]', 'PROVIDED'), flawed]
    const { status, body } = await api('POST', `segments/${home.list.listPublicId}.json`, {
      Title: 'Flawed',
      RuleGroups,
    })
    const { Code, ResultData } = body as { Code: number; ResultData: { Code: number }[] }
    assert.deepEqual([status, Code, ResultData[0]?.Code, ResultData[1]?.Code], [400, 277, 0, code])
  }
  const Rules = [{ Subject: 'Name', Clauses: ['EQUALS'] }]
  const { body } = await first('POST', `segments/${home.list.listPublicId}.json`, { Title: 'Flawed', Rules })
  const { ResultData } = body as { ResultData: object[] }
  assert.deepEqual(Object.keys(ResultData[0]!), ['Subject', 'Code', 'Message', 'ClauseResults'])
  const make = (content: object) => api('POST', `segments/${home.list.listPublicId}.json`, content)
  const shoe = await make({ Title: 'X', RuleGroups: [group('Name', 'PROVIDED'), group('[Shoe]', 'PROVIDED')] })
  assert.deepEqual(refusalOf(shoe), [400, 277])
  const judged = (shoe.body as { ResultData: { RuleType: string; Code: number }[] }).ResultData
  assert.deepEqual(
    judged.map(({ RuleType, Code }) => [RuleType, Code]),
    [
      ['Name', 0],
      ['[Shoe]', 2705],
    ],
  )
  assert.deepEqual(refusalOf(await make({ Title: '', RuleGroups: [group('Name', 'PROVIDED')] })), [400, 273])
  const id = await newSegment()
  const more = await first('POST', `segments/${id}/rules.json`, { Subject: 'EmailAddress', Clauses: ['EQUALS x'] })
  const [{ Subject, Code } = {}] = (more.body as { ResultData: { Subject?: string; Code?: number }[] }).ResultData
  assert.deepEqual([refusalOf(more), Subject, Code], [[400, 277], 'EmailAddress', 2754])
  assert.deepEqual(refusalOf(await make({ Title: `s${made}`, RuleGroups: [group('Name', 'PROVIDED')] })), [400, 275])
  assert.deepEqual(((await api('GET', `lists/${home.list.listPublicId}/segments.json`)).body as unknown[]).length, 1)
  await api('DELETE', `segments/${id}.json`)
})

test('rules of a group are alternatives, dates and numbers compare, and all comes back as it was sent', async () => {
  for (const [FieldName, DataType] of [
    ['Born', 'Date'],
    ['Score', 'Number'],
  ])
    await api('POST', `lists/${home.list.listPublicId}/customfields.json`, { FieldName, DataType })
  for (const [EmailAddress, Born, Score] of [
    ['Ann@seg.example', '1990-05-01', '9.5'],
    ['Bob@seg.example', '2001-05-01', '10'],
    ['Cy@seg.example', '2001-05-02', '-1'],
  ] as const) {
    const CustomFields = [
      { Key: 'Born', Value: Born },
      { Key: 'Score', Value: Score },
    ]
    await api('POST', `subscribers/${home.list.listPublicId}.json`, {
      EmailAddress,
      CustomFields,
      ConsentToTrack: 'Yes',
    })
  }
  const anyOf = (...rules: readonly (readonly [string, string])[]) => ({
    Rules: rules.map(([RuleType, Clause]) => ({ RuleType, Clause })),
  })
  for (const [count, ...RuleGroups] of [
    [2, anyOf(['Name', 'EQUALS Ann'], ['[City]', 'EQUALS Kiel'])],
    [1, anyOf(['[Born]', 'BEFORE 2000-01-01'])],
    [1, anyOf(['[Born]', 'BETWEEN 2001-01-01 AND 2001-05-01'])],
    [2, anyOf(['[Score]', 'GREATER_THAN 9']), anyOf(['DateSubscribed', 'AFTER 2026-01-01'])],
    [1, anyOf(['[Score]', 'BETWEEN -1 AND 9'], ['[Score]', 'LESS_THAN -5'])],
    [1, anyOf(['[City]', 'PROVIDED']), anyOf(['Name', 'CONTAINS b'], ['EmailAddress', 'EQUALS x@seg.example'])],
  ] as const) {
    const id = await newSegment(RuleGroups)
    const { ActiveSubscribers, RuleGroups: shown } = (await api('GET', `segments/${id}.json`)).body as Record<
      string,
      unknown
    >
    assert.deepEqual([ActiveSubscribers, shown], [count, RuleGroups])
    const { TotalNumberOfRecords } = (await api('GET', `segments/${id}/active.json`)).body as Record<string, unknown>
    assert.equal(TotalNumberOfRecords, count)
    const added = anyOf(['Name', 'EQUALS Someone else'], ['[Score]', 'LESS_THAN -100'])
    assert.equal((await api('POST', `segments/${id}/rules.json`, added)).status, 200)
    const extended = (await api('GET', `segments/${id}.json`)).body as Record<string, unknown>
    assert.deepEqual([extended.ActiveSubscribers, extended.RuleGroups], [0, [...RuleGroups, added]])
    const bad = await api('POST', `segments/${id}/rules.json`, anyOf(['Name', 'PROVIDED'], ['[Score]', 'LESS_THAN x']))
    const { Code, ResultData } = bad.body as { Code: number; ResultData: { Code: number }[] }
    assert.deepEqual([Code, ResultData.map(result => result.Code)], [277, [0, 2721]])
    await api('DELETE', `segments/${id}.json`)
  }
  const Rules = [{ Subject: 'Name', Clauses: ['EQUALS Ann', 'EQUALS Bob'] }]
  const { body: id } = await first('POST', `segments/${home.list.listPublicId}.json`, { Title: 'Alternatives', Rules })
  const shown = (await first('GET', `segments/${id}.json`)).body as Record<string, unknown>
  assert.deepEqual([shown.Rules, shown.ActiveSubscribers], [Rules, 2])
  await api('DELETE', `segments/${id}.json`)
})

test('a segment without rules has no subscriber, and no campaign is sent to it until it has some', async () => {
  const contents = async (id: string) => {
    const { ActiveSubscribers, RuleGroups } = (await api('GET', `segments/${id}.json`)).body as Record<string, unknown>
    const { Results, TotalNumberOfRecords } = (await api('GET', `segments/${id}/active.json`)).body as Record<
      string,
      unknown
    >
    return [ActiveSubscribers, RuleGroups, Results, TotalNumberOfRecords]
  }
  const nothing = [0, [], [], 0]
  for (const RuleGroups of [null, []]) {
    const id = await newSegment(RuleGroups)
    assert.deepEqual(await contents(id), nothing)
    assert.equal((await api('DELETE', `segments/${id}.json`)).status, 200)
  }
  const { body: flat } = await first('POST', `segments/${home.list.listPublicId}.json`, { Title: 'Flat and bare' })
  assert.deepEqual(((await first('GET', `segments/${flat}.json`)).body as { Rules: unknown }).Rules, [])
  assert.equal((await api('DELETE', `segments/${flat}.json`)).status, 200)

  const id = await newSegment()
  const { body: campaign } = await api('POST', `campaigns/${home.client.clientPublicId}.json`, {
    Name: 'To a segment whose rules are gone',
    ...letterhead,
    HtmlUrl: `${web.url}/page`,
    SegmentIDs: [id],
    ListIDs: [home.list.listPublicId],
  })
  const send = () =>
    api('POST', `campaigns/${campaign}/send.json`, {
      ConfirmationEmail: 'c@client.example',
      SendDate: '2099-01-02 03:04',
    })
  assert.deepEqual([(await api('DELETE', `segments/${id}/rules.json`)).text, await contents(id)], ['', nothing])
  assert.deepEqual(refusalOf(await send()), [400, 314])
  assert.equal((await api('POST', `segments/${id}/rules.json`, group('[City]', 'EQUALS Kiel'))).status, 200)
  assert.equal((await send()).text, '')
  // replaced by nothing is the same as cleared
  assert.equal((await api('PUT', `segments/${id}.json`, { Title: 'Bare' })).status, 200)
  assert.deepEqual(await contents(id), nothing)
  await service.db`delete from campaign_lists where segment = 'Bare'`
  await api('DELETE', `segments/${id}.json`)
  assert.deepEqual(refusalOf(await api('DELETE', `segments/${id}/rules.json`)), [401, 271])
})

test('an unknown and a foreign segment are refused alike', async () => {
  const stranger = await seed(service.db)
  const [theirs] = await service.db`
    insert into segments (client_id, list_id, name, rules)
    values (${stranger.list.clientId}, ${stranger.list.listId}, 'Theirs', ${service.db.json([{ field: 'name', operator: 'is set', value: '' }])})
    returning public_id`
  for (const id of [unknown, theirs!.publicId as string, 'x', home.list.listPublicId]) {
    for (const [method, path] of [
      ['GET', `segments/${id}.json`],
      ['GET', `segments/${id}/active.json`],
      ['DELETE', `segments/${id}.json`],
      ['DELETE', `segments/${id}/rules.json`],
    ] as const)
      assert.deepEqual(refusalOf(await api(method, path)), [401, 271], `${method} ${path}`)
  }
})

test('a campaign goes to a segment, which then stays, whatever it is called', async () => {
  const id = await newSegment()
  const campaign = await api('POST', `campaigns/${home.client.clientPublicId}.json`, {
    Name: 'To a segment',
    ...letterhead,
    HtmlUrl: `${web.url}/page`,
    SegmentIDs: [id],
  })
  assert.equal(campaign.status, 201, campaign.text)
  assert.deepEqual(refusalOf(await api('DELETE', `segments/${id}.json`)), [400, 272])
  await api('PUT', `segments/${id}.json`, { Title: 'Renamed', RuleGroups: [group('[City]', 'EQUALS Kiel')] })
  assert.deepEqual((await api('GET', `campaigns/${campaign.body}/listsandsegments.json`)).body, {
    Lists: [],
    Segments: [{ ListID: home.list.listPublicId, SegmentID: id, Title: 'Renamed' }],
  })
})
