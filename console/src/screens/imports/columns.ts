/** The columns of a file as a person maps them: one that several files of a ZIP have in common is mapped once. */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'
import { dateTargets } from './date-targets.ts'

export type Mapping = ValueOf<'Import.GetMapping'>
type Column = NonNullable<Mapping['Columns']>[number]
export type Changes = Omit<ParametersOf<'Import.SetMapping'>, 'ClientID' | 'ImportID' | 'ApiKey'>
type ColumnTarget = NonNullable<Changes['Columns']>[number]

export interface ColumnRow {
  /** Of the first column; stays as it is when targets change. */
  readonly key: string
  readonly header: string
  /** Counted from 1; undefined where the file has no header. */
  readonly number: number
  readonly members: readonly Column[]
  /** As a choice of it says it; see `choiceOf`. */
  readonly choice: string
  /** The first values that are not empty. */
  readonly sample: readonly string[]
  /** How its dates or numbers are read; undefined where it has none. */
  readonly reading: CellReading | undefined
  /** The type of a new field that would hold all its values. */
  readonly likelyType: NewType
}

/** What is chosen of how cells are read, `auto` for what all rows say, and what the rows can be: more than one has to be chosen from. */
export interface CellReading {
  readonly kind: 'DateOrder' | 'DecimalSign'
  readonly chosen: string
  readonly possible: readonly string[]
}

export const newTypes = ['Text', 'Number', 'Date'] as const
export type NewType = (typeof newTypes)[number]

const fieldPrefix = 'Field:'
const newPrefix = 'New:'
/** Values of a column that are shown. */
const mostSamples = 3

/** `Email`, `Ignore` …, `Field:` and the key of a custom field, or `New:` and the type of a new one. */
export function choiceOf({
  Target = '',
  Key = '',
  DataType = '',
}: Pick<Column, 'Target' | 'Key' | 'DataType'>): string {
  if (Target === 'Field') return `${fieldPrefix}${Key}`
  if (Target === 'NewField') return newChoice(DataType)
  return Target
}

export const newChoice = (type: string) => `${newPrefix}${type}`

export const isNewChoice = (choice: string) => choice.startsWith(newPrefix)

export const fieldChoice = (key: string) => `${fieldPrefix}${key.replace(/^\[|\]$/g, '')}`

/** The key of the custom field that a choice is; undefined for another choice. */
export function fieldOf(choice: string): string | undefined {
  return choice.startsWith(fieldPrefix) ? choice.slice(fieldPrefix.length) : undefined
}

/** @param name of the field, if it is a new one */
function targetOf(
  choice: string,
  name: string,
): { readonly Target: string; readonly Key: string; readonly DataType: string } {
  if (isNewChoice(choice)) return { Target: 'NewField', Key: name, DataType: choice.slice(newPrefix.length) }
  const key = fieldOf(choice)
  return key === undefined ? { Target: choice, Key: '', DataType: '' } : { Target: 'Field', Key: key, DataType: '' }
}

/** Columns with the same header and target in several parts are one row. Of several in one part, each is a row. */
export function columnRows({ Columns = [] }: Mapping): readonly ColumnRow[] {
  const rows = new Map<string, Column[]>()
  const met = new Map<string, number>()
  for (const column of Columns) {
    const { Part, Column: place, Header = '' } = column
    const name = Header.trim().toLowerCase()
    const nth = (met.get(`${Part} ${name}`) ?? 0) + 1
    met.set(`${Part} ${name}`, nth)
    const id = name === '' ? `${Part}.${place}` : `${name} ${nth} ${choiceOf(column)}`
    rows.set(id, [...(rows.get(id) ?? []), column])
  }
  return [...rows.values()].map(members => {
    const [first] = members as [Column, ...Column[]] // each was made with one
    const values = members.flatMap(({ Sample = [] }) => Sample).filter(value => value.trim() !== '')
    return {
      key: `${first.Part}.${first.Column}`,
      header: first.Header ?? '',
      number: first.Column,
      members,
      choice: choiceOf(first),
      sample: [...new Set(values)].slice(0, mostSamples),
      reading: readingOf(members),
      likelyType: newTypes.find(type => members.every(({ LikelyType }) => LikelyType === type)) ?? 'Text',
    }
  })
}

