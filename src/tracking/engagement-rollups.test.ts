/** Days of people from real mails, hits and their classification, and all that takes them back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAllHits, seedSent } from '../../test/harness/campaign.ts'
import {
  campaign,
  isSent,
  people,
  present,
  type Running,
  relay,
  sender,
  sendNow,
  sink,
} from '../../test/harness/sending.ts'
import { rules } from '../domain/bot-filter/rules.ts'
import { eraseContact } from '../domain/erasures/erasing.ts'
import { workOnWithdrawal } from '../domain/erasures/withdrawals.ts'
import { changeAddress } from '../domain/subscribers/address-change.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import { settleUnknown } from '../store/campaigns/lifecycle.ts'
import { transaction } from '../store/connection/transaction.ts'
import type { EventCondition } from '../store/segments/conditions.ts'
import { eventHolds } from '../store/segments/events.ts'
import { isHistoryComplete } from '../store/tracking/engagement-rollups.ts'
import { botFilter } from './bot-filter.ts'
import { workOnRollUp } from './engagement-rollups.ts'
import { createHits } from './hits.ts'

const going = new AbortController().signal
const browser = {
  remote: '192.0.2.77',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
}
const dayMs = 86_400_000
/** The days before today in the client's zone. */
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

async function classify(options: Parameters<typeof botFilter>[1] = {}): Promise<void> {
  await countAllHits(present.db)
  const step = botFilter(present.db, { settleMs: 0, ...options })
  while (await step());
}

async function rollUpAll(): Promise<void> {
  while (await workOnRollUp(present.db, going, 0));
}

type Asked = Partial<EventCondition> & Pick<EventCondition, 'event' | 'scope'>

/** Whether a condition holds for an address; at least once by default. */
async function holds(address: string, asked: Asked): Promise<boolean | null> {
  const { db, world } = present
  const { clientId, timeZone } = world.client
  const condition: EventCondition = { is: 'event', link: null, times: { is: 'at least', count: 1 }, ...asked }
  const today = db`(now() at time zone ${timeZone})::date`
  const [row] = await db<{ holds: boolean | null }[]>`
    select ${eventHolds(db, clientId, condition, { address: db`${address}::text`, today })} as holds`
  return row!.holds
}

/** The columns of a person's row that have something. */
async function rowOf(address: string): Promise<readonly string[]> {
  const { db, world } = present
  const [row] = await db`
    select upto, accepted_on, opened_on, clicked_on, accepted, measured, opened, clicked, bounced, unaccepted
    from contact_engagement where client_id = ${world.client.clientId} and address = ${address}`
  return Object.entries(row ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]))
}

/** Sends a campaign to people, the first with a hit by a person. */
async function sent(addresses: readonly string[]): Promise<Running> {
  const running = await campaign(addresses)
  const peer = await sink()
  const sending = sender(relay(peer))
  await sendNow(running)
  await isSent(running)
  await sending.stop(0)
  return running
}

const last = { days: 1 }

test('sending, an open and a click are days of the person, before the roll-up of the ledger and after it', async () => {
  const addresses = people(45)
  const running = await sent(addresses)
  const [reader, clicker, silent] = addresses as [string, string, string]
  const hits = createHits(present.db, { now: () => new Date() })
  await hits.open({ campaignId: running.campaignId, number: 1, ...browser })
  await hits.click({ campaignId: running.campaignId, number: 2, ...browser }, 1)
  // whatever the time between sending and hits is in this test, mails that were taken hours ago are read by people
  await present.db`update log set at = at - interval '1 minute' where campaign_id = ${running.campaignId}`
  await classify()
  const answers = async () => [
    await holds(silent, { event: 'sent', scope: last }),
    await holds(silent, { event: 'accepted', scope: last }),
    await holds(silent, { event: 'opened', scope: last }),
    await holds(silent, { event: 'bounced', scope: last }),
    await holds(reader, { event: 'opened', scope: last }),
    await holds(reader, { event: 'clicked', scope: last }),
    await holds(clicker, { event: 'opened', scope: { campaigns: [running.campaignId] } }),
    await holds(clicker, { event: 'clicked', scope: last }),
    await holds(clicker, { event: 'clicked', scope: last, link: 'https://shop.example/' }),
    await holds('stranger@example.com', { event: 'sent', scope: last }),
    await holds('stranger@example.com', { event: 'opened', scope: last }),
  ]
  const expected = [true, true, false, false, true, false, true, true, true, false, null]
  assert.deepEqual(await rowOf(silent), [], 'not rolled up')
  assert.deepEqual(await answers(), expected)
  await rollUpAll()
  assert.deepEqual(await rowOf(silent), ['upto', 'acceptedOn', 'accepted', 'measured'])
  assert.equal((await present.db`select 1 from engagement_rollups`).length, 0)
  assert.deepEqual(await answers(), expected)
  const [rows] = await present.db`
    select count(*)::int as count from contact_engagement where client_id = ${running.clientId} and bit_count(accepted) = 1`
  assert.equal(rows!.count, addresses.length)
})

