/** The report of a campaign in a real browser: on a phone, in the dark, on paper, and for who listens. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { reportLinks } from '../../src/operations/report-links.ts'
import { launchBrowser } from '../harness/browser.ts'
import { caller } from '../harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { needs } from '../harness/needs.ts'
import { type PublicSite, publicSite } from '../harness/public-site.ts'
import { type ReportedCampaign, seedEarlier, seedReported } from '../harness/report.ts'
import { seed } from '../harness/seed.ts'

describe('the report in a browser', needs('chromium'), () => {
  let database: TestDatabase
  let site: PublicSite
  let browser: Browser

  before(async () => {
    database = await freshDatabase()
    site = await publicSite(database.db, async () => undefined)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
    await database?.drop()
  })

  async function shared(given: ReportedCampaign = {}, Language = 'en'): Promise<string> {
    const { client, list, accountKey } = await seed(database.db)
    await seedEarlier(database.db, client, list.listId, 3)
    const { campaignPublicId: CampaignID } = await seedReported(database.db, client, list.listId, given)
    const { URL: url } = await caller(database.db, reportLinks).call('Report.Share', {
      ApiKey: accountKey,
      CampaignID,
      Language,
    })
    return site.url + new URL(url!).pathname
  }

  /** Opens a page that must not complain about anything, a style that its policy forbids for example. */
  async function opened(url: string, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
    const { width = 1100, dark = false } = options
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' })
    page.setDefaultTimeout(120_000)
    for (const event of ['console', 'pageerror', 'requestfailed'] as const)
      page.on(event as 'console', complaint => assert.fail(`${event}: ${complaint.text?.() ?? complaint}`))
    await page.goto(url)
    return page
  }

  for (const language of ['en', 'de', 'fr', 'es'])
    test(`nothing scrolls sideways on a phone, in ${language}, with long names and addresses`, async () => {
      const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
      const links = [`https://bloom.example/${'path'.repeat(200)}`]
      const page = await opened(await shared({ name, subject: name, links }, language), { width: 320 })
      await page.evaluate(`document.querySelector('details').open = true`)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `the page is ${width} px wide`)
      await page.close()
    })

  test('who listens hears headings in order, named sections, tables with headings, and charts with a description', async () => {
    const page = await opened(await shared())
    const levels = await page.evaluate<number[]>(
      `[...document.querySelectorAll('h1,h2,h3')].map(one => Number(one.tagName[1]))`,
    )
    assert.equal(levels.filter(level => level === 1).length, 1)
    assert.ok(levels.every((level, index) => index === 0 || level <= levels[index - 1]! + 1))
    assert.equal(await page.getByRole('region').count(), levels.filter(level => level === 2).length)
    const tables = await page.evaluate<boolean[]>(`[...document.querySelectorAll('table')].map(table =>
      !!table.caption && [...table.querySelectorAll('th')].every(th => th.scope) && [...table.tBodies[0].rows].every(row => row.cells[0].scope === 'row'))`)
    assert.ok(tables.length >= 4 && tables.every(Boolean))
    const charts = page.getByRole('img')
    assert.ok((await charts.count()) >= 2)
    for (const chart of await charts.all())
      assert.match((await chart.getAttribute('aria-labelledby')) ?? '', /title .*text/)
    await page.close()
  })

  for (const dark of [false, true])
    test(`text has a contrast of 4.5 : 1 and bars one of 3 : 1, ${dark ? 'in the dark' : 'by day'}`, async () => {
      const page = await opened(await shared({ state: 'sending', daysAgo: 1 }), { dark })
      const low = await page.evaluate<string[]>(contrastsBelow)
      assert.deepEqual(low, [])
      await page.close()
    })

  test('on paper the report has one or two pages, in light colours, with addresses and without buttons', async () => {
    const page = await opened(await shared(), { dark: true })
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
    assert.equal(await page.getByText('https://bloom.example/garden-day').isVisible(), true)
    assert.equal(await page.locator('.download').isVisible(), false)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    assert.ok(pages >= 1 && pages <= 2, `${pages} pages`)
    await page.close()
  })
})

/** Runs in the page: text and lines with too little contrast to their background (WCAG 2.2 §1.4.3, §1.4.11). */
const contrastsBelow = `(() => {
  const parse = text => text.match(/[\\d.]+/g).map(Number)
  const light = text => {
    const [r, g, b] = parse(text).map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor
      if (parse(colour)[3] !== 0) return colour
    }
  }
  const low = []
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '')
    const { color, fill } = getComputedStyle(element)
    if (element.tagName === 'rect') {
      if (ratio(fill, behind(element)) < 3) low.push('rect ' + fill + ' on ' + behind(element))
    } else if (isText && element.namespaceURI.endsWith('xhtml') && ratio(color, behind(element)) < 4.5)
      low.push(element.textContent.slice(0, 40) + ' ' + color + ' on ' + behind(element))
  }
  return low
})()`
