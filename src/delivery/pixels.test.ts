/** Which pixel a letter has, by the rules of the list and the answers of the person, as the last look before the hand-over finds them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { testKeys } from '../../test/harness/seed.ts'
import { campaign, isSent, present, relay, sender, sendNow, sink } from '../../test/harness/sending.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import { tokens as tokensOf } from '../domain/tokens/tokens.ts'
import { createLog } from '../lib/log.ts'
import { contentTasksHere as contentTasks } from './content/tasks.ts'
import { findWebVersion } from './content/web-version.ts'
import { planDueCampaign } from './planning/plan.ts'

const log = createLog('silent')
const tokens = tokensOf(testKeys)
const plan = () => planDueCampaign({ db: present.db, log, contentTasks }, new Date())

type Consent = boolean | null
const consents: readonly Consent[] = [null, true, false]
interface Rules {
  readonly tracking: 'always' | 'consent' | 'never'
  readonly hygiene: boolean
  readonly anonymous: boolean
}

const addressOf = (measuring: Consent, hygiene: Consent) => `${measuring}.${hygiene}@x.example`
const everyone = consents.flatMap(measuring => consents.map(hygiene => ({ measuring, hygiene })))

/** The rules in words, once more. */
function expected({ tracking, hygiene, anonymous }: Rules, measured: Consent, kept: Consent): string {
  if (tracking === 'always' && measured !== false) return 'tracked'
  if (tracking === 'consent' && measured === true) return 'tracked'
  if (hygiene && (measured === false ? kept === true : kept !== false)) return 'hygiene'
  if (anonymous && measured !== false) return 'anonymous'
  return 'none'
}

async function modeOf(raw: Buffer): Promise<string> {
  const { html = '', text = '' } = await PostalMime.parse(raw)
  const isTracked = /\/c\/1\//.test(html)
  assert.equal(/\/c\/1\//.test(text), isTracked)
  if (!isTracked) assert.match(html, /href="https:\/\/shop\.example\/"/)
  const anonymous = /\/a\/([\w-]{36})\.gif/.exec(html)?.[1]
  if (anonymous !== undefined) assert.ok(tokens.verify('anonymous open', anonymous))
  const own = /\/o\/[\w-]{36}\.gif/.test(html)
  const dated = /\/h\/[\w-]{36}\.gif/.test(html)
  assert.ok([own, dated, anonymous !== undefined].filter(Boolean).length <= 1)
  assert.doesNotMatch(text, /\.gif/)
  return isTracked
    ? own
      ? 'tracked'
      : 'links only'
    : dated
      ? 'hygiene'
      : anonymous === undefined
        ? 'none'
        : 'anonymous'
}

async function modesOf(peer: Awaited<ReturnType<typeof sink>>): Promise<Record<string, string>> {
  const modes = await Promise.all(peer.messages.map(async ({ to, raw }) => [to, await modeOf(raw)] as const))
  return Object.fromEntries(modes.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

async function setRules({ tracking, hygiene, anonymous }: Rules) {
  await present.db`
    update lists set tracking = ${tracking}, hygiene = ${hygiene}, anonymous_opens = ${anonymous} where id = ${present.world.list.listId}`
}

async function withEveryAnswer(rules: Rules) {
  const running = await campaign(everyone.map(({ measuring, hygiene }) => addressOf(measuring, hygiene)))
  await setRules(rules)
  for (const { measuring, hygiene } of everyone)
    await present.db`
      update subscribers set tracking_consent = ${measuring}, hygiene_consent = ${hygiene}
      where list_id = ${present.world.list.listId} and address = ${addressOf(measuring, hygiene)}`
  return running
}

const allExpected = (rules: Rules) =>
  Object.fromEntries(
    everyone
      .map(({ measuring, hygiene }) => [addressOf(measuring, hygiene), expected(rules, measuring, hygiene)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

const switches = [false, true]
const allRules = (['always', 'consent', 'never'] as const).flatMap(tracking =>
  switches.flatMap(hygiene => switches.map(anonymous => ({ tracking, hygiene, anonymous }))),
)

for (const rules of allRules)
  test(`every answer has the mode of the rules ${JSON.stringify(rules)}`, async () => {
    const running = await withEveryAnswer(rules)
    const peer = await sink()
    sender(relay(peer))
    await sendNow(running)
    await isSent(running)
    assert.deepEqual(await modesOf(peer), allExpected(rules))
  })

test('the mode is that of the rules and answers of the hand-over; who was not tracked at the freezing stays so', async () => {
  const running = await withEveryAnswer({ tracking: 'never', hygiene: false, anonymous: false })
  await sendNow(running)
  assert.equal(await plan(), true)
  await setRules({ tracking: 'always', hygiene: true, anonymous: true })
  const peer = await sink()
  sender(relay(peer))
  await isSent(running)
  assert.deepEqual(await modesOf(peer), allExpected({ tracking: 'never', hygiene: true, anonymous: true }))
})

test('a retry after a refusal has no pixel and links as written', async () => {
  const running = await campaign(['later@x.example'])
  await setRules({ tracking: 'always', hygiene: true, anonymous: true })
  const { clientId, listId } = present.world.list
  const [member] = await present.db<{ id: number }[]>`select id from subscribers where list_id = ${listId}`
  const peer = await sink({
    reply: (_to, attempt) => (attempt === 1 ? { code: 451, text: '4.2.0 later', at: 'recipient' } : 'accept'),
  })
  let ahead = 0
  sender(relay(peer), { now: () => new Date(Date.now() + ahead) })
  await sendNow(running)
  const isDeferred = async () =>
    (await present.db`select 1 from log where campaign_id = ${running.campaignId} and kind = 'deferred'`).length > 0
  while (!(await isDeferred())) await new Promise(resolve => setTimeout(resolve, 20))
  await setConsent(present.db, { clientId, listId }, member!.id, 'measuring', false, { by: 'page' })
  ahead = 24 * 3_600_000
  await isSent(running)
  assert.deepEqual(await modesOf(peer), { 'later@x.example': 'none' })
})

test('a campaign that counts no opens has no pixel in any mode, and the web version never has one', async () => {
  const rules = { tracking: 'consent', hygiene: true, anonymous: true } as const
  const running = await withEveryAnswer(rules)
  await present.db`update campaigns set track_opens = false where id = ${running.campaignId}`
  const peer = await sink()
  sender(relay(peer))
  await sendNow(running)
  await isSent(running)
  for (const [to, mode] of Object.entries(await modesOf(peer)))
    assert.equal(mode, to.startsWith('true.') ? 'links only' : 'none', to)
  for (let number = 1; number <= everyone.length; number++)
    assert.doesNotMatch(
      (await findWebVersion({ db: present.db, tokens, contentTasks }, { ...running, number })) ?? '',
      /\.gif/,
    )
})
