/** The starter templates against the known rules of mail clients, and in a real browser in both colour schemes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { renderText } from '../../src/delivery/compose/text-part/render.ts'
import { findActiveContent } from '../../src/domain/content/active-content.ts'
import { attributeOf, type OpenTag, tokenize } from '../../src/domain/content/markup.ts'
import { mediaTypeOf } from '../../src/domain/content/media.ts'
import { compileMjml } from '../../src/domain/content/mjml/compile.ts'
import { fillRegions } from '../../src/domain/content/regions/fill-regions.ts'
import { compileSections } from '../../src/domain/content/sections/compile.ts'
import { brandOfSections, noBrand } from '../../src/domain/content/sections/look.ts'
import { compileAsTemplate } from '../../src/domain/content/sections/open-regions.ts'
import { readSections } from '../../src/domain/content/sections/schema.ts'
import { unsubscribeFault } from '../../src/domain/content/unsubscribe-tag.ts'
import type { Kit } from '../../src/domain/templates/starters/letters/kit.ts'
import { type LetterLanguage, letters, writeLetter } from '../../src/domain/templates/starters/letters/letters.ts'
import { wordsByLanguage } from '../../src/domain/templates/starters/letters/words.ts'
import { type LetterPicture, letterPictures } from '../../src/domain/templates/starters/pictures.ts'
import { starters } from '../../src/domain/templates/starters/starters.ts'
import { templateFault } from '../../src/domain/templates/template-checks.ts'
import { launchBrowser } from '../harness/browser.ts'
import { needs } from '../harness/needs.ts'

const kit = {
  ...{ logo: '', company: 'Bloom & Co.', primaryColor: '', backgroundColor: '' },
  ...{ headingFont: '', textFont: '', socialLinks: [] },
}
/** Of a client with a branding, whose colour is as faint as one may be. */
const branded = {
  ...{ logo: 'https://bloom.example/logo.png', company: 'Bloom & Co.', primaryColor: '#9a3412' },
  ...{ backgroundColor: '#fff7ed', headingFont: 'palatino', textFont: 'verdana' },
  socialLinks: [{ name: 'Instagram', href: 'https://social.example/bloom' }],
}
const pictureNames = Object.keys(letterPictures) as LetterPicture[] // its own keys
const picturesAt = (base: string) =>
  Object.fromEntries(pictureNames.map(name => [name, `${base}${name}.png`])) as Record<LetterPicture, string> // each name
const languages = Object.keys(wordsByLanguage) as LetterLanguage[] // its own keys
const base = 'https://starter.example/'

function documentOf(id: string, language: LetterLanguage, branding: Kit = kit) {
  const letter = letters.find(one => one.id === id)!
  return readSections(writeLetter(letter, language, branding, picturesAt(base)))
}

async function letterHtml(id: string, language: LetterLanguage, branding: Kit = kit): Promise<string> {
  const brand = brandOfSections({ ...noBrand, ...branding })
  const { html, leftOut } = await compileSections({ document: documentOf(id, language, branding), brand })
  assert.deepEqual(leftOut, [], `${id} in ${language}`)
  return html
}

async function pageOf(id: string): Promise<string> {
  const starter = starters.find(one => one.id === id)
  if (!starter) return letterHtml(id, 'en')
  return fillRegions({ html: (await compileMjml({ source: starter.mjml })).html, values: [] }).html
}

/** Those made of sections become templates, too. */
const pages = [
  ...starters.map(({ id, mjml, pictures }) => ({
    id,
    pictures: (src: string) => pictures.get(src),
    compile: async () => {
      const { html, problems } = await compileMjml({ source: mjml })
      assert.deepEqual(problems, [])
      return html
    },
  })),
  ...letters.map(({ id }) => ({
    id,
    pictures: (src: string) => letterPictures[src.slice(base.length, -'.png'.length) as LetterPicture],
    compile: async () => {
      const labels = wordsByLanguage.en.regions
      return (await compileAsTemplate({ document: documentOf(id, 'en'), brand: noBrand, labels })).html
    },
  })),
]

test('letters have different names in each language, and none of their words is empty', () => {
  for (const [language, words] of Object.entries(wordsByLanguage)) {
    const names = letters.map(letter => words[letter.of].name)
    assert.equal(new Set(names).size, letters.length, language)
    for (const group of Object.values(words))
      for (const [name, text] of Object.entries(group)) assert.notEqual(String(text).trim(), '', `${language} ${name}`)
  }
  assert.ok(letters.length >= 12)
})

for (const { id } of letters) {
  test(`${id} compiles in every language, with a branding and without, and leaves nothing out`, async () => {
    for (const language of languages)
      for (const branding of [kit, branded]) {
        const html = await letterHtml(id, language, branding)
        assert.equal(unsubscribeFault(tokenize(html)) ?? findActiveContent(tokenize(html)), undefined)
        assert.equal(
          html.includes('<h3') && html.includes('>Bloom &amp; Co.</h3>'),
          branding === kit,
          'a logo or the name',
        )
        assert.equal(html.includes('social.example'), branding === branded)
      }
  })
}

