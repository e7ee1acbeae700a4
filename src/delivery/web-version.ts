/** The page behind `<webversion>`. */
import type { Signer } from '../domain/tokens.ts'
import type { Database } from '../store/database.ts'
import { audienceMember, campaignContent, startedCampaign } from '../store/sending.ts'
import { renderForFriend, renderWebVersion } from './compose/campaign.ts'

/** A recipient's copy as a page. @returns undefined when the campaign or the recipient does not exist (any more) */
export async function webVersion(
  db: Database,
  tokens: Signer,
  campaignId: number,
  number: number,
): Promise<string | undefined> {
  const recipient = await audienceMember(db, campaignId, number)
  const content = recipient && (await campaignContent(db, recipient.clientId, campaignId))
  if (!recipient || !content?.startedAt) return undefined
  return renderWebVersion({ ...content, startedAt: content.startedAt }, recipient, { tokens })
}

/** The letter as nobody's, for friends it was forwarded to. @returns undefined when the campaign does not exist (any more) */
export async function letterForFriend(db: Database, campaignId: number): Promise<string | undefined> {
  const content = await startedCampaign(db, campaignId)
  return content && renderForFriend(content)
}
