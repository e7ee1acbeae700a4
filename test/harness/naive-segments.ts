/** Segments judged one person at a time in plain JavaScript, from what docs/segments.md says: it knows no SQL and nothing of how trees are compiled. */
import type { StoredLeaf, StoredTree } from '../../src/domain/segments/stored.ts'
import {
  type FieldValue,
  type Letter,
  links,
  type Membership,
  type Person,
  type SegmentWorld,
} from './segment-world.ts'

/** Null: not known. */
export type Answer = boolean | null

export interface Judge {
  readonly world: SegmentWorld
  /** Of the tree; null for one of the client. */
  readonly listId: number | null
  /** YYYY-MM-DD in the client's zone. */
  readonly today: string
}

export function judgeTree(judge: Judge, tree: StoredTree, member: Membership): Answer {
  const answers = [
    ...tree.leaves.map(leaf => judgeLeaf(judge, leaf, member)),
    ...tree.groups.map(group => judgeTree(judge, group, member)),
  ]
  if (tree.match === 'All') return all(answers)
  return tree.match === 'Any' ? any(answers) : not(any(answers))
}

function all(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

function any(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true
  return answers.includes(null) ? null : false
}

function not(answer: Answer): Answer {
  return answer === null ? null : !answer
}

function judgeLeaf(judge: Judge, leaf: StoredLeaf, member: Membership): Answer {
  const { world } = judge
  const { person } = member
  const zone = world.client.timeZone
  const values = leaf.values ?? []
  switch (leaf.subject) {
    case 'Address':
      return compareTexts(leaf, [member.email, person.address])
    case 'Domain':
      return compareTexts(leaf, [person.address.split('@').at(-1)!])
    case 'Name':
      return compareTexts(leaf, [member.name])
    case 'State':
      return isAmong(leaf, member.state)
    case 'Source':
      return isAmong(leaf, `${member.source[0]!.toUpperCase()}${member.source.slice(1)}`)
    case 'Import':
      return (member.importId !== null && leaf.ids!.includes(member.importId)) !== isNegative(leaf)
    case 'Tag':
      if (leaf.operator === 'AllOf') return leaf.ids!.every(id => person.tags.includes(id))
      return leaf.ids!.some(id => person.tags.includes(id)) !== isNegative(leaf)
    case 'StateDate':
      return compareDate(judge, leaf, dateIn(zone, member.stateAt))
    case 'JoinedDate':
      return compareDate(judge, leaf, dateIn(zone, member.joinedAt))
    case 'ConfirmedDate':
      return member.confirmedAt !== null && compareDate(judge, leaf, dateIn(zone, member.confirmedAt))
    case 'Field':
      return judgeField(judge, leaf, member.fields[leaf.key!])
    case 'List': {
      const states = values.length > 0 ? values : ['Active']
      const isOn = person.memberships.some(other => other.listId === leaf.ids![0] && states.includes(other.state))
      return isOn !== isNegative(leaf)
    }
    case 'Segment':
      return leaf.operator === 'Is'
        ? judgeSegment(judge, leaf.ids![0]!, member)
        : not(judgeSegment(judge, leaf.ids![0]!, member))
    case 'Consent': {
      const answer = member.consents[leaf.key as 'Measuring']
      return isAmong(leaf, answer === null ? 'Unknown' : answer ? 'Granted' : 'Denied')
    }
    case 'Sent':
    case 'Accepted':
    case 'Bounced':
      return compareTimes(leaf, countMails(judge, leaf, person))
    case 'Opened':
    case 'Clicked': {
      const { count, measured } = countReactions(judge, leaf, person)
      const times = leaf.times ?? 1
      if (leaf.operator === 'AtLeast' && count >= times) return true
      if (leaf.operator !== 'AtLeast' && count > times) return false
      return measured ? compareTimes(leaf, count) : null
    }
  }
}

function judgeSegment(judge: Judge, segmentId: number, member: Membership): Answer {
  const { listId, tree } = judge.world.segments.get(segmentId)!
  const inner = { ...judge, listId }
  // of the same list the membership itself is asked
  if (listId !== null && listId === judge.listId) return judgeTree(inner, tree, member)
  const memberships = member.person.memberships.filter(
    other => other.state === 'Active' && (listId === null || other.listId === listId),
  )
  return any(memberships.map(other => judgeTree(inner, tree, other)))
}

function isNegative({ operator }: StoredLeaf): boolean {
  return operator === 'IsNot' || operator === 'NoneOf'
}

function isAmong(leaf: StoredLeaf, value: string): boolean {
  return leaf.values!.includes(value) !== isNegative(leaf)
}

const plain = (text: string) => text.normalize('NFC').toLowerCase()

function compareTexts({ operator, values = [] }: StoredLeaf, texts: readonly string[]): boolean {
  const own = texts.map(plain)
  const wanted = values.map(plain)
  switch (operator) {
    case 'Is':
    case 'AnyOf':
      return wanted.some(value => own.includes(value))
    case 'IsNot':
    case 'NoneOf':
      return !wanted.some(value => own.includes(value))
    case 'AllOf':
      return wanted.every(value => own.includes(value))
    case 'Contains':
      return own.some(text => text.includes(wanted[0]!))
    case 'NotContains':
      return !own.some(text => text.includes(wanted[0]!))
    case 'Begins':
      return own.some(text => text.startsWith(wanted[0]!))
    case 'IsKnown':
      return own.some(text => text !== '')
    case 'IsEmpty':
      return own.every(text => text === '')
    default:
      throw new Error(operator)
  }
}

function judgeField(judge: Judge, leaf: StoredLeaf, value: FieldValue | undefined): boolean {
  const texts = value === undefined ? [] : typeof value === 'string' ? [value] : value
  const single = typeof value === 'string' ? value : undefined
  switch (leaf.operator) {
    case 'Exactly':
    case 'AtLeast':
    case 'AtMost':
    case 'MoreThan':
    case 'LessThan':
    case 'Between':
      return single !== undefined && compareNumber(leaf, single)
    case 'On':
    case 'Before':
    case 'After':
    case 'BetweenDates':
    case 'InLastDays':
    case 'InNextDays':
    case 'EveryYearOn':
    case 'EveryYearInNextDays':
      return single !== undefined && isRealDate(single) && compareDate(judge, leaf, single)
    default:
      return compareTexts(leaf, texts)
  }
}

/** A decimal as a whole number of 10⁻²⁰. */
function exact(text: string): bigint | undefined {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '' && part === '') return undefined
  const size = BigInt((whole === '' ? '0' : whole) + part.padEnd(20, '0'))
  return sign === '-' ? -size : size
}

