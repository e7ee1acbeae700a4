/** Waves: an attack on a form becomes no mail to strangers, whatever browsers it comes from. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caller } from '../../../test/harness/caller.ts'
import { mayTake } from '../../../test/harness/effort.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed } from '../../../test/harness/seed.ts'
import { decideAll, formMailbox, seedForm, solve, type TestForm, tokenOf } from '../../../test/harness/sign-ups.ts'
import { createLog } from '../../lib/log.ts'
import { forms } from '../../operations/forms.ts'
import { formParts } from './parts.ts'
import { challengeFor } from './proof.ts'
import { formRates } from './rates.ts'
import type { Submission } from './submitting.ts'
import { releaseHeld, waveThreshold } from './waves.ts'

const pages = usePublicPages()

/** Posts of an attack: each from a network of its own, of a browser that solves its task. */
const attackPosts = Number(process.env.FORM_ATTACK_POSTS ?? 600)

function submission(form: TestForm, n: number, email: string): Submission {
  return {
    token: tokenOf(form),
    proof: '',
    trap: '',
    email,
    name: 'Ann',
    lists: [],
    fields: [],
    boxes: [],
    next: '',
    page: 'https://bloom.example/',
    language: 'en',
    remote: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    agent: 'Mozilla/5.0',
  }
}

async function attack(form: TestForm, posts: number, emailOf: (n: number) => string, rates = formRates) {
  const parts = formParts({ db: pages.db, tokens: pages.tokens, log: createLog('silent') }, { rates })
  const live = (await parts.find(form.publicId))!
  const kinds = new Map<string, number>()
  for (let from = 0; from < posts; from += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, posts - from) }, async (_, k) => {
        const given = submission(form, (from + k) * 256, emailOf(from + k))
        const proof = solve(await challengeFor(parts.tokens, given.token, 10))
        const { kind } = await parts.submitting.submit(live, { ...given, proof }, 'asked')
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }),
    )
    await decideAll(pages.db)
  }
  return kinds
}

const mailsOf = async ({ formId }: TestForm) =>
  (await pages.db`select count from form_counts where form_id = ${formId} and kind = 'mailed'`)[0]?.count ?? 0

const lifted = { perSecond: attackPosts, burst: attackPosts }
const noRates = { FormRate: lifted, NetworkRate: lifted, DomainRate: lifted, AddressRate: lifted }

for (const [which, rates, kinds] of [
  // beyond the rate of a domain who posts is asked to try later, whatever the address is
  ['with the usual rates', formRates, attackPosts <= formRates.DomainRate.burst ? ['taken'] : ['taken', 'busy']],
  ['without rates, also where the owner has all held mails sent', noRates, ['taken']],
] as const)
  test(`${attackPosts} posts for one address from browsers that look real make one mail, ${which}`, async () => {
    if (attackPosts > 1_000) mayTake(3_600_000)
    const { db, world } = pages
    const form = await seedForm(db, world)
    const victim = `victim@${rates === noRates ? 'second' : 'first'}.example`
    assert.deepEqual([...(await attack(form, attackPosts, () => victim, rates)).keys()], kinds)
    const held = await releaseHeld(db, world.client, form.publicId)
    await decideAll(db)
    const mails = await formMailbox(db).read()
    assert.equal(mails.filter(({ recipient }) => recipient === victim).length, 1)
    assert.equal(await mailsOf(form), 1)
    const [written] = await db`select count(*)::integer as count from form_sign_ups where form_id = ${form.formId}`
    if (rates === noRates) assert.deepEqual([held, written!.count], [attackPosts, attackPosts])
    else assert.ok(written!.count <= formRates.AddressRate.burst)
  })

test('posts for many addresses are held from the wave on; the owner hears of it once, and releases or drops them', async () => {
  const { db } = pages
  const world = await seed(db)
  const { call } = caller(db, forms)
  const form = await seedForm(db, world)
  const id = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId, FormID: form.publicId }
  await attack(form, 400, n => `reader${n}@wave.example`)
  const mailed = await mailsOf(form)
  assert.ok(mailed <= 250, `${mailed} mails before the wave`)
  const held = 400 - mailed
  const statistics = await call('Form.GetStatistics', { ...id, Days: 1 })
  const waves = statistics.Waves as readonly { State: string }[] // they are not streamed
  assert.deepEqual([statistics.Held, statistics.Submitted, waves.map(({ State }) => State)], [held, 400, ['Holding']])
  const notices = (await formMailbox(db).read()).filter(({ subject }) => subject?.startsWith('Unusually many'))
  assert.equal(notices.length, 1)
  assert.equal(notices[0]!.recipient, `${world.clientUsername}@client.example`)
  assert.match(notices[0]!.text ?? '', /got \d+ sign-ups in an hour; 0 % of those of the last day were confirmed/)
  const events = await db`
    select data from events where client_id = ${world.client.clientId} and type = 'form.wave'`
  assert.deepEqual(
    events.map(({ data }) => data.FormID),
    [form.publicId],
  )

  assert.equal(await call('Form.ReleaseHeld', id), held)
  await decideAll(db)
  assert.equal(await mailsOf(form), 400)
  await attack(form, 50, n => `later${n}@wave.example`)
  assert.equal(await mailsOf(form), 450, 'as many again are no wave after a release')

  const other = await seedForm(db, world)
  await attack(other, 300, n => `dropped${n}@wave.example`)
  const ofOther = { ...id, FormID: other.publicId }
  const dropped = await call('Form.DropHeld', ofOther)
  assert.ok(dropped > 0)
  assert.equal((await call('Form.GetStatistics', { ...ofOther, Days: 1 })).Held, 0)
})

test('an hour is a wave above five times the usual one, and after a release above five times that', () => {
  for (const [usual, lastState, lastSubmitted, threshold] of [
    [0, null, 0, 50],
    [4, null, 0, 50],
    [100, null, 0, 500],
    [100, 'dropped', 4000, 500],
    [100, 'released', 4000, 20_000],
  ] as const)
    assert.equal(waveThreshold({ usual, lastState, lastSubmitted }), threshold)
})