/** How cells of columns are read that are one row: a question of one of them is one of all. */
function readingOf(members: readonly Column[]): CellReading | undefined {
  const [{ Target = '', DataType, DateOrder = 'auto', DecimalSign = 'auto' }] = members as [Column, ...Column[]] // a row has one
  if (DataType === 'Date' || (dateTargets as readonly string[]).includes(Target)) {
    const possible = [...new Set(members.flatMap(({ DateOrders = [] }) => DateOrders))]
    return { kind: 'DateOrder', chosen: DateOrder, possible }
  }
  if (DataType !== 'Number') return undefined
  return {
    kind: 'DecimalSign',
    chosen: DecimalSign,
    possible: members.flatMap(({ DecimalSigns = [] }) => DecimalSigns).slice(0, 2),
  }
}

/** Whether rows do not say how a column is read, and no one has: two orders fit, or years have two digits. */
export function isOpen({ chosen, possible }: CellReading): boolean {
  return chosen === 'auto' && (possible.length > 1 || possible.some(one => one.endsWith('2')))
}

/** What is set when a person says how the cells of a row are read. */
export function readAs(row: ColumnRow, { kind }: CellReading, value: string): Changes {
  return { Columns: row.members.map(({ Part, Column }) => ({ Part, Column, [kind]: value })) }
}

/** Columns that would become new fields, left out. */
export function withoutNewFields({ Columns = [] }: Mapping): Changes {
  const others = Columns.filter(({ Target }) => Target === 'NewField')
  return { Columns: others.map(({ Part, Column }) => ({ Part, Column, ...targetOf('Ignore', '') })) }
}

/**
 * What is set when a row gets another target. A target is taken by one column of a part: another one that has it is left out.
 * @returns the changes, and the headers of what is left out now
 */
export function change(mapping: Mapping, row: ColumnRow, choice: string) {
  const columns: ColumnTarget[] = row.members.map(({ Part, Column }) => ({
    Part,
    Column,
    ...targetOf(choice, nameOf(row)),
  }))
  const freed = (mapping.Columns ?? []).filter(
    column =>
      choice !== 'Ignore' &&
      !isNewChoice(choice) &&
      choiceOf(column) === choice &&
      row.members.some(({ Part }) => Part === column.Part) &&
      !row.members.includes(column),
  )
  const left = freed.map(({ Part, Column }) => ({ Part, Column, ...targetOf('Ignore', '') }))
  return {
    columns: [...left, ...columns],
    leftOut: [...new Set(freed.map(({ Header = '', Column }) => Header || String(Column)))],
  }
}

/** The name that a row gives a new field. */
function nameOf({ header, number, members }: ColumnRow): string {
  const named = members.find(({ Target }) => Target === 'NewField')?.Key
  return named || header || `Column ${number}`
}

/** The mapping as it is when the service has taken the changes. */
export function changeMapping(
  mapping: Mapping,
  { Columns, PartStates, Words, HeaderRows: _, ...policies }: Changes,
): Mapping {
  const known = (mapping.Words ?? []).filter(({ Word }) => !Words?.some(word => word.Word === Word))
  return {
    ...mapping,
    ...policies,
    Columns: (mapping.Columns ?? []).map(column => {
      const found = Columns?.find(({ Part, Column }) => Part === column.Part && Column === column.Column)
      return found ? withTarget(column, found) : column
    }),
    Parts: (mapping.Parts ?? []).map(part => ({
      ...part,
      ...PartStates?.find(({ Part }) => Part === part.Part),
    })),
    Words: [...known, ...(Words ?? [])],
  }
}

function withTarget(column: Column, { Target, Key = '', DataType = '', DateOrder, DecimalSign }: ColumnTarget): Column {
  const target = Target ? { Target, Key, DataType, DateOrder: 'auto', DecimalSign: 'auto' } : {}
  return { ...column, ...target, ...(DateOrder && { DateOrder }), ...(DecimalSign && { DecimalSign }) }
}

/** Words that the first rows have in columns of states, in lower case. */
export function wordsInSamples({ Columns = [] }: Mapping): readonly string[] {
  const samples = Columns.filter(({ Target }) => Target === 'State').flatMap(({ Sample = [] }) => Sample)
  return [...new Set(samples.map(text => text.trim().toLowerCase()))].filter(word => word !== '')
}

/** Whether the service has put what the column holds into the name: first and last names become one. */
export function isInName({ Columns = [] }: Mapping, { Part, Target, Sample = [] }: Column): boolean {
  if (Target !== 'Ignore' || Sample.every(text => text.trim() === '')) return false
  return Columns.some(
    other =>
      other.Part === Part &&
      other.Target === 'Name' &&
      Sample.every((text, row) => (other.Sample?.[row] ?? '').includes(text.trim())),
  )
}

export function hasTarget({ Columns = [] }: Mapping, ...targets: readonly string[]): boolean {
  return Columns.some(({ Target = '' }) => targets.includes(Target))
}
