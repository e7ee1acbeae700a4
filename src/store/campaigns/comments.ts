/** Comments on campaigns. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'

/** The author of a comment. */
export interface Author {
  readonly kind: string
  readonly id: number
  readonly name: string
}

export interface NewComment {
  readonly revision: number
  readonly place: string
  readonly text: string
  readonly at: Date
  readonly author: Author
}

/** The caller holds the lock of the campaign. @returns undefined if the campaign has the maximum number of comments */
export async function insertComment(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { revision, place, text, at, author }: NewComment,
  most: number,
): Promise<string | undefined> {
  const [row] = await sql<{ publicId: string }[]>`
    insert into campaign_comments (client_id, campaign_id, revision, place, text, at, author, author_kind, author_id)
    select ${clientId}, ${campaignId}, ${revision}, ${place}, ${text}, ${at}, ${author.name}, ${author.kind}, ${author.id}
    where (
      select count(*) from campaign_comments where client_id = ${clientId} and campaign_id = ${campaignId}
    ) < ${most}
    returning public_id`
  return row?.publicId
}

export interface CommentRow {
  readonly id: number
  readonly publicId: string
  readonly revision: number
  readonly place: string
  readonly text: string
  readonly author: string
  readonly authorKind: string
  readonly authorId: number
  /** Local times of the client. */
  readonly date: string
  readonly resolvedDate: string | null
  readonly resolvedBy: string | null
}

/** Newest first. @param before id of the last comment of the previous page; undefined for the first page */
export async function readCommentsOf(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  {
    before,
    limit,
    timeZone,
  }: { readonly before: number | undefined; readonly limit: number; readonly timeZone: string },
): Promise<CommentRow[]> {
  return sql<CommentRow[]>`
    select id, public_id, revision, place, text, author, author_kind, author_id, ${localTime(sql, 'at', timeZone)} as date,
      ${localTime(sql, 'resolved_at', timeZone)} as resolved_date, resolved_by
    from campaign_comments
    where client_id = ${clientId} and campaign_id = ${campaignId}
      and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc
    limit ${limit}`
}

/** The author of a comment; undefined if the campaign has no such comment. */
export async function authorOf(sql: Sql, { clientId, campaignId }: CampaignKey, publicId: string) {
  const [row] = await sql<{ kind: string; id: number }[]>`
    select author_kind as kind, author_id as id
    from campaign_comments
    where client_id = ${clientId} and campaign_id = ${campaignId} and public_id = ${publicId}`
  return row
}

/**
 * Marks a comment as resolved and keeps the first person who resolved it.
 * @param by null reopens it
 * @returns false if the campaign has no such comment
 */
export async function markResolved(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  publicId: string,
  by: { readonly name: string; readonly at: Date } | null,
): Promise<boolean> {
  const { count } = await sql`
    update campaign_comments
    set resolved_at = case when ${by === null} then null else coalesce(resolved_at, ${by?.at ?? null}::timestamptz) end,
      resolved_by = case when ${by === null} then null else coalesce(resolved_by, ${by?.name ?? null}::text) end
    where client_id = ${clientId} and campaign_id = ${campaignId} and public_id = ${publicId}`
  return count > 0
}

/** @returns false if the campaign has no such comment */
export async function deleteCommentRow(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  publicId: string,
): Promise<boolean> {
  const { count } = await sql`
    delete from campaign_comments
    where client_id = ${clientId} and campaign_id = ${campaignId} and public_id = ${publicId}`
  return count > 0
}
