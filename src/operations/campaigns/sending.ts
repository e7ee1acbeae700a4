import { sendCampaign } from '../../domain/campaigns/sending.ts'
import { localTimeOf } from '../../store/campaigns/sending.ts'
import { actor, type Handlers } from '../dependencies.ts'
import { checkOf } from './checking.ts'

export const sending: Pick<Handlers, 'Campaign.Send'> = {
  async 'Campaign.Send'({ ConfirmationEmail, SendDate }, { campaign, principal, origin }, dependencies) {
    const { db, composeOnce, mailLinks, now } = dependencies
    const isOfPerson = principal.sessionId !== undefined
    const dueAt = await sendCampaign(
      db,
      campaign,
      {
        confirmationEmail: ConfirmationEmail,
        sendDate: SendDate,
        publicUrl: mailLinks.base(),
        stoppable: isOfPerson,
        by: actor(principal, origin),
      },
      now(),
      { source: dependencies, compose: composeOnce, check: () => checkOf(dependencies, campaign) },
    )
    if (!isOfPerson) return undefined
    return { Code: 0, Message: 'Success', DueDate: await localTimeOf(db, dueAt, campaign.timeZone) }
  },
}
