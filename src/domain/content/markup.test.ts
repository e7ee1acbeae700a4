import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/harness/effort.ts'
import { attributeOf, replaceSpans, type Token, tokenize, visibleText, writeAttribute } from './markup.ts'

const kinds = (source: string) => tokenize(source).map(token => `${token.kind} ${source.slice(token.start, token.end)}`)

test('tokens know their place', () => {
  assert.deepEqual(kinds('<!doctype html><P a="1">hi <b >x</b ><!-- c --><br/></P>'), [
    'open <P a="1">',
    'text hi ',
    'open <b >',
    'text x',
    'close </b >',
    'comment <!-- c -->',
    'open <br/>',
    'close </P>',
  ])
})

test('first-generation tags are found whatever their values hold', () => {
  assert.deepEqual(kinds(`a <$title default='<b>x > y</b>'$> b`), [
    'text a ',
    `placeholder <$title default='<b>x > y</b>'$>`,
    'text  b',
  ])
  assert.deepEqual(
    kinds('<!-- <$title$> --><style><$title$></style><p>$5 <$ $> <$1$></p>').filter(text =>
      text.startsWith('placeholder'),
    ),
    [],
  )
  const [image] = tokenize(`<img src="<$imagesrc default='">'$>" width="1">`) as [Token & { kind: 'open' }]
  assert.equal(attributeOf(image, 'src'), `<$imagesrc default='">'$>`)
  assert.equal(attributeOf(image, 'width'), '1')
})

test('attributes are decoded to be read and encoded to be written', () => {
  const source = `<a href="?a&amp;b" title='"x"' data-x=1 href=second empty>`
  const [tag] = tokenize(source) as [Token & { kind: 'open' }]
  assert.deepEqual(
    tag.attributes.map(({ name, value }) => [name, value]),
    [
      ['href', '?a&b'],
      ['title', '"x"'],
      ['data-x', '1'],
      ['href', 'second'],
      ['empty', ''],
    ],
  )
  assert.equal(attributeOf(tag, 'href'), '?a&b')
  const changed = replaceSpans(
    source,
    tag.attributes.slice(0, 4).map(attribute => writeAttribute(attribute, `"'<&`)),
  )
  assert.equal(
    changed,
    `<a href="&quot;'&lt;&amp;" title='"&#39;&lt;&amp;' data-x="&quot;'&lt;&amp;" href="&quot;'&lt;&amp;" empty>`,
  )
})

test('what a reader sees of text', () => {
  const [text] = tokenize('a &amp; &eacute;') as [Token & { kind: 'text' }]
  assert.equal(visibleText(text), 'a & é')
})

test('tokens of any text stand in order, do not overlap, and replacing nothing changes nothing', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '<!--',
    '-->',
    '<$',
    '$>',
    '<$title',
    '</',
    'p',
    ' ',
    '"',
    "'",
    '=',
    '<style>',
    '</style>',
    '/',
    '!',
    '&amp;',
    '<![CDATA[',
    ']]>',
    '<?',
    'é',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join('')),
      source => {
        let at = 0
        for (const { start, end } of tokenize(source)) {
          assert.ok(start >= at && end > start && end <= source.length, `${start}–${end} after ${at}`)
          at = end
        }
        assert.equal(replaceSpans(source, []), source)
      },
    ),
    { numRuns: runs(2_000, 100_000) },
  )
})

test('hostile pages are read in linear time', () => {
  for (const piece of ['<$a', '<$a$', '<', '<a ', '<!--', '</a', '<a b="', '<style>', '&'])
    tokenize(piece.repeat(200_000))
})
