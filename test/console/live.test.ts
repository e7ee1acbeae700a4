/** What is shown follows what happens, by one stream for all tabs of a browser. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { openBrowser, personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { until } from '../harness/until.ts'

describe('the live stream in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let first: Page
  let second: Page
  /** Tabs that read the stream, in the order in which they began. */
  const readers: Page[] = []
  before(async () => {
    world = await consoleWorld({}, [])
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    first = shown.page
    watch(first.context())
    await first.goto(world.url)
    await signInByForm(first, world.carla, personPassword)
    await first.waitForURL(`${world.url}/`)
    await waitUntilSettled(first)
    await until(async () => readers.length === 1, 'the first tab reads')
    second = await first.context().newPage()
    await second.goto(world.url)
    await waitUntilSettled(second)
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })

  function watch(context: BrowserContext) {
    context.on('request', request => {
      if (new URL(request.url()).pathname === '/api/events/stream') readers.push(request.frame().page())
    })
  }
  const row = (page: Page, name: string) => page.getByRole('row', { name })

  test('what an API call changes is shown in every tab, and one of them reads the stream', async () => {
    for (const page of [first, second]) await row(page, 'Museo del Mar').getByText('Sending on hold').waitFor()
    const { status } = await world.call('Client.ReleaseHold', { ClientID: world.clientIds[3] })
    assert.equal(status, 200)
    for (const page of [first, second]) await row(page, 'Museo del Mar').getByText('Nothing to do').waitFor()
    assert.deepEqual(readers, [first])
  })

  test('while the network is gone the console shows that, and afterwards everything that happened meanwhile', async () => {
    const context = first.context()
    await context.setOffline(true)
    await second.getByText('The service does not answer.').waitFor()
    await asCarla('Campaign.RequestApproval', { Revision: 1 })
    assert.equal(await row(second, 'Blossom').getByText('Waiting for approval').count(), 0)
    await context.setOffline(false)
    for (const page of [first, second]) {
      await row(page, 'Blossom').getByText('Waiting for approval').waitFor()
      await page.getByText('The service does not answer.').waitFor({ state: 'hidden' })
    }
  })

  test('where the tab that reads is closed another one goes on', async () => {
    await first.close()
    await until(async () => readers.at(-1) === second, 'the second tab reads')
    await asCarla('Campaign.WithdrawApprovalRequest')
    await row(second, 'Blossom').getByText('Waiting for approval').waitFor({ state: 'hidden' })
  })

  test('who has the same campaign open is named in each page, and gone as soon as the page is left', async () => {
    const address = `${world.url}/clients/${world.clientIds[0]}/campaigns/${world.draftId}`
    const other = await openConsole(browser, { url: world.url })
    await other.page.goto(world.url)
    await signInByForm(other.page, world.jonas, personPassword)
    await other.page.waitForURL(`${world.url}/`)
    await second.goto(address)
    await second.getByText(/^Saved · revision/).waitFor()
    assert.equal(await second.getByText('is editing').count(), 0)
    await other.page.goto(address)
    // his language is German
    await other.page.getByText('Carla bearbeitet gerade').waitFor()
    await second.getByText('Jonas is editing').waitFor()
    await other.page.goto(world.url)
    await second.getByText('Jonas is editing').waitFor({ state: 'hidden', timeout: 55_000 })
    await other.close()
  })

  async function asCarla(operation: string, parameters: object = {}) {
    const carla = openBrowser(world.url)
    await carla.call('Session.SignIn', { EmailAddress: world.carla, Password: personPassword })
    const { status, value } = await carla.call(operation, { CampaignID: world.draftId, ...parameters })
    assert.equal(status, 200, JSON.stringify(value))
  }
})
