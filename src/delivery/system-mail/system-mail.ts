/**
 * The mails of the service itself, as jobs: they run until they succeed, and find out themselves whether they are still wanted.
 * See docs/decisions/subscribers.md#opt-in-confirmations-are-rate-limited.
 */

import { confirmationAddresses } from '../../domain/campaigns/lifecycle/confirmation-addresses.ts'
import type { FriendSeal } from '../../domain/campaigns/mails/declining.ts'
import { brandFinder } from '../../domain/clients/brand.ts'
import { textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { confirmationReturn } from '../../domain/tokens/return-addresses.ts'
import { letterUrl, publicPaths, type Tokens } from '../../domain/tokens/tokens.ts'
import { findStartedCampaign } from '../../store/campaigns/sending.ts'
import { openOptIn, readCompanyOf, readSentCampaign } from '../../store/campaigns/system-mail.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueueAll, enqueueAt, type Jobs } from '../../store/jobs/jobs.ts'
import { hasStoppedConfirmations, returnMailSlot, takeMailSlot } from '../../store/subscribers/mail-slots.ts'
import { readSuppressedForCampaign } from '../../store/subscribers/suppressions.ts'
import { subjectWithoutRecipient } from '../compose/campaign.ts'
import { confirmation } from './compose/confirmation.ts'
import { forwardedMail } from './compose/forwarded.ts'
import { sentNotice } from './compose/sent-notice.ts'
import type { SendNotice } from './notices.ts'

export interface SystemMailParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly friends: FriendSeal
  readonly mailLinks: MailLinks
  /** LETTERSHOP_CONTENT_URL, for logos. */
  readonly contentUrl: string | null
  /** Where confirmation mails come back to; the From address without one. */
  readonly bounceDomain?: string | undefined
  readonly send: SendNotice
}

export interface SystemMailJobs {
  /** Asks an Unconfirmed subscriber to confirm; sends nothing to subscribers in other states. */
  confirmationMail(payload: Jobs['confirmationMail']): Promise<void>
  /** Mails a friend the link to a letter; sends nothing once the address is suppressed or the campaign deleted. */
  forwardedLetter(payload: Jobs['forwardedLetter']): Promise<void>
  /** Writes to ConfirmationEmail that the campaign was sent. */
  sentNotice(payload: Jobs['sentNotice']): Promise<void>
}

export function systemMailJobs({
  db,
  tokens,
  friends,
  mailLinks,
  contentUrl,
  bounceDomain,
  send,
}: SystemMailParts): SystemMailJobs {
  const baseOf = linkBase(mailLinks)
  const findBrand = brandFinder(db, contentUrl)

  return {
    async confirmationMail({ clientId, listId, subscriberId, publicUrl }) {
      const optIn = await openOptIn(db, clientId, listId, subscriberId)
      if (!optIn) return
      const { companyName, clientEmail, listTitle, listLanguage, ownLanguage, email, address, name } = optIn
      if (await hasStoppedConfirmations(db, address)) return
      const base = baseOf(publicUrl)
      const token = tokens.sign('membership', listId, subscriberId, clientId)
      const link = base + publicPaths.confirm(token)
      const brand = await findBrand(clientId)
      // what others had sent to the address does not refuse the call: its mail goes later
      const later = (at: Date) => enqueueAt(db, 'confirmationMail', { clientId, listId, subscriberId, publicUrl }, at)
      await inMailSlot(db, address, later, () =>
        send(
          clientId,
          {
            from: { name: brand?.from.name || companyName, email: brand?.from.email || clientEmail },
            to: { name, email },
            returnPath: bounceDomain === undefined ? undefined : confirmationReturn(token, bounceDomain),
            ...confirmation(textsIn(ownLanguage, listLanguage), {
              companyName,
              listTitle,
              link,
              branded: brand && { brand, base },
            }),
          },
          { listId, subscriberId },
        ),
      )
    },

    async forwardedLetter({ clientId, campaignId, email, address, name, message, publicUrl, language }) {
      const content = await findStartedCampaign(db, { clientId, campaignId })
      if (!content || (await readSuppressedForCampaign(db, { clientId, campaignId }, [address])).size > 0) return
      const [companyName, brand] = await Promise.all([readCompanyOf(db, clientId), findBrand(clientId)])
      const base = baseOf(content.publicUrl || publicUrl)
      const link = letterUrl(base, tokens, { clientId, campaignId })
      const wayOut = base + publicPaths.decline(friends.seal({ clientId, email, address }))
      await send(
        clientId,
        {
          from: { name: companyName, email: content.fromEmail },
          to: { name: '', email },
          ...forwardedMail(textsIn(language), {
            companyName,
            subject: subjectWithoutRecipient(content),
            name,
            message,
            link,
            wayOut,
            branded: brand && { brand, base },
          }),
        },
        { campaignId },
      )
    },

    async sentNotice({ clientId, campaignId, to }) {
      const campaign = await readSentCampaign(db, clientId, campaignId)
      if (!campaign?.confirmationEmail) return
      const addresses = to === undefined ? confirmationAddresses(campaign.confirmationEmail) : [to]
      if (addresses.length > 1) {
        // a job for each: when one mail has to be tried again, the others must not get theirs twice
        return enqueueAll(
          db,
          'sentNotice',
          addresses.map(address => ({ clientId, campaignId, to: address })),
        )
      }
      await send(
        clientId,
        {
          from: { name: campaign.companyName, email: campaign.fromEmail },
          to: { name: '', email: addresses[0]! }, // what is stored has one at least
          ...sentNotice(campaign),
        },
        { campaignId },
      )
    },
  }
}

/** Sends a mail in the slot of its address, or has it sent when that is free. A mail that does not go gives the slot back. */
export async function inMailSlot(
  db: Database,
  address: string,
  later: (at: Date) => Promise<void>,
  mail: () => Promise<unknown>,
): Promise<void> {
  const slot = await transaction(db, sql => takeMailSlot(sql, address))
  if (!slot.isFree) return later(slot.freeAt)
  try {
    await mail()
  } catch (error) {
    await returnMailSlot(db, address)
    throw error
  }
}
