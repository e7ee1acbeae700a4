/**
 * Conditions on what happened to a person: mails sent, accepted, opened, clicked and bounced, in campaigns or on the last days.
 *
 * For campaigns the events themselves are counted, by indexes of the person's mails; for days the days that have an event, by the bitmaps of
 * `contact_engagement`. Raw opens and clicks are never read. An open or click is a person's, as in reports: one that clicked has opened.
 * See docs/decisions/tracking.md#days-of-a-person-are-rolled-up.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { dayOf, lettersTo, zoneOf } from '../tracking/contact-engagement.ts'
import { countDays, keptDays, lastDays, moveOn, noDays, oneDay, unite, uniteOnce } from '../tracking/day-bitmaps.ts'
import { handOvers, isMeasured } from '../tracking/hand-overs.ts'
import { reactions } from '../tracking/reactions.ts'
import type { EventCondition } from './conditions.ts'

type Times = EventCondition['times']

/** Who is asked about, and the present date in the client's time zone: values, or columns of the statement. */
export interface JudgedPerson {
  readonly address: Fragment
  readonly today: Fragment
  /** The list of the membership that is judged, for conditions on mails by this list alone. */
  readonly listId?: Fragment
  /** Whether the person's row of `contact_engagement`, if there is one, is joined as `e`; otherwise each condition looks it up. */
  readonly isJoined?: boolean
}

interface Judged extends JudgedPerson {
  readonly clientId: number
}

/**
 * Whether a condition holds for a person: true, false, or null where opens and clicks were not measured and the answer depends on those that
 * may be missing. Whether a mail was sent, accepted or bounced is always known. Campaigns of other clients have no events.
 */
export function eventHolds(sql: Sql, clientId: number, condition: EventCondition, person: JudgedPerson): Fragment {
  const { event, scope, link, times } = condition
  const judged = { clientId, ...person }
  if (event === 'opened' || event === 'clicked') {
    if ('campaigns' in scope)
      return reactedTo(sql, judged, event, sql`${scope.campaigns as number[]}::bigint[]`, link, times)
    if (link === null) return reactedOnDays(sql, judged, event, scope.days, times)
    return reactedTo(sql, judged, event, campaignsWith(sql, judged, link, scope.days), link, times)
  }
  const count =
    'campaigns' in scope ? countMails(sql, judged, event, scope) : countDaysOf(sql, judged, daysOf(event), scope.days)
  return sql`(${count} ${sql(operators[times.is])} ${times.count})`
}

/** Whom the frequency cap left out is asked of campaigns alone. */
function daysOf(event: 'sent' | 'accepted' | 'bounced' | 'capped'): 'sent' | 'accepted' | 'bounced' {
  if (event === 'capped') throw new Error('the days on which a person was left out are not kept')
  return event
}

function operator(text: string): TemplateStringsArray {
  return Object.assign([text], { raw: [text] })
}

const operators: Readonly<Record<Times['is'], TemplateStringsArray>> = {
  'at least': operator('>='),
  'at most': operator('<='),
  exactly: operator('='),
}

/** Compares a number of events; where they were not measured, the true number may be any higher one. */
function compareMeasured(sql: Sql, { is, count: wanted }: Times, count: Fragment, measured: Fragment): Fragment {
  return is === 'at least'
    ? sql`case when ${count} >= ${wanted} then true when ${measured} then false end`
    : sql`case when ${count} > ${wanted} then false when ${measured} then ${count} ${sql(operators[is])} ${wanted} end`
}

/** The number of these campaigns of which the person was sent a mail, and so on: each counts once, however often it was tried. */
function countMails(
  sql: Sql,
  { clientId, address, listId }: Judged,
  event: 'sent' | 'accepted' | 'bounced' | 'capped',
  { campaigns, byOwnList = false }: { readonly campaigns: readonly number[]; readonly byOwnList?: boolean },
): Fragment {
  const byList = byOwnList && listId ? sql`a.list_id = ${listId} and` : sql``
  return sql`(
    select count(distinct a.campaign_id) from (${lettersTo(sql, clientId, address, sql`${campaigns as number[]}::bigint[]`)}) a
    where ${byList} exists (${happened(sql, clientId, event)} offset 0))`
}

