/** The public pages in a real browser: by keyboard alone, on a narrow screen, without one complaint in the console. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { type SentCampaign, seedSent } from '../harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { needs } from '../harness/needs.ts'
import { type PublicSite, publicSite } from '../harness/public-site.ts'
import { seed } from '../harness/seed.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const foreignMail = (shop: string) => `<!doctype html><title>Mail</title>
<p><a id="plain" href="${shop}/landing">plain</a> <a id="new" href="${shop}/landing" target="_blank">new</a></p>
<p id="shown" style="color: rgb(1, 2, 3)">styled</p><img id="picture" src="${shop}/picture.gif" alt="">
<script>document.title = 'scripted'</script><img src="x:" onerror="document.title = 'scripted'">
<form action="${shop}/stolen" method="post"><button id="send">send</button></form>
<iframe src="${shop}/framed"></iframe>`

describe('public pages in a browser', needs('chromium'), () => {
  let database: TestDatabase
  let site: PublicSite
  let shop: TestWeb
  let browser: Browser
  let context: BrowserContext
  let page: Page
  /** Whatever the browser complained about on the page. */
  let complaints: string[]

  before(async () => {
    database = await freshDatabase()
    shop = await serveWeb({
      '/bye': { status: 302, headers: { location: '/really/bye' } },
      '/really/bye': { body: '<title>Bye</title>' },
      '/favicon.ico': { status: 204 },
      '/hello': { body: '<title>Hello</title>' },
      '/landing': { body: '<title>Landing</title><script>document.title = "Landing, scripted"</script>' },
      '/picture.gif': {
        type: 'image/gif',
        body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
      },
    })
    site = await publicSite(database.db, async () => foreignMail(shop.url))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
    await shop?.close()
    await database?.drop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 320, height: 640 } })
    page = await context.newPage()
    page.setDefaultTimeout(120_000)
    complaints = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error)))
    page.on('requestfailed', request => complaints.push(`${request.url()} failed`))
  })
  afterEach(() => context.close())

  /** A campaign of a list with names as long as they come. */
  async function sent(pages: { unsubscribe?: string; success?: string } = {}): Promise<SentCampaign> {
    const { db } = database
    const world = await seed(db)
    await db`update clients set company_name = ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} where id = ${world.client.clientId}`
    await db`
      update lists set title = ${'Ein Verteiler mit einem recht langen Namen '.repeat(4)},
        personalising = true, hygiene = true, unsubscribe_page = ${pages.unsubscribe ?? ''}, confirmation_success_page = ${pages.success ?? ''}
      where id = ${world.list.listId}`
    const campaign = await seedSent(db, world)
    await db`update audience set email = ${`${'a'.repeat(64)}@${'b'.repeat(60)}.example`} where campaign_id = ${campaign.campaignId}`
    return campaign
  }
  const stateOf = async ({ recipients }: SentCampaign) =>
    (await database.db`select state from subscribers where id = ${recipients[0]!.subscriberId}`)[0]!.state as string
  const unsubscribeUrl = ({ campaignId }: SentCampaign) =>
    `${site.url}/u/${site.tokens.sign('recipient', campaignId, 1)}`
  const preferencesUrl = ({ campaignId }: SentCampaign) =>
    `${site.url}/p/${site.tokens.sign('recipient', campaignId, 1)}`
  const confirmUrl = ({ recipients }: SentCampaign) =>
    `${site.url}/confirm/${site.tokens.sign('membership', recipients[0]!.list.listId, recipients[0]!.subscriberId)}`
  async function unconfirmed(campaign: SentCampaign): Promise<SentCampaign> {
    await database.db`update subscribers set state = 'Unconfirmed' where id = ${campaign.recipients[0]!.subscriberId}`
    return campaign
  }

  /** Computed style, by a script as text: the DOM is in the browser, not in our types. */
  const styleOf = (selector: string) =>
    page.evaluate<{ color: string; backgroundColor: string; outlineStyle: string; outlineWidth: string }>(`(() => {
      const style = getComputedStyle(document.querySelector('${selector}'))
      const { color, backgroundColor, outlineStyle, outlineWidth } = style
      return { color, backgroundColor, outlineStyle, outlineWidth }
    })()`)

  /** Reaches the button with one Tab and presses it with a key. */
  async function pressByKeyboard(key: 'Enter' | 'Space', label: string) {
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('button:focus').textContent(), label)
    const { outlineStyle, outlineWidth } = await styleOf(':focus')
    assert.deepEqual([outlineStyle, outlineWidth], ['solid', '3px'])
    await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)])
  }
  const heading = () => page.getByRole('heading', { level: 1 }).textContent()
  async function assertFits() {
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 320, `the page is ${width} px wide`)
  }

  for (const key of ['Enter', 'Space'] as const) {
    test(`unsubscribing by Tab and ${key}`, async () => {
      const campaign = await sent()
      await page.goto(unsubscribeUrl(campaign))
      assert.equal(await heading(), 'Unsubscribe')
      assert.equal(await page.locator('html').getAttribute('lang'), 'en')
      await assertFits()
      assert.equal(await stateOf(campaign), 'Active')
      await pressByKeyboard(key, 'Unsubscribe')
      assert.equal(await heading(), 'You are unsubscribed')
      await assertFits()
      assert.equal(await stateOf(campaign), 'Unsubscribed')
      assert.deepEqual(complaints, [])
    })

    test(`confirming by Tab and ${key}`, async () => {
      const campaign = await unconfirmed(await sent())
      await page.goto(confirmUrl(campaign))
      assert.equal(await heading(), 'Confirm your subscription')
      await assertFits()
      assert.equal(await stateOf(campaign), 'Unconfirmed')
      await pressByKeyboard(key, 'Confirm subscription')
      assert.equal(await heading(), 'Your subscription is confirmed')
      await assertFits()
      assert.equal(await stateOf(campaign), 'Active')
      assert.deepEqual(complaints, [])
    })
  }

  test("the button leads on to the list's own pages, through their redirects", async () => {
    const campaign = await sent({ unsubscribe: `${shop.url}/bye`, success: `${shop.url}/hello` })
    await page.goto(unsubscribeUrl(campaign))
    await pressByKeyboard('Enter', 'Unsubscribe')
    assert.equal(page.url(), `${shop.url}/really/bye`)
    await unconfirmed(campaign)
    await page.goto(confirmUrl(campaign))
    await pressByKeyboard('Enter', 'Confirm subscription')
    assert.equal(page.url(), `${shop.url}/hello`)
    assert.deepEqual(complaints, [])
  })

  test('the address of a reader is sent to no other site', async () => {
    const referrers: string[] = []
    const campaign = await sent({ unsubscribe: `${shop.url}/bye` })
    page.on('request', request => referrers.push(request.headers().referer ?? ''))
    await page.goto(unsubscribeUrl(campaign))
    await pressByKeyboard('Enter', 'Unsubscribe')
    assert.deepEqual(new Set(referrers), new Set(['']))
  })

  test('an opt-out is taken back by Tab and Enter, and the page leads on to the preferences', async () => {
    const campaign = await sent()
    await page.goto(unsubscribeUrl(campaign))
    await pressByKeyboard('Enter', 'Unsubscribe')
    await assertFits()
    await pressByKeyboard('Enter', 'I did not mean that: keep me subscribed')
    assert.equal(await heading(), 'You stay subscribed')
    await assertFits()
    assert.equal(await stateOf(campaign), 'Active')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('a:focus').textContent(), 'Choose which emails you get')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    assert.equal(await heading(), 'Your email preferences')
    assert.deepEqual(complaints, [])
  })

  test('preferences are chosen by keyboard alone: every control has its name, in the order of the page', async () => {
    const campaign = await sent()
    await page.goto(preferencesUrl(campaign))
    await assertFits()
    for (const role of ['main', 'heading', 'group', 'checkbox', 'radio', 'combobox'] as const)
      assert.ok((await page.getByRole(role).count()) > 0, role)
    const title = await page.evaluate<string>("document.querySelector('input[name=list]').labels[0].textContent")
    assert.match(title, /^Ein Verteiler mit einem/)
    const passed: string[] = []
    for (let n = 0; n < 7; n++) {
      await page.keyboard.press('Tab')
      passed.push(await page.evaluate<string>("document.activeElement.name + ' ' + document.activeElement.value"))
      const { outlineStyle, outlineWidth } = await styleOf(':focus')
      assert.deepEqual([outlineStyle, outlineWidth], ['solid', '3px'])
    }
    assert.deepEqual(
      passed.map(name => name.replace(/[0-9a-f]{32}/, 'id')),
      [
        'list id',
        ...['tracking yes', 'personalising yes', 'hygiene yes'],
        ...['language ', 'from preferences', 'from leave-all'],
      ],
    )
    await page.getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    await page.getByRole('combobox').selectOption('de')
    await page.getByRole('button', { name: 'Save' }).focus()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    assert.equal(await heading(), 'Ihre E-Mail-Einstellungen')
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    assert.equal(await page.getByRole('status').textContent(), 'Ihre Einstellungen sind gespeichert.')
    assert.equal(await stateOf(campaign), 'Unsubscribed')
    await assertFits()
    assert.deepEqual(complaints, [])
  })

  test('measuring is refused by keyboard, with controls of one size, under names of any direction', async () => {
    const campaign = await sent()
    const { clientId } = campaign.recipients[0]!.list
    await database.db`update clients set company_name = ${'شركة <القهوة>'} where id = ${clientId}`
    await page.goto(`${preferencesUrl(campaign)}#tracking`)
    await assertFits()
    const question = page.getByRole('group', { name: /^May شركة <القهوة> record which emails/ })
    const [yes, no] = await Promise.all(
      ['Yes', 'No'].map(label => question.locator('label', { hasText: label }).boundingBox()),
    )
    assert.deepEqual([yes!.width, yes!.height], [no!.width, no!.height])
    await question.getByRole('radio', { name: 'Yes' }).focus()
    // neither was chosen: an arrow chooses
    await page.keyboard.press('ArrowDown')
    assert.ok(await question.getByRole('radio', { name: 'No' }).isChecked())
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    assert.match((await page.getByRole('status').textContent())!, /^Your preferences are saved\. From now on/)
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 1)
    const [row] = await database.db`
      select tracking_consent from subscribers where id = ${campaign.recipients[0]!.subscriberId}`
    assert.equal(row!.trackingConsent, false)
    await assertFits()
    assert.deepEqual(complaints, [])
  })

  for (const language of ['en', 'de', 'fr', 'es'])
    test(`every page fits a narrow screen in ${language}, with a heading, a landmark and its language`, async () => {
      await page.setExtraHTTPHeaders({ 'accept-language': language })
      const campaign = await sent()
      const waiting = await unconfirmed(await sent())
      for (const url of [
        unsubscribeUrl(campaign),
        preferencesUrl(campaign),
        confirmUrl(waiting),
        confirmUrl(campaign),
        `${site.url}/u/tampered`,
      ]) {
        await page.goto(url)
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        assert.equal(await page.getByRole('main').count(), 1)
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
        assert.notEqual(await page.title(), '')
        await assertFits()
      }
      assert.deepEqual(
        complaints.filter(text => !text.includes('404')),
        [],
      )
    })

  test('a link that does not work leads to a page with the reason, which fits', async () => {
    await page.goto(`${site.url}/u/tampered`)
    assert.equal(await heading(), 'This link does not work')
    await assertFits()
    assert.equal(await page.locator('button').count(), 0)
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`text and button have a contrast of 4.5 or more in ${colorScheme} colours`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.goto(preferencesUrl(await sent()))
      const { backgroundColor: paper } = await styleOf('body')
      for (const selector of ['body', 'legend', 'select', '.hint', 'button', 'button.quiet']) {
        const { color, backgroundColor } = await styleOf(selector)
        const contrast = contrastOf(color, backgroundColor.startsWith('rgba') ? paper : backgroundColor)
        assert.ok(contrast >= 4.5, `${selector}: ${contrast}`)
      }
      await page.getByRole('button').last().click()
      await page.goto(unsubscribeUrl(await sent()))
      assert.ok(contrastOf((await styleOf('a')).color, paper) >= 4.5)
    })

  test("a web version shows its styles and pictures and follows its links, but runs and sends nothing of its author's", async () => {
    const campaign = await sent()
    const address = `${site.url}/w/${site.tokens.sign('recipient', campaign.campaignId, 1)}`
    await page.goto(address)
    assert.equal(await page.title(), 'Mail')
    assert.equal((await styleOf('#shown')).color, 'rgb(1, 2, 3)')
    assert.equal(await page.evaluate<number>("document.querySelector('#picture').naturalWidth"), 1)
    assert.equal(await page.evaluate<string>('window.origin'), 'null')
    await page.locator('#send').click()
    assert.equal(page.url(), address)
    const [opened] = await Promise.all([context.waitForEvent('page'), page.locator('#new').click()])
    await opened.waitForURL(`${shop.url}/landing`)
    await opened.waitForLoadState()
    assert.equal(await opened.title(), 'Landing, scripted')
    await page.locator('#plain').click()
    await page.waitForURL(`${shop.url}/landing`)
    assert.ok(!shop.asked.includes('/stolen'))
    assert.ok(!shop.asked.includes('/framed'))
  })
})

/** WCAG 2.2, contrast ratio of two colours as `rgb(r, g, b)`. */
function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number] // two in, two out
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r, g, b] = color
    .match(/\d+/g)!
    .map(part => Number(part) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number] // a colour has three
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
