/** What relays refuse at the hand-over: real senders against a real sink, and the poller that works off what they wrote down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump } from '../../test/harness/campaign.ts'
import { member } from '../../test/harness/members.ts'
import { mail, note, processorOf, report, source, usualFeedback } from '../../test/harness/returned.ts'
import {
  assertAccounts,
  campaign,
  carla,
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
import type { Transport } from '../delivery/transport.ts'
import { retryCampaign } from '../domain/campaigns/lifecycle/lifecycle.ts'
import { countSome } from '../domain/campaigns/reports/counting.ts'
import { releaseHold } from '../domain/clients/complaints.ts'
import { clientScope } from '../domain/clients/suppression-scopes.ts'
import { removeSuppression } from '../domain/clients/suppressions.ts'
import { bounceClassNames } from '../domain/returned-mail/bounce-names.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { createLog } from '../lib/log.ts'
import { readBounceSummary } from '../store/inbound/bounces.ts'
import { recordHits } from '../store/tracking/hits.ts'
import { workOffBounces } from './bounce-processor.ts'
import { settleOpened } from './unknowns.ts'

const log = createLog('silent')
const { signal } = new AbortController()
const work = (softBounces = usualFeedback.softBounces) => workOffBounces({ db: present.db, log, softBounces }, signal)

const refusal = (reply: string) => ({ at: 'recipient', code: Number(reply.slice(0, 3)), text: reply.slice(4) }) as const

async function refused(reply: string) {
  const running = await campaign(people(3))
  const far = await sink({ reply: to => (to === 'p1@example.com' ? refusal(reply) : 'accept') })
  sender(relay(far))
  await sendNow(running)
  await isSent(running)
  return running
}

const bounced = async (campaignId: number) =>
  (
    await present.db`select number, type, class, status, code from campaign_bounces where campaign_id = ${campaignId}`
  ).map(row => [row.number, row.type, row.class, row.status, row.code])

const replies = [
  ['550 5.1.1 no such user here', 'H', 'recipient gone', 'Bounced', 'bounced'],
  ['552 5.2.2 mailbox full', 'S', 'mailbox full', 'Active', undefined],
  ['554 5.7.1 Service unavailable; client host blocked using Spamhaus', 'S', 'policy', 'Active', undefined],
] as const
for (const [reply, type, returnClass, state, suppressed] of replies)
  test(`a relay says ${reply}: ${returnClass}, and the person is ${state}`, async () => {
    const { db } = present
    const running = await refused(reply)
    const [recorded] = await db`
      select code, evidence, class from campaign_bounces where campaign_id = ${running.campaignId}`
    assert.deepEqual({ ...recorded }, { code: Number(reply.slice(0, 3)), evidence: reply, class: null })
    await work()
    const [row] = await bounced(running.campaignId)
    assert.deepEqual(
      [row![1], row![2], row![3], row![4]],
      [type, returnClass, reply.slice(4, 9), Number(reply.slice(0, 3))],
    )
    assert.equal((await member(db, present.world.list, 'p1@example.com'))?.state, state)
    const [found] = await db`
      select reason from suppressions where client_id = ${running.clientId} and address = 'p1@example.com'`
    assert.equal(found?.reason, suppressed)
    const events = await db`
      select data from events where client_id = ${running.clientId} and type = 'recipient.bounced'`
    assert.deepEqual(
      events.map(({ data }) => [data.EmailAddress, data.BounceType, data.Class]),
      [['p1@example.com', type, bounceClassNames[returnClass]]],
    )
    assert.deepEqual(
      (await readBounceSummary(db, running)).map(row => ({ ...row })),
      [{ class: returnClass, recipients: 1 }],
    )
    const [left] = await db`
      select evidence ->> 'detail' as detail from subscriber_history where client_id = ${running.clientId} and cause = 'bounced'`
    assert.equal(left?.detail, type === 'H' ? reply : undefined)
    const [why] = await db`select evidence from campaign_bounces where campaign_id = ${running.campaignId}`
    assert.equal(why!.evidence, reply, 'the code occurs once')
    assert.equal((await totals(running)).bounces, 1)
    await assertAccounts(running)
    const after = await dump(db)
    await work()
    await processorOf(db).apply(source({ ...running }, row![0], report(returnClass)))
    assert.deepEqual(await dump(db), after, 'what is known has no second effect')
  })

test('a relay that does not know the recipient only after the data makes no recipient gone, nor does it when read again', async () => {
  const { db } = present
  const running = await campaign(people(3))
  const answer = { at: 'data', code: 554, text: 'user unknown' } as const
  const far = await sink({ reply: to => (to === 'p1@example.com' ? answer : 'accept') })
  sender(relay(far))
  await sendNow(running)
  await isSent(running)
  await work()
  assert.deepEqual(
    (await bounced(running.campaignId)).map(([, type, of]) => [type, of]),
    [['S', 'unknown']],
  )
  assert.equal((await member(db, present.world.list, 'p1@example.com'))?.state, 'Active')
  const suppressed = await db`select 1 from suppressions where client_id = ${running.clientId}`
  assert.equal(suppressed.length, 0)
})

const gone = '550 5.1.1 no such user here'

/** All that a hard bounce leaves behind, without the names of its campaign and client. */
async function traces({ clientId, campaignId }: { clientId: number; campaignId: number }) {
  const { db } = present
  const rows = async (found: PromiseLike<readonly object[]>) => (await found).map(row => ({ ...row }))
  return {
    history: await rows(db`
      select from_state, to_state, cause, evidence - 'campaignId' - 'number' as evidence from subscriber_history
      where client_id = ${clientId} and cause <> 'placed'`),
    suppressions: await rows(db`
      select address, email, reason, evidence - 'campaignId' - 'number' as evidence from suppressions where client_id = ${clientId}`),
    suppressed: await rows(db`
      select from_reason, to_reason, evidence - 'campaignId' - 'number' as evidence from suppression_history
      where client_id = ${clientId}`),
    events: await rows(db`
      select type, data - 'CampaignID' - 'ListID' - 'ClientID' as data from events
      where client_id = ${clientId} and type not like 'campaign.%' order by id`),
    bounces: await rows(db`
      select type, class, code, status, evidence from campaign_bounces where campaign_id = ${campaignId}`),
  }
}

