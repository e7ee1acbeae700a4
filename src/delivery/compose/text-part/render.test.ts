import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/harness/effort.ts'
import { assertMoments } from '../../../../test/harness/processor-time.ts'
import { textFromHtml } from '../derived-text.ts'
import { markText } from '../text.ts'
import { renderText } from './render.ts'

const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`

const cases: readonly (readonly [fact: string, html: string, text: string])[] = [
  // paragraphs
  ['paragraphs are apart', '<p>a</p><p>b</p>', 'a\n\nb'],
  ['lines of a block are not', '<div>a</div><div>b<br>c</div>', 'a\nb\nc'],
  ['two line breaks are an empty line', 'a<br><br><br>b', 'a\n\nb'],
  ['a block of one non-breaking space is an empty line', '<div>a</div><div>&nbsp;</div><div>b</div>', 'a\n\nb'],
  ['paragraphs without margins are lines', '<p style="margin:0">a</p><p style="margin:0cm">b</p>', 'a\nb'],
  [
    'long ones are apart all the same',
    `<p style="margin:0">${'a '.repeat(50)}</p><p style="margin:0">b</p>`,
    `${'a '.repeat(49)}a\n\nb`,
  ],
  ['padding sets blocks apart', '<div>a</div><div style="padding:12px 0">b</div>', 'a\n\nb'],
  ['white space is one blank', ' a \n\t b<b> c</b> ', 'a b c'],
  ['an unclosed paragraph ends at the next', '<p>a<p>b', 'a\n\nb'],
  ['preformatted text stays', '<pre>a  b\n  c</pre>', 'a  b\n  c'],
  ['lists have marks', '<ul><li>a<li>b<ol start=3><li>c</ol></ul>', '- a\n- b\n  3. c'],
  ['lists without marks have lines', '<ul style="list-style:none"><li>a<li>b</ul>', 'a\nb'],
  ['quotations are marked', '<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\n\nc'],
  ['small numbers stay small', 'm<sup>2</sup> H<sub>2</sub>O', 'm² H₂O'],
  ['what is struck out is marked', '<s>9 €</s> 7 €', '~9 €~ 7 €'],
  // hidden
  ...(
    [
      'display:none',
      'display: NONE !important; display:block',
      'visibility:hidden',
      'max-height:0px',
      'max-height:0;overflow:hidden',
      'font-size:0',
      'font-size:1px;color:#fff',
      'opacity:0',
      'height:0;overflow:hidden',
      'mso-hide:all;max-height:0',
    ] as const
  ).map(style => [`${style} hides text`, `<div style="${style}">x</div>a`, 'a'] as const),
  ['the attribute hidden hides text', '<p hidden>x</p>a', 'a'],
  ['a hidden cell is no column', '<table><tr><td style="display:none">x</td><td>a</td></tr></table>', 'a'],
  [
    'mso-hide alone hides in Outlook only',
    '<a style="mso-hide:all" href="https://a.example">a</a>',
    'a <https://a.example>',
  ],
  [
    'letters that have a size again are shown',
    '<div style="font-size:0"><div style="font-size:13px">a</div></div>',
    'a',
  ],
  ['images have no size of letters', '<td style="font-size:0"><img alt="a"></td>', 'a'],
  ['fillers of preview texts go', 'a&nbsp;&zwnj;&nbsp;&#847;&shy;&zwnj; b', 'a b'],
  ['joiners within words stay', 'می\u200cخواهم', 'می\u200cخواهم'],
  [
    'comments, styles, titles and scripts are no text',
    '<title>x</title><style>y</style><script>z</script><!-- c -->a',
    'a',
  ],
  // links
  ['links are named', 'See <a href="https://a.example/x"> us </a>.', 'See us <https://a.example/x>.'],
  [
    'a link that says its address says it once',
    '<a href="https://a.example/">https://a.example</a>',
    'https://a.example',
  ],
  ['links are not glued to what follows', '<a href="https://a.example">a</a>b', 'a <https://a.example> b'],
  ['an address of mail is said once', '<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example'],
  ['an address of mail behind a name', '<a href="mailto:a@b.example">Ada</a>', 'Ada <a@b.example>'],
  [
    'a mail with a subject keeps it',
    '<a href="mailto:?subject=Look%20here&amp;body=x y">Send on</a>',
    'Send on <mailto:?subject=Look%20here&body=x%20y>',
  ],
  ['a number that is a name is no address', '<a href="https://a.example/1">1</a>', '1 <https://a.example/1>'],
  ['a telephone number is said once', '<a href="tel:+49 30 1">+49 (30) 1</a>', '+49 (30) 1'],
  ['links within the page have no address', '<a href="#top">up</a> <a href="javascript:x()">do</a>', 'up do'],
  ['brackets in addresses are encoded', '<a href="https://a.example/?<b>">a</a>', 'a <https://a.example/?%3Cb%3E>'],
  [
    'what wraps blocks is named by all of them',
    '<a href="https://a.example"><div>a</div><div>b</div></a>',
    'a\nb <https://a.example>',
  ],
  [
    'buttons side by side are lines',
    '<a href="https://a.example" style="display:inline-block;padding:9px">a</a>'.repeat(2),
    'a <https://a.example>\na <https://a.example>',
  ],
  // images
  ['images say what they show', '<img alt="A bell"><img alt=""><img><img src=x alt="x_1.png">', 'A bell'],
  ['images are apart from words', 'a<img alt="b">c', 'a b c'],
  ['the pixel says nothing', '<img width=1 height=1 alt="x">a', 'a'],
  ['an image with a link is its name', '<a href="https://a.example"><img alt="a"></a>', 'a <https://a.example>'],
  ['a link without a name is an address', '<a href="https://a.example"><img></a>', '<https://a.example>'],
  [
    'unless another leads there',
    '<a href="https://a.example"><img></a><p><a href="https://a.example">a</a></p>',
    'a <https://a.example>',
  ],
  [
    'an image above the words that lead to the same place',
    '<a href="https://a.example"><img alt="Shoe" style="display:block"></a><b>Shoe</b><br><a href="https://a.example">Buy</a>',
    'Shoe\nBuy <https://a.example>',
  ],
  ['areas of an image are links', '<map><area href="https://a.example" alt="a"></map>', 'a <https://a.example>'],
  // tables
  ['rows are lines', `<table>${row('a', 'b')}${row('ccc', 'd')}</table>`, 'a     b\nccc   d'],
  [
    'numbers stand on the right',
    `<table>${row('a', '9.90 €')}${row('b', '10.90 €')}</table>`,
    'a    9.90 €\nb   10.90 €',
  ],
  [
    'named columns are underlined',
    `<table><tr><th>What<th>For</tr>${row('a', 'x')}${row('b', 'y')}</table>`,
    'What   For\n----   ---\na      x\nb      y',
  ],
  [
    'a cell over several columns ends with them',
    `<table>${row('a', 'b', '1')}<tr><td colspan=2 align=right>Sum</td><td>1</td></tr></table>`,
    'a   b   1\n  Sum   1',
  ],
  ['wide letters take two columns', `<table>${row('日本', 'a')}${row('xy', 'b')}</table>`, '日本   a\nxy     b'],
  [
    'addresses are listed below columns',
    `<table>${row('<a href="https://a.example">a</a>', '1')}${row('b', '2')}</table>`,
    'a [1]   1\nb       2\n[1] <https://a.example>',
  ],
  [
    'a row of links is a menu',
    `<table>${row('<a href="https://a.example">a</a>', '<a href="https://b.example">b</a>')}</table>`,
    'a <https://a.example>\nb <https://b.example>',
  ],
  ['marks of lists stand close', `<table>${row('<img alt="✓">', 'a b')}${row('•', 'c')}</table>`, '✓ a b\n• c'],
  [
    'a long name before an amount stays with it',
    `<table>${row('x '.repeat(30), '9 €')}${row('y', '10 €')}</table>`,
    `${'x '.repeat(30).trim()}   9 €\ny${' '.repeat(42)}10 €`,
  ],
  [
    'pictures above what they show are read column by column',
    `<table>${row('<img alt="A">', '<img alt="B">')}${row('A', 'B')}${row('1 €', '2 €')}</table>`,
    'A\n1 €\n\nB\n2 €',
  ],
  [
    'columns of a page follow one another',
    `<table>${row('<h2>A</h2><p>a</p>', '<h2>B</h2><p>b</p>')}</table>`,
    'A\n\na\n\nB\n\nb',
  ],
  [
    'so do nested tables',
    `<table>${row(`<table>${row('a', '1')}</table>`, 'b')}${row('c', '2')}</table>`,
    'a   1\n\nb\nc   2',
  ],
  [
    'a long row becomes lines with names',
    `<table><tr><th>A<th>B</tr>${row('x '.repeat(30), 'y')}</table>`,
    `A: ${'x '.repeat(30).trim()}\nB: y`,
  ],
  ['room between rows is an empty line', `<table>${row('a')}<tr><td height=20></td></tr>${row('b')}</table>`, 'a\n\nb'],
  ['cells outside of tables are blocks', '<td>a</td><td>b</td>', 'a\nb'],
]

for (const [fact, html, text] of cases) test(fact, () => assert.equal(renderText(html), text))

test('values and tokens pass through wherever they stand, and nothing of the author can stand for one', () => {
  const field = { of: 'email', key: '', fallback: '', context: 'html' } as const
  assert.deepEqual(textFromHtml(['<p>Hi ', field, '&#xfdd0;1&#xfdd1;\ufdd01\ufdd1</p><p title="', field, '">b']), [
    'Hi ',
    field,
    '11\n\nb',
  ])
  assert.doesNotThrow(() => textFromHtml(['<img alt="&#xfdd0;7&#xfdd1; &#xfdd2;9&#xfdd3;">', field]))
})

const many = 150_000
const hostile: Readonly<Record<string, string>> = {
  'nested elements': '<div>'.repeat(many),
  'end tags of nothing': `<b>${'<i>'.repeat(many)}${'</u>'.repeat(many)}`,
  'nested tables': '<table><tr><td>a<td>b'.repeat(many / 3),
  'tables without rows': '<table>'.repeat(many),
  'nested lists': '<ul><li>a'.repeat(many / 2),
  'nested quotations': '<blockquote>a'.repeat(many / 2),
  'nested styles': '<p style="font-size:13px;display:block">'.repeat(many / 2),
  'unclosed links': '<a href="https://a.example/">a'.repeat(many / 5),
  'links around tables': '<a href="https://a.example/"><table><tr><td>x'.repeat(many / 10),
  'cells of a row': `<table><tr>${'<td>x</td>'.repeat(100_000)}`,
  'rows of a table': `<table>${'<tr><td>x</td><td>yy</td></tr>'.repeat(50_000)}`,
  'cells that reach down': `<table><tr>${'<td rowspan=20 colspan=20>x'.repeat(20_000)}${'<tr><td>y<td>z'.repeat(20_000)}`,
  'dots of an address': `<a href="https://a.example/${'.'.repeat(100_000)}">https://a.example/${'.'.repeat(100_000)}</a>`,
  'blanks without width': '&zwnj;\u00ad'.repeat(100_000),
  'digits of a length': `<p style="width:${'1'.repeat(200_000)}">x`,
  'attributes of an element': `<a ${'b=c '.repeat(100_000)}href=https://a.example>x</a>`,
  declarations: `<p style="${'a:b;'.repeat(100_000)}">x`,
  images: '<a href="https://a.example/"><img alt=b></a>'.repeat(20_000),
}

