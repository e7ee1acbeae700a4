/** The rows of bench/world.ts, as statements in steps of at most 200,000 rows. The client and the list are those that exist already. */

/** Campaigns to everyone on the list. */
export const campaigns = 3
/** Campaigns of which only the row and the totals exist. */
const oldCampaigns = 2_000
const perStep = 200_000

export interface Step {
  readonly name: string
  readonly statements: readonly string[]
}

const ids = 'select client_id, id as list_id from lists order by id limit 1'
const domains =
  "array['gmail.example', 'outlook.example', 'yahoo.example', 'web.example', 'post.example', 'mail.example.org']"
const names =
  "array['anna', 'ben', 'clara', 'david', 'eva', 'felix', 'greta', 'hannes', 'ida', 'jonas', 'karla', 'lukas', 'maria', 'noah', 'olga', 'paul']"
/** Of the subscriber k. One of fifty has a domain shared with a thousand others. */
const address = `(${names})[1 + k % 16] || '.' || substr(md5(k::text), 1, 10) || '@' || case when k % 50 = 0 then 'd' || k % 1000 || '.example' else (${domains})[1 + k % 6] end`
const isActive = "case when k % 20 = 0 then 'Unsubscribed' when k % 50 = 1 then 'Bounced' else 'Active' end"

/** @param subscribers of the list; each campaign goes to all who are active, and has as many hits */
export function makeSteps(subscribers: number): readonly Step[] {
  const ranges = Array.from({ length: Math.ceil(subscribers / perStep) }, (_, n) => [
    n * perStep + 1,
    Math.min((n + 1) * perStep, subscribers),
  ])
  const each = (name: string, statements: (from: number, to: number) => readonly string[]) =>
    ranges.map(([from, to]) => ({ name: `${name} ${from}`, statements: statements(from!, to!) }))
  return [
    { name: 'indexes of subscribers away', statements: dropIndexes },
    ...each('subscribers', subscribersOf),
    { name: 'indexes of subscribers', statements: makeIndexes },
    { name: 'counts of the list', statements: listCounts },
    { name: 'old campaigns', statements: rowsOfOldCampaigns },
    ...Array.from({ length: campaigns }, (_, n) => n + 1).flatMap(n => [
      { name: `campaign ${n}`, statements: [campaignRow(n)] },
      ...each(`audience and log of campaign ${n}`, (from, to) => recipientsOf(n, from, to)),
      ...each(`hits of campaign ${n}`, (from, to) => hitsOf(n, from, to)),
      { name: `totals of campaign ${n}`, statements: totalsOf(n) },
    ]),
    { name: 'events', statements: eventsOf(subscribers) },
  ]
}

/** Filling an index row by row takes many times as long as making it of all rows. */
const dropIndexes = [
  `create table world_indexes as
   select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
   from pg_index i
   join pg_class c on c.oid = i.indexrelid
   where i.indrelid = 'subscribers'::regclass and not i.indisunique`,
  `do $$ declare each record; begin
     for each in select name from world_indexes loop execute format('drop index %I', each.name); end loop;
   end $$`,
]
const makeIndexes = [
  "set local maintenance_work_mem = '1GB'",
  `do $$ declare each record; begin
     for each in select definition from world_indexes loop execute each.definition; end loop;
   end $$`,
  'drop table world_indexes',
]

const subscribersOf = (from: number, to: number) => [
  `with people as (
     select k, ${address} as address, now() - (k % 240000) * interval '1 minute' as at from generate_series(${from}, ${to}) k
   ), added as (
     insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
     select o.client_id, o.list_id, p.address, p.address,
       case when k % 10 < 7 then initcap(split_part(p.address, '.', 1)) || ' ' || initcap(substr(md5(k::text), 9, 8)) else '' end,
       ${isActive}, at, at,
       jsonb_build_object('City', (array['Berlin', 'Hamburg', 'Köln', 'Dresden'])[1 + k % 4], 'Plan', (array['free', 'basic', 'premium'])[1 + k % 3])
     from people p, (${ids}) o
     returning client_id, list_id, id, state, state_at
   )
   insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
   select client_id, list_id, id, state_at, null, state, 'added', '{"by": "admin", "wire": "json", "remote": "192.0.2.17", "loginId": 1}' from added`,
]

