import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { seedList, testKeys } from '../../test/harness/seed.ts'
import {
  assertAccounts,
  campaign,
  isSent,
  people,
  present,
  relay,
  sender,
  sendNow,
  sink,
  stateOf,
  totals,
  until,
} from '../../test/harness/sending.ts'
import { eraseContact } from '../domain/erasures/erasing.ts'
import { transaction } from '../store/connection/transaction.ts'
import type { CampaignKey } from '../store/keys.ts'
import { hashedAddress } from '../store/subscribers/address-hash.ts'
import { addToScope, type SuppressionScope } from '../store/subscribers/suppressions.ts'
import type { Transport } from './transport.ts'

test('every member of the list gets one copy, and the campaign ends', async () => {
  const running = await campaign(people(57))
  const peer = await sink()
  sender(relay(peer))
  await sendNow(running)
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), people(57).sort())
  assert.match(peer.messages[0]!.raw.toString(), /^Subject: Hi Ada\r$/m)
  assert.equal(peer.messages[0]!.from, 'carla@client.example')
  assert.ok(peer.connections() <= 4, 'connections are kept')
  const { accepted, recipients } = await totals(running)
  assert.deepEqual([accepted, recipients], [57, 57])
  await assertAccounts(running)
  const links = await present.db`select number, url from links where campaign_id = ${running.campaignId}`
  assert.deepEqual([...links], [{ number: 1, url: 'https://shop.example/' }])
  const jobs = await present.db`select 1 from graphile_worker.jobs where task_identifier = 'sentNotice'`
  assert.equal(jobs.length, 1)
})

