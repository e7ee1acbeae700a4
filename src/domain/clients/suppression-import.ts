/** Suppression.Import: many entries at once, from another service or a partner. */
import { SuppressionReason } from '../../contract/groups/suppressions.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { addToScope, type SuppressionScope } from '../../store/subscribers/suppressions.ts'
import type { Evidence } from '../audit/evidence.ts'
import { readFilter } from '../text-rules/filters.ts'
import { isRuleEntry, parseSuppressionEntry } from './suppression-entries.ts'
import { storedReasons } from './suppression-reasons.ts'

export interface SuppressionImport {
  /** One entry a line; blank lines are none. */
  readonly entries: string | null
  /** Of SuppressionReason; null or empty for Manual. */
  readonly reason: string | null
}

/** lines = added + present + refused */
export interface ImportedSuppressions {
  readonly lines: number
  readonly added: number
  /** On the list before, with this reason or another, or in a line above. */
  readonly present: number
  readonly refused: number
  /** The first of those refused, with their lines, from 1. */
  readonly refusals: readonly { readonly line: number; readonly text: string }[]
}

const mostLines = 100_000
/** Entries written by one statement. */
const part = 5_000
const mostRefusals = 100
const longestShown = 100

/**
 * Puts entries on the list; what cannot be read as one is answered and changes nothing. The list is written in parts, each durable by
 * itself; the same import once more goes on where it was cut off. Rules are there by hand, whatever the reason.
 * @throws Refusal InvalidParameter for an unknown reason, no entry, or too many lines
 */
export async function importSuppressions(
  db: Database,
  scope: SuppressionScope,
  { entries, reason: given }: SuppressionImport,
  evidence: Evidence,
): Promise<ImportedSuppressions> {
  const reason = storedReasons[readFilter('Reason', given, SuppressionReason.values) ?? 'Manual']
  const read = readLines(entries ?? '')
  const rows = [...read.found.values()].map(entry => ({
    ...entry,
    reason: isRuleEntry(entry) ? ('manual' as const) : reason,
    evidence,
  }))
  let added = 0
  for (let at = 0; at < rows.length; at += part) {
    added += await transaction(db, sql => addToScope(sql, scope, rows.slice(at, at + part)))
  }
  const { lines, refused, refusals } = read
  return { lines, added, present: lines - refused - added, refused, refusals }
}

function readLines(text: string) {
  const found = new Map<string, { readonly address: string; readonly email: string }>()
  const refusals: { line: number; text: string }[] = []
  let lines = 0
  let refused = 0
  let number = 0
  for (const line of linesOf(text)) {
    number++
    if (line.trim() === '') continue
    if (++lines > mostLines) {
      throw new Refusal('InvalidParameter', `Entries has at most ${mostLines} lines; send the rest with another call.`)
    }
    const entry = parseSuppressionEntry(line)
    if (!entry) {
      refused++
      if (refusals.length < mostRefusals) refusals.push({ line: number, text: shown(line) })
    } else if (!found.has(entry.address)) found.set(entry.address, entry)
  }
  if (lines === 0) throw new Refusal('InvalidParameter', 'Entries has no line.')
  return { found, lines, refused, refusals }
}

/** One by one: a long text may be nothing but line ends. */
function* linesOf(text: string): Generator<string> {
  let start = 0
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(start, index)
    start = index + end.length
  }
  yield text.slice(start)
}

/** The beginning of a line. */
function shown(line: string): string {
  return [...line.slice(0, 2 * longestShown)].slice(0, longestShown).join('').replace(/\p{C}/gu, '\ufffd')
}
