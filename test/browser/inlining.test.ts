/** Inlining of style rules, seen by a real browser: no element may look different afterwards, in any state. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { renderPreview } from '../../src/delivery/compose/campaign.ts'
import { inlineCss } from '../../src/delivery/compose/inline-css/inline-css.ts'
import { doOverlap } from '../../src/delivery/compose/inline-css/properties.ts'
import { launchBrowser } from '../harness/browser.ts'
import { type Look, styleComparer } from '../harness/computed-styles.ts'
import { effort } from '../harness/effort.ts'
import { needs } from '../harness/needs.ts'

const folder = new URL('../newsletters/designs/', import.meta.url)
const designs = readdirSync(folder).sort()
const seen: readonly Look[] = [320, 600, 1200].flatMap(width => [
  { width, scheme: 'light' },
  { width, scheme: 'dark' },
])

/** The HTML as it is sent, links of the recipient included. */
function sent(html: string, inlined: boolean): string {
  const content = {
    ...{
      campaignId: 7,
      clientId: 3,
      campaignPublicId: 'a'.repeat(32),
      clientPublicId: 'c'.repeat(32),
      subject: 'News',
      html,
      text: null,
    },
    ...{ fromName: 'Sender', fromEmail: 'news@client.example', replyTo: '', publicUrl: 'https://m.example' },
    ...{
      timeZone: 'Etc/UTC',
      startedAt: new Date('2026-11-26T10:00:00Z'),
      customFields: [],
      lists: [],
      inlineCss: inlined,
    },
  }
  return renderPreview(content, { email: 'ada@reader.example', name: 'Ada', fields: {} }, 'token').html
}

