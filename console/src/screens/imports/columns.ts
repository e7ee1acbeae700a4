/** The columns of a file as a person maps them: one that several files of a ZIP have in common is mapped once. */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'

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
}

const fieldPrefix = 'Field:'
/** Values of a column that are shown. */
const mostSamples = 3

/** `Email`, `Ignore` …, or `Field:` and the key of a custom field. Tags without a field become nothing. */
export function choiceOf({ Target = '', Key = '' }: Pick<Column, 'Target' | 'Key'>): string {
  if (Target === 'Field') return `${fieldPrefix}${Key}`
  return Target === 'Tags' ? 'Ignore' : Target
}

export const fieldChoice = (key: string) => `${fieldPrefix}${key.replace(/^\[|\]$/g, '')}`

/** The key of the custom field that a choice is; undefined for another choice. */
export function fieldOf(choice: string): string | undefined {
  return choice.startsWith(fieldPrefix) ? choice.slice(fieldPrefix.length) : undefined
}

function targetOf(choice: string): { readonly Target: string; readonly Key: string } {
  const key = fieldOf(choice)
  return key === undefined ? { Target: choice, Key: '' } : { Target: 'Field', Key: key }
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
    }
  })
}

/**
 * What is set when a row gets another target. A target is taken by one column of a part: another one that has it is left out.
 * @returns the changes, and the headers of what is left out now
 */
export function change(mapping: Mapping, row: ColumnRow, choice: string) {
  const columns: ColumnTarget[] = row.members.map(({ Part, Column }) => ({ Part, Column, ...targetOf(choice) }))
  const freed = (mapping.Columns ?? []).filter(
    column =>
      choice !== 'Ignore' &&
      choiceOf(column) === choice &&
      row.members.some(({ Part }) => Part === column.Part) &&
      !row.members.includes(column),
  )
  const left = freed.map(({ Part, Column }) => ({ Part, Column, Target: 'Ignore', Key: '' }))
  return {
    columns: [...left, ...columns],
    leftOut: [...new Set(freed.map(({ Header = '', Column }) => Header || String(Column)))],
  }
}

/** The mapping as it is when the service has taken the changes. */
export function changed(mapping: Mapping, { Columns, PartStates, Words, ...policies }: Changes): Mapping {
  const known = (mapping.Words ?? []).filter(({ Word }) => !Words?.some(word => word.Word === Word))
  return {
    ...mapping,
    ...policies,
    Columns: (mapping.Columns ?? []).map(column => {
      const found = Columns?.find(({ Part, Column }) => Part === column.Part && Column === column.Column)
      return found ? { ...column, Target: found.Target ?? '', Key: found.Key ?? '' } : column
    }),
    Parts: (mapping.Parts ?? []).map(part => ({
      ...part,
      ...PartStates?.find(({ Part }) => Part === part.Part),
    })),
    Words: [...known, ...(Words ?? [])],
  }
}

/** Words that the first rows have in columns of states, in lower case. */
export function wordsInSamples({ Columns = [] }: Mapping): readonly string[] {
  const samples = Columns.filter(({ Target }) => Target === 'State').flatMap(({ Sample = [] }) => Sample)
  return [...new Set(samples.map(text => text.trim().toLowerCase()))].filter(word => word !== '')
}

export function hasTarget({ Columns = [] }: Mapping, ...targets: readonly string[]): boolean {
  return Columns.some(({ Target = '' }) => targets.includes(Target))
}

/** A type of custom field that fits all of these values. */
export function typeOf(values: readonly string[]): 'Text' | 'Number' | 'Date' {
  const given = values.map(value => value.trim()).filter(value => value !== '')
  const all = (pattern: RegExp) => given.length > 0 && given.every(value => pattern.test(value))
  // what begins with 0 is a telephone number or a postal code
  if (all(/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/)) return 'Number'
  return all(/^\d{4}-\d\d-\d\d/) ? 'Date' : 'Text'
}
