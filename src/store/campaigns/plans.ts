/**
 * Plans a due campaign: its audience is frozen (freezing.ts), its links are stored. All statements work on sets.
 * See docs/decisions/campaigns.md#one-copy-per-address-checked-again-before-hand-over.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { endRequest, lacksApproval } from './approvals.ts'
import { type Audience, type CampaignPlaces, readCampaignPlaces } from './audience.ts'
import { beginFreezing, beginGrowing, freezeAudience, isLarge } from './freezing.ts'
import { type JudgedAudience, keepJudgedAudience } from './judged-audiences.ts'
import { completeEveryList } from './places.ts'
import { type ContentRow, findCampaignContent } from './sending.ts'
import { utmOf } from './utm.ts'
import { beginTest, testText } from './variants.ts'

export interface DueCampaign extends CampaignKey {
  readonly campaignPublicId: string
}

/** The campaign that has been due longest and is not being planned. @param except campaigns to skip */
export async function findNextDueCampaign(
  sql: Sql,
  at: Date,
  except: readonly number[],
): Promise<DueCampaign | undefined> {
  const waiting = await sql<DueCampaign[]>`
    select m.client_id, m.id as campaign_id, m.public_id as campaign_public_id
    ${dueCampaigns(sql, at)} and m.id <> all(${except as number[]}::bigint[])
    order by m.due_at, m.id
    limit ${mostPlanned}`
  for (const due of waiting) {
    const rows = await sql`
      select 1 from campaigns m
      where m.client_id = ${due.clientId} and m.id = ${due.campaignId} and m.state = 'scheduled'
      for update skip locked`
    if (rows.length > 0) return due
  }
  return undefined
}

/** Due campaigns that other processes may be planning at this moment. */
const mostPlanned = 50

/** The content of a draft with the revision it was read at. */
export interface DraftToPlan {
  readonly revision: string
  readonly content: ContentRow
}

/** @returns undefined if the campaign does not exist */
export async function findDraftToPlan(sql: Sql, due: DueCampaign): Promise<DraftToPlan | undefined> {
  await completeEveryList(sql, due)
  // the revision first: if the content changes between the two queries, their revisions differ
  const revision = await contentRevision(sql, due)
  const content = await findCampaignContent(sql, due.clientId, due.campaignId)
  return revision === undefined || !content ? undefined : { revision, content }
}

/** A due campaign at its start, which does not change until the transaction ends. */
export interface LockedPlan extends CampaignPlaces {
  readonly revision: string | undefined
  /** True if the client requires an approval and the present campaign has none. */
  readonly lacksApproval: boolean
}

/** Locks a due campaign for planning, and reads its plan's inputs. @returns undefined if it is not due, or another process plans it */
export async function lockPlan(sql: Transaction, due: DueCampaign, at: Date): Promise<LockedPlan | undefined> {
  const { clientId, campaignId } = due
  const locked = await sql`
    select 1
    ${dueCampaigns(sql, at)} and m.client_id = ${clientId} and m.id = ${campaignId}
    for update of m skip locked`
  if (locked.length === 0) return undefined
  const revision = await contentRevision(sql, due)
  // checked before and after reading the rules of segments, so that the rules are the approved ones
  const lacked = await lacksApproval(sql, due)
  const places = await readCampaignPlaces(sql, clientId, campaignId)
  return { revision, ...places, lacksApproval: lacked || (await lacksApproval(sql, due)) }
}

function dueCampaigns(sql: Sql, at: Date): Fragment {
  return sql`
    from campaigns m
    join clients c on c.id = m.client_id
    where m.state = 'scheduled' and m.deleted_at is null and c.deleted_at is null and c.held_at is null
      and m.due_at <= ${at}`
}

/** Changes whenever anything that a campaign is compiled from changes. */
async function contentRevision(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<string | undefined> {
  const [row] = await sql<{ revision: string }[]>`
    select md5(row(m.subject, m.from_email, m.reply_to, m.html, m.text, m.public_url, m.revision, ${testText(sql, clientId)}, ${utmOf(sql)}, c.time_zone, array(
      select distinct f.key from campaign_lists cl
      join custom_fields f on f.client_id = ${clientId} and f.list_id = cl.list_id
      where cl.client_id = ${clientId} and cl.campaign_id = m.id
      order by f.key))::text) as revision
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  return row?.revision
}

export interface Plan {
  readonly audience: Audience
  /** The same with names, as it is kept. */
  readonly judged: JudgedAudience
  /** Targets of the tracked links, in the order of their numbers. */
  readonly links: readonly string[]
  /** The UTM tags of the links. */
  readonly utm: Readonly<Record<string, string>>
}

/**
 * Writes the plan of a campaign that begins now, and ends an open request for approval. A large audience is frozen in ranges from now on; that of a
 * campaign of a series is empty.
 * @param freezeSize members that are frozen at once
 */
export async function writePlan(
  sql: Transaction,
  key: CampaignKey,
  { audience, judged, links, utm }: Plan,
  at: Date,
  freezeSize: number,
): Promise<void> {
  if (audience.waves?.waves.some(({ isTested }) => isTested)) await beginTest(sql, key, at)
  if (await isRolling(sql, key)) await beginGrowing(sql, key, audience)
  else if (await isLarge(sql, key, audience, freezeSize)) await beginFreezing(sql, key, audience)
  else await freezeAudience(sql, key, audience, at)
  await keepJudgedAudience(sql, key, judged, at)
  await storeLinks(sql, key, links)
  await keepUtm(sql, key, utm)
  await endRequest(sql, key)
}

/** Whether the audience of a campaign is empty when it begins, and grows. */
async function isRolling(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const [row] = await sql<{ rolling: boolean }[]>`
    select rolling from campaigns where client_id = ${clientId} and id = ${campaignId}`
  return row?.rolling ?? false
}

/** Stores link targets, numbered from 1 in the given order. */
async function storeLinks(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  await sql`
    insert into links (client_id, campaign_id, number, url)
    select ${clientId}, ${campaignId}, number, url
    from unnest(${urls as string[]}::text[]) with ordinality as given (url, number)
    on conflict do nothing`
}

/** Stores the UTM tags that the links of a campaign contain. */
async function keepUtm(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    update campaigns set sent_utm = ${sql.json(tags)} where client_id = ${clientId} and id = ${campaignId}`
}

/** Makes a campaign due later. */
export async function postpone(sql: Sql, { clientId, campaignId }: DueCampaign, until: Date): Promise<void> {
  await sql`
    update campaigns set due_at = ${until}
    where client_id = ${clientId} and id = ${campaignId} and state = 'scheduled'`
}
