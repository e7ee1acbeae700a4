/** A row of text becomes one that can be judged: the same address grammar, names, numbers and field values as Subscriber.Add takes. */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { unguarded } from '../../lib/csv.ts'
import { storableLine } from '../../lib/storable-text.ts'
import type { StagedRow } from '../../store/imports/staged-row.ts'
import { parseAddress } from '../address.ts'
import { type FieldDefinition, readCustomValue } from '../subscribers/custom-values.ts'
import { parseWrittenMobileNumber } from '../subscribers/mobile.ts'
import { readName } from '../subscribers/name.ts'
import { splitOptions } from '../subscribers/options-text.ts'
import { type DateOrder, parseDate } from './dates.ts'
import { type Mapping, stateWord } from './mapping.ts'
import { type ColumnTarget, type ImportRow, importLimits, type RowProblem } from './source.ts'

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

/** What the columns of a row said so far. */
interface Draft {
  email: string
  name: string | null
  mobileNumber: string | null
  joinedAt: string | null
  /** Of the column of states. */
  word: string | undefined
  values: Record<string, string | readonly string[] | null>
  evidence: Record<string, string> | undefined
  dropped: string[]
}

/** Takes the cell of one column, without blanks around it. */
type Take = (cell: string, draft: Draft) => void

/** @returns how rows of a part are read */
export function rowReader(reading: ReadingOfRows, part: number): (row: ImportRow) => StagedRow {
  const { mapping } = reading
  const columns = mapping.columns[part]!.flatMap((target, index) =>
    target.to === 'Ignore' ? [] : [{ index, isEmail: target.to === 'Email', take: takerOf(reading, target) }],
  )

  return ({ number, cells, problem }) => {
    let refusal = problem && problems[problem]
    const draft: Draft = {
      email: '',
      name: null,
      mobileNumber: null,
      joinedAt: null,
      word: undefined,
      values: {},
      evidence: undefined,
      dropped: [],
    }
    for (const { index, isEmail, take } of columns) {
      const cell = unguarded(cells[index] ?? '').trim()
      if (cell.length > importLimits.cellBytes) refusal ??= 'ValueTooLong'
      if (refusal === undefined || isEmail) take(cell, draft)
    }
    const address = refusal === undefined ? parseAddress(draft.email) : undefined
    if (refusal === undefined && !address) refusal = 'InvalidEmail'
    const wanted = wantedState(mapping, part, draft.word, draft.evidence?.confirmedAt !== undefined)
    if (wanted === undefined) refusal ??= 'InvalidParameter'
    if (refusal !== undefined || !address) return refusedRow(number, draft.email, wanted, refusal)
    const { name, mobileNumber, values, joinedAt, evidence = null, dropped } = draft
    return {
      number,
      ...address,
      name,
      mobileNumber,
      wanted: wanted!,
      fields: values,
      joinedAt,
      evidence,
      verdict: wanted === 'Skip' ? 'skipped' : 'added',
      reason: null,
      dropped,
    }
  }
}

function refusedRow(
  number: number,
  email: string,
  wanted: string | undefined,
  reason: RefusalName | undefined,
): StagedRow {
  return {
    number,
    address: null,
    email: storableLine(email, longestEvidence),
    name: null,
    mobileNumber: null,
    wanted: wanted ?? 'Skip',
    fields: {},
    joinedAt: null,
    evidence: null,
    verdict: 'refused',
    reason: reason ?? 'InvalidEmail',
    dropped: [],
  }
}

function takerOf(reading: ReadingOfRows, target: ColumnTarget): Take {
  const { mapping } = reading
  const erased = mapping.empty === 'Erase' ? '' : null
  switch (target.to) {
    case 'Email':
      return (cell, draft) => {
        draft.email = cell
      }
    case 'Name':
      return (cell, draft) => {
        draft.name = cell === '' ? erased : (kept(() => readName(cell)) ?? drop(draft, target.to))
      }
    case 'MobileNumber':
      return (cell, draft) => {
        draft.mobileNumber = cell === '' ? erased : (parseWrittenMobileNumber(cell) ?? drop(draft, target.to))
      }
    case 'State':
      return (cell, draft) => {
        draft.word = stateWord(cell)
      }
    case 'Field':
      return takerOfField(reading, target.key)
    case 'JoinedAt':
      return (cell, draft) => {
        if (cell !== '') draft.joinedAt = instantOf(reading, cell) ?? drop(draft, target.to)
      }
    case 'ConfirmedAt':
    case 'ConsentAt':
    case 'OptOutAt': {
      const { to } = target
      return (cell, draft) => {
        if (cell === '') return
        const instant = instantOf(reading, cell) ?? drop(draft, to)
        if (instant !== null) note(draft, evidenceNames[to], instant)
      }
    }
    case 'ConsentAddress':
    case 'OptOutReason': {
      const { to } = target
      return (cell, draft) => {
        if (cell !== '') note(draft, evidenceNames[to], storableLine(cell, longestEvidence))
      }
    }
    case 'Tags':
    case 'Ignore':
      return () => {}
  }
}

function takerOfField({ mapping, fields, dates }: ReadingOfRows, key: string): Take {
  const definition = fields.find(field => field.key === key)
  return (cell, draft) => {
    if (cell === '' && mapping.empty === 'Leave') return
    const value = definition && kept(() => readCustomValue(definition, given(definition, cell, dates)))
    if (value === undefined) drop(draft, `[${key}]`)
    else draft.values[key] = value
  }
}

/** What is read; undefined for what is refused. @throws what is no refusal */
function kept<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

/** The row comes without the value of this column. */
function drop({ dropped }: Draft, column: string): null {
  dropped.push(column)
  return null
}

function note(draft: Draft, name: string, text: string): void {
  draft.evidence ??= {}
  draft.evidence[name] = text
}

/** A date as PostgreSQL reads it: without an offset it is one of the client's zone. */
function instantOf({ dates, timeZone }: ReadingOfRows, text: string): string | undefined {
  const parsed = parseDate(text, dates)
  return parsed === undefined || parsed.length > 'YYYY-MM-DD HH:MM:SS'.length ? parsed : `${parsed} ${timeZone}`
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

function given({ dataType }: FieldDefinition, cell: string, dates: DateOrder): readonly string[] {
  if (dataType === 'Date') return [parseDate(cell, dates)?.slice(0, 'YYYY-MM-DD'.length) ?? cell]
  return dataType === 'MultiSelectMany' ? splitOptions(cell) : [cell]
}
