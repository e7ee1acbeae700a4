import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertAccounts } from '../../test/harness/accounting.ts'
import { dump } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { assertAccounted, history, member, place } from '../../test/harness/members.ts'
import { type Mailed, mail, note, processorOf, report, reportOf, source } from '../../test/harness/returned.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { findReturnedRecipient } from '../store/inbound/returned.ts'
import { recordHits } from '../store/tracking/hits.ts'
import type { ReturnClass } from './parsed-report.ts'

let database: TestDatabase
let world: World
let list: ListRef
let other: ListRef

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  list = world.list
  other = await seedList(database.db, world.client, 'Other')
})
after(() => database.drop())

const longAgo = new Date('2026-01-01T00:00:00Z')
const days = (n: number) => new Date(Date.parse('2026-02-01T09:00:00Z') + n * 86_400_000)
const someone = (on = list) => place(database.db, on, 'Active', { at: longAgo })

const revive = (email: string) =>
  subscriptions(database.db).add(
    list,
    { email, name: null },
    { resubscribe: true, publicUrl: 'https://mail.example' },
    { by: 'api' },
  )

async function bounces({ clientId, campaignId }: Mailed) {
  const rows = await database.db`
    select number, type, class, evidence, reported from campaign_bounces
    where client_id = ${clientId} and campaign_id = ${campaignId} order by number`
  return rows.map(row => ({ ...row }))
}

async function suppression(address: string) {
  const [row] =
    await database.db`select reason from suppressions where client_id = ${list.clientId} and address = ${address}`
  return row?.reason as string | undefined
}

async function events({ publicId }: Mailed) {
  const rows = await database.db`select type, data from events where data ->> 'CampaignID' = ${publicId} order by id`
  return rows.map(({ type, data }) => `${type} ${data.BounceType ?? data.FeedbackType ?? ''}`.trim())
}

async function allIsAccounted(...campaigns: Mailed[]) {
  for (const campaign of campaigns) await assertAccounts(database.db, campaign)
  await assertAccounted(database.db)
}

