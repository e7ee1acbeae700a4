/**
 * Calls about segments (reference/rest.md §2.4). All rules of a segment must hold here, and each is of the address, the name or a custom
 * field: a group of one rule says that. A segment without rules has no subscribers. What the interface can say besides, alternatives within a group, dates and campaigns, is refused
 * with 277 and the reason at the rule.
 */
import { integer, many, object, text } from './fields.ts'
import { RestRefusal } from './refusals.ts'
import { call, type RestCall } from './row.ts'
import { memberPage, memberPageCall } from './subscribers.ts'

const SegmentName = object('SegmentName', { ListID: text, SegmentID: text, Title: text })
const Rule = object('SegmentRule', { RuleType: text, Clause: text })
const RuleGroup = object('SegmentRuleGroup', { Rules: many(Rule) })
const Segment = object('SegmentDetails', {
  ActiveSubscribers: integer,
  RuleGroups: many(RuleGroup),
  ListID: text,
  SegmentID: text,
  Title: text,
})
const FlatRule = object('SegmentFlatRule', { Subject: text, Clauses: many(text) })
const FlatSegment = object('SegmentFlatDetails', {
  ActiveSubscribers: integer,
  Rules: many(FlatRule),
  ListID: text,
  SegmentID: text,
  Title: text,
})

const GivenRule = object('GivenSegmentRule', { RuleType: text, Clause: text })
const GivenGroup = object('GivenSegmentRuleGroup', { Rules: many(GivenRule) })
const GivenFlat = object('GivenSegmentFlatRule', { Subject: text, Clauses: many(text) })
const content = { Title: text, RuleGroups: many(GivenGroup) }
const flatContent = { Title: text, Rules: many(GivenFlat) }

interface Clause {
  readonly type: string
  readonly clause: string
}

/** Verbs of clauses, as they are written, and the operators they are. */
const verbs = {
  EQUALS: 'Equals',
  NOT_EQUALS: 'NotEquals',
  CONTAINS: 'Contains',
  NOT_CONTAINS: 'NotContains',
  PROVIDED: 'IsSet',
  NOT_PROVIDED: 'IsNotSet',
} as const
type Verb = keyof typeof verbs
type Operator = (typeof verbs)[Verb]

interface GivenGroups {
  readonly RuleGroups: readonly { readonly Rules: readonly GivenClause[] | undefined }[] | undefined
}
interface GivenClause {
  readonly RuleType: string | undefined
  readonly Clause: string | undefined
}

interface GivenFlatRules {
  readonly Rules:
    | readonly { readonly Subject: string | undefined; readonly Clauses: readonly string[] | undefined }[]
    | undefined
}
type Groups = readonly (readonly Clause[])[]
/** How a version calls the type of a rule. */
type TypeName = 'RuleType' | 'Subject'

/** Groups of rules, the later versions' way. */
function groupsOf({ RuleGroups }: GivenGroups): Groups {
  return (RuleGroups ?? []).map(({ Rules }) =>
    (Rules ?? []).map(({ RuleType, Clause }) => ({ type: RuleType ?? '', clause: Clause ?? '' })),
  )
}

/** Rules with clauses, the first version's way: clauses of one rule are alternatives. */
function flatGroupsOf({ Rules }: GivenFlatRules): Groups {
  return (Rules ?? []).map(({ Subject, Clauses }) => (Clauses ?? []).map(clause => ({ type: Subject ?? '', clause })))
}

/** @throws RestRefusal InvalidSegmentRules with what is wrong with each */
function readGroups(groups: Groups, typeName: TypeName) {
  const read = groups.flatMap((group): readonly (Clause & Read)[] => {
    // a group that is lost would widen the segment
    if (group.length === 0) return [{ type: '', clause: '', flaw: noClause }]
    if (group.length > 1) return group.map(clause => ({ ...clause, flaw: severalClauses }))
    return group.map(clause => ({ ...clause, ...readClause(clause) }))
  })
  if (read.some(({ flaw }) => flaw !== undefined)) {
    throw new RestRefusal('InvalidSegmentRules', { resultData: resultsOf(read, typeName) })
  }
  return read.map(({ rule }) => rule!) // those without a flaw have one
}

function resultsOf(read: readonly (Clause & { readonly flaw?: Flaw })[], typeName: TypeName) {
  return read.map(({ type, clause, flaw = good }) => ({
    [typeName]: type,
    Code: flaw.code,
    Message: flaw.message,
    ClauseResults: [{ Clause: clause, Code: flaw.code, Message: flaw.message }],
  }))
}

