/** Proof of work and rates of forms: the refusals, their cost, and others that must not feel them. */
import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { test } from 'node:test'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { seedForm, solve, type TestForm, tokenOf } from '../../../test/harness/sign-ups.ts'
import { createLog } from '../../lib/log.ts'
import { hashedAddress } from '../../store/subscribers/address-hash.ts'
import { keyRing } from '../access/keys.ts'
import { tokens as tokensOf } from '../tokens/tokens.ts'
import { formParts } from './parts.ts'
import { type Challenge, challengeFor, effortAt, effortFinder, isProven, usualEffort } from './proof.ts'
import { exceededRate, type FormLimits, formRates, type RateReason } from './rates.ts'
import type { Submission } from './submitting.ts'
import { formTokens } from './tokens.ts'

const pages = usePublicPages()
const own = formTokens(tokensOf(testKeys))
const effort = 20

const plain: Omit<Submission, 'token' | 'email' | 'remote'> = {
  proof: '',
  trap: '',
  name: '',
  lists: [],
  fields: [],
  boxes: [],
  next: '',
  page: '',
  language: 'en',
  agent: '',
}

const proofOf = async (token: string) => solve(await challengeFor(own, token, effort))

/** Submits to a form with these rates. */
async function submitter(form: TestForm, rates = formRates) {
  const { find, submitting } = formParts({ db: pages.db, tokens: pages.tokens, log: createLog('silent') }, { rates })
  const live = (await find(form.publicId))!
  return (given: Pick<Submission, 'token' | 'email' | 'remote'> & Partial<Submission>, proof: 'asked' | 'needed') =>
    submitting.submit(live, { ...plain, ...given }, proof)
}

const waiting = async ({ formId }: TestForm) =>
  (await pages.db`select 1 from form_sign_ups where form_id = ${formId}`).length

test('the task grows with the submissions of the hour beyond the usual ones, up to sixteen times', () => {
  for (const [submitted, usual, times] of [
    [0, 0, 1],
    [50, 0, 1],
    [100, 0, 2],
    [100, 100, 1],
    [99, 400, 1],
    [400, 100, 4],
    [800, 0, 16],
    [1_000_000, 0, 16],
  ] as const)
    assert.equal(effortAt(submitted, usual), times * usualEffort, `${submitted} beside ${usual}`)
})

test('the task of a form grows with its own submissions, is looked up once in ten seconds, and no other form has it', async () => {
  const { db, world } = pages
  const [busy, calm] = [await seedForm(db, world), await seedForm(db, world)]
  const { clientId } = world.client
  let now = 0
  const find = effortFinder(db, () => now)
  const ask = ({ formId }: TestForm) => find({ clientId, formId })
  assert.equal(await ask(busy), usualEffort)
  await db`
    insert into form_hours (client_id, form_id, hour, submitted)
    values (${clientId}, ${busy.formId}, date_trunc('hour', now()), 5000)`
  now = 9_999
  assert.equal(await ask(busy), usualEffort)
  now = 10_000
  assert.equal(await ask(busy), 16 * usualEffort)
  assert.equal(await ask(calm), usualEffort)
  const task = await challengeFor(own, tokenOf(busy), await ask(busy))
  assert.equal(task.maxnumber, 16 * usualEffort)
})

test('a token is accepted from 2 seconds to 24 hours, in whatever part of a second the page was shown', () => {
  for (const part of [0, 10, 500, 990]) {
    const shown = Date.UTC(2026, 2, 29, 0, 59, 59, part)
    const token = own.issue(7, 'first', new Date(shown))
    for (const [ms, expected] of [
      [-1000, 'TooFast'],
      [0, 'TooFast'],
      [1980, 'TooFast'],
      [2000, 'first'],
      [2100, 'first'],
      [24 * 3_600_000, 'first'],
      [24 * 3_600_000 + 20, 'TooOld'],
    ] as const) {
      const read = own.read(7, token, new Date(shown + ms))
      assert.equal(typeof read === 'string' ? read : read.kind, expected, `${ms} ms after ${part}`)
    }
    assert.equal(own.read(8, token, new Date(shown + 5000)), 'Token')
  }
})