for (const { id, pictures, compile } of pages) {
  describe(id, () => {
    let html = ''
    let filled = ''
    let tags: readonly OpenTag[] = []
    before(async () => {
      html = await compile()
      filled = fillRegions({ html, values: [] }).html
      tags = tokenize(filled).flatMap(token => (token.kind === 'open' ? [token] : []))
    })

    test('it passes the rules for templates', () => {
      const tokens = tokenize(html)
      assert.equal(templateFault(tokens) ?? unsubscribeFault(tokens) ?? findActiveContent(tokens), undefined)
    })

    test('filled in, no tag of a region is left, and nothing outside of regions has changed', () => {
      assert.doesNotMatch(filled, /<\/?(singleline|multiline|repeater|layout)\b|editable=|\slabel=/)
      const comments = (text: string) => text.match(/<!--[\s\S]*?-->/g)
      assert.deepEqual(comments(filled), comments(html))
    })

    test('Gmail shows it whole: below 102 KB with long links', () => {
      assert.ok(Buffer.byteLength(filled) < 60_000, String(Buffer.byteLength(filled)))
    })

    test('its text part reads from top to bottom, with the ways out at its end', () => {
      const lines = renderText(filled)
        .split('\n')
        .filter(line => line.trim() !== '')
      assert.ok(lines.length > 8, lines.join('\n'))
      assert.match(lines.slice(-6).join(' '), /Unsubscribe/)
      assert.doesNotMatch(lines.join('\n'), /[{}]|mso-|color:/)
    })

    test('nothing is wider than 640 pixels', () => {
      for (const width of filled.matchAll(/(?<!min-)width(?:="|:)\s*(\d+)(?:px|")/g))
        assert.ok(Number(width[1]) <= 640, width[0])
    })

    test('no layout that Word or old programs do not know, no script, no form', () => {
      assert.doesNotMatch(filled, /display:\s*(inline-)?(flex|grid)|position:\s*(absolute|fixed)|float:|var\(--/)
      const unknown = ['script', 'form', 'iframe', 'video', 'svg', 'button', 'input', 'link', 'base']
      assert.deepEqual(
        tags.filter(({ name }) => unknown.includes(name)),
        [],
      )
    })

    test('images have a text, a width for Word, and are there', () => {
      const images = tags.filter(({ name }) => name === 'img')
      assert.ok(images.length > 0 || ['letter', 'plain', 'terms'].includes(id))
      for (const image of images) {
        assert.notEqual(attributeOf(image, 'alt'), undefined)
        assert.match(attributeOf(image, 'width') ?? '', /^\d+$/)
        const bytes = pictures(attributeOf(image, 'src') ?? '')
        assert.equal(bytes && mediaTypeOf(bytes), 'image/png')
      }
    })

    test('tables that lay out say so, and the page names its language', () => {
      for (const table of tags.filter(({ name }) => name === 'table'))
        assert.equal(attributeOf(table, 'role'), 'presentation')
      assert.equal(attributeOf(tags.find(({ name }) => name === 'html')!, 'lang'), 'en')
    })

    test('conditional comments are closed, and hold as many tables as they close', () => {
      const word = [...filled.matchAll(/<!--\[if [^\]]+\]>([\s\S]*?)<!\[endif\]-->/g)]
        .map(([, inside]) => inside)
        .join('')
      assert.equal(filled.match(/<!--\[if/g)?.length, filled.match(/<!\[endif\]-->/g)?.length)
      for (const name of ['table', 'tr', 'td'])
        assert.equal(
          word.match(new RegExp(`<${name}[ >]`, 'g'))?.length,
          word.match(new RegExp(`</${name}>`, 'g'))?.length,
          name,
        )
    })
  })
}

describe('in a browser', needs('chromium'), () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  async function shown(id: string, width: number, colorScheme: 'light' | 'dark', look: (page: Page) => Promise<void>) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
    page.setDefaultTimeout(120_000)
    const filled = await pageOf(id)
    // as messages have them: links of the recipient's own, and no images
    const links = filled.replace(/<(\/?)(?:unsubscribe|preferences|webversion)\b/g, '<$1a')
    await page.setContent(links.replace(/src="[^"]+\.png"/g, 'src="data:,"'))
    await look(page)
    await page.close()
  }

  for (const { id } of pages) {
    for (const width of [320, 375, 700]) {
      test(`${id} fits ${width} pixels without scrolling sideways`, () =>
        shown(id, width, 'light', async page =>
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width),
        ))
    }
    for (const scheme of ['light', 'dark'] as const) {
      test(`all text of ${id} has a contrast of 4.5 : 1 in ${scheme} colours`, () =>
        shown(id, 700, scheme, async page => assert.deepEqual(await page.evaluate(weakText), [])))
    }
  }
})

/** Texts whose colour is too near to that of the nearest background (WCAG 2.2, 1.4.3). A script for the page. */
const weakText = `(() => {
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number)
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const background = element => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, alpha = 1] = numbers(getComputedStyle(at).backgroundColor)
      if (alpha > 0) return [r, g, b]
    }
    return [255, 255, 255]
  }
  const weak = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || getComputedStyle(element).display === 'none' || element.getClientRects().length === 0) continue
    const [one, other] = [luminance(numbers(getComputedStyle(element).color)), luminance(background(element))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5) weak.push(node.data.trim() + ' ' + contrast.toFixed(2))
  }
  return weak
})()`
