/** A numbered page far behind the first has the rows that skipping all before it gives, whatever changed since another page was read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAllHits, seedSent } from '../../test/harness/campaign.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import type { CampaignRef } from '../domain/access/access.ts'
import { recipientsOfPage } from '../domain/campaigns/reports/event-pages.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { transaction } from '../store/connection/transaction.ts'
import { eraseRecipients } from '../store/erasures/contact-rows.ts'
import { createHits } from '../tracking/hits.ts'
import { campaignPages } from './campaigns/campaign-pages.ts'
import { members } from './members.ts'
import { subscribers } from './subscribers.ts'

const { db, world, call } = await operationsTest({ ...members, ...subscribers, ...campaignPages }, db => ({
  subscriptions: subscriptions(db),
}))
const { list } = world
const target = { ApiKey: world.accountKey, ListID: list.listPublicId }
const rows = 14_000
const size = 100

await db`
  insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
  select ${list.clientId}::bigint, ${list.listId}::bigint, a, a, 'Name ' || left(md5(a), 3), 'Active', now() - (n % 7000) * interval '1 minute', now()
  from generate_series(1, ${rows}::integer) n cross join lateral (select md5(n::text) || '@x.example' as a) a`
await db`
  update list_totals set active = ${rows} where client_id = ${list.clientId} and list_id = ${list.listId}`
await db`analyze subscribers`

const memberOrders = {
  EmailAddress: 'address collate "C"',
  Name: 'left(lower(name), 60) collate "C", id',
  StateDate: 'state_at, id',
} as const

/** Compares pages on both sides of the middle, in each order and direction, with all members. */
async function sameMembers(why: string) {
  for (const [order, keys] of Object.entries(memberOrders) as [keyof typeof memberOrders, string][]) {
    const sorted = await db.unsafe<{ email: string }[]>(
      `select email from subscribers where list_id = ${list.listId} and state = 'Active' order by ${keys}`,
    )
    const emails = sorted.map(({ email }) => email)
    for (const descending of [false, true]) {
      const all = descending ? emails.toReversed() : emails
      for (const page of [60, 61, 66, 75, 80]) {
        const { Members, Total } = await call('Subscribers.Page', {
          ...{ ...target, State: 'Active', Page: page, PageSize: size, Order: order, Descending: descending },
        })
        assert.deepEqual(
          rowsOf(Members).map(({ EmailAddress }) => EmailAddress),
          all.slice((page - 1) * size, page * size),
          `${why}: page ${page} by ${order}${descending ? ', descending' : ''}`,
        )
        assert.equal(Total, all.length)
      }
    }
  }
}

/** The first member of an order. */
async function first(keys: string): Promise<string> {
  const [member] = await db.unsafe<{ email: string }[]>(
    `select email from subscribers where list_id = ${list.listId} and state = 'Active' order by ${keys} limit 1`,
  )
  return member!.email
}

test('deep pages of members are right, and stay right when members come, go or change', async () => {
  await sameMembers('at first')
  await sameMembers('again')
  await call('Subscriber.Add', { ...target, Email: '0a@x.example', Name: 'A new one' })
  await sameMembers('a subscriber joined')
  const left = await first(memberOrders.StateDate)
  await call('Subscriber.Unsubscribe', { ...target, Email: left })
  await sameMembers('a subscriber left')
  await call('Subscriber.Add', { ...target, Email: await first(memberOrders.Name), Name: 'Zoe' })
  await sameMembers('a name changed')
  const moved = { ...target, EmailAddress: await first(memberOrders.EmailAddress), NewEmailAddress: 'zz@x.example' }
  await call('Subscriber.Change', {
    ...moved,
    Name: 'Moved',
    MobileNumber: '',
    CustomFields: [],
    TrackingConsent: 'Unchanged',
    MobileConsent: 'Unchanged',
  })
  await sameMembers('an address changed')
  await call('Subscriber.Unsubscribe', { ...target, Email: await first(memberOrders.EmailAddress) })
  await call('Subscriber.Add', { ...target, Email: '0b@x.example', Name: 'B' })
  await sameMembers('as many joined as left')
})

const eventOrders = {
  Date: 'h.at, h.number',
  List: 'h.number, h.at',
  EmailAddress: 'a.address collate "C", h.at, h.number',
} as const

/** What a page has, without the order of events that happened at the same instant to the same recipient. */
type Event = readonly [address: string, url: string]

