/** Documents of sections: what is read, what an earlier version becomes, and the MJML and HTML they turn into. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../../contract/refusals.ts'
import { findActiveContent } from '../active-content.ts'
import { contrastOf } from '../contrast.ts'
import { tokenize } from '../markup.ts'
import { compileMjml } from '../mjml/compile.ts'
import { compileSections } from './compile.ts'
import { accentOn, lookOf, noBrand, quietOn, textOn, wordsOn } from './look.ts'
import { inPresentVersion, readSections, type SectionKind, sectionKinds, themeSettings } from './schema.ts'
import { readValues, type Setting, type Settings } from './settings.ts'
import { toMjml } from './to-mjml.ts'
import { upgradeDocument } from './versions.ts'

const kinds = Object.keys(sectionKinds) as SectionKind[]
const document = (...sections: readonly object[]) => readSections(JSON.stringify({ version: 1, sections }))
const brand = {
  ...noBrand,
  primaryColor: '#9a3412',
  postalAddress: 'Canal 1\n1012 AB Amsterdam',
  footerText: 'Tulips since 1871',
}
const compiled = (...sections: readonly object[]) => compileSections({ document: document(...sections), brand })

/** A section of each kind with everything that it may say. */
const examples: { readonly [Kind in SectionKind]: readonly [section: object, held: readonly RegExp[]] } = {
  heading: [{ text: 'Tulips & <roses>', level: '1' }, [/<h1 [^>]*>Tulips &amp; &lt;roses&gt;<\/h1>/]],
  text: [
    { html: '<p>Hello <strong>[firstname,fallback=you]</strong></p>' },
    [/<strong>\[firstname,fallback=you\]<\/strong>/],
  ],
  image: [
    { src: 'https://bloom.example/a.png?x=1&y=2', alt: 'A "tulip"', href: 'https://bloom.example/' },
    [
      /<img\s[^>]*src="https:\/\/bloom\.example\/a\.png\?x=1&amp;y=2"/,
      /alt="A &quot;tulip&quot;"/,
      /href="https:\/\/bloom\.example\/"/,
    ],
  ],
  imageText: [{ src: 'https://bloom.example/a.png', title: 'Roses', html: 'Red' }, [/>Roses<\/h3>/, /Red/, /a\.png/]],
  button: [
    { text: 'Buy', href: 'https://bloom.example/?a=1&b=2' },
    [/<a\s[^>]*href="https:\/\/bloom\.example\/\?a=1&amp;b=2"/, /bgcolor="#9a3412"/, /Buy/],
  ],
  columns: [
    {
      columns: [
        { title: 'One', html: 'First' },
        { title: 'Two', label: 'More', href: 'https://bloom.example/2' },
        { title: 'Three' },
      ],
    },
    [/>One<\/h3>/, /First/, />Two<\/h3>/, /href="https:\/\/bloom\.example\/2"/, />Three<\/h3>/],
  ],
  divider: [{ style: 'dotted', thickness: '2' }, [/border-top:dotted 2px/]],
  social: [
    { links: [{ name: 'Mastodon', href: 'https://social.example/@b' }] },
    [/<a href="https:\/\/social\.example\/@b"[^>]*>Mastodon<\/a>/],
  ],
  footer: [
    {},
    [
      /<unsubscribe [^>]*>Unsubscribe<\/unsubscribe>/,
      /Canal 1<br>1012 AB Amsterdam/,
      /Tulips since 1871/,
      /<webversion/,
    ],
  ],
  raw: [
    { html: '</mj-text><table><!--[if mso]>\r\n  <tr>  <![endif]--><mj-raw>' },
    [/<\/mj-text><table><!--\[if mso\]>\r\n {2}<tr> {2}<!\[endif\]--><mj-raw>/],
  ],
}
for (const kind of kinds) {
  test(`a section of the kind ${kind} becomes what it says, and nothing is left out`, async () => {
    const [section, held] = examples[kind]
    const { html, leftOut } = await compiled({ kind, ...section })
    for (const pattern of held) assert.match(html, pattern)
    assert.deepEqual(leftOut, [])
    assert.doesNotMatch(html, /<!--held/)
  })
  test(`a section of the kind ${kind} without settings has their defaults, and compiles`, async () => {
    assert.equal(document({ kind }).sections[0]!.kind, kind)
    assert.match((await compiled({ kind })).html, /<body/)
  })
}

test('hostile text in every setting stays text, and no element of it is left', async () => {
  const hostile = '"\'></mj-text></td><script>alert(1)</script><img src=x onerror=alert(1)>{{x}}<!--held0--><mj-raw>'
  const filled = (settings: Settings): object =>
    Object.fromEntries(
      Object.entries(settings).flatMap(([name, setting]): readonly (readonly [string, unknown])[] => {
        if (setting.type === 'Items') return [[name, [filled(setting.settings), filled(setting.settings)]]]
        return ['Line', 'Lines', 'Text', 'Image', 'Link'].includes(setting.type) ? [[name, hostile]] : []
      }),
    )
  for (const kind of kinds.filter(one => one !== 'raw')) {
    const { html } = await compiled(
      { kind, ...filled(sectionKinds[kind]) },
      { kind: 'image', src: 'https://a.example/b.png', alt: hostile },
    )
    assert.equal(findActiveContent(tokenize(html)), undefined, kind)
    assert.doesNotMatch(html, /<mj-|onerror=alert\(1\)>(?!&)/, kind)
  }
})

