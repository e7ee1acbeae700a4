/** What mails begin with and are made of again and again: starter letters as pictures, the brand kit, saved blocks, test mails. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { letters } from '../../src/domain/templates/starters/letters/letters.ts'
import { wordsByLanguage } from '../../src/domain/templates/starters/letters/words.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { seen } from '../harness/until.ts'

interface Section {
  readonly kind: string
  readonly [setting: string]: unknown
}
interface Draft {
  readonly Revision: number
  readonly Content?: { readonly Kind: string; readonly Sections?: string }
}
interface BlockPage {
  readonly Blocks: readonly { readonly BlockID: string; readonly Name: string; readonly Sections: string }[]
}

describe('starter letters, brand kit and blocks in the console', needs('chromium'), () => {
  let it: SignedInConsole
  let page: Page
  let clientId: string
  before(async () => {
    it = await openSignedInConsole()
    page = it.page
    clientId = it.world.clientIds[0]!
  })
  after(() => it?.close())

  const call = async (operation: string, parameters: object) => {
    const { status, value } = await it.world.call(operation, { ClientID: clientId, ...parameters })
    assert.equal(status, 200, JSON.stringify(value))
    return value
  }
  const begin = async (Name: string, Content?: object) =>
    ((await call('Campaign.CreateDraft', { Name, ...(Content && { Content }) })) as { CampaignID: string }).CampaignID
  const open = (campaignId: string, search = 'open=content') =>
    page.goto(`${it.world.url}/clients/${clientId}/campaigns/${campaignId}?${search}`)
  const draft = async (CampaignID: string) => (await it.world.call('Campaign.GetDraft', { CampaignID })).value as Draft
  const sectionsOf = ({ Content }: Draft): readonly Section[] => JSON.parse(Content?.Sections || '{}').sections ?? []
  const kept = async (campaignId: string, what: string, isThere: (sections: readonly Section[]) => boolean) =>
    seen(what, async () => sectionsOf(await draft(campaignId)), isThere)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const gallery = () => page.getByRole('list', { name: 'Letters to start with' })
  const blocks = async () => ((await call('Block.List', { Cursor: '', Limit: 0 })) as BlockPage).Blocks

  test('new content begins with the letters as pictures, in the language that is chosen', async () => {
    await open(await begin('Pictures'))
    await gallery().getByRole('button').first().waitFor()
    assert.equal(await gallery().getByRole('button').count(), letters.length)
    const first = gallery().getByRole('listitem').first()
    await first.scrollIntoViewIfNeeded()
    const picture = (text: string) => first.frameLocator('iframe').getByText(text)
    await picture(wordsByLanguage.en.launch.title).waitFor()
    await page.getByRole('combobox', { name: 'Language of the letter' }).selectOption('de')
    await gallery()
      .getByRole('button', { name: /^Ankündigung/ })
      .waitFor()
    await picture(wordsByLanguage.de.launch.title).waitFor()
    assert.equal(await first.frameLocator('iframe').locator('script').count(), 0)
  })

  test('a letter is taken with its pictures, which are images of the client, once each', async () => {
    const images = async () =>
      ((await call('Asset.List', { Cursor: '', Limit: 0 })) as { Assets: readonly { Name: string }[] }).Assets
    for (const name of ['First', 'Second']) {
      const campaignId = await begin(name)
      await open(campaignId)
      await gallery()
        .getByRole('button', { name: /^Welcome/ })
        .click()
      const all = await kept(campaignId, 'the letter', ({ length }) => length > 4)
      const sprout = all.find(({ src }) => typeof src === 'string' && !src.includes('?'))
      assert.match(String(sprout?.src), new RegExp(`/files/client/${clientId}/[0-9a-f]{64}\\.png$`))
      assert.equal(all.at(-1)?.kind, 'footer')
    }
    assert.equal((await images()).filter(({ Name }) => Name === 'sprout.png').length, 1)
  })

  test('the brand kit is saved, and letters have its typefaces, colours and links', async () => {
    await page.goto(`${it.world.url}/clients/${clientId}/branding`)
    await page.getByRole('combobox', { name: 'Headings' }).selectOption('palatino')
    await button('Add a colour').click()
    await page.getByRole('textbox', { name: 'Colour 1', exact: true }).fill('#F6C667')
    await button('Add a colour').click()
    await button('Add a link').click()
    await page.getByRole('textbox', { name: 'Name of link 1' }).fill('Fediverse <b>')
    await page.getByRole('textbox', { name: 'Address of link 1' }).fill('https://social.example/@blossom')
    await button('Save the branding').click()
    const branding = async () =>
      (await call('Client.GetBranding', {})) as {
        HeadingFont: string
        Colors: readonly string[]
        SocialLinks: readonly object[]
        PostalAddress: string
      }
    const saved = await seen('the branding', branding, ({ HeadingFont }) => HeadingFont === 'palatino')
    assert.deepEqual(saved.Colors, ['#f6c667'], 'a row that was only opened is not kept')
    assert.deepEqual(saved.SocialLinks, [{ Name: 'Fediverse <b>', Url: 'https://social.example/@blossom' }])
    assert.match(saved.PostalAddress, /Amsterdam/, 'the rest stays')
    const letter = page.getByRole('complementary', { name: 'Preview' }).frameLocator('iframe')
    await letter.getByRole('link', { name: 'Fediverse <b>' }).waitFor({ state: 'attached' })
    assert.match(String(await letter.locator('h1').first().getAttribute('style')), /Palatino/)

    const campaignId = await begin('Branded')
    await open(campaignId)
    await gallery()
      .getByRole('button', { name: /^Announcement/ })
      .click()
    const all = await kept(campaignId, 'the letter', ({ length }) => length > 4)
    assert.ok(all.some(({ kind }) => kind === 'social'))
    // the colours of the branding are offered where one is chosen
    await page.getByText('Colours and typeface of the mail').click()
    await page.locator('datalist option[value="#f6c667"]').first().waitFor({ state: 'attached' })
  })

  test('a section is saved as a block, used in another mail, and changed there alone', async () => {
    const block = 'Hours <script>alert(1)</script> مرحبا'
    const sections = JSON.stringify({ version: 1, sections: [{ kind: 'heading', text: 'Open' }, { kind: 'footer' }] })
    const from = await begin('From', { Kind: 'Sections', Sections: sections })
    await open(from)
    const row = (name: RegExp) =>
      page.getByRole('list', { name: 'Sections', exact: true }).getByRole('button', { name })
    await row(/^Heading/).click()
    await button('Save as block').click()
    const dialog = page.getByRole('dialog', { name: 'Save as block' })
    await dialog.getByRole('textbox', { name: 'Name of the block' }).fill(block)
    await dialog.getByRole('button', { name: 'Save the block' }).click()
    await seen('the block', blocks, ({ length }) => length === 1)

    const to = await begin('To', { Kind: 'Sections', Sections: '{"version":1,"sections":[{"kind":"footer"}]}' })
    await open(to)
    await button('Add a section').click()
    const saved = page.getByRole('dialog', { name: 'Add a section' }).getByRole('region', { name: 'Saved blocks' })
    await saved.getByRole('button', { name: new RegExp(`^${block.replace(/[()]/g, '\\$&')}`) }).click()
    await kept(to, 'the copy above the footer', ([first]) => first?.kind === 'heading' && first.text === 'Open')
    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Closed')
    await kept(to, 'the change', ([first]) => first?.text === 'Closed')
    assert.equal(JSON.parse((await blocks())[0]!.Sections).sections[0].text, 'Open', 'the block stays')
    assert.equal(sectionsOf(await draft(from))[0]?.text, 'Open', 'and the other mail')

    // the same name replaces it, and mails stay
    await button('Save as block').click()
    await dialog.getByRole('textbox', { name: 'Name of the block' }).fill(block.toUpperCase())
    await dialog.getByText('There is a block of this name. It will be replaced.').waitFor()
    await dialog.getByRole('button', { name: 'Replace the block' }).click()
    await seen('the new block', blocks, ([one]) => JSON.parse(one?.Sections ?? '{}').sections?.[0].text === 'Closed')
    assert.equal((await blocks()).length, 1)
    assert.equal(sectionsOf(await draft(from))[0]?.text, 'Open')
  })

  test('a block is deleted and comes back, and one that another deleted is refused in words', async () => {
    await button('Add a section').click()
    const saved = page.getByRole('dialog', { name: 'Add a section' }).getByRole('region', { name: 'Saved blocks' })
    await saved.getByRole('button', { name: /^Delete the block/ }).click()
    await seen('no block', blocks, ({ length }) => length === 0)
    await saved.getByText(/^None yet/).waitFor()
    await page.keyboard.press('Escape')
    await button('Undo').click()
    const [again] = await seen('the block again', blocks, ({ length }) => length === 1)
    await button('Add a section').click()
    await saved.getByRole('button', { name: /^Delete the block/ }).waitFor()
    await call('Block.Delete', { BlockID: again!.BlockID })
    await saved.getByRole('button', { name: /^Delete the block/ }).click()
    await saved.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
  })

  test('a test goes to a saved group with one click, with the values of the person that was chosen', async () => {
    const { CampaignID: campaignId } = (await call('Campaign.CreateDraft', {
      ...{ Name: 'Tested', Subject: 'Hello', FromName: 'Blossom', FromEmail: 'rosa@blossom.example' },
      ...{ ReplyTo: 'rosa@blossom.example', Content: { Kind: 'Html', Html: '<p>Hello [firstname,fallback=you]</p>' } },
    })) as { CampaignID: string }
    await open(campaignId, 'open=checks')
    const tests = page.getByRole('region', { name: 'Test mail' })
    const targets = tests.getByRole('list', { name: 'Send a test to' })
    await targets.getByRole('button', { name: 'Send a test to The team' }).click()
    await tests.getByRole('status').getByText('Sent').first().waitFor()
    // an address that is on no list
    await tests.getByLabel('With the values of').fill('stranger@nowhere.example')
    await targets.getByRole('button', { name: 'Send a test to Me' }).click()
    await tests.getByRole('alert').waitFor()
  })

  test('a card without a preview names the reason, and does not wait for ever', async () => {
    await page.route('**/api/json/Template.Preview', route =>
      route.fulfill({ status: 404, json: { code: 4001, message: 'Invalid TemplateID' } }),
    )
    await page.goto(`${it.world.url}/clients/${clientId}/templates`)
    await page.getByText('There is no preview.').first().waitFor()
    await page.unroute('**/api/json/Template.Preview')
  })

  test('a letter becomes a template in the language that is chosen, with regions to fill in', async () => {
    await page.goto(`${it.world.url}/clients/${clientId}/templates?way=starter`)
    const dialog = page.getByRole('dialog', { name: 'New template' })
    await dialog.getByRole('combobox', { name: 'Language of the letter' }).selectOption('fr')
    await dialog.getByRole('button', { name: /^Boutique/ }).click()
    await dialog.getByRole('button', { name: 'Create the template' }).click()
    await page.waitForURL(/\/templates\/[0-9a-f]{32}/)
    const TemplateID = /templates\/([0-9a-f]{32})/.exec(page.url())![1]
    const regions = (await it.world.call('Template.GetRegions', { TemplateID })).value as readonly {
      Kind: string
      Content: string
      CanLink: boolean
    }[]
    const { shop } = wordsByLanguage.fr
    assert.ok(regions.some(({ Content }) => Content === shop.title))
    const image = regions.find(({ Kind }) => Kind === 'Image')
    assert.match(String(image?.Content), /\/files\/(template|client)\//)
    assert.ok(
      regions.some(({ Content, CanLink }) => Content === shop.button && CanLink),
      'a button can lead elsewhere',
    )
  })
})