test('an address on several lists is one recipient, and suppressed ones are excluded with the reason', async () => {
  const running = await campaign(['a@example.com', 'b@example.com', 'gone@example.com'])
  const { db } = present
  const { clientId } = running
  const second = await seedList(db, present.world.client, 'Second')
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${clientId}, ${second.listId}, 'A@example.com', 'a@example.com', 'Active', now(), now()),
      (${clientId}, ${second.listId}, 'c@example.com', 'c@example.com', 'Active', now(), now()),
      (${clientId}, ${second.listId}, 'u@example.com', 'u@example.com', 'Unconfirmed', now(), now())`
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${running.campaignId}, ${second.listId})`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${clientId}, 'gone@example.com', 'gone@example.com', 'manual', now())`
  const peer = await sink()
  sender(relay(peer))
  await sendNow(running)
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), ['a@example.com', 'b@example.com', 'c@example.com'])
  const { recipients, excluded, accepted } = await totals(running)
  assert.deepEqual({ recipients, excluded, accepted }, { recipients: 4, excluded: 1, accepted: 3 })
  const [entry] = await db`select answer from log where campaign_id = ${running.campaignId} and kind = 'excluded'`
  assert.equal(entry!.answer, 'suppressed')
  await assertAccounts(running)
})

const hashOf = (kind: string, address: string) => `@${kind}:${createHash(kind).update(address).digest('hex')}`
/** The rules belong to the account, the list, the client, the list, and so on. */
async function suppressRules({ clientId, campaignId }: CampaignKey, rules: readonly string[]) {
  const { db, world } = present
  const [{ listId }] = await db<[{ listId: number }]>`
    select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId}`
  const scopes: readonly SuppressionScope[] = [
    { kind: 'account', accountId: world.accountId },
    { kind: 'list', clientId, listId },
    { kind: 'client', clientId },
    { kind: 'list', clientId, listId },
  ]
  for (const [n, rule] of rules.entries()) {
    const entry = { address: rule, email: rule, reason: 'manual', evidence: {} } as const
    await transaction(db, sql => addToScope(sql, scopes[n % scopes.length]!, [entry]))
  }
}
const rulesAgainst = [
  '@barred.example',
  hashOf('md5', 'p37@example.com'),
  hashOf('sha256', 'p38@example.com'),
  hashOf('sha1', 'p39@example.com'),
  // a contact that was erased
  hashedAddress({ secrets: { addressKey: testKeys.secretFor('address hashes') } }, 'p0@erased.example'),
]
const excludedAddresses = async (campaignId: number) => {
  const rows = await present.db<{ address: string }[]>`
    select a.address from log o join audience a using (client_id, campaign_id, number)
    where o.campaign_id = ${campaignId} and o.kind = 'excluded' and o.answer = 'suppressed' order by a.address`
  return rows.map(row => row.address)
}
const spared = ['p0@barred.example', 'p0@erased.example', 'p37@example.com', 'p38@example.com', 'p39@example.com']

test('suppressed domains and hashes of addresses are excluded, subdomains are not', async () => {
  const running = await campaign([...people(40), 'p0@barred.example', 'p0@erased.example', 'p0@sub.barred.example'])
  await suppressRules(running, rulesAgainst)
  const peer = await sink()
  sender(relay(peer))
  await sendNow(running)
  await isSent(running)
  assert.deepEqual(
    peer.messages.map(message => message.to).sort(),
    [...people(40).slice(0, 37), 'p0@sub.barred.example'].sort(),
  )
  assert.deepEqual(await excludedAddresses(running.campaignId), spared)
  await assertAccounts(running)
})

test('who is erased while a campaign is on its way gets no copy, and the campaign adds up', async () => {
  const running = await campaign(people(40))
  const peer = await sink()
  const held = gate(relay(peer))
  sender(held.transport)
  await sendNow(running)
  await until(async () => (await stateOf(running)) === 'sending', 'the audience is frozen')
  const erasures = { remember: async () => {} }
  // of the second range, which is not read yet
  await eraseContact({ db: present.db, erasures }, present.world.client, 'p39@example.com', 'carla', { by: 'api' })
  held.open()
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), people(40).slice(0, 39).sort())
  const [excluded, ...more] = await excludedAddresses(running.campaignId)
  assert.deepEqual([excluded?.startsWith('@hmac:'), more], [true, []])
  await assertAccounts(running)
})

test('domains and hashes that are suppressed while a campaign is on its way get no copy', async () => {
  const running = await campaign([...people(40), 'p0@barred.example', 'p0@erased.example'])
  const peer = await sink()
  const held = gate(relay(peer))
  sender(held.transport)
  await sendNow(running)
  await until(async () => (await stateOf(running)) === 'sending', 'the audience is frozen')
  await suppressRules(running, rulesAgainst)
  held.open()
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), people(40).slice(0, 37).sort())
  assert.deepEqual(await excludedAddresses(running.campaignId), spared)
  await assertAccounts(running)
})

test('who leaves while a campaign is on its way gets no copy', async () => {
  const running = await campaign(people(40))
  const { db } = present
  const peer = await sink({
    reply: () => 'accept',
  })
  // nothing is sent before all recipients are in the audience
  const held = gate(relay(peer))
  sender(held.transport)
  await sendNow(running)
  await until(async () => (await stateOf(running)) === 'sending', 'the audience is frozen')
  await db`update subscribers set state = 'Unsubscribed' where client_id = ${running.clientId} and address = 'p39@example.com'`
  await db`delete from subscribers where client_id = ${running.clientId} and address = 'p38@example.com'`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${running.clientId}, 'p37@example.com', 'p37@example.com', 'complained', now())`
  held.open()
  await isSent(running)
  const reasons = await db`
    select answer from log where campaign_id = ${running.campaignId} and kind = 'excluded' order by number`
  assert.deepEqual(
    reasons.map(row => row.answer),
    ['suppressed', 'deleted', 'unsubscribed since'],
  )
  assert.equal(peer.messages.length, 37)
  await assertAccounts(running)
})

