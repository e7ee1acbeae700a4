/** Trees as callers give them become stored ones. What could never be judged, or means something else than it says, is refused with its place. */
import { isPublicId } from '../../lib/ids.ts'
import { readCampaignsByTag } from '../../store/campaigns/tags.ts'
import type { Sql } from '../../store/connection/database.ts'
import { type Referred, type ReferredKind, readFieldsOf, readReferred } from '../../store/segments/referred.ts'
import { tagKey } from '../../store/tags/tag-key.ts'
import { type CustomField, findField, readCustomFields, readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { type GivenLeaf, type GivenTree, type Refuse, treeRefusal } from './given.ts'
import { groupPath, leafPath, type StoredLeaf, type StoredTree } from './stored.ts'
import {
  consentPurposes,
  deepestTree,
  eventDays,
  eventTimes,
  fieldOperators,
  mostLeaves,
  type Operator,
  operatorRow,
  type Subject,
  subjectRow,
} from './subjects.ts'
import { readLeafValues } from './values.ts'
import { kindOfIds } from './world.ts'

/** @throws Refusal InvalidSegmentTree with the place */
export async function checkTree(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number | null },
  given: GivenTree | null,
): Promise<StoredTree> {
  if (!given) throw treeRefusal('', 'The tree is missing.')
  const placed = placedLeaves(given, '', 1)
  if (placed.length > mostLeaves) throw treeRefusal('', `A tree has at most ${mostLeaves} conditions.`)
  const known = await readKnown(sql, clientId, listId, placed)
  const leaves = new Map(placed.map(({ path, leaf }) => [path, checkLeaf(known, leaf, path)]))
  const build = (tree: GivenTree, path: string): StoredTree => ({
    match: tree.Match,
    leaves: (tree.Leaves ?? []).map((_leaf, index) => leaves.get(leafPath(path, index))!), // every leaf was placed
    groups: (tree.Groups ?? []).map((group, index) => build(group!, groupPath(path, index))), // no group is null: as placed
  })
  return build(given, '')
}

interface Placed {
  readonly path: string
  readonly leaf: GivenLeaf
}

function placedLeaves(tree: GivenTree, path: string, depth: number): readonly Placed[] {
  if (depth > deepestTree) throw treeRefusal(path, `Groups are at most ${deepestTree} deep, the tree itself included.`)
  const groups = tree.Groups ?? []
  const leaves = tree.Leaves ?? []
  if (leaves.length + groups.length === 0) throw treeRefusal(path, 'A group needs a condition.')
  if (leaves.length + groups.length > mostLeaves) throw treeRefusal('', `A tree has at most ${mostLeaves} conditions.`)
  return [
    ...leaves.map((leaf, index) => {
      if (!leaf) throw treeRefusal(leafPath(path, index), 'The condition is empty.')
      return { path: leafPath(path, index), leaf }
    }),
    ...groups.flatMap((group, index) => {
      if (!group) throw treeRefusal(groupPath(path, index), 'The group is empty.')
      return placedLeaves(group, groupPath(path, index), depth + 1)
    }),
  ]
}

/** What leaves name, by the wire's names as `tagKey` compares them; of identifiers that is lower case. */
interface Known {
  readonly referred: Readonly<Record<ReferredKind, ReadonlyMap<string, Referred>>>
  readonly fields: readonly CustomField[]
  readonly campaignTags: ReadonlySet<string>
}

