/** A row of text becomes one that can be judged: the same address grammar, names, numbers and field values as Subscriber.Add takes. */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { unguarded } from '../../lib/csv.ts'
import { storableLine } from '../../lib/storable-text.ts'
import type { StagedRow } from '../../store/imports/staged-row.ts'
import { parseAddress } from '../address.ts'
import { type FieldDefinition, readCustomValues } from '../subscribers/custom-values.ts'
import { parseMobileNumber } from '../subscribers/mobile.ts'
import { readName } from '../subscribers/name.ts'
import { splitOptions } from '../subscribers/options-text.ts'
import { type DateOrder, parseDate } from './dates.ts'
import { type Mapping, stateWord } from './mapping.ts'
import { type ImportRow, importLimits, type RowProblem } from './source.ts'

export interface ReadingOfRows {
  readonly mapping: Mapping
  readonly fields: readonly FieldDefinition[]
  readonly dates: DateOrder
  /** IANA name: dates without an offset are the client's. */
  readonly timeZone: string
}

const problems: Readonly<Record<RowProblem, RefusalName>> = {
  'cell too long': 'ValueTooLong',
  'too many cells': 'InvalidParameter',
  unreadable: 'InvalidCharacters',
}

/** Columns that are dates. */
export const dateTargets: ReadonlySet<string> = new Set(['JoinedAt', 'ConfirmedAt', 'ConsentAt', 'OptOutAt'])

const longestEvidence = 250

/** @returns how rows of a part are read */
export function rowReader(
  { mapping, fields, dates, timeZone }: ReadingOfRows,
  part: number,
): (row: ImportRow) => StagedRow {
  const columns = mapping.columns[part]!
  const definitions = new Map(fields.map(definition => [definition.key, [definition]]))
  const date = (text: string) => {
    const parsed = parseDate(text, dates)
    return parsed === undefined || parsed.length > 'YYYY-MM-DD HH:MM:SS'.length ? parsed : `${parsed} ${timeZone}`
  }

  return ({ number, cells, problem }) => {
    const dropped: string[] = []
    const values: Record<string, string | readonly string[] | null> = {}
    const evidence: Record<string, string> = {}
    let email = ''
    let name: string | null = null
    let mobileNumber: string | null = null
    let joinedAt: string | null = null
    let word: string | undefined
    let refusal = problem && problems[problem]

    for (const [index, target] of columns.entries()) {
      if (target.to === 'Ignore') continue
      const cell = unguarded(cells[index] ?? '').trim()
      if (cell.length > importLimits.cellBytes) refusal ??= 'ValueTooLong'
      if (refusal !== undefined && target.to !== 'Email') continue
      switch (target.to) {
        case 'Email':
          email = cell
          break
        case 'Name':
          name = cell === '' ? erased(mapping) : read('Name', () => readName(cell))
          break
        case 'MobileNumber':
          mobileNumber = cell === '' ? erased(mapping) : read('MobileNumber', () => parseMobileNumber(cell))
          break
        case 'State':
          word = stateWord(cell)
          break
        case 'Field':
          if (cell === '' && mapping.empty === 'Leave') break
          read(`[${target.key}]`, () => {
            const [definition] = definitions.get(target.key) ?? []
            if (!definition) return undefined
            const changes = readCustomValues([definition], given(definition, cell, dates))
            values[target.key] = changes.get(target.key) ?? null
            return ''
          })
          break
        case 'Tags':
          break
        default:
          if (cell === '') break
          if (dateTargets.has(target.to)) {
            const parsed = read(target.to, () => date(cell))
            if (parsed === null) break
            if (target.to === 'JoinedAt') joinedAt = parsed
            else evidence[evidenceNames[target.to as keyof typeof evidenceNames]] = parsed
          } else evidence[evidenceNames[target.to as keyof typeof evidenceNames]] = storableLine(cell, longestEvidence)
      }
    }

    function read(column: string, value: () => string | undefined): string | null {
      try {
        const found = value()
        if (found === undefined) dropped.push(column)
        return found ?? null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        dropped.push(column)
        return null
      }
    }

    const address = refusal === undefined ? parseAddress(email) : undefined
    if (refusal === undefined && !address) refusal = 'InvalidEmail'
    const wanted = wantedState(mapping, part, word, 'confirmedAt' in evidence)
    if (wanted === undefined) refusal ??= 'InvalidParameter'
    const verdict = refusal !== undefined ? 'refused' : wanted === 'Skip' ? 'skipped' : 'added'
    return {
      number,
      address: verdict === 'refused' ? null : address!.address,
      email: verdict === 'refused' ? storableLine(email, longestEvidence) : address!.email,
      name: verdict === 'refused' ? null : name,
      mobileNumber: verdict === 'refused' ? null : mobileNumber,
      wanted: wanted ?? 'Skip',
      fields: verdict === 'refused' ? {} : values,
      joinedAt: verdict === 'refused' ? null : joinedAt,
      evidence: verdict === 'refused' || Object.keys(evidence).length === 0 ? null : evidence,
      verdict,
      reason: refusal ?? null,
      dropped: verdict === 'refused' ? [] : dropped,
    }
  }
}

const evidenceNames = {
  ConfirmedAt: 'confirmedAt',
  ConsentAt: 'consentAt',
  ConsentAddress: 'consentAddress',
  OptOutAt: 'optOutAt',
  OptOutReason: 'optOutReason',
} as const

const strictness = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Suppressed', 'Skip'] as const

/** The strictest of what the part and the row say; undefined for a word that is not known, which is never read as Active. */
function wantedState(
  { partStates, words, defaultState }: Mapping,
  part: number,
  word: string | undefined,
  confirmed: boolean,
) {
  const ofPart = partStates[part] ?? undefined
  let ofRow: (typeof strictness)[number] | undefined
  if (word !== undefined && word !== '') {
    if (!Object.hasOwn(words, word)) return undefined
    ofRow = words[word]
  }
  const given = [ofPart, ofRow].filter(state => state !== undefined)
  if (given.length === 0) return confirmed ? 'Active' : defaultState
  return given.reduce((one, other) => (strictness.indexOf(one) >= strictness.indexOf(other) ? one : other))
}

function erased({ empty }: Mapping): string | null {
  return empty === 'Erase' ? '' : null
}

function given({ key, dataType }: FieldDefinition, cell: string, dates: DateOrder) {
  if (dataType === 'Date') return [{ Key: key, Value: parseDate(cell, dates)?.slice(0, 'YYYY-MM-DD'.length) ?? cell }]
  if (dataType !== 'MultiSelectMany') return [{ Key: key, Value: cell }]
  return splitOptions(cell).map(option => ({ Key: key, Value: option }))
}
