/** Comments on campaigns: plain text of people and programs that work on them. */
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { presentCampaign } from '../../../store/campaigns/approvals.ts'
import {
  authorOf,
  deleteCommentRow,
  insertComment,
  markResolved,
  readCommentsOf,
} from '../../../store/campaigns/comments.ts'
import type { Database, Sql } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { recordEvents } from '../../../store/events/events.ts'
import type { CampaignRef } from '../../access/access.ts'
import { mayOnClient, type Principal } from '../../access/principal.ts'
import { lockOrRefuse } from '../../campaign-state/transitions.ts'
import { cutPage, isNumberKey, readCursorPage } from '../../paging/cursors.ts'
import { unknownRevisionRefusal } from '../../revisions/revision-refusals.ts'
import { cleanLines } from '../../text-rules/several-lines.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { longestComment } from './approvals.ts'

/** Comments of one campaign. */
export const mostComments = 1000
/** UTF-16 units. */
const longestPlace = 200

/** Absent is null. */
export interface GivenComment {
  readonly text: string | null
  /** 0 for the present one. */
  readonly revision: number
  readonly place: string | null
}

/**
 * @returns the CommentID
 * @throws Refusal CommentRequired, ValueTooLong, InvalidCharacters, InvalidCampaignId, UnknownRevision, TooManyComments
 */
export async function addComment(
  db: Database,
  campaign: CampaignRef,
  given: GivenComment,
  principal: Principal,
  at: Date,
): Promise<string> {
  const text = cleanLines('Text', given.text, longestComment)
  if (text === '') throw new Refusal('CommentRequired', 'Text is empty.')
  const place = cleanLine('Place', given.place, longestPlace)
  return transaction(db, async sql => {
    // comments of one campaign are counted one after another
    await lockOrRefuse(sql, campaign)
    const { name, revision: present } = (await presentCampaign(sql, campaign))! // its row is locked
    const revision = given.revision === 0 ? present : given.revision
    if (revision < 1 || revision > present) throw unknownRevisionRefusal(revision)
    const author = { kind: principal.kind, id: principal.id, name: principal.username }
    const id = await insertComment(sql, campaign, { revision, place, text, at, author }, mostComments)
    if (id === undefined) {
      throw new Refusal('TooManyComments', `A campaign has at most ${mostComments} comments; delete some.`)
    }
    const { clientId, campaignPublicId } = campaign
    const about = { CampaignID: campaignPublicId, Name: name, CommentID: id, Revision: revision }
    const data = { ...about, Place: place, Author: author.name, Text: text }
    await recordEvents(sql, [{ clientId, type: 'campaign.comment', at, data }])
    return id
  })
}

/** A page of comments, the newest first. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listComments(
  sql: Sql,
  campaign: CampaignRef,
  request: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(request, isNumberKey)
  const page = { before: after?.[0], limit: limit + 1, timeZone: campaign.timeZone }
  return cutPage(await readCommentsOf(sql, campaign, page), limit, ({ id }) => [id])
}

/** Idempotent. @throws Refusal UnknownComment */
export async function resolveComment(
  sql: Sql,
  campaign: CampaignRef,
  id: string | null,
  by: { readonly name: string; readonly at: Date } | null,
): Promise<void> {
  if (!isPublicId(id) || !(await markResolved(sql, campaign, id, by))) throw unknownCommentRefusal()
}

/** Deletes a comment of the principal, or any where it may write drafts. @throws Refusal UnknownComment, AccessDenied */
export async function deleteComment(
  sql: Sql,
  campaign: CampaignRef,
  id: string | null,
  principal: Principal,
): Promise<void> {
  const author = isPublicId(id) ? await authorOf(sql, campaign, id) : undefined
  if (!author) throw unknownCommentRefusal()
  if (!isOwn(principal, author) && !mayOnClient(principal, campaign.clientId, 'Draft')) {
    throw new Refusal('AccessDenied', 'Comments of others are deleted by who may write drafts.')
  }
  await deleteCommentRow(sql, campaign, id!)
}

export function isOwn({ kind, id }: Principal, author: { readonly kind: string; readonly id: number }): boolean {
  return kind === author.kind && id === author.id
}

function unknownCommentRefusal(): Refusal {
  return new Refusal('UnknownComment', 'The campaign has no such comment.')
}
