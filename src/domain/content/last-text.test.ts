import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertMoments } from '../../../test/harness/processor-time.ts'
import { contrastOf } from './contrast.ts'
import { lookOfLastText, styleOfLook } from './last-text.ts'
import { tokenize } from './markup.ts'

const look = (html: string) => styleOfLook(lookOfLastText(tokenize(html)))

const cases: readonly (readonly [what: string, html: string, style: string])[] = [
  ['a page without styles', '<p>Hello</p>', 'font-family:sans-serif;font-size:12px;color:#1b1b1f'],
  [
    'styles of elements, inherited',
    `<body style="font-family:Georgia,'Times New Roman',serif"><table><tr><td align="center" style="font-size:13px;color:#555555"><p>© Bloom</p></td></tr></table></body>`,
    "font-family:Georgia,'Times New Roman',serif;font-size:13px;color:#555555;text-align:center",
  ],
  [
    'a style sheet with classes, ids and descendants; the stronger rule wins, and media queries do not count',
    `<style><!-- body{font-family:Arial,sans-serif} #f .small{font-size:11px} p{font-size:15px;text-align:left} td.foot p, h1 { color:rgb(90, 90, 90) } p.small{text-align:right} @media (max-width:600px){ p{font-size:20px!important;color:red} } @import url(x.css); a:hover{color:red} --></style><body><td class="foot" id="f"><p class="small big">Bloom</p></td>`,
    'font-family:Arial,sans-serif;font-size:11px;color:#5a5a5a;text-align:right',
  ],
  [
    'old HTML',
    `<body bgcolor="#000000" text="#eeeeee"><center><font face="Verdana, Geneva" color="silver" size="1">Bloom</font></center></body>`,
    'font-family:Verdana, Geneva;font-size:12px;color:#c0c0c0;text-align:center',
  ],
  [
    'the short form of fonts',
    `<td style='font: italic 12px/18px "Helvetica Neue", Arial; color: #333'>Bloom</td>`,
    "font-family:'Helvetica Neue', Arial;font-size:12px;color:#333333",
  ],
  [
    'invisible text is not the last one',
    `<p style="font-size:13px;color:#444444">Bloom</p><div style="display:none;color:#ff0000">x</div><p style="font-size:1px">y</p><style>z{}</style><p>&nbsp; · </p><img alt="w">`,
    'font-family:sans-serif;font-size:13px;color:#444444',
  ],
  [
    'a headline at the end',
    '<h1 style="font-size:40px">Bloom</h1>',
    'font-family:sans-serif;font-size:16px;color:#1b1b1f',
  ],
  ['tiny print', '<p style="font-size:6pt">Bloom</p>', 'font-family:sans-serif;font-size:11px;color:#1b1b1f'],
  [
    'what is no plain value',
    `<p style="font-family:expression(alert(1));font-size:calc(1px + 2vw);color:var(--x);text-align:justify">Bloom</p>`,
    'font-family:sans-serif;font-size:12px;color:#1b1b1f',
  ],
  [
    'an important rule overrides the style of the element',
    '<style>p{color:#222222!important}</style><p style="color:#999999">Bloom</p>',
    'font-family:sans-serif;font-size:12px;color:#222222',
  ],
]
for (const [what, html, style] of cases) {
  test(`what is added looks like the last text: ${what}`, () => {
    assert.equal(look(html), style)
  })
}

for (const [paper, ink] of [
  ['#ffffff', '#ffffff'],
  ['#ffffff', '#cccccc'],
  ['#111111', '#222222'],
  ['', '#f5f5f5'],
  ['#1f4fa3', '#3366bb'],
]) {
  test(`text in ${ink} can be read on ${paper || 'no background'}`, () => {
    const html = `<body style="background:${paper} url(x.png)"><td style="background:#000"><p style="color:${ink}">Bloom</p></td></body>`
    assert.ok(contrastOf(lookOfLastText(tokenize(html)).color, paper || '#ffffff') >= 4.5)
  })
}

test('the time of looking at a large page grows with its length only', async () => {
  const open = '<b class="a b">'.repeat(30_000)
  await assertMoments('nested elements', () =>
    look(`<style>${'.a .b p{color:red}'.repeat(5_000)}</style>${open}x${'</i></b>'.repeat(30_000)}`),
  )
  await assertMoments('many paragraphs', () => look(`<style>${'{;'.repeat(50_000)}</style>${'<p>x'.repeat(100_000)}`))
})
