/** Erases traces of a contact's mails: texts, hits, returned mail, test mails, files of the folder transport. */
import { testResults } from '../campaigns/test-sends.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import { erasedEmail } from '../subscribers/address-hash.ts'
import { isErased, isOurs, type Tracing } from './tracing.ts'

/**
 * Removes texts of relays and reports, which may name the contact. The status (RFC 3463) and the service's own reasons for exclusions
 * remain.
 */
export async function eraseTexts(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const status = sql`substring(t.answer from '^[245]\\.\\d{1,3}\\.\\d{1,3}')`
  const { count: answers } = await sql`
    update log t set answer = ${status} from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and t.kind <> 'excluded' and t.answer is distinct from ${status}`
  const { count: bounces } = await sql`
    update campaign_bounces t set evidence = '', reported = '', mail_id = null from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and t.worked_at is not null
      and (t.evidence <> '' or t.reported <> '' or t.mail_id is not null)`
  const { count: complaints } = await sql`
    update campaign_complaints t set evidence = '', mail_id = null from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and (t.evidence <> '' or t.mail_id is not null)`
  return answers + bounces + complaints
}

/** Removes network address and program of opens and clicks once the bot filter has classified them; the counts are unchanged. */
export async function eraseHits(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count } = await sql`
    update hits t set remote = '', agent = '' from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and (t.remote <> '' or t.agent <> '') and not ${isUnjudged(sql, clientId)}`
  return count
}

/** Whether some hits of the recipient `r` are not classified yet. */
export function isUnjudged(sql: Sql, clientId: number): Fragment {
  return sql`(
    exists (
      select 1 from opens o
      where o.client_id = ${clientId} and o.campaign_id = r.campaign_id and o.number = r.number and o.stale_at is not null
    ) or exists (
      select 1 from uncounted_hits u
      where u.client_id = ${clientId} and u.campaign_id = r.campaign_id and r.number = any(u.numbers)
    ))`
}

export async function eraseReturnedMails(sql: Sql, tracing: Tracing): Promise<number> {
  const { count } = await sql`
    delete from mailbox t using erased_recipients r
    where ${isErased(sql, tracing)} and t.state <> 'waiting'`
  return count
}

/** Deletes matching mail that belongs to no client. Base64 parts are not decoded. */
export async function eraseUnmatchedMails(sql: Sql, { spellings }: Tracing): Promise<number> {
  const { count } = await sql`
    delete from mailbox
    where state in ('unmatched', 'unreadable') and client_id is null and exists (
      select 1 from unnest(${spellings as string[]}::text[]) as s (spelling)
      where position(s.spelling in lower(sender || ' ' || recipient || ' ' || coalesce(evidence, '') || ' ' || encode(raw, 'escape'))) > 0)`
  return count
}

/** Removes test mails to the address from the history of campaigns. */
export async function eraseTestMails(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count: asked } = await sql`
    update campaign_history h
    set detail = jsonb_set(detail, '{recipients}', (
      select jsonb_agg(case when ${isOurs(sql, tracing, sql`e.email`)} then ${erasedEmail}::text else e.email end order by e.place)
      from jsonb_array_elements_text(h.detail -> 'recipients') with ordinality e (email, place)))
    where client_id = ${clientId} and action = 'test' and exists (
      select 1 from jsonb_array_elements_text(h.detail -> 'recipients') e (email) where ${isOurs(sql, tracing, sql`e.email`)})`
  const { count: sent } = await sql`
    update campaign_history h
    set detail = jsonb_set(detail, '{results}', (
      select jsonb_agg(
        case when ${isOurs(sql, tracing, sql`e.result ->> 'email'`)}
          then e.result || jsonb_build_object('email', ${erasedEmail}::text, 'answer', '') else e.result end order by e.place)
      from jsonb_array_elements(h.detail -> 'results') with ordinality e (result, place)))
    where client_id = ${clientId} and action = 'tested' and exists (
      select 1 from jsonb_array_elements(h.detail -> 'results') e (result) where ${isOurs(sql, tracing, sql`e.result ->> 'email'`)})`
  return asked + sent
}

/** The contact's mails that the folder transport may have written: campaigns, test mails, and mails of the service to the address. */
export async function readErasedMails(sql: Sql, tracing: Tracing) {
  const { clientId, erasureId, spellings } = tracing
  const campaigns = await sql<{ campaignPublicId: string; number: number }[]>`
    select m.public_id as campaign_public_id, r.number
    from erased_recipients r
    join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id
    where r.client_id = ${clientId} and r.erasure_id = ${erasureId}`
  const tests = await sql<{ campaignPublicId: string; test: number; index: number }[]>`
    select m.public_id as campaign_public_id, (h.detail ->> 'test')::bigint as test, r.place - 1 as index
    from campaign_history h
    join campaigns m on m.client_id = ${clientId} and m.id = h.campaign_id
    cross join lateral (${testResults(sql)}) r
    where h.client_id = ${clientId} and h.action = 'tested' and ${isOurs(sql, tracing, sql`r.email`)}`
  return { campaigns, tests, spellings }
}
