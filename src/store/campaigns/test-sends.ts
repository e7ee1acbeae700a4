/** Test mails: the recent number per account, and the subscriber whose values they show. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { countOccurrences, recordOccurrences } from '../limits/occurrences.ts'
import { localTime } from '../local-time.ts'
import { type AudienceTraits, isTracked, readTraits } from './audience.ts'

const tests = (accountId: number) => ({ kind: 'test mail of account', subject: String(accountId) })

/** Test mails of an account within the last 24 hours. */
export async function countTests(sql: Sql, accountId: number): Promise<number> {
  const [count] = await countOccurrences(sql, [{ ...tests(accountId), withinMinutes: 24 * 60 }])
  return count!
}

export function recordTests(sql: Sql, accountId: number, count: number): Promise<void> {
  return recordOccurrences(sql, [{ ...tests(accountId), times: count }])
}

/** A subscriber of one of the campaign's lists in any state; of several memberships the active one, otherwise the first. */
export async function readMemberOfCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  address: string,
  segments: NonNullable<AudienceTraits['segments']> = [],
) {
  const [member] = await sql<
    {
      listId: number
      email: string
      name: string
      fields: Readonly<Record<string, string | readonly string[]>>
      tracked: boolean
      /** Its own, else that of the list. */
      language: string
      /** Names of its tags. */
      tags: readonly string[]
      /** Traits of the segments that it is in. */
      inSegments: readonly string[]
    }[]
  >`
    select s.list_id, s.email, s.name, s.fields, ${isTracked(sql, sql`l.tracking`)} as tracked,
      coalesce(s.language, l.language) as language, array(
        select t.name from tagged_contacts g
        join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
        where g.client_id = ${clientId} and g.address = ${address}) as tags,
      coalesce(${readTraits(sql, clientId, { tags: [], segments, language: false })}, '{}') as in_segments
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id and l.deleted_at is null
    where s.client_id = ${clientId} and s.address = ${address} and s.state <> 'Deleted' and s.list_id in (
      select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId}
    )
    order by s.state = 'Active' desc, s.list_id
    limit 1`
  return member
}

export interface TestMailRow {
  /** Id of the history row, and the recipient's index in it, from 1. */
  readonly id: number
  readonly place: number
  readonly email: string
  readonly answer: string
  /** Local time. */
  readonly date: string
}

export interface WantedTestMails {
  /** Only this test. */
  readonly test?: number
  /** The last test mail of the previous page. */
  readonly after?: { readonly test: number; readonly place: number } | undefined
  readonly limit: number
}

/** The results in a history row `h` of a test send: email, state, answer, and index from 1. */
export function testResults(sql: Sql): Fragment {
  return sql`
    select e.value ->> 'email' as email, e.value ->> 'state' as state, e.value ->> 'answer' as answer, e.ordinality::integer as place
    from jsonb_array_elements(h.detail -> 'results') with ordinality e`
}

/** Accepted test mails of a campaign: newest tests first, and the recipients of each in their given order. */
export async function testMailsOf(
  sql: Sql,
  { clientId, campaignId, timeZone }: CampaignKey & { readonly timeZone: string },
  { test, after, limit }: WantedTestMails,
): Promise<readonly TestMailRow[]> {
  return sql<TestMailRow[]>`
    select h.id, r.place, r.email, r.answer, ${localTime(sql, 'h.at', timeZone)} as date
    from campaign_history h
    cross join lateral (${testResults(sql)}) r
    where r.state = 'accepted' and h.client_id = ${clientId} and h.campaign_id = ${campaignId} and h.action = 'tested'
      and (${test ?? null}::bigint is null or (h.detail ->> 'test')::bigint = ${test ?? null})
      and (${after?.test ?? null}::bigint is null or h.id <= ${after?.test ?? null})
      and (${after?.test ?? null}::bigint is null or h.id < ${after?.test ?? null} or r.place > ${after?.place ?? null})
    order by h.id desc, r.place
    limit ${limit}`
}
