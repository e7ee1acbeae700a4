import type { CampaignRef } from '../../domain/access/access.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { sendCampaign } from '../../domain/campaigns/lifecycle/sending.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import { actor, type Dependencies, type Handlers, type Origin, sourceParts } from '../dependencies.ts'
import { checkOf } from './checking.ts'

export const sending: Pick<Handlers, 'Campaign.Send' | 'Campaign.SendConfirmed'> = {
  async 'Campaign.Send'(params, { campaign, principal, origin }, dependencies) {
    const dueAt = await send(dependencies, campaign, params, undefined, principal, origin)
    return principal.sessionId === undefined ? undefined : describeSending(dependencies, campaign, dueAt)
  },

  async 'Campaign.SendConfirmed'(params, { campaign, principal, origin }, dependencies) {
    return describeSending(
      dependencies,
      campaign,
      await send(dependencies, campaign, params, params.Recipients ?? undefined, principal, origin, true),
    )
  },
}

interface Order {
  readonly ConfirmationEmail: string | null
  readonly SendDate: string | null
}

/**
 * @param recipients number that the caller confirmed
 * @param notifiesNobody whether the address may be left out
 * @returns when the campaign begins
 */
async function send(
  dependencies: Dependencies,
  campaign: CampaignRef,
  { ConfirmationEmail, SendDate }: Order,
  recipients: number | undefined,
  principal: Principal,
  origin: Origin,
  notifiesNobody = false,
): Promise<Date> {
  const {
    db,
    content: { composeOnce },
    mail: { mailLinks },
    now,
  } = dependencies
  const isOfPerson = principal.sessionId !== undefined
  return sendCampaign(
    db,
    campaign,
    {
      confirmationEmail: ConfirmationEmail,
      // reference/rest.md §2.5; other wires allow one address
      mostConfirmations: origin.wire === 'rest' ? 5 : 1,
      mayNotifyNobody: notifiesNobody,
      sendDate: SendDate,
      publicUrl: mailLinks.base(),
      stoppable: isOfPerson,
      confirmation: isOfPerson ? { recipients } : undefined,
      by: actor(principal, origin),
    },
    now(),
    { source: sourceParts(dependencies), compose: composeOnce, check: () => checkOf(dependencies, campaign) },
  )
}

async function describeSending({ db }: Dependencies, { timeZone }: CampaignRef, dueAt: Date) {
  return { Code: 0, Message: 'Success', DueDate: await readLocalTimeOf(db, dueAt, timeZone) }
}
