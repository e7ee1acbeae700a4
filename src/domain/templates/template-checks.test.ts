import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalName } from '../../contract/refusals.ts'
import { findActiveContent } from '../content/active-content.ts'
import { tokenize } from '../content/markup.ts'
import { unsubscribeFault } from '../content/unsubscribe-tag.ts'
import { templateFault } from './template-checks.ts'

type Cases = readonly (readonly [html: string, expected: RefusalName | undefined])[]

/** Each row on its own, so that a failure names the page. */
function hold(subject: string, cases: Cases, check: (tokens: ReturnType<typeof tokenize>) => RefusalName | undefined) {
  for (const [html, expected] of cases) {
    test(`${subject}: ${html} → ${expected ?? 'passes'}`, () => {
      assert.equal(check(tokenize(html)), expected)
    })
  }
}

const line = '<singleline label="a">x</singleline>'

hold(
  'regions',
  [
    ['<p>nothing to edit</p>', 'NoEditableRegion'],
    ['<!-- <$title$> --><p>hidden</p>', 'NoEditableRegion'],
    ['<title><$title$></title>', 'NoEditableRegion'],
    ["<$imagesrc width='10'$>", 'NoEditableRegion'],
    ['<$currentday$>', 'NoEditableRegion'],
    ["<$title link='true' default=''$>", undefined],
    ["<$description default='<b>a > b</b>'$>", undefined],
    ['<$TITLE$>', undefined],
    [line, undefined],
    ['<multiline label="a"><p>x</p></multiline>', undefined],
    ['<img editable="true" label="a" width="100">', undefined],
    ['<img editable="false" width="100">', 'NoEditableRegion'],

    ['<repeater><$title$>', 'NoClosingRepeater'],
    ['<repeater><$title$></repeater><repeater><$title$>', 'NoClosingRepeater'],
    ['<repeater><repeater><$title$></repeater>', 'NoClosingRepeater'],
    ['<$title$></repeater>', 'NoOpeningRepeater'],
    ['<repeater><$title$></repeater></repeater>', 'NoOpeningRepeater'],
    ['<repeater><$title$></repeater><repeater><$title$></repeater>', undefined],
    ['<repeater><$title$><repeater><$title$></repeater></repeater>', 'NestedRepeaters'],
    ['<$title$><repeater><p>x</p></repeater>', 'NoEditableRegionInRepeater'],
    ['<repeater><p>x</p></repeater>', 'NoEditableRegionInRepeater'],
    ["<repeater><$imagesrc width='10'$></repeater>", undefined],
    [`<repeater>${line}</repeater>`, undefined],

    ["<$title$><$imagesrc link='true'$>", 'NoImageWidth'],
    ["<$title$><$imagesrc link='true' width='180'$>", undefined],
    ['<$title$><img src="<$imagesrc$>">', 'NoImageWidth'],
    ['<$title$><img src="<$imagesrc$>" width="180">', undefined],
    ['<img editable="true" label="a">', 'NoImageWidth'],
    ['<img editable="true" label="a" width="wide">', 'NoImageWidth'],
    ['<$title$><img src="a.png">', undefined],

    ['<singleline label="a">x', 'NoClosingSingleline'],
    ['<singleline label="a">x<multiline label="b">y</multiline>', 'NoClosingSingleline'],
    ['<singleline label="a"><singleline label="b">x</singleline>', 'NoClosingSingleline'],
    ['<multiline label="a">x', 'NoClosingMultiline'],
    ['<multiline label="a">x</singleline>', 'NoClosingMultiline'],

    ['<table><repeater><tr><td><$title$></td></tr><tr><td>x</td></tr></repeater></table>', 'RepeaterWithMultipleRows'],
    ['<table><repeater><tr><td><$title$></td></tr></repeater><tr><td>x</td></tr></table>', undefined],
    ['<repeater><table><tr><td><$title$></td></tr><tr><td>x</td></tr></table></repeater>', undefined],
    ['<table><repeater><tr><td><table><tr></tr><tr></tr></table><$title$></td></tr></repeater></table>', undefined],
  ],
  templateFault,
)

