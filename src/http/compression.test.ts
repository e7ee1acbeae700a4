import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedEncoding } from '../lib/accepted-encoding.ts'
import type { Request } from '../lib/http.ts'
import { compressor, encodings } from './compression.ts'

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
    assert.equal(acceptedEncoding(header, encodings), chosen)
  })

describe('a compressor', () => {
  const asking = (encoding?: string) => ({ headers: encoding ? { 'accept-encoding': encoding } : {} }) as Request // it reads headers only
  const text = (word: string) => `${word} `.repeat(50_000)
  const answer = (body: string) => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body })
  const opened = {
    br: (body: unknown) => brotliDecompressSync(body as Buffer).toString(), // an encoded body is octets
    gzip: (body: unknown) => gunzipSync(body as Buffer).toString(), // likewise
  }

  for (const encoding of ['br', 'gzip'] as const)
    test(`answers what ${encoding} unpacks to the same bytes, and says that answers differ`, async () => {
      const compress = compressor()
      for (let n = 0; n < 2; n++) {
        const { headers, body } = await compress(asking(encoding), 'one', answer(text('one')))
        assert.equal(opened[encoding](body), text('one'))
        assert.ok((body as Buffer).length < 5_000)
        assert.deepEqual(headers, {
          'Content-Type': 'text/plain',
          Vary: 'Accept-Encoding',
          'Content-Encoding': encoding,
        })
      }
    })

  test('leaves the text as it is for callers who take no compression, and says that answers differ', async () => {
    const { headers, body } = await compressor()(asking(), 'one', answer(text('one')))
    assert.equal(body, text('one'))
    assert.deepEqual(headers, { 'Content-Type': 'text/plain', Vary: 'Accept-Encoding' })
  })

  test('leaves what is short as it is', async () => {
    const short = answer('short')
    assert.equal(await compressor()(asking('gzip'), 'short', short), short)
  })

  test('compresses one text at a time: callers that ask for others meanwhile get them as they are, and none gets another text', async () => {
    const compress = compressor()
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`)
    const answers = await Promise.all(words.map(word => compress(asking('gzip'), word, answer(text(word)))))
    const texts = answers.map(({ body }) => (typeof body === 'string' ? body : opened.gzip(body)))
    assert.deepEqual(texts, words.map(text))
    assert.equal(answers.filter(({ body }) => typeof body !== 'string').length, 1)
    const again = await compress(asking('gzip'), 'word7', answer(text('word7')))
    assert.equal(opened.gzip(again.body), text('word7'))
  })

  test('asked for the same text many times at once, compresses it once', async () => {
    const compress = compressor()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => compress(asking('br'), 'one', answer(text('one')))),
    )
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  })

  test('keeps the texts used last and no more than it may', async () => {
    const compress = compressor({ most: 2 })
    const bodyOf = async (word: string) => (await compress(asking('gzip'), word, answer(text(word)))).body
    const [one, two] = [await bodyOf('one'), await bodyOf('two')]
    assert.equal(await bodyOf('one'), one)
    await bodyOf('three')
    assert.equal(await bodyOf('one'), one, 'used after the second, so kept')
    assert.notEqual(await bodyOf('two'), two, 'compressed anew')
  })
})