function compareNumber({ operator, values }: StoredLeaf, text: string): boolean {
  const number = exact(text)
  if (number === undefined) return false
  const [first, second = 0n] = values!.map(value => exact(value)!) as [bigint, bigint?]
  switch (operator) {
    case 'Exactly':
      return number === first
    case 'AtLeast':
      return number >= first
    case 'AtMost':
      return number <= first
    case 'MoreThan':
      return number > first
    case 'LessThan':
      return number < first
    default:
      return number >= first && number <= second
  }
}

const dayMs = 86_400_000
/** Days since 1970 of a date. */
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs
const dateOfDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const read = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === text
}

const formats = new Map<string, Intl.DateTimeFormat>()
function dateIn(timeZone: string, at: number): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

function compareDate({ today }: Judge, { operator, values = [], days = 0 }: StoredLeaf, date: string): boolean {
  const day = dayNumber(date)
  const now = dayNumber(today)
  switch (operator) {
    case 'On':
      return day === dayNumber(values[0]!)
    case 'Before':
      return day < dayNumber(values[0]!)
    case 'After':
      return day > dayNumber(values[0]!)
    case 'BetweenDates':
      return day >= dayNumber(values[0]!) && day <= dayNumber(values[1]!)
    case 'InLastDays':
      return day <= now && day > now - days
    case 'InNextDays':
      return day >= now && day < now + days
    case 'EveryYearOn':
      return date.slice(5) === values[0]
    case 'EveryYearInNextDays':
      return Array.from({ length: days }, (_, n) => dateOfDay(now + n)).some(one => isAnniversary(date, one))
    default:
      throw new Error(operator)
  }
}

