import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastUses } from './last-uses.ts'

interface Use {
  readonly id: number
  readonly from: string
}
/** After what waits for this turn to end. */
const turn = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))

test('uses of one turn are written together, of each name the latest', async () => {
  const written: (readonly Use[])[] = []
  const uses = lastUses<Use>(
    ({ id }) => id,
    async some => void written.push(some),
  )
  for (const [id, from] of [
    [1, 'a'],
    [2, 'b'],
    [1, 'c'],
  ] as const)
    uses.record({ id, from })
  await turn()
  assert.deepEqual(written, [
    [
      { id: 1, from: 'c' },
      { id: 2, from: 'b' },
    ],
  ])
})

test('what fails is left to the next use, and what comes while one is written is written next', async () => {
  const written: (readonly Use[])[] = []
  let end = () => {}
  const uses = lastUses<Use>(
    ({ id }) => id,
    async some => {
      written.push(some)
      if (written.length === 1) await new Promise<void>((_, reject) => (end = () => reject(new Error('away'))))
    },
  )
  uses.record({ id: 1, from: 'a' })
  await turn()
  uses.record({ id: 2, from: 'b' })
  await turn()
  assert.equal(written.length, 1)
  end()
  await turn()
  assert.deepEqual(written[1], [{ id: 2, from: 'b' }])
})

test('a storm of names costs a bounded memory', async () => {
  const written: (readonly Use[])[] = []
  const uses = lastUses<Use>(
    ({ id }) => id,
    async some => void written.push(some),
  )
  for (let id = 0; id < 50_000; id++) uses.record({ id, from: '' })
  await turn()
  assert.deepEqual(
    written.map(({ length }) => length),
    [10_000],
  )
})
