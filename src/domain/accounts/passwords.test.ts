import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordCost as testCost } from '../../../test/harness/password-cost.ts'
import { Refusal } from '../../contract/refusals.ts'
import { passwordCost } from './password-cost.ts'
import { checkPassword, hashPassword, verifyPassword } from './passwords.ts'

const remote = '192.0.2.1'

test('a password is verified by its hash, another is not, and no two hashes are alike', async () => {
  const [hash, again] = await Promise.all([hashPassword('blue kettle'), hashPassword('blue kettle')])
  assert.notEqual(hash, again)
  const { ln, r, p } = testCost
  assert.match(hash, new RegExp(String.raw`^scrypt\$ln=${ln},r=${r},p=${p}\$[\w-]{22}\$[\w-]{43}$`))
  assert.deepEqual(passwordCost, { ln: 15, r: 8, p: 3 }, 'the program takes more work than its tests')
  assert.doesNotMatch(hash, /kettle/)
  const verdicts = await Promise.all(
    ['blue kettle', 'Blue kettle', 'blue kettle ', ''].map(password => verifyPassword(password, hash, remote)),
  )
  assert.deepEqual(verdicts, [true, false, false, false])
})

test('the parameters are the hash’s own, so that old hashes go on working (RFC 7914 §12)', async () => {
  const rfc = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex').toString('base64url')
  // RFC 7914 §12: scrypt("pleaseletmein", "SodiumChloride", N=16384, r=8, p=1)
  const hash = `scrypt$ln=14,r=8,p=1$${Buffer.from('SodiumChloride').toString('base64url')}$${rfc(
    '70 23 bd cb 3a fd 73 48 46 1c 06 cd 81 fd 38 eb fd a8 fb ba 90 4f 8e 3e a9 b5 43 f6 54 5d a1 f2 d5 43 29 55 61 3f 0f cf 62 d4 97 05 24 2a 9a f9 e6 1e 85 dc 0d 65 1e 40 df cf 01 7b 45 57 58 87',
  )}`
  assert.equal(await verifyPassword('pleaseletmein', hash, remote), true)
  assert.equal(await verifyPassword('pleaseletmeout', hash, remote), false)
})

test('a composed and a decomposed letter are the same password', async () => {
  assert.equal(await verifyPassword('caf\u00e9 noir', await hashPassword('cafe\u0301 noir'), remote), true)
})

test('no password is right without a login, without a hash, or for a hash in another form', async () => {
  for (const hash of [undefined, '', 'none', 'scrypt$', '$2b$10$abcdefghijklmnopqrstuv', 'scrypt$ln=15,r=8,p=3$$']) {
    const verdicts = await Promise.all(['', 'none'].map(password => verifyPassword(password, hash, remote)))
    assert.deepEqual(verdicts, [false, false])
  }
})

test('a crowd of one network is refused beyond a few, and another network does not wait for it', async () => {
  const order: string[] = []
  const check = (from: string, what: string) =>
    verifyPassword('wrong', undefined, from).then(
      () => order.push(what),
      (error: unknown) => {
        assert.ok(error instanceof Refusal && error.refusal === 'TooManyRequests')
        order.push('refused')
      },
    )
  const crowd = Array.from({ length: 110 }, (_, n) => check(`2001:db8::${n.toString(16)}`, 'crowd'))
  await check('192.0.2.9', 'other')
  const before = order.filter(what => what === 'crowd').length
  // two run at once and eight wait
  assert.ok(before < 10, 'it does not wait for all of them')
  await Promise.all(crowd)
  assert.equal(order.filter(what => what === 'refused').length, 100)
})

const passwords: readonly [password: string, refusal: string | undefined][] = [
  ['blue kettle', undefined],
  ['x7!pqz', undefined],
  ['ünïcödé', undefined],
  ['', 'InvalidPassword'],
  ['x7!pq', 'InvalidPassword'],
  ['x'.repeat(201), 'InvalidPassword'],
  ['password', 'UnsafePassword'],
  ['PassWord1', 'UnsafePassword'],
  ['123456', 'UnsafePassword'],
  ['aaaaaaaa', 'UnsafePassword'],
  ['carla.contact', 'UnsafePassword'],
  ['Deprecated', 'UnsafePassword'],
]
for (const [password, refusal] of passwords) {
  test(`${JSON.stringify(password.slice(0, 20))} is ${refusal ?? 'accepted'}`, () => {
    const check = () => checkPassword(password, 'Carla.Contact')
    if (refusal === undefined) check()
    else assert.throws(check, error => error instanceof Refusal && error.refusal === refusal)
  })
}
