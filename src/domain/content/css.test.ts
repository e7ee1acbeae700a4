import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findReferences, writeUrl } from './css.ts'

const cases: readonly (readonly [css: string, found: readonly string[]])[] = [
  ['a { background: url(a.png) }', ['url a.png']],
  ['a { background: URL( "a b.png" ) }', ['url a b.png']],
  ["a { background: url('a.png'), url(b.png) }", ['url a.png', 'url b.png']],
  ['a { background: url(a\\28 1\\).png) }', ['url a(1).png']],
  ['/* url(a.png) */ b { content: "url(b.png)" }', []],
  ["b { content: 'it\\'s url(b.png)' } c { background: url(c.png) }", ['url c.png']],
  ['@import "a.css"; @import url(b.css) screen;', ['import a.css', 'import b.css screen']],
  ['@important url(a.png)', ['url a.png']],
  ['a { background: url() }', []],
  ['a { background: url(a.png', ['url a.png']],
  ['/* never closed url(a.png)', []],
  ['a { content: "open\n} b { background: url(b.png) }', ['url b.png']],
  ['@import "a.css"', ['import a.css']],
]
for (const [css, expected] of cases) {
  test(`references of ${JSON.stringify(css)}`, () => {
    const found = findReferences(css)
    assert.deepEqual(
      found.map(({ kind, url, media }) => `${kind} ${url} ${media}`.trim()),
      expected,
    )
    for (const { start, end } of found) assert.match(css.slice(start, end), /^(url\(|@import)/i)
  })
}

test('a written url holds nothing that ends it', () => {
  assert.equal(writeUrl(`kept:a("b') c\\`), 'url(kept:a%28%22b%27%29%20c%5C)')
})

test('hostile style sheets are read in linear time', () => {
  for (const piece of ['/*', '"', "'\\", 'url(', '@import ', '@import url("', 'url("'])
    findReferences(piece.repeat(300_000))
})
