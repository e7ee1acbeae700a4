/** A client with one list whose members have fields, tags, campaigns and days of engagement; beside it the same people in one flat table. */
import type { Fragment, Sql } from '../src/store/connection/database.ts'
import { transaction } from '../src/store/connection/transaction.ts'
import { makeList, type Product } from './product.ts'

export const zone = 'Europe/Berlin'
/** How many days ago each campaign was sent. */
const daysAgo = [120, 20] as const
export const cities = 20
export const tags = 10

export interface SegmentWorld {
  readonly ClientID: string
  readonly ListID: string
  readonly clientId: number
  readonly listId: number
  /** Identifiers of the campaigns, of the earlier one first. */
  readonly campaigns: readonly string[]
}

/**
 * Fills tables as imports, senders and the bot filter would. The table `flat` has the people as listmonk keeps them: a row each, with all
 * attributes in one JSON column.
 */
export async function makeSegmentWorld(product: Product, members: number): Promise<SegmentWorld> {
  const { db } = product
  const { ClientID, ListID } = await makeList(product)
  const [list] = await db<{ clientId: number; id: number }[]>`
    select client_id, id from lists where public_id = ${ListID}`
  const key = { clientId: list!.clientId, listId: list!.id }
  const step = (run: (sql: Sql) => Promise<unknown>) =>
    transaction(
      db,
      async sql => {
        // foreign keys hold by the way in which rows are made
        await sql`set local session_replication_role = replica`
        await sql`set local synchronous_commit = off`
        await run(sql)
      },
      'long',
    )
  await step(sql => makePeople(sql, members))
  await step(sql => fillMembers(sql, key))
  await step(sql => fillTags(sql, key))
  await step(sql => fillEngagement(sql, key))
  const campaigns: string[] = []
  for (const n of daysAgo.keys()) await step(async sql => campaigns.push(await fillCampaign(sql, key, n)))
  await step(fillFlat)
  await db`drop table people_of_bench`
  await transaction(db, sql => sql`analyze`, 'long')
  for (const table of ['subscribers', 'contact_engagement', 'tagged_contacts', 'audience', 'log', 'opens', 'flat'])
    await db.unsafe(`vacuum ${table}`)
  return { ClientID, ListID, ...key, campaigns }
}

interface Key {
  readonly clientId: number
  readonly listId: number
}

function today(sql: Sql) {
  return sql`(now() at time zone ${zone})::date`
}

/**
 * What is true of each person, from which both sides are made. One of twenty was never mailed, one of thirty is not measured. Each mailed one
 * got one mail more, some days ago; columns of days have the days before today.
 */
async function makePeople(sql: Sql, members: number) {
  await sql`select setseed(0.5)`
  await sql`
    create unlogged table people_of_bench as
    with drawn as (
      select n, substr(md5(n::text), 1, 6) || n || '@d' || n % 500 || '.example' as address, random() < 0.95 as mailed, random() < 0.97 as tracked,
        random() as a, random() as b, random() as c, random() as d, random() as e, random() as f, random() as g,
        floor(400 * random())::integer as other_day, random() as opening, random() as opening0, random() as opening1
      from generate_series(1, ${members}::integer) n
    ), chosen as (
      select *, mailed and f < 0.8 as got0, mailed and g < 0.7 as got1, date '1950-01-01' + floor(20000 * c)::integer as birthday from drawn
    )
    select n, address, tracked, 'City ' || floor(${cities} * a * a) as city, floor(200 * b * b * b)::integer as orders,
      case when to_char(birthday, 'MM-DD') = '02-29' then birthday + 1 else birthday end as birthday,
      (array['Free', 'Basic', 'Premium'])[1 + n % 3] as plan, now() - d * interval '1500 days' as joined_at,
      case when e < 0.3 then 'Tag ' || floor(1 + ${tags} * e / 0.3) end as tag,
      case when mailed then other_day end as other_day,
      case when mailed and tracked and opening < 0.3 then other_day end as other_opened,
      case when mailed and tracked and opening < 0.08 then other_day end as other_clicked,
      got0, got1, sum(got0::integer) over (order by n) as number0, sum(got1::integer) over (order by n) as number1,
      got0 and tracked and opening0 < 0.3 as opened0, got1 and tracked and opening1 < 0.3 as opened1,
      got0 and tracked and opening0 < 0.08 as clicked0, got1 and tracked and opening1 < 0.08 as clicked1,
      got0 and tracked and opening0 > 0.95 as scanned0, got1 and tracked and opening1 > 0.95 as scanned1
    from chosen`
}

async function fillMembers(sql: Sql, { clientId, listId }: Key) {
  await sql`
    insert into custom_fields (client_id, list_id, key, name, data_type, options, position) values
      (${clientId}, ${listId}, 'City', 'City', 'Text', '{}', 1), (${clientId}, ${listId}, 'Orders', 'Orders', 'Number', '{}', 2),
      (${clientId}, ${listId}, 'Birthday', 'Birthday', 'Date', '{}', 3),
      (${clientId}, ${listId}, 'Plan', 'Plan', 'MultiSelectOne', '{Free,Basic,Premium}', 4)`
  await sql`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    select ${clientId}, ${listId}, address, address, 'Person ' || n, 'Active', joined_at, joined_at,
      jsonb_build_object('City', city, 'Orders', orders::text, 'Birthday', to_char(birthday, 'YYYY-MM-DD'), 'Plan', plan)
    from people_of_bench order by n`
  await sql`
    update list_totals set active = (select count(*) from people_of_bench) where client_id = ${clientId} and list_id = ${listId}`
}

