/** Hours, spreading and time zones in a browser: chosen while a campaign is written, with people by zone, and shown once it is scheduled. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { until } from '../harness/until.ts'

describe('when mails go out', needs('chromium'), () => {
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
  const address = (id: string, rest: string) => `${world.url}/clients/${world.clientIds[0]}/campaigns/${id}?${rest}`
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  const timingOf = async (id: string): Promise<any> =>
    (await world.call('Campaign.GetTiming', { CampaignID: id })).value

  test('hours, days, spreading and a field are chosen, and people are counted by zone', async () => {
    const { zoned } = world.campaigns
    const none = { AllowedFrom: '', AllowedUntil: '', AllowedDays: [], SpreadHours: 0, TimeZoneField: '' }
    await world.call('Campaign.SetTiming', { CampaignID: zoned, ...none, PastZones: 'Refuse' })
    await page.goto(address(zoned, 'open=when'))
    await page.getByText('Hours, spreading and time zones').click()
    await page.getByLabel('Only in certain hours').check()
    await page.getByLabel('Until', { exact: true }).fill('18:00')
    await page.getByLabel('Sun').uncheck()
    await page.getByLabel('Spread over hours').fill('3')
    await page.getByLabel('Whose clock counts').selectOption('[City]')
    await page.getByText(/“immediately” is the same moment everywhere/).waitFor()
    await page.getByText(/1 time zone · 6 people without a known zone/).waitFor()
    await page.getByRole('cell', { name: 'Oslo' }).waitFor()
    await until(async () => (await timingOf(zoned)).TimeZoneField === '[City]', 'it is saved')
    assert.deepEqual(await timingOf(zoned), {
      AllowedFrom: '09:00',
      AllowedUntil: '18:00',
      AllowedDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
      SpreadHours: 3,
      TimeZoneField: '[City]',
      PastZones: 'Refuse',
    })
  })

  test('for a date that has passed in a zone, a choice is asked', async () => {
    const { zoned } = world.campaigns
    await page.goto(address(zoned, 'open=when&at=2024-03-04T10:00'))
    await page.getByText(/8 people whose time has passed/).waitFor()
    await page.getByRole('radio', { name: 'Skip them' }).check()
    await page.getByRole('cell', { name: 'Skipped' }).first().waitFor()
    assert.equal((await timingOf(zoned)).PastZones, 'Skip')
  })
})
