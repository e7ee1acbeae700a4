import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSafeImage, isSafeLink, safeHtml } from './safe-html.ts'

const written: readonly (readonly [given: string, safe: string])[] = [
  ['<p>Hello <strong>you</strong><br>there</p>', '<p>Hello <strong>you</strong><br>there</p>'],
  ['<ul><li>one<li>two</ul>', '<ul><li>one<li>two</li></li></ul>'],
  ['<p style="color:red" onclick="x()" class="a">x</p>', '<p>x</p>'],
  ['<script>x()</script><style>p{}</style><title>t</title>a', 'a'],
  ['<svg/onload=x()><b>a</b>', '<b>a</b>'],
  ['<a href="https://x.example/?a=1&amp;b=2" target="_top">x</a>', '<a href="https://x.example/?a=1&amp;b=2">x</a>'],
  ['<a href=" java&#10;script:x()">x</a>', '<a>x</a>'],
  ['<a href="[Homepage]">x</a>', '<a href="[Homepage]">x</a>'],
  ['<a href="https://x.example/">a<a href="https://y.example/">b</a></a>', '<a href="https://x.example/">ab</a>'],
  ['a < b > c &amp; d', 'a &lt; b &gt; c &amp; d'],
  ['<!-- <b>x</b> -->a<!--[if mso]>b<![endif]-->', 'a'],
  ['</p></td></table>a', 'a'],
  ['<p><b>open', '<p><b>open</b></p>'],
  ['<p><b>crossed</p></b>', '<p><b>crossed</b></p>'],
  ['<table><tr><td>cell</td></tr></table>', 'cell'],
  [
    '[firstname,fallback=you] <unsubscribe>Leave</unsubscribe>',
    '[firstname,fallback=you] <unsubscribe>Leave</unsubscribe>',
  ],
  ['<singleline label="x">a</singleline><repeater>b</repeater><$title$>', 'ab'],
]
for (const [given, safe] of written) {
  test(`${given} → ${safe}`, () => {
    assert.equal(safeHtml(given), safe)
    assert.equal(safeHtml(safe), safe, 'what is safe stays')
  })
}

test('deep and hostile HTML is read in time that grows with its length', () => {
  for (const piece of ['<p>', '<b><i>', '</p>', '<a href="', '<!--', '<script>', '<$title ', '&', '<p title="'])
    assert.ok(safeHtml(piece.repeat(100_000)).length <= piece.length * 400_000, piece)
})

test('what a link and an image may lead to', () => {
  for (const href of ['https://x.example/', 'mailto:a@x.example', 'tel:+4930', '[Homepage]', 'https://x.example/[Key]'])
    assert.ok(isSafeLink(href), href)
  for (const href of [
    'javascript:x()',
    'data:text/html,x',
    'page.html',
    '#top',
    `https://x.example/${'x'.repeat(2_000)}`,
  ])
    assert.ok(!isSafeLink(href), href)
  assert.ok(isSafeImage('https://x.example/a.png'))
  for (const src of ['kept:web/a.png', 'data:image/png;base64,x', '/a.png', 'ftp://x.example/a.png'])
    assert.ok(!isSafeImage(src), src)
})
