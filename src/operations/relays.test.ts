import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsOf } from '../../test/harness/items.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { mostRelayTests, type RelayReport, type RelayTester } from '../domain/system/relay-tests.ts'
import { relays } from './relays.ts'

const asked: { names: readonly string[]; from: string }[] = []
const base: Omit<RelayReport, 'relay'> = {
  step: 'done',
  code: null,
  error: '',
  addresses: ['192.0.2.1'],
  encrypted: true,
  loggedIn: true,
  offers: {
    pipelining: true,
    chunking: false,
    eightBitMime: true,
    smtpUtf8: false,
    mostBytes: 1000,
    loginMethods: ['PLAIN'],
  },
  milliseconds: 7,
}
const relayTester: RelayTester = {
  relays: ['one.example:25', 'two.example:587'],
  async test(names, from) {
    asked.push({ names, from })
    return names.map(relay =>
      relay.startsWith('one')
        ? { ...base, relay }
        : { ...base, relay, step: 'login', code: 535, error: '535 no', offers: undefined, loggedIn: false },
    )
  },
}
const { db, world, other, call, refused } = await operationsTest(relays, () => ({ relayTester }))
const key = { ApiKey: world.accountKey }

test('all relays or the one that is named are tested, with the sender given', async () => {
  const { Transport, Message, Relays } = await call('Relay.Test', key)
  assert.equal(Transport, 'Relays')
  assert.equal(Message, '1 of 2 relays cannot be used.')
  assert.deepEqual(
    itemsOf(Relays).map(({ Relay, Works, Step, Code, Error: error }) => ({ Relay, Works, Step, Code, error })),
    [
      { Relay: 'one.example:25', Works: true, Step: 'Done', Code: 0, error: '' },
      { Relay: 'two.example:587', Works: false, Step: 'Login', Code: 535, error: '535 no' },
    ],
  )
  for (const Relay of ['two.example', ' TWO.example:587 '])
    assert.equal(
      itemsOf((await call('Relay.Test', { ...key, Relay, FromEmail: 'Ina@Bloom.example' })).Relays).length,
      1,
    )
  assert.deepEqual(asked.at(-1), { names: ['two.example:587'], from: 'Ina@Bloom.example' })
})

test('an unknown relay and what is no address are refused, and no relay is asked', async () => {
  const before = asked.length
  await refused('Relay.Test', { ...key, Relay: 'three.example' }, 'UnknownRelay')
  await refused('Relay.Test', { ...key, Relay: '25' }, 'UnknownRelay')
  await refused('Relay.Test', { ...key, FromEmail: 'a\r\nRSET' }, 'InvalidEmail')
  await refused('Relay.Test', { ApiKey: world.clientKey }, 'AccessDenied')
  assert.equal(asked.length, before)
})

test('an account tests a few times in a minute, also at once; another account has its own', async () => {
  await db`delete from occurrences`
  const outcomes = await Promise.all(
    Array.from({ length: mostRelayTests + 3 }, () =>
      call('Relay.Test', key).then(
        () => 'done',
        (error: { refusal?: string }) => error.refusal,
      ),
    ),
  )
  assert.equal(outcomes.filter(one => one === 'done').length, mostRelayTests)
  assert.equal(outcomes.filter(one => one === 'RelayTestLimit').length, 3)
  await call('Relay.Test', { ApiKey: other.accountKey })
  await db`update occurrences set at = at - interval '61 seconds'`
  await call('Relay.Test', key)
})

test('with the folder transport each answer reports it', async () => {
  const { call: ask } = await operationsTest(relays, () => ({
    relayTester: { relays: [], test: async () => [] },
  })).then(async ({ world: { accountKey }, call }) => ({ call: () => call('Relay.Test', { ApiKey: accountKey }) }))
  for (let n = 0; n <= mostRelayTests; n++) {
    const { Transport, Message, Relays } = await ask()
    assert.equal(Transport, 'Folder')
    assert.match(Message!, /folder/)
    assert.deepEqual(Relays, [])
  }
})