describe('bounces', () => {
  test('who is gone is Bounced on every list of the client, suppressed and counted once, however often it is reported', async () => {
    const { db } = database
    const { address, subscriberId } = await someone()
    await place(db, other, 'Active', { address, at: longAgo })
    const campaign = await mail(db, list, [{ address, subscriberId }])
    const { apply } = processorOf(db)
    const gone = source(campaign, 1, report('recipient gone', { evidence: '550 5.1.1 no such user' }))
    assert.deepEqual(await apply(gone), { done: 'hard bounce', settled: false })
    const after = await dump(db)
    assert.deepEqual(await apply(gone), { done: 'nothing', why: 'this bounce is known', settled: false })
    assert.equal((await apply(source(campaign, 1, report('mailbox full')))).done, 'nothing')
    assert.deepEqual(await dump(db), after)
    assert.deepEqual(await history(db, list, address), ['null>Active placed', 'Active>Bounced bounced'])
    assert.deepEqual(await history(db, other, address), ['null>Active placed', 'Active>Bounced bounced'])
    assert.equal(await suppression(address), 'bounced')
    assert.deepEqual(await bounces(campaign), [
      { number: 1, type: 'H', class: 'recipient gone', evidence: '550 5.1.1 no such user', reported: '' },
    ])
    assert.deepEqual(await events(campaign), ['subscriber.bounced', 'subscriber.bounced', 'recipient.bounced H'])
    await allIsAccounted(campaign)
  })

  const harmless: readonly ReturnClass[] = ['policy', 'content', 'unknown', 'auto-reply']
  for (const returnClass of harmless)
    test(`${returnClass}: three in a row are written down, and do nothing to the person`, async () => {
      const { db } = database
      const person = await someone()
      const { apply } = processorOf(db)
      for (const day of [0, 1, 2]) {
        const campaign = await mail(db, list, [person], { at: days(day) })
        assert.deepEqual(await apply(source(campaign, 1, report(returnClass))), {
          done: 'bounce noted',
          settled: false,
        })
        assert.equal((await bounces(campaign))[0]!.type, 'S')
        await allIsAccounted(campaign)
      }
      assert.equal((await member(db, list, person.address))?.state, 'Active')
      assert.equal(await suppression(person.address), undefined)
    })

  const ofMailbox: readonly ReturnClass[] = ['mailbox full', 'transient', 'dns']
  for (const returnClass of ofMailbox)
    test(`${returnClass}: the third in a row counts as hard`, async () => {
      const { db } = database
      const person = await someone()
      const { apply } = processorOf(db)
      const done = []
      for (const day of [0, 1, 2]) {
        const campaign = await mail(db, list, [person], { at: days(day) })
        done.push((await apply(source(campaign, 1, report(returnClass), days(day)))).done)
        assert.equal((await bounces(campaign))[0]!.type, 'S')
        await allIsAccounted(campaign)
      }
      assert.deepEqual(done, ['soft bounce', 'soft bounce', 'soft bounces counted as hard'])
      assert.deepEqual(await history(db, list, person.address), ['null>Active placed', 'Active>Bounced soft bounces'])
      assert.equal(await suppression(person.address), 'bounced')
    })

  test('a soft bounce becomes a hard one, and is still one', async () => {
    const { db } = database
    const person = await someone()
    const campaign = await mail(db, list, [person])
    const { apply } = processorOf(db)
    assert.equal((await apply(source(campaign, 1, report('transient')))).done, 'soft bounce')
    assert.equal((await apply(source(campaign, 1, report('recipient gone')))).done, 'hard bounce')
    assert.deepEqual(
      (await bounces(campaign)).map(({ type, class: of }) => [type, of]),
      [['H', 'recipient gone']],
    )
    assert.deepEqual(await events(campaign), ['recipient.bounced S', 'subscriber.bounced', 'recipient.bounced H'])
    assert.equal((await member(db, list, person.address))?.state, 'Bounced')
    await allIsAccounted(campaign)
  })

  const forwarded = { email: 'target@elsewhere.example', status: '5.1.1', code: 550, evidence: 'no such user' } as const
  test('a report of another address that returns our letter is about ours all the same, and is recorded with that address', async () => {
    const { db } = database
    const person = await someone()
    const campaign = await mail(db, list, [person])
    const reading = report('recipient gone', forwarded)
    const original = { ...reading.original, to: person.address.toUpperCase() }
    await processorOf(db).apply(source(campaign, 1, { ...reading, original }))
    assert.deepEqual(await bounces(campaign), [
      {
        number: 1,
        type: 'H',
        class: 'recipient gone',
        evidence: 'no such user (reported of <target@elsewhere.example>)',
        reported: 'target@elsewhere.example',
      },
    ])
  })

  test('a report of another address about another letter, or about none, makes no recipient of ours gone', async () => {
    const { db } = database
    for (const to of [undefined, 'info@bloom.example']) {
      const person = await someone()
      const campaign = await mail(db, list, [person])
      const reading = report('recipient gone', forwarded)
      const { done } = await processorOf(db).apply(
        source(campaign, 1, { ...reading, original: { ...reading.original, to } }),
      )
      assert.equal(done, 'bounce noted')
      assert.equal((await member(db, list, person.address))?.state, 'Active')
      const suppressed = await db`select 1 from suppressions where address in (${person.address}, ${forwarded.email})`
      assert.equal(suppressed.length, 0)
    }
  })

  test('bounces that come together take effect each by itself, and a second report of one of them does nothing', async () => {
    const { db } = database
    const people = [await someone(), await someone(), await someone(), await someone()]
    const [one, other] = [await mail(db, list, people), await mail(db, list, people)]
    const { apply } = processorOf(db)
    const done = await Promise.all([
      apply(source(one, 1, report('recipient gone'))),
      apply(source(other, 2, report('mailbox full'))),
      apply(source(one, 2, report('policy'))),
      apply(source(one, 1, report('recipient gone'))),
      apply(source(one, 3, report('unknown'))),
    ])
    assert.deepEqual(
      done.map(effect => effect.done),
      ['hard bounce', 'soft bounce', 'bounce noted', 'nothing', 'bounce noted'],
    )
    const states = await Promise.all(people.map(async ({ address }) => (await member(db, list, address))?.state))
    assert.deepEqual(states, ['Bounced', 'Active', 'Active', 'Active'])
    assert.deepEqual(
      (await bounces(one)).map(({ number, type }) => [number, type]),
      [
        [1, 'H'],
        [2, 'S'],
        [3, 'S'],
      ],
    )
    const [total] = await db`select bounces from campaign_totals where campaign_id = ${one.campaignId}`
    assert.equal(total!.bounces, 3)
  })

  test('a bounce that cannot be recorded holds up none that comes with it', async () => {
    const { db } = database
    const people = [await someone(), await someone()]
    const campaign = await mail(db, list, people)
    const { apply } = processorOf(db)
    const [broken, sound] = await Promise.allSettled([
      // a class that the table does not know
      apply(source(campaign, 1, report('no class' as ReturnClass))),
      apply(source(campaign, 2, report('recipient gone'))),
    ])
    assert.equal(broken.status, 'rejected')
    assert.ok(sound.status === 'fulfilled' && sound.value.done === 'hard bounce')
    assert.equal((await member(db, list, people[0]!.address))?.state, 'Active')
  })

  test('behind an address that others could be reached by, no recipient is gone', async () => {
    const { db } = database
    const person = await someone()
    const campaign = await mail(db, list, [person])
    const reading = reportOf([
      { ...forwarded, action: 'failed', class: 'recipient gone' },
      { ...forwarded, email: 'second@elsewhere.example', action: 'delivered', class: 'unknown' },
    ])
    assert.equal((await processorOf(db).apply(source(campaign, 1, reading))).done, 'bounce noted')
    assert.equal((await member(db, list, person.address))?.state, 'Active')
  })

  test('of several recipients of a report ours decides', async () => {
    const { db } = database
    const person = await someone()
    const campaign = await mail(db, list, [person])
    const own = { ...forwarded, email: person.address.toUpperCase() }
    const apply = (...recipients: Parameters<typeof reportOf>[0][number][]) =>
      processorOf(db).apply(source(campaign, 1, reportOf(recipients)))
    const gone = { ...forwarded, action: 'failed', class: 'recipient gone' } as const
    assert.equal((await apply(gone, { ...own, action: 'delivered', class: 'unknown' })).done, 'nothing')
    assert.equal((await apply(gone, { ...own, action: 'failed', class: 'mailbox full' })).done, 'soft bounce')
    assert.equal((await bounces(campaign))[0]!.reported, '')
  })

  test('what no text column holds is cleaned', async () => {
    const { db } = database
    const campaign = await mail(db, list, [await someone()])
    const wild = {
      evidence: `no\0such\r\nuser\ud800${'x'.repeat(900)}`,
      status: '5.1.1\0'.repeat(9),
      code: 99_999,
      email: 'a\0b@x',
    }
    await processorOf(db).apply(source(campaign, 1, report('recipient gone', wild)))
    const [row] = await bounces(campaign)
    assert.match(row!.evidence as string, /^no such user\ufffdx+ \(reported of <a b@x>\)$/)
    assert.ok((row!.evidence as string).length <= 500)
  })

  test('a number or a campaign that does not exist names no recipient', async () => {
    const { db } = database
    const { campaignId } = await mail(db, list, [await someone()])
    for (const key of [
      { campaignId, number: 2 },
      { campaignId, number: 2 ** 40 },
      { campaignId: 2 ** 40, number: 1 },
    ])
      assert.equal(await findReturnedRecipient(db, key), undefined)
  })

  test('of a deleted client nothing that comes back has an effect, except that a person leaves', async () => {
    const { db } = database
    const { client, list: theirs } = await seed(db)
    const { address, subscriberId } = await place(db, theirs, 'Active', { at: longAgo })
    const sent = await mail(db, theirs, [{ address, subscriberId }], { kind: 'unknown' })
    await db`update clients set deleted_at = now() where id = ${client.clientId}`
    const before = await dump(db)
    const { apply } = processorOf(db)
    for (const reading of [report('recipient gone'), note('complaint', 'abuse'), note('auto-reply')])
      assert.deepEqual(await apply(source(sent, 1, reading)), {
        done: 'nothing',
        why: 'the client is deleted',
        settled: false,
      })
    assert.deepEqual(await dump(db), before)
    assert.equal((await apply(source(sent, 1, note('opt-out')))).done, 'opt-out')
    assert.equal((await member(db, theirs, address))?.state, 'Unsubscribed')
  })
})