const listCounts = [
  'analyze subscribers',
  `update list_totals t set active = c.active, unsubscribed = c.unsubscribed, bounced = c.bounced
   from (select list_id, count(*) filter (where state = 'Active') as active, count(*) filter (where state = 'Unsubscribed') as unsubscribed,
     count(*) filter (where state = 'Bounced') as bounced from subscribers group by 1) c
   where t.list_id = c.list_id`,
  `insert into list_days (client_id, list_id, day, active, unsubscribed, bounced)
   select client_id, list_id, (state_at at time zone 'Europe/Berlin')::date, count(*) filter (where state = 'Active'),
     count(*) filter (where state = 'Unsubscribed'), count(*) filter (where state = 'Bounced')
   from subscribers group by 1, 2, 3 on conflict do nothing`,
  `insert into suppressions (client_id, address, email, reason, at)
   select client_id, address, email, 'bounced', state_at from subscribers where state = 'Bounced'`,
]

/** @param ago such as `n * interval '1 day'` */
const campaignColumns = (name: string, ago: string) =>
  `${name}, 'Subject ' || ${name}, 'From', 'from@bench.example', 'from@bench.example', '', repeat('<p>text <a href="https://bench.example/1">one</a></p>', 300),
   'sent', now() - ${ago}, now() - ${ago} + interval '1 hour', now() - ${ago}, 'html'`
const campaignInto =
  'insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at, active_at, content_kind)'

const rowsOfOldCampaigns = [
  `${campaignInto} select client_id, ${campaignColumns("'Old ' || n", "(100 + n) * interval '1 hour'")}
   from (${ids}) o, generate_series(1, ${oldCampaigns}) n`,
  `insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted, opens, unique_opens, clicks, unique_clicks)
   select client_id, id, 1000, 1001, 1000, 500, 300, 60, 40 from campaigns where name like 'Old %'`,
  `insert into campaign_lists (client_id, campaign_id, list_id)
   select m.client_id, m.id, o.list_id from campaigns m, (${ids}) o where m.name like 'Old %'`,
]

const campaignRow = (n: number) =>
  `with m as (
     ${campaignInto} select client_id, ${campaignColumns(`'World ${n}'`, `${n} * interval '2 days'`)} from (${ids}) o returning client_id, id
   ), l as (insert into campaign_lists (client_id, campaign_id, list_id) select m.client_id, m.id, o.list_id from m, (${ids}) o)
   insert into links (client_id, campaign_id, number, url) select client_id, id, g, 'https://bench.example/' || g from m, generate_series(1, 10) g`

const campaign = (n: number) => `(select client_id, id, started_at from campaigns where name = 'World ${n}')`

const recipientsOf = (n: number, from: number, to: number) => [
  `with people as (
     select m.client_id, m.id as campaign_id, m.started_at, s.list_id, s.id as subscriber_id, s.email, s.address, s.name, s.fields,
       last.number + row_number() over (order by s.id) as number
     from ${campaign(n)} m
     cross join (${ids}) o
     cross join lateral (
       select coalesce(max(number), 0) as number from audience a where a.client_id = m.client_id and a.campaign_id = m.id) last
     join subscribers s on s.client_id = o.client_id
     where s.list_id = o.list_id and s.id between (select min(id) from subscribers) + ${from - 1} and (select min(id) from subscribers) + ${to - 1}
       and s.state = 'Active'
   ), sent as (
     insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
     select client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, true from people order by number
   )
   insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
   select client_id, campaign_id, number, 1, case when number % 100 = 0 then 'refused' else 'accepted' end, started_at + number * interval '1 millisecond',
     case when number % 100 = 0 then 550 else 250 end,
     case when number % 100 = 0 then '550 5.1.1 The email account that you tried to reach does not exist' else '250 2.0.0 Ok: queued as 4XyZ' || lpad(to_hex(number), 8, '0') end
   from people order by number`,
]

