/** Stored trees become conditions that the store makes SQL of. What is lost is named, and no person matches then. */
import type {
  CompiledTree,
  ConditionTree,
  EventCondition,
  LeafCondition,
  Need,
  TextCondition,
} from '../../store/segments/conditions.ts'
import type { Purpose } from '../../store/subscribers/purposes.ts'
import { parseAddress } from '../text-rules/address.ts'
import { dateTestOf, numberRangeOf } from './comparisons.ts'
import { groupPath, leafPath, readStored, type StoredLeaf, type StoredTree } from './stored.ts'
import { mostExpandedLeaves, mostNested, type Operator } from './subjects.ts'
import { kindOfIds, type Root, type World } from './world.ts'

export type ProblemKind =
  | 'Field'
  | 'List'
  | 'Segment'
  | 'Tag'
  | 'Import'
  | 'Campaign'
  | 'CampaignTag'
  | 'NoConditions'
  | 'Circle'
  | 'TooLarge'

/** Why no person matches a tree. */
export interface Problem {
  readonly path: string
  readonly kind: ProblemKind
  /** What is lost, where it still has a name. */
  readonly name: string
  readonly sentence: string
}

export interface Compiled {
  readonly compiled: CompiledTree
  /** What the answers of Explain are about: the leaves of the tree itself. */
  readonly leaves: readonly { readonly path: string; readonly condition: LeafCondition | undefined }[]
  /** None where the tree can be judged. */
  readonly problems: readonly Problem[]
  /** Whether leaves ask for events, and whether one may be unknown. */
  readonly asksForEvents: boolean
  readonly mayBeUnknown: boolean
}

/** @param own the segment of the tree, which must not be in it; undefined for one that is not saved */
export function compileTree({ listId, tree }: Root, world: World, own?: number): Compiled {
  const leaves: { path: string; condition: LeafCondition | undefined }[] = []
  const compiling = new Compiling(world, leaves)
  const place = { listId, path: '', chain: own === undefined ? [] : [own], within: '' }
  if (tree) {
    const compiled = compiling.group(tree, place)
    return { ...compiling.result(compiled), leaves }
  }
  compiling.lose(place, 'NoConditions', '', 'The segment has no conditions, or they cannot be read.')
  return { ...compiling.result({ match: 'any', parts: [] }), leaves }
}

interface Place {
  readonly listId: number | null
  /** Of the outermost tree: problems within a segment are those of the leaf that names it. */
  readonly path: string
  /** The segments that the tree is in, outermost first. */
  readonly chain: readonly number[]
  /** `Segment "Old": ` */
  readonly within: string
}

class Compiling {
  readonly #world: World
  readonly #leaves: { path: string; condition: LeafCondition | undefined }[]
  readonly #needs = new Map<string, Need>()
  readonly #problems: Problem[] = []
  #expanded = 0
  #asksForEvents = false
  #mayBeUnknown = false

  constructor(world: World, leaves: { path: string; condition: LeafCondition | undefined }[]) {
    this.#world = world
    this.#leaves = leaves
  }

