import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostNamed, type Position, readPosition, writePosition } from './position.ts'

const id = (n: number) => n.toString(16).padStart(32, '0')
const positions: readonly Position[] = [
  { readUntil: 0, sequences: new Map(), sending: [] },
  { readUntil: 1_790_000_000_123, sequences: new Map([[id(1), 1]]), sending: [id(7), id(8)] },
  {
    readUntil: 2 ** 47,
    sequences: new Map(Array.from({ length: mostNamed }, (_, n) => [id(n), 2 ** 47 + n])),
    sending: Array.from({ length: mostNamed }, (_, n) => id(n)),
  },
]

test('a position is read as it was written, in text that a header takes', () => {
  for (const position of positions) {
    const text = writePosition(position)
    assert.deepEqual(readPosition(text), position)
    assert.match(text, /^p1\.[\w-]+$/)
    assert.ok(text.length < 6 * 1024)
  }
})

test('a position that was cut, lengthened or changed in its counts is refused', () => {
  const text = writePosition(positions[1]!)
  const more = writePosition({ ...positions[1]!, sending: [] })
  const wrong = [
    text.slice(0, -1),
    `${text}A`,
    `${text}AAAA`,
    `${text}=`,
    text.slice(3),
    `p2.${text.slice(3)}`,
    '',
    'p1.',
    '42',
    `${more}\n`,
  ]
  for (const given of wrong) assert.equal(readPosition(given), undefined, given)
  const bytes = Buffer.from(text.slice(3), 'base64url')
  bytes[6] = mostNamed + 1
  assert.equal(readPosition(`p1.${bytes.toString('base64url')}`), undefined)
})
