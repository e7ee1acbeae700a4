/** Conditions of a letter: what Campaign.Check finds, how many get each branch, and what a preview shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedList } from '../../../test/harness/seed.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { handlers } from '../handlers.ts'

const { db, world, call } = await operationsTest(handlers)
const { clientId } = world.client
const { listId } = world.list
const key = { ApiKey: world.accountKey }
const exit = '<unsubscribe>Leave us</unsubscribe>'

await db`
  insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields, language)
  select ${clientId}, ${listId}, n || '@r.example', n || '@r.example', case when n % 2 = 0 then 'Ada Lovelace' else '' end, 'Active', now(), now(),
    jsonb_build_object('City', case when n <= 3 then 'BERLIN' when n <= 5 then 'Rome' else '' end),
    case when n = 1 then 'de' end
  from generate_series(1, 10) n`
await db`
  insert into custom_fields (client_id, list_id, key, name, data_type, position) values (${clientId}, ${listId}, 'City', 'City', 'Text', 1)
  on conflict do nothing`
const [tag] = await db<
  { id: number }[]
>`insert into contact_tags (client_id, name) values (${clientId}, 'VIP') returning id`
await db`
  insert into tagged_contacts (client_id, address, tag_id, source) values (${clientId}, '1@r.example', ${tag!.id}, 'hand')`

async function draft(content: object, change: object = {}) {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...{ ...key, ClientID: world.client.clientPublicId, Name: null, Subject: 'News', FromName: 'Rosa' },
    ...{ FromEmail: 'rosa@bloom.example', ReplyTo: 'rosa@bloom.example', Preheader: null, Tracking: null, Utm: null },
    Audience: { ListIDs: [world.list.listPublicId], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content: { ...noContent, ...content },
    ...change,
  } as unknown as ParamsOf<'Campaign.CreateDraft'>) // what is left out is null
  return { ...key, CampaignID: CampaignID! }
}
const html = (Html: string, change: object = {}) => draft({ Kind: 'Html', Html: Html + exit }, change)

const codes = new Set(['ConditionInvalid', 'MailEmpty', 'BranchEmpty', 'BranchUnused', 'UnresolvedTag', 'NotComposed'])
async function check(campaign: Awaited<ReturnType<typeof draft>>): Promise<readonly string[]> {
  const { Findings } = await call('Campaign.Check', campaign)
  const found = Findings as readonly { readonly Code: string; readonly Detail: string | null }[]
  return found.filter(({ Code }) => codes.has(Code)).map(({ Code, Detail }) => `${Code} ${Detail}`)
}
async function count(campaign: Awaited<ReturnType<typeof draft>>): Promise<readonly string[]> {
  const { Branches, Faults } = await call('Campaign.CountBranches', campaign)
  const rows = Branches as unknown as readonly Readonly<Record<string, unknown>>[] // as the wire writes it
  return [
    ...rows.map(
      one => `${one.Part} ${one.Section}:${one.Line}:${one.Depth} ${one.Shows} ${one.Condition} ${one.Recipients}`,
    ),
    ...(Faults as readonly string[]),
  ]
}

test('a block without [else] is a warning with the numbers of its branches', async () => {
  const campaign = await html('Hi\n[if:City=Berlin]a[elseif:City=Rome]b[endif][if:firstname]x[else]y[endif]')
  assert.deepEqual(await check(campaign), [
    'BranchEmpty Html, line 2: nothing for 5 of 10 recipients; [if:City=Berlin] 3, [elseif:City=Rome] 2',
  ])
  assert.deepEqual(await count(campaign), [
    'Content 0:2:0 If [if:City=Berlin] 3',
    'Content 0:2:0 If [elseif:City=Rome] 2',
    'Content 0:2:0 Nothing [if:City=Berlin] 5',
    'Content 0:2:0 If [if:firstname] 5',
    'Content 0:2:0 Else [else] 5',
  ])
})

test('branches inside each other are counted with those around them', async () => {
  const campaign = await html('Hi [if:City=Berlin][if:tag=vip]a[elseif:language=en]b[endif][else]c[endif]')
  assert.deepEqual(await count(campaign), [
    'Content 0:1:0 If [if:City=Berlin] 3',
    'Content 0:1:1 If [if:tag=vip] 1',
    'Content 0:1:1 If [elseif:language=en] 2',
    'Content 0:1:1 Nothing [if:tag=vip] 0',
    'Content 0:1:0 Else [else] 7',
  ])
  assert.deepEqual(await check(campaign), [])
})

test('a branch that no recipient gets is a warning', async () => {
  const campaign = await html('Hi [if:City=Paris]a[else]b[endif]', {
    Subject: '[if:language=fr]Bonjour[else]Hi[endif]',
  })
  assert.deepEqual(await check(campaign), [
    'BranchUnused Subject, line 1: [if:language=fr]',
    'BranchUnused Html, line 1: [if:City=Paris]',
  ])
})

test('a mail of branches alone is an error if some get none', async () => {
  const body = (more: string) => `<html><body>[if:City=Berlin]<p>a</p>[elseif:City=Rome]<p>b</p>${more}[endif]`
  const close = '</body></html>'
  const some = await draft({ Kind: 'Html', Html: body('') + exit + close })
  assert.deepEqual((await check(some))[0], 'MailEmpty 5 of 10 recipients')
  const all = await draft({ Kind: 'Html', Html: body('[else]<p>c</p>') + exit + close })
  assert.deepEqual(await check(all), [])
})

test('what cannot be used is an error with its line, and nothing is sent', async () => {
  const campaign = await html('Hi\n\n[if:Citty=Berlin]a[endif]')
  const [invalid, composed] = await check(campaign)
  const says = 'Html, line 3: [if:Citty=Berlin] names Citty, which is no field of any list of the campaign'
  assert.equal(invalid, `ConditionInvalid ${says}`)
  assert.equal(composed, `NotComposed ${says}`)
  await assert.rejects(
    call('Campaign.Send', { ...campaign, ConfirmationEmail: 'rosa@bloom.example', SendDate: 'Immediately' }),
    /Citty/,
  )
  assert.deepEqual(await check(await html('Hi [if:tag=Gone]a[else]b[endif]')), [
    'ConditionInvalid there is no tag "Gone"',
    'BranchUnused Html, line 1: [if:tag=Gone]',
  ])
})

test('a preview shows the branch of a person', async () => {
  const campaign = await html('Hi [if:tag=VIP]few[elseif:City=Berlin]Berlin[else]all[endif]')
  const shows = async (PersonalizeAs: string) => {
    const { Text } = await call('Campaign.Preview', { ...campaign, PersonalizeAs })
    return String(Text).split('\n')[0]
  }
  assert.deepEqual(
    [await shows('1@r.example'), await shows('2@r.example'), await shows('9@r.example'), await shows('')].map(text =>
      text?.replace(/Leave.*/, ''),
    ),
    ['Hi few', 'Hi Berlin', 'Hi all', 'Hi all'],
  )
})

