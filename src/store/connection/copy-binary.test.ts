import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { copyOctets } from './copy-binary.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

async function together(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

async function* cutInto(copy: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < copy.length; at += size) yield copy.subarray(at, at + size)
}

const values = (sizes: readonly number[]) => sizes.map(size => randomBytes(size))
const copied = (octets: readonly Buffer[]) =>
  together(
    database.db.copyOut(
      database.db`
        select decode(v, 'hex') from unnest(string_to_array(${octets.map(value => value.toString('hex')).join(',')}, ','))
          with ordinality u (v, n) order by n`,
      'format binary',
    ),
  )

test('the bytes of all rows come in order, wherever the copy is split', async () => {
  const given = values([1, 0, 70_000, 3])
  const copy = await copied(given)
  for (const size of [1, 2, 5, 7, 19, 64, 1000, copy.length]) {
    assert.deepEqual(await together(copyOctets(cutInto(copy, size))), Buffer.concat(given), `pieces of ${size}`)
  }
})

test('a large value is passed on in pieces as it arrives', async () => {
  const [value] = values([3_000_000])
  let largest = 0
  const pieces: Buffer[] = []
  const select = database.db`select decode(${value!.toString('hex')}, 'hex')`
  for await (const piece of copyOctets(database.db.copyOut(select, 'format binary'))) {
    largest = Math.max(largest, piece.length)
    pieces.push(Buffer.from(piece))
  }
  assert.deepEqual(Buffer.concat(pieces), value)
  assert.ok(largest < 1_000_000, `${largest}`)
})

test('an incomplete copy, or other data, is an error and not a short file', async () => {
  const copy = await copied(values([100]))
  for (const part of [copy.subarray(0, 5), copy.subarray(0, 60), copy.subarray(0, copy.length - 2), Buffer.alloc(0)]) {
    await assert.rejects(together(copyOctets(cutInto(part, 16))), /binary copy/)
  }
  await assert.rejects(together(copyOctets(cutInto(Buffer.from('x'.repeat(100)), 16))), /binary copy/)
})
