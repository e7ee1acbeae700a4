/** The API page and the test form of the help page in a real browser. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { Refusal } from '../../src/contract/refusals.ts'
import { apiRoute } from '../../src/http/api.ts'
import { describeRoutes } from '../../src/http/describe.ts'
import { type HttpService, listen } from '../../src/http/server.ts'
import { createLog } from '../../src/lib/log.ts'
import { launchBrowser } from '../harness/browser.ts'
import { namespace } from '../harness/dial.ts'
import { needs } from '../harness/needs.ts'

describe('in a browser', needs('chromium'), () => {
  let service: HttpService
  let browser: Browser
  const calls: { operation: string; params: unknown }[] = []

  before(async () => {
    const log = createLog('silent')
    const wire = { namespace, seconds: 30, log }
    const perform = async ({ name }: { name: string }, params: unknown) => {
      calls.push({ operation: name, params })
      if (name === 'List.Delete') throw new Refusal('InvalidListId')
      return 'f'.repeat(32)
    }
    service = await listen(
      { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 10_000, requestSeconds: 30, log },
      [apiRoute(wire, perform, async () => undefined), ...describeRoutes(wire)],
    )
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop(0)
  })

  /** Opens a page, and fails the test when anything is refused by its policy or goes wrong in its script. */
  async function open(path: string, width: number, look: (page: Page) => Promise<void>) {
    const page = await browser.newPage({ viewport: { width, height: 800 } })
    page.setDefaultTimeout(120_000)
    const complaints: string[] = []
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(`${service.url}${path}`)
    await look(page)
    await page.close()
    return complaints
  }

  for (const path of ['/api/', '/api/api.asmx', '/api/api.asmx?op=List.Update', '/api/api.asmx?op=Campaign.Create']) {
    for (const width of [320, 1280]) {
      test(`${path} fits ${width} pixels without scrolling sideways`, async () => {
        const complaints = await open(path, width, async page => {
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
        })
        assert.deepEqual(complaints, [])
      })
    }

    test(`every control of ${path} has a name, every id is there once, and headings skip no level`, async () => {
      await open(path, 1280, async page => {
        const found = await page.evaluate(flaws)
        assert.deepEqual(found, { doubled: [], nameless: [], skipped: [], deadLinks: [] })
      })
    })
  }

  test('an operation is tried from the API page, with the key in the header and types kept', async () => {
    calls.length = 0
    const complaints = await open('/api/', 320, async page => {
      await page.fill('#ApiKey', 'my key'.replace(' ', '-'))
      const form = page.locator('form[data-path="/api/json/List.Create"]')
      await page
        .locator('article', { has: page.locator('[id="List.Create"]') })
        .getByText('Try it')
        .click()
      await form.getByLabel('ClientID').fill('c1')
      await form.getByLabel('Title').fill('Grüße & <b>')
      await form.getByLabel('ConfirmOptIn').selectOption('false')
      await form.getByRole('button', { name: 'Send' }).click()
      await form.locator('output pre').waitFor()
      assert.equal(await form.locator('output').textContent(), `200 OK"${'f'.repeat(32)}"`)
    })
    assert.deepEqual(complaints, [])
    assert.deepEqual(calls, [
      {
        operation: 'List.Create',
        params: {
          ApiKey: 'my-key',
          ClientID: 'c1',
          Title: 'Grüße & <b>',
          UnsubscribePage: null,
          ConfirmOptIn: false,
          ConfirmationSuccessPage: null,
        },
      },
    ])
  })

  test('a refusal is shown with its status', async () => {
    await open('/api/', 1280, async page => {
      const form = page.locator('form[data-path="/api/json/List.Delete"]')
      await page
        .locator('article', { has: page.locator('[id="List.Delete"]') })
        .getByText('Try it')
        .click()
      await form.getByRole('button', { name: 'Send' }).click()
      await form.locator('output pre').waitFor()
      const shown = (await form.locator('output').textContent()) ?? ''
      assert.match(shown, /^404 Not Found/)
      assert.match(shown, /"code": 101/)
    })
  })

  const topOf = (page: Page, selector: string) =>
    page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().top`)

  test('on a phone the first operation is on the first screen, and the navigation is one line above it', async () => {
    const complaints = await open('/api/', 375, async page => {
      assert.ok((await topOf(page, 'main article')) < 800)
      assert.equal(await page.locator('nav li:visible').count(), 0)
      await page.getByText('Operations', { exact: true }).click()
      await page.locator('nav').getByText('Webhook.Create').click()
      assert.equal(new URL(page.url()).hash, '#Webhook.Create')
      assert.equal(await page.locator('nav li:visible').count(), 0, 'it closes behind the reader')
      assert.ok(Math.abs(await topOf(page, '[id="Webhook.Create"]')) < 100)
    })
    assert.deepEqual(complaints, [])
  })

  test('in a wide window the navigation is beside the text, also without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      page.setDefaultTimeout(120_000)
      await page.goto(`${service.url}/api/`)
      const link = page.locator('nav li a').first()
      await link.waitFor({ state: 'visible' })
      const [nav, main] = await Promise.all([link.boundingBox(), page.locator('main').boundingBox()])
      assert.ok(nav!.x + nav!.width <= main!.x)
      await context.close()
    }
  })

  test('the navigation is filtered by what is typed', async () => {
    await open('/api/', 1280, async page => {
      await page.fill('#find', 'unsubscribe')
      const shown = await page.locator('nav li:visible').allTextContents()
      assert.deepEqual(shown, ['Subscriber.Unsubscribe', 'Subscribers.GetUnsubscribed', 'Campaign.GetUnsubscribes'])
    })
  })

  test('the test form of the help page posts the operation and shows the XML', async () => {
    calls.length = 0
    await open('/api/api.asmx?op=Client.GetDetail', 1280, async page => {
      await page.getByLabel('ApiKey:').fill('k')
      await page.getByLabel('ClientID:').fill('c & d')
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Invoke' }).click()
      const answer = await opened
      await answer.waitForLoadState()
      assert.equal(new URL(answer.url()).pathname, '/api/api.asmx/Client.GetDetail')
    })
    assert.deepEqual(calls, [{ operation: 'Client.GetDetail', params: { ApiKey: 'k', ClientID: 'c & d' } }])
  })
})

/** Runs in the browser, whose types are not those of Node. */
const flaws = `(() => {
  const all = selector => [...document.querySelectorAll(selector)]
  const ids = all('[id]').map(element => element.id)
  const controls = all('input:not([type=submit]), select, textarea')
  const levels = all('h1, h2, h3, h4').filter(heading => !heading.closest('nav')).map(heading => Number(heading.tagName[1]))
  return {
    doubled: ids.filter((id, index) => ids.indexOf(id) !== index),
    nameless: controls.filter(control => control.labels.length === 0).map(control => control.id),
    skipped: levels.filter((level, index) => index > 0 && level > levels[index - 1] + 1),
    deadLinks: all('a[href^="#"]').map(link => link.getAttribute('href').slice(1)).filter(id => !ids.includes(id)),
  }
})()`
