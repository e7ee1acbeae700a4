import { sendCampaign } from '../domain/campaigns/sending.ts'
import type { Handlers } from './house.ts'

export const sending: Pick<Handlers, 'Campaign.Send'> = {
  async 'Campaign.Send'({ ConfirmationEmail, SendDate }, { campaign, origin }, { db, now }) {
    await sendCampaign(
      db,
      campaign,
      { confirmationEmail: ConfirmationEmail, sendDate: SendDate, publicUrl: origin.publicUrl },
      now(),
    )
  },
}
