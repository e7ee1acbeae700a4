/** What the columns of a file become, and by which policies rows are judged: guessed first, then set by a caller. */
import { Refusal } from '../../contract/refusals.ts'
import { isAddress } from '../address.ts'
import { type CustomField, findField } from '../lists/custom-fields.ts'
import { type DateOrder, dateOrders } from './dates.ts'
import { bareHeader } from './headers.ts'
import { type ColumnTarget, type ImportSource, type RowState, rowStates, rowTargets } from './source.ts'

/** How the file was read, kept with the import: the source without its rows. */
export type FoundSource = Omit<ImportSource, 'rows'>

const valuePolicies = ['Overwrite', 'FillEmpty', 'AddOnly'] as const
const duplicatePolicies = ['Last', 'First'] as const
const emptyPolicies = ['Leave', 'Erase'] as const

export interface Mapping {
  /** By part, by column. */
  readonly columns: readonly (readonly ColumnTarget[])[]
  /** What every row of a part asks for; null for the state column, or the default. */
  readonly partStates: readonly (RowState | null)[]
  readonly values: (typeof valuePolicies)[number]
  readonly duplicates: (typeof duplicatePolicies)[number]
  readonly empty: (typeof emptyPolicies)[number]
  /** Of a row that says nothing of its state. */
  readonly defaultState: 'Active' | 'Unconfirmed'
  /** Words of the state column, in lower case. */
  readonly words: Readonly<Record<string, RowState>>
  /** Null: the order that no row contradicts. */
  readonly dates: DateOrder | null
}

/** Words every state column may use; a format adds its own. */
const commonWords: Readonly<Record<string, RowState>> = {
  active: 'Active',
  subscribed: 'Active',
  confirmed: 'Active',
  unconfirmed: 'Unconfirmed',
  pending: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
  'opted out': 'Unsubscribed',
  cancelled: 'Unsubscribed',
  removed: 'Unsubscribed',
  deleted: 'Unsubscribed',
  bounced: 'Bounced',
  cleaned: 'Bounced',
  complained: 'Suppressed',
  suppressed: 'Suppressed',
  blocklisted: 'Suppressed',
  blacklisted: 'Suppressed',
}

/** Headers of plain tables, as `bareHeader` makes them. */
const knownHeaders: Readonly<Record<string, ColumnTarget>> = {
  email: { to: 'Email' },
  emailaddress: { to: 'Email' },
  mail: { to: 'Email' },
  emailadresse: { to: 'Email' },
  name: { to: 'Name' },
  fullname: { to: 'Name' },
  mobile: { to: 'MobileNumber' },
  mobilenumber: { to: 'MobileNumber' },
  state: { to: 'State' },
  status: { to: 'State' },
  joined: { to: 'JoinedAt' },
  joinedat: { to: 'JoinedAt' },
  joineddate: { to: 'JoinedAt' },
  datejoined: { to: 'JoinedAt' },
  createdat: { to: 'JoinedAt' },
  confirmedat: { to: 'ConfirmedAt' },
  consentdate: { to: 'ConsentAt' },
  consentaddress: { to: 'ConsentAddress' },
  unsubscribedat: { to: 'OptOutAt' },
}

const ignored: ColumnTarget = { to: 'Ignore' }

/** What a mapping most likely is. A column that is not known is ignored; a target is taken by one column of a part. */
export function guessMapping(source: FoundSource, fields: readonly CustomField[], confirmOptIn: boolean): Mapping {
  return {
    columns: source.parts.map(part => {
      const width = Math.max(part.header?.length ?? 0, ...part.sample.map(row => row.length), part.guess?.length ?? 0)
      const taken = new Set<string>()
      return Array.from({ length: width }, (_, column) => {
        const values = part.sample.map(row => row[column] ?? '').filter(value => value !== '')
        const target = part.guess?.[column] ?? guessColumn(part.header?.[column], values, fields)
        const name = target.to === 'Field' ? `Field ${target.key}` : target.to
        if (target.to !== 'Ignore' && taken.has(name)) return ignored
        taken.add(name)
        return target
      })
    }),
    partStates: source.parts.map(part => part.state ?? null),
    values: 'Overwrite',
    duplicates: 'Last',
    empty: 'Leave',
    defaultState: confirmOptIn ? 'Unconfirmed' : 'Active',
    words: { ...commonWords, ...source.states },
    dates: source.dates ?? null,
  }
}

/** @param header `[Key]` names a custom field whatever its key is, as exports write it where its name would mean something else */
export function guessColumn(
  header: string | undefined,
  values: readonly string[],
  fields: readonly CustomField[],
): ColumnTarget {
  const [, key] = /^\[(.+)\]$/s.exec(header?.trim() ?? '') ?? []
  const named = key === undefined ? undefined : fields.find(field => field.key.toLowerCase() === key.toLowerCase())
  if (named) return { to: 'Field', key: named.key }
  const bare = bareHeader(header ?? '')
  const known = Object.hasOwn(knownHeaders, bare) ? knownHeaders[bare] : undefined
  if (known) return known
  // of an object within a JSON object, a field is named by what follows the first dot
  const inner = bareHeader((header ?? '').replace(/^(?:fields|attribs)\./, ''))
  const field =
    inner === '' ? undefined : fields.find(({ key, name }) => [key, name].some(text => bareHeader(text) === inner))
  if (field) return { to: 'Field', key: field.key }
  return values.length > 0 && values.every(isAddress) ? { to: 'Email' } : ignored
}

