/**
 * The background work after a refusal of measuring: what was recorded about the person before is removed, sums of campaigns stay. From the
 * refusal on nothing is added (store/subscribers/consent.ts). See docs/consent.md#a-refusal-reaches-back.
 */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { withdrawalsChannel } from '../../store/subscribers/consent.ts'
import {
  type ClaimedWithdrawal,
  claimWithdrawal,
  endWithdrawals,
  type MemberName,
  readNamesOfMembers,
  readWaitingForEvents,
  removeFiles,
  removePublished,
  removeTracking,
  silenceMember,
  waitForEvents,
  withdrawalClaims,
} from '../../store/subscribers/withdrawals.ts'
import { rebuildEngagement } from '../../store/tracking/contact-engagement.ts'
import { lockCounting } from '../../store/tracking/hit-counts.ts'
import { workOnClaimed } from '../background/ranged.ts'
import { countUp } from '../campaigns/reports/counting.ts'
import { parseAddress } from '../text-rules/address.ts'

export function startWithdrawals({ db, log }: { readonly db: Database; readonly log: Log }): Poller {
  return startPoller({
    name: 'withdrawals of consent',
    every: 30_000,
    work: stopping => workOnWithdrawal(db, stopping),
    listen: wake => db.listen(withdrawalsChannel, wake),
    log,
  })
}

/** Works on the withdrawal that has waited longest. All steps can be done again. @returns whether there may be more */
export async function workOnWithdrawal(db: Database, stopping: AbortSignal): Promise<boolean> {
  return workOnClaimed(db, stopping, {
    claims: withdrawalClaims,
    claim: claimWithdrawal,
    idOf: ({ id }) => id,
    work: (claimed, signal) =>
      claimed.stage === 'hits' ? removeRecorded(db, claimed) : removeEvents(db, claimed, signal),
  })
}

async function removeRecorded(db: Database, claimed: ClaimedWithdrawal): Promise<void> {
  const names = await readNamesOfMembers(db, claimed.clientId, [claimed])
  const addresses = addressesOf(names)
  // totals contain what came before the refusal
  for (const campaign of await silenceMember(db, claimed, addresses)) await countUp(db, campaign)
  await transaction(
    db,
    async sql => {
      await lockCounting(sql)
      await removeTracking(sql, claimed, addresses, names)
      await waitForEvents(sql, claimed)
      await rebuildEngagement(sql, claimed.clientId, addresses)
    },
    'long',
  )
}

/** The keys of addresses; what was never one has no letters. */
function addressesOf(names: readonly MemberName[]): readonly string[] {
  return names.flatMap(({ email }) => parseAddress(email)?.address ?? [])
}

/** For all who wait for it: published events are read once. */
async function removeEvents(db: Database, { clientId }: ClaimedWithdrawal, signal: AbortSignal): Promise<void> {
  const waiting = await readWaitingForEvents(db, clientId)
  const names = await readNamesOfMembers(db, clientId, waiting)
  await removePublished(db, clientId, names, signal)
  await removeFiles(db, clientId, names)
  await endWithdrawals(
    db,
    clientId,
    waiting.map(({ id }) => id),
  )
}
