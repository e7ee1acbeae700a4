/** A row of text becomes one that can be judged: the same address grammar, names, numbers and field values as Subscriber.Add takes. */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { unescapeFormula } from '../../lib/csv.ts'
import { storableLine } from '../../lib/storable-text.ts'
import type { StagedConsents, StagedRow } from '../../store/imports/staged-row.ts'
import { type FieldDefinition, longestText, readCustomValue } from '../lists/custom-values.ts'
import { parseWrittenMobileNumber } from '../subscribers/mobile.ts'
import { readName } from '../subscribers/name.ts'
import { splitOptions } from '../subscribers/options-text.ts'
import { splitTags } from '../tags/tags-text.ts'
import { parseAddress } from '../text-rules/address.ts'
import { asOneLine } from '../text-rules/single-line.ts'
import { answerOf, basisOf } from './consent-words.ts'
import { type DateOrder, isRecent, ordersOf, parseDate } from './dates.ts'
import { type Mapping, nameOfTarget, stateWord } from './mapping.ts'
import { type DecimalSign, parseNumber, signsOf } from './numbers.ts'
import type { CellFaults, CellReading, ColumnTarget, ImportRow, LossReason, RowProblem } from './source.ts'

export interface ReadingOfRows {
  readonly mapping: Mapping
  /** Of the list, and those that columns make. */
  readonly fields: readonly FieldDefinition[]
  /** By part, by column. */
  readonly readings: readonly (readonly CellReading[])[]
  /** By part, by column; undefined without a column. */
  readonly headers: readonly (readonly string[] | undefined)[]
  /** IANA name: dates without an offset are the client's. */
  readonly timeZone: string
  /** For which purposes the list asks consent, besides measuring. */
  readonly asks: { readonly personalising: boolean; readonly hygiene: boolean }
}

const problems: Readonly<Record<RowProblem, RefusalName>> = {
  'line too long': 'ValueTooLong',
  'too many cells': 'InvalidParameter',
  unreadable: 'InvalidCharacters',
}

/** Columns that are dates. */
export const dateTargets: ReadonlySet<string> = new Set([
  'JoinedAt',
  'ConfirmedAt',
  'ConsentAt',
  'OptOutAt',
  'BasisEndsOn',
])

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
  consents: StagedConsents | undefined
  tags: readonly string[] | undefined
  /** What is lost of the row, by column. */
  losses: Record<string, readonly [reason: LossReason, value: string]> | undefined
}

/** Takes the cell of one column, without blanks around it. @returns why its value is lost; undefined where it is not */
type Take = (cell: string, draft: Draft) => LossReason | undefined

interface Column {
  readonly index: number
  readonly target: ColumnTarget
  /** As losses name it. */
  readonly name: string
  readonly take: Take
}

/** A cell of a file as it is read: without blanks around it, and without what exports put before formulas. */
export function cleanCell(cell: string | undefined): string {
  return cell === undefined ? '' : unescapeFormula(cell).trim()
}

/** UTF-16 units of a lost value that are kept, so that a person recognises it. */
const longestLoss = 100

/** @returns how rows of a part are read */
export function rowReader(reading: ReadingOfRows, part: number): (row: ImportRow) => StagedRow {
  const { mapping } = reading
  const targets = mapping.columns[part]!
  const columns = targets.flatMap((target, index) => columnOf(reading, part, index, target))

  return ({ number, cells, problem, faults }) => {
    let refusal = problem && problems[problem]
    const draft: Draft = {
      email: '',
      name: null,
      mobileNumber: null,
      joinedAt: null,
      word: undefined,
      values: {},
      evidence: undefined,
      consents: undefined,
      tags: undefined,
      losses: undefined,
    }
    for (const { index, target, name, take } of columns) {
      const cell = cleanCell(cells[index])
      const fault = faults && faultOf(faults, index)
      if (fault !== undefined && isNeeded(target))
        refusal ??= fault === 'TooLong' ? 'ValueTooLong' : 'InvalidCharacters'
      if (refusal !== undefined && target.to !== 'Email') continue
      const loss = fault !== undefined && !isNeeded(target) ? fault : take(cell, draft)
      if (loss !== undefined) lose(draft, name, loss, cell)
    }
    for (let index = targets.length; index < cells.length; index++) {
      const cell = cleanCell(cells[index])
      if (cell !== '') lose(draft, `#${index + 1}`, 'NoColumn', cell)
    }
    if (draft.consents) endWithImplied(draft, columns)
    const address = refusal === undefined ? parseAddress(draft.email) : undefined
    if (refusal === undefined && !address) refusal = 'InvalidEmail'
    const wanted = wantedState(mapping, part, draft.word, draft.evidence?.confirmedAt !== undefined)
    if (wanted === undefined) refusal ??= 'InvalidParameter'
    if (refusal !== undefined || !address) return refusedRow(number, draft.email, wanted, refusal)
    const { name, mobileNumber, values, joinedAt, evidence = null, losses = null, consents = null, tags = null } = draft
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
      losses,
      consents,
      tags,
    }
  }
}

