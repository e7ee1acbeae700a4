/**
 * Removes once a day what has been kept long enough, by whichever process with the role `jobs` finds it due. Every step is a transaction of
 * its own and finds by itself what is left to do, so the job goes on wherever it was stopped.
 */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { dropAuditMonths } from '../../store/accounts/audit-log.ts'
import type { Database } from '../../store/connection/database.ts'
import { endEvents, readClientsWithEvents } from '../../store/events/events.ts'
import { purgeExports } from '../../store/exports/exports.ts'
import { purgeImports } from '../../store/imports/purge.ts'
import { deleteReturnedMail } from '../../store/inbound/mailbox.ts'
import { releaseClaim } from '../../store/jobs/claiming.ts'
import { removeEngagement } from '../../store/retention/campaigns.ts'
import { readAllRetentionChoices } from '../../store/retention/choices.ts'
import type { Horizons } from '../../store/retention/horizons.ts'
import { forgetMembers, readAllClients } from '../../store/retention/members.ts'
import { removeMonths, removeRestOfHits } from '../../store/retention/months.ts'
import { InUse } from '../../store/retention/removing.ts'
import { claimRetention, endRetention, retentionClaims } from '../../store/retention/work.ts'
import { holdClaim } from '../background/holding.ts'
import { horizonsOf } from './retention.ts'
import type { RetentionDays, RetentionKind } from './rules.ts'

/** Milliseconds between two looks. */
const lookEvery = 60_000
const minutesOfDay = 24 * 60
/** Minutes until the next attempt where a table was in use. */
const minutesWhenInUse = 10

export interface RetentionParts {
  readonly db: Database
  /** Periods of the installation. */
  readonly retention: RetentionDays
  /** Full months of the audit log besides the present one. */
  readonly auditMonths: number
  readonly log: Log
  readonly now?: () => Date
}

export function startRetention(parts: RetentionParts): Poller {
  return startPoller({
    name: 'retention',
    every: lookEvery,
    log: parts.log,
    work: stopping => workOnRetention(parts, stopping),
  })
}

/** One run, if the job is due. @returns false: there is no more before the next one is due */
export async function workOnRetention(parts: RetentionParts, stopping: AbortSignal): Promise<boolean> {
  const { db, log } = parts
  const claimed = await claimRetention(db)
  if (!claimed) return false
  try {
    const inUse = await holdClaim(db, retentionClaims, claimed, stopping, signal => removeAll(parts, signal))
    await endRetention(db, claimed, inUse.length > 0 ? minutesWhenInUse : minutesOfDay)
    if (inUse.length > 0) log.info({ steps: inUse }, 'tables are in use; retention goes on in some minutes')
  } catch (error) {
    if (stopping.aborted) {
      await releaseClaim(db, retentionClaims, claimed)
      return false
    }
    throw error
  }
  return false
}

/**
 * Every kind, one after the other.
 * @returns steps that found a table in use
 */
export async function removeAll(
  { db, retention, auditMonths, now = () => new Date() }: Omit<RetentionParts, 'log'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const at = now()
  const choices = await readAllRetentionChoices(db)
  const horizons = (kind: RetentionKind) => horizonsOf(kind, retention, choices, at)
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    engagement: () => removeEngagement(db, horizons('OpensAndClicks'), signal),
    hits: () => removeMonths(db, 'hits', horizons('RawHits'), signal),
    'other hits': () => removeRestOfHits(db, horizons('RawHits'), signal),
    members: () => forgetAll(db, horizons('DeletedMembers'), signal),
    events: () => removeEvents(db, horizons('Events'), signal),
    'returned mail': () => deleteReturnedMail(db, horizons('ReturnedMail'), signal),
    imports: () => purgeImports(db, horizons('ImportFiles'), horizons('RefusedRows')),
    exports: () => purgeExports(db, at, horizons('Exports')),
    audit: () => dropAuditMonths(db, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - auditMonths))),
  }
  const inUse: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    signal.throwIfAborted()
    try {
      await step()
    } catch (error) {
      if (!(error instanceof InUse)) throw error
      inUse.push(name)
    }
  }
  return inUse
}

/** The time of events ends for each client; their rows go with the months. */
async function removeEvents(db: Database, horizons: Horizons, signal: AbortSignal): Promise<void> {
  const before = horizonOfClient(horizons)
  for (const clientId of await readClientsWithEvents(db)) {
    signal.throwIfAborted()
    const end = before(clientId)
    if (end) await endEvents(db, clientId, end)
  }
  await removeMonths(db, 'published_events', horizons, signal)
}

async function forgetAll(db: Database, horizons: Horizons, signal: AbortSignal): Promise<void> {
  const before = horizonOfClient(horizons)
  const clients = horizons.others ? await readAllClients(db) : horizons.own.map(({ clientId }) => clientId)
  for (const clientId of clients) {
    const end = before(clientId)
    if (end) await forgetMembers(db, clientId, end, signal)
  }
}

function horizonOfClient({ others, own }: Horizons): (clientId: number) => Date | null {
  const chosen = new Map(own.map(({ clientId, before }) => [clientId, before]))
  return clientId => (chosen.has(clientId) ? chosen.get(clientId)! : others)
}
