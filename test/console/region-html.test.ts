/** The HTML of a region as the document of its editor, and back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOf, htmlOf } from '../../console/src/screens/content/region-html.ts'
import { assertLinear } from '../harness/processor-time.ts'

/** As it comes out when nothing is typed. */
function through(html: string): string | undefined {
  const found = documentOf(html)
  return found && htmlOf(found.doc, found.isInline)
}

test('what the editor can hold comes out as it went in', () => {
  for (const html of [
    '',
    'A line of the template&#8217;s paragraph'.replace('&#8217;', '’'),
    'One <strong>bold</strong> line<br>and <a href="https://bloom.example/?a=1&amp;b=[email]">a link</a>',
    '<p>Dear [firstname,fallback=friend], 1 &lt; 2 &amp; 3</p>\n<p><strong><em>both</em></strong></p>',
    '<h2>Title</h2>\n<ul><li>One</li><li>Two <a href="mailto:a@b.example">mail</a></li></ul>\n<ol><li>Three</li></ol>',
    '<ul><li><p>Fruit</p><ul><li>Apple</li></ul></li></ul>',
    '<blockquote><p>Said</p></blockquote>\n<hr>\n<p>after</p>',
  ])
    assert.equal(through(html), html)
})

test('what other programs write is read: old elements, entities, line breaks of the source, paragraphs that are not closed', () => {
  assert.equal(
    through('<P>One\n   <B>two</B> <I>three</I>&nbsp;&euro;<p>Four'),
    '<p>One <strong>two</strong> <em>three</em>\u00a0€</p>\n<p>Four</p>',
  )
  assert.equal(through('<ul>\n  <li>One</li>\n  <li>Two\n</ul>\n'), '<ul><li>One</li><li>Two</li></ul>')
  assert.equal(through("<a title='x > y' href='https://x.example/'>x</a>"), '<a href="https://x.example/">x</a>')
})

test('what the editor would lose is not read: it is edited as HTML', () => {
  for (const html of [
    '<table><tr><td>1</td></tr></table>',
    '<p>x</p><unsubscribe>Leave</unsubscribe>',
    '<p style="color: red">x</p><span>y</span>',
    '<!-- a note --><p>x</p>',
    '<p>H<sub>2</sub>O</p>',
    '<a name="top">x</a>',
    '<li>lost</li>',
  ])
    assert.equal(documentOf(html), undefined, html)
})

test('markup in text stays text, and hostile input is read in linear time', async () => {
  assert.equal(
    through('<p>a < b &lt;script&gt;alert(1)&lt;/script&gt;</p>'),
    '<p>a &lt; b &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  for (const part of ['<p', '<a href="', '<b>', "<p '", '&#', '</p>'])
    await assertLinear(part, times => documentOf(part.repeat(times * 20_000)))
})
