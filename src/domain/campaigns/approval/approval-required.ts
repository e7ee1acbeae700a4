/**
 * What a client that requires approval does not send: campaigns that no person has approved as they are. Asked for when a campaign is
 * scheduled, resumed before it began, and once more when it begins, whatever has changed by then.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { lacksApproval, presentCampaign } from '../../../store/campaigns/approvals.ts'
import { theService } from '../../../store/campaigns/campaign-history.ts'
import { lockCampaign } from '../../../store/campaigns/transitions.ts'
import type { Sql, Transaction } from '../../../store/connection/database.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { changeState } from '../../campaign-state/transitions.ts'
import { announceEnd } from './approvals.ts'

/** @throws Refusal ApprovalRequired */
export async function refuseUnapproved(sql: Sql, campaign: CampaignKey): Promise<void> {
  if (!(await lacksApproval(sql, campaign))) return
  throw new Refusal(
    'ApprovalRequired',
    'This client requires an approval, and the campaign has none as it is now. Ask for it with Campaign.RequestApproval.',
  )
}

/**
 * Makes a draft of a scheduled campaign that is not approved as it is now; its history and an event say why. Part of the transaction
 * that found it so when it was about to begin it.
 */
export async function withdrawUnapproved(sql: Transaction, campaign: CampaignKey, at: Date): Promise<void> {
  const locked = await lockCampaign(sql, campaign)
  const present = await presentCampaign(sql, campaign)
  if (!locked || !present) return
  const reason = 'the client requires an approval, and the campaign has none as it is now'
  await changeState(sql, [locked], { cause: 'withdraw', actor: theService, at, reason })
  const { name, revision } = present
  await announceEnd(sql, locked, { name, revision, reason: 'NotApproved' }, at)
}
