/** A campaign as it is after it was sent: its audience, links and totals, by SQL. */
import type { CampaignRef, ListRef } from '../../src/domain/access/access.ts'
import { countSome } from '../../src/domain/campaigns/reports/counting.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { World } from './seed.ts'

export interface SentRecipient {
  readonly number: number
  readonly subscriberId: number
  readonly email: string
  readonly list: ListRef
}

export interface SentCampaign extends CampaignRef {
  readonly recipients: readonly SentRecipient[]
  /** Targets of links 1, 2, … */
  readonly links: readonly string[]
}

let campaigns = 0

/** @param lists recipients take turns to be of each; default: the world's list. @param excluded how many of the last numbers never got a copy */
export async function seedSent(
  db: Database,
  world: World,
  {
    size = 3,
    excluded = 0,
    lists = [world.list],
    links = ['http://shop.example/one?a=1&b=2', 'https://shop.example/two'],
  }: { size?: number; excluded?: number; lists?: readonly ListRef[]; links?: readonly string[] } = {},
): Promise<SentCampaign> {
  const n = ++campaigns
  const { clientId } = world.client
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, ${`Campaign ${n}`}, 'News', 'Carla', 'carla@client.example', 'carla@client.example',
      'http://pages.example/', '<p>News</p>', 'sent', now(), now())
    returning id, public_id`
  const campaignId = campaign!.id as number
  for (const [index, url] of links.entries())
    await db`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${campaignId}, ${index + 1}, ${url})`
  const recipients: SentRecipient[] = []
  for (let number = 1; number <= size; number++) {
    const list = lists[number % lists.length]!
    const email = `r${number}.c${n}@people.example`
    const [subscriber] = await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      values (${clientId}, ${list.listId}, ${email}, ${email}, 'Active', now(), now())
      returning id`
    await db`update list_totals set active = active + 1 where client_id = ${clientId} and list_id = ${list.listId}`
    const subscriberId = subscriber!.id as number
    await db`
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      values (${clientId}, ${campaignId}, ${number}, ${list.listId}, ${subscriberId}, ${email}, ${email}, '', '{}')`
    recipients.push({ number, subscriberId, email, list })
  }
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted, excluded)
    values (${clientId}, ${campaignId}, ${size}, ${size + 1}, ${size - excluded}, ${excluded})`
  return { ...world.client, campaignId, campaignPublicId: campaign!.publicId as string, recipients, links }
}

/**
 * Every row of every table of ours, as text: what must be the same when nothing was to happen. Rows of partitions are those of their table. The
 * directory is left out: a look-up adds the entry of what a test inserted.
 */
export async function dump(db: Database): Promise<Record<string, readonly string[]>> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'directory'
    order by 1`
  const rows: Record<string, readonly string[]> = {}
  for (const { name } of tables)
    rows[name] = (await db`select t::text as row from ${db(name)} t order by 1`).map(({ row }) => row as string)
  return rows
}

/** Counts every hit there is. */
export async function countAllHits(db: Database): Promise<void> {
  while (await countSome(db));
}

/** Everything but raw hits, all counted: what is the same after a HEAD request, too. */
export async function dumpOfCounts(db: Database): Promise<Record<string, readonly string[]>> {
  await countAllHits(db)
  const rows = await dump(db)
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !/^hits(_|$)/.test(name)))
}