/** A `select` with a row, if an event happened to a recipient `a`. */
function happened(sql: Sql, clientId: number, event: 'sent' | 'accepted' | 'bounced' | 'capped'): Fragment {
  const handed = sql`select 1 from (${handOvers(sql, { clientId, campaignId: sql`a.campaign_id` }, sql`a.number`)}) h`
  switch (event) {
    case 'bounced':
      return sql`select 1 from campaign_bounces b where b.client_id = ${clientId} and b.campaign_id = a.campaign_id and b.number = a.number`
    case 'capped':
      return sql`
        select 1 from log g
        where g.client_id = ${clientId} and g.campaign_id = a.campaign_id and g.number = a.number and g.kind = 'excluded'
          and g.answer = ${exclusion.capped}`
    case 'accepted':
      return sql`${handed} where h.kind = 'accepted'`
    case 'sent':
      return handed
  }
}

/** Opens or clicks by the person in these campaigns. @param campaigns an array */
function reactedTo(
  sql: Sql,
  { clientId, address }: Judged,
  event: 'opened' | 'clicked',
  campaigns: Fragment,
  link: string | null,
  times: Times,
): Fragment {
  const ofRecipient = { clientId, campaignId: sql`a.campaign_id` }
  const isRemoved = sql`exists (
    select 1 from retention_campaigns r where r.client_id = ${clientId} and r.campaign_id = a.campaign_id offset 0)`
  // who has opened was measured, and is asked no more
  const measured = sql`coalesce(o.count > 0, false) or ${isMeasured(sql, clientId, 'a')} and not ${isRemoved} and exists (
    select 1 from (${handOvers(sql, ofRecipient, sql`a.number`)}) h where h.kind = 'accepted' offset 0)`
  return sql`(
    select ${compareMeasured(sql, times, sql`m.count`, sql`m.measured`)}
    from (
      select coalesce(sum(o.count), 0) as count, bool_or(${measured}) as measured
      from (${lettersTo(sql, clientId, address, campaigns)}) a
      left join lateral (
        select ${countByPeople(sql, clientId, event, campaigns, link)} as count
        from opens o
        where o.client_id = ${clientId} and o.campaign_id = a.campaign_id and o.number = a.number and o.counted is not null
          and not exists (
            select 1 from silent_recipients q
            where q.client_id = ${clientId} and q.campaign_id = a.campaign_id and q.number = a.number offset 0
          ) and not ${isRemoved}
        limit 1
      ) o on true
    ) m)`
}

/** People's opens or clicks of a row of opens `o`. */
function countByPeople(
  sql: Sql,
  clientId: number,
  event: 'opened' | 'clicked',
  campaigns: Fragment,
  link: string | null,
): Fragment {
  const { opened, clicked } = reactions(sql, 'o')
  if (event === 'opened') return opened
  if (link === null) return clicked
  // the numbers of the link are looked up once for a statement
  return sql`coalesce((
    select sum((k.counts ->> 1)::integer) from jsonb_each(o.counted -> 'links') as k (number, counts)
    where (o.campaign_id || ' ' || k.number) = any(array(
      select l.campaign_id || ' ' || l.number from links l
      where l.client_id = ${clientId} and l.campaign_id = any(${campaigns}) and l.url = ${link}))
  ), 0)`
}

/** Campaigns that contain a link, and began on the last days or are of a series, whose mails go out for long: an array that is made once for a statement. */
function campaignsWith(sql: Sql, { clientId, today }: Judged, link: string, days: number): Fragment {
  return sql`array(
    select m.id from campaigns m
    where m.client_id = ${clientId} and (m.series_id is not null or m.started_at >= ((${today} - ${days - 1}::integer)::timestamp at time zone ${zoneOf(sql, clientId)}))
      and exists (select 1 from links l where l.client_id = ${clientId} and l.campaign_id = m.id and l.url = ${link} offset 0))`
}