/** Whether a day is the anniversary of a date: of 29 February the 28th in years without it. */
function isAnniversary(date: string, day: string): boolean {
  if (date.slice(5) === day.slice(5)) return true
  return date.slice(5) === '02-29' && day.slice(5) === '02-28' && !isRealDate(`${day.slice(0, 4)}-02-29`)
}

function compareTimes({ operator, times = 1 }: StoredLeaf, count: number): boolean {
  if (operator === 'AtLeast') return count >= times
  return operator === 'AtMost' ? count <= times : count === times
}

/** Letters of the campaigns that a leaf is about; undefined where it is about days. */
function lettersOf(
  { world }: Judge,
  { campaignId, campaignTag }: StoredLeaf,
  { letters }: Person,
): readonly Letter[] | undefined {
  if (campaignId !== undefined) return letters.filter(letter => letter.campaignId === campaignId)
  if (campaignTag === undefined) return undefined
  const ids = world.campaigns
    .filter(({ tags }) => tags.some(tag => tag.toLowerCase() === campaignTag.toLowerCase()))
    .map(({ id }) => id)
  return letters.filter(letter => ids.includes(letter.campaignId))
}

function recentDays(judge: Judge, { days = 1 }: StoredLeaf, instants: readonly number[]): number {
  const now = dayNumber(judge.today)
  const on = instants
    .map(at => dayNumber(dateIn(judge.world.client.timeZone, at)))
    .filter(day => day <= now && day > now - days)
  return new Set(on).size
}

function countMails(judge: Judge, leaf: StoredLeaf, person: Person): number {
  const happened = (letter: Letter) =>
    leaf.subject === 'Sent' || (leaf.subject === 'Accepted' ? letter.outcome === 'accepted' : letter.bounced)
  const letters = lettersOf(judge, leaf, person)
  if (letters) return letters.filter(happened).length
  return recentDays(
    judge,
    leaf,
    person.letters.filter(happened).map(({ at }) => at),
  )
}

function countReactions(judge: Judge, leaf: StoredLeaf, person: Person): { count: number; measured: boolean } {
  const link = leaf.link === undefined ? undefined : links.indexOf(leaf.link)
  let letters = lettersOf(judge, leaf, person)
  const isMeasured = ({ tracked, outcome }: Letter) => tracked && outcome === 'accepted'
  if (!letters && link !== undefined) {
    // of campaigns that began on these days and have the link
    const recent = judge.world.campaigns.filter(({ startedAt }) => {
      const day = dayNumber(dateIn(judge.world.client.timeZone, startedAt))
      return day > dayNumber(judge.today) - leaf.days!
    })
    letters = link < 0 ? [] : person.letters.filter(({ campaignId }) => recent.some(({ id }) => id === campaignId))
  }
  if (!letters) {
    const hits = person.letters
      .flatMap(letter => letter.hits)
      .filter(([, clicked]) => leaf.subject === 'Opened' || clicked !== null)
    return {
      count: recentDays(
        judge,
        leaf,
        hits.map(([at]) => at),
      ),
      measured:
        recentDays(
          judge,
          leaf,
          person.letters.filter(isMeasured).map(({ at }) => at),
        ) > 0,
    }
  }
  const counts = letters.map(({ hits }) => {
    const clicks = hits.filter(([, clicked]) => clicked !== null && (link === undefined || clicked === link)).length
    if (leaf.subject === 'Clicked') return clicks
    return Math.max(hits.filter(([, clicked]) => clicked === null).length, hits.length > 0 ? 1 : 0)
  })
  return {
    count: counts.reduce((sum, one) => sum + one, 0),
    measured: letters.some((letter, n) => counts[n]! > 0 || isMeasured(letter)),
  }
}