async function readKnown(sql: Sql, clientId: number, listId: number | null, placed: readonly Placed[]): Promise<Known> {
  const leaves = placed.map(({ leaf }) => leaf)
  const ofSubject = (subject: Subject) => leaves.filter(leaf => leaf.Subject === subject)
  const texts = (given: readonly (string | null)[]) => [...new Set(given.map(clean).filter(text => text !== ''))]
  const values = (subject: Subject) => ofSubject(subject).flatMap(leaf => leaf.Values ?? [])
  const read = async (kind: ReferredKind, names: readonly (string | null)[]) => {
    const named = kind === 'tag' ? texts(names) : texts(names).filter(isPublicId)
    const found = await readReferred(sql, clientId, kind, { names: named })
    return new Map(found.map(one => [tagKey(one.wire), one]))
  }
  const keys = (subject: Subject) => ofSubject(subject).map(leaf => leaf.Key)
  const tags = texts(leaves.map(leaf => leaf.CampaignTag))
  const hasFields = ofSubject('Field').length > 0
  const [list, segment, tag, imported, campaign, byTag, fields] = await Promise.all([
    read('list', keys('List')),
    read('segment', keys('Segment')),
    read('tag', values('Tag')),
    read('import', values('Import')),
    read(
      'campaign',
      leaves.map(leaf => leaf.CampaignID),
    ),
    readCampaignsByTag(sql, clientId, tags),
    hasFields ? fieldsOf(sql, clientId, listId) : [],
  ])
  return {
    referred: { list, segment, tag, import: imported, campaign },
    fields,
    campaignTags: new Set(byTag.keys()),
  }
}

/** Of a client the fields of its lists, each key once: of the type that the first list has, with the options of all. */
async function fieldsOf(sql: Sql, clientId: number, listId: number | null): Promise<readonly CustomField[]> {
  if (listId !== null) return readCustomFields(sql, { clientId, listId })
  const listIds = [...new Set((await readFieldsOf(sql, clientId, null)).map(field => field.listId))]
  const fields = new Map<string, CustomField>()
  for (const field of [...(await readCustomFieldsOfLists(sql, clientId, listIds)).values()].flat()) {
    const key = field.key.toLowerCase()
    const first = fields.get(key)
    if (!first) fields.set(key, field)
    else if (first.dataType === field.dataType)
      fields.set(key, { ...first, options: [...new Set([...first.options, ...field.options])] })
  }
  return [...fields.values()]
}

function clean(text: string | null): string {
  return (text ?? '').trim()
}

function checkLeaf(known: Known, leaf: GivenLeaf, path: string): StoredLeaf {
  const refuseLeaf: Refuse = (sentence, about) => treeRefusal(path, sentence, about)
  const { Subject: subject, Operator: operator } = leaf
  const row = subjectRow(subject)
  const field = subject === 'Field' ? fieldOf(known, leaf, refuseLeaf) : undefined
  const DataType = field?.dataType ?? (subject === 'JoinedDate' ? 'Date' : 'Text')
  const refuse: Refuse = sentence => refuseLeaf(sentence, { Fault: 'Value', DataType })
  const allowed = field ? fieldOperators[field.dataType] : row.operators
  if (!allowed.includes(operator)) {
    throw refuse(
      `${field ? `[${field.key}] (${field.dataType})` : subject} takes ${allowed.join(', ')}, not ${operator}.`,
    )
  }
  if (row.event) return { subject, operator, ...eventMembers(known, leaf, refuse) }
  for (const name of ['CampaignID', 'CampaignTag', 'Link'] as const) {
    if (clean(leaf[name]) !== '') throw refuse(`${subject} takes no ${name}.`)
  }
  if (leaf.Times !== null) throw refuse(`${subject} takes no Times.`)
  const days = daysOf(operator, leaf.Days, refuse)
  const key = keyOf(leaf, field, refuse)
  const ids = idsOf(known, leaf, refuse)
  const values = kindOfIds[subject] && subject !== 'List' ? undefined : readLeafValues(leaf, field, refuse)
  return {
    subject,
    operator,
    ...(key !== undefined && { key }),
    ...(ids && { ids }),
    ...(values && values.length > 0 && { values }),
    ...(days !== undefined && { days }),
  }
}

function fieldOf({ fields }: Known, { Key }: GivenLeaf, refuse: Refuse): CustomField {
  const field = findField(fields, Key)
  if (field) return field
  throw refuse(
    clean(Key) === ''
      ? 'A Field needs the Key of a custom field.'
      : `There is no custom field ${clean(Key).slice(0, 100)}.`,
    { Fault: 'Field' },
  )
}

