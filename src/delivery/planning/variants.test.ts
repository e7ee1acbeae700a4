/** Tests of variants over real SMTP: who gets which variant, when the rest goes, and what stops a test. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAccounts,
  campaign,
  carla,
  isSent,
  people,
  present,
  type Running,
  ref,
  relay,
  sender,
  sendNow,
  sink,
  stateOf,
  totals,
  until,
} from '../../../test/harness/sending.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { chooseVariant, lookAtTests } from '../../domain/campaigns/lifecycle/testing.ts'
import { countUp } from '../../domain/campaigns/reports/counting.ts'
import { variantsBy } from '../../store/campaigns/variant-of.ts'
import { type NewVariant, readTest, type TestSettings, writeTest } from '../../store/campaigns/variants.ts'
import { transaction } from '../../store/connection/transaction.ts'

const minute = 60_000
const start = new Date('2030-11-25T12:00:00Z')
const usual: TestSettings = {
  share: 50,
  holdout: 0,
  decides: 'clicks',
  waitMinutes: 60,
  otherwise: null,
  usualRate: 1000,
  hopedRate: 9000,
}
const subject = (text: string): NewVariant => ({ subject: text, fromName: null, content: undefined })
const plain: NewVariant = { subject: null, fromName: null, content: undefined }

async function tested(
  addresses: readonly string[],
  change: Partial<TestSettings> = {},
  variants = [plain, subject('B for [firstname]')],
) {
  const one = await campaign(addresses)
  await transaction(present.db, sql => writeTest(sql, one, { ...usual, ...change }, variants))
  return one
}

async function audienceOf({ campaignId }: Running) {
  return present.db<{ number: number; email: string; isTested: boolean; answer: string | null }[]>`
    select a.number, a.email, a.number <@ t.tested as is_tested, g.answer
    from audience a
    join campaign_tests t on t.client_id = a.client_id and t.campaign_id = a.campaign_id
    left join log g on g.client_id = a.client_id and g.campaign_id = a.campaign_id and g.number = a.number and g.kind = 'excluded'
    where a.campaign_id = ${campaignId} order by 1`
}

const subjectOf = (raw: Buffer) => /^Subject: (.*)$/m.exec(String(raw))![1]!.trim()
const idOf = (raw: Buffer) => /^Message-ID: (.*)$/m.exec(String(raw))![1]!.trim()

/** Looks at the tests each half minute. */
async function look(minutes: number, from = start) {
  const failed: unknown[] = []
  for (let at = 0; at <= minutes * minute; at += minute / 2)
    await lookAtTests(present.db, new Date(from.getTime() + at), {
      countUp: key => countUp(present.db, key),
      onFailure: (_, error) => failed.push(error),
    })
  assert.deepEqual(failed, [])
}

const choose = (one: Running, letter: string) =>
  chooseVariant(present.db, ref(one), letter, {
    actor: carla,
    countUp: key => countUp(present.db, key),
    now: new Date(),
  })

/** People of the test who have accepted their mail click. */
async function click({ campaignId, clientId }: Running, share: Readonly<Record<number, number>>) {
  const by = variantsBy(campaignId, 2)
  const seen: Record<number, number> = {}
  for (const { number, isTested } of await audienceOf({ campaignId, clientId })) {
    const variant = by(number)
    seen[variant] = (seen[variant] ?? 0) + 1
    if (!isTested || (seen[variant]! % 10) / 10 >= share[variant]!) continue
    const counted = { all: [1, 1, 1, 1], hours: {}, links: {} }
    await present.db`
      insert into opens (client_id, campaign_id, number, opens, first_at, clicks, counted)
      values (${clientId}, ${campaignId}, ${number}, 1, now(), 1, ${present.db.json(counted)})`
  }
}

for (const freezeSize of [1000, 20])
  test(`people of the test get their variants, the rest what is chosen, frozen ${freezeSize} at a time`, async () => {
    const addresses = people(80)
    const one = await tested(addresses)
    const peer = await sink()
    const running = sender(relay(peer), { rangeSize: 7, freezeSize })
    await sendNow(one)
    await until(async () => Boolean((await readTest(present.db, one))?.begunAt), 'the test begins')
    await until(async () => {
      const count = (await audienceOf(one)).filter(({ isTested }) => isTested).length
      return (
        peer.messages.length > 0 && (await totals(one))?.recipients === 80 && (await totals(one)).accepted === count
      )
    }, 'the test is sent')
    const audience = await audienceOf(one)
    const inTest = audience.filter(({ isTested }) => isTested)
    assert.ok(inTest.length > 20 && inTest.length < 60, `${inTest.length}`)
    const by = variantsBy(one.campaignId, 2)
    const subjects = { 1: 'Hi Ada', 2: 'B for Ada' } as Record<number, string>
    for (const { to, raw } of peer.messages) {
      const { number } = inTest.find(({ email }) => email === to)!
      assert.equal(subjectOf(raw), subjects[by(number)])
    }
    assert.equal(await stateOf(one), 'sending')
    await choose(one, 'b')
    running.wake()
    await isSent(one)
    assert.deepEqual(peer.messages.map(({ to }) => to).sort(), [...addresses].sort())
    for (const { to, raw } of peer.messages) {
      const { number, isTested } = audience.find(({ email }) => email === to)!
      if (!isTested) assert.equal(subjectOf(raw), 'B for Ada', `${number}`)
    }
    await assert.rejects(choose(one, 'A'), { refusal: 'VariantNotChoosable', message: /variant B already/ })
    await assertAccounts(one)
  })

