/** Consent and law of a list in the console: a choice sets the usual values, and findings of a campaign lead to where they are mended. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { seen } from '../harness/until.ts'

describe('consent and law of a list', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  let list: string
  before(async () => {
    world = await consoleWorld({}, ['audience'])
    list = world.audience.workshops
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

  const base = () => `${world.url}/clients/${world.clientIds[0]}`
  const panel = () => page.getByRole('region', { name: 'Consent and law', exact: true })
  const law = () => panel().getByLabel('Law that applies to the subscribers')
  const tracking = () => panel().getByLabel('Track opens and clicks')
  const box = (name: string) => panel().getByRole('checkbox', { name })
  const rules = async () => {
    const { value } = await world.call('List.GetConsentRules', { ListID: list })
    const { Profiles: _, ...stored } = value as Readonly<Record<string, unknown>>
    return stored
  }
  const save = async (expected: object) => {
    await panel().getByRole('button', { name: 'Save' }).click()
    await seen('the rules are stored', rules, stored => JSON.stringify(stored) === JSON.stringify(expected))
  }

  test('a choice of law sets its usual values and shows what it asks for, and is stored with them', async () => {
    await page.goto(`${base()}/lists/${list}?tab=settings`)
    await law().waitFor()
    assert.equal(await law().inputValue(), 'other')
    assert.equal(await panel().getByText('This law asks for:').count(), 0)
    await law().selectOption({ label: 'France' })
    assert.equal(await tracking().inputValue(), 'Consent')
    assert.equal(await box('Keep the date of the last open').isChecked(), true)
    assert.equal(await box('Count opens without persons').isChecked(), true)
    assert.equal(await box('Ask for consent to personal content').isChecked(), false)
    await panel().getByText('consent before opens and clicks are recorded').waitFor()
    await panel().getByText('This is no legal advice').waitFor()
    assert.equal((await rules()).Law, 'other', 'nothing is stored before Save')
    await save({ Law: 'FR', Tracking: 'Consent', Personalising: false, Hygiene: true, AnonymousOpens: true })
  })

  test('a value that differs from the usual one is stored, and language keeps it', async () => {
    await page.goto(`${base()}/lists/${list}?tab=settings`)
    await law().selectOption({ label: 'United States' })
    await box('Ask for consent to personal content').check()
    await tracking().selectOption('Never')
    const expected = { Law: 'US', Tracking: 'Never', Personalising: true, Hygiene: false, AnonymousOpens: false }
    await save(expected)
    const options = page.getByRole('region', { name: 'Unsubscribing and language', exact: true })
    await options.getByLabel('Language of its pages and mails').selectOption('fr')
    await options.getByRole('button', { name: 'Save' }).click()
    await seen(
      'the language is stored',
      async () => (await world.call('List.GetOptions', { ListID: list })).value as { readonly Language: string },
      ({ Language }) => Language === 'fr',
    )
    assert.deepEqual(await rules(), expected)
  })

  test('findings of law name the list, and lead to the settings where they are mended', async () => {
    await world.call('List.SetConsentRules', { ListID: list, Law: 'CA', Tracking: 'Always' })
    const { value } = await world.call('Campaign.CreateDraft', {
      ...{ ClientID: world.clientIds[0], Name: 'Law', Subject: 'News', FromName: 'Rosa' },
      ...{ FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example' },
      Audience: { ListIDs: [list] },
      Content: { Kind: 'Html', Html: '<p>Hello</p><unsubscribe>Leave us</unsubscribe>' },
    })
    await page.goto(`${base()}/campaigns/${(value as { CampaignID: string }).CampaignID}?open=checks`)
    const finding = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    const tracked = finding('Opens and clicks of everyone are recorded')
    await tracked.getByText(/\(CA\)/).waitFor()
    await finding('a line with one is added at the end').waitFor()
    const addressed = finding('asks for the sender’s postal address')
    await addressed.getByRole('link', { name: /^Branding:/ }).click()
    await page.waitForURL(/\/branding$/)
    await page.goBack()
    await tracked.getByRole('link', { name: /^Lists:/ }).click()
    await page.waitForURL(/\/lists$/)
  })
})
