/** An A/B test in a browser: set up with its sample size while a campaign is written, and its numbers and a choice in the report. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { seedWaitingTest } from '../harness/tested-campaign.ts'

describe('an A/B test', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    page = shown.page
    await page.goto(`${world.url}/sign-in`)
    await signInByForm(page, world.carla, personPassword)
    await page.waitForURL(`${world.url}/`)
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })
  const campaign = (id: string) => `${world.url}/clients/${world.clientIds[0]}/campaigns/${id}`
  const testOf = async (id: string) => (await world.call('Campaign.GetVariants', { CampaignID: id })).value

  test('is set up beside subject and sender, and says how many people it needs', async () => {
    const { ready } = world.campaigns
    await page.goto(`${campaign(ready)}?open=sender`)
    await page.getByRole('button', { name: 'Set up an A/B test …' }).click()
    const dialog = page.getByRole('dialog', { name: 'A/B test' })
    await dialog.getByText(/To show a difference between 2% and 3%, each variant needs 4,023 people/).waitFor()
    await dialog.getByText(/The test will name no winner/).waitFor()
    await dialog.getByRole('button', { name: 'Save the test' }).click()
    await dialog.getByText('The A/B test cannot be set up like this.').waitFor()
    await dialog.getByLabel('Subject').fill('Tulips, fresh from the field')
    await dialog.getByRole('radio', { name: 'Opens' }).check()
    await dialog.getByText(/between 15% and 18%/).waitFor()
    await dialog.getByRole('button', { name: 'Add a variant' }).click()
    const third = dialog.getByRole('group', { name: 'Variant C' })
    await third.getByLabel('Sender’s name').fill('Rosa')
    await dialog.getByText(/each variant needs 3,271 people/).waitFor()
    await dialog.getByLabel('Without a winner').selectOption('A')
    await dialog.getByRole('button', { name: 'Save the test' }).click()
    await dialog.waitFor({ state: 'detached' })
    const panel = page.getByRole('region', { name: 'A/B test' })
    await panel.getByText('Tulips, fresh from the field').waitFor()
    await panel.getByText(/20% of the recipients are tested; people’s opens decide after 4 hours/).waitFor()
    const set = (await testOf(ready)) as { State: string; DecidedBy: string; Variants: { FromName: string }[] }
    assert.deepEqual(
      [set.State, set.DecidedBy, set.Variants.map(({ FromName }) => FromName)],
      ['NotBegun', 'Opens', ['Rosa of Blossom', 'Rosa of Blossom', 'Rosa']],
    )
  })

  test('shows each variant in the preview, and is removed', async () => {
    const { ready } = world.campaigns
    await page.goto(`${campaign(ready)}?open=sender`)
    await page.getByRole('complementary', { name: 'Preview' }).getByLabel('Variant').selectOption('C')
    await page.goto(`${campaign(ready)}?open=checks`)
    await page.getByRole('region', { name: 'Test mail' }).getByLabel('Variant').selectOption('C')
    const sent = page.waitForRequest(request => request.url().endsWith('/Campaign.SendVariantTest'))
    await page.getByRole('button', { name: 'Send a test to Me' }).click()
    assert.equal((await sent).postDataJSON().Variant, 'C')
    await page.goto(`${campaign(ready)}?open=sender`)
    await page.getByRole('button', { name: 'Remove the test' }).click()
    await page.getByRole('button', { name: 'Set up an A/B test …' }).waitFor()
    assert.equal(((await testOf(ready)) as { State: string }).State, 'None')
  })

  test('has its numbers in the report, and a person chooses where no difference was shown', async () => {
    const { pausedId } = world.reports
    await seedWaitingTest(world.db, pausedId)
    await page.goto(`${campaign(pausedId)}/report`)
    const panel = page.getByRole('region', { name: 'A/B test' })
    await panel
      .getByText(/No difference shown: chance alone makes such a difference with a probability of 41.3%/)
      .waitFor()
    await panel.getByText('The test is over. The other recipients wait until someone chooses.').waitFor()
    await panel.getByLabel('Variant for the others').selectOption('B')
    await panel.getByRole('button', { name: 'Send variant B to the others' }).click()
    await panel.getByText(/Carla Weber chose variant B for the others/).waitFor()
    assert.equal(await panel.getByRole('button', { name: /to the others/ }).count(), 0, 'once')
    await panel.getByText(/No difference shown/).waitFor()
    await page.goto(`${campaign(pausedId)}/report?tab=share`)
    await page.getByText(/Variant B chosen for the others by Carla Weber/).waitFor()
  })
})
