/** Campaigns that follow another. */
import type { FollowUpKind } from '../../contract/groups/follow-ups.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { catchUpCampaign, resendCampaign } from '../../domain/campaigns/lifecycle/follow-ups.ts'
import { type FamilyMail, readFamilyReport } from '../../domain/campaigns/reports/family.ts'
import type { Handlers } from '../dependencies.ts'
import { saver } from './drafts.ts'
import { describeCampaign } from './list.ts'

export const followUps: Pick<Handlers, 'Campaign.Resend' | 'Campaign.CatchUp' | 'Campaign.GetFollowUps'> = {
  'Campaign.Resend': ({ Subject, Name, AfterHours }, { campaign, principal }, { db, now }) =>
    resendCampaign(db, campaign, { subject: Subject, name: Name, afterHours: AfterHours }, now(), saver(principal)),

  'Campaign.CatchUp': ({ Name }, { campaign, principal }, { db, now }) =>
    catchUpCampaign(db, campaign, Name, now(), saver(principal)),

  async 'Campaign.GetFollowUps'(_params, { campaign }, { db }) {
    const { mails, together, capped, canCatchUp, canResend } = await readFamilyReport(db, campaign)
    return {
      Mails: mails.map(mail => ({
        ...describeCampaign(mail),
        Kind: kindOf(mail),
        FollowsID: mail.followsPublicId,
        EarliestDate: mail.earliestDate,
      })),
      Together: {
        Recipients: together.recipients,
        Accepted: together.accepted,
        HumanUniqueOpened: together.humanUniqueOpens,
        HumanUniqueClicked: together.humanUniqueClicks,
        Unsubscribed: together.unsubscribes,
        Bounced: together.bounces,
        Complained: together.complaints,
      },
      Capped: capped,
      CanCatchUp: canCatchUp,
      CanResend: canResend,
    }
  },
}

function kindOf({ kind }: FamilyMail): OutputOf<typeof FollowUpKind> {
  switch (kind) {
    case undefined:
      return 'Original'
    case 'resend':
      return 'Resend'
    case 'catch up':
      return 'CatchUp'
  }
}