describe('in a row', () => {
  /** Each campaign a day after the one before; what comes back of it an hour later. */
  const rows: readonly (readonly [name: string, campaigns: readonly string[], bounced: boolean])[] = [
    ['two', ['soft', 'soft'], false],
    ['three', ['soft', 'soft', 'soft'], true],
    ['a mail that nothing came back of breaks it', ['soft', 'soft', 'silent', 'soft'], false],
    ['it begins again after that', ['soft', 'silent', 'soft', 'soft', 'soft'], true],
    ['a block of the sender neither counts nor breaks it', ['soft', 'policy', 'soft', 'policy', 'soft'], true],
    ['an open after the first breaks it', ['soft', 'soft opened', 'soft'], false],
    ['an automatic answer breaks it', ['soft', 'soft answered', 'soft'], false],
    ['three after that count', ['soft answered', 'soft', 'soft', 'soft'], true],
    ['a refusal of the sender says nothing', ['soft', 'refused', 'soft', 'soft'], true],
  ]
  for (const [name, campaigns, bounced] of rows)
    test(`${name}: ${campaigns.join(', ')}`, async () => {
      const { db } = database
      const person = await someone()
      const { apply } = processorOf(db)
      for (const [day, what] of campaigns.entries()) {
        const at = days(day)
        const later = new Date(at.getTime() + 3_600_000)
        const campaign = await mail(db, list, [person], { at, kind: what === 'refused' ? 'refused' : 'accepted' })
        if (what.startsWith('soft')) await apply(source(campaign, 1, report('mailbox full'), later))
        if (what === 'policy') await apply(source(campaign, 1, report('policy'), later))
        const hit = {
          number: 1,
          link: null,
          at: new Date(later.getTime() + 1000),
          remote: '',
          agent: '',
          method: 'GET' as const,
          prefetch: false,
        }
        if (what.endsWith('opened')) await recordHits(db, [{ ...hit, ...campaign }])
        if (what.endsWith('answered')) await apply(source(campaign, 1, note('auto-reply'), hit.at))
      }
      assert.equal((await member(db, list, person.address))?.state, bounced ? 'Bounced' : 'Active')
      assert.equal(await suppression(person.address), bounced ? 'bounced' : undefined)
    })

  test('the row is a setting, and may be none', async () => {
    const { db } = database
    const [once, never] = [await someone(), await someone()]
    const campaign = await mail(db, list, [once, never])
    await processorOf(db, { softBounces: 1 }).apply(source(campaign, 1, report('transient')))
    await processorOf(db, { softBounces: 0 }).apply(source(campaign, 2, report('transient')))
    assert.equal((await member(db, list, once.address))?.state, 'Bounced')
    assert.equal((await member(db, list, never.address))?.state, 'Active')
  })

  test('reports about one address that come at the same time through several processes make a row', async () => {
    const { db } = database
    const people = await Promise.all(Array.from({ length: 5 }, () => someone()))
    const campaigns: Mailed[] = []
    for (const day of [0, 1, 2]) campaigns.push(await mail(db, list, people, { at: days(day) }))
    const processes = [processorOf(db), processorOf(db)]
    await Promise.all(
      processes.flatMap(({ apply }) =>
        campaigns.flatMap(campaign =>
          people.map((_, index) => apply(source(campaign, index + 1, report('mailbox full'), days(3)))),
        ),
      ),
    )
    for (const { address } of people) {
      assert.deepEqual(await history(db, list, address), ['null>Active placed', 'Active>Bounced soft bounces'])
    }
    await allIsAccounted(...campaigns)
  })

  test('who was revived begins anew: what bounced before does not count', async () => {
    const { db } = database
    const person = await someone()
    const { apply } = processorOf(db)
    const soft = async (day: number) => {
      const campaign = await mail(db, list, [person], { at: days(day) })
      return (await apply(source(campaign, 1, report('mailbox full'), days(day)))).done
    }
    for (const day of [0, 1, 2]) await soft(day)
    await db`delete from suppressions where address = ${person.address}`
    await revive(person.address)
    const now = (Date.now() - days(0).getTime()) / 86_400_000
    assert.deepEqual([await soft(now + 1), await soft(now + 2)], ['soft bounce', 'soft bounce'])
    assert.equal((await member(db, list, person.address))?.state, 'Active')
    assert.equal(await suppression(person.address), undefined)
    assert.equal(await soft(now + 3), 'soft bounces counted as hard')
    assert.equal((await member(db, list, person.address))?.state, 'Bounced')
  })
})