test('a campaign is not rolled up while it is sent, and begins anew when it is sent again', async () => {
  const running = await sent(people(3))
  const { db } = present
  await db`update campaigns set state = 'sending' where id = ${running.campaignId}`
  await rollUpAll()
  assert.deepEqual(await rowOf('p0@example.com'), [])
  await db`update campaigns set state = 'paused' where id = ${running.campaignId}`
  await db`update leases set done = false, owner = 'lost' where campaign_id = ${running.campaignId}`
  await rollUpAll()
  assert.deepEqual(await rowOf('p0@example.com'), [], 'a sender may still append')
  await db`update leases set done = true where campaign_id = ${running.campaignId}`
  await rollUpAll()
  assert.equal((await rowOf('p0@example.com')).length, 4)
})

test('what a person decides about an unknown mail is a day of its hand-over', async () => {
  const { db, world } = present
  const running = await seedSent(db, world, { size: 1 })
  const { clientId, campaignId } = running
  const address = running.recipients[0]!.email
  await db`insert into log (client_id, campaign_id, number, attempt, kind, at) values (${clientId}, ${campaignId}, 1, 1, 'unknown', ${daysAgo(3)})`
  await db`update campaign_totals set accepted = 0, unknown = 1 where campaign_id = ${campaignId}`
  await transaction(db, sql => settleUnknown(sql, running, 1, 'accepted', new Date(), 1))
  assert.equal(await holds(address, { event: 'accepted', scope: { days: 2 } }), false)
  assert.equal(await holds(address, { event: 'accepted', scope: { days: 5 } }), true)
  assert.equal(await holds(address, { event: 'sent', scope: { days: 5 }, times: { is: 'exactly', count: 1 } }), true)
})

/** A campaign of yesterday with hits of people: three recipients, of whom the first opened and clicked, the second opened. */
async function read(days = 1) {
  const { db, world } = present
  const running = await seedSent(db, world)
  const { clientId, campaignId, recipients } = running
  for (const { number } of recipients)
    await db`insert into log (client_id, campaign_id, number, attempt, kind, at) values (${clientId}, ${campaignId}, ${number}, 1, 'accepted', ${daysAgo(days + 1)})`
  await db`insert into engagement_rollups (client_id, campaign_id) values (${clientId}, ${campaignId})`
  const hits = createHits(db, { now: () => daysAgo(days) })
  await hits.open({ campaignId, number: 1, ...browser })
  await hits.click({ campaignId, number: 1, ...browser }, 1)
  await hits.open({ campaignId, number: 2, ...browser })
  await classify()
  await rollUpAll()
  return { ...running, emails: recipients.map(({ email }) => email) as [string, string, string] }
}

const opened = { event: 'opened', scope: { days: 30 } } as const
const clicked = { event: 'clicked', scope: { days: 30 } } as const