test('what is no usable address is left out and named', async () => {
  const { html, leftOut } = await compiled(
    { kind: 'image', src: 'javascript:x' },
    { kind: 'button', text: 'Go', href: 'javascript:x' },
    { kind: 'social', links: [{ name: 'X', href: 'data:text/html,x' }] },
  )
  assert.doesNotMatch(html, /javascript:|data:/)
  assert.deepEqual(
    leftOut.map(({ path }) => path),
    ['sections[0].src', 'sections[1].href', 'sections[2].links[0].href'],
  )
})

test('what can be read stays readable on each background: links, text and the words of buttons', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, colour, colour, (primaryColor, backgroundColor, paper) => {
      const look = lookOf(readValues({}, themeSettings, ''), { ...noBrand, primaryColor, backgroundColor })
      for (const ink of [accentOn(look, paper), textOn(look, paper), quietOn(look, paper)])
        assert.ok(contrastOf(ink, paper) >= 4.5, `${ink} on ${paper}`)
      for (const fill of [accentOn(look, paper), paper])
        assert.ok(contrastOf(wordsOn(fill), fill) >= 4.5, `a button of ${fill}`)
    }),
  )
})

/** Any value of a setting. */
function anyOf(setting: Setting): fc.Arbitrary<unknown> {
  switch (setting.type) {
    case 'Switch':
      return fc.boolean()
    case 'Choice':
      return fc.constantFrom(...setting.choices)
    case 'Items':
      return fc.array(valuesOf(setting.settings), { minLength: setting.least, maxLength: setting.most })
    case 'Color':
      return fc.constantFrom('', '#000', '#FFFFFF', '#9a3412')
    case 'Image':
    case 'Link':
      return fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.constantFrom('[link]', 'mailto:a@b.example', ' https://a.example/ b', 'true'),
      )
    default:
      return fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('true', ' '.repeat(400), '<p>'.repeat(60), '</mj-text>', '<!--', ']]>'),
      )
  }
}
function valuesOf(settings: Settings): fc.Arbitrary<object> {
  return fc.record(Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, anyOf(one)])), {
    requiredKeys: [],
  })
}
const anySection = fc.oneof(...kinds.map(kind => valuesOf(sectionKinds[kind]).map(values => ({ kind, ...values }))))
const anyDocument = fc.record({ theme: valuesOf(themeSettings), sections: fc.array(anySection, { maxLength: 6 }) })

test('any valid document compiles without problems of MJML', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async ({ theme, sections }) => {
      const { mjml } = toMjml(readSections(JSON.stringify({ version: 1, theme, sections })), brand)
      const { problems, html } = await compileMjml({ source: mjml })
      assert.deepEqual(problems, [], mjml)
      assert.match(html, /<body/)
    }),
    { numRuns: 60 },
  )
})

test('for an editor each section and each text has the class of its place, and nothing else is another', async () => {
  const sections = [
    { kind: 'heading', text: '', shownTo: 'tag=VIP' },
    { kind: 'columns', columns: [{ title: 'One', label: 'More', href: 'https://a.example/' }, { html: '<p>x</p>' }] },
    { kind: 'image' },
    { kind: 'raw', html: '<p class="at-9">own</p>' },
  ]
  const document = readSections(JSON.stringify({ version: 1, sections }))
  const { html } = await compileSections({ document, brand, isMarked: true })
  for (const name of [
    'at-0',
    'at-0-text',
    'at-1',
    'at-1-columns-0-title',
    'at-1-columns-0-label',
    'at-1-columns-1-html',
  ])
    assert.match(html, new RegExp(`class="(?:[^"]* )?${name}[ "]`), name)
  assert.match(html, /class="(?:[^"]* )?at-2-src[ "]/, 'a place for an image that is missing')
  assert.ok(!html.includes('[if:'), 'every section is shown')
  const { html: sent } = await compileSections({ document, brand })
  assert.ok(!/\bat-[0-8]/.test(sent), 'what is sent has no marks')
  assert.ok(sent.includes('[if:tag=VIP]'))
})

test('the largest document compiles within the limits of MJML', async () => {
  const cell = {
    src: 'https://a.example/b.png',
    alt: 'x'.repeat(200),
    title: 'T',
    html: '<p>x</p>',
    label: 'L',
    href: `https://a.example/${'x'.repeat(700)}`,
  }
  const sections = Array.from({ length: 60 }, () => ({ kind: 'columns', columns: [cell, cell, cell] }))
  const { html } = await compileSections({ document: readSections(JSON.stringify({ version: 1, sections })), brand })
  assert.ok(html.length < 2_000_000, `${html.length}`)
})

test('a document of an earlier version is read as one of the present version, step by step', () => {
  const upgrades = {
    1: ({ blocks, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, sections: blocks }),
    2: (old: Readonly<Record<string, unknown>>) => ({ ...old, theme: {} }),
  }
  assert.deepEqual(upgradeDocument({ version: 1, blocks: [] }, upgrades, 3), { version: 3, sections: [], theme: {} })
  assert.deepEqual(upgradeDocument({ version: 2, sections: [1] }, upgrades, 3), {
    version: 3,
    sections: [1],
    theme: {},
  })
  assert.deepEqual(upgradeDocument({ version: 3, sections: [] }, upgrades, 3), { version: 3, sections: [] })
  for (const version of [0, 4, 1.5, '1', undefined])
    assert.throws(
      () => upgradeDocument({ version }, upgrades, 3),
      (error: unknown) => error instanceof Refusal && error.refusal === 'InvalidSections',
    )
})

test('a document of the present version is answered byte for byte', () => {
  const written = '{ "version": 1,\n "sections": [ ] }'
  assert.equal(inPresentVersion(written), written)
})
