/**
 * The lifecycle of a campaign on its way: pause, resume, cancel, unschedule, retry and settle. Each is one transaction with its row
 * in the campaign's history, keeps recipients = the sum of the states, and may be asked for twice.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { type Actor, recordAuditEntry, theService } from '../../../store/campaigns/campaign-history.ts'
import {
  excludeRange,
  hasRecipient,
  isClosing,
  markDeleted,
  readClosingCampaigns,
  retryFailed,
  setAtLeastOnce,
  settleUnknown,
  takeFreeRange,
} from '../../../store/campaigns/lifecycle.ts'
import { wakeSenders } from '../../../store/campaigns/sending.ts'
import { lockCampaign } from '../../../store/campaigns/transitions.ts'
import type { Database, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { isUniqueViolation } from '../../../store/connection/violations.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { claimNewRange } from '../../../store/ledger/leases.ts'
import type { CampaignRef } from '../../access/access.ts'
import { type CampaignAction, stateAfter } from '../../campaign-state/states.ts'
import { changeState, finishCancelled, lockOrRefuse, stateOf, wouldChange } from '../../campaign-state/transitions.ts'
import { endHold, refuseIfHeld } from '../../clients/complaints.ts'
import { refuseUnapproved } from '../approval/approval-required.ts'

export type { Actor }

/** How a person settles an unknown. */
export type Settlement = 'accepted' | 'refused' | 'retry'

/** Stops handing over within a second; open recipients stay open. @throws Refusal when it is not being sent */
export function pauseCampaign(db: Database, campaign: CampaignRef, actor: Actor, now: Date): Promise<void> {
  return change(db, campaign, 'pause', actor, now)
}

/**
 * Pauses a campaign that cannot go on, for a person to look at: its history and an event say why. Part of the transaction that
 * found it. Nothing happens to one that is neither scheduled nor being sent (any more).
 * @param reason completes "the campaign is paused: …"
 */
export async function stopCampaign(sql: Transaction, campaign: CampaignKey, reason: string, now: Date): Promise<void> {
  const locked = await lockCampaign(sql, campaign)
  if (locked) await changeState(sql, [locked], { cause: 'stop', actor: theService, at: now, reason })
}

/** Goes on where it was. @throws Refusal when it is not paused, ClientHeld, CampaignHeld, ApprovalRequired before it began, or DuplicateCampaignName when it would begin under a name taken since */
export async function resumeCampaign(db: Database, campaign: CampaignRef, actor: Actor, now: Date): Promise<void> {
  try {
    await change(db, campaign, 'resume', actor, now)
  } catch (error) {
    if (isUniqueViolation(error, 'campaigns_draft_name')) {
      throw new Refusal('DuplicateCampaignName', 'Another draft of this client has its name by now.', { cause: error })
    }
    throw error
  }
}

/** Makes a scheduled campaign a draft again. @throws Refusal CampaignNotScheduled */
export function unscheduleCampaign(db: Database, campaign: CampaignRef, actor: Actor, now: Date): Promise<void> {
  return change(db, campaign, 'unschedule', actor, now)
}

/**
 * Stops sending for good: open recipients are excluded, those a sender holds at this moment as soon as it has given them
 * back. A campaign that is only scheduled becomes a draft again.
 */
export async function cancelCampaign(db: Database, campaign: CampaignRef, actor: Actor, now: Date): Promise<void> {
  await change(db, campaign, 'cancel', actor, now)
  await closeCancelled(db, campaign, now)
}

/** Deletes a campaign for every caller at once; one that is being sent is cancelled. @throws Refusal InvalidCampaignId */
export async function deleteCampaign(db: Database, campaign: CampaignRef, actor: Actor, now: Date): Promise<void> {
  await change(db, campaign, 'delete', actor, now)
  await closeCancelled(db, campaign, now)
}

/**
 * What becomes of who was under way when a sender dies: at most once (unknown, never sent to again by itself), or at least
 * once (sent to again). @throws Refusal AlreadySent, CampaignCancelled
 */
export async function promiseAtLeastOnce(
  db: Database,
  campaign: CampaignRef,
  atLeastOnce: boolean,
  actor: Actor,
  now: Date,
): Promise<void> {
  await transaction(db, async sql => {
    const state = stateOf(await lockOrRefuse(sql, campaign))
    stateAfter('promise', state)
    if (!(await setAtLeastOnce(sql, campaign, atLeastOnce))) return
    await recordAuditEntry(
      sql,
      campaign,
      actor,
      { action: 'promise', from: state, to: state, detail: { atLeastOnce } },
      now,
    )
  })
}

