import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../../store/ledger/entry.ts'
import type { OpenRecipient } from '../../store/ledger/ledger.ts'
import type { Message } from '../transport.ts'
import { createHandOvers, type HandOvers, type Unrecorded } from './hand-overs.ts'

const accepted = { kind: 'accepted', code: 250, answer: 'ok' } as const
const recipient = (number: number) => ({ number, attempt: 1 }) as OpenRecipient // no more of it is looked at
const message = {} as Message // nor anything of it

/** Two ranges of one sender over one transport, which keeps its messages; and the entries of their journals, in order. */
function twoRanges(disk: { isFull: boolean } = { isFull: false }) {
  const written: string[] = []
  const given: Required<Message>['handOver'][] = []
  const unrecorded: Unrecorded = new Set()
  const range = (name: string): HandOvers => {
    const handOvers: HandOvers = createHandOvers({
      transport: {
        send({ handOver }) {
          given.push(handOver!)
          return new Promise(() => {})
        },
      },
      journal: {
        write(outcomes, next) {
          if (disk.isFull && name === 'first') throw new Error('ENOSPC')
          for (const { number } of outcomes) written.push(`${name}: ${number} answered`)
          const goingOut = next.map(({ number }) => number)
          if (goingOut.length > 0) written.push(`${name}: ${goingOut.join(' and ')} out`)
        },
        end() {},
      },
      unrecorded,
      mayGo: () => true,
      mayBegin: () => true,
      onOutcome: ({ number, attempt }) => handOvers.note({ number, attempt } as Entry), // as above
      onFreed() {},
      onFailure() {},
    })
    return handOvers
  }
  return { first: range('first'), second: range('second'), given, written, unrecorded }
}

test('before a connection carries a message of another range, the answer to the one before is recorded', () => {
  const { first, second, given, written, unrecorded } = twoRanges()
  first.give(recipient(1), message)
  second.give(recipient(7), message)
  assert.equal(given[0]!.begin(), true)
  given[0]!.answered(accepted)
  assert.equal(given[1]!.begin(), true)
  assert.deepEqual(written, ['first: 1 out', 'first: 1 answered', 'second: 7 out'])
  assert.equal(unrecorded.size, 0)
})

test('while the answer cannot be recorded, nothing goes out of another range either', () => {
  const disk = { isFull: false }
  const { first, second, given, written } = twoRanges(disk)
  first.give(recipient(1), message)
  second.give(recipient(7), message)
  given[0]!.begin()
  given[0]!.answered(accepted)
  disk.isFull = true
  assert.equal(given[1]!.begin(), false)
  assert.deepEqual(written, ['first: 1 out'])
})

test('a range that has ended holds no other up', () => {
  const disk = { isFull: false }
  const { first, second, given, unrecorded } = twoRanges(disk)
  first.give(recipient(1), message)
  second.give(recipient(7), message)
  given[0]!.begin()
  given[0]!.answered(accepted)
  disk.isFull = true
  first.end()
  assert.equal(given[1]!.begin(), true)
  assert.equal(unrecorded.size, 0)
})

test('those that begin in one turn are recorded by one write, each range in its own', () => {
  const { first, second, given, written } = twoRanges()
  first.give(recipient(1), message)
  second.give(recipient(7), message)
  first.give(recipient(2), message)
  for (const handOver of given) handOver.announce()
  for (const handOver of given) assert.equal(handOver.begin(), true)
  assert.deepEqual(written, ['first: 1 and 2 out', 'second: 7 out'])
  assert.deepEqual([first.begun().length, second.begun().length], [2, 1])
})

test('what was announced and cannot be recorded does not go out, nor is it recorded with the next', () => {
  const disk = { isFull: true }
  const { first, given, written } = twoRanges(disk)
  for (const number of [1, 2, 3]) first.give(recipient(number), message)
  given[0]!.announce()
  given[1]!.announce()
  assert.equal(given[0]!.begin(), false)
  disk.isFull = false
  assert.equal(given[2]!.begin(), true)
  assert.deepEqual(written, ['first: 3 out'])
})

test('what was announced and then withdrawn is not recorded', () => {
  const { first, given, written } = twoRanges()
  first.give(recipient(1), message)
  given[0]!.announce()
  first.withdraw()
  first.give(recipient(2), message)
  assert.equal(given[1]!.begin(), true)
  assert.equal(given[0]!.begin(), false)
  assert.deepEqual(written, ['first: 2 out'])
})
