/** The event of a changed answer, for all statements that store one. */
import type { Fragment, Sql } from '../connection/database.ts'
import { readOfMember } from './memberships.ts'

/**
 * The statement that records events of changed answers. As with other events of subscribers, none is about who has not confirmed yet.
 * @param answers a `select` of list_id, email, name, state, preference, answer and evidence
 */
export function publishAnswers(sql: Sql, clientId: number, answers: Fragment): Fragment {
  return sql`
    insert into events (client_id, type, at, data)
    select ${clientId}, 'subscriber.consent', clock_timestamp(), ${readOfMember(
      sql,
      sql`'Purpose', case m.preference when 'tracking' then 'Measuring' else initcap(m.preference) end,
        'Consent', case m.answer when true then 'Granted' when false then 'Denied' else 'Unknown' end,
        'By', coalesce(m.evidence ->> 'by', '')`,
    )}
    from (${answers}) m
    join lists l on l.client_id = ${clientId} and l.id = m.list_id
    where m.state not in ('Unconfirmed', 'Deleted') and m.preference <> 'mobile'`
}
