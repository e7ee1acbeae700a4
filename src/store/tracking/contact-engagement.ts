/**
 * The engagement of persons: one row for each address of a client, with the days on which mails to it were accepted, opened and so on. Segments
 * read it instead of opens and clicks. Days are those of the client's time zone when they are recorded. Bitmaps are those of `day-bitmaps.ts`.
 *
 * Rows are locked last in a transaction, in the order of addresses, so that senders, the bot filter and others never wait for each other in
 * a circle. See docs/decisions/tracking.md#days-of-a-person-are-rolled-up.
 */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { latestDay, moveOn, noDays, oneDay, subtract, unite } from './day-bitmaps.ts'
import { handOvers, isMeasured } from './hand-overs.ts'

/** Bitmaps of a row. `measured`: accepted, and tracked. `unaccepted`: handed over, then refused or unknown. */
export const engagementKinds = ['accepted', 'measured', 'opened', 'clicked', 'bounced', 'unaccepted'] as const
export type EngagementKind = (typeof engagementKinds)[number]

/** Kinds whose last day is kept however old it is. */
const datedKinds = ['accepted', 'opened', 'clicked'] as const

/** The time zone of a client, as a value. */
export function zoneOf(sql: Sql, clientId: number): Fragment {
  return sql`(select time_zone from clients where id = ${clientId})`
}

/** The day of an instant in the client's time zone. */
export function dayOf(sql: Sql, clientId: number, at: Fragment): Fragment {
  return sql`(${at} at time zone ${zoneOf(sql, clientId)})::date`
}

/** The day on which an hour since 1970, of UTC, begins in the client's time zone. */
export function dayOfHour(sql: Sql, clientId: number, hour: Fragment): Fragment {
  return dayOf(sql, clientId, sql`to_timestamp(${hour} * 3600.0)`)
}

/**
 * The address that the engagement of a recipient belongs to: the present one of the membership that the mail was sent to.
 * @param recipient name of a row with list_id, subscriber_id and address
 */
export function personOf(sql: Sql, clientId: number, recipient: string): Fragment {
  const column = (name: string) => sql(`${recipient}.${name}`)
  // asked once for a statement: a membership is looked up only where some have changed their address
  return sql`case when (select exists (select 1 from former_addresses where client_id = ${clientId})) then coalesce((
    select s.address from subscribers s
    where s.client_id = ${clientId} and s.list_id = ${column('list_id')} and s.id = ${column('subscriber_id')}
  ), ${column('address')}) else ${column('address')} end`
}

/** Whether a recipient is not erased: an erased one has a hash instead of an address. @param address of the audience */
export function isPerson(sql: Sql, address: Fragment): Fragment {
  return sql`left(${address}, 1) <> '@'`
}

/**
 * The statement that adds days to persons. What is there already is not written again.
 * @param kinds the kinds of which `days` may have some
 * @param days a `select` of address, day, and a boolean for each of the kinds
 */