for (const [what, html] of Object.entries(hostile))
  test(`any number of ${what} costs linear time, no stack and little output`, async () => {
    const text = await assertMoments(what, () => renderText(html))
    assert.ok(text.length < 10 * html.length + 1000)
  })

test('an own text with 100,000 dots behind an address is marked in linear time', async () => {
  const found: string[] = []
  const pieces = await assertMoments('marking', () =>
    markText(`https://a.example/x${'.'.repeat(100_000)}x (https://b.example/)${')'.repeat(100_000)}`, {
      keys: new Map(),
      links: { number: url => found.push(url) },
      dates: { currentday: '', currentdayname: '', currentmonth: '', currentmonthname: '', currentyear: '' },
      addresses: undefined,
    }),
  )
  assert.deepEqual(found, ['https://b.example/'], 'the other one is too long to be tracked')
  assert.equal(pieces.length, 1)
})

test('whatever the HTML, the text has no marks, no blanks at the ends of lines and no more than one empty line', () => {
  const part = fc.constantFrom(
    ...'<p>|</p>|<div style="padding:9px">|</div>|<table>|<tr>|<td>|<th colspan=2>|</td>|</tr>|</table>|<ul>|<li>|</ul>|<a href="https://a.example">|</a>'.split(
      '|',
    ),
    ...'<img alt="b">|<br>|<hr>|<s>|</s>|<blockquote>|</blockquote>|<pre>|</pre>|<span hidden>|</span>|<dl>|<dt>|<dd>|</dl>'.split(
      '|',
    ),
    ...['a', ' ', '1', '&nbsp;', '日', '\n', '\ufdd00\ufdd1'],
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), parts => {
      const text = renderText(parts.join(''))
      assert.doesNotMatch(text, /[\ufdd2-\ufddf]|\n\n\n|[ \t]\n|[ \t]$|^\n/)
    }),
    { numRuns: runs(1000, 100_000), seed: 20261122 },
  )
})
