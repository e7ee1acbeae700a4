import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineCss } from './inline-css.ts'

const head =
  '<head><style>p { color: red } .big { font-size: 20px } @media (max-width: 9px) { p { color: blue } }</style></head>'

const inlined: readonly (readonly [fact: string, html: string, expected: string])[] = [
  ['a rule becomes an attribute', '<p>x</p>', '<p style="color: red;">x</p>'],
  ['other attributes stay as they are', "<P title='a'  id=b>x", '<P style="color: red;" title=\'a\'  id=b>x'],
  ['own styles win', '<p class="big" style="color:green">x', '<p style="font-size: 20px; color: green;" class="big">x'],
  [
    'quotes inside stay inside',
    '<p style="font-family: \'A B\'">',
    '<p style="color: red; font-family: &#39;A B&#39;;">',
  ],
  ['comments are not touched', '<!--[if mso]><p>x</p><![endif]-->', '<!--[if mso]><p>x</p><![endif]-->'],
  [
    'what no rule names stays',
    '<b>1 < 2 &amp; [x] <unsubscribe>y</unsubscribe>',
    '<b>1 < 2 &amp; [x] <unsubscribe>y</unsubscribe>',
  ],
]

for (const [fact, html, expected] of inlined) {
  test(fact, () => assert.equal(inlineCss(head + html), head + expected))
}

test('a page without style elements is not touched', () => {
  const html = '<p  STYLE=a>x<a href=b>'
  assert.equal(inlineCss(html), html)
})

test('CSS that cannot be parsed changes nothing', () => {
  const html = '<style>p {{{ color: } :::x(((</style><p>x</p>'
  assert.equal(inlineCss(html), html)
})

test('so many rules on so many elements are left alone', () => {
  const html = `<style>${'p{color:red}'.repeat(3000)}</style>${'<p>'.repeat(3000)}`
  assert.equal(inlineCss(html), html)
})