export function addDays(sql: Sql, clientId: number, kinds: readonly EngagementKind[], days: Fragment): Fragment {
  const given = list(
    sql,
    kinds.map(kind => sql`bit_or(${oneDay(sql, sql`upto - day`)}) filter (where ${sql(kind)})`),
  )
  const dated = datedKinds.filter(kind => kinds.includes(kind))
  const dates = dated.map(kind => sql`, max(day) filter (where ${sql(kind)})`)
  const upto = sql`greatest(e.upto, excluded.upto)`
  const set = engagementKinds.map(kind => {
    const known = moveOn(sql, sql`${sql(`e.${kind}`)}`, sql`${upto} - e.upto`)
    if (!kinds.includes(kind)) return sql`${sql(kind)} = ${known}`
    const more = moveOn(sql, sql`${sql(`excluded.${kind}`)}`, sql`${upto} - excluded.upto`)
    return sql`${sql(kind)} = ${unite(sql, known, more)}`
  })
  const isNew = kinds.map(kind => {
    const more = moveOn(sql, sql`${sql(`excluded.${kind}`)}`, sql`e.upto - excluded.upto`)
    return sql`or coalesce(${more} & ~ coalesce(${sql(`e.${kind}`)}, ${noDays(sql)}) <> ${noDays(sql)}, false)`
  })
  const isLater = dated.map(kind => {
    const [own, more] = [sql(`e.${kind}_on`), sql(`excluded.${kind}_on`)]
    return sql`or coalesce(${more} > coalesce(${own}, '-infinity'), false)`
  })
  return sql`
    insert into contact_engagement as e (client_id, address, upto, ${list(
      sql,
      kinds.map(kind => sql`${sql(kind)}`),
    )}${join(
      sql,
      dated.map(kind => sql`, ${sql(`${kind}_on`)}`),
    )})
    select ${clientId}::bigint, address, upto, ${given}${join(sql, dates)}
    from (select d.*, max(day) over (partition by address) as upto from (${days}) d) d
    group by address, upto
    order by address
    on conflict (client_id, address) do update
    set upto = ${upto}, ${list(sql, set)}${join(
      sql,
      dated.map(kind => sql`, ${sql(`${kind}_on`)} = greatest(${sql(`e.${kind}_on`)}, ${sql(`excluded.${kind}_on`)})`),
    )}
    where excluded.upto > e.upto ${join(sql, [...isNew, ...isLater])}`
}

function list(sql: Sql, parts: readonly Fragment[]): Fragment {
  return parts.reduce((all, one) => sql`${all}, ${one}`)
}

function join(sql: Sql, parts: readonly Fragment[]): Fragment {
  return parts.reduce((all, one) => sql`${all} ${one}`, sql``)
}

/** An hour in which a person opened or clicked, or in which it turned out that none did. */
export interface EngagedHour extends RecipientKey {
  /** Since 1970, of UTC. */
  readonly hour: number
  readonly opened: boolean
  readonly clicked: boolean
}

/** Adds the days of hours in which people opened or clicked. */
export async function addEngagedHours(sql: Sql, hours: readonly EngagedHour[]): Promise<void> {
  await perClient(hours, (clientId, own) =>
    addDays(
      sql,
      clientId,
      ['opened', 'clicked'],
      sql`
      select ${personOf(sql, clientId, 'a')} as address, ${dayOfHour(sql, clientId, sql`h.hour`)} as day, h.opened, h.clicked
      from ${given(sql, own)}
      ${recipientOf(sql, clientId)}
      where not exists (
        select 1 from retention_campaigns r where r.client_id = ${clientId} and r.campaign_id = h.campaign_id offset 0)`,
    ),
  )
}

/**
 * Takes the days of hours back in which no person opened or clicked after all. Days on which the person did so elsewhere stay. The counts of the
 * recipients say so already.
 */
export async function withdrawEngagedHours(sql: Sql, hours: readonly EngagedHour[]): Promise<void> {
  await perClient(hours, async (clientId, own) => withdrawDays(sql, clientId, given(sql, own)))
}

/** Recipients of a step. */
const mostForgotten = 1000

/**
 * Takes the days back on which people opened or clicked mails of a campaign whose opens and clicks per person are about to be removed. Can be repeated
 * until they are.
 */
export async function forgetEngagedDays(
  db: Database,
  { clientId, campaignId }: CampaignKey,
  signal: AbortSignal,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    const rows: { number: number }[] = await db<{ number: number }[]>`
      select number from opens where client_id = ${clientId} and campaign_id = ${campaignId} and number > ${after}
      order by number limit ${mostForgotten}`
    const last = rows.at(-1)?.number
    if (last === undefined) return
    const hours = db`(
      select o.campaign_id, o.number, x.hour::bigint as hour, true as opened, (x.counts ->> 3)::integer > 0 as clicked
      from opens o
      cross join lateral jsonb_each(o.counted -> 'hours') as x (hour, counts)
      where o.client_id = ${clientId} and o.campaign_id = ${campaignId} and o.number > ${after} and o.number <= ${last}
        and ((x.counts ->> 1)::integer > 0 or (x.counts ->> 3)::integer > 0)
    ) h`
    await transaction(db, sql => withdrawDays(sql, clientId, hours), 'long')
    after = rows.length < mostForgotten ? undefined : last
  }
}