hold(
  'layouts',
  [
    [`<layout label="a">${line}</layout>`, 'LayoutNotInRepeater'],
    [`<repeater>${line}</repeater><layout label="a">${line}</layout>`, 'LayoutNotInRepeater'],
    [`<repeater><layout label="a">${line}</repeater>`, 'NoClosingLayout'],
    [`<repeater><layout label="a">${line}<layout label="b">${line}</layout></repeater>`, 'NoClosingLayout'],
    [`<repeater>${line}</layout></repeater>`, 'NoOpeningLayout'],
    [`${line}</layout>`, 'NoOpeningLayout'],
    [`<repeater>${line}<layout label="a">x</layout></repeater>`, 'NoEditableRegionInLayout'],
    [
      `<table><repeater><layout label="a"><tr><td>${line}</td></tr><tr></tr></layout></repeater></table>`,
      'LayoutWithMultipleRows',
    ],
    [
      `<table><repeater><layout label="a"><tr><td>${line}</td></tr></layout><layout label="b"><tr><td>${line}</td></tr></layout></repeater></table>`,
      undefined,
    ],
    [`<repeater><layout>${line}</layout></repeater>`, 'NoLayoutLabel'],
    [`<repeater><layout label=" ">${line}</layout></repeater>`, 'NoLayoutLabel'],
    [`<repeater><layout label="a">${line}</layout><layout label="b">${line}</layout></repeater>`, undefined],
  ],
  templateFault,
)

const toc = '<tableofcontents><$repeatertitle$></tableofcontents>'
hold(
  'tables of contents',
  [
    [`<tableofcontents><$repeatertitle$><repeater toc='true'><$title$></repeater>`, 'NoClosingTableOfContents'],
    [`<tableofcontents></tableofcontents><repeater toc='true'><$title$></repeater>`, 'NoRepeaterTitle'],
    [
      `<tableofcontents><$repeatertitle$><$repeatertitle$></tableofcontents><repeater toc='true'><$title$></repeater>`,
      'MultipleRepeaterTitles',
    ],
    [`<$repeatertitle$><repeater toc='true'><$title$></repeater>`, 'NoTableOfContents'],
    [`<repeatertitle><repeater>${line}</repeater>`, 'NoTableOfContents'],
    [`</tableofcontents><repeater toc='true'><$title$></repeater>`, 'NoTableOfContents'],
    [`${toc}<$title$>`, 'TableOfContentsWithoutRepeater'],
    [`${toc}<repeater><$title$></repeater>`, 'TableOfContentsWithoutRepeater'],
    [`${toc}<repeater toc='true'><$description$></repeater>`, 'NoRepeaterWithTitle'],
    [
      `<tableofcontents><repeatertitle></tableofcontents><repeater><multiline label="a">x</multiline></repeater>`,
      'NoRepeaterWithTitle',
    ],
    [`${toc}<repeater toc='true'><$title$></repeater>`, undefined],
    [`<tableofcontents><repeatertitle></tableofcontents><repeater>${line}</repeater>`, undefined],
  ],
  templateFault,
)

