/** A mail that is composed of sections, on the page of a campaign: with the keyboard, with the mouse, and against another person. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { readShownTo, writeShownTo } from '../../console/src/screens/content/sections/condition.ts'
import { documentOf } from '../../console/src/screens/content/sections/document.ts'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { seen } from '../harness/until.ts'

interface Section {
  readonly kind: string
  readonly text?: string
  readonly html?: string
  readonly color?: string
  readonly shownTo?: string
}
interface Draft {
  readonly Revision: number
  readonly Content?: { readonly Kind: string; readonly Sections?: string }
}

test('sections of another version are not edited', () => {
  assert.equal(documentOf('{"version":2,"sections":[]}', 1), undefined)
  assert.equal(documentOf('no JSON', 1), undefined)
  assert.deepEqual(documentOf('{"version":1,"sections":[]}', 1), { theme: {}, sections: [] })
})

test('a condition of a section is read and written as the service reads it', () => {
  for (const one of [
    'City=Berlin',
    'City!=Berlin',
    'City*=ber',
    'City',
    'City=',
    'City="a]b"',
    'tag=VIP',
    'tag!=VIP',
    'language=de',
  ])
    assert.equal(writeShownTo(readShownTo(one), ['City']), one)
  assert.equal(writeShownTo(readShownTo('field:Language=de'), ['Language']), 'field:Language=de')
  assert.equal(writeShownTo(readShownTo('contact:language=de'), ['Language']), 'contact:language=de')
  assert.equal(readShownTo(' ').subject, 'everybody')
  assert.equal(writeShownTo(readShownTo('contact:segment=x'), ['Segment']), 'contact:segment=x')
  assert.equal(readShownTo('segment*=x').subject, 'other', 'it is kept as it is')
})

describe('sections in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  let campaignId: string
  before(async () => {
    world = await consoleWorld()
    campaignId = world.campaigns.empty
    const sender = { FromName: 'Blossom', FromEmail: 'rosa@blossom.example' }
    await world.call('Campaign.UpdateDraft', { CampaignID: campaignId, Revision: (await draft()).Revision, ...sender })
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    page = shown.page
    await page.goto(`${world.url}/clients/${world.clientIds[0]}/campaigns/${campaignId}?open=content`)
    await signInByForm(page, world.carla, personPassword)
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })

  const draft = async () => (await world.call('Campaign.GetDraft', { CampaignID: campaignId })).value as Draft
  const sectionsOf = ({ Content }: Draft): readonly Section[] => JSON.parse(Content?.Sections ?? '{}').sections ?? []
  const kindsOf = (all: readonly Section[]) => all.map(({ kind }) => kind).join(' ')
  const kept = async (what: string, isThere: (sections: readonly Section[]) => boolean) =>
    seen(what, async () => sectionsOf(await draft()), isThere)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const row = (name: RegExp) => page.getByRole('list', { name: 'Sections', exact: true }).getByRole('button', { name })

  test('a mail is written from nothing with the keyboard alone, and the preview shows it', async () => {
    await page.getByRole('button', { name: /^Plain letter/ }).press('Enter')
    await kept('the letter', all => /text text divider footer$/.test(kindsOf(all)))
    // the shortest letter that can be
    const { Revision } = await draft()
    const Sections = '{"version":1,"sections":[{"kind":"text","html":"<p>Hello</p>"},{"kind":"footer"}]}'
    await world.call('Campaign.UpdateDraft', {
      ...{ CampaignID: campaignId, Revision, Content: { Kind: 'Sections', Sections } },
    })
    await page.reload()
    await kept('the layout', all => /^text footer$/.test(kindsOf(all)))
    await button('Add a section').press('Enter')
    // the first choice has the keyboard
    await page.getByRole('dialog', { name: 'Add a section' }).waitFor()
    await page.keyboard.press('Enter')
    await row(/^Heading/).waitFor()
    const focused = () => page.evaluate('document.activeElement.textContent')
    await seen('the new section has the keyboard', focused, text => /^Heading/.test(String(text)))
    await page.getByRole('textbox', { name: 'Heading', exact: true }).focus()
    await page.keyboard.type('Tulips <script>alert(1)</script> & more')
    await kept('the heading', all => /text heading footer$/.test(kindsOf(all)))
    await page.keyboard.press('Alt+ArrowUp')
    await kept('the heading above the text', all => /heading text footer$/.test(kindsOf(all)))
    assert.match(String(await focused()), /^Heading/, 'it keeps the keyboard where it moved')
    await page.keyboard.press('Alt+ArrowUp')
    await row(/^Text/).press('Enter')
    await page.getByRole('textbox', { name: 'Text', exact: true }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Hello ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Ada')
    const all = await kept('the text', found => found.some(({ html }) => html === '<p>Hello <strong>Ada</strong></p>'))
    assert.equal(all.find(({ kind }) => kind === 'heading')?.text, 'Tulips <script>alert(1)</script> & more')
    await page
      .frameLocator('iframe')
      .getByRole('heading', { name: 'Tulips <script>alert(1)</script> & more' })
      .waitFor()
  })

  test('what is not yet a colour is not saved, and keeps nothing else from being saved', async () => {
    await row(/^Heading/).press('Enter')
    await page.getByText('Design').press('Enter')
    const colour = page.getByRole('textbox', { name: 'Colour', exact: true })
    await colour.fill('#9a34')
    await page.getByText('Write a colour like #9a3412.').waitFor()
    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Tulips')
    const half = await kept('the heading', all => all.some(({ text }) => text === 'Tulips'))
    assert.equal(half.find(({ kind }) => kind === 'heading')?.color, undefined)
    await colour.fill('#9a3412')
    await kept('the colour', all => all.some(({ color }) => color === '#9a3412'))
  })

  test('a section is duplicated, removed, and comes back', async () => {
    await page
      .getByRole('list', { name: 'Sections', exact: true })
      .getByRole('button', { name: 'Duplicate', exact: true })
      .press('Enter')
    await kept('two headings', all => kindsOf(all).split('heading').length === 3)
    await page
      .getByRole('list', { name: 'Sections', exact: true })
      .getByRole('button', { name: 'Remove', exact: true })
      .press('Enter')
    await kept('one heading', all => kindsOf(all).split('heading').length === 2)
    await button('Undo').click()
    const all = await kept('two headings again', found => kindsOf(found).split('heading').length === 3)
    assert.deepEqual(all[1], all[0])
  })

  test('a section is shown to people for whom a condition holds, which its line and the preview say', async () => {
    await row(/^Heading/)
      .first()
      .press('Enter')
    await page.getByRole('combobox', { name: 'Shown to' }).selectOption({ label: 'People with a certain language' })
    await page.getByRole('combobox', { name: 'Language', exact: true }).fill('de')
    await kept('the condition', all => all.some(({ shownTo }) => shownTo === 'language=de'))
    await page.getByText('Shown to: language=de').first().waitFor()
    // where the mail is edited, all sections are shown
    await page.getByRole('button', { name: 'Desktop', exact: true }).click()
    const headings = page.frameLocator('iframe').getByRole('heading', { name: 'Tulips', exact: true })
    await seen(
      'the preview leaves it out',
      () => headings.count(),
      count => count === 1,
    )
    await page.getByRole('combobox', { name: 'Shown to' }).selectOption({ label: 'Everybody' })
    await kept('no condition', all => all.every(({ shownTo = '' }) => shownTo === ''))
    await seen(
      'the preview shows both',
      () => headings.count(),
      count => count === 2,
    )
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
  })

  test('a section is dragged with the mouse', async () => {
    const before = kindsOf(await kept('both headings', all => all.length > 3))
    const handles = page.getByRole('list', { name: 'Sections', exact: true }).getByTitle('Drag to move')
    const footer = handles.last()
    const first = handles.first()
    await footer.scrollIntoViewIfNeeded()
    await footer.hover()
    await page.mouse.down()
    const { x, y } = (await first.boundingBox())! // it is shown
    await page.mouse.move(x + 4, y + 20, { steps: 4 })
    await page.mouse.move(x + 4, y - 2, { steps: 2 })
    await page.mouse.up()
    const moved = kindsOf(await kept('the footer above', all => all[0]?.kind === 'footer'))
    assert.equal(moved, `footer ${before.replace(/ footer$/, '')}`)
  })

  test('after a reload nothing is lost, and the same section is open', async () => {
    await row(/^Text/).press('Enter')
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    const before = sectionsOf(await draft())
    await page.reload()
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    assert.deepEqual(sectionsOf(await draft()), before)
  })

  test('what another person saved meanwhile is shown beside one’s own, and is not lost unasked', async () => {
    const { Revision } = await draft()
    const Sections = '{"version":1,"sections":[{"kind":"heading","text":"Of another person"}]}'
    const saved = await world.call('Campaign.UpdateDraft', {
      ...{ CampaignID: campaignId, Revision, Content: { Kind: 'Sections', Sections } },
    })
    assert.equal(saved.status, 200)
    await page.getByRole('textbox', { name: 'Text', exact: true }).focus()
    await page.keyboard.type('Mine ')
    const both = page.getByRole('alertdialog', { name: 'Two versions' })
    await both.waitFor()
    await both.getByText('Of another person').waitFor()
    assert.equal(sectionsOf(await draft())[0]?.text, 'Of another person')
    await both.getByRole('button', { name: 'Continue with this choice' }).click()
    await kept('the own version', all => all.some(({ html = '' }) => html.includes('Mine')))
  })

  test('written as HTML it goes on with what the sections said; the sections stay among the revisions', async () => {
    const { Revision } = await draft()
    await button('Change the format').click()
    await page.getByRole('dialog').getByRole('button', { name: /^HTML/ }).click()
    const ask = async () => (await draft()).Content as { Kind: string; Html?: string }
    const { Html = '' } = await seen('HTML', ask, ({ Kind }) => Kind === 'Html')
    for (const part of ['<!--[if mso', 'Mine ', '<unsubscribe']) assert.ok(Html.includes(part), part)
    const { value } = await world.call('Campaign.GetRevision', { CampaignID: campaignId, Revision })
    assert.equal((value as Draft).Content?.Kind, 'Sections')
  })
})