/** @param hours rows `h` of campaign_id, number, hour, opened and clicked */
async function withdrawDays(sql: Sql, clientId: number, hours: Fragment): Promise<void> {
  await sql`
      with given as materialized (
        select ${personOf(sql, clientId, 'a')} as address, ${dayOfHour(sql, clientId, sql`h.hour`)} as day,
          bool_or(h.opened) as opened, bool_or(h.clicked) as clicked
        from ${hours}
        ${recipientOf(sql, clientId)}
        group by 1, 2
      ), lost as materialized (
        select g.address, g.day, g.opened and not coalesce(k.opened, false) as opened, g.clicked and not coalesce(k.clicked, false) as clicked
        from given g
        left join lateral (
          select count(*) > 0 as opened, bool_or(d.clicked) as clicked from (${engagedDays(sql, clientId, sql`g.address`)}) d where d.day = g.day
        ) k on true
      ), locked as materialized (
        ${lockPersons(sql, clientId, sql`select address from lost where opened or clicked`)}
      )
      update contact_engagement e
      set opened = ${subtract(sql, sql`e.opened`, sql`c.opened`)}, clicked = ${subtract(sql, sql`e.clicked`, sql`c.clicked`)},
        opened_on = ${dateAfter(sql, clientId, 'opened')}, clicked_on = ${dateAfter(sql, clientId, 'clicked')}
      from (
        select k.address, bit_or(${oneDay(sql, sql`k.upto - l.day`)}) filter (where l.opened) as opened,
          bit_or(${oneDay(sql, sql`k.upto - l.day`)}) filter (where l.clicked) as clicked,
          array_agg(l.day) filter (where l.opened) as opened_days, array_agg(l.day) filter (where l.clicked) as clicked_days
        from locked k
        join lost l on l.address = k.address
        group by k.address
      ) c
      where e.client_id = ${clientId} and e.address = c.address`
}

/** The last date of a kind, after the days of `c` were taken back. Beyond the bitmap it is looked for among the recipients of the person. */
function dateAfter(sql: Sql, clientId: number, kind: 'opened' | 'clicked'): Fragment {
  const [date, bitmap, lost] = [sql(`e.${kind}_on`), sql(`e.${kind}`), sql(`c.${kind}`)]
  const rest = subtract(sql, sql`${bitmap}`, sql`${lost}`)
  return sql`case
    when ${date} = any(${sql(`c.${kind}_days`)}) then greatest(${latestDay(sql, rest, sql`e.upto`)}, (
      select max(d.day) filter (where ${kind === 'opened' ? sql`true` : sql`d.clicked`}) from (${engagedDays(sql, clientId, sql`e.address`)}) d))
    else ${date}
  end`
}

/** Adds the days on which mails came back. */
export async function addBouncedDays(
  sql: Sql,
  bounces: readonly (RecipientKey & { readonly at: Date })[],
): Promise<void> {
  await perClient(bounces, (clientId, own) =>
    addDays(
      sql,
      clientId,
      ['bounced'],
      sql`
      select ${personOf(sql, clientId, 'a')} as address, ${dayOf(sql, clientId, sql`h.at`)} as day, true as bounced
      from unnest(
        ${own.map(row => row.campaignId)}::bigint[], ${own.map(row => row.number)}::integer[],
        ${own.map(row => row.at.toISOString())}::text[]::timestamptz[]
      ) as h (campaign_id, number, at)
      ${recipientOf(sql, clientId)}`,
    ),
  )
}

