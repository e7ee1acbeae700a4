import { sendCampaign } from '../domain/campaigns/sending.ts'
import { checkOf } from './checking.ts'
import { actor, type Handlers } from './house.ts'

export const sending: Pick<Handlers, 'Campaign.Send'> = {
  async 'Campaign.Send'({ ConfirmationEmail, SendDate }, { campaign, principal, origin }, house) {
    const { db, composeOnce, mailLinks, now } = house
    await sendCampaign(
      db,
      campaign,
      {
        confirmationEmail: ConfirmationEmail,
        sendDate: SendDate,
        publicUrl: mailLinks.base(),
        by: actor(principal, origin),
      },
      now(),
      { compose: composeOnce, check: () => checkOf(house, campaign) },
    )
  },
}
