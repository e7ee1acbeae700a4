/** Drafts of campaigns: made from pages fetched at once, for lists and segments of one client (reference/wire.md §7, §8.5). */
import { Refusal } from '../../../contract/refusals.ts'
import type { Fetch } from '../../../lib/fetcher.ts'
import { replaceAssets } from '../../../store/campaigns/assets.ts'
import { keepFirstRevision, type Saver } from '../../../store/campaigns/draft-rows.ts'
import { type DraftRow, insertDraft, isDraftNameTaken } from '../../../store/campaigns/drafts.ts'
import type { Database, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { ClientRef } from '../../access/access.ts'
import { parseAddress } from '../../text-rules/address.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { findPlaces, type GivenPlaces, holdPlaces, writePlaces } from './draft-audience.ts'
import { fetchContent } from './draft-content.ts'
import { readUrls } from './draft-source.ts'
import type { DraftTasks } from './draft-tasks.ts'

export interface DraftParts {
  readonly db: Database
  readonly fetch: Fetch
  /** Reads the pages. */
  readonly contentTasks: Pick<DraftTasks, 'draftPage' | 'ready'>
}

/** What the caller gives; absent is null. */
export interface GivenDraft extends GivenPlaces {
  readonly name: string | null
  readonly subject: string | null
  readonly fromName: string | null
  readonly fromEmail: string | null
  readonly replyTo: string | null
  /** Whether rules of style sheets are written to the elements they are for. */
  readonly inlineCss: boolean
}

export interface GivenPages extends GivenDraft {
  readonly htmlUrl: string | null
  readonly textUrl: string | null
}

/**
 * @returns the CampaignID
 * @throws Refusal CampaignNameRequired, DuplicateCampaignName, CampaignSubjectRequired, FromNameRequired, InvalidFromEmail,
 *   ReplyToRequired, InvalidReplyTo, HtmlUrlRequired, InvalidListIds, InvalidSegments, ListsRequired, and as fetchContent does
 */
export async function createDraft(
  { db, fetch, contentTasks }: DraftParts,
  client: ClientRef,
  given: GivenPages,
  by: Saver,
  onCreated?: (sql: Transaction, campaignId: string) => Promise<void>,
): Promise<string> {
  const settings = { ...readSettings(given), ...readUrls(given.htmlUrl, given.textUrl), inlineCss: given.inlineCss }
  const sources = await findPlaces(db, client, given)
  if (sources.length === 0) throw new Refusal('ListsRequired')
  if (await isDraftNameTaken(db, client, settings.name)) throw new Refusal('DuplicateCampaignName', nameTaken)
  const parts = { db, fetch, contentTasks }
  const { html, text, files } = await fetchContent(parts, client.clientId, settings.htmlUrl, settings.textUrl)

  return transaction(db, async sql => {
    // a list or segment that is deleted while the pages are fetched is gone; from here on it waits for us
    await holdPlaces(sql, client, sources)
    const campaign = await insertDraft(sql, client, { ...settings, html, text })
    if (campaign === undefined) throw new Refusal('InvalidClientId')
    if (campaign === 'taken') throw new Refusal('DuplicateCampaignName', nameTaken)
    await writePlaces(sql, { ...client, campaignId: campaign.id }, 'sources', sources)
    await replaceAssets(sql, client.clientId, 'campaign', campaign.id, files)
    await keepFirstRevision(sql, { clientId: client.clientId, campaignId: campaign.id }, by)
    await onCreated?.(sql, campaign.publicId)
    return campaign.publicId
  })
}

export const nameTaken = 'Another draft of this client has this name.'
export const longestName = 250
const longestSubject = 500

/**
 * @throws Refusal CampaignNameRequired, CampaignSubjectRequired, FromNameRequired, InvalidFromEmail, ReplyToRequired, InvalidReplyTo,
 *   ValueTooLong, InvalidCharacters
 */
export function readSettings(
  given: GivenDraft,
): Pick<DraftRow, 'name' | 'subject' | 'fromName' | 'fromEmail' | 'replyTo'> {
  const name = cleanLine('CampaignName', given.name, longestName)
  if (name === '') throw new Refusal('CampaignNameRequired')
  const subject = cleanLine('CampaignSubject', given.subject, longestSubject)
  if (subject === '') throw new Refusal('CampaignSubjectRequired')
  const fromName = cleanLine('FromName', given.fromName, longestName)
  if (fromName === '') throw new Refusal('FromNameRequired')
  const from = parseAddress(given.fromEmail)
  if (from === undefined) throw new Refusal('InvalidFromEmail')
  if ((given.replyTo ?? '').trim() === '') throw new Refusal('ReplyToRequired')
  const replyTo = parseAddress(given.replyTo)
  if (replyTo === undefined) throw new Refusal('InvalidReplyTo')
  return { name, subject, fromName, fromEmail: from.email, replyTo: replyTo.email }
}
