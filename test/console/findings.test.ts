/** Findings of a check in the console: where they lead, how they are mended with one click, and where they stand once they are confirmed. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { seen } from '../harness/until.ts'

const sections = [
  { kind: 'heading', text: 'Tulips' },
  { kind: 'image', src: '', alt: 'A tulip' },
  { kind: 'columns', columns: [{ title: 'One' }, { title: 'Two', label: 'More', href: '' }] },
  { kind: 'text', html: '<p><a href="https://old.example/u">Se désinscrire</a></p>' },
  { kind: 'footer' },
]
/** Written for Mailchimp, with a link that was pasted from yet another letter. */
const brought = `<html lang="de"><body>\r\n<p  style="color:#333">Hallo *|IF:FNAME|**|FNAME|**|ELSE:|*du*|END:IF|*, &eacute; *|LIST:COMPANY|*</p>\r\n<a class="x" href="*|ARCHIVE|*">Im Browser</a> <a href='https://old.example/u'>Abmelden</a></body></html>`

describe('findings in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  before(async () => {
    world = await consoleWorld({}, [])
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

  async function begin(Name: string, Content: object, Subject = 'Hi *|FNAME|*'): Promise<string> {
    const sender = { Subject, FromName: 'Rosa', FromEmail: 'rosa@blossom.example' }
    const given = { ClientID: world.clientIds[0], Name, ...sender, ReplyTo: 'rosa@blossom.example', Content }
    const { status, value } = await world.call('Campaign.CreateDraft', given)
    assert.equal(status, 200, JSON.stringify(value))
    return (value as { CampaignID: string }).CampaignID
  }
  const draftOf = async (CampaignID: string) =>
    (await world.call('Campaign.GetDraft', { CampaignID })).value as {
      readonly Subject: string
      readonly Content: { readonly Html?: string; readonly Sections?: string }
    }
  const open = async (campaignId: string, search: string) => {
    await page.goto(`${world.url}/clients/${world.clientIds[0]}/campaigns/${campaignId}?${search}`)
  }
  const group = (name: string) => page.getByRole('region', { name, exact: true })
  const row = (name: RegExp) => page.getByRole('list', { name: 'Sections', exact: true }).getByRole('button', { name })
  const isOpen = (name: RegExp) => row(name).getAttribute('aria-expanded')

  test('a finding about a section opens that section, not the one that was open last, and says its name', async () => {
    const campaignId = await begin('Sections', { Kind: 'Sections', Sections: JSON.stringify({ version: 1, sections }) })
    await open(campaignId, 'open=content&section=5')
    await seen(
      'the footer is open',
      () => isOpen(/^Footer/),
      state => state === 'true',
    )
    await page.getByRole('button', { name: /^Checks/ }).click()
    const warnings = group('Decide')
    const incomplete = warnings.getByRole('listitem').filter({ hasText: 'no usable address' })
    await incomplete.filter({ hasText: 'Section 2: Image' }).waitFor()
    await incomplete.filter({ hasText: 'Section 3: Columns · item 2 · Link' }).waitFor()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /sections\[|\.src|undefined/)
    await incomplete.filter({ hasText: 'Section 2' }).getByRole('button', { name: /^Show/ }).click()
    await seen(
      'the image is open',
      () => isOpen(/^Image/),
      state => state === 'true',
    )
    assert.equal(await isOpen(/^Footer/), 'false')
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.id')
    await page.getByRole('textbox', { name: 'Image: address', exact: true }).waitFor()
    await seen('the field has the keyboard', focused, name => /^Image:/.test(String(name)))
    // a setting of an item
    await page.getByRole('button', { name: /^Checks/ }).click()
    await incomplete.filter({ hasText: 'Section 3: Columns · item 2' }).getByRole('button', { name: /^Show/ }).click()
    const item = () => page.evaluate('document.activeElement.closest("section")?.getAttribute("aria-label")')
    await seen('the second column has the keyboard', item, name => name === 'Columns, item 2')
    assert.equal(await page.evaluate('document.activeElement.labels[0].textContent'), 'Link')
  })

  test('a finding about the subject takes the keyboard to its field', async () => {
    const campaignId = await begin('No subject', { Kind: 'Html', Html: brought }, '')
    await open(campaignId, 'open=checks')
    const missing = group('Fix').getByRole('listitem').filter({ hasText: 'The subject is missing.' })
    await missing.getByRole('button', { name: /^Show/ }).click()
    const label = () => page.evaluate('document.activeElement.labels?.[0]?.textContent')
    await seen('the subject has the keyboard', label, text => text === 'Subject')
  })

  for (const [kind, source] of [
    ['Html', (filler: string, found: string) => `<html><body>\n${filler}${found}\n</body></html>`],
    [
      'Mjml',
      (filler: string, found: string) =>
        `<mjml><mj-body><mj-section><mj-column><mj-text>\n${filler}${found}\n</mj-text></mj-column></mj-section></mj-body></mjml>`,
    ],
  ] as const) {
    test(`a finding in ${kind} opens its line in the source, marks it, and does so again`, async () => {
      const filler = '<p>Nothing is wrong here.</p>\n'.repeat(200)
      const found = '<p><a href="https://192.0.2.1/">Open</a></p>'
      const campaignId = await begin(kind, { Kind: kind, [kind]: source(filler, found) }, 'Hi')
      await open(campaignId, 'open=checks')
      const line = page.locator('.cm-line.cm-found')
      for (const again of [false, true]) {
        if (again) await page.getByRole('button', { name: /^Checks/ }).click()
        const finding = page.getByRole('listitem').filter({ hasText: 'A link leads to an IP address' })
        await finding.getByText('Line 202', { exact: true }).waitFor()
        await finding.getByRole('button', { name: /^Show/ }).click()
        await line.waitFor()
        assert.equal(await line.innerText(), found)
        await seen(
          'the line is in view, and the source has the keyboard',
          () =>
            page.evaluate(`(() => {
              const { top, bottom } = document.querySelector('.cm-found').getBoundingClientRect()
              return top >= 0 && bottom <= innerHeight && document.activeElement.matches('.cm-content')
            })()`),
          isSo => isSo === true,
        )
      }
      // where the cursor is moved on, the mark goes
      await page.keyboard.press('ArrowUp')
      await line.waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('x')
      assert.match(await page.locator('.cm-activeLine').innerText(), /192\.0\.2\.1/, 'the keyboard is in that line')
    })
  }

  test('who decides is named before the click, as afterwards', async () => {
    const campaignId = await begin('By whom', { Kind: 'Html', Html: brought })
    await open(campaignId, 'open=checks')
    await group('Decide').getByText('Fix it, or confirm with your name: Carla Weber.').waitFor()
    await group('Fix').getByText('Nothing is sent until this is fixed.').waitFor()
  })

  test('a link in a section that leads elsewhere is replaced, and the other sections stay as they are', async () => {
    const source = JSON.stringify({ version: 1, sections }, null, 2)
    const campaignId = await begin('Link', { Kind: 'Sections', Sections: source })
    await open(campaignId, 'open=checks')
    const finding = group('Decide').getByRole('listitem').filter({ hasText: '“Se désinscrire” links to' })
    await finding.filter({ hasText: 'Section 4: Text' }).waitFor()
    await finding.getByRole('button', { name: /^Replace it/ }).click()
    const draft = await seen(
      'the link is replaced',
      () => draftOf(campaignId),
      ({ Content }) => /<unsubscribe>/.test(Content.Sections ?? ''),
    )
    const link = String.raw`<a href=\"https://old.example/u\">Se désinscrire</a>`
    assert.equal(draft.Content.Sections, source.replace(link, '<unsubscribe>Se désinscrire</unsubscribe>'))
    await finding.waitFor({ state: 'detached' })
  })

  test('tags of another system are named with what they become, and translated with one click', async () => {
    const campaignId = await begin('Brought', { Kind: 'Html', Html: brought })
    await open(campaignId, 'open=checks')
    const tags = group('Decide').getByRole('listitem').filter({ hasText: 'Tags of another system' })
    await tags.getByText('*|ARCHIVE|* → <webversion>').waitFor()
    await tags.getByText('*|LIST:COMPANY|* not changed: there is no equivalent here').waitFor()
    await tags.getByRole('button', { name: /^Translate/ }).click()
    const { Subject, Content } = await seen(
      'the tags are translated',
      () => draftOf(campaignId),
      draft => /firstname/.test(draft.Content.Html ?? ''),
    )
    assert.equal(Subject, 'Hi [firstname]')
    assert.equal(
      Content.Html,
      `<html lang="de"><body>\r\n<p  style="color:#333">Hallo [firstname,fallback=du], &eacute; *|LIST:COMPANY|*</p>\r\n<webversion class="x">Im Browser</webversion> <a href='https://old.example/u'>Abmelden</a></body></html>`,
    )
    // what stays is named still, and there is nothing left to translate
    await tags.getByText('there is no equivalent here').waitFor()
    await seen(
      'nothing to translate',
      () => tags.getByRole('button', { name: /^Translate/ }).count(),
      count => count === 0,
    )
  })

  test('a confirmed finding is under Confirmed, and not among the checks that passed', async () => {
    const campaignId = await begin('Confirmed', { Kind: 'Html', Html: brought })
    await open(campaignId, 'open=checks')
    const link = page.getByRole('listitem').filter({ hasText: '“Abmelden” links to https://old.example/u' })
    await group('Decide').filter({ has: link }).waitFor()
    await link.getByRole('button', { name: /^Confirm:/ }).click()
    const confirmed = group('Confirmed').getByRole('listitem').filter({ hasText: '“Abmelden” links to' })
    await confirmed.getByText(/^confirmed by Carla Weber/).waitFor()
    assert.equal(await group('Fine').getByText('“Abmelden” links to').count(), 0)
    // it can be mended all the same
    await confirmed.getByRole('button', { name: /^Replace it/ }).click()
    await seen(
      'the link is replaced',
      () => draftOf(campaignId),
      ({ Content }) => /<unsubscribe>Abmelden<\/unsubscribe>/.test(Content.Html ?? ''),
    )
  })
})