/** On how many of the last days there was an event. */
function countDaysOf(sql: Sql, judged: Judged, event: 'sent' | 'accepted' | 'bounced', days: number): Fragment {
  const { clientId, address, today, isJoined } = judged
  const bitmap = event === 'sent' ? unite(sql, sql`e.accepted`, sql`e.unaccepted`) : sql`${sql(`e.${event}`)}`
  const moved = moveOn(sql, bitmap, sql`${today} - e.upto`)
  const rolledUp = isJoined
    ? moved
    : sql`(select ${moved} from contact_engagement e where e.client_id = ${clientId} and e.address = ${address})`
  return countDays(sql, lastDays(sql, uniteOnce(sql, rolledUp, daysInLedgers(sql, judged, event)), days))
}

/**
 * Compares on how many of the last days the person opened or clicked; measured, if a tracked mail was accepted on one of them. That there was one
 * day at least is said by the date of the last one, which costs least.
 */
function reactedOnDays(sql: Sql, judged: Judged, event: 'opened' | 'clicked', days: number, times: Times): Fragment {
  const { clientId, address, today, isJoined } = judged
  const recent = (bitmap: Fragment) => lastDays(sql, bitmap, days)
  const count =
    times.is === 'at least' && times.count === 1
      ? sql`(${sql(`e.${event}_on`)} > ${today} - ${days}::integer)::integer`
      : countDays(sql, recent(moveOn(sql, sql`${sql(`e.${event}`)}`, sql`${today} - e.upto`)))
  const measured = sql`coalesce(${lastDays(
    sql,
    recent(unite(sql, moveOn(sql, sql`e.measured`, sql`${today} - e.upto`), daysInLedgers(sql, judged, 'measured'))),
    knownDays(sql, judged),
  )} <> ${noDays(sql)}, false)`
  const compared = compareMeasured(sql, times, count, measured)
  if (isJoined) return compared
  return sql`(
    select ${compared} from (select 1) one
    left join contact_engagement e on e.client_id = ${clientId} and e.address = ${address})`
}

/**
 * How many days back opens and clicks per person are kept of every campaign. Those of earlier campaigns were removed, or are going to be
 * (docs/retention.md): their absence says nothing.
 */
function knownDays(sql: Sql, { clientId, today }: Judged): Fragment {
  return sql`(
    select least(greatest(coalesce(${today} - max(${dayOf(sql, clientId, sql`m.finished_at`)}), ${keptDays}), 0), ${keptDays})
    from retention_campaigns r
    join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id
    where r.client_id = ${clientId}
  )`
}

/** Days that the ledgers of campaigns have and `contact_engagement` does not yet: those of campaigns that are being sent (engagement-rollups.ts). */
function daysInLedgers(
  sql: Sql,
  { clientId, address, today }: Judged,
  event: 'sent' | 'accepted' | 'measured' | 'bounced',
): Fragment {
  const campaigns = sql`array(select r.campaign_id from engagement_rollups r where r.client_id = ${clientId} and not r.is_history)`
  const ofRecipient = { clientId, campaignId: sql`a.campaign_id` }
  const events =
    event === 'bounced'
      ? sql`select b.at from campaign_bounces b where b.client_id = ${clientId} and b.campaign_id = a.campaign_id and b.number = a.number`
      : sql`select h.at from (${handOvers(sql, ofRecipient, sql`a.number`)}) h ${event === 'sent' ? sql`` : sql`where h.kind = 'accepted'`}`
  // without such campaigns nothing is looked up
  return sql`(
    select bit_or(${oneDay(sql, sql`${today} - ${dayOf(sql, clientId, sql`h.at`)}`)})
    from (${lettersTo(sql, clientId, address, campaigns)}) a
    cross join lateral (${events}) h
    where (select cardinality(${campaigns}) > 0) ${event === 'measured' ? sql`and ${isMeasured(sql, clientId, 'a')}` : sql``})`
}