async function sameEvents(why: string, campaign: CampaignRef, kind: 'Open' | 'Click') {
  const { clientId, campaignId } = campaign
  for (const [order, keys] of Object.entries(eventOrders) as [keyof typeof eventOrders, string][]) {
    const sorted = await db.unsafe<{ email: string; url: string }[]>(`
      select a.email, coalesce(l.url, '') as url
      from hits h
      join audience a using (client_id, campaign_id, number)
      left join links l on l.client_id = h.client_id and l.campaign_id = h.campaign_id and l.number = h.link
      where h.client_id = ${clientId} and h.campaign_id = ${campaignId} and h.kind = '${kind.toLowerCase()}' and h.method = 'GET'
      order by ${keys}`)
    const events = sorted.map(({ email, url }): Event => [email, url])
    for (const descending of [false, true]) {
      const all = descending ? events.toReversed() : events
      for (const page of [1, 60, 64]) {
        const { Events } = await call('Campaign.PageEvents', {
          ...{ ApiKey: world.accountKey, CampaignID: campaign.campaignPublicId, Kind: kind, Since: '' },
          ...{ Page: page, PageSize: size, Order: order, Descending: descending },
        })
        assert.deepEqual(
          rowsOf(Events).map((event): Event => [event.EmailAddress!, event.URL!]),
          all.slice((page - 1) * size, page * size),
          `${why}: page ${page} of ${kind} by ${order}${descending ? ', descending' : ''}`,
        )
      }
    }
  }
}

test('deep pages of opens and clicks are right, and stay right when others come or a recipient is erased', async () => {
  const campaign = await seedSent(db, world)
  const { clientId, campaignId } = campaign
  const recipients = 1_500
  await db`delete from audience where client_id = ${clientId} and campaign_id = ${campaignId}`
  await db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
    select ${clientId}::bigint, ${campaignId}::bigint, n, ${list.listId}::bigint, n, a, a, '', '{}'
    from generate_series(1, ${recipients}::integer) n cross join lateral (select md5(n::text) || '@x.example' as a) a`
  await db`
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent, method)
    select ${clientId}::bigint, ${campaignId}::bigint, 1 + n * 7919 % ${recipients}::integer, k, case when k = 'click' then 1 end,
      now() - (n / 3) * interval '1 second', '192.0.2.0', 'Mail', case when n % 50 = 0 then 'HEAD' else 'GET' end
    from generate_series(1, 6600) n cross join (values ('open'), ('click')) kinds (k)`
  await db`
    update campaign_totals set recipients = ${recipients}, planned = 0, accepted = ${recipients}, handing_over = 0, deferred = 0, refused = 0,
      unknown = 0, excluded = 0, opens = 6468, clicks = 6468
    where client_id = ${clientId} and campaign_id = ${campaignId}`
  await db`analyze hits, audience`
  await sameEvents('at first', campaign, 'Open')
  await sameEvents('again', campaign, 'Click')
  const { open, click } = createHits(db, { now: () => new Date('2026-01-01T00:00:00Z') })
  const visit = { campaignId, remote: '192.0.2.77', agent: 'Mail/1.0' }
  await open({ ...visit, number: 1 })
  await click({ ...visit, number: 2 }, 1)
  await sameEvents('others came', campaign, 'Open')
  await sameEvents('others came', campaign, 'Click')
  await countAllHits(db)
  await sameEvents('they were counted', campaign, 'Open')
  const [first] = await db<{ address: string }[]>`
    select address from audience where client_id = ${clientId} and campaign_id = ${campaignId} order by address collate "C" limit 1`
  const { accountId, timeZone } = list
  const erasing = { ...{ accountId, clientId, timeZone, erasureId: 1 }, address: first!.address, hash: 'zzzz' }
  await transaction(db, sql => eraseRecipients(sql, erasing as never)) // the keys that it reads
  await sameEvents('a recipient was erased', campaign, 'Click')
})

test('the recipients of a page are those of its events, from both ends', () => {
  const ordered = { numbers: Int32Array.of(7, 3, 9), events: Int32Array.of(2, 5, 1) }
  const page = (offset: number, limit: number, descending = false) =>
    recipientsOfPage(ordered, { offset, limit, descending })
  assert.deepEqual(page(0, 2), { numbers: [7], before: 0 })
  assert.deepEqual(page(1, 2), { numbers: [7, 3], before: 1 })
  assert.deepEqual(page(4, 2), { numbers: [3], before: 2 })
  assert.deepEqual(page(6, 10), { numbers: [3, 9], before: 4 })
  assert.deepEqual(page(8, 10), { numbers: [], before: 0 })
  assert.deepEqual(page(0, 2, true), { numbers: [9, 3], before: 0 })
})