  result(tree: ConditionTree): Omit<Compiled, 'leaves'> {
    const isLost = this.#problems.length > 0
    return {
      compiled: { tree, needs: isLost ? [{ kind: 'lost' }] : [...this.#needs.values()] },
      problems: this.#problems,
      asksForEvents: this.#asksForEvents,
      mayBeUnknown: this.#mayBeUnknown && !isLost,
    }
  }

  group(tree: StoredTree, place: Place): ConditionTree {
    const isOuter = place.within === ''
    const leaves = tree.leaves.flatMap((leaf, index) => {
      const at = isOuter ? { ...place, path: leafPath(place.path, index) } : place
      const condition = this.#leaf(leaf, at)
      if (isOuter) this.#leaves.push({ path: at.path, condition })
      return condition ? [condition] : []
    })
    const groups = tree.groups.map((group, index) =>
      this.group(group, isOuter ? { ...place, path: groupPath(place.path, index) } : place),
    )
    return { match: matches[tree.match], parts: [...leaves, ...groups] }
  }

  lose({ path, within }: Place, kind: ProblemKind, name: string, sentence: string): undefined {
    this.#problems.push({ path, kind, name, sentence: `${within}${sentence}` })
  }

  #need(need: Need): void {
    this.#needs.set(JSON.stringify(need), need)
  }

  /** @returns undefined for a leaf that is lost */
  #leaf(leaf: StoredLeaf, place: Place): LeafCondition | undefined {
    if (++this.#expanded === mostExpandedLeaves + 1) {
      this.lose(
        place,
        'TooLarge',
        '',
        `With the segments in it the tree has more than ${mostExpandedLeaves} conditions.`,
      )
    }
    if (this.#expanded > mostExpandedLeaves) return undefined
    if (leaf.ids && this.#isLost(leaf, leaf.ids, place)) return undefined
    switch (leaf.subject) {
      case 'Address':
        return textCondition({ of: 'address' }, leaf, value => parseAddress(value)?.address ?? value)
      case 'Domain':
        return textCondition({ of: 'domain' }, leaf)
      case 'Name':
        return textCondition({ of: 'name' }, leaf)
      case 'Field':
        return this.#field(leaf, place)
      case 'StateDate':
        return { is: 'date', place: { of: 'state date' }, test: dateTestOf(leaf) }
      case 'JoinedDate':
        return { is: 'date', place: { of: 'joined' }, test: dateTestOf(leaf) }
      case 'ConfirmedDate':
        return { is: 'date', place: { of: 'confirmed' }, test: dateTestOf(leaf) }
      case 'State':
        return { is: 'state', states: leaf.values ?? [], not: isNot(leaf.operator) }
      case 'Source':
        return { is: 'source', sources: (leaf.values ?? []).map(lower), not: isNot(leaf.operator) }
      case 'Import':
        return { is: 'import', importIds: leaf.ids ?? [], not: isNot(leaf.operator) }
      case 'Tag':
        return { is: 'tag', tagIds: leaf.ids ?? [], quantity: quantityOf(leaf.operator) }
      case 'Consent':
        return consentCondition(leaf)
      case 'List': {
        const states = leaf.values && leaf.values.length > 0 ? leaf.values : ['Active']
        return { is: 'list', listId: leaf.ids![0]!, states, not: isNot(leaf.operator) } // a leaf of a list has its id
      }
      case 'Segment':
        return this.#segment(leaf, place)
      case 'Sent':
      case 'Accepted':
      case 'Opened':
      case 'Clicked':
      case 'Bounced':
        return this.#event(leaf, place, lower(leaf.subject) as EventCondition['event']) // by the names of the subjects
    }
  }

  /** Notes what a leaf needs. @returns whether one of the things it names does not exist any more */
  #isLost(leaf: StoredLeaf, ids: readonly number[], place: Place): boolean {
    const kind = kindOfIds[leaf.subject]
    if (!kind) return false
    const missing = ids.filter(id => !this.#world.referred[kind].has(id))
    if (missing.length > 0) {
      const subject = leaf.subject as ProblemKind // List, Segment, Tag and Import are both
      this.lose(place, subject, '', `The ${leaf.subject.toLowerCase()} was deleted.`)
      return true
    }
    for (const id of ids) this.#need({ kind, id })
    return false
  }

  #field(leaf: StoredLeaf, place: Place): LeafCondition | undefined {
    const fields = this.#world.fields.get(place.listId) ?? []
    const named = lower(leaf.key ?? '')
    const key = fields.find(field => lower(field.key) === named)?.key
    if (key === undefined) return this.lose(place, 'Field', `[${leaf.key}]`, `The field [${leaf.key}] was deleted.`)
    this.#need({ kind: 'field', listId: place.listId, key })
    const field = { of: 'field', key } as const
    const range = numberRangeOf(leaf)
    if (range) return { is: 'number', place: field, ...range }
    return leaf.operator in textTests
      ? textCondition(field, leaf)
      : { is: 'date', place: field, test: dateTestOf(leaf) }
  }

  #segment(leaf: StoredLeaf, place: Place): LeafCondition | undefined {
    const id = leaf.ids![0]! // a leaf of a segment has its id
    const segment = this.#world.segments.get(id)
    const name = segment?.name ?? this.#world.referred.segment.get(id)?.name ?? ''
    if (place.chain.includes(id)) {
      return this.lose(place, 'Circle', name, `The segment "${name}" contains itself.`)
    }
    if (!segment || place.chain.length >= mostNested + 1) {
      return this.lose(place, 'TooLarge', name, `Segments may be in each other at most ${mostNested} deep.`)
    }
    const tree = readStored(segment.rules)
    if (!tree) return this.lose(place, 'NoConditions', name, `The segment "${name}" has no conditions.`)
    const inner = {
      listId: segment.listId,
      path: place.path,
      chain: [...(place.chain.length === 0 ? [0] : place.chain), id],
      within: `${place.within}Segment "${name}": `,
    }
    return { is: 'segment', listId: segment.listId, tree: this.group(tree, inner), not: isNot(leaf.operator) }
  }

