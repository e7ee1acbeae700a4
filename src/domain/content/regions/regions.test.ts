import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostRegions } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { fillRegions, type RegionValue } from './fill-regions.ts'
import { templateRegions } from './regions-shown.ts'

const shown = (html: string) =>
  templateRegions({ html }).map(({ kind, name, content, canLink, href, width, height, layouts }) => {
    const inside = layouts.map(({ label, regions }) => `${label}(${regions.map(region => region.name).join(',')})`)
    return [kind, name, content, canLink ? `→${href}` : '', width || height ? `${width}×${height}` : '', ...inside]
      .filter(part => part !== '')
      .join(' ')
  })

const read: readonly (readonly [html: string, regions: readonly string[]])[] = [
  ['<singleline label="Head &amp; line">A <b>word</b></singleline>', ['SingleLine Head & line A word']],
  ['<multiline label="Text"><p>x</p></multiline>', ['MultiLine Text <p>x</p>']],
  [
    '<singleline label="a">1</singleline><singleline label="a">2</singleline><singleline label="a 2">3</singleline>',
    ['SingleLine a 1', 'SingleLine a 2 2', 'SingleLine a 2 2 3'],
  ],
  ['<singleline>x</singleline><multiline>y</multiline>', ['SingleLine Line x', 'MultiLine Text y']],
  [
    '<singleline label="Button"><a class="b" href="https://x.example/">Go</a></singleline>',
    ['SingleLine Button Go →https://x.example/'],
  ],
  [
    '<img editable="true" label="Hero" src="kept:zip/a.png" width="600" height="300">',
    ['Image Hero kept:zip/a.png 600×300'],
  ],
  [
    '<a href="https://x.example/"> <img editable="true" label="Hero" src="a.png" width="600"></a>',
    ['Image Hero a.png →https://x.example/ 600×0'],
  ],
  ['<img src="logo.png" width="100">', []],
  [
    "<$title link='true' default='News'$><$description default='<b>x</b>'$><$imagesrc width='180'$>",
    ['SingleLine Title News →', 'MultiLine Description <b>x</b>', 'Image Image 180×0'],
  ],
  ['<img src="<$imagesrc link=\'true\'$>" width="180">', ['Image Image → 180×0']],
  [
    '<repeater label="Stories"><layout label="Big"><singleline label="a">x</singleline></layout><layout label="Small"><multiline label="a">y</multiline><img editable="true" width="1"></layout></repeater>',
    ['Repeater Stories Big(a) Small(a,Image)'],
  ],
  [
    '<repeater><$title$></repeater><repeater><$title$></repeater>',
    ['Repeater Items (Title)', 'Repeater Items 2 (Title)'],
  ],
  ['<!-- <singleline label="a">x</singleline> -->', []],
]
for (const [html, regions] of read) {
  test(`regions of ${html}`, () => assert.deepEqual(shown(html), regions))
}

const fill = (html: string, ...values: readonly RegionValue[]) => fillRegions({ html, values }).html
const line = '<singleline label="a">default</singleline>'
const button = '<td><singleline label="b"><a class="c" href="https://x.example/">Go</a></singleline></td>'
const image = '<p><img class="c" editable="true" label="i" src="a.png" alt="old" width="600" height=300></p>'
const linked = `<a href="https://x.example/">${image.slice(3, -4)}</a>`
const stories = `<table><repeater label="s"><!-- note --><layout label="Big"><tr><td>${line}</td></tr></layout>\n<layout label="Small"><tr><th>${line}</th></tr></layout></repeater></table>`

