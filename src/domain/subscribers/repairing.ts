/** Opt-outs a scanner made: found with their reasons, and brought back for the recipients a user names. */
import { Refusal } from '../../contract/refusals.ts'
import { truncateAddress } from '../../lib/network-address.ts'
import type { Database } from '../../store/connection/database.ts'
import {
  type CampaignOptOutRow,
  countLinks,
  readCampaignOptOuts,
  readRecipientsByAddress,
} from '../../store/subscribers/history.ts'
import type { CampaignRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { type MachineLike, machineLike, secondsAround } from './scanner-opt-outs.ts'
import { readAddress } from './subscriptions.ts'
import { undoAll } from './undoing.ts'

/** The opt-outs of a campaign that look like a machine's, oldest first. Changes nothing. */
export async function findScannerOptOuts(
  db: Database,
  campaign: CampaignRef,
): Promise<readonly MachineLike<CampaignOptOutRow & { readonly network: string }>[]> {
  const [optOuts, links] = await Promise.all([
    readCampaignOptOuts(db, campaign, secondsAround),
    countLinks(db, campaign),
  ])
  return machineLike(
    optOuts.map(optOut => ({ ...optOut, network: truncateAddress(optOut.remote) })),
    links,
  )
}

/** Addresses of one call. */
const mostAddresses = 10_000
/** Memberships of one transaction. */
const step = 500

/**
 * Brings back those of the addresses that left because of this campaign's mail, by the rules of undoing. Each step is
 * durable for itself, so a call that was cut off may be made again.
 * @returns how many came back now
 * @throws Refusal InvalidEmail, ValueTooLong, before anything is changed
 */
export async function repairOptOuts(
  db: Database,
  campaign: CampaignRef,
  emails: readonly (string | null)[],
  evidence: Evidence,
  now: Date,
): Promise<number> {
  if (emails.length > mostAddresses) {
    throw new Refusal('ValueTooLong', `EmailAddresses has at most ${mostAddresses} items.`)
  }
  const addresses = [...new Set(emails.map(email => readAddress(email).address))]
  let repaired = 0
  for (let at = 0; at < addresses.length; at += step) {
    const recipients = await readRecipientsByAddress(db, campaign, addresses.slice(at, at + step))
    const { campaignId } = campaign
    const done = await undoAll(
      db,
      recipients.map(({ listId, subscriberId, number }) => ({
        client: campaign,
        listId,
        subscriberId,
        cause: 'repaired',
        evidence: { ...evidence, campaignId, number },
        ofCampaign: campaignId,
      })),
      now,
    )
    repaired += done.filter(back => back).length
  }
  return repaired
}
