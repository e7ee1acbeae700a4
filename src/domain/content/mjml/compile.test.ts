import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { starters } from '../../templates/starters/starters.ts'
import { compileMjml } from './compile.ts'
import { mjmlLimits } from './source.ts'

const inBody = (inside: string) => `<mjml><mj-body>${inside}</mj-body></mjml>`
const inText = (inside: string) =>
  inBody(`<mj-section><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section>`)
const compiled = (source: string) => compileMjml({ source })
const problems = async (source: string) =>
  (await compiled(source)).problems.map(({ line, column, tag, severity }) => `${line}:${column} ${tag} ${severity}`)

test('merge tags, our elements and dates come through as they were written', async () => {
  const inside =
    'Hi [firstname,fallback=dear "reader" & <b>friend</b>] <unsubscribe style="color:red">Leave</unsubscribe> <webversion>Web</webversion><currentyear><$currentday$>'
  const { html, problems } = await compiled(inText(inside))
  assert.ok(html.includes(inside))
  assert.deepEqual(problems, [])
})

test('bytes of conditional comments do not change, wherever they stand', async () => {
  const word = '<!--[if mso]>\n  <table   width="600">\n    <tr> <td>\n  text   text  </td></tr></table>\n<![endif]-->'
  const others = '<!--[if !mso]><!-->\n   <p>a   b</p>\n<!--<![endif]-->'
  const source = inBody(
    `<mj-raw>${word}</mj-raw><mj-section><mj-column><mj-text>${word}${others}</mj-text></mj-column></mj-section><mj-raw>${others}</mj-raw>`,
  )
  const { html } = await compiled(source)
  assert.equal(html.split(word).length - 1, 2)
  assert.equal(html.split(others).length - 1, 2)
})

test('the HTML of Outlook is balanced: as many conditional comments end as begin', async () => {
  for (const { id, mjml } of starters) {
    const { html } = await compiled(mjml)
    const begun = html.match(/<!--\[if [^\]]+\]>/g)?.length
    assert.equal(html.match(/<!\[endif\]-->/g)?.length, begun, id)
  }
})

test('the same documents give the same HTML as with mjml’s own parser', async () => {
  const require = createRequire(import.meta.url)
  const { default: mjml2html } = require('mjml-core')
  const preset = require('mjml-preset-core')
  const blankless = (html: string) => html.replace(/\s+/g, '')
  for (const { id, mjml } of starters) {
    const { html } = await mjml2html(mjml.replace(/ inline="inline"/g, ''), { presets: [preset], fonts: {} })
    assert.equal(blankless((await compiled(mjml)).html), blankless(html), id)
  }
})

test('no host but the author’s own is named', async () => {
  const { html } = await compiled(inText('Hello'))
  assert.deepEqual(html.match(/https?:\/\/[^/"]+/g), ['http://www.w3.org'])
})

test('a font is a link of its own that Word does not see, and no regular expression is made from its name', async () => {
  const font = (name: string, href: string) =>
    `<mjml><mj-head><mj-font name="${name}" href="${href}" /></mj-head><mj-body></mj-body></mjml>`
  const { html } = await compiled(font('(a+)+$', 'https://fonts.example/a.css'))
  assert.ok(
    html.includes(
      '<!--[if !mso]><!--><link href="https://fonts.example/a.css" rel="stylesheet" type="text/css"><!--<![endif]-->',
    ),
  )
  assert.ok(!(await compiled(font('A', 'javascript:x()'))).html.includes('javascript'))
})

test('a quote in a value does not end its attribute', async () => {
  const image = `<mj-section><mj-column><mj-image src="a.png" alt='a "b" c' /></mj-column></mj-section>`
  assert.ok((await compiled(inBody(image))).html.includes('alt="a &quot;b&quot; c"'))
})

test('problems say where the tag begins', async () => {
  const source =
    '<mjml>\n  <mj-body>\n    <mj-section><mj-column><mj-text a="b">x</mj-text><mj-tex /></mj-column></mj-section>\n  </mj-body>\n</mjml>'
  assert.deepEqual(await problems(source), ['3:28 mj-text Warning', '3:54 mj-tex Warning'])
})

const warned: readonly (readonly [source: string, problem: string])[] = [
  ['<mjml><mj-body><mj-section></mj-body></mjml>', '1:16 mj-section Warning'],
  ['<mjml><mj-body>lost</mj-body></mjml>', '1:16 mj-body Warning'],
  ['<mjml><mj-body><mj-section><mj-text>x</mj-text></mj-section></mj-body></mjml>', '1:28 mj-text Warning'],
]
for (const [source, problem] of warned) {
  test(`a warning, and HTML: ${source}`, async () => {
    const result = await compiled(source)
    assert.ok((await problems(source)).includes(problem), JSON.stringify(result.problems))
    assert.ok(result.html.includes('<body'))
    assert.equal(result.bytes, Buffer.byteLength(result.html))
  })
}

const refused: readonly (readonly [what: string, source: string, message: RegExp])[] = [
  ['nothing', ' ', /no MJML/],
  ['text', 'Hello', /begins with <mjml>/],
  ['HTML', '<html><body></body></html>', /begins with <mjml>/],
  ['no body', '<mjml></mjml>', /no <mj-body>/],
  ['two documents', '<mjml><mj-body></mj-body></mjml><mjml></mjml>', /one <mjml>/],
  ['an include', inBody('<mj-include path="/etc/passwd" />'), /mj-include/],
  ['an include of CSS', inBody('<mj-include type="css" path="a.css" />'), /mj-include/],
  [
    'attributes for HTML',
    '<mjml><mj-head><mj-html-attributes></mj-html-attributes></mj-head><mj-body></mj-body></mjml>',
    /mj-html-attributes/,
  ],
  ['a long source', inText('x'.repeat(mjmlLimits.source)), /longer than/],
  ['deep MJML', inBody('<mj-wrapper>'.repeat(mjmlLimits.depth)), /nested more than 30 deep/],
  ['deep HTML', inText('<div>'.repeat(600)), /nested more than 512 deep/],
  ['many elements', inBody('<mj-section></mj-section>'.repeat(mjmlLimits.elements)), /more than 2000 MJML elements/],
  [
    'many attributes',
    inBody(`<mj-section ${Array.from({ length: 101 }, (_, n) => `a${n}=""`).join(' ')} />`),
    /more than 100 attributes/,
  ],
  ['many blanks', inText(`<!--[if mso]>${'\n'.repeat(100_000)}<![endif]-->`), /blanks in a row/],
  [
    'a bomb of defaults',
    `<mjml><mj-head><mj-attributes><mj-section css-class="${'x'.repeat(10_000)}" /></mj-attributes></mj-head><mj-body>${'<mj-section></mj-section>'.repeat(1_000)}</mj-body></mjml>`,
    /longer than 2000000 bytes/,
  ],
]
for (const [what, source, message] of refused) {
  test(`an error, and no HTML: ${what}`, async () => {
    const { html, bytes, problems } = await compiled(source)
    assert.deepEqual([html, bytes], ['', 0])
    const errors = problems.filter(({ severity }) => severity === 'Error')
    assert.match(errors.map(error => error.message).join('\n'), message)
    assert.ok(problems.length <= mjmlLimits.problems)
  })
}