const filled: readonly (readonly [what: string, html: string, values: readonly RegionValue[], result: string])[] = [
  ['a region without a value keeps what it has', `<p>${line}</p>`, [], '<p>default</p>'],
  ['text is text', line, [{ name: 'a', content: 'x <b> & [firstname]\n y' }], 'x &lt;b&gt; &amp; [firstname] y'],
  ['nothing is nothing', `<p>${line}</p>`, [{ name: 'a', content: '' }], '<p></p>'],
  [
    'HTML is made safe',
    '<multiline label="m">x</multiline>',
    [{ name: 'm', content: '<p onclick="x()">y' }],
    '<p>y</p>',
  ],
  [
    'a link keeps its tag',
    button,
    [{ name: 'b', content: 'Now' }],
    '<td><a class="c" href="https://x.example/">Now</a></td>',
  ],
  [
    'a link leads elsewhere',
    button,
    [{ name: 'b', href: 'https://y.example/?a&b' }],
    '<td><a class="c" href="https://y.example/?a&amp;b">Go</a></td>',
  ],
  ['a link is taken away', button, [{ name: 'b', content: 'No', href: '' }], '<td>No</td>'],
  ['a link without text goes with it', button, [{ name: 'b', content: '' }], '<td></td>'],
  [
    'an image loses the marks of its region',
    image,
    [],
    '<p><img class="c" src="a.png" alt="old" width="600" height=300></p>',
  ],
  [
    'an image has another source and text',
    image,
    [{ name: 'i', content: 'https://y.example/b.png', alt: 'a "b"' }],
    '<p><img class="c" src="https://y.example/b.png" alt="a &quot;b&quot;" width="600" height=300></p>',
  ],
  ['no image, no tag', linked, [{ name: 'i', content: '' }], ''],
  [
    'the link around an image leads elsewhere',
    linked,
    [{ name: 'i', href: 'https://y.example/' }],
    '<a href="https://y.example/"><img class="c" src="a.png" alt="old" width="600" height=300></a>',
  ],
  [
    'a title of the first generation',
    "<h1><$title link='true' default='News'$></h1>",
    [{ name: 'Title', content: 'Hi', href: 'https://y.example/' }],
    '<h1><a href="https://y.example/">Hi</a></h1>',
  ],
  [
    'an image of the first generation',
    "<$imagesrc width='180'$>",
    [{ name: 'Image', content: 'https://y.example/b.png' }],
    '<img src="https://y.example/b.png" width="180" alt="">',
  ],
  ['an image of the first generation without a value is removed', "<p><$imagesrc width='180'$></p>", [], '<p></p>'],
  [
    'the source of an image of the first generation',
    '<img src="<$imagesrc$>" width="180">',
    [{ name: 'Image', content: 'https://y.example/b.png' }],
    '<img src="https://y.example/b.png" width="180">',
  ],
  [
    'a repeater shows each layout once',
    stories,
    [],
    '<table><tr><td>default</td></tr><tr><th>default</th></tr></table>',
  ],
  ['a repeater without items is empty', stories, [{ name: 's', items: [] }], '<table></table>'],
  [
    'items come in their order',
    stories,
    [
      {
        name: 's',
        items: [
          { layout: 'Small', regions: [{ name: 'a', content: '1' }] },
          { layout: 'Big' },
          { layout: 'Small', regions: [{ name: 'a', content: '3' }] },
        ],
      },
    ],
    '<table><tr><th>1</th></tr><tr><td>default</td></tr><tr><th>3</th></tr></table>',
  ],
  [
    'a table of contents lists the titles of items, as text',
    '<tableofcontents><li><repeatertitle></li></tableofcontents><repeater label="r"><singleline label="t">x</singleline></repeater>',
    [
      {
        name: 'r',
        items: [{ regions: [{ name: 't', content: 'One <1>' }] }, { regions: [{ name: 't', content: 'Two' }] }],
      },
    ],
    '<li>One &lt;1&gt;</li><li>Two</li>One &lt;1&gt;Two',
  ],
  [
    'a table of contents of the first generation lists repeaters that say so',
    "<tableofcontents><$repeatertitle$>;</tableofcontents><repeater><$title default='a'$></repeater><repeater toc='true'><$title default='b'$></repeater>",
    [],
    'b;ab',
  ],
  [
    'an image whose first attribute goes gets a text in its place',
    '<p><img editable="true" label="i" src="a.png" width="100"></p>',
    [{ name: 'i', content: 'https://x.example/b.png', alt: 'New & old' }],
    '<p><img alt="New &amp; old" src="https://x.example/b.png" width="100"></p>',
  ],
  [
    'a single line and an image become a link where the template has none',
    `<a href="#">x</a>${line}${image}`,
    [
      { name: 'a', content: 'y', href: 'https://x.example/?a&b' },
      { name: 'i', href: 'https://x.example/' },
    ],
    `<a href="#">x</a><a href="https://x.example/?a&amp;b">y</a><p><a href="https://x.example/"><img class="c" src="a.png" alt="old" width="600" height=300></a></p>`,
  ],
  [
    'what is outside of regions stays byte for byte',
    `<!DOCTYPE html>\r\n<!--[if mso]>\n <p   >\t${line}</p><![endif]--><P CLASS=x>${line}</P\n><!--[if !mso]><!--> <br/> <!--<![endif]-->`,
    [{ name: 'a', content: 'y' }],
    `<!DOCTYPE html>\r\n<!--[if mso]>\n <p   >\t${line}</p><![endif]--><P CLASS=x>y</P\n><!--[if !mso]><!--> <br/> <!--<![endif]-->`,
  ],
]
for (const [what, html, values, result] of filled) {
  test(`filled: ${what}`, () => assert.equal(fill(html, ...values), result))
}

