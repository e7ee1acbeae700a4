import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bytesOf } from '../../../test/harness/authenticator.ts'
import { addPerson } from '../../../test/harness/console.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, testKeys, type World } from '../../../test/harness/seed.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { findPersonById } from '../../store/accounts/person-proof.ts'
import type { Principal } from '../access/principal.ts'
import { beginFactor, confirmFactor, disableFactor, type FactorParts, proveCode, renewRecoveryCodes } from './factor.ts'
import { codeOf, stepOf } from './totp.ts'

let it: TestDatabase
let world: World
let clock: Date
let parts: FactorParts
before(async () => {
  it = await freshDatabase()
  world = await seed(it.db)
  clock = new Date('2026-11-22T12:00:00Z')
  parts = { db: it.db, keys: testKeys, now: () => clock }
})
after(() => it.drop())

const refuses = (work: Promise<unknown>, refusal: RefusalName) =>
  assert.rejects(work, error => error instanceof Refusal && error.refusal === refusal)
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

async function person() {
  const { id } = await addPerson(it.db, { accountId: world.accountId })
  const principal: Principal = { kind: 'person', id, loginId: 0, username: 'P', accountId: world.accountId, grants: [] }
  return { id, principal }
}

async function withFactor() {
  const { id, principal } = await person()
  const { secret } = await beginFactor(parts, principal, 'Agency')
  const app = bytesOf(secret)
  const code = () => codeOf(app, stepOf(clock))
  const recovery = await confirmFactor(parts, principal, code())
  later(30)
  const prove = async (given: string | null) => {
    const use = await proveCode(parts, (await findPersonById(it.db, id))!, given)
    await use(it.db)
  }
  return { id, principal, app, code, recovery, prove }
}

test('a factor is asked for once it was confirmed, and begins only once', async () => {
  const { id, principal } = await person()
  await refuses(confirmFactor(parts, principal, '123456'), 'FactorNotActive')
  const first = await beginFactor(parts, principal, 'Agency')
  const second = await beginFactor(parts, principal, 'Agency')
  assert.notEqual(first.secret, second.secret)
  assert.match(second.secret, /^[A-Z2-7]{32}$/)
  assert.equal((await findPersonById(it.db, id))!.totpSince, null)
  await refuses(confirmFactor(parts, principal, codeOf(bytesOf(first.secret), stepOf(clock))), 'InvalidCode')
  const codes = await confirmFactor(parts, principal, codeOf(bytesOf(second.secret), stepOf(clock)))
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/)
  await refuses(beginFactor(parts, principal, 'Agency'), 'FactorActive')
  await refuses(confirmFactor(parts, principal, '123456'), 'FactorActive')
})

test('the secret is kept encrypted, and recovery codes as hashes that need the installation secret', async () => {
  const { id, app, recovery } = await withFactor()
  const [row] = await it.db`select totp_secret from people where id = ${id}`
  assert.equal((row!.totpSecret as Buffer).includes(app), false)
  const stored = JSON.stringify(await it.db`select code_hash from recovery_codes where person_id = ${id}`)
  for (const code of recovery) assert.equal(stored.includes(code.replaceAll('-', '')), false)
})

test('a step is used once: a code is refused when it comes again, and so are older ones', async () => {
  const { app, code, prove } = await withFactor()
  const before = codeOf(app, stepOf(clock) - 1)
  await prove(code())
  await refuses(prove(code()), 'InvalidCode')
  await refuses(prove(before), 'InvalidCode')
  later(30)
  await prove(code())
})

test('of many that come with the same code at once, one gets through', async () => {
  const { code, prove } = await withFactor()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => prove(code())))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('the code that confirmed a factor does not sign in', async () => {
  const { id, principal } = await person()
  const { secret } = await beginFactor(parts, principal, 'Agency')
  const code = codeOf(bytesOf(secret), stepOf(clock))
  await confirmFactor(parts, principal, code)
  const use = await proveCode(parts, (await findPersonById(it.db, id))!, code)
  await refuses(use(it.db), 'InvalidCode')
})

test('spaces and hyphens in codes do not matter, other things do', async () => {
  const { code, recovery, prove } = await withFactor()
  await prove(` ${code().slice(0, 3)} ${code().slice(3)} `)
  await prove(recovery[0]!.toUpperCase().replaceAll('-', ' '))
  for (const [given, refusal] of [
    ['', 'CodeRequired'],
    [null, 'CodeRequired'],
    [' - ', 'CodeRequired'],
    ['12345', 'InvalidCode'],
    ['1234567', 'InvalidCode'],
    ['１２３４５６', 'InvalidCode'],
    ['abcdef', 'InvalidCode'],
    ['1'.repeat(60_000), 'InvalidCode'],
    ["' or 1=1", 'InvalidCode'],
  ] as const)
    await refuses(prove(given), refusal)
})

test('after ten wrong codes even the right one is refused for fifteen minutes, but recovery codes work', async () => {
  const { id, code, recovery, prove } = await withFactor()
  const other = await withFactor()
  const wrong = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => prove(wrong())))
  const reasons = results.map(result => (result.status === 'rejected' ? (result.reason as Refusal).refusal : 'through'))
  assert.equal(reasons.filter(reason => reason === 'InvalidCode').length, 10, 'many at once count from their start')
  assert.equal(reasons.filter(reason => reason === 'TooManyCodes').length, 20)
  await refuses(prove(code()), 'TooManyCodes')
  await prove(recovery[0]!)
  await other.prove(other.code())
  await it.db`update factor_attempts set since = now() - interval '16 minutes' where person_id = ${id}`
  await prove(code())
})

test('right codes use up no guesses', async () => {
  const { code, prove } = await withFactor()
  for (let n = 0; n < 15; n++) {
    await prove(code())
    later(30)
  }
})

test('a recovery code works once, for its person, until there are new ones', async () => {
  const { principal, code, recovery, prove } = await withFactor()
  const other = await withFactor()
  await refuses(other.prove(recovery[0]!), 'InvalidCode')
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => prove(recovery[0]!)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await refuses(prove(recovery[0]!), 'InvalidCode')
  const renewed = await renewRecoveryCodes(parts, principal, code())
  await refuses(prove(recovery[1]!), 'InvalidCode')
  await prove(renewed[1]!)
  assert.equal(renewed.length, 10)
})

test('a factor ends with a code, and its recovery codes with it', async () => {
  const { id, code, recovery, prove } = await withFactor()
  const person = (await findPersonById(it.db, id))!
  await refuses(disableFactor(parts, person, '000000x'), 'InvalidCode')
  await disableFactor(parts, person, code())
  assert.equal((await findPersonById(it.db, id))!.totpSecret, null)
  assert.equal((await it.db`select 1 from recovery_codes where person_id = ${id}`).length, 0)
  await refuses(prove(recovery[0]!), 'FactorNotActive')
})

test('the login of a client has no second factor', async () => {
  const login: Principal = { kind: 'login', id: 1, loginId: 1, username: 'l', accountId: 1, grants: [] }
  await refuses(beginFactor(parts, login, 'Agency'), 'AccessDenied')
})
