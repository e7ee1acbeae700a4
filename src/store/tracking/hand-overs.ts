/** Days on which mails were handed over, accepted and bounced, as the ledger of campaigns says. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignOf } from '../ledger/recipient-state.ts'

/**
 * The hand-overs of a recipient, for a lateral join: rows of kind (accepted, refused, unknown) and at. What a person or a returned mail decided later
 * about an unknown one counts at the time of its hand-over; a decision is no hand-over.
 * @param number a value, or a column of a table that is not named `log`
 */
export function handOvers(sql: Sql, { clientId, campaignId }: CampaignOf, number: Fragment): Fragment {
  return sql`
    select log.kind, case when log.login_id is null then log.at else coalesce((
        select max(u.at) from log u
        where u.client_id = ${clientId} and u.campaign_id = ${campaignId} and u.number = ${number} and u.attempt < log.attempt
          and u.kind = 'unknown'
      ), log.at) end as at
    from log
    where log.client_id = ${clientId} and log.campaign_id = ${campaignId} and log.number = ${number}
      and log.kind in ('accepted', 'refused', 'unknown') and (log.login_id is null or log.kind = 'accepted')
    -- one look-up for each recipient: joined, a planner without statistics reads all of the log for each
    offset 0`
}

/** Whether opens and clicks of a recipient were recorded from the beginning until now. @param recipient name of a row of the audience */
export function isMeasured(sql: Sql, clientId: number, recipient: string): Fragment {
  const column = (name: string) => sql(`${recipient}.${name}`)
  return sql`(${column('tracked')} and not exists (
    select 1 from silent_recipients q
    where q.client_id = ${clientId} and q.campaign_id = ${column('campaign_id')} and q.number = ${column('number')} offset 0))`
}