/** What a caller sets; what is left out stays as it is. */
export interface GivenMapping {
  readonly columns:
    | readonly ({
        readonly Part: number
        readonly Column: number
        readonly Target: string | null
        readonly Key: string | null
      } | null)[]
    | null
  readonly partStates: readonly ({ readonly Part: number; readonly State: string | null } | null)[] | null
  readonly words: readonly ({ readonly Word: string | null; readonly State: string | null } | null)[] | null
  readonly values: string | null
  readonly duplicates: string | null
  readonly empty: string | null
  readonly defaultState: string | null
  readonly dates: string | null
}

/** Longest list of state words. */
const mostWords = 200

/** @throws Refusal InvalidMapping, which says what is wrong where */
export function changeMapping(before: Mapping, given: GivenMapping, fields: readonly CustomField[]): Mapping {
  const columns = before.columns.map(part => [...part])
  for (const entry of given.columns ?? []) {
    const part = columns[(entry?.Part ?? 0) - 1]
    if (!entry || !part || entry.Column < 1 || entry.Column > part.length) {
      throw invalid(`There is no column ${entry?.Column ?? 0} in part ${entry?.Part ?? 0}; both are counted from 1.`)
    }
    part[entry.Column - 1] = readTarget(entry.Target, entry.Key, fields)
  }
  columns.forEach(refuseRepeated)
  const partStates = [...before.partStates]
  for (const entry of given.partStates ?? []) {
    if (!entry || entry.Part < 1 || entry.Part > partStates.length)
      throw invalid(`There is no part ${entry?.Part ?? 0}.`)
    partStates[entry.Part - 1] = blank(entry.State) ? null : oneOf('State', entry.State, rowStates)
  }
  const words = { ...before.words }
  for (const entry of given.words ?? []) {
    const word = stateWord(entry?.Word ?? '')
    if (word === '' || word.length > 100) throw invalid('A Word has 1 to 100 characters.')
    words[word] = oneOf('State', entry?.State ?? null, rowStates)
  }
  if (Object.keys(words).length > mostWords) throw invalid(`There can be ${mostWords} words of states.`)
  return {
    columns,
    partStates,
    words,
    values: blank(given.values) ? before.values : oneOf('Values', given.values, valuePolicies),
    duplicates: blank(given.duplicates) ? before.duplicates : oneOf('Duplicates', given.duplicates, duplicatePolicies),
    empty: blank(given.empty) ? before.empty : oneOf('EmptyCells', given.empty, emptyPolicies),
    defaultState: blank(given.defaultState)
      ? before.defaultState
      : oneOf('DefaultState', given.defaultState, ['Active', 'Unconfirmed'] as const),
    dates: blank(given.dates) ? before.dates : given.dates === 'auto' ? null : oneOf('Dates', given.dates, dateOrders),
  }
}

/** @throws Refusal InvalidMapping where a part of it has no column of addresses */
export function requireAddresses({ columns, partStates }: Mapping): void {
  for (const [index, part] of columns.entries()) {
    if (partStates[index] !== 'Skip' && !part.some(({ to }) => to === 'Email')) {
      throw invalid(`No column of part ${index + 1} is Email. Name one, or give the part the State Skip.`)
    }
  }
}

/** As words of a state column are compared. */
export function stateWord(text: string): string {
  return text.trim().toLowerCase()
}

function readTarget(target: string | null, key: string | null, fields: readonly CustomField[]): ColumnTarget {
  if (target === 'Ignore') return ignored
  if (target === 'Field' || target === 'Tags') {
    const field = findField(fields, key)
    if (!field)
      throw invalid(`The list has no custom field ${(key ?? '').slice(0, 100)}. Make it with List.CreateCustomField.`)
    return { to: 'Field', key: field.key }
  }
  return { to: oneOf('Target', target, rowTargets) }
}

function refuseRepeated(part: readonly ColumnTarget[], index: number): void {
  const taken = new Set<string>()
  for (const target of part) {
    if (target.to === 'Ignore') continue
    const name = target.to === 'Field' ? `[${target.key}]` : target.to
    if (taken.has(name)) throw invalid(`More than one column of part ${index + 1} is ${name}.`)
    taken.add(name)
  }
}

function oneOf<const Value extends string>(name: string, text: string | null, values: readonly Value[]): Value {
  const found = values.find(value => value === text)
  if (found === undefined) throw invalid(`${name} is one of ${values.join(', ')}.`)
  return found
}

function blank(text: string | null): boolean {
  return text === null || text === ''
}

function invalid(detail: string): Refusal {
  return new Refusal('InvalidMapping', detail)
}
