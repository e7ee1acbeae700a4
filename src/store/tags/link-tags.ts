/**
 * Tags that the links of campaigns give. A link is its page: the target without a fragment. Who clicks it gets the tags when the bot filter
 * counts the first click of a person, and loses them when it counts none of a person any more.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { giveTags, type TagOfContact, takeTags } from './tagged.ts'
import type { NamedTag } from './tags.ts'

/** The page that a target leads to, in SQL as in `pageOf`. */
function pageIn(sql: Sql, url: Fragment): Fragment {
  return sql`split_part(${url}, '#', 1)`
}

export function pageOf(url: string): string {
  return url.split('#', 1)[0]!
}

export interface LinkTag extends NamedTag {
  /** As the content has it. */
  readonly url: string
}

/** By link, then by name. */
export async function readLinkTags(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<readonly LinkTag[]> {
  return sql<LinkTag[]>`
    select g.url, t.id as tag_id, t.public_id, t.name, t.color
    from campaign_link_tags g
    join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
    where g.client_id = ${clientId} and g.campaign_id = ${campaignId}
    order by g.url, lower(t.name), t.id`
}

/** A campaign whose link tags are read or set. */
export interface TaggingCampaign {
  readonly hasBegun: boolean
  /** The tags its links were sent with. */
  readonly sentUtm: Readonly<Record<string, string>>
  /** Targets in its mails, in the order of their numbers; empty before it begins. */
  readonly sentLinks: readonly string[]
}

/** @param locks it cannot begin until the transaction ends */
export async function readTaggingCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  locks: boolean,
): Promise<TaggingCampaign | undefined> {
  const [row] = await sql<TaggingCampaign[]>`
    select m.started_at is not null as has_begun, coalesce(m.sent_utm, '{}') as sent_utm, array(
      select k.url from links k where k.client_id = ${clientId} and k.campaign_id = ${campaignId} order by k.number
    ) as sent_links
    from campaigns m
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null
    ${locks ? sql`for share of m` : sql``}`
  return row
}

/** Replaces the tags of a link. @param sentUrl null before the campaign begins */
export async function replaceLinkTags(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  {
    url,
    sentUrl,
    tagIds,
  }: { readonly url: string; readonly sentUrl: string | null; readonly tagIds: readonly number[] },
): Promise<void> {
  await sql`
    delete from campaign_link_tags
    where client_id = ${clientId} and campaign_id = ${campaignId} and url = ${url} and tag_id <> all(${tagIds as number[]}::bigint[])`
  await sql`
    insert into campaign_link_tags (client_id, campaign_id, url, tag_id, sent_url)
    select ${clientId}, ${campaignId}, ${url}, tag_id, ${sentUrl} from unnest(${tagIds as number[]}::bigint[]) as g (tag_id)
    on conflict do nothing`
}

/** Stores where tagged links lead in the mails of a campaign that begins. @param sent the target in mails of a link of the content */
export async function bindLinkTags(sql: Transaction, key: CampaignKey, sent: (url: string) => string): Promise<void> {
  const urls = [...new Set((await readLinkTags(sql, key)).map(({ url }) => url))]
  if (urls.length === 0) return
  await sql`
    update campaign_link_tags t set sent_url = g.sent_url
    from unnest(${urls}::text[], ${urls.map(sent)}::text[]) as g (url, sent_url)
    where t.client_id = ${key.clientId} and t.campaign_id = ${key.campaignId} and t.url = g.url`
}

/** Gives the links of a copied draft the same tags. */
export async function copyLinkTags(sql: Transaction, from: CampaignKey, campaignId: number): Promise<void> {
  const { clientId } = from
  await sql`
    insert into campaign_link_tags (client_id, campaign_id, url, tag_id)
    select ${clientId}, ${campaignId}, url, tag_id from campaign_link_tags
    where client_id = ${clientId} and campaign_id = ${from.campaignId}`
}

/** A link that a recipient clicked, or turns out not to have clicked. */
export interface ClickedLink extends RecipientKey {
  readonly link: number
}

/**
 * Gives the tags of links to people who clicked them. Recipients who are not tracked, refused, or are gone get none; who has another address
 * now gets them there.
 */
export async function tagClickers(sql: Transaction, clicks: readonly ClickedLink[]): Promise<void> {
  await perClient(clicks, async (clientId, own) => {
    await giveTags(
      sql,
      clientId,
      'link',
      sql`
        select s.address, t.tag_id, '{}'::jsonb as evidence, g.campaign_id, g.number, g.link
        from ${rowsOf(sql, own)}
        join campaign_link_tags t on t.client_id = ${clientId} and t.campaign_id = g.campaign_id
        join links k on k.client_id = ${clientId} and k.campaign_id = g.campaign_id and k.number = g.link
          and ${pageIn(sql, sql`k.url`)} = ${pageIn(sql, sql`t.sent_url`)}
        join audience a on a.client_id = ${clientId} and a.campaign_id = g.campaign_id and a.number = g.number and a.tracked
        join subscribers s on s.client_id = ${clientId} and s.id = a.subscriber_id and s.list_id = a.list_id
          and s.tracking_consent is not false`,
    )
    return []
  })
}

/** Takes away tags of clicks that were none of a person; where another click of the person gives the same tag, it stays for that. */
export async function untagClickers(sql: Transaction, clicks: readonly ClickedLink[]): Promise<void> {
  await perClient(clicks, async (clientId, own) => {
    const taken = await takeTags(
      sql,
      clientId,
      'link',
      sql`t.campaign_id is not null and (t.campaign_id, t.number, t.link) in (select * from ${rowsOf(sql, own)})`,
    )
    await giveByOtherClicks(sql, clientId, taken)
    return []
  })
}

/** Takes away tags that the clicks of these letters gave. @param letters a `select` of campaign_id and number */
export async function untagLetters(sql: Transaction, clientId: number, letters: Fragment): Promise<void> {
  const those = sql`t.campaign_id is not null and (t.campaign_id, t.number) in (${letters})`
  await giveByOtherClicks(sql, clientId, await takeTags(sql, clientId, 'link', those))
}

async function giveByOtherClicks(sql: Transaction, clientId: number, taken: readonly TagOfContact[]): Promise<void> {
  if (taken.length === 0) return
  await giveTags(
    sql,
    clientId,
    'link',
    sql`
      select g.address, g.tag_id, '{}'::jsonb as evidence, a.campaign_id, a.number, k.number as link
      from unnest(${taken.map(row => row.address)}::text[], ${taken.map(row => row.tagId)}::bigint[]) as g (address, tag_id)
      join campaign_link_tags t on t.client_id = ${clientId} and t.tag_id = g.tag_id
      join links k on k.client_id = ${clientId} and k.campaign_id = t.campaign_id
        and ${pageIn(sql, sql`k.url`)} = ${pageIn(sql, sql`t.sent_url`)}
      join audience a on a.client_id = ${clientId} and a.address = g.address and a.campaign_id = t.campaign_id and a.tracked
      join opens o on o.client_id = ${clientId} and o.campaign_id = a.campaign_id and o.number = a.number
        and (o.counted -> 'links' -> k.number::text ->> 1)::integer > 0
      where not exists (
        select 1 from silent_recipients q where q.client_id = ${clientId} and q.campaign_id = a.campaign_id and q.number = a.number)`,
  )
}

function rowsOf(sql: Sql, clicks: readonly ClickedLink[]): Fragment {
  return sql`unnest(
      ${clicks.map(row => row.campaignId)}::bigint[], ${clicks.map(row => row.number)}::integer[], ${clicks.map(row => row.link)}::integer[]
    ) as g (campaign_id, number, link)`
}
