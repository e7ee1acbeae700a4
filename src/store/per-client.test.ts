import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perClient } from './per-client.ts'

const rows = [
  { clientId: 10, name: 'a' },
  { clientId: 2, name: 'b' },
  { clientId: 10, name: 'c' },
  { clientId: 1, name: 'd' },
]

test('each client has one statement, in ascending order of clients, with its rows as given and their places', async () => {
  const seen: unknown[] = []
  await perClient(rows, async (clientId, own, places) => {
    seen.push([clientId, own.map(({ name }) => name).join(), places])
  })
  assert.deepEqual(seen, [
    [1, 'd', [3]],
    [2, 'b', [1]],
    [10, 'a,c', [0, 2]],
  ])
})

test('a statement begins when that of the client before has ended', async () => {
  let running = 0
  await perClient(rows, async () => {
    assert.equal(++running, 1)
    await new Promise(resolve => setImmediate(resolve))
    running--
  })
})

test('answers come client by client', async () => {
  assert.deepEqual(await perClient(rows, async (_, own) => own.map(({ name }) => name)), ['d', 'b', 'a', 'c'])
})

test('nothing runs for no rows, or after a failure', async () => {
  assert.deepEqual(await perClient([], () => assert.fail('there is no client')), [])
  const begun: number[] = []
  const failing = perClient(rows, async clientId => {
    begun.push(clientId)
    if (clientId === 2) throw new Error('away')
  })
  await assert.rejects(failing, /away/)
  assert.deepEqual(begun, [1, 2])
})
