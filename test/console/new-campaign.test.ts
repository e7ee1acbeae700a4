/** What a new campaign begins with, and as whom its mail is seen: chosen once, in the preview or where a tag is inserted. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, smallTargets, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { seen } from '../harness/until.ts'

interface Draft {
  readonly Name?: string
  readonly Content?: { readonly Kind: string; readonly TemplateID?: string }
}

describe('a new campaign', needs('chromium'), () => {
  let world: ConsoleWorld
  let opened: SignedInConsole
  let page: Page
  let clientId: string
  before(async () => {
    opened = await openSignedInConsole({}, ['audience'])
    ;({ world, page } = opened)
    clientId = world.clientIds[0]!
  })
  after(() => opened?.close())
  const call = async (operation: string, parameters: object) => {
    const { status, value } = await world.call(operation, parameters)
    assert.equal(status, 200, JSON.stringify(value))
    return value
  }
  const template = async (Name: string) => {
    const Html = `<html><body><h1><singleline label="Title">${Name} title</singleline></h1><unsubscribe>Leave</unsubscribe></body></html>`
    return (await call('Template.CreateFromContent', { ClientID: clientId, Name, Html })) as string
  }
  const draftOfPage = async () => {
    const campaignId = /campaigns\/([0-9a-f]{32})/.exec(page.url())?.[1] ?? ''
    return (await call('Campaign.GetDraft', { CampaignID: campaignId })) as Draft
  }
  const dialog = () => page.getByRole('dialog', { name: 'New campaign' })
  const cards = () => dialog().getByRole('group', { name: 'Start with' })
  async function openDialog() {
    await page.goto(`${world.url}/clients/${clientId}/campaigns`)
    await page.getByRole('button', { name: 'New campaign' }).first().click()
    await cards().waitFor()
  }

  test('a template of the client is shown as a picture and chosen with one click; what was typed stays', async () => {
    const TemplateID = await template('Spring letter')
    await openDialog()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('From a picture')
    const card = cards().getByRole('button', { name: 'Spring letter' })
    await card.locator('iframe').contentFrame().getByText('Spring letter title').waitFor()
    const empty = cards().getByRole('button', { name: 'An empty campaign' })
    assert.equal(await empty.getAttribute('aria-pressed'), 'true', 'nothing is chosen for a person')
    await card.click()
    assert.deepEqual(
      [await card.getAttribute('aria-pressed'), await empty.getAttribute('aria-pressed')],
      ['true', 'false'],
    )
    await waitUntilSettled(page)
    assert.deepEqual(await accessibilityFlaws(page), [])
    await dialog().getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/campaigns\/[0-9a-f]{32}/)
    const { Name, Content } = await draftOfPage()
    assert.deepEqual([Name, Content?.Kind, Content?.TemplateID], ['From a picture', 'Regions', TemplateID])
  })

  test('many templates are found by name; Enter in the search creates nothing, and the button stays in view on a phone', async () => {
    for (let n = 1; n <= 7; n++) await template(`Number ${n}`)
    await page.setViewportSize({ width: 375, height: 700 })
    await openDialog()
    const search = cards().getByRole('searchbox', { name: 'Find a template' })
    await search.fill('NUMBER 3')
    await search.press('Enter')
    assert.equal(await cards().getByRole('button').count(), 1)
    await cards().getByRole('button', { name: 'Number 3' }).click()
    await search.fill('nothing of this name')
    await cards().getByRole('button', { name: 'Number 3' }).waitFor()
    await search.fill('')
    await cards().getByRole('button', { name: 'An empty campaign' }).waitFor()
    const create = dialog().getByRole('button', { name: 'Create' })
    const [button, around] = [await create.boundingBox(), await dialog().boundingBox()]
    assert.ok(button && around && button.y + button.height <= around.y + around.height, 'the dialog is not scrolled')
    await waitUntilSettled(page)
    assert.deepEqual([await accessibilityFlaws(page), await smallTargets(page)], [[], []])
    assert.equal(await dialog().count(), 1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
  })

  test('the person of the preview is the one whose values tags show, and the other way round', async () => {
    const { CampaignID } = (await call('Campaign.CreateDraft', {
      ...{ ClientID: clientId, Name: 'For one person', Subject: 'For you' },
      ...{ FromName: 'Rosa', FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example' },
      Audience: { ListIDs: [world.audience.workshops], Segments: [] },
      Content: { Kind: 'Html', Html: '<p>Dear [firstname,fallback=reader] <unsubscribe>leave</unsubscribe></p>' },
    })) as { readonly CampaignID: string }
    await page.goto(`${world.url}/clients/${clientId}/campaigns/${CampaignID}?open=sender`)
    const mail = () => page.locator('aside iframe').contentFrame()
    await mail().getByText('Dear reader').waitFor()
    const ofPreview = page.getByRole('textbox', { name: 'Show it as this subscriber reads it' })
    await ofPreview.fill('bo.lindqvist@readers.example')
    await ofPreview.press('Enter')
    await mail().getByText('Dear Bo').waitFor()
    const picker = page.getByRole('dialog', { name: 'Insert a tag' })
    const openPicker = () => page.getByRole('button', { name: 'Insert a tag: Subject' }).click()
    const ofPicker = picker.getByRole('combobox', { name: 'Show the values of' })
    await openPicker()
    assert.equal(await ofPicker.inputValue(), 'bo.lindqvist@readers.example')
    await picker.getByRole('radio', { name: /^First name\s*Bo/ }).waitFor()
    // another one, chosen here
    await ofPicker.fill('hiroko@readers.example')
    await ofPicker.press('Tab')
    await picker.getByRole('radio', { name: /^First name\s*田中/ }).waitFor()
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
    await mail().getByText('Dear 田中').waitFor()
    assert.equal(await ofPreview.inputValue(), 'hiroko@readers.example')
    // and none
    await page.getByRole('button', { name: 'Without personal data' }).click()
    await mail().getByText('Dear reader').waitFor()
    assert.equal(await ofPreview.inputValue(), '')
    await openPicker()
    assert.equal(await ofPicker.inputValue(), '')
    await seen(
      'fallbacks are shown',
      () => picker.getByRole('radio', { name: /Bo|田中/ }).count(),
      count => count === 0,
    )
    await page.keyboard.press('Escape')
    const draft = (await call('Campaign.GetDraft', { CampaignID })) as { readonly Subject?: string }
    assert.equal(draft.Subject, 'For you', 'looking as a person writes nothing')
  })
})