  #event(leaf: StoredLeaf, place: Place, event: EventCondition['event']): LeafCondition | undefined {
    this.#asksForEvents = true
    if (event === 'opened' || event === 'clicked') this.#mayBeUnknown = true
    const scope = this.#scope(leaf, place)
    if (!scope) return undefined
    const is = ({ AtLeast: 'at least', AtMost: 'at most', Exactly: 'exactly' } as const)[leaf.operator as 'AtLeast'] // the operators of events
    return { is: 'event', event, scope, link: leaf.link ?? null, times: { is, count: leaf.times ?? 1 } }
  }

  #scope({ campaignId, campaignTag, days }: StoredLeaf, place: Place): EventCondition['scope'] | undefined {
    if (campaignId !== undefined) {
      if (!this.#world.referred.campaign.has(campaignId)) {
        return this.lose(place, 'Campaign', '', 'The campaign was deleted.')
      }
      this.#need({ kind: 'campaign', id: campaignId })
      return { campaigns: this.#meantBy(campaignId) }
    }
    if (campaignTag !== undefined) {
      const tagged = this.#world.campaignsByTag.get(campaignTag)
      if (!tagged) {
        return this.lose(place, 'CampaignTag', campaignTag, `No campaign has the tag "${campaignTag}" any more.`)
      }
      return { campaigns: [...new Set(tagged.flatMap(id => this.#meantBy(id)))] }
    }
    return { days: days ?? 1 }
  }

  /** A campaign means those that follow it as well. */
  #meantBy(campaignId: number): readonly number[] {
    return this.#world.followers.get(campaignId) ?? [campaignId]
  }
}

const matches = { All: 'all', Any: 'any', None: 'none' } as const

const textTests: Partial<Record<Operator, Pick<TextCondition, 'test' | 'quantity'>>> = {
  Is: { test: 'equals', quantity: 'any' },
  IsNot: { test: 'equals', quantity: 'none' },
  Contains: { test: 'contains', quantity: 'any' },
  NotContains: { test: 'contains', quantity: 'none' },
  Begins: { test: 'begins', quantity: 'any' },
  AnyOf: { test: 'equals', quantity: 'any' },
  AllOf: { test: 'equals', quantity: 'all' },
  NoneOf: { test: 'equals', quantity: 'none' },
  IsKnown: { test: 'known', quantity: 'any' },
  IsEmpty: { test: 'known', quantity: 'none' },
}

function textCondition(
  place: TextCondition['place'],
  { operator, values = [] }: StoredLeaf,
  normal: (value: string) => string = value => value,
): TextCondition {
  const test = textTests[operator]
  if (!test) throw new Error(`${operator} compares no text`)
  return { is: 'text', place, ...test, values: test.test === 'equals' ? values.map(normal) : values }
}

function consentCondition({ key, operator, values = [] }: StoredLeaf): LeafCondition {
  const all = ['granted', 'denied', 'unknown'] as const
  const named = new Set(values.map(lower))
  const answers = all.filter(answer => named.has(answer) !== isNot(operator))
  return { is: 'consent', purpose: lower(key ?? '') as Purpose, answers } // the key is one of the purposes
}

function isNot(operator: Operator): boolean {
  return operator === 'IsNot' || operator === 'NoneOf'
}

function quantityOf(operator: Operator): 'any' | 'all' | 'none' {
  if (operator === 'AllOf') return 'all'
  return isNot(operator) ? 'none' : 'any'
}

function lower(text: string): string {
  return text.toLowerCase()
}
