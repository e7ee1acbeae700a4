/**
 * Calls about segments (reference/rest.md §2.4): groups that must all hold, of rules of which one must hold. A rule asks for the address, the
 * name, the date of joining or a custom field. A segment without rules has no subscribers. Rules about campaigns are refused with 277 and the
 * reason at the rule.
 */
import type { ParamsOf } from '../operations.ts'
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

type SegmentLeaf = NonNullable<
  NonNullable<NonNullable<NonNullable<ParamsOf<'Segment.Add'>['Groups']>[number]>['Leaves']>[number]
>

interface Clause {
  readonly type: string
  readonly clause: string
}

/** Verbs of clauses, as they are written, and the operators they are: of text, of numbers, of dates. */
const verbs = {
  EQUALS: { text: 'Is', number: 'Is', date: 'On' },
  NOT_EQUALS: { text: 'IsNot', number: 'IsNot' },
  CONTAINS: { text: 'Contains' },
  NOT_CONTAINS: { text: 'NotContains' },
  PROVIDED: { text: 'IsKnown' },
  NOT_PROVIDED: { text: 'IsEmpty' },
  AFTER: { date: 'After' },
  BEFORE: { date: 'Before' },
  BETWEEN: { date: 'BetweenDates', number: 'Between' },
  GREATER_THAN: { number: 'MoreThan' },
  LESS_THAN: { number: 'LessThan' },
} as const
type Verb = keyof typeof verbs
type Reading = 'text' | 'number' | 'date'
type Operator = SegmentLeaf['Operator']

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
  // a group that is lost would widen the segment
  const read = groups.map((group): readonly (Clause & Read)[] =>
    group.length === 0
      ? [{ type: '', clause: '', flaw: noClause }]
      : group.map(clause => ({ ...clause, ...readClause(clause) })),
  )
  if (read.flat().some(({ flaw }) => flaw !== undefined)) {
    throw new RestRefusal('InvalidSegmentRules', { resultData: resultsOf(read.flat(), typeName) })
  }
  return read.map(group => ({ Leaves: group.map(({ leaf }) => leaf!) })) // those without a flaw have one
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
  const [, group = '', leaf] = /^(?:Groups\[(\d+)\]\.)?Leaves\[(\d+)\]$/.exec(String(data.Path ?? '')) ?? []
  if (leaf === undefined) return undefined
  const at = (group === '' ? 0 : groups.slice(0, Number(group)).flat().length) + Number(leaf)
  const flaw = data.Fault === 'Field' ? unknownType : (valueFlaws[String(data.DataType)] ?? unusableValue)
  return resultsOf(
    groups.flat().map((clause, n) => (n === at ? { ...clause, flaw } : clause)),
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
const noType: Flaw = { code: 2704, message: 'The rule has no type.' }
const unknownType: Flaw = {
  code: 2705,
  message: 'The types are Name, EmailAddress, DateSubscribed and custom fields in brackets; campaigns are not offered.',
}
const noClause: Flaw = { code: 2706, message: 'The rule has no clause.' }
const unknownVerb: Flaw = { code: 2754, message: `The verbs are ${Object.keys(verbs).join(', ')}.` }
const noObject: Flaw = { code: 2719, message: 'The clause has no value.' }
const noRange: Flaw = { code: 2755, message: 'BETWEEN takes two dates, or two numbers, joined by AND.' }
const verbOfOther: Flaw = { code: 2754, message: 'The type does not take this verb.' }
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

/** A condition, or what is wrong with it. */
interface Read {
  readonly flaw?: Flaw
  readonly leaf?: SegmentLeaf
}

const dateText = /^\d{4}-\d\d-\d\d$/

function readClause({ type, clause }: Clause): Read {
  const about = aboutOf(type)
  if (type.trim() === '') return { flaw: noType }
  if (about === undefined) return { flaw: unknownType }
  if (clause.trim() === '') return { flaw: noClause }
  const [, word = '', value = ''] = /^\s*(\S+)(?:\s+([\s\S]*?))?\s*$/.exec(clause) ?? []
  const verb = (Object.keys(verbs) as Verb[]).find(known => known === word.toUpperCase()) // keys of the table
  if (verb === undefined) return { flaw: unknownVerb }
  const isPresence = verb === 'PROVIDED' || verb === 'NOT_PROVIDED'
  if (!isPresence && value === '') return { flaw: noObject }
  const values = verb === 'BETWEEN' ? value.split(/\s+AND\s+/i) : isPresence ? [] : [value]
  if (verb === 'BETWEEN' && values.length !== 2) return { flaw: noRange }
  const operator = operatorOf(verb, about, values)
  return operator ? { leaf: { ...unused, ...about, Operator: operator, Values: values } } : { flaw: verbOfOther }
}

const unused = { Key: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }

function aboutOf(type: string): (Pick<SegmentLeaf, 'Subject'> & { readonly Key?: string }) | undefined {
  const trimmed = type.trim()
  if (/^\[.+\]$/s.test(trimmed)) return { Subject: 'Field', Key: trimmed }
  const subject = ({ name: 'Name', emailaddress: 'Address', datesubscribed: 'JoinedDate' } as const)[
    trimmed.toLowerCase() as 'name'
  ] // undefined for others
  return subject && { Subject: subject }
}

/** Of a custom field the verb and the object say what is compared. */
function operatorOf(
  verb: Verb,
  { Subject }: Pick<SegmentLeaf, 'Subject'>,
  values: readonly string[],
): Operator | undefined {
  const offered: Partial<Record<Reading, Operator>> = verbs[verb]
  if (Subject === 'JoinedDate') return offered.date
  if (Subject !== 'Field') return offered.text
  return (
    offered.text ?? (values.every(value => dateText.test(value)) || !offered.number ? offered.date : offered.number)
  )
}

/** @throws RestRefusal InvalidSegmentRules for a condition that these calls do not know */
function shownLeaf({ Subject, Key, Operator, Values }: Partial<SegmentLeaf>): Clause {
  const type =
    Subject === 'Field'
      ? Key
      : ({ Name: 'Name', Address: 'EmailAddress', JoinedDate: 'DateSubscribed' } as const)[Subject as 'Name'] // undefined for others
  const verb = (Object.keys(verbs) as Verb[]).find(known =>
    Object.values(verbs[known]).some(operator => operator === Operator),
  ) // keys of the table
  if (!type || !verb) throw new RestRefusal('InvalidSegmentRules')
  const words = Values ?? []
  return { type, clause: words.length === 0 ? verb : `${verb} ${words.join(' AND ')}` }
}

interface ShownSegment {
  readonly Rules?:
    | Parameters<typeof ofRule>[0][]
    | readonly Parameters<typeof ofRule>[0][]
    | AsyncIterable<unknown>
    | null
    | undefined
  readonly Groups?:
    | readonly { readonly Leaves?: readonly Partial<SegmentLeaf>[] | AsyncIterable<unknown> | null | undefined }[]
    | AsyncIterable<unknown>
    | null
    | undefined
}

const ruleVerbs = {
  Equals: 'EQUALS',
  NotEquals: 'NOT_EQUALS',
  Contains: 'CONTAINS',
  NotContains: 'NOT_CONTAINS',
  IsSet: 'PROVIDED',
  IsNotSet: 'NOT_PROVIDED',
} as const

function ofRule({
  Field,
  Operator: operator,
  Value,
}: {
  readonly Field?: string | null
  readonly Operator: keyof typeof ruleVerbs
  readonly Value?: string | null
}): Clause {
  const verb = ruleVerbs[operator]
  return { type: Field === 'Email' ? 'EmailAddress' : (Field ?? ''), clause: Value ? `${verb} ${Value}` : verb }
}

/** The groups of a segment, whichever way it was made. */
function shownGroups({ Rules, Groups }: ShownSegment): Groups {
  const groups = (Groups ?? []) as readonly { readonly Leaves: readonly Partial<SegmentLeaf>[] }[] // no operation streams them
  const rules = (Rules ?? []) as readonly Parameters<typeof ofRule>[0][] // as before
  return groups.length > 0 ? groups.map(({ Leaves }) => Leaves.map(shownLeaf)) : rules.map(rule => [ofRule(rule)])
}

/** A group whose rules are of one type. @throws RestRefusal InvalidSegmentRules: the first version has no others */
function flatRule(group: readonly Clause[]) {
  const [first] = group
  if (!first || group.some(({ type }) => type !== first.type)) throw new RestRefusal('InvalidSegmentRules')
  return { Subject: first.type, Clauses: group.map(({ clause }) => clause) }
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
      'Creates a segment of a list. All groups must hold, and one rule of each; without rules no subscriber is in it.',
    body: content,
    argument: 'segment',
    operation: 'Segment.Add',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Groups: groupWay.rules(body) }),
    resultData: (data, { body }) => groupWay.results(body, data),
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('POST segments/{ListID}', {
    ...flat,
    about:
      'Creates a segment of a list. All rules must hold, and one clause of each; without rules no subscriber is in it.',
    body: flatContent,
    argument: 'segment',
    operation: 'Segment.Add',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Groups: flatWay.rules(body) }),
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
      RuleGroups: shownGroups(segment).map(group => ({
        Rules: group.map(({ type, clause }) => ({ RuleType: type, Clause: clause })),
      })),
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
      Rules: shownGroups(segment).map(flatRule),
      ...common(segment),
    }),
  }),
  call('PUT segments/{SegmentID}', {
    ...grouped,
    about: 'Replaces the title and all rules of a segment.',
    body: content,
    argument: 'segment',
    operation: 'Segment.Replace',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Groups: groupWay.rules(body) }),
    resultData: (data, { body }) => groupWay.results(body, data),
  }),
  call('PUT segments/{SegmentID}', {
    ...flat,
    about: 'Replaces the title and all rules of a segment.',
    body: flatContent,
    argument: 'segment',
    operation: 'Segment.Replace',
    params: ({ path, body }) => ({ ...path, Title: body.Title, Groups: flatWay.rules(body) }),
    resultData: (data, { body }) => flatWay.results(body, data),
  }),
  call('DELETE segments/{SegmentID}', {
    about: 'Deletes a segment that no draft or scheduled campaign goes to.',
    operation: 'Segment.Remove',
    params: ({ path }) => path,
  }),
  call('POST segments/{SegmentID}/rules', {
    ...grouped,
    about: 'Adds a group of rules to those of a segment.',
    body: { Rules: many(GivenRule) },
    argument: 'rule',
    operation: 'Segment.AddRules',
    params: ({ path, body }) => ({ ...path, Groups: groupWay.rules({ RuleGroups: [body] }) }),
    resultData: (data, { body }) => groupWay.results({ RuleGroups: [body] }, data),
  }),
  call('POST segments/{SegmentID}/rules', {
    ...flat,
    about: 'Adds a rule to those of a segment.',
    body: { Subject: text, Clauses: many(text) },
    argument: 'rule',
    operation: 'Segment.AddRules',
    params: ({ path, body }) => ({ ...path, Groups: flatWay.rules({ Rules: [body] }) }),
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
