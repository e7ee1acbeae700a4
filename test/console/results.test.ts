/** The results of a client in the console: charts with their tables, two campaigns compared, reports by mail. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, goInside, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'

describe('results in the console', needs('chromium'), () => {
  let opened: SignedInConsole
  let world: ConsoleWorld
  let page: Page
  let base: string
  before(async () => {
    opened = await openSignedInConsole({}, ['results'])
    ;({ world, page } = opened)
    base = `/clients/${world.results.clientId}`
  })
  after(() => opened?.close())

  const open = async (path: string) => {
    await goInside(page, `${base}${path}`)
    await waitUntilSettled(page)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  test('each chart says what it shows in a sentence and has its numbers as a table', async () => {
    await open('/results?days=365')
    const figures = page.locator('main figure')
    await figures.nth(4).waitFor()
    for (const figure of await figures.all()) {
      assert.notEqual((await figure.locator('figcaption p').first().innerText()).trim(), '')
      assert.ok((await figure.locator('details tbody tr').count()) > 1)
    }
    const hours = page.getByRole('table', { name: 'Opens by weekday and hour' })
    assert.equal(await hours.locator('tbody td').count(), 7 * 24)
    await page.getByRole('table', { name: 'Most clicked links' }).getByText('koenigsblau.example/laden').waitFor()
    assert.ok(!(await page.locator('main').innerText()).includes('utm_'))
    await page.getByRole('table', { name: 'How people joined' }).getByText('Imported').waitFor()
  })

  test('two campaigns are chosen and compared; a third cannot be chosen', async () => {
    await open('/results?days=365')
    await page.getByLabel('Compare Adventskalender').check()
    assert.equal(await button('Compare the two').count(), 0)
    await page.getByLabel('Compare Winterröstung').check()
    assert.ok(await page.getByLabel('Compare Filterwochen').isDisabled())
    await button('Compare the two').click()
    await page.getByText('differs from').waitFor()
    const opens = page.locator('main tbody tr', { hasText: 'Opened' })
    await opens.getByText('Yes, higher').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    const { searchParams } = new URL(page.url())
    assert.deepEqual([searchParams.get('one'), searchParams.get('other')], [...world.results.sentIds])
  })

  test('the overview says how the last campaign went beside what is usual', async () => {
    await open('')
    await page.getByText(/Adventskalender reached [\d,]+ people on/).waitFor()
    await page
      .getByText(/^usually .+: more$/)
      .first()
      .waitFor()
  })

  test('reports by mail are set, refused addresses are said, and a report is withdrawn', async () => {
    await open('/results/mails')
    const addresses = page.getByLabel('Addresses, one on each line')
    await addresses.fill('board@koenigsblau.example, no address')
    await button('Save').click()
    await page.locator('main [role=alert]').waitFor()
    await addresses.fill('board@koenigsblau.example')
    await button('Save').click()
    await page.locator('main tbody tr', { hasText: 'board@koenigsblau.example' }).getByText('Asked').waitFor()
    assert.equal(await page.locator('main tbody tr', { hasText: 'vorstand@' }).count(), 0)
    await world.db`
      update report_recipients set state = 'bounced', problem = '550 5.1.1 no such user' where address = 'board@koenigsblau.example'`
    await page.reload()
    const bounced = page.locator('main tbody tr', { hasText: 'board@koenigsblau.example' })
    await bounced.getByText('A report did not reach board@koenigsblau.example: the mailbox does not exist.').waitFor()
    assert.equal(await bounced.getByText('550 5.1.1').isVisible(), false, 'words of servers are behind Details')
    const before = await button('Withdraw').count()
    await button('Withdraw').first().click()
    await page.getByText('Withdrawn').first().waitFor()
    assert.equal(await button('Withdraw').count(), before - 1)
  })
})