test('a second attempt is of the same variant, with the same Message-ID', async () => {
  const one = await tested(people(30), { share: 100 })
  const later = { at: 'recipient', code: 451, text: '4.7.1 later' } as const
  const peer = await sink({ reply: (_, attempt) => (attempt === 1 ? later : 'accept') })
  await sendNow(one)
  let hours = 0
  const running = sender(relay(peer), { now: () => new Date(Date.now() + hours * 3_600_000) })
  await until(async () => (await totals(one))?.deferred === 30, 'all were tried')
  hours = 30
  running.wake()
  await isSent(one)
  const by = variantsBy(one.campaignId, 2)
  const numbers = new Map((await audienceOf(one)).map(({ email, number }) => [email, number]))
  for (const { to, raw } of peer.messages)
    assert.equal(subjectOf(raw), by(numbers.get(to)!) === 2 ? 'B for Ada' : 'Hi Ada')
  assert.equal(new Set(peer.messages.map(({ raw }) => idOf(raw))).size, 30)
})

test('those who are held out get nothing, and are counted', async () => {
  const one = await tested(people(100), { share: 40, holdout: 30 })
  const peer = await sink()
  const running = sender(relay(peer))
  await sendNow(one)
  await until(async () => peer.messages.length > 0 && (await totals(one)).handingOver === 0, 'the test is sent')
  const out = (await audienceOf(one)).filter(({ answer }) => answer === 'held out')
  assert.ok(out.length > 15 && out.length < 45, `${out.length}`)
  await choose(one, 'A')
  running.wake()
  await isSent(one)
  assert.equal(peer.messages.length, 100 - out.length)
  assert.ok(!out.some(({ email }) => peer.messages.some(({ to }) => to === email)))
  await assertAccounts(one)
})

async function sentTest(change: Partial<TestSettings> = {}, count = 100) {
  const one = await tested(people(count), change)
  const peer = await sink()
  const running = sender(relay(peer))
  await sendNow(one)
  await until(async () => {
    const inTest = (await audienceOf(one)).filter(({ isTested }) => isTested).length
    return inTest > 0 && (await totals(one)).accepted === inTest
  }, 'the test is sent')
  await running.stop(1000)
  return { one, peer }
}

test('the variant that people click goes to the rest when the wait is over', async () => {
  const { one, peer } = await sentTest()
  await click(one, { 1: 0.1, 2: 0.9 })
  await look(59)
  assert.equal((await readTest(present.db, one))?.endedAt, null)
  await look(62)
  const { verdict, winner, chosen, chosenBy } = (await readTest(present.db, one))!
  assert.deepEqual({ verdict, winner, chosen, chosenBy }, { verdict: 'winner', winner: 2, chosen: 2, chosenBy: '' })
  const before = peer.messages.length
  sender(relay(peer))
  await isSent(one)
  assert.equal(peer.messages.length, 100)
  assert.ok(peer.messages.slice(before).every(({ raw }) => subjectOf(raw) === 'B for Ada'))
  const events = await present.db<{ data: { Winner: string; Verdict: string; Chosen: string } }[]>`
    select data from events where client_id = ${one.clientId} and type = 'campaign.test_decided'`
  assert.deepEqual(
    events.map(({ data: { Winner, Verdict, Chosen } }) => [Verdict, Winner, Chosen]),
    [['Winner', 'B', 'B']],
  )
  const counted = await present.db<{ variant: number; accepted: number; measured: number; clicked: number }[]>`
    select variant, accepted, measured, clicked from campaign_variants where campaign_id = ${one.campaignId} order by 1`
  assert.equal(counted[0]!.accepted + counted[1]!.accepted, before)
  assert.ok(counted[1]!.clicked > counted[0]!.clicked * 3, JSON.stringify(counted))
})

