import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asDark } from './color-scheme.ts'

test('styles for dark colours hold, and those for light ones do not', () => {
  const html = `<style>
@media (prefers-color-scheme: dark) { p { color: #eee } }
@media screen and ( PREFERS-COLOR-SCHEME : light ) { p { color: #111 } }
</style><picture><source media="(prefers-color-scheme: dark)" srcset="dark.png"></picture>`
  const dark = asDark(html)
  assert.equal(dark.by, 'styles')
  assert.equal(
    dark.html,
    `<style>
@media (min-width: 0px) { p { color: #eee } }
@media screen and (max-width: 0px) { p { color: #111 } }
</style><picture><source media="(min-width: 0px)" srcset="dark.png"></picture>`,
  )
})

test('a letter without such styles is inverted, and nothing of it is changed', () => {
  const html = '<p>Hello</p><!--[if mso]><p>(prefers nothing)</p><![endif]-->'
  const dark = asDark(html)
  assert.equal(dark.by, 'inversion')
  assert.ok(dark.html.startsWith(html))
  assert.match(dark.html, /invert\(1\)/)
})

test('many queries take linear time', () => {
  const html = '(prefers-color-scheme:'.repeat(100_000) + ' '.repeat(100_000)
  assert.equal(asDark(html).by, 'inversion')
})
