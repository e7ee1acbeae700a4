import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { carriesText, contrastOf, inkOn, isReadableOn, nearest, paletteOf, readColor } from './contrast.ts'

test('contrast is that of WCAG 2.2', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#ffffff', '#000000'), 21)
  assert.equal(contrastOf('#123456', '#123456'), 1)
  // known values of the two greys around the limit
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48')
})

test('a colour has six or three hexadecimal digits, and nothing else is one', () => {
  assert.equal(readColor('#1F4fA3'), '#1f4fa3')
  assert.equal(readColor('#abc'), '#aabbcc')
  for (const text of [
    '',
    'red',
    '1f4fa3',
    '#1f4fa',
    '#1f4fa3ff',
    '#1f4fa3;',
    '#1f4fg3',
    'rgb(1,2,3)',
    '#1f4fa3\n',
    ' #abc',
  ])
    assert.equal(readColor(text), undefined, text)
})

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('what is suggested would be accepted, and an accepted colour is its own suggestion', () => {
  fc.assert(
    fc.property(color, color, (primary, given) => {
      const background = nearest(given, carriesText)
      assert.ok(carriesText(background))
      const accepts = (one: string) => isReadableOn(one, background)
      const suggested = nearest(primary, accepts)
      assert.ok(accepts(suggested), `${primary} on ${background}: ${suggested}`)
      if (accepts(primary)) assert.equal(suggested, primary)
    }),
  )
})

test('every palette of accepted colours can be read: text, links, buttons and the edges of fields', () => {
  fc.assert(
    fc.property(color, color, fc.boolean(), (given, givenBackground, hasPrimary) => {
      const background = nearest(givenBackground, carriesText)
      const primary = hasPrimary ? nearest(given, one => isReadableOn(one, background)) : ''
      const { paper, ink, edge, accent, onAccent, scheme } = paletteOf(primary, background)
      assert.ok(contrastOf(ink, paper) >= 4.5)
      assert.ok(contrastOf(accent, paper) >= 4.5)
      assert.ok(contrastOf(onAccent, accent) >= 4.5)
      assert.ok(contrastOf(edge, paper) >= 3)
      assert.equal(scheme, inkOn(paper) === '#ffffff' ? 'dark' : 'light')
    }),
  )
})
