import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { chooseEncoding } from '../lib/accepted-encoding.ts'
import type { Request } from '../lib/http.ts'
import { documentAnswers, encodings } from './documents.ts'

/** [Accept-Encoding, what is chosen] (RFC 9110 §12.5.3) */
const wishes: readonly (readonly [string | undefined, 'br' | 'gzip' | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br; q=1.0 , gzip;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=2', undefined],
  ['gzip;level=9', undefined],
  ['xgzip, gzipped', undefined],
  [`${'x,'.repeat(10_000)}gzip`, undefined],
]
for (const [header, chosen] of wishes)
  test(`Accept-Encoding ${JSON.stringify(header)?.slice(0, 40)} is answered with ${chosen ?? 'the text as it is'}`, () => {
    assert.equal(chooseEncoding(header, encodings), chosen)
  })

describe('documents', () => {
  const asking = (encoding?: string) => ({ headers: encoding ? { 'accept-encoding': encoding } : {} }) as Request // it reads headers only
  const text = (word: string) => `${word} `.repeat(50_000)
  let made: string[] = []
  beforeEach(() => {
    made = []
  })
  const named = (word: string, make = text) => ({
    name: word,
    headers: { 'Content-Type': 'text/plain' },
    make: () => {
      made.push(word)
      return make(word)
    },
  })
  const opened = {
    br: (body: unknown) => brotliDecompressSync(body as Buffer).toString(), // an encoded body is octets
    gzip: (body: unknown) => gunzipSync(body as Buffer).toString(), // likewise
  }

  for (const encoding of ['br', 'gzip'] as const)
    test(`are answered as what ${encoding} unpacks to the same bytes, and say that answers differ`, async () => {
      const answer = documentAnswers()
      for (const word of ['one', 'two', 'one']) {
        const { status, headers, body } = await answer(asking(encoding), named(word))
        assert.equal(status, 200)
        assert.equal(opened[encoding](body), text(word))
        assert.deepEqual(headers, {
          'Content-Type': 'text/plain',
          Vary: 'Accept-Encoding',
          'Content-Encoding': encoding,
        })
      }
    })

  test('stay as they are for callers who take no compression, and say that answers differ', async () => {
    const { headers, body } = await documentAnswers()(asking(), named('one'))
    assert.deepEqual(body, Buffer.from(text('one')))
    assert.deepEqual(headers, { 'Content-Type': 'text/plain', Vary: 'Accept-Encoding' })
  })

  test('stay as they are where they are short', async () => {
    const { headers, body } = await documentAnswers()(
      asking('gzip'),
      named('short', () => 'short'),
    )
    assert.deepEqual([headers, `${body}`], [{ 'Content-Type': 'text/plain' }, 'short'])
  })

  test('are made once, and all who ask, also at the same time, share the octets', async () => {
    const answer = documentAnswers()
    const ask = (encoding?: string) => answer(asking(encoding), named('one'))
    const plain = await Promise.all(Array.from({ length: 20 }, () => ask()))
    const packed = await Promise.all(Array.from({ length: 20 }, () => ask('br')))
    assert.equal(new Set([...plain, await ask()].map(({ body }) => body)).size, 1)
    assert.equal(new Set([...packed, await ask('br')].map(({ body }) => body)).size, 1)
    assert.deepEqual(made, ['one'])
  })

  test('are compressed one at a time: callers that ask for others meanwhile get them as they are, and none gets another text', async () => {
    const answer = documentAnswers({ mostOctets: 100_000_000 })
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`)
    const answers = await Promise.all(words.map(word => answer(asking('gzip'), named(word))))
    const isPacked = (headers: object) => 'Content-Encoding' in headers
    const texts = answers.map(({ headers, body }) => (isPacked(headers) ? opened.gzip(body) : `${body}`))
    assert.deepEqual(texts, words.map(text))
    const packed = answers.filter(({ headers }) => isPacked(headers)).length
    assert.ok(packed >= 1 && packed < 60, `${packed} were compressed`)
    const again = await answer(asking('gzip'), named('word59'))
    assert.equal(opened.gzip(again.body), text('word59'))
    assert.equal(made.length, 60)
  })

  test('leave the event loop a turn between two that are made', async () => {
    const answer = documentAnswers()
    let turns = 0
    let going = true
    const count = () => {
      turns++
      if (going) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(Array.from({ length: 30 }, (_, n) => answer(asking(), named(`word${n}`))))
    going = false
    assert.ok(turns >= 29, `${turns} turns`)
  })

  test('are kept while they are used, and no more octets of them than may be', async () => {
    const answer = documentAnswers({ mostOctets: 550_000 })
    const bodyOf = async (word: string) => (await answer(asking(), named(word))).body
    const [one, two] = [await bodyOf('one'), await bodyOf('two')]
    assert.equal(await bodyOf('one'), one)
    await bodyOf('three')
    assert.equal(await bodyOf('one'), one, 'used after the second, so kept')
    assert.notEqual(await bodyOf('two'), two, 'made anew')
    assert.deepEqual(made, ['one', 'two', 'three', 'two'])
  })
})
