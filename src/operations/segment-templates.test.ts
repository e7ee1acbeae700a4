import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import type { ParamsOf } from '../contract/operations.ts'
import { handlers } from './handlers.ts'

const { world, other, call, refused } = await operationsTest(handlers)
const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }

type Tree = NonNullable<ParamsOf<'SegmentTemplate.Create'>['Tree']>
type Leaf = NonNullable<NonNullable<Tree['Leaves']>[number]>
const leaf = (given: Partial<Leaf> & Pick<Leaf, 'Subject' | 'Operator'>): Leaf => ({
  Key: null,
  Values: null,
  Days: null,
  CampaignID: null,
  CampaignTag: null,
  Link: null,
  Times: null,
  ...given,
})
const tree = (...Leaves: Leaf[]): Tree => ({ Match: 'All', Leaves, Groups: [] })
const listed = async (params: typeof client = client) =>
  (await call('SegmentTemplate.List', params)) as unknown as {
    TemplateID: string
    Title: string
    BuiltIn: boolean
    AsksForField: boolean
  }[]
const use = (TemplateID: string, given: { ListID?: string; Title?: string; Key?: string } = {}) =>
  call('SegmentTemplate.Use', { ...client, TemplateID, ListID: null, Title: null, Key: null, ...given })

test('every built-in template makes a segment that can be judged, of the client and of a list', async () => {
  await call('List.CreateCustomField', {
    ...key,
    ListID: world.list.listPublicId,
    FieldName: 'Birthday',
    DataType: 'Date',
    Options: '',
  })
  const templates = await listed()
  assert.ok(templates.length >= 4 && templates.every(({ BuiltIn }) => BuiltIn))
  for (const { TemplateID, Title, AsksForField } of templates)
    for (const ListID of ['', world.list.listPublicId]) {
      const SegmentID = await use(TemplateID, { ListID, Key: AsksForField ? 'birthday' : '' })
      const made = await call('Segment.GetTree', { ...key, SegmentID })
      assert.deepEqual([made.Title, made.ListID, made.Problems], [Title, ListID, []], TemplateID)
    }
  assert.deepEqual(
    templates.filter(({ AsksForField }) => AsksForField).map(({ TemplateID }) => TemplateID),
    ['birthday-this-week'],
  )
})

test('a field is chosen where a template asks for it, and nowhere else', async () => {
  for (const [TemplateID, Key] of [
    ['birthday-this-week', ''],
    ['active-in-90-days', 'Birthday'],
  ] as const)
    await assert.rejects(use(TemplateID, { Title: 'Refused', Key }), { refusal: 'InvalidKey' })
  await assert.rejects(use('birthday-this-week', { Title: 'Refused', Key: 'Shoe size' }), {
    refusal: 'InvalidSegmentTree',
  })
  await assert.rejects(use('no-such-template'), { refusal: 'UnknownSegmentTemplate' })
})

test('an account keeps templates for all its clients; other accounts do not see them', async () => {
  const Tree = tree(leaf({ Subject: 'Domain', Operator: 'Is', Values: ['bloom.example'] }))
  const TemplateID = await call('SegmentTemplate.Create', { ...client, Title: 'At Bloom', Tree })
  await refused('SegmentTemplate.Create', { ...client, Title: 'at bloom', Tree }, 'DuplicateSegmentName')
  assert.deepEqual((await listed()).at(-1)!.Title, 'At Bloom')
  const foreign = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId }
  assert.ok((await listed(foreign)).every(({ BuiltIn }) => BuiltIn))
  const taken = { TemplateID, ListID: null, Title: null, Key: null }
  await refused('SegmentTemplate.Use', { ...foreign, ...taken }, 'UnknownSegmentTemplate')
  await refused('SegmentTemplate.Delete', { ApiKey: other.accountKey, TemplateID }, 'UnknownSegmentTemplate')
  const SegmentID = await use(TemplateID, { Title: 'Ours' })
  const second = await call('SegmentTemplate.Create', { ...client, Title: 'Second', Tree })
  await call('SegmentTemplate.Rename', { ...key, TemplateID, Title: 'AT BLOOM' })
  assert.deepEqual((await listed()).map(({ Title }) => Title).slice(-2), ['AT BLOOM', 'Second'])
  for (const [given, refusal] of [
    [{ TemplateID: second, Title: 'At bloom' }, 'DuplicateSegmentName'],
    [{ TemplateID, Title: ' ' }, 'SegmentNameEmpty'],
    [{ TemplateID: 'active-in-90-days', Title: 'Ours' }, 'UnknownSegmentTemplate'],
    [{ TemplateID, Title: 'Foreign', ApiKey: other.accountKey }, 'UnknownSegmentTemplate'],
    [{ TemplateID, Title: 'Mine', ApiKey: world.clientKey }, 'AccessDenied'],
  ] as const)
    await refused('SegmentTemplate.Rename', { ...key, ...given }, refusal)
  await call('SegmentTemplate.Delete', { ...key, TemplateID })
  await refused('SegmentTemplate.Delete', { ...key, TemplateID }, 'UnknownSegmentTemplate')
  await refused('SegmentTemplate.Delete', { ...key, TemplateID: 'active-in-90-days' }, 'UnknownSegmentTemplate')
  assert.equal((await call('Segment.GetTree', { ...key, SegmentID })).Title, 'Ours')
})

test('what belongs to one client makes no template, and a client makes none for the account', async () => {
  const segment = await call('Segment.SetTree', {
    ...client,
    SegmentID: null,
    ListID: null,
    Title: 'Inner',
    Tree: tree(leaf({ Subject: 'Name', Operator: 'IsKnown' })),
  })
  for (const own of [
    leaf({ Subject: 'List', Key: world.list.listPublicId, Operator: 'AnyOf', Values: ['Active'] }),
    leaf({ Subject: 'Segment', Key: segment, Operator: 'Is' }),
  ])
    await refused('SegmentTemplate.Create', { ...client, Title: 'Own', Tree: tree(own) }, 'InvalidSegmentTree')
  const Tree = tree(leaf({ Subject: 'Name', Operator: 'IsKnown' }))
  await refused('SegmentTemplate.Create', { ...client, ApiKey: world.clientKey, Title: 'Mine', Tree }, 'AccessDenied')
  await refused(
    'SegmentTemplate.Create',
    { ...key, ClientID: other.client.clientPublicId, Title: 'Mine', Tree },
    'InvalidClientId',
  )
})