const refused: readonly (readonly [refusal: string, html: string, ...values: RegionValue[]])[] = [
  ['UnknownRegion', line, { name: 'b', content: 'x' }],
  ['UnknownRegion', line, { name: null }],
  ['UnknownRegion', stories, { name: 's', items: [{ layout: 'Middle' }] }],
  ['UnknownRegion', stories, { name: 's', items: [{ layout: '' }] }],
  ['UnknownRegion', stories, { name: 's', items: [{ layout: 'Big', regions: [{ name: 'x' }] }] }],
  ['InvalidRegionValue', line, { name: 'a', content: 'x' }, { name: 'a', content: 'y' }],
  ['InvalidRegionValue', line, { name: 'a', content: 'x'.repeat(1_001) }],
  // links in links are none
  ['InvalidRegionValue', `<a href="https://x.example/">${line}</a>`, { name: 'a', href: 'https://x.example/' }],
  ['InvalidRegionValue', `<a href="#">x ${image} y</a>`, { name: 'i', href: 'https://x.example/' }],
  ['InvalidRegionValue', `<a href="#"><$title label='t'$></a>`, { name: 't', href: 'https://x.example/' }],
  ['InvalidRegionValue', `<multiline label="m">x</multiline>`, { name: 'm', href: 'https://x.example/' }],
  ['InvalidRegionValue', line, { name: 'a', alt: 'x' }],
  ['InvalidRegionValue', line, { name: 'a', items: [] }],
  ['InvalidRegionValue', button, { name: 'b', href: 'javascript:x()' }],
  ['InvalidRegionValue', image, { name: 'i', content: 'data:image/svg+xml,x' }],
  ['InvalidRegionValue', stories, { name: 's', content: 'x' }],
  ['InvalidRegionValue', stories, { name: 's', items: Array.from({ length: 501 }, () => ({ layout: 'Big' })) }],
  ['InvalidRegionValue', `<multiline label="m">x</multiline>`, { name: 'm', content: 'x'.repeat(100_001) }],
  ['TooManyRegions', line.repeat(mostRegions + 1)],
  ['TooManyRegions', '<$title$>'.repeat(100_000)],
  ['TooManyRegions', `<repeater>${line.repeat(100_000)}</repeater>`],
]
for (const [refusal, html, ...values] of refused) {
  test(`${refusal}: ${JSON.stringify(values).slice(0, 80)} in ${html.slice(0, 60)}`, () => {
    assert.throws(
      () => fill(html, ...values),
      (error: unknown) => error instanceof Refusal && error.refusal === refusal,
    )
  })
}

test('a filled template has a size', () => {
  const html = `<repeater label="r">${'x'.repeat(10_000)}${line}</repeater>`
  const items = Array.from({ length: 300 }, () => ({ regions: [] }))
  assert.throws(() => fill(html, { name: 'r', items }), /longer than 2000000/)
})

test('hostile templates are read in time that grows with their length', () => {
  for (const piece of [
    '<singleline>',
    '<repeater>',
    '<layout>',
    '<a><img editable=true>',
    '<tableofcontents>',
    '</repeater>',
    "<$title default='",
  ])
    assert.doesNotThrow(() => {
      try {
        fill(piece.repeat(100_000))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }, piece)
})
