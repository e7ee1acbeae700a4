/** The page of a sign-up form in a real browser: with its script and without, by keyboard, on a narrow screen, without a complaint. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { languages } from '../../src/domain/texts/texts.ts'
import { saveBranding } from '../../src/store/accounts/branding.ts'
import { launchBrowser } from '../harness/browser.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { keepLogo } from '../harness/logo.ts'
import { needs } from '../harness/needs.ts'
import { type PublicSite, publicSite } from '../harness/public-site.ts'
import { seed, seedList, type World } from '../harness/seed.ts'
import { decideAll, formMailbox, linkIn, seedForm, type TestForm } from '../harness/sign-ups.ts'
import { serveWeb } from '../harness/web.ts'

/** A folder for pictures of the pages; none are made without it. */
const pictures = process.env.FORM_PICTURES

describe('a sign-up form in a browser', needs('chromium'), () => {
  let database: TestDatabase
  let site: PublicSite
  let browser: Browser
  let world: World
  let form: TestForm

  before(async () => {
    database = await freshDatabase()
    site = await publicSite(database.db, async () => undefined)
    browser = await launchBrowser()
    const { db } = database
    world = await seed(db)
    const second = await seedList(db, world.client, 'Offers')
    form = await seedForm(db, world, {
      Language: null,
      Introduction: 'Once a month, nothing else.',
      Lists: [world.list, second].map(({ listPublicId }, at) => ({
        ListID: listPublicId,
        Title: at === 0 ? 'Tulips by mail' : 'Offers of the week',
        Description: at === 0 ? 'One letter a month.' : '',
      })),
      Consents: [
        { Purpose: 'Measuring', Name: '', Wording: 'You may see which of your mails I open and which links I follow.' },
        { Purpose: 'Further', Name: 'Post', Wording: 'You may send me your catalogue by post.' },
      ],
    })
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
    await database?.drop()
  })

  async function open(
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error)))
    await page.goto(site.url + path)
    return { page, complaints }
  }
  const picture = async (page: Page, name: string) => {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }

  test('a person signs up by keyboard, and confirms by the link of the mail', async () => {
    const { page, complaints } = await open(form.path)
    await page.keyboard.press('Tab')
    await page.keyboard.type('ann@browser.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ann')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await picture(page, 'taken')
    await decideAll(database.db)
    const [mail] = await formMailbox(database.db).read()
    await page.goto(site.url + linkIn(mail!, 'join'))
    await picture(page, 'join')
    await page.getByRole('button', { name: 'Confirm sign-up' }).click()
    await page.getByRole('heading', { name: 'Your sign-up is confirmed' }).waitFor()
    const rows = await database.db`select name, state, list_id from subscribers where address = 'ann@browser.example'`
    assert.deepEqual([...rows], [{ name: 'Ann', state: 'Active', listId: world.list.listId }])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('without script one more button follows, and the sign-up is taken', async () => {
    const { page } = await open(form.path, { javaScriptEnabled: false })
    await page.getByLabel('Email address').fill('bea@browser.example')
    await page.getByLabel('Tulips by mail').check()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Please look at what you entered').waitFor()
    // the page of a person is read for longer than this
    await new Promise(resolve => setTimeout(resolve, 2_100))
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.context().close()
  })

  test('plain HTML in a page with a strict policy leads to the form, with what was entered', async () => {
    const html = `<!doctype html><title>Shop</title><form action="${site.url}${form.path}" method="post">
<label>Email <input type="email" name="email"></label><button>Go</button></form>`
    const policy = `default-src 'none'; form-action ${site.url}; base-uri 'none'; frame-ancestors 'none'`
    const shop = await serveWeb({ '/': { body: html, headers: { 'content-security-policy': policy } } })
    try {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${shop.url}/`)
      await page.getByLabel('Email').fill('cleo@browser.example')
      await page.getByRole('button', { name: 'Go' }).click()
      await page.getByLabel('Tulips by mail').check()
      assert.equal(await page.getByLabel('Email address').inputValue(), 'cleo@browser.example')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      await context.close()
    } finally {
      await shop.close()
    }
  })

  test('the page fits a phone, in light and dark and in the colours of a client, in every language', async () => {
    const { db } = database
    for (const { language } of languages)
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await open(form.path, { locale: language, colorScheme })
        const width = await page.evaluate('document.documentElement.scrollWidth')
        assert.equal(width, 320, language)
        await picture(page, `form-${language}-${colorScheme}`)
        await page.context().close()
      }
    const { clientId } = world.client
    const texts = {
      footerText: 'Fresh tulips since 1871',
      postalAddress: 'Canal 1\nAmsterdam',
      imprintUrl: 'https://x.example/imprint',
    }
    const logoImageId = await keepLogo(db, clientId)
    const colours = { primaryColor: '#9a3412', backgroundColor: '#fff7ed', logoUrl: 'https://x.example/a.png' }
    await saveBranding(db, clientId, {
      ...texts,
      ...colours,
      fromName: '',
      fromEmail: '',
      wordings: [],
      headingFont: '',
      textFont: '',
      colors: [],
      socialLinks: [],
      logoImageId,
    })
    const { page } = await open(form.path, { viewport: { width: 1280, height: 900 } })
    await picture(page, 'form-branded')
    await page.context().close()
  })
})
