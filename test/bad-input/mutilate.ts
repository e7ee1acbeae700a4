/** What may happen to a request on its way, from a seed. */
import type { Sent } from '../harness/dial.ts'

export type Random = () => number

/** mulberry32: the same numbers for the same seed, 0 ≤ n < 1. */
export function randomFrom(start: number): Random {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const below = (random: Random, end: number) => Math.floor(random() * end)
export const oneOf = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)]!

export function mutilate(random: Random, sent: Sent): Sent {
  const kind = random()
  if (kind < 0.15) return sent
  if (kind < 0.25) return { ...sent, headers: otherHeaders(random, sent.headers) }
  if (kind < 0.3)
    return { ...sent, method: oneOf(random, ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']) }
  // the line of a request is ASCII without spaces, or no client would send it
  const path = (text: string) => text.replace(/[^!-~]/g, character => encodeURIComponent(character.toWellFormed()))
  if (sent.body === undefined || kind < 0.4) {
    const line = broken(random, Buffer.from(sent.path, 'latin1')).toString('latin1')
    return { ...sent, path: path(line.startsWith('/') ? line : `/${line}`) }
  }
  return { ...sent, body: broken(random, Buffer.from(sent.body)) }
}

/** A few bytes changed, cut out, doubled, moved or put in. */
function broken(random: Random, bytes: Buffer): Buffer {
  let result = bytes
  for (let times = 1 + below(random, 4); times > 0; times--) {
    const at = below(random, result.length + 1)
    const end = Math.min(result.length, at + 1 + below(random, random() < 0.2 ? 300 : 8))
    const [head, piece, tail] = [result.subarray(0, at), result.subarray(at, end), result.subarray(end)]
    switch (below(random, 6)) {
      case 0:
        result = Buffer.concat([head, Buffer.of(below(random, 256)), tail])
        break
      case 1:
        result = Buffer.concat([head, tail])
        break
      case 2:
        result = Buffer.concat([head, piece, piece, tail])
        break
      case 3:
        result = random() < 0.2 ? head : Buffer.concat([head, tail, piece])
        break
      default:
        result = Buffer.concat([head, Buffer.from(oneOf(random, tokens), 'latin1'), piece, tail])
    }
  }
  return result
}

function otherHeaders(random: Random, headers: Sent['headers']): Sent['headers'] {
  const types = [
    '',
    'text/xml',
    'application/soap+xml; charset=utf-16',
    'text/xml; charset=utf-7',
    'text/xml; charset="x',
    'application/json',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded; charset=utf-16',
    'multipart/form-data',
    '; ;',
    'x'.repeat(3000),
  ]
  const actions = ['', '"', '""', 'x', '%', '"%zz"', '"http://api.createsend.com/api/User.GetCountries"']
  const one = random()
  if (one < 0.4) return { ...headers, 'Content-Type': oneOf(random, types) }
  if (one < 0.7) return { ...headers, SOAPAction: oneOf(random, actions) }
  if (one < 0.85)
    return { ...headers, Authorization: oneOf(random, ['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer  a b', '']) }
  return Object.fromEntries(Object.entries(headers).filter(() => random() < 0.5))
}

/** Values that have broken programs before. */
// biome-ignore format: a list
export const texts: readonly string[] = [
  '', ' ', '0', '-1', '2147483648', '1e9', 'NaN', 'true', 'null', 'undefined', '[]', '{}', '__proto__',
  'constructor', "'", '"', '\\', '%', '%s%n', '../..', '$1', '{{7*7}}', '<b>', '&amp;', ']]>', '<!--',
  "'; select 1 --", 'a'.repeat(5000), '\u0000', '\u0001', '\u001f', '\u0085', '\u2028', '\ufeff', '\ufffe',
  '\ud800', '\u202e', 'İ', 'ß', 'ﬃ', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(100), '\u0300'.repeat(500), 'zoe@reader.example',
  '0001-01-01 00:00:00', '9999-12-31 23:59:59', '2026-03-29 02:30:00', '0'.repeat(32), 'f'.repeat(32),
  'Text||Number', '||', '[Key]', '[firstname,fallback=x]',
]
// biome-ignore format: a list
export const things: readonly unknown[] = [
  null, true, 7, 1.5, -0, 1e300, [], {}, [[]], [null], [{}], { a: 1 }, ['x'], [{ Key: null }],
]

/** Pieces of the languages we speak. */
// biome-ignore format: a list
const tokens: readonly string[] = [
  '<', '>', '/>', '</', '<!--', '-->', '<![CDATA[', ']]>', '<?xml version="1.0"?>', '<!DOCTYPE a>', '&', '&#0;',
  '&#x41;', '&lt;', 'xmlns="', 'xmlns:a="b"', 'xsi:nil="true"', 'soap:', ':', '"', "'", '{', '}', '[', ']', ',',
  '\\u0000', '\\', '\n', '\r\n', '\0', '=', '&&', '%', '%00', '%u0041', '%zz', '+', ';', '#', '?', '/', '//', '..',
  '\xff', '\xc3\x28', '\xed\xa0\x80', ' ', '\t',
]