test('a proof is of the token that it comes with, under a key of this installation, and has the number', async () => {
  const form = { formId: 7 }
  const token = tokenOf(form)
  const foreign = formTokens(tokensOf(keyRing(Buffer.from('an installation secret of someone else, 32 bytes'))))
  const task = await challengeFor(own, token, effort)
  const good = solve(task)
  const read = JSON.parse(Buffer.from(good, 'base64').toString()) as Challenge & { number: number }
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const invented = { ...read, number: 0, challenge: hash('sha256', `${read.salt}0`) }
  const digits = String(read.number)
  assert.equal(await isProven(own, token, good), true)
  const refused: Readonly<Record<string, string>> = {
    'of another token of the form': await proofOf(tokenOf(form)),
    'of a token of another form': await proofOf(tokenOf({ formId: 8 })),
    'of another installation': solve(await challengeFor(foreign, token, effort)),
    'another number': text({ ...read, number: read.number + 1 }),
    'no number': text({ ...read, number: undefined }),
    'a number that is a text': text({ ...read, number: digits }),
    'a task of its own, unsigned': text({ ...invented, signature: '' }),
    'a task of its own, with the signature of ours': text(invented),
    'a task of its own, signed with the token': text({
      ...invented,
      signature: createHmac('sha256', token).update(invented.challenge).digest('hex'),
    }),
    'a digit of the number moved to the salt': text({
      ...read,
      salt: read.salt + digits[0],
      number: Number(digits.slice(1)),
    }),
    'the token of another form put into the salt': text({ ...read, salt: `${tokenOf({ formId: 8 })}&` }),
    'another algorithm': text({ ...read, algorithm: 'SHA-1' }),
    'no object': text(null),
    'no JSON': Buffer.from('{').toString('base64'),
    'too long': text({ ...read, more: 'x'.repeat(1000) }),
  }
  for (const [what, proof] of Object.entries(refused)) assert.equal(await isProven(own, token, proof), false, what)
})

test('a good proof saves no token that is old, young or of another form, and works once even when sent many times at once', async () => {
  const form = await seedForm(pages.db, pages.world)
  const other = await seedForm(pages.db, pages.world)
  const submit = await submitter(form)
  const given = { email: 'ann@proofs.example', remote: '192.0.2.1' }
  for (const [reason, token] of [
    ['TooOld', tokenOf(form, 'first', 24 * 3600 + 5)],
    ['TooFast', tokenOf(form, 'first', -60)],
    ['Token', tokenOf(other)],
  ] as const)
    assert.deepEqual(await submit({ ...given, token, proof: await proofOf(token) }, 'needed'), {
      kind: 'again',
      reason,
    })
  assert.equal(await waiting(form), 0)
  const token = tokenOf(form)
  const proof = await proofOf(token)
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => submit({ ...given, token, proof }, 'asked')), // an address has five a day
  )
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['taken']))
  assert.equal(await waiting(form), 1)
  const [reused] = await pages.db`
    select count from form_counts where form_id = ${form.formId} and kind = 'refused Reused'`
  assert.equal(reused!.count, 3)
})

test('one more button replaces the proof of a page, never that of the JSON interface, and never where the proof is wrong', async () => {
  const form = await seedForm(pages.db, pages.world)
  const submit = await submitter(form)
  const wrong = await proofOf(tokenOf(form))
  for (const [kind, proof, needs, outcome] of [
    ['first', '', 'asked', 'again'],
    ['first', '', 'needed', 'again'],
    ['again', '', 'needed', 'again'],
    ['again', wrong, 'asked', 'again'],
    ['first', wrong, 'asked', 'again'],
    ['again', '', 'asked', 'taken'],
  ] as const) {
    const given = { token: tokenOf(form, kind), proof, email: 'ann@button.example', remote: '192.0.2.2' }
    assert.equal((await submit(given, needs)).kind, outcome, `${kind}, ${proof === '' ? 'none' : 'wrong'}, ${needs}`)
    assert.equal(await waiting(form), outcome === 'taken' ? 1 : 0)
  }
})

/** What a submission takes of each rate, by whom it is counted. */
function takenBy(given: Partial<Parameters<typeof exceededRate>[2]>): Readonly<Record<string, number>> {
  const taken: Record<string, number> = {}
  const limit = (reason: RateReason) => (subject: string) => {
    taken[`${reason} ${subject}`] = (taken[`${reason} ${subject}`] ?? 0) + 1
  }
  const limits: FormLimits = {
    FormRate: limit('FormRate'),
    NetworkRate: limit('NetworkRate'),
    DomainRate: limit('DomainRate'),
    AddressRate: limit('AddressRate'),
  }
  const one = { formId: 7, remote: '192.0.2.1', address: 'ann@bloom.example', isProven: true, ...given }
  assert.equal(exceededRate(pages.db, limits, one), undefined)
  return taken
}