test('a hard bounce leaves the same behind, whether the relay says it at once or a mail says it later', async () => {
  const { db } = present
  const later = await campaign(people(3))
  const accepting = sender(relay(await sink()))
  await sendNow(later)
  await isSent(later)
  await accepting.stop()
  const [row] = await db`
    select number from audience where campaign_id = ${later.campaignId} and address = 'p1@example.com'`
  const said = report('recipient gone', { code: 550, status: '5.1.1', evidence: gone })
  await processorOf(db).apply(source({ ...later }, row!.number as number, said))
  const ofMail = await traces(later)
  assert.deepEqual(ofMail.history, [
    { fromState: 'Active', toState: 'Bounced', cause: 'bounced', evidence: { by: 'bounce', detail: gone } },
  ])
  assert.equal(ofMail.suppressions.length, 1)
  assert.deepEqual(
    ofMail.events.map(event => (event as { type?: string }).type),
    ['subscriber.bounced', 'recipient.bounced'],
  )
  const atOnce = await refused(gone)
  await work()
  assert.deepEqual(await traces(atOnce), ofMail)
})

test('who subscribes again after the refusal stays, though the bounce takes its effect only then', async () => {
  const { db } = present
  const running = await refused(gone)
  const { list, client } = present.world
  assert.equal((await member(db, list, 'p1@example.com'))?.state, 'Bounced', 'the sender does not wait for the rest')
  await removeSuppression(db, clientScope(client), 'p1@example.com', true, { by: 'api' })
  const again = { email: 'p1@example.com', name: null }
  await subscriptions(db).add(list, again, { resubscribe: true, publicUrl: undefined }, { by: 'api' })
  await work()
  assert.equal((await member(db, list, 'p1@example.com'))?.state, 'Active')
  const suppressed = await db`select 1 from suppressions where client_id = ${running.clientId}`
  assert.equal(suppressed.length, 0)
  assert.deepEqual(
    (await bounced(running.campaignId)).map(([, type, of]) => [type, of]),
    [['H', 'recipient gone']],
  )
  await assertAccounts(running)
})

test('a hard bounce whose sender ended before it suppressed takes its full effect', async () => {
  const { db } = present
  const running = await refused(gone)
  const { list, client } = present.world
  // as after a range that another sender settled by the journal
  await db`update subscribers set state = 'Active', state_at = '2026-01-01' where client_id = ${running.clientId} and state = 'Bounced'`
  await removeSuppression(db, clientScope(client), 'p1@example.com', true, { by: 'api' })
  await work()
  assert.equal((await member(db, list, 'p1@example.com'))?.state, 'Bounced')
  const [found] = await db`select reason from suppressions where client_id = ${running.clientId}`
  assert.equal(found?.reason, 'bounced')
})

test('code and answer stay apart where the answer does not begin with its code', async () => {
  const { db } = present
  const running = await campaign(people(2))
  const answer = 'mailbox full'
  sender({
    concurrency: 2,
    send: async ({ handOver }) => {
      handOver?.begin()
      return { kind: 'refused', code: 552, answer, stage: 'recipient' }
    },
    async close() {},
  })
  await sendNow(running)
  await isSent(running)
  await work()
  const rows = await db`select code, class, evidence from campaign_bounces where campaign_id = ${running.campaignId}`
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [
      { code: 552, class: 'mailbox full', evidence: answer },
      { code: 552, class: 'mailbox full', evidence: answer },
    ],
  )
})

test('a bounce that a sender of the version before records has its code in the answer only', async () => {
  const { db } = present
  const running = await refused('552 5.2.2 mailbox full')
  await db`update campaign_bounces set code = null where campaign_id = ${running.campaignId}`
  await work()
  const [row] = await bounced(running.campaignId)
  assert.deepEqual(row!.slice(1), ['S', 'mailbox full', '5.2.2', 552])
})

