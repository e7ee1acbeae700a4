/** The accounting theorem (design §4), recomputed from the ledger itself: to be asserted after every scenario. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/store/connection/database.ts'
import { stateCounters } from '../../src/store/ledger/totals.ts'

/**
 * Recipients = the sum of the states, one state for each recipient of the audience; the counters say what the log and the marks
 * of the ranges say; no recipient has two endings without a decision between; a campaign is finished if and only if none is open.
 */
export async function assertAccounts(
  db: Database,
  { clientId, campaignId }: { readonly clientId: number; readonly campaignId: number },
): Promise<void> {
  // one statement, so that what a sender does meanwhile does not matter
  const [row] = await db<
    {
      campaign: string
      finished: boolean
      audience: number
      totals: Record<string, number>
      states: Record<string, number> | null
    }[]
  >`
    select m.state as campaign, m.finished_at is not null as finished, to_jsonb(t) as totals,
      (select count(*)::integer from audience a where a.client_id = m.client_id and a.campaign_id = m.id) as audience,
      (
        select jsonb_object_agg(state, people)
        from (
          select
            case
              when (e.kind is null or (e.kind = 'deferred' and e.retry_at <= r.opened_at)) and not r.done and a.number <= r.handed
                then 'handing over'
              else coalesce(e.kind, 'planned')
            end as state,
            count(*)::integer as people
          from audience a
          left join (
            select distinct on (number) number, kind, retry_at
            from log
            where client_id = ${clientId} and campaign_id = ${campaignId} and kind <> 'handing over'
            order by number, attempt desc, at desc
          ) e on e.number = a.number
          left join leases r on r.client_id = a.client_id and r.campaign_id = a.campaign_id and a.number between r.low and r.high
          where a.client_id = m.client_id and a.campaign_id = m.id
          group by 1
        ) s
      ) as states
    from campaigns m
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  assert.ok(row, 'the campaign has totals')
  const { totals } = row // the row as JSON: columns are named as in the database
  for (const [state, counter] of Object.entries(stateCounters))
    assert.equal(totals[counter], row.states?.[state] ?? 0, `the counter of ${state} says what the ledger says`)
  assert.equal(
    Object.values(stateCounters).reduce((sum, counter) => sum + totals[counter]!, 0),
    totals.recipients,
    'recipients = the sum of the states',
  )
  assert.equal(row.audience, totals.recipients, 'every recipient of the audience is counted')
  const open = totals.planned! + totals.handing_over! + totals.deferred!
  if (row.campaign === 'sent' || row.finished) assert.equal(open, 0, 'a finished campaign has no open recipient')
  const twice = await db`
    select number, attempt from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and kind <> 'handing over'
    group by number, attempt
    having count(*) > 1`
  assert.deepEqual([...twice], [], 'one attempt has one ending')
  const [hours] = await db`
    select
      (select coalesce(sum(accepted), 0)::integer from campaign_hours
        where client_id = ${clientId} and campaign_id = ${campaignId}) as counted,
      (select count(*)::integer from log
        where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'accepted') as logged`
  assert.equal(hours!.counted, hours!.logged, 'every acceptance is in an hour')
  const [came] = await db`
    select t.bounces, t.complaints, b.rows as bounced, c.rows as complained, b.classes as found, k.classes as counted
    from campaign_totals t
    cross join lateral (
      select coalesce(sum(n), 0)::integer as rows,
        coalesce(jsonb_object_agg(class, n) filter (where class is not null), '{}') as classes
      from (
        select class, count(*)::integer as n from campaign_bounces
        where client_id = t.client_id and campaign_id = t.campaign_id
        group by class
      ) g
    ) b
    cross join lateral (
      select count(*)::integer as rows from campaign_complaints
      where client_id = t.client_id and campaign_id = t.campaign_id
    ) c
    cross join lateral (
      select coalesce(jsonb_object_agg(class, recipients), '{}') as classes from campaign_bounce_classes
      where client_id = t.client_id and campaign_id = t.campaign_id and recipients <> 0
    ) k
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
  assert.equal(came!.bounces, came!.bounced, 'as many bounces as are counted')
  assert.equal(came!.complaints, came!.complained, 'as many complaints as are counted')
  assert.deepEqual(came!.counted, came!.found, 'each bounce is counted in its class')
}