/** The same of a rule that the operation refused: it says which one, and why. */
function judgedResults(groups: Groups, typeName: TypeName, data: Readonly<Record<string, unknown>>) {
  if (typeof data.Rule !== 'number') return undefined
  const sent = groups.flat()
  // rules that are present already come before those that are added
  const at = data.Rule - (Number(data.Rules) - sent.length) - 1
  const flaw = data.Fault === 'Field' ? unknownType : (valueFlaws[String(data.DataType)] ?? unusableValue)
  return resultsOf(
    sent.map((clause, n) => (n === at ? { ...clause, flaw } : clause)),
    typeName,
  )
}

/** How rules are read that a version has in a body, and how the operation's refusal of one of them is answered. */
function wayOf<Given>(groupsOf: (given: Given) => Groups, typeName: TypeName) {
  return {
    /** @throws RestRefusal InvalidSegmentRules */
    rules: (given: Given) => readGroups(groupsOf(given), typeName),
    results: (given: Given, data: Readonly<Record<string, unknown>>) => judgedResults(groupsOf(given), typeName, data),
  }
}
const groupWay = wayOf(groupsOf, 'RuleType')
const flatWay = wayOf(flatGroupsOf, 'Subject')

interface Flaw {
  readonly code: number
  readonly message: string
}
const good: Flaw = { code: 0, message: '' }
const severalClauses: Flaw = {
  code: 2703,
  message: 'Alternatives within a group are not offered: all rules must hold.',
}
const noType: Flaw = { code: 2704, message: 'The rule has no type.' }
const unknownType: Flaw = {
  code: 2705,
  message: 'The types are Name, EmailAddress and custom fields in brackets; dates and campaigns are not offered.',
}
const noClause: Flaw = { code: 2706, message: 'The rule has no clause.' }
const unknownVerb: Flaw = { code: 2754, message: `The verbs are ${Object.keys(verbs).join(', ')}.` }
const noObject: Flaw = { code: 2719, message: 'The clause has no value.' }
const noOption: Flaw = { code: 2722, message: 'The value is no option of the field.' }
const unusableValue: Flaw = { code: 2754, message: 'The clause has a value that the field cannot have.' }
/** By the type of the field. */
const valueFlaws: Readonly<Record<string, Flaw | undefined>> = {
  Date: { code: 2720, message: 'The value is no date, YYYY-MM-DD.' },
  Number: { code: 2721, message: 'The value is no number.' },
  MultiSelectOne: noOption,
  MultiSelectMany: noOption,
  Country: noOption,
  USState: noOption,
}

/** A rule, or what is wrong with it. */
interface Read {
  readonly flaw?: Flaw
  readonly rule?: { readonly Field: string; readonly Operator: Operator; readonly Value: string | null }
}

function readClause({ type, clause }: Clause): Read {
  const Field = fieldOf(type)
  if (type.trim() === '') return { flaw: noType }
  if (Field === undefined) return { flaw: unknownType }
  if (clause.trim() === '') return { flaw: noClause }
  const [, word = '', value = ''] = /^\s*(\S+)(?:\s+([\s\S]*?))?\s*$/.exec(clause) ?? []
  const verb = (Object.keys(verbs) as Verb[]).find(known => known === word.toUpperCase()) // keys of the table
  if (verb === undefined) return { flaw: unknownVerb }
  const isPresence = verb === 'PROVIDED' || verb === 'NOT_PROVIDED'
  if (!isPresence && value === '') return { flaw: noObject }
  return { rule: { Field, Operator: verbs[verb], Value: isPresence ? null : value } }
}

function fieldOf(type: string): string | undefined {
  const trimmed = type.trim()
  if (/^\[.+\]$/s.test(trimmed)) return trimmed
  return { name: 'Name', emailaddress: 'Email' }[trimmed.toLowerCase()]
}

interface RuleValue {
  readonly Field?: string | null | undefined
  readonly Operator: Operator
  readonly Value?: string | null | undefined
}

function shown({ Field, Operator, Value }: RuleValue): { readonly RuleType: string; readonly Clause: string } {
  const verb = (Object.keys(verbs) as Verb[]).find(known => verbs[known] === Operator)! // the table has every one
  return { RuleType: Field === 'Email' ? 'EmailAddress' : (Field ?? ''), Clause: Value ? `${verb} ${Value}` : verb }
}

const common = (segment: {
  readonly ListID?: string | null | undefined
  readonly SegmentID?: string | null | undefined
  readonly Title?: string | null | undefined
}) => ({ ListID: segment.ListID ?? '', SegmentID: segment.SegmentID ?? '', Title: segment.Title ?? '' })

const named = {
  returns: many(SegmentName),
  answer: (segments: readonly Parameters<typeof common>[0][]) => segments.map(common),
}