test('soft bounces of the hand-over are in one row with those that come back', async () => {
  const { db } = present
  const running = await refused('552 5.2.2 mailbox full')
  const { list } = present.world
  const found = await member(db, list, 'p1@example.com')
  const person = { subscriberId: found!.id, address: 'p1@example.com' }
  await db`update subscribers set state_at = '2026-01-01' where id = ${person.subscriberId}`
  for (const day of ['2026-02-01T09:00:00Z', '2026-02-02T09:00:00Z']) {
    const earlier = await mail(db, list, [person], { at: new Date(day) })
    await processorOf(db).apply(source(earlier, 1, report('transient')))
  }
  assert.equal((await member(db, list, person.address))?.state, 'Active')
  await work()
  assert.equal((await member(db, list, person.address))?.state, 'Bounced')
  await assertAccounts(running)
})

test('two processes that work off the same bounces count each once', async () => {
  const running = await campaign(people(40))
  const far = await sink({ reply: () => refusal('552 5.2.2 mailbox full') })
  sender(relay(far))
  await sendNow(running)
  await isSent(running)
  await Promise.all([work(), work(), work()])
  await work()
  assert.deepEqual(
    (await readBounceSummary(present.db, running)).map(row => ({ ...row })),
    [{ class: 'mailbox full', recipients: 40 }],
  )
  const events = await present.db`
    select 1 from events where client_id = ${running.clientId} and type = 'recipient.bounced'`
  assert.equal(events.length, 40)
  await assertAccounts(running)
})

test('who is sent to again has not bounced, and bounces once in his row', async () => {
  const { db } = present
  const running = await refused('552 5.2.2 mailbox full')
  await work()
  const ref = { ...present.world.client, campaignId: running.campaignId, campaignPublicId: '' }
  for (let again = 0; again < 3; again++) {
    assert.equal(await retryCampaign(db, ref, carla, new Date()), 1)
    await until(async () => (await totals(running)).bounces === 1, 'it is refused again')
    await isSent(running)
    await work()
    await assertAccounts(running)
  }
  assert.equal((await member(db, present.world.list, 'p1@example.com'))?.state, 'Active')
})

test('too many complaints stop what two senders are sending; a release sends the rest, and no recipient gets two', async () => {
  const { db } = present
  const running = await campaign(people(300))
  const far = await sink()
  const { apply } = processorOf(db)
  let handed = 0
  let complained: Promise<unknown> | undefined
  let held = false
  /** While the fortieth is handed over, six complain, through two processes; those behind it wait for it. */
  const complaining = (inner: Transport): Transport => ({
    concurrency: inner.concurrency,
    async send(message) {
      if (++handed >= 40) {
        complained ??= Promise.all(
          [1, 2, 3, 4, 5, 6].map(number => apply(source(running, number, note('complaint'), new Date()))),
        )
        await complained
        held = true
      }
      return inner.send(message)
    },
    async close() {},
  })
  sender(complaining(relay(far, '?connections=4&rate=100')), { rangeSize: 100 })
  sender(complaining(relay(far, '?connections=4&rate=100')), { rangeSize: 100 })
  await sendNow(running)
  await until(async () => held, 'it is held')
  assert.equal(await stateOf(running), 'paused')
  await until(async () => {
    const owned = await db`select 1 from leases where campaign_id = ${running.campaignId} and owner <> ''`
    return owned.length === 0
  }, 'no sender holds a range')
  const { accepted } = await totals(running)
  assert.ok(accepted! < 300)
  assert.equal(far.messages.length, accepted)
  await assertAccounts(running)
  await releaseHold(db, present.world.client, { ...carla, account: true }, new Date())
  await isSent(running)
  await assertAccounts(running)
  const addressed = far.messages.map(({ to }) => to)
  assert.equal(new Set(addressed).size, addressed.length)
  assert.ok(addressed.length >= 294, 'recipients who complained in time were left out, and no others')
})

test('who opened the mail has it: an unknown is settled', async () => {
  const { db } = present
  await campaign(people(2))
  const { list } = present.world
  const persons = await Promise.all(
    ['p0@example.com', 'p1@example.com'].map(async address => ({
      subscriberId: (await member(db, list, address))!.id,
      address,
    })),
  )
  const sent = await mail(db, list, persons, { kind: 'unknown', at: new Date() })
  const hit = {
    ...sent,
    number: 2,
    link: null,
    at: new Date(),
    remote: '',
    agent: '',
    method: 'GET' as const,
    prefetch: false,
  }
  await recordHits(db, [hit])
  await countSome(db)
  await Promise.all([settleOpened({ db, log }, signal), settleOpened({ db, log }, signal)])
  const { accepted, unknown } = await totals(sent)
  assert.deepEqual([accepted, unknown], [1, 1])
  const [entry] =
    await db`select answer, login_id from log where campaign_id = ${sent.campaignId} and kind = 'accepted'`
  assert.deepEqual({ ...entry }, { answer: 'an open or a click proves that it arrived', loginId: 0 })
  await assertAccounts(sent)
})