hold(
  'unsubscribing',
  [
    ['<p>no way out</p>', 'NoUnsubscribeTag'],
    ['<p>x</p></unsubscribe>', 'NoUnsubscribeTag'],
    ['<!-- <unsubscribe>Leave</unsubscribe> -->', 'UnsubscribeTagInComment'],
    ['<!-- <unsubscribe>Leave</unsubscribe> --><unsubscribe>Leave</unsubscribe>', undefined],
    ['<!--[if mso]><unsubscribe>Leave</unsubscribe><![endif]-->', 'UnsubscribeTagInComment'],
    ['<!--[if mso]><unsubscribe>Leave</unsubscribe><![endif]--><unsubscribe>Leave</unsubscribe>', undefined],
    ['<!--[if !mso]><!--><unsubscribe>Leave</unsubscribe><!--<![endif]-->', undefined],
    ['<!--[if mso]><unsubscribe>Leave<![endif]--><unsubscribe>Leave</unsubscribe>', 'NoClosingUnsubscribeTag'],
    [
      '<!--[if mso]><v:rect href="[unsubscribe]"></v:rect><![endif]--><unsubscribe>Leave</unsubscribe>',
      'TextUnsubscribeTagInHtml',
    ],
    [
      '<!--[if mso]><a href="/x"><unsubscribe>Leave</unsubscribe></a><![endif]--><unsubscribe>Leave</unsubscribe>',
      'UnsubscribeTagInLink',
    ],
    ['<unsubscribe>no</unsubscribe>', 'UnsubscribeTagTooShort'],
    ['<unsubscribe><img src="button.png" alt="Leave"></unsubscribe>', 'UnsubscribeTagTooShort'],
    ['<unsubscribe> &nbsp; a &#8203; b </unsubscribe>', 'UnsubscribeTagTooShort'],
    ['<unsubscribe>out</unsubscribe>', undefined],
    ['<UNSUBSCRIBE><b>o</b>ut</UNSUBSCRIBE>', undefined],
    ['<unsubscribe>&eacute;t&eacute;</unsubscribe>', undefined],
    ['<unsubscribe>Leave <a href="/x">now</a></unsubscribe>', 'UnsubscribeTagContainsLink'],
    ['<unsubscribe>Leave', 'NoClosingUnsubscribeTag'],
    ['<unsubscribe>Leave <unsubscribe>now</unsubscribe>', 'NoClosingUnsubscribeTag'],
    ['<unsubscribe>Leave</unsubscribe> [unsubscribe]', 'TextUnsubscribeTagInHtml'],
    ['<a href="[Unsubscribe]">Leave</a>', 'TextUnsubscribeTagInHtml'],
    ['<unsubscribe>Leave <unsubscribe>now</unsubscribe></unsubscribe>', 'NestedUnsubscribeTag'],
    ['<a href="/x"><unsubscribe>Leave</unsubscribe></a>', 'UnsubscribeTagInLink'],
    ['<a href="/x">A link</a> <unsubscribe>Leave</unsubscribe>', undefined],
    ['<a name="end"><unsubscribe>Leave</unsubscribe></a>', undefined],
    ['<unsubscribe>Leave</unsubscribe><unsubscribe>Leave</unsubscribe>', undefined],
    ['<!-- [unsubscribe] --><unsubscribe>Leave</unsubscribe>', undefined],
  ],
  unsubscribeFault,
)

hold(
  'active content',
  [
    ['<script>alert(1)</script>', 'ContainsScript'],
    ['<SCRIPT src=x.js></SCRIPT>', 'ContainsScript'],
    ['<p onclick="x()">', 'ContainsScript'],
    ['<svg/onload=x()>', 'ContainsScript'],
    ['<a href=" java&#10;script:x()">', 'ContainsScript'],
    ['<form action="javascript:x()">', 'ContainsScript'],
    ['<object classid="clsid:D27CDB6E-AE6D-11cf-96B8-444553540000">', 'ContainsFlash'],
    ['<embed src="film.swf?x=1">', 'ContainsFlash'],
    ['<param name="movie" value="film.swf">', 'ContainsFlash'],
    ['<applet code="x.class">', 'ContainsJava'],
    ['<object classid="java:x.class">', 'ContainsJava'],
    ['<embed type="application/x-java-applet">', 'ContainsJava'],
    ['<a href="film.swf">the film</a>', undefined],
    ['<a href="http://example.com/?javascript:">', undefined],
    ['<p one="1" on="x">a script</p>', undefined],
    ['<!-- <script>x()</script> -->', undefined],
    ['<noscript>plain</noscript>', undefined],
    ['<object data="film.mp4" type="video/mp4">', undefined],
    ['<title><script>x()</script></title>', undefined],
  ],
  findActiveContent,
)