const flat = { when: ({ ruleGroups }: { readonly ruleGroups: boolean }) => !ruleGroups }
const grouped = { when: ({ ruleGroups }: { readonly ruleGroups: boolean }) => ruleGroups }

export const segmentCalls: readonly RestCall[] = [
  call('GET clients/{ClientID}/segments', {
    about: 'The segments of a client.',
    operation: 'Client.ListSegments',
    params: ({ path }) => path,
    ...named,
  }),
  call('GET lists/{ListID}/segments', {
    about: 'The segments of a list.',
    operation: 'List.ListSegments',
    params: ({ path }) => path,
    ...named,
  }),
  call('POST segments/{ListID}', {
    ...grouped,
    about:
      'Creates a segment of a list. Each group has one rule, and all must hold; without rules no subscriber is in it.',
    body: content,
    argument: 'segment',
    operation: 'Segment.Add',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Rules: groupWay.rules(body) }),
    resultData: (data, { body }) => groupWay.results(body, data),
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('POST segments/{ListID}', {
    ...flat,
    about:
      'Creates a segment of a list. Each rule has one clause, and all must hold; without rules no subscriber is in it.',
    body: flatContent,
    argument: 'segment',
    operation: 'Segment.Add',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Rules: flatWay.rules(body) }),
    resultData: (data, { body }) => flatWay.results(body, data),
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('GET segments/{SegmentID}', {
    ...grouped,
    about: 'A segment with its rules, and how many active subscribers it has.',
    operation: 'Segment.Read',
    params: ({ path }) => path,
    returns: Segment,
    answer: segment => ({
      ActiveSubscribers: segment.ActiveSubscribers,
      RuleGroups: (segment.Rules ?? []).map(rule => ({ Rules: [shown(rule)] })),
      ...common(segment),
    }),
  }),
  call('GET segments/{SegmentID}', {
    ...flat,
    about: 'A segment with its rules, and how many active subscribers it has.',
    operation: 'Segment.Read',
    params: ({ path }) => path,
    returns: FlatSegment,
    answer: segment => ({
      ActiveSubscribers: segment.ActiveSubscribers,
      Rules: (segment.Rules ?? []).map(shown).map(({ RuleType, Clause }) => ({ Subject: RuleType, Clauses: [Clause] })),
      ...common(segment),
    }),
  }),
  call('PUT segments/{SegmentID}', {
    ...grouped,
    about: 'Replaces the title and all rules of a segment.',
    body: content,
    argument: 'segment',
    operation: 'Segment.Replace',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Rules: groupWay.rules(body) }),
    resultData: (data, { body }) => groupWay.results(body, data),
  }),
  call('PUT segments/{SegmentID}', {
    ...flat,
    about: 'Replaces the title and all rules of a segment.',
    body: flatContent,
    argument: 'segment',
    operation: 'Segment.Replace',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Rules: flatWay.rules(body) }),
    resultData: (data, { body }) => flatWay.results(body, data),
  }),
  call('DELETE segments/{SegmentID}', {
    about: 'Deletes a segment that no draft or scheduled campaign goes to.',
    operation: 'Segment.Remove',
    params: ({ path }) => path,
  }),
  call('POST segments/{SegmentID}/rules', {
    ...grouped,
    about: 'Adds a group of one rule to those of a segment.',
    body: { Rules: many(GivenRule) },
    argument: 'rule',
    operation: 'Segment.AddRules',
    params: ({ path, body }) => ({ ...path, Rules: groupWay.rules({ RuleGroups: [body] }) }),
    resultData: (data, { body }) => groupWay.results({ RuleGroups: [body] }, data),
  }),
  call('POST segments/{SegmentID}/rules', {
    ...flat,
    about: 'Adds a rule with one clause to those of a segment.',
    body: { Subject: text, Clauses: many(text) },
    argument: 'rule',
    operation: 'Segment.AddRules',
    params: ({ path, body }) => ({ ...path, Rules: flatWay.rules({ Rules: [body] }) }),
    resultData: (data, { body }) => flatWay.results({ Rules: [body] }, data),
  }),
  call('DELETE segments/{SegmentID}/rules', {
    about:
      'Takes all rules from a segment. No subscriber is in it, and no campaign is sent to it, until it gets others.',
    operation: 'Segment.ClearRules',
    params: ({ path }) => path,
  }),
  call('GET segments/{SegmentID}/active', {
    ...memberPageCall,
    about: 'The active subscribers of a segment, page by page.',
    operation: 'Segment.PageMembers',
    params: ({ path, query }) => ({ ...path, ...memberPage(query) }),
  }),
]
