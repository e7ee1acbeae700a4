import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  envelope,
  exchange,
  namespace,
  type Sent,
  soap11Request,
  soap12Namespace,
  soap12Request,
  wrapper,
} from '../../test/harness/wires.ts'
import { findOperation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { wires } from './wires.ts'

const name = 'Client.GetLists'
const requests: Readonly<Record<string, Sent>> = {
  soap11: soap11Request(name, envelope(wrapper(name))),
  soap12: soap12Request(envelope(wrapper(name), { soap: soap12Namespace })),
  get: { method: 'GET', path: `/api/api.asmx/${name}`, query: 'ApiKey=k&ClientID=c' },
  post: {
    path: `/api/api.asmx/${name}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'ApiKey=k&ClientID=c',
  },
  json: { path: `/api/json/${name}`, body: '{}' },
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ListID: `id${n}`, Name: n % 3 ? `List & ${n}` : null }))

async function* streamed<T>(items: readonly T[], broken?: Error): AsyncGenerator<T> {
  yield* items
  if (broken) throw broken
}

for (const [wire, sent] of Object.entries(requests)) {
  for (const count of [0, 1, 2, 2000]) {
    test(`${count} streamed rows over ${wire} are the bytes of the array`, async () => {
      const whole = await exchange(sent, rows(count))
      const pieces = await exchange(sent, () => streamed(rows(count)))
      assert.equal(pieces.text, whole.text)
      assert.deepEqual([pieces.status, pieces.headers], [whole.status, whole.headers])
      assert.equal(whole.streamed, false)
      assert.equal(pieces.streamed, count > 0)
    })
  }

  test(`a refusal before the first row is a refusal over ${wire}`, async () => {
    const refusal = new Refusal('InvalidClientId')
    const plain = await exchange(sent, () => {
      throw refusal
    })
    const late = await exchange(sent, () => streamed([], refusal))
    assert.deepEqual([late.status, late.text], [plain.status, plain.text])
    assert.deepEqual(late.errors, [])
  })

  test(`an error before the first row reveals nothing over ${wire}`, async () => {
    const broken = new Error('password=secret')
    const { status, text, errors } = await exchange(sent, () => streamed([], broken))
    assert.equal(status, 500)
    assert.doesNotMatch(text, /secret/)
    assert.deepEqual(errors, [broken])
  })
}

/** The streamed body as a server gets it, and whether its source was closed. */
async function opened(count: number, broken?: Error) {
  let closed = false
  const errors: unknown[] = []
  async function* source() {
    try {
      yield* streamed(rows(count), broken)
    } finally {
      closed = true
    }
  }
  const protocol = wires({
    namespace,
    operations: [findOperation(name)!],
    authenticate: async () => {},
    onError: error => errors.push(error),
  })
  const request = {
    method: 'POST',
    path: `/api/json/${name}`,
    query: '',
    headers: {},
    body: Buffer.from('{}'),
    publicUrl: '',
    remote: '',
    id: 'request 1',
  }
  const { body } = await protocol(request)!(request, async () => source())
  if (typeof body === 'string' || Buffer.isBuffer(body)) throw new Error('The body is not streamed.')
  return { chunks: body[Symbol.asyncIterator](), isClosed: () => closed, errors }
}

test('rows are joined into pieces of several KB', async () => {
  const { chunks } = await opened(5000)
  const sizes: number[] = []
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) sizes.push(next.value.length)
  assert.ok(sizes.length > 3)
  assert.ok(
    sizes.slice(0, -1).every(size => size >= 16_384 && size < 20_000),
    String(sizes),
  )
})

test('a dropped body closes its source, even if it was never started', async () => {
  const unread = await opened(10)
  await unread.chunks.return?.()
  assert.ok(unread.isClosed())
  const begun = await opened(5000)
  await begun.chunks.next()
  assert.ok(!begun.isClosed())
  await begun.chunks.return?.()
  assert.ok(begun.isClosed())
})

test('an error after the first row cuts the answer off and goes to the log', async () => {
  const broken = new Error('the database went away')
  const { chunks, errors, isClosed } = await opened(2000, broken)
  await chunks.next()
  await assert.rejects(async () => {
    while (!(await chunks.next()).done);
  }, broken)
  assert.deepEqual(errors, [broken])
  assert.ok(isClosed())
  assert.deepEqual(await chunks.next(), { done: true, value: undefined })
})