type Tree = NonNullable<ParamsOf<'Segment.SetTree'>['Tree']>
type Leaf = NonNullable<NonNullable<Tree['Leaves']>[number]>
const none = { Key: null, Values: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }

/** A segment of people whose city is one. @param ListID null: of the client */
const segment = (Title: string, city: string, ListID: string | null) =>
  call('Segment.SetTree', {
    ...{ ...key, ClientID: world.client.clientPublicId, SegmentID: null, ListID, Title },
    Tree: {
      Match: 'All',
      Leaves: [{ ...none, Subject: 'Field', Key: 'City', Operator: 'Is', Values: [city] } as Leaf],
      Groups: [],
    },
  })

test('a condition asks for a segment of the client or of a list', async () => {
  await segment('Near us', 'Berlin', null)
  await segment('Römer & Co', 'Rome', world.list.listPublicId)
  const campaign = await html(
    'Hi [if:segment=near US]near[elseif:segment=&quot;R&ouml;mer &amp; Co&quot;]Rome[endif][if:segment!=Near us] far[endif]',
  )
  assert.deepEqual(await count(campaign), [
    'Content 0:1:0 If [if:segment=near US] 3',
    'Content 0:1:0 If [elseif:segment=&quot;R&ouml;mer &amp; Co&quot;] 2',
    'Content 0:1:0 Nothing [if:segment=near US] 5',
    'Content 0:1:0 If [if:segment!=Near us] 7',
    'Content 0:1:0 Nothing [if:segment!=Near us] 3',
  ])
  const shows = async (PersonalizeAs: string) =>
    String((await call('Campaign.Preview', { ...campaign, PersonalizeAs })).Text).split('\n')[0]
  assert.deepEqual(
    [await shows('1@r.example'), await shows('4@r.example'), await shows('9@r.example'), await shows('')].map(text =>
      text?.replace(/ ?Leave.*/, '').replace(/ +/g, ' '),
    ),
    ['Hi near', 'Hi Rome far', 'Hi far', 'Hi far'],
  )
})

