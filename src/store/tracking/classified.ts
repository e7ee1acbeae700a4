/**
 * Data of the bot filter: raw hits of recipients, the counts stored for each recipient, and the sums of a
 * campaign, its links and its hours. Hits are never changed.
 *
 * A bot filter holds the lock below, so only one runs in the installation. The lock order is
 * opens, engagement, link_totals, campaign_hours, mail_programs, contact_engagement, each client by client and in key order. Hits and senders
 * never wait for engagement, link_totals, mail_programs and contact_engagement.
 */
import { findAmongClients, findClientsWith } from '../among-clients.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { mostClassified } from './hit-counts.ts'

/** An arbitrary number that no other program locks. */
const lockKey = 7_203_551_885

/** A recipient with hits; its counts show which of them are classified. */
export interface HitRecipient extends RecipientKey {
  readonly opens: number
  readonly clicks: number
  readonly heads: number
  /** The counts at the last classification; null before the first. */
  readonly counted: unknown
  /** Time of the first hit that is not classified yet, in milliseconds since 1970; null if all are. */
  readonly staleAt: number | null
  /** Earlier hits are removed (docs/retention.md): what was counted stays, and new hits add to it. */
  readonly isCut: boolean
  /** The recipient refused: nothing is published of it any more. */
  readonly isSilent: boolean
}

/** Whether hits of a recipient `o` may have been removed. @param clientId of the recipients; undefined for those of all clients */
function isCut(sql: Sql, clientId?: number): Fragment {
  return sql`exists (select 1 from retention_edges e where e.client_id = ${client(sql, clientId)} and o.first_at < e.hits_from offset 0)`
}

function client(sql: Sql, clientId: number | undefined): Fragment {
  return clientId === undefined ? sql`o.client_id` : sql`${clientId}::bigint`
}

function recipientColumns(sql: Sql, clientId?: number): Fragment {
  return sql`o.client_id, o.campaign_id, o.number, o.opens, o.clicks, o.heads, o.counted,
    floor(extract(epoch from o.stale_at) * 1000)::bigint as stale_at, ${isCut(sql, clientId)} as is_cut,
    exists (
      select 1 from silent_recipients q
      where q.client_id = ${client(sql, clientId)} and q.campaign_id = o.campaign_id and q.number = o.number offset 0
    ) as is_silent`
}