describe('what came later', () => {
  test('who subscribed again after the mail was handed over stays, and is not suppressed', async () => {
    const { db } = database
    const person = await someone()
    await place(db, other, 'Active', { address: person.address, at: longAgo })
    const campaign = await mail(db, list, [person], { at: days(0) })
    await subscriptions(db).unsubscribeMember(list, list.listId, person.subscriberId, { by: 'page' })
    await revive(person.address)
    await processorOf(db).apply(source(campaign, 1, report('recipient gone'), days(2)))
    assert.equal((await member(db, list, person.address))?.state, 'Active')
    assert.equal((await member(db, other, person.address))?.state, 'Bounced', 'the membership it knew')
    assert.equal(await suppression(person.address), undefined)
    assert.equal((await bounces(campaign))[0]!.type, 'H')
  })

  test('who left by will stays Unsubscribed', async () => {
    const { db } = database
    const person = await place(db, list, 'Unsubscribed', { at: longAgo })
    const campaign = await mail(db, list, [person])
    await processorOf(db).apply(source(campaign, 1, report('recipient gone')))
    assert.equal((await member(db, list, person.address))?.state, 'Unsubscribed')
    assert.equal(await suppression(person.address), 'bounced')
  })

  test('a bounce of a deleted campaign takes effect all the same', async () => {
    const { db } = database
    const person = await someone()
    const campaign = await mail(db, list, [person])
    await db`update campaigns set deleted_at = now() where id = ${campaign.campaignId}`
    assert.equal((await processorOf(db).apply(source(campaign, 1, report('recipient gone')))).done, 'hard bounce')
    assert.equal((await member(db, list, person.address))?.state, 'Bounced')
  })
})