/** Nothing where the column is left out. */
function columnOf(reading: ReadingOfRows, part: number, index: number, target: ColumnTarget): readonly Column[] {
  if (target.to !== 'Ignore') {
    const take = takerOf(reading, target, reading.readings[part]?.[index] ?? {})
    return [{ index, target, name: nameOfTarget(target), take }]
  }
  if (!target.noRoom) return []
  const name = reading.headers[part]?.[index] || `#${index + 1}`
  return [
    { index, target, name: storableLine(name, longestLoss), take: cell => (cell === '' ? undefined : 'NoFieldLeft') },
  ]
}

/** Without these a row names no subscriber and no change. */
function isNeeded({ to }: ColumnTarget): boolean {
  return to === 'Email' || to === 'State'
}

function faultOf(faults: CellFaults, index: number): 'TooLong' | 'Unreadable' | undefined {
  const fault = faults.get(index)
  return fault && (fault === 'cell too long' ? 'TooLong' : 'Unreadable')
}

function lose(draft: Draft, column: string, reason: LossReason, cell: string): void {
  draft.losses ??= {}
  draft.losses[column] = [reason, storableLine(cell, longestLoss)]
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
    losses: null,
    consents: null,
    tags: null,
  }
}

function takerOf(
  reading: ReadingOfRows,
  target: ColumnTarget,
  { dates = 'ymd', decimals = 'point' }: CellReading,
): Take {
  const { mapping } = reading
  const erased = mapping.empty === 'Erase' ? '' : null
  switch (target.to) {
    case 'Email':
      return (cell, draft) => {
        draft.email = cell
        return undefined
      }
    case 'Name':
      return (cell, draft) => {
        const name = cell === '' ? erased : kept(() => readName(onOneLine(cell)))
        draft.name = name ?? null
        return name === undefined ? 'TooLong' : undefined
      }
    case 'MobileNumber':
      return (cell, draft) => {
        const number = cell === '' ? erased : parseWrittenMobileNumber(cell)
        draft.mobileNumber = number ?? null
        return number === undefined ? 'NoMobileNumber' : undefined
      }
    case 'State':
      return (cell, draft) => {
        draft.word = stateWord(cell)
        return undefined
      }
    case 'Field':
    case 'NewField':
      return takerOfField(reading, target.key, dates, decimals)
    case 'JoinedAt':
      return (cell, draft) =>
        takeInstant(reading, dates, cell, instant => {
          draft.joinedAt = instant
        })
    case 'ConfirmedAt':
    case 'ConsentAt':
    case 'OptOutAt': {
      const { to } = target
      return (cell, draft) => takeInstant(reading, dates, cell, instant => note(draft, evidenceNames[to], instant))
    }
    case 'ConsentAddress':
    case 'OptOutReason': {
      const { to } = target
      return (cell, draft) => {
        if (cell !== '') note(draft, evidenceNames[to], storableLine(cell, longestEvidence))
        return undefined
      }
    }
    case 'MeasuringConsent':
      return takerOfAnswer('tracking', true)
    case 'PersonalisingConsent':
      return takerOfAnswer('personalising', reading.asks.personalising)
    case 'HygieneConsent':
      return takerOfAnswer('hygiene', reading.asks.hygiene)
    case 'Basis':
      return (cell, draft) => {
        const basis = basisOf(cell)
        if (basis === undefined) return 'NoAnswer'
        if (basis !== null) draft.consents = { ...draft.consents, basis }
        return undefined
      }
    case 'BasisEndsOn':
      return (cell, draft) =>
        takeDate(dates, cell, date => {
          draft.consents = { ...draft.consents, basisUntil: date }
        })
    case 'Tags':
      return takeTags
    case 'Ignore':
      return () => undefined
  }
}

/** Names that cannot be tags are lost alone. */
function takeTags(cell: string, draft: Draft): LossReason | undefined {
  if (cell === '') return undefined
  const { names, isCut } = splitTags(cell)
  if (names.length > 0) draft.tags = names
  return isCut ? 'TooLong' : undefined
}