function given(sql: Sql, hours: readonly EngagedHour[]): Fragment {
  return sql`unnest(
    ${hours.map(row => row.campaignId)}::bigint[], ${hours.map(row => row.number)}::integer[], ${hours.map(row => row.hour)}::integer[],
    ${hours.map(row => row.opened)}::boolean[], ${hours.map(row => row.clicked)}::boolean[]
  ) as h (campaign_id, number, hour, opened, clicked)`
}

/** Joins the recipient of `h` as `a`, erased ones left out. */
function recipientOf(sql: Sql, clientId: number): Fragment {
  return sql`cross join lateral (
    select list_id, subscriber_id, address from audience
    where client_id = ${clientId} and campaign_id = h.campaign_id and number = h.number and ${isPerson(sql, sql`address`)}
    limit 1
  ) a`
}

/** Rows of these persons, locked in the common order. @param addresses a `select` */
function lockPersons(sql: Sql, clientId: number, addresses: Fragment): Fragment {
  return sql`
    select address, upto from contact_engagement
    where client_id = ${clientId} and address = any(array(${addresses}))
    order by address
    for update`
}

/**
 * Days on which a person opened or clicked, as the counts of the bot filter say: rows of day and clicked. Who refused, and campaigns whose opens and
 * clicks per person are removed, have none.
 */
function engagedDays(sql: Sql, clientId: number, address: Fragment): Fragment {
  return sql`
    select ${dayOfHour(sql, clientId, sql`x.hour::bigint`)} as day, (x.counts ->> 3)::integer > 0 as clicked
    from (${lettersTo(sql, clientId, address)}) a
    cross join lateral (
      select counted from opens
      where client_id = ${clientId} and campaign_id = a.campaign_id and number = a.number and counted is not null
      limit 1
    ) o
    cross join lateral jsonb_each(o.counted -> 'hours') as x (hour, counts)
    where ((x.counts ->> 1)::integer > 0 or (x.counts ->> 3)::integer > 0) and ${isKept(sql, clientId)}`
}

/** Whether opens and clicks of a recipient `a` may be known. */
export function isKept(sql: Sql, clientId: number): Fragment {
  return sql`not exists (
      select 1 from silent_recipients q where q.client_id = ${clientId} and q.campaign_id = a.campaign_id and q.number = a.number offset 0
    ) and not exists (
      select 1 from retention_campaigns r where r.client_id = ${clientId} and r.campaign_id = a.campaign_id offset 0
    )`
}

/**
 * Mails to a person: to its address, and to addresses that its memberships had before. Rows of the audience, by its columns campaign_id, number,
 * list_id, subscriber_id and tracked.
 * @param campaigns an array of campaigns; all if undefined
 */
export function lettersTo(sql: Sql, clientId: number, address: Fragment, campaigns?: Fragment): Fragment {
  // as an array that the planner does not see: without statistics it takes the recipients of one campaign for one row, and reads all of them for
  // each person
  const among = campaigns ? sql`and a.campaign_id = any(array(select unnest(${campaigns})))` : sql``
  return sql`
    select a.campaign_id, a.number, a.list_id, a.subscriber_id, a.tracked from audience a
    where a.client_id = ${clientId} and a.address = ${address} ${among}
    union all
    select a.campaign_id, a.number, a.list_id, a.subscriber_id, a.tracked
    from former_addresses f
    cross join lateral (
      select * from audience a
      where a.client_id = ${clientId} and a.address = f.former and a.list_id = f.list_id and a.subscriber_id = f.subscriber_id ${among}
      offset 0
    ) a
    -- asked once for a statement: most clients have none
    where (select exists (select 1 from former_addresses where client_id = ${clientId})) and f.client_id = ${clientId} and f.address = ${address}`
}

/**
 * Judges the opens, clicks and measured days of persons anew, from what is recorded of them now; what is removed is gone from their days too.
 */
