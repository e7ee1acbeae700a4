/** Campaigns of a client that were begun: one that is over, with its ledger, and one that is paused halfway. */
import type { ClientRef } from '../../src/domain/access/access.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { seedEarlier, seedReported } from './report.ts'

export interface ReportWorld {
  /** Sent, with 1,203 recipients and what became of each. */
  readonly sentId: string
  /** Paused, with recipients of whom some wait. */
  readonly pausedId: string
}

const size = 1203

export async function seedReports(db: Database, clientPublicId: string): Promise<ReportWorld> {
  const [client] = await db<(ClientRef & { listId: number })[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      (select min(id) from lists where client_id = c.id) as list_id
    from clients c where c.public_id = ${clientPublicId}`
  const { listId, ...ref } = client!
  const shop = 'https://blossom.example'
  const links = [`${shop}/bulbs?season=spring`, `${shop}/garden-day`, `${shop}/roses/planting-in-the-cold-months`]
  const html = `<html><body style="margin:0;font:16px/1.5 sans-serif;color:#22211e"><div style="max-width:34rem;margin:0 auto;padding:2rem">
<h1>There is still time</h1><p>Tulips, crocuses and winter aconites can go into the ground until it freezes.</p>
<p><a href="${links[0]}">All bulbs of the season</a></p><p>On Saturday we show how roses get through the cold months.</p>
<p><a href="${links[1]}">Garden day</a> · <a href="${links[2]}">Planting roses</a></p>
<p><unsubscribe>Unsubscribe</unsubscribe></p></div></body></html>`
  const letter = { subject: 'Bulbs that still go into the ground', size, links, html }
  const sent = await seedReported(db, ref, listId, { ...letter, name: 'November letter' })
  await seedLedger(db, sent, listId)
  const paused = await seedReported(db, ref, listId, {
    ...{ name: 'Advent wreaths', subject: 'Wreaths by hand', size: 9120, state: 'paused', daysAgo: 0, links },
  })
  await db`
    update campaign_totals set planned = planned - 23, deferred = 23
    where client_id = ${ref.clientId} and campaign_id = ${paused.campaignId}`
  await db`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state, detail)
    select client_id, id, now(), 'pause', 0, 'Carla Weber', 'json', '192.0.2.1', 'sending', 'paused', '{"waiting": 3648}'
    from campaigns where client_id = ${ref.clientId} and id = ${paused.campaignId}`
  await seedHistory(db, ref.clientId, sent.campaignId)
  await seedEarlier(db, ref, listId, 5)
  return { sentId: sent.campaignPublicId, pausedId: paused.campaignPublicId }
}

/** From the test mail to a retry, in the week before the console is looked at. */
async function seedHistory(db: Database, clientId: number, campaignId: number): Promise<void> {
  await db`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state, detail)
    select ${clientId}, ${campaignId}, now() - age, action, 0, who, 'json', '192.0.2.1', from_state, to_state, detail::jsonb
    from (values
      (interval '4 days 3 hours', 'test', 'Carla Weber', 'draft', 'draft', '{"recipients": ["carla@letters.example"], "revision": 3}'),
      (interval '4 days 2 hours', 'request approval', 'Carla Weber', 'draft', 'draft', '{"revision": 3, "comment": "Please check the offer."}'),
      (interval '4 days 1 hour', 'approve', 'Jonas Brandt', 'draft', 'draft', '{"revision": 3}'),
      (interval '4 days', 'send', 'Carla Weber', 'draft', 'scheduled', '{"due": "2026-11-23T09:00:00Z", "revision": 3}'),
      (interval '3 days 2 hours', 'begin', 'Lettershop', 'scheduled', 'sending', '{}'),
      (interval '3 days 1 hour', 'pause', 'Jonas Brandt', 'sending', 'paused', '{"waiting": 482}'),
      (interval '3 days 30 minutes', 'resume', 'Carla Weber', 'paused', 'sending', '{}'),
      (interval '3 days', 'finish', 'Lettershop', 'sending', 'sent', '{}'),
      (interval '2 days', 'retry', 'Carla Weber', 'sent', 'sending', '{"recipients": 4}'),
      (interval '47 hours', 'finish', 'Lettershop', 'sending', 'sent', '{}')
    ) h(age, action, who, from_state, to_state, detail)
    order by age desc`
}

/** An audience whose log says what the totals say: refused first, then unknown, then left out, then accepted. */
async function seedLedger(
  db: Database,
  { clientId, campaignId }: { readonly clientId: number; readonly campaignId: number },
  listId: number,
): Promise<void> {
  const [totals] = await db<{ refused: number; unknown: number; excluded: number; bounces: number }[]>`
    select refused, unknown, excluded, bounces from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  const { refused, unknown, excluded } = totals!
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}, ${listId}, a, a, '', 'Active', now() - interval '1 year', now() - interval '1 year'
    from (select ${firstAddress(db)} as a from generate_series(1, ${size}) n) k`
  await db`
    insert into list_totals (client_id, list_id, active) values (${clientId}, ${listId}, ${size})
    on conflict (client_id, list_id) do update set active = list_totals.active + ${size}`
  await db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
    select ${clientId}, ${campaignId}, row_number() over (order by id), ${listId}, id, email, address, name, '{}'
    from subscribers where client_id = ${clientId} and list_id = ${listId} and address like '%@letters.example'`
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
    select ${clientId}, ${campaignId}, n, 1,
      case when n <= ${refused} then 'refused' when n <= ${refused + unknown} then 'unknown'
        when n <= ${refused + unknown + excluded} then 'excluded' else 'accepted' end,
      date_trunc('hour', now()) - interval '6 days' + n * interval '1 second',
      case when n <= ${refused} then 550 when n > ${refused + unknown + excluded} then 250 end,
      case when n <= ${refused} then '5.1.1 <reader@letters.example>: no such user here'
        when n <= ${refused + unknown} then 'the connection was lost' when n <= ${refused + unknown + excluded} then 'unsubscribed since'
        else '2.0.0 Ok: queued as 4XF2' || n end
    from generate_series(1, ${size}) n`
  await db`
    insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence, class, code)
    select ${clientId}, ${campaignId}, n, 'H', date_trunc('hour', now()) - interval '6 days',
      '5.1.1 <reader@letters.example>: no such user here', 'recipient gone', 550
    from generate_series(1, ${refused}) n`
  // as the bot filter counts the events that it has read: machines' opens, people's, machines' clicks, people's
  const opened = '{"all": [0, 1, 0, 0]}'
  const clicked = '{"all": [0, 2, 0, 1]}'
  await db`
    insert into opens (client_id, campaign_id, number, opens, first_at, clicks, counted)
    select ${clientId}, ${campaignId}, n, 1, date_trunc('hour', now()) - interval '5 days', (n % 13 = 0)::integer,
      case when n % 13 = 0 then ${clicked} else ${opened} end::jsonb
    from generate_series(${refused + unknown + excluded + 1}::integer, ${size}) n where n % 3 = 0 or n % 13 = 0`
  const wilma = size - 1
  await db`
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
    select ${clientId}, ${campaignId}, ${wilma}, kind, link, date_trunc('hour', now()) - interval '5 days' + m * interval '1 minute', '',
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Thunderbird/145.0'
    from (values ('open', null, 4), ('click', 1, 6)) as h (kind, link, m)`
}

/** `reader1@letters.example`, and a person with a name of her own. */
function firstAddress(db: Database) {
  return db`case when n = ${size - 1} then 'wilma.ostermann@letters.example' else 'reader' || n || '@letters.example' end`
}
