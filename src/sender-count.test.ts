import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { countSenders, senderConnections } from './sender-count.ts'

const relay = 'smtp://relay.example'
const large = { cores: 32, memoryBytes: 64e9 }

test('without the setting senders are counted by cores, memory and relays', () => {
  for (const [settings, machine, expected] of [
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 1, memoryBytes: 1e9 }, 1],
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 2, memoryBytes: 8e9 }, 1],
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 3, memoryBytes: 8e9 }, 1],
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 4, memoryBytes: 8e9 }, 2],
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 8, memoryBytes: 16e9 }, 4],
    [{ LETTERSHOP_TRANSPORT: relay }, large, 4],
    // a small container on a large machine
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 32, memoryBytes: 512e6 }, 1],
    [{ LETTERSHOP_TRANSPORT: relay }, { cores: 32, memoryBytes: 2.1e9 }, 2],
    [{ LETTERSHOP_TRANSPORT: `${relay}?connections=3` }, large, 3],
    [{ LETTERSHOP_TRANSPORT: `${relay}?connections=50,${relay}:26?connections=1` }, large, 1],
    [{}, large, 1],
    [{ LETTERSHOP_TRANSPORT: relay, LETTERSHOP_ROLES: 'api,jobs' }, large, 0],
  ] as const)
    assert.equal(countSenders(readConfig(settings), machine), expected, JSON.stringify([settings, machine]))
})

test('the setting decides, except where a relay has no connection for a sender', () => {
  const small = { cores: 1, memoryBytes: 5e8 }
  const count = (settings: object) => countSenders(readConfig({ LETTERSHOP_SENDERS: '6', ...settings }), small)
  assert.equal(count({ LETTERSHOP_TRANSPORT: relay }), 6)
  assert.equal(count({}), 6)
  assert.equal(count({ LETTERSHOP_TRANSPORT: `${relay}?connections=4` }), 4)
  assert.equal(count({ LETTERSHOP_ROLES: 'console' }), 0)
})

test('a sender process has half of the connections to the database, at least four', () => {
  const count = (connections: string) => senderConnections(readConfig({ LETTERSHOP_DATABASE_CONNECTIONS: connections }))
  assert.deepEqual(['4', '8', '16', '17', '200'].map(count), [4, 4, 8, 9, 100])
})