/** @returns false while another process classifies; the lock is held until the transaction ends */
export async function lockClassifying(sql: Transaction): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as held`
  return row!.held
}

/** Whether a newer program has classified with rules that this one does not have. */
export async function hasNewerRules(sql: Sql, version: number): Promise<boolean> {
  const isFound = sql`t.rules_version > ${version}`
  const found = await findAmongClients(sql, { table: 'engagement', isFound, most: 1 })
  return found.length > 0
}

/** Marks campaigns classified by older rules for a new classification. @returns their number */
export async function outdateRules(sql: Sql, version: number): Promise<number> {
  const isOutdated = sql`rules_version < ${version} and redone_to is null`
  let outdated = 0
  for (const clientId of await findClientsWith(sql, 'engagement', isOutdated)) {
    const { count } = await sql`update engagement set redone_to = 0 where client_id = ${clientId} and ${isOutdated}`
    outdated += count
  }
  return outdated
}

/**
 * Recipients with unclassified hits, longest waiting first.
 * @param before latest time of their first unclassified hit
 */
export async function readStaleRecipients(sql: Sql, before: Date, most: number): Promise<HitRecipient[]> {
  return sql<HitRecipient[]>`
    select ${recipientColumns(sql)}
    from opens o
    where o.stale_at <= ${before}
    order by o.stale_at
    limit ${most}`
}

/** Leaves recipients unclassified: they refused, and their hits are being removed. */
export async function leaveUnclassified(sql: Transaction, recipients: readonly RecipientKey[]): Promise<void> {
  await perClient(
    recipients,
    (clientId, own, places) => sql`
      update opens o set stale_at = null
      from ${asked(sql, own, places)}
      where o.client_id = ${clientId} and o.campaign_id = r.campaign_id and o.number = r.number`,
  )
}

export interface Redone extends CampaignKey {
  readonly redoneTo: number
}

/** A campaign that is being classified again, newest first. */
export async function findRedoneCampaign(sql: Sql): Promise<Redone | undefined> {
  const [found] = await findAmongClients<Redone>(sql, {
    table: 'engagement',
    columns: sql`, t.campaign_id, t.redone_to`,
    isFound: sql`t.redone_to is not null`,
    order: sql`t.campaign_id desc`,
    most: 1,
  })
  return found
}

/**
 * The next recipients of a campaign that is being classified again. Erased contacts, people who refused, and recipients whose hits are removed keep
 * their counts, because the data for classifying them is gone.
 */
export async function readNextRecipients(sql: Sql, { clientId, campaignId, redoneTo }: Redone, most: number) {
  return sql<HitRecipient[]>`
    select ${recipientColumns(sql, clientId)}
    from opens o
    where client_id = ${clientId} and campaign_id = ${campaignId} and number > ${redoneTo} and not ${isCut(sql, clientId)} and not exists (
      select 1 from erased_recipients e where e.client_id = ${clientId} and e.campaign_id = o.campaign_id and e.number = o.number offset 0)
      and not exists (
      select 1 from silent_recipients q where q.client_id = ${clientId} and q.campaign_id = o.campaign_id and q.number = o.number offset 0)
    order by number
    limit ${most}`
}

/** @param redoneTo null if all recipients are classified by the rules of this version */
export async function markRedone(sql: Sql, { clientId, campaignId }: Redone, redoneTo: number | null, version: number) {
  await sql`
    update engagement
    set redone_to = ${redoneTo}::integer ${redoneTo === null ? sql`, rules_version = ${version}, classified_at = now()` : sql``}
    where client_id = ${clientId} and campaign_id = ${campaignId}`
}

export interface RawHit {
  /** Number of the link for a click, null for an open. */
  readonly link: number | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: 'GET' | 'HEAD'
  /** True if the request was declared as a prefetch, which the reader has not asked for. */
  readonly prefetch: boolean
  /** Network address, as far as it is stored. */
  readonly remote: string
  readonly agent: string
}

export interface HitRow extends RawHit {
  /** Index of the recipient in the arguments. */
  readonly place: number
}

/** The first hits of each recipient in chronological order. */
export async function readHitsOf(sql: Sql, recipients: readonly RecipientKey[]): Promise<HitRow[]> {
  return perClient(
    recipients,
    (clientId, own, places) => sql<HitRow[]>`
      select r.place, h.link, floor(extract(epoch from h.at) * 1000)::bigint as at, h.method, h.prefetch, h.remote, h.agent
      from ${asked(sql, own, places)}
      cross join lateral (
        select link, at, method, prefetch, remote, agent
        from hits
        where client_id = ${clientId} and campaign_id = r.campaign_id and number = r.number
        -- a batch has one order, whatever the order of insertion
        order by at, link nulls first, method, agent, remote
        limit ${mostClassified}
      ) h
      order by r.place, h.at, h.link nulls first, h.method, h.agent, h.remote`,
  )
}

export interface Setting {
  readonly place: number
  /** When a relay accepted the mail, in milliseconds since 1970; null if the log does not contain it. */
  readonly acceptedAt: number | null
  readonly campaignPublicId: string
  readonly email: string
  /** Null after the list's rows were purged. */
  readonly listPublicId: string | null
}

/** Facts about each recipient besides the hits; recipients of purged campaigns are missing. */
export async function readSettingsOf(sql: Sql, recipients: readonly RecipientKey[]): Promise<Setting[]> {
  return perClient(
    recipients,
    (clientId, own, places) => sql<Setting[]>`
      select r.place, floor(extract(epoch from s.at) * 1000)::bigint as accepted_at,
        m.public_id as campaign_public_id, a.email, l.public_id as list_public_id
      from ${asked(sql, own, places)}
      join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id
      cross join lateral (
        select list_id, email from audience
        where client_id = ${clientId} and campaign_id = r.campaign_id and number = r.number
        limit 1
      ) a
      left join lists l on l.client_id = ${clientId} and l.id = a.list_id
      left join lateral (
        select at from log
        where client_id = ${clientId} and campaign_id = r.campaign_id and number = r.number and kind = 'accepted'
        order by attempt
        limit 1
      ) s on true`,
  )
}

/** Targets of links 1, 2, … of each campaign. */
export async function readLinksOf(
  sql: Sql,
  recipients: readonly RecipientKey[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await perClient(
    recipients,
    (clientId, own) => sql<{ campaignId: number; urls: string[] }[]>`
      select k.campaign_id, array_agg(k.url order by k.number) as urls
      from unnest(${[...new Set(own.map(({ campaignId }) => campaignId))]}::bigint[]) as r (campaign_id)
      join links k on k.client_id = ${clientId} and k.campaign_id = r.campaign_id
      group by k.campaign_id`,
  )
  return new Map(rows.map(({ campaignId, urls }) => [campaignId, urls]))
}

/** Recipients of a client as rows `r`, with their places. */
function asked(sql: Sql, recipients: readonly RecipientKey[], places: readonly number[]) {
  return sql`unnest(
      ${recipients.map(row => row.campaignId)}::bigint[], ${recipients.map(row => row.number)}::integer[], ${places}::integer[]
    ) as r (campaign_id, number, place)`
}

/**
 * Stores the counts of recipients. Recipients with another hit since they were read are unchanged and stay
 * stale.
 * @returns indexes of the stored ones
 */
export async function rememberCounted(
  sql: Transaction,
  recipients: readonly HitRecipient[],
  counted: readonly unknown[],
): Promise<ReadonlySet<number>> {
  const rows = await perClient(
    recipients,
    (clientId, own, places) => sql<{ place: number }[]>`
      with given as (
        select * from unnest(
          ${own.map(row => row.campaignId)}::bigint[], ${own.map(row => row.number)}::integer[],
          ${own.map(row => row.opens)}::integer[], ${own.map(row => row.clicks)}::integer[],
          ${own.map(row => row.heads)}::integer[], ${places.map(place => JSON.stringify(counted[place]))}::text[],
          ${places}::integer[]
        ) as r (campaign_id, number, opens, clicks, heads, counted, place)
      ), locked as materialized (
        select g.*
        from (select * from given order by campaign_id, number) g
        cross join lateral (
          select 1 from opens
          where client_id = ${clientId} and campaign_id = g.campaign_id and number = g.number
            and opens = g.opens and clicks = g.clicks and heads = g.heads
          limit 1
          for update
        ) o
      )
      update opens o
      set stale_at = null, counted = l.counted::jsonb
      from locked l
      where o.client_id = ${clientId} and o.campaign_id = l.campaign_id and o.number = l.number
      returning l.place`,
  )
  return new Set(rows.map(({ place }) => place))
}

/** Sums of a campaign's engagement over recipients. See docs/decisions/tracking.md#what-counts-as-an-open-and-a-click. */
export interface Engaged {
  readonly opens: number
  readonly clicks: number
  readonly machineOpens: number
  readonly machineClicks: number
  readonly humanOpens: number
  readonly humanUniqueOpens: number
  readonly humanClicks: number
  readonly humanUniqueClicks: number
}

export interface EngagementSums extends Engaged, CampaignKey {}

/** Adds differences, which may be negative, to campaigns that are now classified by the rules of this version. */
export async function addEngagement(sql: Transaction, rows: readonly EngagementSums[], version: number): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      insert into engagement as e (client_id, campaign_id, rules_version, classified_at, opens, clicks, machine_opens,
        machine_clicks, human_opens, human_unique_opens, human_clicks, human_unique_clicks)
      select ${clientId}, campaign_id, ${version}, now(), opens, clicks, machine_opens, machine_clicks, human_opens,
        human_unique_opens, human_clicks, human_unique_clicks
      from jsonb_to_recordset(${recordset(sql, own)}) as g (campaign_id bigint, opens integer, clicks integer, machine_opens integer,
        machine_clicks integer, human_opens integer, human_unique_opens integer, human_clicks integer, human_unique_clicks integer)
      order by campaign_id
      on conflict (client_id, campaign_id) do update
      set classified_at = excluded.classified_at, opens = e.opens + excluded.opens, clicks = e.clicks + excluded.clicks,
        machine_opens = e.machine_opens + excluded.machine_opens, machine_clicks = e.machine_clicks + excluded.machine_clicks,
        human_opens = e.human_opens + excluded.human_opens,
        human_unique_opens = e.human_unique_opens + excluded.human_unique_opens,
        human_clicks = e.human_clicks + excluded.human_clicks,
        human_unique_clicks = e.human_unique_clicks + excluded.human_unique_clicks`,
  )
}