test('a submission counts for its form, its network (/24, /48), its domain and its address; without a proof four times, for its address once', () => {
  const address = `AddressRate ${hashedAddress(pages.db, 'ann@bloom.example')}`
  for (const [remote, network] of [
    ['192.0.2.1', '192.0.2.0'],
    ['192.0.2.254', '192.0.2.0'],
    ['192.0.3.1', '192.0.3.0'],
    ['::ffff:192.0.2.9', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8:1:ffff::1', '2001:db8:1::'],
    ['2001:db8:2::1', '2001:db8:2::'],
    ['unix socket', 'unix socket'],
  ] as const)
    for (const [isProven, times] of [
      [true, 1],
      [false, 4],
    ] as const)
      assert.deepEqual(takenBy({ remote, isProven }), {
        [`NetworkRate ${network}`]: times,
        'FormRate 7': times,
        'DomainRate bloom.example': times,
        [address]: 1,
      })
})

const many = { perSecond: 1_000, burst: 100_000 }
const few = { perSecond: 1e-9, burst: 8 }
const wide: typeof formRates = { FormRate: many, NetworkRate: many, DomainRate: many, AddressRate: many }

interface Limited {
  readonly reason: RateReason
  /** A submission that counts for the same, and one that does not. */
  readonly same: (n: number) => { readonly email: string; readonly remote: string }
  readonly other: { readonly email: string; readonly remote: string }
  readonly withoutProof: number
}

const limited: readonly Limited[] = [
  {
    reason: 'NetworkRate',
    same: n => ({ email: `n${n}@n${n}.example`, remote: `198.51.100.${n}` }),
    other: { email: 'n@n.example', remote: '198.51.101.1' },
    withoutProof: 2,
  },
  {
    reason: 'NetworkRate',
    same: n => ({ email: `v${n}@v${n}.example`, remote: `2001:db8:7:${n}::1` }),
    other: { email: 'v@v.example', remote: '2001:db8:8::1' },
    withoutProof: 2,
  },
  {
    reason: 'DomainRate',
    same: n => ({ email: `d${n}@crowd.example`, remote: `10.1.${n}.1` }),
    other: { email: 'd@sub.crowd.example', remote: '10.1.99.1' },
    withoutProof: 2,
  },
  {
    reason: 'AddressRate',
    same: n => ({ email: n % 2 === 0 ? 'Victim@rates.example' : 'victim@RATES.example', remote: `10.2.${n}.1` }),
    other: { email: 'neighbour@rates.example', remote: '10.2.99.1' },
    withoutProof: 8,
  },
  {
    reason: 'FormRate',
    same: n => ({ email: `f${n}@f${n}.example`, remote: `10.3.${n}.1` }),
    other: { email: 'f@f.example', remote: '10.3.99.1' },
    withoutProof: 2,
  },
]

for (const { reason, same, other, withoutProof } of limited)
  for (const isProven of [true, false])
    test(`${reason} of ${same(1).remote}, ${isProven ? 'with' : 'without'} a proof: beyond it nothing is written, and others go on`, async () => {
      const { db, world } = pages
      await db`delete from shared_buckets`
      const form = await seedForm(db, world)
      const rates = { ...wide, [reason]: few }
      const submit = await submitter(form, rates)
      const send = async (given: ReturnType<Limited['same']>, to = { form, submit }) => {
        const token = tokenOf(to.form, isProven ? 'first' : 'again')
        const proof = isProven ? await proofOf(token) : ''
        return (await to.submit({ ...given, token, proof }, 'asked')).kind
      }
      const allowed = isProven ? 8 : withoutProof
      for (let n = 0; n < allowed; n++) assert.equal(await send(same(n)), 'taken', `submission ${n}`)
      // who asks for an address learns nothing of what others asked for it
      assert.equal(await send(same(allowed)), reason === 'AddressRate' ? 'taken' : 'busy')
      assert.equal(await waiting(form), allowed)
      const next = await seedForm(db, world)
      const to = reason === 'FormRate' ? { form: next, submit: await submitter(next, rates) } : { form, submit }
      assert.equal(await send(other, to), 'taken')
      assert.equal(await waiting(to.form), reason === 'FormRate' ? 1 : allowed + 1)
    })

test('another process knows what was taken of a network', async () => {
  const { db, world } = pages
  await db`delete from shared_buckets`
  const form = await seedForm(db, world)
  const rates = { ...wide, NetworkRate: few }
  const [one, two] = [await submitter(form, rates), await submitter(form, rates)]
  let sent = 0
  const send = async (submit: typeof one) => {
    const token = tokenOf(form)
    const given = { token, proof: await proofOf(token), email: `s${sent++}@shared.example`, remote: '203.0.113.1' }
    return (await submit(given, 'asked')).kind
  }
  for (let n = 0; n < few.burst; n++) assert.equal(await send(one), 'taken')
  // the first of a process is free until it hears of the others
  await send(two)
  for (let tries = 0; (await send(two)) !== 'busy'; tries++) assert.ok(tries < few.burst, 'the rate is shared')
  assert.ok((await waiting(form)) < 2 * few.burst)
})