for (const { title, clicks, change, verdict } of [
  { title: 'without a click', clicks: { 1: 0, 2: 0 }, change: {}, verdict: 'no difference' },
  { title: 'with equal clicks', clicks: { 1: 0.5, 2: 0.5 }, change: {}, verdict: 'no difference' },
  {
    title: 'with too few people',
    clicks: { 1: 0, 2: 1 },
    change: { usualRate: 200, hopedRate: 300 },
    verdict: 'too few',
  },
] as const) {
  test(`a test ${title} has no winner: the rest waits for a person`, async () => {
    const { one, peer } = await sentTest(change)
    await click(one, clicks)
    await look(61)
    const ended = (await readTest(present.db, one))!
    assert.deepEqual([ended.verdict, ended.winner, ended.chosen], [verdict, null, null])
    const before = peer.messages.length
    sender(relay(peer))
    await choose(one, 'B')
    await isSent(one)
    assert.ok(peer.messages.slice(before).every(({ raw }) => subjectOf(raw) === 'B for Ada'))
    // the verdict stays
    const after = (await readTest(present.db, one))!
    assert.deepEqual([after.verdict, after.chosen, after.chosenBy], [verdict, 2, carla.username])
  })

  test(`a test ${title} gives the rest what was set beforehand`, async () => {
    const { one } = await sentTest({ ...change, otherwise: 1 })
    await click(one, clicks)
    await look(61)
    const ended = (await readTest(present.db, one))!
    assert.deepEqual([ended.verdict, ended.winner, ended.chosen], [verdict, null, 1])
  })
}

test('a pause stops the clock', async () => {
  const { one } = await sentTest()
  await look(30)
  await pauseCampaign(present.db, ref(one), carla, new Date())
  await look(120, new Date(start.getTime() + 30 * minute))
  assert.equal((await readTest(present.db, one))!.waitedMs, 30 * minute)
  await resumeCampaign(present.db, ref(one), carla, new Date())
  await look(29, new Date(start.getTime() + 150 * minute))
  assert.equal((await readTest(present.db, one))!.endedAt, null)
  await look(2, new Date(start.getTime() + 179 * minute))
  assert.notEqual((await readTest(present.db, one))!.endedAt, null)
})

test('a test whose campaign is cancelled half-way ends, and its rest gets nothing', async () => {
  const { one, peer } = await sentTest()
  const before = peer.messages.length
  await cancelCampaign(present.db, ref(one), carla, new Date())
  await look(61)
  const { endedAt, verdict, chosen } = (await readTest(present.db, one))!
  assert.deepEqual([endedAt !== null, verdict, chosen], [true, null, null])
  await assert.rejects(choose(one, 'A'), { refusal: 'VariantNotChoosable', message: /cancelled/ })
  assert.equal(peer.messages.length, before)
  assert.equal((await totals(one)).planned, 0)
  await assertAccounts(one)
})

test('a variant that cannot be composed pauses the campaign before anything is sent', async () => {
  const one = await tested(people(5))
  await sendNow(one)
  await present.db`
    update campaign_variants set html = '<p>[if:City=Bonn]never closed</p>' where campaign_id = ${one.campaignId} and variant = 2`
  const peer = await sink()
  sender(relay(peer))
  await until(async () => (await stateOf(one)) === 'paused', 'it is paused')
  const [row] = await present.db<{ detail: { reason: string } }[]>`
    select detail from campaign_history where campaign_id = ${one.campaignId} order by id desc limit 1`
  assert.match(row!.detail.reason, /^it cannot be composed: variant B: /)
  assert.equal(peer.messages.length, 0)
})

test('a draft whose variant cannot be composed is not sent', async () => {
  const one = await tested(people(5))
  await present.db`
    update campaign_variants set html = '<p>[if:City=Bonn]never closed</p>' where campaign_id = ${one.campaignId} and variant = 2`
  await assert.rejects(sendNow(one), {
    refusal: 'NotComposable',
    message: /Variant B of the campaign cannot be composed/,
  })
  assert.equal(await stateOf(one), 'draft')
})

test('a test that nothing can decide is not sent', async () => {
  const one = await tested(people(5))
  await present.db`update campaigns set track_clicks = false where id = ${one.campaignId}`
  await assert.rejects(sendNow(one), { refusal: 'InvalidVariants', message: /clicks decide its test/ })
})

test('a test of all recipients is judged without a rest', async () => {
  const { one } = await sentTest({ share: 100, otherwise: 1 })
  await click(one, { 1: 0.1, 2: 0.9 })
  sender(relay(await sink()))
  await isSent(one)
  await look(61)
  const { verdict, winner, chosen } = (await readTest(present.db, one))!
  assert.deepEqual([verdict, winner, chosen], ['winner', 2, null])
})

test('links that only a variant has are counted too', async () => {
  const one = await tested(people(20), { share: 100 })
  await present.db`
    update campaign_variants set html = '<p><a href="https://shop.example/b">b</a> <a href="https://shop.example/">shop</a></p><unsubscribe>out</unsubscribe>'
    where campaign_id = ${one.campaignId} and variant = 2`
  await sendNow(one)
  sender(relay(await sink()))
  await isSent(one)
  const links = await present.db<
    { url: string }[]
  >`select url from links where campaign_id = ${one.campaignId} order by number`
  assert.deepEqual(
    links.map(({ url }) => url),
    ['https://shop.example/', 'https://shop.example/b'],
  )
})
