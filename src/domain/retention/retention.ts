/** What a client keeps and for how long: its choices beside the installation's periods. See docs/retention.md. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import {
  type ChoiceOfClient,
  type RetentionChoice,
  readRetentionChoices,
  recordRetentionChoice,
} from '../../store/retention/choices.ts'
import { countOlder } from '../../store/retention/counts.ts'
import type { Horizons } from '../../store/retention/horizons.ts'
import type { ClientRef } from '../access/access.ts'
import {
  areRawHitsKeptNoLonger,
  isRetentionKind,
  type RetentionDays,
  type RetentionKind,
  refuseForbidden,
  retentionKinds,
  retentionRules,
} from './rules.ts'

/** Days for which a client keeps each kind. @param usual periods of the installation */
export async function readDaysOfClient(sql: Sql, client: ClientRef, usual: RetentionDays): Promise<RetentionDays> {
  return withChoices(usual, await readRetentionChoices(sql, client))
}

function withChoices(usual: RetentionDays, choices: readonly RetentionChoice[]): RetentionDays {
  const own = choices.flatMap(({ kind, isOwn, days }) => (isOwn && isRetentionKind(kind) ? [[kind, days]] : []))
  return { ...usual, ...Object.fromEntries(own) }
}

export interface RetentionOfKind {
  readonly kind: RetentionKind
  readonly days: number | null
  readonly usual: number | null
  readonly isOwn: boolean
  readonly least: number
  /** Null where it may be kept for ever. */
  readonly most: number | null
  /** Local time of the client; null where the client never made a choice. */
  readonly changedDate: string | null
  readonly changedBy: string
}

/** Each kind with its period, the installation's, and the limits of a choice. */
export async function readRetention(sql: Sql, client: ClientRef, usual: RetentionDays): Promise<RetentionOfKind[]> {
  const choices = await readRetentionChoices(sql, client)
  const days = withChoices(usual, choices)
  return retentionKinds.map(kind => {
    const choice = choices.find(one => one.kind === kind)
    return {
      kind,
      days: days[kind],
      usual: usual[kind],
      isOwn: choice?.isOwn ?? false,
      least: retentionRules[kind].least,
      most: retentionRules[kind].most,
      changedDate: choice?.date ?? null,
      changedBy: choice?.by ?? '',
    }
  })
}

/** The value of the wire for ever, and for the period of the installation. */
export const forEver = -1
export const asInstallation = 0

/**
 * Chooses for how long a client keeps a kind.
 * @param given days, `forEver` or `asInstallation`
 * @throws Refusal InvalidParameter, RetentionNotAllowed
 */
export async function chooseRetention(
  db: Database,
  client: ClientRef,
  { kind: name, given }: { readonly kind: string | null; readonly given: number },
  { usual, by }: { readonly usual: RetentionDays; readonly by: string },
): Promise<void> {
  const kind = kindNamed(name)
  const choice = { kind, isOwn: given !== asInstallation, days: daysGiven(kind, given) }
  await recordRetentionChoice(db, client, choice, by, inForce => {
    const after = withChoices(usual, [...inForce.filter(one => one.kind !== kind), choice])
    if (areRawHitsKeptNoLonger(after)) return
    throw new Refusal(
      'RetentionNotAllowed',
      'RawHits are kept no longer than OpensAndClicks: shorten RawHits first, or keep OpensAndClicks as long.',
    )
  })
}

/** @throws Refusal InvalidParameter */
export function kindNamed(name: string | null): RetentionKind {
  if (name !== null && isRetentionKind(name)) return name
  throw new Refusal('InvalidParameter', `Kind is ${retentionKinds.join(', ')}.`)
}

/** @returns null for ever, and where the client has no period of its own @throws Refusal InvalidParameter, RetentionNotAllowed */
export function daysGiven(kind: RetentionKind, given: number): number | null {
  if (given === asInstallation) return null
  if (given < forEver)
    throw new Refusal('InvalidParameter', `Days is a number of days, ${forEver} or ${asInstallation}.`)
  const days = given === forEver ? null : given
  refuseForbidden(kind, days)
  return days
}

const dayMs = 86_400_000

/** Before when rows that are kept for so many days go. */
export function horizonOf(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() - days * dayMs)
}

/** Before when rows of a kind go, for each client. */
export function horizonsOf(
  kind: RetentionKind,
  usual: RetentionDays,
  choices: readonly ChoiceOfClient[],
  now: Date,
): Horizons {
  return {
    others: horizonOf(usual[kind], now),
    own: choices
      .filter(one => one.kind === kind)
      .map(({ clientId, days }) => ({ clientId, before: horizonOf(days, now) })),
  }
}

export interface RetentionCount {
  readonly kind: RetentionKind
  readonly days: number | null
  /** Local time of the client; null where nothing goes. */
  readonly beforeDate: string | null
  /** Undefined where counting takes too long. */
  readonly count: number | undefined
}

/**
 * Counts what would go now of one kind, kept for so many days, or of every kind as it is kept.
 * @param given as for `chooseRetention`; null for the present period
 * @throws Refusal InvalidParameter, RetentionNotAllowed
 */
export async function previewRetention(
  db: Database,
  client: ClientRef,
  { kind: name, given }: { readonly kind: string | null; readonly given: number | null },
  { usual, now }: { readonly usual: RetentionDays; readonly now: Date },
): Promise<RetentionCount[]> {
  if (name === null && given !== null) throw new Refusal('InvalidParameter', 'Days needs a Kind.')
  const kinds = name === null ? retentionKinds : [kindNamed(name)]
  const present = await readDaysOfClient(db, client, usual)
  const counts: RetentionCount[] = []
  for (const kind of kinds) {
    const days = given === null ? present[kind] : given === asInstallation ? usual[kind] : daysGiven(kind, given)
    const before = horizonOf(days, now)
    const beforeDate = before && (await readLocalTimeOf(db, before, client.timeZone))
    counts.push({ kind, days, beforeDate, count: before ? await countOlder(db, kind, client.clientId, before) : 0 })
  }
  return counts
}