export async function rebuildEngagement(sql: Sql, clientId: number, addresses: readonly string[]): Promise<void> {
  const mails = lettersTo(sql, clientId, sql`k.address`)
  const ofRecipient = { clientId, campaignId: sql`a.campaign_id` }
  const bit = (day: Fragment) => sql`bit_or(${oneDay(sql, sql`k.upto - ${day}`)})`
  await sql`
    with locked as materialized (
      ${lockPersons(sql, clientId, sql`select unnest(${addresses as string[]}::text[])`)}
    )
    update contact_engagement e
    set opened = r.opened, clicked = r.clicked, opened_on = r.opened_on, clicked_on = r.clicked_on, measured = m.measured
    from locked k
    cross join lateral (
      select ${bit(sql`d.day`)} as opened, ${bit(sql`d.day`)} filter (where d.clicked) as clicked, max(d.day) as opened_on,
        max(d.day) filter (where d.clicked) as clicked_on
      from (${engagedDays(sql, clientId, sql`k.address`)}) d
    ) r
    cross join lateral (
      select ${bit(dayOf(sql, clientId, sql`h.at`))} as measured
      from (${mails}) a
      cross join lateral (${handOvers(sql, ofRecipient, sql`a.number`)}) h
      where h.kind = 'accepted' and ${isMeasured(sql, clientId, 'a')}
    ) m
    where e.client_id = ${clientId} and e.address = k.address`
}

/**
 * Gives the engagement of a person to another address, where it is united with what is there. The old address keeps it as long as it is the
 * address of another membership.
 * @param subscriberIds memberships that have the new address already
 */
export async function moveEngagement(
  sql: Sql,
  clientId: number,
  subscriberIds: readonly number[],
  from: string,
  to: string,
): Promise<void> {
  await sql`
    with known as (
      update former_addresses set address = ${to}
      where client_id = ${clientId} and address = ${from} and subscriber_id = any(${subscriberIds as number[]}::bigint[])
    )
    insert into former_addresses (client_id, address, former, list_id, subscriber_id)
    select ${clientId}, ${to}, ${from}, list_id, id from subscribers
    where client_id = ${clientId} and id = any(${subscriberIds as number[]}::bigint[])
    on conflict do nothing`
  await sql`${lockPersons(sql, clientId, sql`values (${from}::text), (${to}::text)`)}`
  const bitmaps = engagementKinds.map(kind => sql`${sql(kind)}`)
  const dates = datedKinds.map(kind => sql`${sql(`${kind}_on`)}`)
  const columns = list(sql, [...bitmaps, ...dates])
  const upto = sql`greatest(e.upto, excluded.upto)`
  const united = engagementKinds.map(
    kind =>
      sql`${sql(kind)} = ${unite(
        sql,
        moveOn(sql, sql`${sql(`e.${kind}`)}`, sql`${upto} - e.upto`),
        moveOn(sql, sql`${sql(`excluded.${kind}`)}`, sql`${upto} - excluded.upto`),
      )}`,
  )
  const latest = datedKinds.map(
    kind => sql`${sql(`${kind}_on`)} = greatest(${sql(`e.${kind}_on`)}, ${sql(`excluded.${kind}_on`)})`,
  )
  await sql`
    insert into contact_engagement as e (client_id, address, upto, ${columns})
    select client_id, ${to}, upto, ${columns} from contact_engagement where client_id = ${clientId} and address = ${from}
    on conflict (client_id, address) do update set upto = ${upto}, ${list(sql, [...united, ...latest])}`
  await sql`
    delete from contact_engagement
    where client_id = ${clientId} and address = ${from}
      and not exists (select 1 from subscribers s where s.client_id = ${clientId} and s.address = ${from})`
}

/** Removes what is known of an erased person. */
export async function eraseEngagement(sql: Sql, clientId: number, address: string): Promise<void> {
  await sql`delete from former_addresses where client_id = ${clientId} and (address = ${address} or former = ${address})`
  await sql`delete from contact_engagement where client_id = ${clientId} and address = ${address}`
}
