/** Every place of the navigation with names as long as the service takes them, written from right to left, and full of script. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { openBrowser, personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'

const script = '<img src=x onerror=document.title="run">'
/** Of 200 characters without a place to break a line. */
const long = (beginning: string) => beginning.padEnd(200, 'Straßenbahnhaltestellenwartehäuschen')
const rightToLeft = 'متجر الحدائق الكبير לחנות הגדולה'

describe('strange names', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let clientId: string
  before(async () => {
    world = await consoleWorld()
    clientId = await strangeClient()
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url, width: 375, height: 812, colorScheme: 'dark' })
    await shown.page.goto(world.url)
    await signInByForm(shown.page, world.carla, personPassword)
    await shown.page.waitForURL(`${world.url}/`)
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })

  async function strangeClient(): Promise<string> {
    const carla = openBrowser(world.url)
    const done = async (operation: string, parameters: object) => {
      const { status, value } = await carla.call(operation, parameters)
      assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
      return value
    }
    await done('Session.SignIn', { EmailAddress: world.carla, Password: personPassword })
    const contact = { ContactName: rightToLeft, EmailAddress: 'shop@strange.example', Country: 'Germany' }
    const ClientID = await done('Client.Create', { CompanyName: long(script), Timezone: 'Asia/Riyadh', ...contact })
    const pages = { UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }
    const ListID = await done('List.Create', { ClientID, Title: long(rightToLeft), ...pages })
    await done('List.CreateCustomField', { ListID, FieldName: script.slice(0, 40), DataType: 'Text', Options: '' })
    await done('Subscriber.Add', { ListID, Email: 'reader@strange.example', Name: long(script) })
    const template = { TemplateName: script, HTMLPageURL: '', ZipFileURL: '', ScreenshotURL: '' }
    await carla.call('Template.Create', { ClientID, ...template })
    const html = `<p>${script.replaceAll('<', '&lt;')}</p><p><unsubscribe>out</unsubscribe></p>`
    await done('Campaign.CreateDraft', {
      ...{
        ClientID,
        Name: long(script),
        Subject: long(rightToLeft),
        FromName: script,
        FromEmail: 'shop@strange.example',
      },
      ReplyTo: 'shop@strange.example',
      Audience: { ListIDs: [ListID] },
      Content: { Kind: 'Html', Html: html, Text: 'out: [unsubscribe]' },
    })
    await done('Key.Create', { Label: long(script).slice(0, 100), Scopes: ['Reports'] })
    return ClientID
  }

  async function checkPlace(page: Page, path: string) {
    await page.goto(`${world.url}${path}`)
    await waitUntilSettled(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375, `${path} is wider than a phone`)
    assert.notEqual(await page.title(), 'run', `${path} ran a script of a name`)
    assert.equal(await page.locator('img[src="x"]').count(), 0, `${path} made an element of a name`)
  }

  test('no place of the client or the account breaks, on a phone', async () => {
    const { page } = shown
    await page.goto(`${world.url}/clients/${clientId}`)
    await waitUntilSettled(page)
    const hrefs = await page
      .locator('nav a')
      .evaluateAll(links =>
        links.map(link => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
      )
    assert.ok(hrefs.length >= 15, `${hrefs.length} places`)
    for (const path of new Set(hrefs)) await checkPlace(page, path)
  })

  test('nor do the client’s own lists, subscribers and campaigns, one level down', async () => {
    const { page } = shown
    for (const place of ['lists', 'subscribers', 'campaigns']) {
      await page.goto(`${world.url}/clients/${clientId}/${place}`)
      await waitUntilSettled(page)
      const link = page.locator('main table a').first()
      await link.waitFor()
      await checkPlace(page, (await link.getAttribute('href')) ?? '')
    }
  })
})