describe('inlining', { ...needs('chromium') }, () => {
  let browser: Browser
  let compare: Awaited<ReturnType<typeof styleComparer>>
  before(async () => {
    browser = await launchBrowser()
    compare = await styleComparer(await browser.newPage())
  })
  after(() => browser?.close())

  test('there are newsletters of many kinds', () => assert.ok(designs.length >= 30))

  for (const name of designs)
    test(`no element of ${name} looks different`, async () => {
      const html = readFileSync(new URL(name, folder), 'utf8')
      const inlined = sent(html, true)
      assert.notEqual(inlined, sent(html, false), 'there are rules to inline')
      const states: readonly Look[] = [
        { width: 320, scheme: 'light', state: 'pointed' },
        ...(html.includes(':checked') ? [{ width: 320, scheme: 'light', state: 'checked' } as const] : []),
        ...(/\[data-og|u [+~]/.test(html) ? [{ width: 600, scheme: 'dark', state: 'changed' } as const] : []),
      ]
      for (const { look, elements, differences, examples } of await compare(sent(html, false), inlined, [
        ...seen,
        ...states,
      ])) {
        assert.ok(elements > 5)
        assert.equal(differences, 0, JSON.stringify({ look, examples }, null, 2))
      }
    })

  test('the comparison sees what inlining without regard to conditions would change', async () => {
    const html = '<style>p{padding:10px}@media (max-width:400px){p{padding:30px}}</style><p>x</p>'
    const careless = html.replace('<p>', '<p style="padding:10px">')
    const found = await compare(html, careless, seen)
    assert.deepEqual(
      found.map(({ look, differences }) => [look.width, differences > 0]),
      seen.map(({ width }) => [width, width === 320]),
    )
  })

  test('properties that set the same are known to overlap, for all shorthands of the browser', async () => {
    const page = await browser.newPage()
    const shorthands = (await page.evaluate(`(() => {
      const { style } = document.body
      const names = [...Object.getOwnPropertyNames(style), ...Object.getOwnPropertyNames(CSSStyleDeclaration.prototype)]
        .map(name => name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase()))
      return [...new Set(names)].map(name => {
        style.cssText = ''
        style.setProperty(name, 'inherit')
        return [name, [...style]]
      }).filter(([, set]) => set.length > 0)
    })()`)) as [name: string, set: string[]][] // what the script returns
    await page.close()
    assert.ok(shorthands.length > 300)
    const missed = shorthands.flatMap(([name, set]) =>
      set.filter(one => !doOverlap(name, one)).map(one => `${name} ${one}`),
    )
    assert.deepEqual(missed, [])
    for (const [one, other] of [
      ['margin-top', 'margin-left'],
      ['color', 'background-color'],
      ['font-size', 'font-weight'],
      ['border-top-color', 'border-left-color'],
      ['border-top', 'border-bottom-width'],
      ['padding-left', 'margin-left'],
      ['width', 'max-width'],
      ['--a', '--a-b'],
    ] as const)
      assert.ok(!doOverlap(one, other), `${one} ${other}`)
  })

  const names = ['p', 'td', 'a', 'div', 'span', 'b']
  const classes = ['x', 'y', 'z']
  const compound = fc.oneof(
    fc.constantFrom(...names, '*', ...classes.map(name => `.${name}`), '#i', 'a:hover', '.x:hover', '[align]', '.y.z'),
    fc.constantFrom(
      'td.x',
      'p.y',
      ':first-child',
      'a:not(.x)',
      '[data-ogsc]',
      'u + .body',
      'a:link',
      ':is(.x, #i)',
      'p:nosuch',
    ),
  )
  const selector = fc
    .array(fc.tuple(compound, fc.constantFrom(' ', ' > ', ' + ')), { minLength: 1, maxLength: 3 })
    .map(parts => parts.map(([one, combinator], index) => (index === 0 ? one : combinator + one)).join(''))
  const value: Readonly<Record<string, readonly string[]>> = {
    color: ['red', 'blue', 'bogus'],
    padding: ['1px', '2px 3px', '4px !ie'],
    'padding-left': ['5px', '6px'],
    border: ['1px solid', '0', '2px dashed green'],
    'border-top': ['3px solid red'],
    'border-color': ['lime'],
    font: ['12px serif', 'bold 13px/2 sans-serif'],
    'line-height': ['1', '20px'],
    'font-size': ['10px', '2em'],
    background: ['url(x.png) red', 'blue'],
    'background-color': ['yellow', 'inherit'],
    width: ['100px', '50%'],
    display: ['block', 'none', 'inline-block'],
    'margin-inline-start': ['7px'],
    margin: ['0 auto', '8px'],
    '--tone': ['navy', 'teal'],
    'text-decoration': ['none', 'underline', 'var(--tone) overline'],
  }
  const declaration = fc
    .constantFrom(...Object.keys(value))
    .chain(name =>
      fc.tuple(fc.constant(name), fc.constantFrom(...value[name]!), fc.constantFrom('', '', '', ' !important')),
    )
    .map(([name, text, important]) => `${name}: ${text}${important}`)
  const declarations = fc.array(declaration, { minLength: 1, maxLength: 3 }).map(all => all.join('; '))
  const rule = fc
    .tuple(fc.array(selector, { minLength: 1, maxLength: 2 }), declarations)
    .map(([selectors, body]) => `${selectors.join(', ')} { ${body} }`)
  const condition = fc.constantFrom(
    '@media (max-width: 400px)',
    '@media (min-width: 500px) and (max-width: 800px)',
    '@media (prefers-color-scheme: dark)',
    '@media all',
    '@supports (display: grid)',
  )
  const block = fc.oneof(
    { arbitrary: rule, weight: 15 },
    {
      arbitrary: fc.tuple(condition, fc.array(rule, { maxLength: 3 })).map(([at, all]) => `${at} { ${all.join(' ')} }`),
      weight: 10,
    },
    {
      arbitrary: fc.constant(
        '@keyframes k { from { color: red } to { color: lime } } .z { animation: k 1s infinite paused }',
      ),
      weight: 1,
    },
  )
  const sheet = fc
    .tuple(fc.constantFrom('', ' media="(max-width: 400px)"', ' media=all'), fc.array(block, { maxLength: 8 }))
    .map(([media, all]) => `<style${media}>${all.join('\n')}</style>`)
  const attributes = fc
    .tuple(fc.subarray(classes), fc.boolean(), fc.option(declarations, { freq: 3 }))
    .map(
      ([of, isNamed, style]) =>
        `${of.length > 0 ? ` class="${of.join(' ')}"` : ''}${isNamed ? ' id=i align=left' : ''}${style === null ? '' : ` style="${style}"`}`,
    )
  const treeOf = (depth: number): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.constantFrom(...names),
        attributes,
        depth === 0 ? fc.constant([]) : fc.array(treeOf(depth - 1), { maxLength: 3 }),
      )
      .map(([name, own, inside]) =>
        name === 'td'
          ? `<table${own}><tr><td${own}>${inside.join('')}x</td></tr></table>`
          : `<${name}${name === 'a' ? ' href=#' : ''}${own}>${inside.join('')}x</${name}>`,
      )
  const letter = fc
    .tuple(
      fc.constantFrom('<!doctype html>', ''),
      fc.array(sheet, { minLength: 1, maxLength: 2 }),
      fc.array(treeOf(2), { minLength: 1, maxLength: 3 }),
    )
    .map(
      ([doctype, sheets, body]) =>
        `${doctype}<html><head>${sheets.join('')}</head><body class="y">${body.join('')}</body></html>`,
    )

  test('random sheets on random pages change nothing', async () => {
    const looks: readonly Look[] = [
      { width: 320, scheme: 'light' },
      { width: 600, scheme: 'dark' },
      { width: 1200, scheme: 'light' },
      { width: 600, scheme: 'light', state: 'pointed' },
      { width: 600, scheme: 'light', state: 'changed' },
    ]
    await fc.assert(
      fc.asyncProperty(letter, async html => {
        const inlined = inlineCss(html)
        for (const { look, differences, examples } of await compare(html, inlined, looks))
          assert.equal(differences, 0, JSON.stringify({ look, examples, html, inlined }, null, 2))
      }),
      { numRuns: effort(25, 3000), seed: Number(process.env.FUZZ_SEED ?? 20261126) },
    )
  })
})
