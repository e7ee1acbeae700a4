/** Drafts of campaigns: made from pages fetched at once, for lists and segments of one client (reference/wire.md §7, §8.5). */
import { Refusal } from '../../contract/refusals.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import { isPublicId } from '../../lib/ids.ts'
import { brandingOf } from '../../store/accounts/branding.ts'
import { replaceAssets } from '../../store/campaigns/assets.ts'
import {
  type DraftRow,
  type DraftSource,
  draftNameTaken,
  holdLists,
  insertDraft,
  insertSources,
  listIdsByPublicId,
} from '../../store/campaigns/drafts.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { holdSegments, segmentsOfLists } from '../../store/lists/segments.ts'
import type { ClientRef } from '../access.ts'
import { parseAddress } from '../address.ts'
import { footerOf } from '../clients/brand.ts'
import type { ContentTasks } from '../content-tasks.ts'
import { segmentKey } from '../lists/segments.ts'
import { cleanLine, webAddress } from '../single-line.ts'
import { fetchContent } from './draft-content.ts'

export interface DraftParts {
  readonly db: Database
  readonly fetch: Fetch
  /** Reads the pages. */
  readonly contentTasks: Pick<ContentTasks, 'draftPage' | 'ready'>
}

/** What the caller gives; absent is null. */
export interface GivenDraft {
  readonly name: string | null
  readonly subject: string | null
  readonly fromName: string | null
  readonly fromEmail: string | null
  readonly replyTo: string | null
  readonly htmlUrl: string | null
  readonly textUrl: string | null
  /** Public ids of lists. */
  readonly lists: readonly (string | null)[]
  readonly segments: readonly GivenSegment[]
}

export interface GivenSegment {
  readonly listId: string | null
  readonly name: string | null
}

/**
 * @returns the CampaignID
 * @throws Refusal CampaignNameRequired, DuplicateCampaignName, CampaignSubjectRequired, FromNameRequired, InvalidFromEmail,
 *   ReplyToRequired, InvalidReplyTo, HtmlUrlRequired, InvalidListIds, InvalidSegments, ListsRequired, and as fetchContent does
 */
export async function createDraft(
  { db, fetch, contentTasks }: DraftParts,
  client: ClientRef,
  given: GivenDraft,
  onCreated?: (sql: Transaction, campaignId: string) => Promise<void>,
): Promise<string> {
  const settings = readSettings(given)
  const sources = await findSources(db, client, given)
  if (await draftNameTaken(db, client, settings.name)) throw new Refusal('DuplicateCampaignName', nameTaken)
  const parts = { fetch, contentTasks }
  const { clientId } = client
  const branding = await brandingOf(db, clientId)
  const footer = branding && footerOf(branding)
  const { html, text, files } = await fetchContent(parts, clientId, settings.htmlUrl, settings.textUrl, footer)

  return transaction(db, async sql => {
    // a list or segment that is deleted while the pages are fetched is gone; from here on it waits for us
    const listIds = sources.map(({ listId }) => listId)
    if (!(await holdLists(sql, client, listIds))) throw new Refusal('InvalidListIds')
    const segments = sources.filter(({ segment }) => segment !== '')
    if (segments.length > 0 && !(await holdSegments(sql, client, segments))) throw new Refusal('InvalidSegments')
    const campaign = await insertDraft(sql, client, { ...settings, html, text })
    if (campaign === undefined) throw new Refusal('InvalidClientId')
    if (campaign === 'taken') throw new Refusal('DuplicateCampaignName', nameTaken)
    await insertSources(sql, client, campaign.id, sources)
    await replaceAssets(sql, client.clientId, 'campaign', campaign.id, files)
    await onCreated?.(sql, campaign.publicId)
    return campaign.publicId
  })
}

const nameTaken = 'Another draft of this client has this name.'
const longestName = 250
const longestSubject = 500

function readSettings(given: GivenDraft): Omit<DraftRow, 'html' | 'text'> {
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
  if ((given.htmlUrl ?? '').trim() === '') throw new Refusal('HtmlUrlRequired')
  const htmlUrl = webAddress(given.htmlUrl)
  if (htmlUrl === undefined) throw new Refusal('InvalidHtmlContent', `HtmlUrl ${urlExpected}`)
  const textUrl = (given.textUrl ?? '').trim() === '' ? '' : webAddress(given.textUrl)
  if (textUrl === undefined) throw new Refusal('InvalidTextUrl', `TextUrl ${urlExpected}`)
  return { name, subject, fromName, fromEmail: from.email, replyTo: replyTo.email, htmlUrl, textUrl }
}

const urlExpected = 'must be a URL http://… or https://… of at most 2,000 characters.'

/** More than any client has use for. */
const mostSources = 500

/** Items without anything in them are left out: forms send them. */
async function findSources(
  db: Database,
  client: ClientRef,
  given: Pick<GivenDraft, 'lists' | 'segments'>,
): Promise<readonly DraftSource[]> {
  const lists = given.lists.map(blankless).filter(id => id !== '')
  const segments = given.segments
    .map(({ listId, name }) => ({ listId: blankless(listId), name: blankless(name) }))
    .filter(({ listId, name }) => listId !== '' || name !== '')
  if (lists.length === 0 && segments.length === 0) throw new Refusal('ListsRequired')
  if (lists.length + segments.length > mostSources) {
    throw new Refusal('ValueTooLong', `A campaign goes to at most ${mostSources} lists and segments.`)
  }

  const publicIds = [...lists, ...segments.map(({ listId }) => listId)].filter(isPublicId)
  const found = await listIdsByPublicId(db, client, publicIds)
  const ids = new Map(found.map(({ publicId, id }) => [publicId, id]))
  const idOf = (publicId: string) => ids.get(publicId.toLowerCase())

  const present = segments.length === 0 ? [] : await segmentsOfLists(db, client, [...ids.values()])
  const names = new Map(present.map(({ listId, name }) => [`${listId} ${segmentKey(name)}`, name]))
  return [
    ...lists.map(publicId => {
      const listId = idOf(publicId)
      if (listId === undefined) throw new Refusal('InvalidListIds', `This client has no list ${shown(publicId)}.`)
      return { listId, segment: '' }
    }),
    ...segments.map(({ listId: publicId, name }) => {
      const listId = idOf(publicId)
      const segment = names.get(`${listId} ${segmentKey(name)}`)
      if (listId === undefined || segment === undefined) {
        throw new Refusal('InvalidSegments', `The list ${shown(publicId)} has no segment ${shown(name)}.`)
      }
      return { listId, segment }
    }),
  ]
}

function blankless(text: string | null): string {
  return (text ?? '').trim()
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