/** A refusal is taken of a purpose that the list does not ask for, too. */
function takerOfAnswer(preference: 'tracking' | 'personalising' | 'hygiene', isAsked: boolean): Take {
  return (cell, draft) => {
    const answer = answerOf(cell)
    if (answer === undefined) return 'NoAnswer'
    if (answer === true && !isAsked) return 'NotAsked'
    if (answer !== null) draft.consents = { ...draft.consents, [preference]: answer }
    return undefined
  }
}

/** An implied basis alone has an end. */
function endWithImplied(draft: Draft, columns: readonly Column[]): void {
  const { basisUntil, ...rest } = draft.consents ?? {}
  if (basisUntil === undefined || rest.basis === 'implied') return
  draft.consents = Object.keys(rest).length > 0 ? rest : undefined
  lose(draft, columns.find(({ target }) => target.to === 'BasisEndsOn')!.name, 'NoAnswer', basisUntil) // it was read from it
}

function takerOfField({ mapping, fields }: ReadingOfRows, key: string, dates: DateOrder, decimals: DecimalSign): Take {
  const definition = fields.find(field => field.key === key)
  return (cell, draft) => {
    if (cell === '' && mapping.empty === 'Leave') return undefined
    if (definition === undefined) return cell === '' ? undefined : 'NoField'
    const value = kept(() => readCustomValue(definition, given(definition, cell, dates, decimals)))
    if (value === undefined) return lossOf(definition, cell, dates, decimals)
    draft.values[key] = value
    return undefined
  }
}

/** Line ends within a cell, as spreadsheets have them, are blanks: texts have one line. */
function onOneLine(cell: string): string {
  return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(cell) ? asOneLine(cell) : cell
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

function note(draft: Draft, name: string, text: string): void {
  draft.evidence ??= {}
  draft.evidence[name] = text
}

/** Has a date kept as PostgreSQL reads it: without an offset it is one of the client's zone. @returns why it is lost */
function takeInstant(
  { timeZone }: ReadingOfRows,
  order: DateOrder,
  cell: string,
  keep: (instant: string) => void,
): LossReason | undefined {
  if (cell === '') return undefined
  const parsed = parseDate(cell, order)
  if (parsed === undefined) return noDate(cell)
  if (!isRecent(parsed)) return 'DateTooEarly'
  keep(parsed.length > 'YYYY-MM-DD HH:MM:SS'.length ? parsed : `${parsed} ${timeZone}`)
  return undefined
}

/** A date without a time. @returns why it is lost */
function takeDate(order: DateOrder, cell: string, keep: (date: string) => void): LossReason | undefined {
  if (cell === '') return undefined
  const parsed = parseDate(cell, order)
  if (parsed === undefined) return noDate(cell)
  if (!isRecent(parsed)) return 'DateTooEarly'
  keep(parsed.slice(0, 'YYYY-MM-DD'.length))
  return undefined
}

function noDate(cell: string): LossReason {
  return ordersOf(cell).length > 0 ? 'OtherDateOrder' : 'NoDate'
}

/** Why a field cannot hold what a cell says. */
function lossOf({ dataType }: FieldDefinition, cell: string, dates: DateOrder, decimals: DecimalSign): LossReason {
  switch (dataType) {
    case 'Date':
      return parseDate(cell, dates) === undefined ? noDate(cell) : 'NoDate'
    case 'Number':
      if (parseNumber(cell, decimals) !== undefined) return 'TooLong'
      return signsOf(cell).signs.length > 0 ? 'OtherDecimalSign' : 'NoNumber'
    case 'Text':
      return cell.length > longestText ? 'TooLong' : 'Unreadable'
    case 'MultiSelectOne':
    case 'MultiSelectMany':
    case 'Country':
    case 'USState':
      return 'NoOption'
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

function given(
  { dataType }: FieldDefinition,
  cell: string,
  dates: DateOrder,
  decimals: DecimalSign,
): readonly string[] {
  switch (dataType) {
    case 'Date':
      return [parseDate(cell, dates)?.slice(0, 'YYYY-MM-DD'.length) ?? cell]
    case 'Number':
      return [cell === '' ? '' : (parseNumber(cell, decimals) ?? noNumber)]
    case 'MultiSelectMany':
      return splitOptions(onOneLine(cell))
    default:
      return [onOneLine(cell)]
  }
}

/** What no field of numbers takes. */
const noNumber = 'none'
