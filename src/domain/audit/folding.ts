/**
 * Lines of the audit log: what the same caller did again and again to the same thing on one day is one line with a count. Reads are such,
 * and changes that come one for each person or keystroke.
 */
import { findOperation } from '../../contract/operations.ts'
import type { ActorKind } from '../../store/accounts/audit-log.ts'
import type { AuditEntryRow } from '../../store/accounts/audit-reading.ts'

/** Changes that are made by the dozen: subscribers one at a time, drafts while they are written. */
const repeated: ReadonlySet<string> = new Set([
  'Campaign.UpdateDraft',
  'Client.AddSuppression',
  'Client.RemoveSuppression',
  'Suppression.Add',
  'Suppression.Remove',
  'Template.SaveContent',
  'Upload.Create',
])

export function isFolded(operation: string): boolean {
  if (repeated.has(operation) || /^Subscribers?\./.test(operation)) return true
  return findOperation(operation)?.effect === 'bulk read'
}

export interface AuditLine {
  /** The newest of its entries. */
  readonly entry: AuditEntryRow
  readonly count: number
  /** Local time of the oldest. */
  readonly firstDate: string
  /** What its entries have in common; empty for an entry that stays alone. */
  readonly fold: string
  /** Which fields its changes gave, in the words of the parameters. */
  readonly fields: readonly string[]
}

/** What the entries of a line have in common. */
export interface Fold {
  readonly actorKind: ActorKind
  readonly actorId: number
  readonly means: string
  readonly operation: string
  readonly subject: string
  readonly outcome: string
  /** `2026-03-20`, of the account. */
  readonly day: string
}

/**
 * Folds entries, the newest first, until the lines fill a page: an entry that would begin one line too many ends it.
 * @returns the lines, and how many entries they hold
 */
export function foldEntries(
  entries: readonly AuditEntryRow[],
  most: number,
): { readonly lines: readonly AuditLine[]; readonly consumed: number } {
  const lines: { entry: AuditEntryRow; count: number; firstDate: string; fold: string; fields: Set<string> }[] = []
  const byFold = new Map<string, (typeof lines)[number]>()
  for (const [consumed, entry] of entries.entries()) {
    const fold = isFolded(entry.operation) ? writeFold(foldOf(entry)) : ''
    const line = fold === '' ? undefined : byFold.get(fold)
    if (line) {
      line.count++
      line.firstDate = entry.date
      for (const field of fieldsOf(entry.subject)) line.fields.add(field)
      continue
    }
    if (lines.length === most) return { lines: lines.map(ended), consumed }
    const made = { entry, count: 1, firstDate: entry.date, fold, fields: new Set(fieldsOf(entry.subject)) }
    lines.push(made)
    if (fold !== '') byFold.set(fold, made)
  }
  return { lines: lines.map(ended), consumed: entries.length }
}

function ended<Line extends { readonly fields: ReadonlySet<string> }>(line: Line) {
  return { ...line, fields: [...line.fields] }
}

/** A line of one entry. */
export function lineOf(entry: AuditEntryRow): AuditLine {
  const fold = isFolded(entry.operation) ? writeFold(foldOf(entry)) : ''
  return { entry, count: 1, firstDate: entry.date, fold, fields: fieldsOf(entry.subject) }
}

function foldOf({ actorKind, actorId, means, operation, subject, outcome, date }: AuditEntryRow): Fold {
  return { actorKind, actorId, means, operation, subject: withoutFields(subject), outcome, day: date.slice(0, 10) }
}

/** Names of the changed parameters follow the identifiers (operations/audited.ts). Drafts are folded whichever they were. */
function withoutFields(subject: string): string {
  return subject.split(', changing ')[0]!
}

function fieldsOf(subject: string): readonly string[] {
  return subject.split(', changing ')[1]?.split(' ') ?? []
}

const kinds: ReadonlySet<string> = new Set<ActorKind>(['login', 'person', 'key', 'system', 'none'])

function writeFold({ actorKind, actorId, means, operation, subject, outcome, day }: Fold): string {
  return Buffer.from(JSON.stringify([actorKind, actorId, means, operation, subject, outcome, day])).toString(
    'base64url',
  )
}

/** Longest fold in characters: a subject names a few identifiers. */
const longestFold = 4096

/** @returns undefined for a text that is no fold */
export function readFold(text: string): Fold | undefined {
  if (text.length > longestFold || !/^[\w-]+$/.test(text)) return undefined
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(values) || values.length !== 7) return undefined
  const [actorKind, actorId, means, operation, subject, outcome, day] = values as readonly unknown[]
  const texts = [actorKind, means, operation, subject, outcome, day]
  if (texts.some(value => typeof value !== 'string') || !Number.isSafeInteger(actorId)) return undefined
  if (!kinds.has(actorKind as string) || !/^\d{4}-\d{2}-\d{2}$/.test(day as string)) return undefined
  return { actorKind, actorId, means, operation, subject, outcome, day } as Fold // checked above
}
