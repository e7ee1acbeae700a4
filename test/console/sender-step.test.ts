/** From and subject of a draft: what stays from the last campaign, and how the subject looks in inboxes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws } from '../harness/console-page.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { seen } from '../harness/until.ts'

interface Draft {
  readonly FromName?: string
  readonly FromEmail?: string
  readonly ReplyTo?: string
  readonly Subject?: string
}

describe('from and subject in the console', needs('chromium'), () => {
  let opened: SignedInConsole
  let page: Page
  let clientId: string
  before(async () => {
    opened = await openSignedInConsole()
    page = opened.page
    clientId = opened.world.clientIds[0]!
  })
  after(() => opened?.close())
  const call = async (operation: string, parameters: object) => {
    const { status, value } = await opened.world.call(operation, parameters)
    assert.equal(status, 200, JSON.stringify(value))
    return value
  }
  const draftOfPage = async () => {
    const campaignId = /campaigns\/([0-9a-f]{32})/.exec(page.url())?.[1] ?? ''
    return (await call('Campaign.GetDraft', { CampaignID: campaignId })) as Draft
  }

  test('a campaign that is begun has the sender of the newest one, and what is typed in it stays its own', async () => {
    const last = {
      FromName: 'Blossom letters',
      FromEmail: 'letters@blossom.example',
      ReplyTo: 'office@blossom.example',
    }
    await call('Campaign.CreateDraft', { ClientID: clientId, Name: 'The one before', ...last })
    await page.goto(`${opened.world.url}/clients/${clientId}/campaigns`)
    await page.getByRole('button', { name: 'New campaign' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('The next one')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/campaigns\/[0-9a-f]{32}/)
    const { FromName, FromEmail, ReplyTo } = await draftOfPage()
    assert.deepEqual({ FromName, FromEmail, ReplyTo }, last)
  })

  test('the subject says its length as it is read, and is cut in the inbox where a phone cuts it', async () => {
    const step = page.getByRole('button', { name: /^From and subject/ })
    if ((await step.getAttribute('aria-expanded')) !== 'true') await step.click()
    await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Tulips 🌷')
    await page.getByText('8 characters. A phone shows all of it.').waitFor()
    await page
      .getByRole('textbox', { name: 'Subject', exact: true })
      .fill(`${'0123456789'.repeat(5)} [firstname,fallback=friend]`)
    await page.getByText('57 characters. A phone cuts the subject after 41.').waitFor()
    const phone = page.getByRole('figure', { name: 'On a phone' })
    await phone.getByText(`${'0123456789'.repeat(4)}0…`, { exact: true }).waitFor()
    await phone.getByText('Blossom letters', { exact: true }).waitFor()
    await page
      .getByRole('figure', { name: 'On a desktop' })
      .getByText(`${'0123456789'.repeat(5)} friend`)
      .waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
  })

  test('a tag is inserted where the caret is', async () => {
    const subject = page.getByRole('textbox', { name: 'Subject', exact: true })
    await subject.fill('Hello , welcome')
    await subject.press('Home')
    for (let at = 0; at < 6; at++) await subject.press('ArrowRight')
    await page.getByRole('button', { name: 'Insert a tag: Subject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Insert a tag' })
    await dialog.getByRole('radio', { name: /^First name/ }).check()
    await dialog.getByRole('textbox', { name: 'If nothing is known' }).fill('friend')
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
    assert.equal(await subject.inputValue(), 'Hello [firstname,fallback=friend], welcome')
    await seen('it is saved', draftOfPage, ({ Subject }) => Subject === 'Hello [firstname,fallback=friend], welcome')
  })

  test('who is notified is optional, says what it is, and keeps its value', async () => {
    const field = page.getByRole('textbox', { name: 'Notify when sent' })
    await field.fill('office@blossom.example')
    const about = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
    assert.match(await about.innerText(), /^Optional/)
    const explained = about.getByText('This address gets a mail when the campaign was sent to everybody.')
    assert.equal((await explained.boundingBox())!.width, 1)
    await about.getByRole('button', { name: 'Help' }).click()
    await seen(
      'the help',
      async () => (await explained.boundingBox())!.width,
      width => width > 24,
    )
    await page.reload()
    await seen(
      'the address',
      () => field.inputValue(),
      value => value === 'office@blossom.example',
    )
    assert.equal(await field.getAttribute('required'), null)
  })
})
