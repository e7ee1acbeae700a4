import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withClicks } from './click-map.ts'

const links = new Map([
  ['https://a.example/?x=1&y=2', { number: 1, clicks: 89 }],
  ['https://b.example/', { number: 2, clicks: 0 }],
])
/** The badges written as `[number clicks]`. */
const mapped = (html: string) =>
  withClicks(html, links).html.replace(/<span style="[^"]*">(\d+) · (\d+)<\/span>/g, '[$1 $2]')

for (const [what, html, expected] of [
  [
    'behind the end of the link',
    '<p><a href="https://b.example/">B</a>.</p>',
    '<p><a href="https://b.example/">B</a>[2 0].</p>',
  ],
  [
    'an address is read as HTML writes it',
    "<A HREF='https://a.example/?x=1&amp;y=2'><img src=x></A>",
    "<A HREF='https://a.example/?x=1&amp;y=2'><img src=x></A>[1 89]",
  ],
  [
    'a link that is not counted has none',
    '<a href="https://c.example/">C</a><a name="top"></a>',
    '<a href="https://c.example/">C</a><a name="top"></a>',
  ],
  [
    'each place of a link has one',
    '<a href="https://b.example/">1</a><a href="https://b.example/">2</a>',
    '<a href="https://b.example/">1</a>[2 0]<a href="https://b.example/">2</a>[2 0]',
  ],
  [
    'comments stay as they are',
    '<!--[if mso]><a href="https://b.example/">B</a><![endif]-->',
    '<!--[if mso]><a href="https://b.example/">B</a><![endif]-->',
  ],
  [
    'a link that is never closed',
    '<td><a href="https://b.example/">B</td>',
    '<td><a href="https://b.example/">B[2 0]</td>',
  ],
] as const)
  test(`a click map: ${what}`, () => assert.equal(mapped(html), expected))

test('a click map of a long mail takes time in proportion to its length, and loses no byte', () => {
  const html = '<a href="https://b.example/">'.repeat(20_000)
  assert.ok(withClicks(html, links).html.replaceAll(/<span style="[^"]*">2 · 0<\/span>/g, '') === html)
})