function daysOf(operator: Operator, days: number | null, refuse: Refuse): number | undefined {
  const range = operatorRow(operator).days
  if (!range) {
    if (days !== null) throw refuse(`${operator} takes no Days.`)
    return undefined
  }
  const [from, to] = range
  if (days === null || days < from || days > to) throw refuse(`${operator} needs Days from ${from} to ${to}.`)
  return days
}

/** The key that is stored; undefined where the ids say it, or for none. */
function keyOf(
  { Subject: subject, Key }: GivenLeaf,
  field: CustomField | undefined,
  refuse: Refuse,
): string | undefined {
  if (field) return field.key
  switch (subjectRow(subject).key) {
    case 'purpose': {
      const purpose = consentPurposes.find(known => known.toLowerCase() === clean(Key).toLowerCase())
      if (!purpose) throw refuse(`The Key of ${subject} is ${consentPurposes.join(', ')}.`)
      return purpose
    }
    case 'list':
    case 'segment':
    case 'field':
      return undefined
    case undefined:
      if (clean(Key) !== '') throw refuse(`${subject} takes no Key.`)
      return undefined
  }
}

/** The ids of what the Key or the Values name. */
function idsOf({ referred }: Known, leaf: GivenLeaf, refuse: Refuse): readonly number[] | undefined {
  const { Subject: subject, Operator: operator } = leaf
  const kind = kindOfIds[subject]
  if (!kind) return undefined
  const byKey = subject === 'List' || subject === 'Segment'
  const named = byKey ? [clean(leaf.Key)] : (leaf.Values ?? []).map(clean)
  if (byKey && named[0] === '') throw refuse(`A ${subject} needs a Key.`)
  if (subject === 'Segment' && (leaf.Values ?? []).length > 0) throw refuse('A Segment takes no Values.')
  const most = operatorRow(operator).values === 'many' ? 100 : 1
  if (!byKey && (named.length === 0 || named.length > most)) {
    throw refuse(`${operator} needs ${most === 1 ? 'one value' : `1 to ${most} Values`}.`)
  }
  if (!byKey && clean(leaf.Key) !== '') throw refuse(`${subject} takes no Key.`)
  const ids = named.map(name => {
    const found = referred[kind].get(tagKey(name))
    if (!found) throw refuse(`There is no ${subject.toLowerCase()} ${name.slice(0, 100)}.`)
    return found.id
  })
  return [...new Set(ids)]
}

function eventMembers(known: Known, leaf: GivenLeaf, refuse: Refuse): Omit<StoredLeaf, 'subject' | 'operator'> {
  const { Subject: subject, Days: days, Times: times } = leaf
  const campaign = clean(leaf.CampaignID)
  const tag = clean(leaf.CampaignTag)
  const link = clean(leaf.Link)
  if (clean(leaf.Key) !== '' || (leaf.Values ?? []).length > 0) throw refuse(`${subject} takes no Key and no Values.`)
  const given = [campaign !== '', tag !== '', days !== null].filter(Boolean).length
  if (given !== 1) throw refuse(`${subject} needs one of CampaignID, CampaignTag and Days.`)
  const [fewest, most] = eventTimes
  if (times === null || times < fewest || times > most)
    throw refuse(`${subject} needs Times from ${fewest} to ${most}.`)
  if (link !== '' && !subjectRow(subject).link) throw refuse(`${subject} takes no Link.`)
  if (link.length > longestLink) throw refuse(`A Link has at most ${longestLink} characters.`)
  const more = { times, ...(link !== '' && { link }) }
  if (days !== null) {
    const [from, to] = eventDays
    if (days < from || days > to) throw refuse(`${subject} takes Days from ${from} to ${to}.`)
    return { days, ...more }
  }
  if (tag !== '') {
    if (!known.campaignTags.has(tag)) throw refuse(`No campaign has the tag ${tag.slice(0, 100)}.`)
    return { campaignTag: tag, ...more }
  }
  const found = known.referred.campaign.get(tagKey(campaign))
  if (!found) throw refuse(`There is no campaign ${campaign.slice(0, 100)}.`)
  return { campaignId: found.id, ...more }
}

const longestLink = 2_048