test('who asks to leave by mail leaves', async () => {
  const { db } = database
  const person = await someone()
  const campaign = await mail(db, list, [person])
  assert.equal((await processorOf(db).apply(source(campaign, 1, note('opt-out')))).done, 'opt-out')
  assert.equal((await member(db, list, person.address))?.state, 'Unsubscribed')
  const [left] = await db`
    select evidence from subscriber_history where subscriber_id = ${person.subscriberId} and cause = 'unsubscribed'`
  const { campaignId } = campaign
  const detail = `mail ${'f'.repeat(32)} from <reader@x.example>`
  assert.deepEqual(left!.evidence, { by: 'mail', remote: '192.0.2.25', campaignId, number: 1, detail })
})

test('a bounce and an opt-out at once: whichever comes first, no mail goes there', async () => {
  const { db } = database
  const people = await Promise.all(Array.from({ length: 12 }, () => someone()))
  const campaign = await mail(db, list, people)
  const members = subscriptions(db)
  const { apply } = processorOf(db)
  await Promise.all(
    people.flatMap(({ subscriberId }, index) => [
      apply(source(campaign, index + 1, report('recipient gone'))),
      members.unsubscribeMember(list, list.listId, subscriberId, { by: 'page', ...campaign, number: index + 1 }),
    ]),
  )
  for (const { address } of people) {
    assert.equal((await member(db, list, address))?.state, 'Unsubscribed')
    assert.equal(await suppression(address), 'bounced')
  }
  await allIsAccounted(campaign)
})
