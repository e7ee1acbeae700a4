/** The navigation: groups of a client's places, and settings that are folded until they are needed. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'

describe('the navigation', needs('chromium'), () => {
  let world: ConsoleWorld
  let opened: SignedInConsole
  let page: Page
  before(async () => {
    opened = await openSignedInConsole({}, ['reports'])
    ;({ world, page } = opened)
  })
  after(() => opened?.close())
  const open = async (path: string) => {
    await page.goto(`${world.url}/clients/${world.clientIds[0]}${path}`)
    await waitUntilSettled(page)
  }
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  const group = (name: string) => page.locator('nav summary').filter({ hasText: name })

  test('the places of a client are in four groups, and no more than 16 besides the outbox are shown at first', async () => {
    await open('')
    const titles = await page.locator('nav h2').allInnerTexts()
    assert.deepEqual(titles, ['Campaigns', 'Audience', 'Content', 'Results'])
    const shown = (await page.getByRole('navigation').getByRole('link').count()) - (await place('Outbox').count())
    assert.ok(shown <= 16, `${shown} places`)
    assert.equal(await place('Webhooks').isVisible(), false)
    assert.equal(await place('API keys').isVisible(), false)
  })

  test('a folded group is opened with the keyboard and stays open, and is folded again', async () => {
    await open('')
    await group('Account settings').focus()
    await page.keyboard.press('Enter')
    await place('API keys').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await page.reload()
    await place('API keys').waitFor()
    assert.equal(await place('Webhooks').isVisible(), false)
    await group('Account settings').press('Space')
    await place('API keys').waitFor({ state: 'hidden' })
    await page.reload()
    await waitUntilSettled(page)
    assert.equal(await place('API keys').isVisible(), false)
  })

  test('the group of the place that is shown is open, wherever one came from, and the palette finds what is folded', async () => {
    await open('/webhooks')
    await place('Webhooks').waitFor()
    assert.equal(await place('Webhooks').getAttribute('aria-current'), 'page')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).fill('Import.List')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    await place('Imports').waitFor()
    await open('')
    assert.equal(await place('Webhooks').isVisible(), false, 'nobody opened it by hand')
  })

  test('reports lead to the report of each campaign that was sent', async () => {
    await open('/reports')
    const row = page.getByRole('row', { name: /^November letter/ })
    await row.getByText('36%').waitFor()
    await page.getByRole('searchbox', { name: 'Find a campaign' }).fill('november')
    await page.waitForURL(/q=november/)
    await page
      .getByRole('row', { name: /^Earlier/ })
      .first()
      .waitFor({ state: 'detached' })
    await row.getByRole('link', { name: 'November letter' }).click()
    await page.getByRole('heading', { level: 1, name: 'November letter' }).waitFor()
    assert.equal(await page.title(), 'November letter · Blossom & Co. · Lettershop')
  })
})