const hitsOf = (n: number, from: number, to: number) => [
  `with given as (
     select m.client_id, m.id as campaign_id, 1 + (k::bigint * 7919) % greatest(1, t.most) as number, k, m.started_at + ((k::bigint * 31) % 518400) * interval '1 second' as at
     from generate_series(${from}, ${to}) k, ${campaign(n)} m,
       lateral (select coalesce(max(number), 0) as most from audience a where a.client_id = m.client_id and a.campaign_id = m.id) t
   ), stored as (
     insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
     select client_id, campaign_id, number, case when k % 5 = 0 then 'click' else 'open' end, case when k % 5 = 0 then 1 + k % 10 end, at,
       '192.0.' || (k % 256) || '.0', (array['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
         'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148', 'Mozilla/5.0'])[1 + k % 3]
     from given
   ), clicked as (
     insert into clicks (client_id, campaign_id, number, link, clicks, first_at)
     select client_id, campaign_id, number, 1 + k % 10, count(*), min(at) from given where k % 5 = 0 group by 1, 2, 3, 4
     on conflict do nothing
   )
   insert into opens (client_id, campaign_id, number, opens, first_at, clicks, counted)
   select client_id, campaign_id, number, count(*) filter (where k % 5 <> 0), min(at), count(*) filter (where k % 5 = 0),
     '{"all": [1,1,0,0,1,0], "hours": {"494000": [1,1,0,0]}, "links": []}'
   from given where k % 3 <> 0 group by 1, 2, 3 order by 3 on conflict do nothing`,
]

const totalsOf = (n: number) => [
  `insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, handed, done, opened_at)
   select m.client_id, m.id, g, g + 999, '', nextval('lease_tokens'), now(), 0, true, now()
   from ${campaign(n)} m, lateral (select max(number) as most from audience a where a.client_id = m.client_id and a.campaign_id = m.id) t,
     generate_series(1, t.most, 1000) g`,
  `insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence, class, status, code, worked_at)
   select l.client_id, l.campaign_id, l.number, 'H', l.at, 'answer', 'recipient gone', '5.1.1', 550, l.at
   from log l, ${campaign(n)} m where l.client_id = m.client_id and l.campaign_id = m.id and l.kind = 'refused'`,
  `insert into campaign_bounce_classes
   select b.client_id, b.campaign_id, 'recipient gone', count(*) from campaign_bounces b, ${campaign(n)} m
   where b.client_id = m.client_id and b.campaign_id = m.id group by 1, 2`,
  `insert into campaign_unsubscribes
   select a.client_id, a.campaign_id, a.number, m.started_at + interval '1 day' from audience a, ${campaign(n)} m
   where a.client_id = m.client_id and a.campaign_id = m.id and a.number % 500 = 7`,
  `insert into campaign_hours (client_id, campaign_id, hour, opens, human_opens, clicks, human_clicks)
   select m.client_id, m.id, date_trunc('hour', h.at), count(*) filter (where link is null), count(*) filter (where link is null), count(link), count(link)
   from hits h, ${campaign(n)} m where h.client_id = m.client_id and h.campaign_id = m.id group by 1, 2, 3`,
  `insert into link_totals
   select m.client_id, m.id, c.link, sum(clicks), count(*), sum(clicks), count(*) from clicks c, ${campaign(n)} m
   where c.client_id = m.client_id and c.campaign_id = m.id group by 1, 2, 3`,
  `insert into engagement (client_id, campaign_id, rules_version, classified_at, opens, clicks, human_opens, human_unique_opens, human_clicks, human_unique_clicks)
   select m.client_id, m.id, 1, now(), sum(opens), sum(clicks), sum(opens), count(*), sum(clicks), count(*) filter (where clicks > 0)
   from opens o, ${campaign(n)} m where o.client_id = m.client_id and o.campaign_id = m.id group by 1, 2`,
  `insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted, refused, opens, unique_opens, clicks, unsubscribes, bounces, unique_clicks)
   select m.client_id, m.id, r.most, r.most + 1, r.most - b.refused, b.refused, e.opens, e.human_unique_opens, e.clicks, r.most / 500, b.refused, e.human_unique_clicks
   from ${campaign(n)} m
   cross join lateral (select max(number) as most from audience a where a.client_id = m.client_id and a.campaign_id = m.id) r
   cross join lateral (select count(*) as refused from campaign_bounces b where b.client_id = m.client_id and b.campaign_id = m.id) b
   join engagement e on e.client_id = m.client_id and e.campaign_id = m.id`,
]

const eventsOf = (subscribers: number) => [
  `insert into published_events (client_id, sequence, type, at, published_at, data)
   select client_id, n, 'subscriber.added', moment, moment, jsonb_build_object('email', 'p' || n || '@post.example')
   from (${ids}) o, generate_series(1, ${Math.ceil(subscribers / 100)}) n,
     lateral (select now() - (${subscribers} - n) * interval '10 milliseconds' as moment) m`,
  `insert into event_heads (client_id, last_sequence) select client_id, ${Math.ceil(subscribers / 100)} from (${ids}) o
   on conflict (client_id) do update set last_sequence = excluded.last_sequence`,
]