test('rules that are applied again take days back, unless another mail has them', async () => {
  const { db } = present
  const one = await read()
  const [first, second] = one.emails
  assert.deepEqual([await holds(first, clicked), await holds(second, opened)], [true, true])
  // the second person read another campaign too, in another mail program
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    select client_id, 'Other', subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at
    from campaigns where id = ${one.campaignId} returning id`
  const campaignId = row!.id as number
  await db`
    insert into audience select client_id, ${campaignId}, 1, list_id, subscriber_id, email, address, name, fields, tracked
    from audience where campaign_id = ${one.campaignId} and number = 2`
  await db`insert into campaign_totals (client_id, campaign_id, recipients, accepted) values (${one.clientId}, ${campaignId}, 1, 1)`
  await createHits(db, { now: () => daysAgo(1) }).open({ campaignId, number: 1, ...browser, agent: 'Thunderbird' })
  await classify()
  const machines = [{ name: 'a scanner', pattern: /Firefox/ }, ...rules.machines]
  const strict = { ...rules, version: rules.version + 1, machines }
  await classify({ rules: strict })
  assert.deepEqual(await rowOf(first), ['upto', 'acceptedOn', 'accepted', 'measured'])
  assert.equal(await holds(first, opened), false)
  assert.equal(await holds(second, opened), true, 'the day of the other mail stays')
  await db`update engagement set rules_version = ${rules.version}, redone_to = 0`
  await classify()
  assert.deepEqual([await holds(first, clicked), await holds(second, opened)], [true, true])
})

test('who refuses to be measured has no days of opens and clicks, and is not known not to have opened', async () => {
  const { db } = present
  const one = await read()
  const [first, second] = one.emails
  await setConsent(db, present.world.list, one.recipients[0]!.subscriberId, 'measuring', false, { by: 'page' })
  while (await workOnWithdrawal(db, going));
  assert.deepEqual(await rowOf(first), ['upto', 'acceptedOn', 'accepted'])
  assert.equal(await holds(first, opened), null)
  assert.equal(await holds(first, { event: 'opened', scope: { campaigns: [one.campaignId] } }), null)
  assert.equal(await holds(first, { event: 'accepted', scope: { days: 30 } }), true)
  assert.equal(await holds(second, opened), true)
})

test('an address that changes takes its days along, and mails to the old one count', async () => {
  const { db, world } = present
  const [one, other] = [await read(), await read(5)]
  const [from, to] = [one.emails[0], other.emails[1]]
  // the new address is known of another list
  const [list] =
    await db`insert into lists (client_id, title, confirm_opt_in) values (${one.clientId}, 'Other', false) returning id`
  await db`update subscribers set list_id = ${list!.id} where client_id = ${one.clientId} and address = ${to}`
  await db`update audience set list_id = ${list!.id} where client_id = ${one.clientId} and address = ${to}`
  await changeAddress(db, world.client, { email: from, newEmail: to, listId: null }, { by: 'page' } as never)
  assert.deepEqual(await rowOf(from), [])
  assert.equal(await holds(to, { ...opened, times: { is: 'exactly', count: 2 } }), true)
  assert.equal(await holds(to, { event: 'sent', scope: { campaigns: [one.campaignId] } }), true)
  assert.equal(
    await holds(to, {
      event: 'sent',
      scope: { campaigns: [one.campaignId, other.campaignId] },
      times: { is: 'exactly', count: 2 },
    }),
    true,
  )
  // a hit on the old letter is the person's
  await createHits(db).click({ campaignId: one.campaignId, number: 1, ...browser }, 1)
  await classify()
  assert.equal(await holds(to, { event: 'clicked', scope: last }), true)
  assert.deepEqual(await rowOf(from), [])
})

test('an erased person has no row, and gets none', async () => {
  const { db, world } = present
  const one = await read()
  const erasures = { remember: async () => {} }
  await eraseContact({ db, erasures }, world.client, one.emails[0], 'Carla', { by: 'operator' } as never)
  assert.deepEqual(await rowOf(one.emails[0]), [])
  await db`insert into engagement_rollups (client_id, campaign_id) values (${one.clientId}, ${one.campaignId})`
  await rollUpAll()
  const rows =
    await db`select address from contact_engagement where client_id = ${one.clientId} and left(address, 1) = '@'`
  assert.equal(rows.length, 0)
})

test('campaigns of earlier versions are rolled up once, with their hits, and until then the client knows it', async () => {
  const { db } = present
  const one = await read(3)
  const { clientId } = one
  await db`delete from contact_engagement where client_id = ${clientId}`
  await db`update engagement_history set is_queued = false`
  await db`
    insert into processes (id, host, pid, roles, version, schema, node, started_at, held_relays, is_disk_full, are_heartbeats_overdue)
    values (gen_random_uuid(), 'old', 1, '{}', '0.9', 70, 'v22', now(), '{}', false, false)`
  await rollUpAll()
  assert.equal(await isHistoryComplete(db, clientId), false)
  assert.deepEqual(await rowOf(one.emails[0]), [], 'a process of the version before may still record')
  await db`delete from processes`
  assert.equal(await workOnRollUp(db, AbortSignal.abort(), 0).catch(() => 'stopped'), 'stopped')
  assert.equal(await isHistoryComplete(db, clientId), false)
  await rollUpAll()
  assert.equal(await isHistoryComplete(db, clientId), true)
  assert.deepEqual([await holds(one.emails[0], clicked), await holds(one.emails[2], opened)], [true, false])
  assert.equal((await rowOf(one.emails[0])).length, 8)
})
