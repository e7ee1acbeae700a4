/** The steps of one recipient of a campaign, and the search for recipients by the prefix of their address. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { BounceClass } from '../inbound/bounce-classes.ts'
import { microseconds } from '../instants.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { memberStates } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import type { RecipientState } from '../states.ts'
import { addressesFrom } from '../subscribers/subscriber-list.ts'

/** `RecipientStepKind` of the contract, in the words of the tables. */
export type StoredStepKind =
  | Exclude<RecipientState, 'planned'>
  | 'delivery'
  | 'auto-reply'
  | 'open'
  | 'click'
  | 'bounce'
  | 'complaint'
  | 'unsubscribe'

export interface StoredStep {
  /** Microseconds since 1970. */
  readonly at: number
  readonly date: string
  readonly kind: StoredStepKind
  readonly attempt: number | null
  readonly code: number | null
  readonly text: string | null
  /** Of a bounce, once it is classified; null for all else. */
  readonly class: BounceClass | null
  readonly link: string | null
  readonly retryDate: string | null
}

/** Maximum opens and clicks; a recipient with more is a program. */
const mostHits = 200

/** Steps in chronological order. */
export async function readRecipientSteps(
  sql: Sql,
  { clientId, campaignId, number }: RecipientKey,
  timeZone: string,
): Promise<StoredStep[]> {
  return sql<StoredStep[]>`
    select ${microseconds(sql, 'at')} as at, ${localTime(sql, 'at', timeZone)} as date, kind, attempt, code, text, class, link,
      ${localTime(sql, 'retry_at', timeZone)} as retry_date
    from (${stepsOf(sql, clientId, sql`${campaignId}::bigint`, sql`${number}::integer`)}) as happened
    order by happened.at, attempt, place, kind = 'handing over' desc`
}

/**
 * All steps of one recipient, as rows of at, kind, attempt, code, text, class, link, retry_at and place, in undefined order.
 * @param campaignId a value, or a column of a joined row, as is `number`
 */
export function stepsOf(sql: Sql, clientId: number, campaignId: Fragment, number: Fragment): Fragment {
  const mine = sql`client_id = ${clientId} and campaign_id = ${campaignId} and number = ${number}`
  return sql`
    select at, kind, attempt, code, answer as text, null as class, null as link, retry_at, 1 as place from log where ${mine}
    union all
    select at, kind, null, null, null, null, null, null, 2 from campaign_arrivals where ${mine}
    union all
    select h.at, h.kind, null, null, h.agent, null, k.url, null, 3
    from (select * from hits where ${mine} order by at limit ${mostHits}) h
    left join lateral (
      select url from links where client_id = ${clientId} and campaign_id = ${campaignId} and number = h.link offset 0
    ) k on true
    union all
    select at, 'bounce', null, code, evidence, class, null, null, 4 from campaign_bounces where ${mine}
    union all
    select at, 'complaint', null, null, evidence, null, null, null, 5 from campaign_complaints where ${mine}
    union all
    select at, 'unsubscribe', null, null, null, null, null, null, 6 from campaign_unsubscribes where ${mine}`
}

/** Maximum members of a list in one state that are examined; not all of them were recipients. */
const mostLooked = 500

/**
 * Numbers of recipients whose address equals the text or begins with it. The audience has no index of prefixes, so prefixes are searched
 * among the members of the campaign's lists.
 * @param search normalised, not empty
 */
export async function readNumbersByAddress(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  search: string,
  limit: number,
): Promise<readonly number[]> {
  const rows = await sql<{ number: number }[]>`
    -- all at once: PostgreSQL without statistics takes the campaign's recipients for few, and would read them for each address
    select number from audience
    where client_id = ${clientId} and campaign_id = ${campaignId} and address = any(array(
      select ${search}::text
      union
      select m.address
      from (select distinct list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId}) l
      cross join unnest(${[...memberStates]}::text[]) as s (state)
      cross join lateral (
        select address from subscribers
        where list_id = l.list_id and client_id = ${clientId} and state = s.state
          ${addressesFrom(sql, { prefix: search, after: undefined })}
        order by address collate "C"
        limit ${mostLooked}
      ) m
    ))
    order by address collate "C"
    limit ${limit}`
  return rows.map(({ number }) => number)
}
