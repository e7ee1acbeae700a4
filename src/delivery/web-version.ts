/** The page behind `<webversion>`. */
import type { Tokens } from '../domain/tokens.ts'
import type { Database } from '../store/database.ts'
import { audienceMember, campaignContent } from '../store/sending.ts'
import { renderWebVersion } from './compose/campaign.ts'

/** A recipient's copy as a page. @returns undefined when the campaign or the recipient does not exist (any more) */
export async function webVersion(
  db: Database,
  tokens: Tokens,
  campaignId: number,
  number: number,
): Promise<string | undefined> {
  const recipient = await audienceMember(db, campaignId, number)
  const content = recipient && (await campaignContent(db, recipient.clientId, campaignId))
  if (!recipient || !content?.startedAt) return undefined
  return renderWebVersion({ ...content, startedAt: content.startedAt }, recipient, { tokens })
}
