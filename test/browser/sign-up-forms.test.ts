/**
 * Sign-up forms on pages of other sites, in a browser: the examples of this repository, in pages with a strict policy, from the first field to an
 * active subscriber; and what a page without the policy line, without a script, or of a foreign origin cannot do.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { jsonExample } from '../../console/src/screens/forms/embed-code.ts'
import { launchBrowser } from '../harness/browser.ts'
import { confirmationLink, exampleWith, mailsTo, pressButton, signUpOn } from '../harness/embedded-form.ts'
import { needs } from '../harness/needs.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

describe('sign-up forms on other sites', needs('chromium'), () => {
  let service: TestService
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let shop: TestWeb
  let ClientID: string
  let ListID: string
  let FormID: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  let embed: any
  /** Pages of the shop by path, with their policies. */
  const pages: Record<string, { body: string; headers: Record<string, string> }> = {}
  /** Whatever the browser refused or complained of. */
  let complaints: string[]

  before(async () => {
    service = await startTestService({ LETTERSHOP_MAIL_FROM: 'team@agency.example' })
    browser = await launchBrowser()
    shop = await serveWeb(pages)
    const client = { CompanyName: 'Bloom', ContactName: 'Ina', EmailAddress: 'ina@bloom.example', Country: 'Germany' }
    ClientID = await ask('Client.Create', { ...client, Timezone: 'Europe/Berlin' })
    ListID = await ask('List.Create', { ClientID, Title: 'Tulip letter', ConfirmOptIn: true })
    await ask('List.CreateCustomField', { ListID, FieldName: 'City', DataType: 'Text', Options: '' })
    const form = { ClientID, Title: 'Shop', Paused: false, Lists: [{ ListID }], Name: 'Optional', Language: 'en' }
    const Fields = [{ Key: '[City]', Label: 'Your city', Required: false }]
    FormID = await ask('Form.Create', { ...form, Fields, AllowedOrigins: [shop.url], Tags: ['From the shop'] })
    embed = await ask('Form.GetEmbed', { ClientID, FormID })
  })
  after(async () => {
    await shop?.close()
    await browser?.close()
    await service?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 375, height: 700 }, locale: 'en' })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    complaints = []
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error)))
  })
  afterEach(() => context.close())

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await service.call(operation, params)
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const mailed = (address: string) => mailsTo(service.dataFolder, address)
  const stateOf = async (EmailAddress: string): Promise<string> =>
    (await ask('Subscribers.GetSingleSubscriber', { ListID, EmailAddress })).State
  const exampleOf = (name: string) => exampleWith(name, embed.URL)
  function servePage(path: string, body: string, policy: string): void {
    pages[path] = { body, headers: { 'content-security-policy': `default-src 'none'; base-uri 'none'; ${policy}` } }
  }
  for (const [name, address] of [
    ['sign-up-form.html', 'ada@readers.example'],
    ['wordpress-sign-up.html', 'bo@readers.example'],
  ] as const)
    test(`${name}: from a page with a strict policy to an active subscriber`, async () => {
      servePage(`/${name}`, await exampleOf(name), embed.ContentSecurityPolicy)
      await page.goto(`${shop.url}/${name}`)
      await signUpOn(page, embed.URL, address, 'Buy gold at gold.example')
      const link = await confirmationLink(service.dataFolder, address)
      const [mail] = await mailed(address)
      assert.doesNotMatch(`${mail!.subject} ${mail!.text} ${mail!.html}`, /gold/i, 'nothing typed is in the mail')
      assert.notEqual(await stateOf(address), 'Active', 'nothing happens before the person confirms')
      await page.goto(link)
      assert.notEqual(await stateOf(address), 'Active', 'scanners follow links')
      await pressButton(page)
      await until(async () => (await stateOf(address)) === 'Active', 'the subscriber is active')
      assert.deepEqual(complaints, [])
      const history = await ask('Subscriber.GetHistory', { ListID, Email: address })
      assert.match(JSON.stringify(history), /form: Shop/)
    })

  test('without its line in the policy the browser sends nothing', async () => {
    servePage('/blocked', await exampleOf('sign-up-form.html'), "form-action 'self'")
    await page.goto(`${shop.url}/blocked`)
    await page.getByLabel('Email address').fill('carl@readers.example')
    // a click would wait for the page that does not come
    await page.getByRole('button').dispatchEvent('click')
    await until(async () => complaints.some(text => /form-action/.test(text)), 'the browser refuses')
    assert.equal(page.url(), `${shop.url}/blocked`)
    assert.deepEqual(await mailed('carl@readers.example'), [])
  })

  test('the HTML that the console gives out is a form that people can fill in', async () => {
    servePage('/given', `<!doctype html><html lang="en"><title>Bloom</title>${embed.Html}`, embed.ContentSecurityPolicy)
    await page.goto(`${shop.url}/given`)
    await page.locator('input[type=email]').fill('dora@readers.example')
    await page.locator('form button').first().click()
    await page.waitForURL(url => url.href.startsWith(embed.URL))
    assert.equal(await page.getByLabel('Email address').inputValue(), 'dora@readers.example')
    assert.deepEqual(complaints, [])
  })

  test('HTML of one of several languages, in a page with styles of its own alone, leads to the page and the mail in that language', async () => {
    const texts = { Heading: 'Tulpenbrief', Introduction: '', ButtonText: '', SuccessText: 'Schön!', SuccessPage: '' }
    const Translations = [{ Language: 'de', ...texts, Lists: [], Fields: [], Consents: [] }]
    const settings = { ClientID, Title: 'Spoken', Paused: false, Lists: [{ ListID }], Name: 'NotAsked', Language: 'en' }
    const spoken = await ask('Form.Create', { ...settings, Translations })
    const { Html, URL, ContentSecurityPolicy } = await ask('Form.GetEmbed', {
      ...{ ClientID, FormID: spoken, ShownLanguage: 'de' },
    })
    const styled = `<!doctype html><html lang="de"><title>Bloom</title><link rel="stylesheet" href="/bloom.css">${Html}`
    servePage('/spoken', styled, `style-src 'self'; ${ContentSecurityPolicy}`)
    pages['/bloom.css'] = { body: 'form { color: #060 }', headers: { 'content-type': 'text/css' } }
    await page.goto(`${shop.url}/spoken`)
    await page.locator('input[type=email]').fill('frida@readers.example')
    await page.locator('form button').first().click()
    await page.waitForURL(url => url.href === URL)
    await page.getByRole('heading', { name: 'Tulpenbrief' }).waitFor()
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
    await page.goto(await confirmationLink(service.dataFolder, 'frida@readers.example'))
    await page.getByRole('button', { name: 'Anmeldung bestätigen' }).click()
    await page.getByText('Schön!').waitFor()
    assert.deepEqual(complaints, [])
    // people who come to the page itself change the language there
    await page.goto(URL)
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Sign up' }).waitFor()
  })

  test('the script that the console gives out signs up from an allowed origin, and from no other', async () => {
    const form = await ask('Form.Get', { ClientID, FormID })
    const script = jsonExample(embed, form).replace('ada@example.com', 'eva@readers.example')
    const nonce = 'abcdefghijklmnop'
    const policy = `script-src 'nonce-${nonce}'; ${embed.ConnectPolicy}`
    const body = `<!doctype html><title>Bloom</title><script type="module" nonce="${nonce}">${script}</script>`
    servePage('/script', body, policy)
    const answered = page.waitForResponse(
      response => response.url() === embed.SubmitURL && response.request().method() === 'POST',
    )
    await page.goto(`${shop.url}/script`)
    assert.equal((await answered).status(), 202)
    await confirmationLink(service.dataFolder, 'eva@readers.example')
    assert.deepEqual(complaints, [])
    // the same shop under another name is another origin
    await page.goto(`${shop.url.replace('127.0.0.1', 'localhost')}/script`)
    await until(async () => complaints.some(text => /CORS|Failed to fetch/.test(text)), 'the browser refuses')
    assert.equal((await mailed('eva@readers.example')).length, 1)
  })
})
