/** What a mapping most likely is, before a person has said anything. */

import { type CustomField, fieldKey, longestFieldName, mostCustomFields } from '../lists/custom-fields.ts'
import { isAddress } from '../text-rules/address.ts'
import { asOneLine } from '../text-rules/single-line.ts'
import type { FoundColumn } from './column-profile.ts'
import { bareHeader } from './headers.ts'
import { fieldOfSameMeaning } from './known-fields.ts'
import { knownTarget, namesDates } from './known-headers.ts'
import { type FoundSource, type Mapping, nameOfTarget } from './mapping.ts'
import type { ColumnTarget, ImportPart, NewField, NewFieldType, RowState } from './source.ts'

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

const ignored: ColumnTarget = { to: 'Ignore' }

/**
 * What a mapping most likely is. A column that matches nothing becomes a new field, so that nothing disappears which no one looked at,
 * as far as the list can have further fields. A target is taken by one column of a part.
 */
export function guessMapping(source: FoundSource, fields: readonly CustomField[], confirmOptIn: boolean): Mapping {
  const proposals = new Proposals(source, fields)
  return {
    columns: source.parts.map(part => {
      const taken = new Set<string>()
      // a field goes to the column of its name before one whose header means the same
      const named = new Set((part.header ?? []).map(header => fieldNamed(header, fields)?.key))
      const others = fields.filter(({ key }) => !named.has(key))
      return Array.from({ length: widthOf(part) }, (_, column) => {
        const values = part.sample.map(row => row[column] ?? '').filter(value => value !== '')
        const guess = part.guess?.[column]
        const isLeftOut = guess?.to === 'Ignore'
        // a field of the list goes before what a format leaves out; of Tags it does not say which field they are
        const isOpen = guess === undefined || isLeftOut || guess.to === 'Tags'
        const header = part.header?.[column]
        const known = isOpen ? (guessColumn(header, values, fields) ?? guessByMeaning(header, others)) : guess
        const isFree = known !== undefined && !taken.has(nameOfTarget(known))
        const target = isFree ? known : isLeftOut ? ignored : proposals.forColumn(part, column, taken)
        if (target.to !== 'Ignore') taken.add(nameOfTarget(target))
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

function widthOf(part: ImportPart): number {
  return Math.max(part.header?.length ?? 0, ...part.sample.map(row => row.length), part.guess?.length ?? 0)
}

/**
 * @param header `[Key]` names a custom field whatever its key is, as exports write it where its name would mean something else
 * @returns undefined where it is not known
 */
export function guessColumn(
  header: string | undefined,
  values: readonly string[],
  fields: readonly CustomField[],
): ColumnTarget | undefined {
  const [, key] = /^\[(.+)\]$/s.exec(header?.trim() ?? '') ?? []
  const named = key === undefined ? undefined : fields.find(field => field.key.toLowerCase() === key.toLowerCase())
  if (named) return { to: 'Field', key: named.key }
  const known = knownTarget(bareHeader(header ?? ''))
  if (known) return known
  const field = fieldNamed(header, fields)
  if (field) return { to: 'Field', key: field.key }
  return values.length > 0 && values.every(isAddress) ? { to: 'Email' } : undefined
}

function fieldNamed(header: string | undefined, fields: readonly CustomField[]): CustomField | undefined {
  const inner = bareHeader(innerName(header))
  if (inner === '') return undefined
  return fields.find(({ key, name }) => [key, name].some(text => bareHeader(text) === inner))
}

function guessByMeaning(header: string | undefined, fields: readonly CustomField[]): ColumnTarget | undefined {
  const field = fieldOfSameMeaning(innerName(header), fields)
  return field && { to: 'Field', key: field.key }
}

/** Of an object within a JSON object, a field is named by what follows the first dot. */
function innerName(header: string | undefined): string {
  return (header ?? '').replace(/^(?:fields|attribs)\./, '')
}

/** New fields for columns that are not known. Columns with the same header in several parts become one field. */
class Proposals {
  readonly #source: FoundSource
  readonly #fields = new Map<string, NewField>()
  readonly #keys: Set<string>
  #room: number

  constructor(source: FoundSource, fields: readonly CustomField[]) {
    this.#source = source
    this.#keys = new Set(fields.map(({ key }) => key.toLowerCase()))
    this.#room = mostCustomFields - fields.length
  }

  /** @param taken by other columns of the part */
  forColumn(part: ImportPart, column: number, taken: ReadonlySet<string>): ColumnTarget {
    const isEmpty = part.found
      ? part.found[column] === undefined || (part.found[column].filled === 0 && part.found[column].isWhole)
      : part.sample.every(row => (row[column] ?? '').trim() === '')
    if (isEmpty) return ignored
    const header = part.header?.[column] ?? ''
    for (let nth = 1; ; nth++) {
      const id = header === '' ? `${this.#source.parts.indexOf(part)} ${column} ${nth}` : `${bareHeader(header)} ${nth}`
      const field = this.#fields.get(id) ?? this.#propose(id, header, column, nth)
      if (field === undefined) return { to: 'Ignore', noRoom: true }
      // a header that comes twice in a part
      if (!taken.has(`[${field.key}]`)) return { to: 'NewField', ...field }
    }
  }

  #propose(id: string, header: string, column: number, nth: number): NewField | undefined {
    if (this.#room <= 0) return undefined
    this.#room--
    const { key, name } = this.#named(asOneLine(innerName(header)), column, nth)
    const field = { key, name, dataType: this.#typeOf(header, column) }
    this.#keys.add(key.toLowerCase())
    this.#fields.set(id, field)
    return field
  }

  /** A name whose key is free: that of a field, or of a tag that each mail understands, is not. */
  #named(header: string, column: number, nth: number): { readonly key: string; readonly name: string } {
    const bare = header
      .replace(/^\[(.*)\]$/s, '$1')
      .slice(0, longestFieldName - 5)
      .toWellFormed()
      .trim()
    const first = /[\p{L}\p{N}]/u.test(bare) ? bare : `Column ${column + 1}`
    for (let n = nth; ; n++) {
      const name = n === 1 ? first : `${first} ${n}`
      const key = keyOf(name)
      if (key !== undefined && !this.#keys.has(key.toLowerCase())) return { key, name }
    }
  }

  /** A type that all columns with this header fit. */
  #typeOf(header: string, column: number): NewFieldType {
    const found = this.#source.parts.flatMap(part => {
      const at = header === '' ? column : (part.header?.indexOf(header) ?? -1)
      return part.found?.[at] === undefined ? [] : [fieldTypeOf(part.found[at], header)]
    })
    const [first, ...others] = new Set(found)
    return first === undefined || others.length > 0 ? 'Text' : first
  }
}

/** @returns undefined for a name that no field can have */
function keyOf(name: string): string | undefined {
  try {
    return name === '' ? undefined : fieldKey(name)
  } catch {
    return undefined
  }
}

/**
 * The type of a field that holds all values of a column without a question and without a loss; Text holds any. A type that would need
 * an answer is not proposed.
 */
export function fieldTypeOf({ filled, isWhole, dates, numbers }: FoundColumn, header: string): NewFieldType {
  if (!isWhole || filled === 0) return 'Text'
  const areDates = dates.cells === filled && dates.order !== null && dates.contrary === 0
  // numbers can be dates, too
  if (areDates && (!dates.areDigits || namesDates(header))) return 'Date'
  const areNumbers = numbers.cells === filled && numbers.sign !== null && numbers.contrary === 0
  return areNumbers && !numbers.areNames && numbers.units <= 1 ? 'Number' : 'Text'
}