test('a segment that is gone, that several lists have, or that cannot be judged is an error', async () => {
  const { listPublicId } = await seedList(db, world.client, 'Another')
  await call('List.CreateCustomField', {
    ...{ ...key, ListID: listPublicId, FieldName: 'City', DataType: 'Text', Options: '' },
  })
  await segment('Twice', 'Rome', world.list.listPublicId)
  await segment('Twice', 'Rome', listPublicId)
  await db`
    insert into segments (client_id, list_id, name, rules) values (${clientId}, ${listId}, 'Empty', '[]')`
  const found = async (name: string) => (await check(await html(`Hi [if:segment=${name}]a[else]b[endif]`)))[0]
  assert.equal(await found('Gone'), 'ConditionInvalid there is no segment "Gone"')
  assert.equal(await found('Twice'), 'ConditionInvalid several lists have a segment "Twice"')
  assert.match(
    String(await found('Empty')),
    /^ConditionInvalid the segment "Empty" cannot be judged: The segment has no conditions/,
  )
})

test('sections have conditions, each with its number of people', async () => {
  const Sections = JSON.stringify({
    version: 1,
    sections: [
      { kind: 'heading', text: 'Hi' },
      { kind: 'text', html: '<p>For Berlin</p>', shownTo: 'City=Berlin' },
      { kind: 'text', html: '<p>For few</p>', shownTo: 'tag=VIP' },
      { kind: 'footer' },
    ],
  })
  const campaign = await draft({ Kind: 'Sections', Sections })
  assert.deepEqual(await count(campaign), [
    'Content 2:0:0 If [if:City=Berlin] 3',
    'Content 2:0:0 Nothing [if:City=Berlin] 7',
    'Content 3:0:0 If [if:tag=VIP] 1',
    'Content 3:0:0 Nothing [if:tag=VIP] 9',
  ])
  const text = async (PersonalizeAs: string) =>
    String((await call('Campaign.Preview', { ...campaign, PersonalizeAs })).Text)
  assert.match(await text('1@r.example'), /^Hi\n\nFor Berlin\n\nFor few\n\n/)
  assert.match(await text('2@r.example'), /^Hi\n\nFor Berlin\n\n(?!For)/)
  assert.match(await text('9@r.example'), /^Hi\n\n(?!For)/)
})

test('MJML has conditions between its elements; one where none can be is an error', async () => {
  const mjml = (inside: string) =>
    draft({
      Kind: 'Mjml',
      Mjml: `<mjml><mj-body>${inside}<mj-section><mj-column><mj-text>End ${exit}</mj-text></mj-column></mj-section></mj-body></mjml>`,
    })
  const section = (text: string) => `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`
  const campaign = await mjml(`[if:City=Berlin]${section('B')}[else]${section('C')}[endif]`)
  const text = async (PersonalizeAs: string) =>
    String((await call('Campaign.Preview', { ...campaign, PersonalizeAs })).Text)
  assert.match(await text('1@r.example'), /^B\n+End/)
  assert.match(await text('9@r.example'), /^C\n+End/)
  const { Findings } = await call(
    'Campaign.Check',
    await mjml(
      '<mj-section><mj-column><mj-social>[if:City]<mj-social-element />[endif]</mj-social></mj-column></mj-section>',
    ),
  )
  assert.match(JSON.stringify(Findings), /A condition cannot be in mj-social/)
})
