/** The pages behind `<webversion>` and behind the letters to friends. */
import type { Signer } from '../domain/tokens.ts'
import { TaskFault } from '../lib/tasks.ts'
import { audienceMember, campaignContent, startedCampaign } from '../store/campaigns/sending.ts'
import type { Database } from '../store/connection/database.ts'
import { subjectFor } from './compose/campaign.ts'
import type { LetterTasks } from './content-tasks.ts'

export interface PageParts {
  readonly db: Database
  readonly contentTasks: Pick<LetterTasks, 'webVersion' | 'letterForFriend'>
}

/**
 * A recipient's copy as a page.
 * @returns undefined when the campaign or the recipient does not exist (any more)
 * @throws Overloaded when too many pages wait, TaskFault when it cannot be composed
 */
export async function webVersion(
  parts: PageParts & { readonly tokens: Signer },
  campaignId: number,
  number: number,
): Promise<string | undefined> {
  return (await sentMail(parts, campaignId, number))?.html
}

/** The same with its subject. @throws as `webVersion` does */
export async function sentMail(
  { db, contentTasks, tokens }: PageParts & { readonly tokens: Signer },
  campaignId: number,
  number: number,
): Promise<{ readonly subject: string; readonly html: string } | undefined> {
  const recipient = await audienceMember(db, campaignId, number)
  const content = recipient && (await campaignContent(db, recipient.clientId, campaignId))
  if (!recipient || !content?.startedAt) return undefined
  const token = tokens.sign('recipient', campaignId, recipient.number)
  const input = { content: { ...content, startedAt: content.startedAt }, recipient, token }
  const html = await contentTasks.webVersion(input, { key: recipient.clientId })
  return { subject: subjectFor(input.content, recipient), html }
}

/**
 * The letter without a recipient, for friends it was forwarded to.
 * @returns undefined when the campaign does not exist (any more)
 * @throws as `webVersion` does
 */
export async function letterForFriend(
  { db, contentTasks }: PageParts,
  campaignId: number,
): Promise<string | undefined> {
  const content = await startedCampaign(db, campaignId)
  return content && contentTasks.letterForFriend(content, { key: content.clientId })
}

/**
 * The same for a file that holds all mails of a contact: one that cannot be composed any more is left out.
 * @throws Overloaded when too many pages wait
 */
export function keptMail(...asked: Parameters<typeof sentMail>): ReturnType<typeof sentMail> {
  return sentMail(...asked).catch(error => {
    if (error instanceof TaskFault) return undefined
    throw error
  })
}