async function fillTags(sql: Sql, { clientId }: Key) {
  await sql`
    insert into contact_tags (client_id, name, people)
    select ${clientId}, tag, count(*) from people_of_bench where tag is not null group by tag`
  await sql`
    insert into tagged_contacts (client_id, address, tag_id, source)
    select ${clientId}, p.address, t.id, 'hand' from people_of_bench p join contact_tags t on t.client_id = ${clientId} and t.name = p.tag`
}

/** Rows as they are after the last event of each person. */
async function fillEngagement(sql: Sql, { clientId }: Key) {
  const [first, second] = daysAgo
  const day = (days: Fragment) => sql`coalesce(1::bit(400) << (${days} - d.last), 0::bit(400))`
  const bitmap = (other: string, event: string, later: number) => {
    const inCampaign = (n: number, days: number) =>
      sql`case when ${sql(`p.${event}${n}`)} then ${day(sql`${days - later}::integer`)} else 0::bit(400) end`
    return sql`nullif(${day(sql`${sql(`p.${other}`)}`)} | ${inCampaign(0, first)} | ${inCampaign(1, second)}, 0::bit(400))`
  }
  const accepted = bitmap('other_day', 'got', 0)
  await sql`
    insert into contact_engagement (client_id, address, upto, accepted_on, opened_on, clicked_on, accepted, measured, opened, clicked)
    select ${clientId}, p.address, ${today(sql)} - d.last, ${today(sql)} - d.accepted, ${today(sql)} - d.opened, ${today(sql)} - d.clicked,
      ${accepted}, case when p.tracked then ${accepted} end, ${bitmap('other_opened', 'opened', 1)}, ${bitmap('other_clicked', 'clicked', 1)}
    from people_of_bench p
    cross join lateral (select a.*, least(a.accepted, a.opened, a.clicked) as last from (${lastDays(sql)}) a) d
    where d.accepted is not null`
}

/** The least days before today on which mails to a person `p` were accepted, opened and clicked. */
function lastDays(sql: Sql) {
  const [first, second] = daysAgo.map(days => sql`${days}::integer`)
  const [firstRead, secondRead] = daysAgo.map(days => sql`${days - 1}::integer`)
  return sql`
    select least(p.other_day, case when p.got0 then ${first!} end, case when p.got1 then ${second!} end) as accepted,
      least(p.other_opened, case when p.opened0 then ${firstRead!} end, case when p.opened1 then ${secondRead!} end) as opened,
      least(p.other_clicked, case when p.clicked0 then ${firstRead!} end, case when p.clicked1 then ${secondRead!} end) as clicked`
}

/** @returns its CampaignID */
async function fillCampaign(sql: Sql, { clientId, listId }: Key, n: number): Promise<string> {
  const at = sql`now() - ${daysAgo[n]!}::integer * interval '1 day'`
  const [campaign] = await sql<{ id: number; publicId: string }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, ${`Sent ${n}`}, 's', 'f', 'f@x.example', 'f@x.example', '', '', 'sent', ${at}, ${at})
    returning id, public_id`
  const { id, publicId } = campaign!
  const columnOf = (column: string) => sql(`p.${column}${n}`)
  await sql`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${id}, 1, 'https://shop.example/')`
  await sql`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
    select ${clientId}, ${id}, ${columnOf('number')}, s.list_id, s.id, s.email, s.address, s.name, '{}', p.tracked
    from people_of_bench p join subscribers s on s.client_id = ${clientId} and s.list_id = ${listId} and s.address = p.address
    where ${columnOf('got')} order by p.n`
  await sql`
    insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
    select ${clientId}, ${id}, ${columnOf('number')}, 1, 'accepted', ${at}, 250, '2.0.0 queued' from people_of_bench p where ${columnOf('got')} order by p.n`
  // entries: opens, those of people, clicks, those of people
  await sql`
    insert into opens (client_id, campaign_id, number, opens, clicks, first_at, counted)
    select ${clientId}, ${id}, ${columnOf('number')}, 1, ${columnOf('clicked')}::integer, ${at} + interval '1 day', case
        when ${columnOf('scanned')} then '{"all": [1, 0, 0, 0], "hours": {}, "links": {}}'
        when ${columnOf('clicked')} then '{"all": [1, 1, 1, 1], "hours": {}, "links": {"1": [1, 1]}}'
        else '{"all": [1, 1, 0, 0], "hours": {}, "links": {}}' end::jsonb
    from people_of_bench p where ${columnOf('opened')} or ${columnOf('scanned')} order by p.n`
  await sql`
    insert into clicks (client_id, campaign_id, number, link, clicks, first_at)
    select ${clientId}, ${id}, ${columnOf('number')}, 1, 1, ${at} + interval '1 day' from people_of_bench p where ${columnOf('clicked')} order by p.n`
  return publicId
}

async function fillFlat(sql: Sql) {
  await sql`
    create table flat as
    select p.n as id, p.address as email, 'Person ' || p.n as name, 'enabled' as status, p.joined_at as created_at, jsonb_strip_nulls(jsonb_build_object(
      'city', p.city, 'orders', p.orders, 'birthday', p.birthday, 'plan', p.plan, 'tag', p.tag,
      'measured_on', case when p.tracked then ${today(sql)} - d.accepted end, 'opened_on', ${today(sql)} - d.opened, 'clicked_on', ${today(sql)} - d.clicked,
      'measured_0', p.got0 and p.tracked, 'measured_1', p.got1 and p.tracked, 'got_0', p.got0, 'got_1', p.got1, 'opened_0', p.opened0, 'opened_1', p.opened1
    )) as attribs
    from people_of_bench p cross join lateral (${lastDays(sql)}) d order by p.n`
  await sql`alter table flat add primary key (id)`
}