test('4xx is tried again when it is due, 5xx bounces, and a recipient who is gone is bounced hard', async () => {
  const running = await campaign([
    'ok@example.com',
    'later@example.com',
    'gone@example.com',
    'policy@example.com',
    'plain@example.com',
  ])
  const peer = await sink({
    reply: (to, attempt) => {
      if (to === 'later@example.com' && attempt === 1) return { at: 'recipient', code: 450, text: '4.2.0 greylisted' }
      if (to === 'gone@example.com') return { at: 'recipient', code: 550, text: '5.1.1 no such user' }
      if (to === 'policy@example.com') return { at: 'data', code: 550, text: '5.7.1 not wanted' }
      if (to === 'plain@example.com') return { at: 'recipient', code: 550, text: 'User unknown' }
      return 'accept'
    },
  })
  let clock = Date.now()
  sender(relay(peer), { now: () => new Date(clock) })
  await sendNow(running, new Date(clock))
  await until(async () => {
    const counted = await totals(running)
    return counted?.deferred === 1 && counted.refused === 3 && counted.accepted === 1
  }, 'all but the deferred one are settled')
  await assertAccounts(running)
  assert.equal(await stateOf(running), 'sending')
  clock += 61_000
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), ['later@example.com', 'ok@example.com'])
  const bounces = await present.db`
    select a.address, b.type from campaign_bounces b
    join audience a on a.client_id = b.client_id and a.campaign_id = b.campaign_id and a.number = b.number
    where b.campaign_id = ${running.campaignId} order by a.number`
  assert.deepEqual(
    bounces.map(row => `${row.address} ${row.type}`),
    ['gone@example.com H', 'policy@example.com S', 'plain@example.com H'],
  )
  const states = await present.db`
    select address, state from subscribers where client_id = ${running.clientId} and state <> 'Active' order by address`
  assert.deepEqual(
    states.map(row => `${row.address} ${row.state}`),
    ['gone@example.com Bounced', 'plain@example.com Bounced'],
  )
  assert.equal((await totals(running)).bounces, 3)
  await assertAccounts(running)
})

test('a paused campaign stops, and goes on where it was', async () => {
  const running = await campaign(people(400))
  const peer = await sink()
  let count = 0
  let paused: Promise<unknown> | undefined
  const inner = relay(peer)
  const pausing: Transport = {
    concurrency: 4,
    async send(message) {
      // the sender waits until it is: how long that takes says nothing about what follows from it
      if (++count === 10)
        paused = present.db`update campaigns set state = 'paused' where id = ${running.campaignId}`.then()
      await paused
      return inner.send(message)
    },
    async close() {},
  }
  sender(pausing, { rangeSize: 400 })
  await sendNow(running)
  await until(async () => {
    const [open] = await present.db`
      select 1 from leases where campaign_id = ${running.campaignId} and owner <> ''`
    return count >= 10 && !open
  }, 'the range is given back')
  const { accepted, handingOver, planned } = await totals(running)
  // only who was below the mark: what was going out lately, and the places; who had a place then may not have begun
  assert.ok(accepted! >= 10 - pausing.concurrency && accepted! <= 100, `${accepted} were sent`)
  assert.equal(handingOver, 0)
  assert.equal(planned, 400 - accepted!)
  await assertAccounts(running)
  await present.db`update campaigns set state = 'sending' where id = ${running.campaignId}`
  await isSent(running)
  assert.equal(new Set(peer.messages.map(message => message.to)).size, 400)
  assert.equal(peer.messages.length, 400)
  await assertAccounts(running)
})

test('an address the relay cannot take without SMTPUTF8 is refused with the reason', async () => {
  const running = await campaign(['jürgen@example.com', 'b@example.com'])
  const peer = await sink({ smtp: { hideSMTPUTF8: true } })
  sender(relay(peer))
  await sendNow(running)
  await isSent(running)
  const [entry] =
    await present.db`select answer from log where campaign_id = ${running.campaignId} and kind = 'refused'`
  assert.match(entry!.answer as string, /SMTPUTF8/)
  assert.equal(peer.messages.length, 1)
  await assertAccounts(running)
})

test('a client whose messages hang does not keep another out', async () => {
  const slow = await campaign(people(40))
  const hanging = new Set(people(40))
  const peer = await sink()
  const inner = relay(peer)
  const transport: Transport = {
    concurrency: 4,
    send: message => (hanging.has(message.to) ? new Promise(() => {}) : inner.send(message)),
    async close() {},
  }
  sender(transport)
  await sendNow(slow)
  await until(async () => (await totals(slow))?.handingOver === 3, 'all places but one hang')
  const quick = await campaign(['q1@example.com', 'q2@example.com', 'q3@example.com'])
  await sendNow(quick)
  await isSent(quick)
  assert.equal(await stateOf(slow), 'sending')
  assert.equal(peer.messages.length, 3)
  await assertAccounts(slow)
  await assertAccounts(quick)
})

/** A transport that sends nothing before it is opened. */
function gate(inner: Transport) {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const transport: Transport = {
    concurrency: 1,
    async send(message) {
      await opened
      return inner.send(message)
    },
    close: () => inner.close(),
  }
  return { transport, open }
}
