/** The pages behind `<webversion>` and behind the letters to friends. */

import { chosenContent, contentFor } from '../../domain/campaigns/variants/contents.ts'
import type { Signer } from '../../domain/tokens/tokens.ts'
import { TaskFault } from '../../lib/tasks.ts'
import { findCampaignContent, findStartedCampaign, readAudienceMember } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import type { NamedCampaign, NamedRecipient } from '../../store/keys.ts'
import { subjectFor } from '../compose/campaign.ts'
import type { LetterTasks } from './tasks.ts'

export interface PageParts {
  readonly db: Database
  readonly contentTasks: Pick<LetterTasks, 'webVersion' | 'letterForFriend'>
}

/**
 * A recipient's copy as a page.
 * @returns undefined when the campaign or the recipient does not exist (any more)
 * @throws Overloaded when too many pages wait, TaskFault when it cannot be composed
 */
export async function findWebVersion(parts: RecipientParts, recipient: NamedRecipient): Promise<string | undefined> {
  const mail = await sentMail(parts, recipient)
  return mail && parts.contentTasks.webVersion(mail, { key: mail.recipient.clientId })
}

type RecipientParts = PageParts & { readonly tokens: Signer }

/** What a recipient's copy is made of. */
async function sentMail({ db, tokens }: RecipientParts, named: NamedRecipient) {
  const { campaignId } = named
  const recipient = await readAudienceMember(db, named)
  const content = recipient && (await findCampaignContent(db, recipient.clientId, campaignId))
  if (!recipient || !content?.startedAt) return undefined
  const token = tokens.sign('recipient', campaignId, recipient.number, recipient.clientId)
  const sent = contentFor(content, recipient.number)
  return { content: { ...sent, startedAt: content.startedAt }, recipient, token }
}

/**
 * A recipient's copy with its subject, for a file that holds all mails of a contact.
 * @returns undefined also for one that cannot be composed any more
 * @throws Overloaded when too many pages wait
 */
export async function composeKeptMail(
  parts: RecipientParts,
  recipient: NamedRecipient,
): Promise<{ readonly subject: string; readonly html: string } | undefined> {
  const mail = await sentMail(parts, recipient)
  if (!mail) return undefined
  try {
    const html = await parts.contentTasks.webVersion(mail, { key: mail.recipient.clientId })
    return { subject: subjectFor(mail.content, mail.recipient), html }
  } catch (error) {
    if (error instanceof TaskFault) return undefined
    throw error
  }
}

/**
 * The letter without a recipient, for friends it was forwarded to.
 * @returns undefined when the campaign does not exist (any more)
 * @throws as `findWebVersion` does
 */
export async function findLetterForFriend(
  { db, contentTasks }: PageParts,
  campaign: NamedCampaign,
): Promise<string | undefined> {
  const content = await findStartedCampaign(db, campaign)
  return content && contentTasks.letterForFriend(chosenContent(content), { key: content.clientId })
}