/**
 * Sends again to who was refused for another reason than being gone, and to who waits for a later attempt.
 * @returns how many; those a sender holds at this moment are not among them
 */
export function retryCampaign(db: Database, campaign: CampaignRef, actor: Actor, now: Date): Promise<number> {
  return reopen(db, campaign, 'retry', {}, actor, now, sql => retryFailed(sql, campaign, now, actor.loginId))
}

/**
 * Settles unknowns as a person decides.
 * @param number of the audience; 0 for all unknown recipients
 * @returns how many; 0 for a recipient who is not unknown (any more)
 * @throws Refusal UnknownRecipient for a number the audience does not have
 */
export async function settleCampaign(
  db: Database,
  campaign: CampaignRef,
  { number, as }: { readonly number: number; readonly as: Settlement },
  actor: Actor,
  now: Date,
): Promise<number> {
  const action = as === 'retry' ? 'settle as retry' : 'settle'
  return reopen(db, campaign, action, { number, as }, actor, now, async sql => {
    if (number !== 0 && !(await hasRecipient(sql, campaign, number))) {
      throw new Refusal('UnknownRecipient', `The campaign has no recipient ${number}.`)
    }
    return settleUnknown(sql, campaign, number, as === 'retry' ? 'deferred' : as, now, actor.loginId)
  })
}

/** Ends what was cancelled and could not be ended at once, because senders held parts of it. Senders call it as often as they look for work. */
export async function closeCancelledCampaigns(db: Database, now: Date): Promise<void> {
  for (const campaign of await readClosingCampaigns(db)) await closeCancelled(db, campaign, now)
}

/** Numbers excluded in one transaction; about 100 ms. */
const closeStep = 5000
/** Steps of one call or one look: a call does not wait for a campaign of millions to be closed; the next look goes on. */
const mostSteps = 20

async function closeCancelled(db: Database, campaign: CampaignKey, now: Date): Promise<void> {
  for (let step = 0; step < mostSteps; step++) {
    if (!(await transaction(db, sql => closeRange(sql, campaign, now)))) {
      return transaction(db, sql => finishCancelled(sql, campaign, now))
    }
  }
}

/** @returns whether there may be more */
async function closeRange(sql: Transaction, { clientId, campaignId }: CampaignKey, at: Date): Promise<boolean> {
  const campaign = { clientId, campaignId }
  if (!(await isClosing(sql, campaign))) return false
  const lease =
    (await takeFreeRange(sql, campaign, at)) ??
    (await claimNewRange(sql, { ...campaign, owner: 'closing', at, expiresAt: at }, closeStep))
  if (!lease) return false
  await excludeRange(sql, lease, at)
  return true
}

async function change(
  db: Database,
  campaign: CampaignRef,
  action: CampaignAction,
  actor: Actor,
  now: Date,
): Promise<void> {
  await transaction(db, async sql => {
    const locked = await lockOrRefuse(sql, campaign)
    let releases = false
    if (action === 'resume' && wouldChange(action, locked)) {
      if (stateOf(locked) === 'held') await refuseUnapproved(sql, campaign)
      releases = await endHold(sql, campaign, actor, now)
    }
    await changeState(sql, [locked], { cause: action, actor, at: now, releases })
    if (action === 'delete') await markDeleted(sql, campaign, actor.username)
  })
}

/** What may open recipients again: a finished campaign that has recipients to send to is not finished. */
async function reopen(
  db: Database,
  campaign: CampaignRef,
  action: CampaignAction,
  detail: object,
  actor: Actor,
  now: Date,
  run: (sql: Transaction) => Promise<number>,
): Promise<number> {
  return transaction(
    db,
    async sql => {
      const locked = await lockOrRefuse(sql, campaign)
      stateAfter(action, stateOf(locked))
      if (action !== 'settle') await refuseIfHeld(sql, campaign.clientId)
      const recipients = await run(sql)
      if (recipients === 0) return 0
      await changeState(sql, [locked], { cause: action, actor, at: now, detail: { ...detail, recipients } })
      await wakeSenders(sql)
      return recipients
    },
    'long',
  )
}