export interface LinkSums extends CampaignKey {
  readonly link: number
  readonly clicks: number
  readonly uniqueClicks: number
  readonly humanClicks: number
  readonly humanUniqueClicks: number
}

export async function addLinks(sql: Transaction, rows: readonly LinkSums[]): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      insert into link_totals as t (client_id, campaign_id, link, clicks, unique_clicks, human_clicks, human_unique_clicks)
      select ${clientId}, campaign_id, link, clicks, unique_clicks, human_clicks, human_unique_clicks
      from jsonb_to_recordset(${recordset(sql, own)}) as g (campaign_id bigint, link integer, clicks integer, unique_clicks integer,
        human_clicks integer, human_unique_clicks integer)
      order by campaign_id, link
      on conflict (client_id, campaign_id, link) do update
      set clicks = t.clicks + excluded.clicks, unique_clicks = t.unique_clicks + excluded.unique_clicks,
        human_clicks = t.human_clicks + excluded.human_clicks,
        human_unique_clicks = t.human_unique_clicks + excluded.human_unique_clicks`,
  )
}

export interface HourSums extends CampaignKey {
  /** Hours since 1970, of UTC. */
  readonly hour: number
  readonly opens: number
  readonly humanOpens: number
  readonly clicks: number
  readonly humanClicks: number
}

export async function addHours(sql: Transaction, rows: readonly HourSums[]): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      insert into campaign_hours as t (client_id, campaign_id, hour, opens, human_opens, clicks, human_clicks)
      select ${clientId}, campaign_id, to_timestamp(hour * 3600.0), opens, human_opens, clicks, human_clicks
      from jsonb_to_recordset(${recordset(sql, own)}) as g (campaign_id bigint, hour integer, opens integer, human_opens integer,
        clicks integer, human_clicks integer)
      order by campaign_id, hour
      on conflict (client_id, campaign_id, hour) do update
      set opens = t.opens + excluded.opens, human_opens = t.human_opens + excluded.human_opens,
        clicks = t.clicks + excluded.clicks, human_clicks = t.human_clicks + excluded.human_clicks`,
  )
}

export interface ProgramSums extends CampaignKey {
  readonly name: string
  readonly version: string
  readonly recipients: number
}

export async function addPrograms(sql: Transaction, rows: readonly ProgramSums[]): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      insert into mail_programs as t (client_id, campaign_id, name, version, recipients)
      select ${clientId}, campaign_id, name, version, recipients
      from jsonb_to_recordset(${recordset(sql, own)}) as g (campaign_id bigint, name text, version text, recipients integer)
      order by campaign_id, name, version
      on conflict (client_id, campaign_id, name, version) do update set recipients = t.recipients + excluded.recipients`,
  )
}

/** Rows with the names of columns. */
function recordset(sql: Sql, rows: readonly object[]) {
  const column = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const named = rows.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [column(name), value])))
  return sql.json(named as never) // numbers and texts
}
