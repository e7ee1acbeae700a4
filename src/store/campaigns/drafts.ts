/** Campaigns before they are sent, and their sources. */
import type { CampaignRef, ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { addToDirectory } from '../directory.ts'
import type { CampaignKey } from '../keys.ts'

export interface DraftRow {
  readonly name: string
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly htmlUrl: string
  readonly textUrl: string
  readonly html: string
  /** Null if the text is generated from the HTML. */
  readonly text: string | null
  readonly inlineCss: boolean
}

/** Whether a campaign that has not started has this name. */
export async function isDraftNameTaken(sql: Sql, { clientId }: ClientRef, name: string): Promise<boolean> {
  const [taken] = await sql`
    select 1
    from campaigns
    where client_id = ${clientId} and lower(name) = lower(${name}) and deleted_at is null and state in ('draft', 'scheduled')`
  return taken !== undefined
}

/** The ids of those lists that belong to the client. */
export async function listIdsByPublicId(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  publicIds: readonly string[],
) {
  return sql<{ publicId: string; id: number }[]>`
    select public_id, id
    from lists
    where client_id = ${clientId} and public_id = any(${publicIds as string[]}::uuid[]) and deleted_at is null`
}

/** Prevents lists from being deleted until the transaction ends. @returns false if one of them is deleted already */
export async function holdLists(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  listIds: readonly number[],
): Promise<boolean> {
  const held = await sql`
    select 1
    from lists
    where client_id = ${clientId} and id = any(${listIds as number[]}::bigint[]) and deleted_at is null
    order by id
    for share`
  return held.length === new Set(listIds).size
}

/** Applies `holdLists` to the lists that a draft names. @returns the titles of deleted lists */
export async function holdListsOfDraft(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
): Promise<readonly string[]> {
  const held = await sql<{ title: string; isDeleted: boolean }[]>`
    select title, deleted_at is not null as is_deleted
    from lists
    where client_id = ${clientId} and id in (
      select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId} and not every_list
      union all
      select list_id from campaign_exclusions where client_id = ${clientId} and campaign_id = ${campaignId} and not every_list)
    order by id
    for share`
  return held.filter(({ isDeleted }) => isDeleted).map(({ title }) => title)
}

/** @returns undefined if the client was deleted meanwhile, `taken` if another draft has the name */
export async function insertDraft(
  sql: Transaction,
  { clientId }: ClientRef,
  draft: DraftRow,
): Promise<{ readonly id: number; readonly publicId: string } | 'taken' | undefined> {
  try {
    const [campaign] = await sql<{ id: number; publicId: string }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, text_url, html, text,
        inline_css)
      select ${clientId}, ${draft.name}, ${draft.subject}, ${draft.fromName}, ${draft.fromEmail}, ${draft.replyTo},
        ${draft.htmlUrl}, ${draft.textUrl}, ${draft.html}, ${draft.text}, ${draft.inlineCss}
      from clients c
      where c.id = ${clientId} and c.deleted_at is null
      returning id, public_id`
    if (campaign) await addToDirectory(sql, 'campaign', { clientId, ...campaign })
    return campaign
  } catch (error) {
    if (isUniqueViolation(error, 'campaigns_draft_name')) return 'taken'
    throw error
  }
}

/** Lists that are complete sources of a campaign; a deleted list has no name. */
export async function readWholeListsOfCampaign(sql: Sql, { clientId, campaignId }: CampaignRef) {
  return sql<{ publicId: string; name: string }[]>`
    select l.public_id, case when l.deleted_at is null then l.title else '' end as name
    from campaign_lists cl
    join lists l on l.client_id = ${clientId} and l.id = cl.list_id
    where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId} and cl.segment = ''
    order by lower(l.title), l.id`
}

/** Lists of a campaign, including the lists of its segments; a deleted list has no name (reference/wire.md §8.5). */
export async function readListsOfCampaign(sql: Sql, { clientId, campaignId }: CampaignRef) {
  return sql<{ publicId: string; name: string }[]>`
    select l.public_id, case when l.deleted_at is null then l.title else '' end as name
    from lists l
    where l.client_id = ${clientId} and l.id in (
      select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId})
    order by lower(l.title), l.id`
}
