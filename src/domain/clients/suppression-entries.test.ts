import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { parseSuppressionEntry } from './suppression-entries.ts'

const hash = (kind: string) => createHash(kind).update('ann@x.example').digest('hex')

const entries: readonly (readonly [text: string | null, key: string | undefined])[] = [
  ['Ann@X.example', 'ann@x.example'],
  ['  ann@x.example\t', 'ann@x.example'],
  ['@X.example', '@x.example'],
  ['@bücher.example', '@xn--bcher-kva.example'],
  [hash('md5'), `@md5:${hash('md5')}`],
  [hash('sha1').toUpperCase(), `@sha1:${hash('sha1')}`],
  [hash('sha256'), `@sha256:${hash('sha256')}`],
  [`sha256:${hash('sha256')}`, `@sha256:${hash('sha256')}`],
  // as the list shows it
  [`@md5:${hash('md5')}`, `@md5:${hash('md5')}`],
  // an address may look like a hash
  [`${hash('md5')}@x.example`, `${hash('md5')}@x.example`],
  [`sha1:${hash('md5')}`, undefined],
  [hash('md5').slice(1), undefined],
  [`${hash('md5').slice(1)}g`, undefined],
  ['x.example', undefined],
  ['@', undefined],
  ['@@x.example', undefined],
  ['@a@x.example', undefined],
  ['@x', undefined],
  ['@md5:x.example', undefined],
  // only erasing makes these
  [`@hmac:${hash('sha256')}`, undefined],
  [`hmac:${hash('sha256')}`, undefined],
  ['@x.example\0', undefined],
  ['', undefined],
  [null, undefined],
  ['a'.repeat(10_000_000), undefined],
]

for (const [text, key] of entries)
  test(`as an entry, ${JSON.stringify(text)?.slice(0, 80)} is ${key ?? 'refused'}`, () => {
    assert.equal(parseSuppressionEntry(text)?.address, key)
  })
