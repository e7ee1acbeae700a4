/** Web addresses in histories: short, readable, and never another address than the link has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortUrl } from '../../console/src/lib/short-url.ts'

const cases: readonly (readonly [url: string, short: string])[] = [
  ['https://www.shop.example/', 'shop.example'],
  ['https://shop.example/garden-day', 'shop.example/garden-day'],
  ['https://shop.example:8443/a/?utm_source=mail&who=sam@x.example', 'shop.example:8443/a/?…'],
  ['https://shop.example/?p=7', 'shop.example?…'],
  ['https://shop.example/herbst%C3%A4pfel', 'shop.example/herbstäpfel'],
  ['https://shop.example/100%25%zz', 'shop.example/100%25%zz'],
  ['mailto:sam@x.example', 'mailto:sam@x.example'],
  ['[unresolved]', '[unresolved]'],
]
for (const [url, short] of cases) test(`${url} is shown as ${short}`, () => assert.equal(shortUrl(url), short))

test('a long address is cut to one line', () => {
  const short = shortUrl(`https://shop.example/${'😀'.repeat(500)}`)
  assert.equal([...short].length, 60)
  assert.match(short, /^shop\.example\/😀+…$/u)
})
