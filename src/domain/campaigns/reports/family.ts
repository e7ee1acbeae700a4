/** A campaign and those that follow it: the numbers of each, and of all together. */
import { type ListedCampaignRow, readCampaignsWithCounts } from '../../../store/campaigns/campaign-list.ts'
import { countReactedBefore, type FollowUpKind, readFamily } from '../../../store/campaigns/follow-ups.ts'
import { countCapped } from '../../../store/campaigns/frequency-cap.ts'
import type { Database } from '../../../store/connection/database.ts'
import { readLocalTimeOf } from '../../../store/local-time.ts'
import type { CampaignRef } from '../../access/access.ts'
import { canCatchUp, earliestStart, isResendable } from '../lifecycle/follow-ups.ts'
import { countUp } from './counting.ts'

export interface FamilyMail extends ListedCampaignRow {
  /** Undefined of the first one. */
  readonly kind: FollowUpKind | undefined
  /** '' of the first one. */
  readonly followsPublicId: string
  /** Local time of the client; null if it does not have to wait, or the end of the other is not known. */
  readonly earliestDate: string | null
}

export interface Family {
  readonly mails: readonly FamilyMail[]
  readonly together: Pick<
    ListedCampaignRow,
    'recipients' | 'accepted' | 'humanUniqueOpens' | 'humanUniqueClicks' | 'unsubscribes' | 'bounces' | 'complaints'
  >
  /** Recipients whom the frequency cap left out of the campaign that is asked about. */
  readonly capped: number
  readonly canCatchUp: boolean
  readonly canResend: boolean
}

/** The family of a campaign, without those that are deleted. */
export async function readFamilyReport(db: Database, campaign: CampaignRef): Promise<Family> {
  const { clientId, timeZone } = campaign
  const family = await readFamily(db, campaign)
  const byId = new Map(family.map(member => [member.campaignId, member]))
  const shown = family.filter(({ isDeleted }) => !isDeleted)
  const ids = shown.map(({ campaignId }) => campaignId)
  for (const campaignId of ids) await countUp(db, { ...campaign, campaignId })
  const rows = new Map((await readCampaignsWithCounts(db, campaign, ids)).map(row => [row.campaignId, row]))
  const mails: FamilyMail[] = []
  for (const member of shown) {
    const row = rows.get(member.campaignId)
    const followed = byId.get(member.followsId ?? 0)
    const earliest = earliestStart(member, followed)
    const earliestDate = earliest ? await readLocalTimeOf(db, earliest, timeZone) : null
    if (row)
      mails.push({
        ...row,
        kind: member.followsAs ?? undefined,
        followsPublicId: followed?.publicId ?? '',
        earliestDate,
      })
  }
  const twice = await countReactedBefore(db, clientId, ids)
  const capped = await countCapped(db, campaign)
  return {
    mails,
    together: togetherOf(mails, twice),
    capped,
    canCatchUp: capped > 0 && canCatchUp(family, campaign.campaignId),
    canResend: isResendable(family, campaign.campaignId),
  }
}

/** @param twice people who reacted to one of the mails and to an earlier one: each time but the first */
function togetherOf(
  mails: readonly FamilyMail[],
  twice: { readonly opened: number; readonly clicked: number },
): Family['together'] {
  const sum = (read: (mail: FamilyMail) => number) => mails.reduce((all, mail) => all + read(mail), 0)
  // a resend goes to people who got the mail that it follows; a catch-up to people who did not
  const others = mails.filter(({ kind }) => kind !== 'resend')
  return {
    recipients: mails.find(({ kind }) => !kind)?.recipients ?? 0,
    accepted: others.reduce((all, { accepted }) => all + accepted, 0),
    humanUniqueOpens: sum(mail => mail.humanUniqueOpens) - twice.opened,
    humanUniqueClicks: sum(mail => mail.humanUniqueClicks) - twice.clicked,
    unsubscribes: sum(mail => mail.unsubscribes),
    bounces: sum(mail => mail.bounces),
    complaints: sum(mail => mail.complaints),
  }
}
