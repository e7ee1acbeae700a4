/** The editors of content, on the page of a campaign: what is done there is what the service keeps. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { seen } from '../harness/until.ts'

interface Content {
  readonly Kind: string
  readonly Html?: string
  readonly Mjml?: string
  readonly FileName?: string
  readonly Values?: readonly { readonly Name: string; readonly Content?: string; readonly Items?: readonly object[] }[]
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('content in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    page = shown.page
    await page.goto(`${world.url}/clients/${world.clientIds[0]}/campaigns/${world.regionsDraftId}?open=content`)
    await signInByForm(page, world.carla, personPassword)
    await page.getByRole('textbox', { name: 'Introduction' }).waitFor()
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })

  async function kept(what: string, isThere: (content: Content) => boolean): Promise<Content> {
    const ask = async () => {
      const { value } = await world.call('Campaign.GetDraft', { CampaignID: world.regionsDraftId })
      return (value as { Content: Content }).Content
    }
    return seen(what, ask, isThere)
  }
  const regionOf = ({ Values = [] }: Content, name: string) => Values.find(({ Name }) => Name === name)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  test('whether styles are written to elements is saved with the draft', async () => {
    const draft = { CampaignID: world.regionsDraftId }
    const isInlined = async () =>
      ((await world.call('Campaign.GetDraft', draft)).value as { InlineCss: boolean }).InlineCss // of the contract
    assert.equal(await isInlined(), true)
    const box = page.getByRole('checkbox', { name: 'Inline the style sheets' })
    await box.uncheck()
    await seen('a draft without inlining', isInlined, inlined => !inlined)
    await box.check()
    await seen('a draft with inlining', isInlined, inlined => inlined)
  })

  test('lines and rich text are saved as the HTML that the region may hold', async () => {
    await page.getByLabel('Headline', { exact: true }).first().fill('Tulips <are> here')
    await page.getByRole('textbox', { name: 'Introduction' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Hello ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('there')
    const content = await kept('both', all => /there/.test(regionOf(all, 'Introduction')?.Content ?? ''))
    assert.equal(regionOf(content, 'Introduction')?.Content, '<p>Hello <strong>there</strong></p>')
    assert.equal(regionOf(content, 'Headline')?.Content, 'Tulips <are> here')
    await page.frameLocator('iframe').getByText('Tulips <are> here').first().waitFor()
  })

  test('what is pasted keeps what the editor can hold, and runs nothing', async () => {
    await page.getByRole('textbox', { name: 'Introduction' }).click()
    await page.keyboard.press('Control+a')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<style>p{}</style><p class="MsoNormal" onclick="x()"><span>Pasted <b>text</b></span><img src="x" onerror="x()"></p>')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
    await kept(
      'the pasted text',
      all => regionOf(all, 'Introduction')?.Content === '<p>Pasted <strong>text</strong></p>',
    )
  })

  test('items are added, moved and removed with the keyboard, and a region goes back to its template', async () => {
    await button('Stories: move item 1 down').press('Enter')
    await button('Add Story').press('Enter')
    await page.getByRole('region', { name: 'Stories, item 3' }).getByLabel('Headline').fill('Third')
    await button('Stories: remove item 1').press('Enter')
    const stories = (all: Content) => regionOf(all, 'Stories')?.Items ?? []
    // drafts are saved while they are written: with two items there was also the one before
    const isThere = (all: Content) => stories(all).length === 2 && /Third/.test(JSON.stringify(stories(all)))
    const content = await kept('two stories', isThere)
    assert.deepEqual(regionOf(content, 'Stories')?.Items, [
      { Layout: 'Story with picture', Regions: [] },
      { Layout: 'Story', Regions: [{ Name: 'Headline', Content: 'Third' }] },
    ])
    await button('As in the template').first().click()
    await kept('no headline', all => regionOf(all, 'Headline') === undefined)
  })

  test('an image is uploaded and chosen, and can be chosen again', async () => {
    await button('Choose an image: Main picture').click()
    const dialog = page.getByRole('dialog', { name: 'Choose an image' })
    const file = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('alert').waitFor()
    await dialog.locator('input[type=file]').setInputFiles({ ...file, name: 'dot.png', buffer: png })
    await dialog.waitFor({ state: 'detached' })
    await kept('the image', all => /\/files\/client\/.*\.png$/.test(regionOf(all, 'Main picture')?.Content ?? ''))
    await button('Choose an image: Main picture').click()
    await dialog.getByText('dot.png').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('another kind takes along what it can hold; MJML has its problems with line and column', async () => {
    await button('Change the format').click()
    await page.getByRole('button', { name: /^HTML/ }).click()
    const { Html = '' } = await kept('HTML', ({ Kind }) => Kind === 'Html')
    assert.match(Html, /Pasted <strong>text<\/strong>/)
    await button('Change the format').click()
    await page.getByRole('button', { name: /^MJML/ }).click()
    await page.getByRole('textbox', { name: 'MJML' }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.type('<mj-foo></mj-foo>')
    await page.getByRole('list', { name: 'Problems' }).getByText('mj-foo').waitFor()
    await page.getByRole('button', { name: 'Line 2, column 12' }).press('Enter')
    await page.keyboard.type('[fir')
    await page.locator('.cm-tooltip-autocomplete').getByText('[firstname]').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate("document.activeElement.closest('.cm-editor')"), null, 'Tab leaves the editor')
    await kept('MJML', ({ Mjml = '' }) => Mjml.includes('[fir<mj-foo>'))
  })
})
