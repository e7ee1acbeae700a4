/** Who of the recipients that were numbered just now gets no mail: they are excluded at once, each with the reason in the log. */
import type { Fragment, Transaction } from '../connection/database.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { pausedAddresses } from '../subscribers/pauses.ts'
import { readSuppressionJoins } from '../subscribers/suppression-keys.ts'
import { hasId } from './audience.ts'
import { consentReason, isConsentExpired, readConsentTerms } from './consent-exclusions.ts'
import { readCapping } from './frequency-cap.ts'
import { entryOf, type NumberedRange, recipientsIn } from './frozen-rows.ts'

export interface Counted {
  readonly recipients: number
  readonly excluded: number
}

/** Excludes the suppressed. @returns how many, and how many recipients the range has */
export async function excludeSuppressed(
  sql: Transaction,
  range: NumberedRange,
  lists: readonly number[],
): Promise<Counted> {
  const { clientId, campaignId, at } = range
  const suppressions = await readSuppressionJoins(sql, clientId, lists)
  const [counted] = await sql<Counted[]>`
    with shut as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
      select ${clientId}, ${campaignId}, a.number, 1, 'excluded', ${at}, ${exclusion.suppressed}
      from ${recipientsIn(sql, range)} a
      ${suppressions.join(sql`a.address`)}
      where ${suppressions.isSuppressed}
      returning 1
    )
    select
      (select count(*)::integer from ${recipientsIn(sql, range)} a) as recipients,
      (select count(*)::integer from shut) as excluded`
  return counted!
}

/**
 * Excludes recipients. They are counted by the rows that the insert returns: Citus reports as inserted also those that were in conflict.
 * @param insertion into the log
 */
async function countExcluded(sql: Transaction, insertion: Fragment): Promise<number> {
  const [row] = await sql<{ excluded: number }[]>`
    with shut as (${insertion} returning 1)
    select count(*)::integer as excluded from shut`
  return row!.excluded
}

/**
 * Excludes recipients whose consent to be mailed has ended. They are looked for among the members whose consent ends, by an index: most
 * lists have none. @returns how many
 */
export async function excludeExpired(
  sql: Transaction,
  { clientId, campaignId, at, numbered, ids }: NumberedRange,
  lists: readonly number[],
): Promise<number> {
  const { today } = await readConsentTerms(sql, clientId, false, at)
  return countExcluded(
    sql,
    sql`
    insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
    select ${clientId}, ${campaignId}, a.number, 1, 'excluded', ${at}, ${exclusion.consentExpired}
    from (
      select s.id, s.address from subscribers s
      where s.client_id = ${clientId} and s.list_id = any(${lists as number[]}::bigint[]) and ${isConsentExpired(sql, today)}
        ${ids ? sql`and ${hasId(sql, ids)}` : sql``}
      offset 0
    ) s
    cross join lateral (${entryOf(sql, { clientId, campaignId }, sql`s.address`)}) a
    where a.campaign_id = ${campaignId} and a.subscriber_id = s.id and a.number > ${numbered}
    -- the suppressed are excluded already
    on conflict do nothing`,
  )
}

/** Excludes recipients whom a campaign that asks for consent leaves out. @returns how many */
export async function excludeUnasked(sql: Transaction, range: NumberedRange): Promise<number> {
  const { clientId, campaignId, at } = range
  const terms = await readConsentTerms(sql, clientId, true, at)
  return countExcluded(
    sql,
    sql`
    insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
    select ${clientId}, ${campaignId}, s.number, 1, 'excluded', ${at}, s.reason
    from (
      select a.number, ${consentReason(sql, clientId, terms)} as reason
      from ${recipientsIn(sql, range)} a
      join subscribers s on s.client_id = ${clientId} and s.id = a.subscriber_id
    ) s
    where s.reason is not null
    on conflict do nothing`,
  )
}

/** Excludes recipients who have paused the client's mail. They are looked for among the pauses: most people have none. @returns how many */
export async function excludePaused(
  sql: Transaction,
  { clientId, campaignId, at, numbered }: NumberedRange,
): Promise<number> {
  const { today } = await readConsentTerms(sql, clientId, false, at)
  return countExcluded(
    sql,
    sql`
    insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
    select ${clientId}, ${campaignId}, a.number, 1, 'excluded', ${at}, ${exclusion.paused}
    from (${pausedAddresses(sql, clientId, today)} offset 0) p
    cross join lateral (${entryOf(sql, { clientId, campaignId }, sql`p.address`)}) a
    where a.campaign_id = ${campaignId} and a.number > ${numbered}
    -- others are excluded already
    on conflict do nothing`,
  )
}

/** Excludes recipients who got as many mails lately as the client allows. @returns how many */
export async function excludeCapped(sql: Transaction, range: NumberedRange): Promise<number> {
  const { clientId, campaignId, at } = range
  const isOver = await readCapping(sql, { clientId, campaignId }, at)
  if (!isOver) return 0
  return countExcluded(
    sql,
    sql`
    insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
    select ${clientId}, ${campaignId}, r.number, 1, 'excluded', ${at}, ${exclusion.capped}
    from ${recipientsIn(sql, range)} r
    where ${isOver(sql`r.address`)}
    -- others are excluded already
    on conflict do nothing`,
  )
}

/** Records that the recipients that are not excluded are asked for consent today; members are locked in the common order. */
export async function recordAsked(sql: Transaction, range: NumberedRange): Promise<void> {
  const { clientId, campaignId, at } = range
  const { today } = await readConsentTerms(sql, clientId, true, at)
  await sql`
    with members as materialized (
      select s.id
      from ${recipientsIn(sql, range)} a
      cross join lateral (
        select id, list_id, address from subscribers where client_id = ${clientId} and id = a.subscriber_id limit 1
      ) s
      where not exists (
        select 1 from log g
        where g.client_id = ${clientId} and g.campaign_id = ${campaignId} and g.number = a.number and g.kind = 'excluded' offset 0)
      order by s.list_id, s.address
    ), asked as materialized (
      select s.id
      from members m
      cross join lateral (select id from subscribers where client_id = ${clientId} and id = m.id limit 1 for update) s
    )
    update subscribers s set consent_asked_on = ${today}
    where s.client_id = ${clientId} and s.id = any(array(select id from asked))`
}
