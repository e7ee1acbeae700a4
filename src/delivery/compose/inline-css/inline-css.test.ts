/** What inlining writes. That nothing looks different afterwards is for a browser to say: `test/browser/inlining.test.ts`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineCss } from './inline-css.ts'

const media = (rules: string) => `@media (max-width: 480px) { ${rules} }`

const inlined: readonly (readonly [fact: string, css: string, html: string, css: string, html: string])[] = [
  ['a rule becomes an attribute', 'p { color: red }', '<p>x</p>', '', '<p style="color: red;">x</p>'],
  [
    'other attributes stay as they are',
    'p{color:red}',
    "<P title='a'  id=b>x",
    '',
    '<P style="color: red;" title=\'a\'  id=b>x',
  ],
  [
    'own styles stay as they are, behind',
    'p{margin:0}.b{color:red}',
    '<p class=b style="COLOR:green">',
    '',
    '<p class=b style="margin: 0; COLOR:green">',
  ],
  [
    'an own important stays, and wins',
    'p{color:red!important}',
    '<p style="color:green!important">',
    '',
    '<p style="color:green!important">',
  ],
  [
    'a rule that is important loses its importance in the copy',
    'p{color:red!important}',
    '<p>',
    '',
    '<p style="color: red;">',
  ],
  [
    'the stronger of two rules is copied',
    '#i{color:red}.c{color:green}',
    '<p id=i class=c>',
    '',
    '<p style="color: red;" id=i class=c>',
  ],
  [
    'quotes inside become single ones',
    'p{font-family:"A B",serif}',
    '<p>',
    '',
    `<p style="font-family: 'A B',serif;">`,
  ],
  [
    'single quotes stay in single quotes',
    "p{font:1em 'A B'}",
    "<p style='color:red'>",
    '',
    "<p style='font: 1em &#39;A B&#39;; color:red'>",
  ],
  [
    'an own style without quotes gets them',
    'p{margin:0}',
    '<p style=color:red class=x>',
    '',
    '<p style="margin: 0; color:red" class=x>',
  ],
  [
    'what a rule says twice stays twice',
    'p{width:90%;width:calc(9% + 1px)}',
    '<p>',
    '',
    '<p style="width: 90%; width: calc(9% + 1px);">',
  ],
  [
    'comments are not touched',
    'p{color:red}',
    '<!--[if mso]><p>x</p><![endif]-->',
    '',
    '<!--[if mso]><p>x</p><![endif]-->',
  ],
  [
    'what is shown unless Outlook shows it is styled',
    'p{color:red}',
    '<!--[if !mso]><!--><p>x</p><!--<![endif]-->',
    '',
    '<!--[if !mso]><!--><p style="color: red;">x</p><!--<![endif]-->',
  ],
  ['what no rule names stays', 'p{color:red}', '<b>1 < 2 &amp; [x] <i>y</i>', '', '<b>1 < 2 &amp; [x] <i>y</i>'],
  [
    'links of the recipient are links',
    'a{color:red}',
    '<unsubscribe>x</unsubscribe>',
    '',
    '<unsubscribe style="color: red;">x</unsubscribe>',
  ],
  [
    'date tags are text',
    'td>p{color:red}',
    '<table><td><currentday><p>',
    '',
    '<table><td><currentday><p style="color: red;">',
  ],
  ['rules in a comment are read', '<!-- p{color:red} -->', '<p>', '', '<p style="color: red;">'],
  ['pseudo-elements get nothing', 'p:before,p::after{color:red}', '<p>', '', '<p>'],
  ['a rule with an unknown selector is left to the browser', 'p,p:nosuch{color:red}', '<p>', '', '<p>'],
  ['a class that begins with a digit is invalid', '.1a{color:red}', '<p class=1a>', '', '<p class=1a>'],

  [
    'a query that loses nothing by it stays as it is',
    `p{color:red}${media('p{margin:0}')}`,
    '<p>',
    '',
    '<p style="color: red;">',
  ],
  [
    'a query that would lose becomes important',
    `p{color:red}${media('p{color:blue;margin:0}')}`,
    '<p>',
    `p{color:red}${media('p{color:blue !important;margin:0}')}`,
    '<p style="color: red;">',
  ],
  [
    'a query that is important already stays',
    `p{color:red}${media('p{color:blue!important}')}`,
    '<p>',
    '',
    '<p style="color: red;">',
  ],
  [
    'a query that lost before loses',
    `p.a{color:red}${media('p{color:blue}')}`,
    '<p class=a>',
    '',
    '<p style="color: red;" class=a>',
  ],
  [
    'a query raises no other that beats it',
    `p{color:red}${media('p{color:blue}')}${media('.a{color:lime}')}`,
    '<p class=a>',
    `p{color:red}${media('p{color:blue !important}')}${media('.a{color:lime !important}')}`,
    '<p style="color: red;" class=a>',
  ],
  [
    'a rule that beats the query becomes important with it',
    `p{color:red}.a{color:lime}${media('p{color:blue}')}`,
    '<p><p class=a>',
    `p{color:red}.a{color:lime !important}${media('p{color:blue !important}')}`,
    '<p style="color: red;"><p style="color: lime;" class=a>',
  ],
  [
    'what important rules beat cannot be raised',
    `p{color:red}.a{color:lime!important}${media('#i{color:blue}')}`,
    '<p id=i><p class=a id=i>',
    '',
    '<p id=i><p style="color: lime;" class=a id=i>',
  ],
  [
    'shorthands and longhands are one',
    `p{padding:10px}${media('p{padding-top:30px}')}`,
    '<p>',
    `p{padding:10px}${media('p{padding-top:30px !important}')}`,
    '<p style="padding: 10px;">',
  ],
  [
    'a state is a condition',
    'a{color:red}a:hover{color:blue}',
    '<a>',
    'a{color:red}a:hover{color:blue !important}',
    '<a style="color: red;">',
  ],
  [
    'own styles win over states as before',
    'a{color:red}a:hover{color:blue}',
    '<a><a style="color:lime">',
    'a{color:red}a:hover{color:blue !important}',
    '<a style="color: red;"><a style="color:lime; color: lime !important;">',
  ],
  [
    'what Outlook and Gmail change is a condition',
    'p{color:red}[data-ogsc] p{color:blue}u + .body p{color:lime}',
    '<body class=body><p>',
    'p{color:red}[data-ogsc] p{color:blue !important}u + .body p{color:lime !important}',
    '<body class=body><p style="color: red;">',
  ],
  [
    'an animation needs what is not important',
    `p{color:red;animation:k 1s}@keyframes k{to{color:blue}}${media('p{color:lime}')}`,
    '<p>',
    '',
    '<p style="animation: k 1s;">',
  ],
  [
    'a support query is a condition',
    'p{color:red}@supports (display:grid){p{color:blue}}',
    '<p>',
    'p{color:red}@supports (display:grid){p{color:blue !important}}',
    '<p style="color: red;">',
  ],
]

for (const [fact, css, html, raised, expected] of inlined) {
  test(fact, () => {
    assert.equal(inlineCss(`<style>${css}</style>${html}`), `<style>${raised || css}</style>${expected}`)
  })
}

const untouched: readonly (readonly [what: string, html: string])[] = [
  ['a page without style elements', '<p  STYLE=a>x<a href=b>'],
  ['CSS that cannot be parsed', '<style>p {{{ color: } :::x(((</style><p>x</p>'],
  [
    'layers, whose order inlining would turn around',
    '<style>@layer a { p { color: red } } p { margin: 0 }</style><p>x</p>',
  ],
  ['nested rules', '<style>div { color: red; p { color: blue } }</style><div><p>x</p></div>'],
  ['an empty sheet', '<style></style><p>x</p>'],
  ['sheets of other languages', '<style type="text/less">p { color: red }</style><p>x</p>'],
  ['so many rules on so many elements', `<style>${'p{color:red}'.repeat(3000)}</style>${'<p>'.repeat(3000)}`],
  ['so many rules on one element', `<style>${'p{color:red}'.repeat(5000)}</style><p>x</p>`],
  [
    'so many declarations on elements with styles of their own',
    `<style>p{${'color:red;'.repeat(2000)}}</style>${Array.from({ length: 500 }, (_, n) => `<p style=top:${n}px>`).join('')}`,
  ],
  [
    'elements that nesting would multiply',
    `<style>p{color:red}</style>${Array.from({ length: 2000 }, (_, n) => `<p><b id=${n}></p>`).join('')}`,
  ],
  ['elements nested too deeply', `<style>p{color:red}</style>${'<div>'.repeat(600)}`],
]
for (const [what, html] of untouched) test(`${what} change nothing`, () => assert.equal(inlineCss(html), html))

test('the sheets of a page are read in the order in which they are in it, with their media', () => {
  const page = (first: string, second: string, style: string) =>
    `<style media="(max-width: 9px)">${first}</style><p${style}>x</p><style media=all>${second}</style>`
  assert.equal(
    inlineCss(page('p{color:red;margin:0}', 'p{color:blue}', '')),
    page('p{color:red;margin:0}', 'p{color:blue}', ' style="color: blue;"'),
  )
})

test('a test of the style attribute has the same result, or nothing is written', () => {
  const css = 'p{color:red}p[style*="red"]{margin:0}'
  assert.equal(inlineCss(`<style>${css}</style><p>x</p>`), `<style>${css}</style><p>x</p>`)
})
