/**
 * How long what grows is kept: the kinds, their usual periods, and the limits of what a client may choose. Nothing else says how long one
 * of them is kept. See docs/retention.md.
 */
import { Refusal } from '../../contract/refusals.ts'
import { keptDays } from '../../store/accounts/deletions.ts'

interface Rule {
  /** Days; null for ever. */
  readonly usual: number | null
  /** A client keeps it for so many days at least. */
  readonly least: number
  /** And for so many at most; null where it may be kept for ever. */
  readonly most: number | null
}

/** Per-person opens and clicks that segments, resends and caps read: never shorter, because absence means *unknown* beyond it. */
export const engagementDays = 400

export const retentionRules = {
  // the network address and the program of an open or a click are columns of it, and go with it
  RawHits: { usual: 400, least: 30, most: null },
  OpensAndClicks: { usual: 1095, least: engagementDays, most: null },
  Events: { usual: 30, least: 1, most: 3650 },
  // who was deleted can be restored until then
  DeletedMembers: { usual: null, least: keptDays, most: null },
  ReturnedMail: { usual: 90, least: 7, most: 3650 },
  ImportFiles: { usual: 30, least: 1, most: 365 },
  RefusedRows: { usual: 90, least: 1, most: 3650 },
  Exports: { usual: 7, least: 1, most: 90 },
} as const satisfies Readonly<Record<string, Rule>>

export type RetentionKind = keyof typeof retentionRules

export const retentionKinds = Object.keys(retentionRules) as readonly RetentionKind[] // the keys above

/** Days for which each kind is kept; null for ever. */
export type RetentionDays = Readonly<Record<RetentionKind, number | null>>

export const usualDays: RetentionDays = Object.fromEntries(
  retentionKinds.map(kind => [kind, retentionRules[kind].usual]),
) as RetentionDays // one entry for each kind

export function isRetentionKind(text: string): text is RetentionKind {
  return text in retentionRules
}

/** Whether a kind may be kept for so long. */
export function isAllowed(kind: RetentionKind, days: number | null): boolean {
  const { least, most }: Rule = retentionRules[kind]
  return days === null ? most === null : days >= least && (most === null || days <= most)
}

/** Single opens and clicks are no longer kept than what is counted of them for each person. */
export function areRawHitsKeptNoLonger({ RawHits, OpensAndClicks }: RetentionDays): boolean {
  return OpensAndClicks === null || (RawHits !== null && RawHits <= OpensAndClicks)
}

/** @throws Refusal RetentionNotAllowed */
export function refuseForbidden(kind: RetentionKind, days: number | null): void {
  if (isAllowed(kind, days)) return
  const { least, most }: Rule = retentionRules[kind]
  const limit = most === null ? `at least ${least} days, or for ever` : `${least} to ${most} days`
  throw new Refusal('RetentionNotAllowed', `${kind} are kept for ${limit}.`)
}

/**
 * Reads periods of the installation: `RawHits=90,OpensAndClicks=forever`.
 * @returns undefined if the text does not make sense
 */
export function readRetention(text: string): Partial<RetentionDays> | undefined {
  const read: { [Kind in RetentionKind]?: number | null } = {}
  for (const part of text.split(',')) {
    const [, kind = '', period = ''] = /^\s*(\w+)\s*=\s*(\d{1,6}|forever)\s*$/.exec(part) ?? []
    const days = period === 'forever' ? null : Number(period)
    // events have a setting of their own
    if (!isRetentionKind(kind) || kind === 'Events' || !isAllowed(kind, days)) return undefined
    read[kind] = days
  }
  return areRawHitsKeptNoLonger({ ...usualDays, ...read }) ? read : undefined
}
