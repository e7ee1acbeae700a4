import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml, html, markup } from './html.ts'

const cases = [
  ['text is escaped', html`<p>${'<b>&"\'`'}</p>`, '<p>&lt;b&gt;&amp;&quot;&#39;&#96;</p>'],
  ['markup is kept', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
  ['declared markup is kept', html`${markup('<hr>')}`, '<hr>'],
  [
    'lists are joined',
    html`<ul>${['<', 'b'].map(item => html`<li>${item}</li>`)}</ul>`,
    '<ul><li>&lt;</li><li>b</li></ul>',
  ],
  ['a list of texts is escaped', html`${['<', '>']}`, '&lt;&gt;'],
  ['absent values leave nothing', html`[${null}${undefined}${false}]`, '[]'],
  ['zero and the empty text are values', html`[${0}${''}]`, '[0]'],
  ['an attribute cannot be left', html`<a href="${'" onclick="x'}">`, '<a href="&quot; onclick=&quot;x">'],
] as const

for (const [name, made, expected] of cases)
  test(name, () => {
    assert.equal(made.toString(), expected)
  })

test('escaping twice shows: the function does not guess', () => {
  assert.equal(escapeHtml(escapeHtml('&')), '&amp;amp;')
})
