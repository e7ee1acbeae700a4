/** The background work of erasures: removes what names a contact that was erased, and what came in while it was. */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  type Erasing,
  eraseMemberships,
  eraseRecipients,
  eraseSuppressions,
  findErased,
} from '../../store/erasures/contact-rows.ts'
import {
  addRemoved,
  type ClaimedErasure,
  claimErasure,
  erasureClaims,
  erasuresChannel,
  keepAddress,
  postponeErasure,
  readKnown,
  settleErasure,
} from '../../store/erasures/erasures.ts'
import { readErasedMails } from '../../store/erasures/mail-traces.ts'
import { traces } from '../../store/erasures/traces.ts'
import type { Tracing } from '../../store/erasures/tracing.ts'
import { findReasonToWait } from '../../store/erasures/waiting.ts'
import { workOnClaimed } from '../background/ranged.ts'
import type { MailsOfContact } from '../campaigns/mails/outbox.ts'

export interface ErasureWorkerParts {
  readonly db: Database
  /** Removes mails that were written into a folder instead of being sent. */
  readonly removeMails: (mails: MailsOfContact) => Promise<number>
  readonly log: Log
  readonly pollMs?: number
}

export function startErasures({ pollMs = 5_000, ...parts }: ErasureWorkerParts): Poller {
  return startPoller({
    name: 'erasures',
    every: pollMs,
    work: stopping => workOnErasure(parts, stopping),
    listen: wake => parts.db.listen(erasuresChannel, wake),
    log: parts.log,
  })
}

/** Works on the erasure that has waited longest. All steps can be done again, so a claim that is lost does no harm. @returns whether there may be more */
export async function workOnErasure(
  { db, removeMails }: Pick<ErasureWorkerParts, 'db' | 'removeMails'>,
  stopping: AbortSignal,
): Promise<boolean> {
  return workOnClaimed(db, stopping, {
    claims: erasureClaims,
    claim: claimErasure,
    idOf: ({ erasureId }) => erasureId,
    async work(claimed, signal) {
      const address = claimed.address ?? (await lookFor(db, claimed))
      if (address === undefined) await settleErasure(db, claimed)
      else await erase(db, { ...claimed, address }, removeMails, signal)
    },
    // an erasure is never given up: it was promised
    postpone: claimed => postponeErasure(db, claimed, failed),
  })
}

const failed = 'A step failed and is tried again; the log of the service says why.'

/** After a restore only the hash is known. */
async function lookFor(db: Database, claimed: ClaimedErasure): Promise<string | undefined> {
  const found = await transaction(db, sql => findErased(sql, claimed), 'long')
  if (found !== undefined) await keepAddress(db, claimed, found)
  return found
}

/**
 * Conditions to wait for are checked before traces are removed: those that come in between are removed by the next run, and so are those of rows
 * that came in between.
 * @throws what the signal was aborted with
 */
async function erase(
  db: Database,
  claimed: ClaimedErasure & Erasing,
  removeMails: ErasureWorkerParts['removeMails'],
  stopping: AbortSignal,
): Promise<void> {
  await eraseRows(db, claimed)
  const asked = { ...claimed, ...(await readKnown(db, claimed)) }
  const reason = await transaction(db, sql => findReasonToWait(sql, asked), 'long')
  await eraseRows(db, claimed)
  const known = await readKnown(db, claimed)
  const tracing: Tracing = { ...claimed, ...known }
  const files = await removeMails(await readErasedMails(db, tracing))
  if (files > 0) await transaction(db, sql => addRemoved(sql, claimed, { files }))
  for (const { kind, remove } of traces) {
    stopping.throwIfAborted()
    await transaction(
      db,
      async sql => {
        const removed = await remove(sql, tracing)
        if (removed > 0) await addRemoved(sql, claimed, { [kind]: removed })
      },
      'long',
    )
  }
  const isSteady =
    known.spellings.length === asked.spellings.length && known.subscriberIds.length === asked.subscriberIds.length
  if (reason === undefined && isSteady) await settleErasure(db, claimed)
  else await postponeErasure(db, claimed, reason ?? 'What came in meanwhile is removed.')
}

/** What transactions wrote that began before the erasure, and what a restored database has again. */
async function eraseRows(db: Database, erasing: Erasing): Promise<void> {
  await transaction(
    db,
    async sql => {
      await eraseSuppressions(sql, erasing, { by: 'operator', detail: 'erasure' })
      await eraseMemberships(sql, erasing)
      await eraseRecipients(sql, erasing)
    },
    'long',
  )
}
