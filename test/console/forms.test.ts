/** Sign-up forms in the console: made and changed with the keyboard alone, beside the page as it would be; embedded, paused, deleted; a wave. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, goInside, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

describe('sign-up forms in the console', needs('chromium'), () => {
  let opened: SignedInConsole
  let world: ConsoleWorld
  let page: Page
  let ClientID: string
  before(async () => {
    opened = await openSignedInConsole({ LETTERSHOP_ROLES: 'api,console,jobs,feedback' }, ['audience', 'forms'])
    ;({ world, page } = opened)
    ClientID = world.clientIds[0]!
  })
  after(() => opened?.close())

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await world.call(operation, { ClientID, ...params })
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const settingsOf = (FormID: string) => ask('Form.Get', { FormID })
  const open = async (path: string) => {
    await goInside(page, `/clients/${ClientID}/forms${path}`)
    await waitUntilSettled(page)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.locator('dialog[open]')
  const save = async () => {
    await button('Save the form').click()
    await page.getByText('Not saved yet').waitFor({ state: 'detached' })
  }
  /** What is shown in the frame beside the settings. */
  const preview = () => page.frameLocator('iframe[title="Preview of the page"]')
  /** A form of the workshops whose custom fields the test needs. */
  const made = (settings: object): Promise<string> =>
    ask('Form.Create', {
      ...{ Title: 'Made by a test', Paused: false, Name: 'Optional', Language: 'en' },
      Lists: [{ ListID: world.audience.workshops }],
      ...settings,
    })

  test('with the keyboard alone: a form is made, its fields are ordered, a box is added, and it is saved', async () => {
    const { tabTo, go, write } = keyboardOf(page, { by: 'name', most: 120 })
    await open('')
    await go(/^New form/)
    await dialog().waitFor()
    await page.keyboard.type('Spring sign-up')
    await tabTo(/^Workshops/)
    await page.keyboard.press('Space')
    await go(/^Create the form/)
    await page.getByRole('heading', { level: 1, name: 'Spring sign-up' }).waitFor()
    const formId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByLabel('Add a field').waitFor()
    for (const name of ['City', 'Birthday']) {
      await tabTo(/^Add a field/)
      await page.keyboard.type(name)
      await page.getByRole('button', { name: `${name}: remove` }).waitFor()
    }
    // a new row has the keyboard; the keys move it
    await page.keyboard.press('Alt+ArrowUp')
    await until(
      async () => (await page.locator('ul[aria-label] > li b').allInnerTexts()).join() === 'Birthday,City',
      'the order',
    )
    await write(/^City: words beside the field/, 'Your town')
    await tabTo(/^Required/)
    await page.keyboard.press('Space')
    await tabTo(/^Ask for consent to tracking/)
    await page.keyboard.press('Space')
    await preview().getByText('Your town').waitFor()
    await preview().getByText('You may record which of your mails I open').waitFor()
    await go(/^Save the form/)
    await page.getByText('The form is saved.').waitFor()
    const { Fields, Consents, Lists, ConfirmOptIn } = await settingsOf(formId)
    assert.deepEqual(
      Fields.map(({ Label, Required, FieldName }: Record<string, unknown>) => [FieldName, Label, Required]),
      [
        ['Birthday', '', false],
        ['City', 'Your town', true],
      ],
    )
    assert.deepEqual([Lists.length, ConfirmOptIn, Consents[0].Purpose, Consents[0].Version], [1, true, 'Measuring', 1])
  })

  test('fields are moved by dragging, and by their buttons', async () => {
    const Fields = ['[City]', '[Plants]', '[Birthday]'].map(Key => ({ Key, Label: '', Required: false }))
    const formId = await made({ Title: 'Dragged', Fields })
    await open(`/${formId}`)
    const rows = page.locator('ul[aria-label="Custom fields of the form"] > li')
    const names = async () => (await rows.locator('b').allInnerTexts()).join()
    // not below the button that stays in sight
    await page
      .getByLabel('Custom fields of the form')
      .evaluate(list => (list as unknown as { scrollIntoView(how: object): void }).scrollIntoView({ block: 'center' }))
    const handle = (await rows.nth(2).locator('[title="Drag to move"]').boundingBox())!
    const first = (await rows.nth(0).boundingBox())!
    await page.mouse.move(handle.x + 8, handle.y + 8)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, first.y + 4, { steps: 6 })
    await page.mouse.up()
    await until(async () => (await names()) === 'Birthday,City,Plants', 'the dragged row is the first')
    await button('City: move down').click()
    assert.equal(await names(), 'Birthday,Plants,City')
    await button('Plants: remove').click()
    await save()
    const saved = await settingsOf(formId)
    assert.deepEqual(
      saved.Fields.map(({ FieldName }: { FieldName: string }) => FieldName),
      ['Birthday', 'City'],
    )
  })

  test('the preview follows what is typed; people see it once it is saved', async () => {
    const formId = await made({ Title: 'Typed', Heading: 'Before' })
    await open(`/${formId}`)
    await preview().getByRole('heading', { name: 'Before' }).waitFor()
    await page.getByLabel('Heading', { exact: true }).fill('<b>Tulips</b> & co.')
    await preview().getByRole('heading', { name: '<b>Tulips</b> & co.' }).waitFor()
    await page.getByText('Not saved yet').waitFor()
    assert.equal((await settingsOf(formId)).Heading, 'Before')
    await page.getByLabel('Accent', { exact: true }).fill('#ffff00')
    await page.getByText('too little contrast').first().waitFor()
    // what cannot be shown is refused in the place of the preview, with the words of the service
    await page.getByRole('region', { name: 'Preview' }).getByRole('alert').waitFor()
    await page.getByLabel('Accent', { exact: true }).fill('')
    await button('Phone').click()
    await page.waitForURL(/view=phone/)
    await preview().getByRole('heading', { name: '<b>Tulips</b> & co.' }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await save()
    assert.equal((await settingsOf(formId)).Heading, '<b>Tulips</b> & co.')
  })

  test('a changed wording is announced as a new version; the earlier one comes back by its words', async () => {
    const Consents = [{ Purpose: 'Measuring', Name: '', Wording: 'You may see what I open.' }]
    const formId = await made({ Title: 'Worded', Consents })
    await open(`/${formId}`)
    await page.getByText('Version 1', { exact: true }).waitFor()
    const words = page.getByLabel('Ask for consent to tracking of opens and clicks: words beside the box')
    await words.fill('You may see what I open and click.')
    await page.getByText(/Changed words become version 2/).waitFor()
    await save()
    await page.getByText('Version 2', { exact: true }).waitFor()
    assert.equal((await settingsOf(formId)).Consents[0].Version, 2)
  })

  test('texts in a further language are shown in their own preview, are saved with their words, and come to who asks for the language', async () => {
    const formId = await made({
      Title: 'Spoken',
      Heading: 'Tulips',
      Fields: [{ Key: '[City]', Label: 'Your city', Required: false }],
      Consents: [{ Purpose: 'Further', Name: 'Post', Wording: 'You may write me letters.' }],
    })
    await open(`/${formId}`)
    await button('Add Deutsch').click()
    await page.getByText('The words of a box are missing: Deutsch.').waitFor()
    await page.getByLabel('Deutsch: heading').fill('Tulpen')
    await page.getByLabel('Deutsch: City: words beside the field').fill('Ihre Stadt')
    await page.getByLabel('Deutsch: Post: words beside the box').fill('Sie dürfen mir Briefe schreiben.')
    await page.getByText('The words of a box are missing').waitFor({ state: 'detached' })
    // the name of the purpose is that of the form, whose boxes may be renamed and removed afterwards
    await page.getByLabel('Other purpose 1: name of the purpose').fill('Letters')
    await page.getByRole('region', { name: 'Preview' }).getByLabel('Language').selectOption('de')
    await preview().getByRole('heading', { name: 'Tulpen' }).waitFor()
    await preview().getByText('Sie dürfen mir Briefe schreiben.').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await save()
    const { Translations, URL: url } = await settingsOf(formId)
    const [{ Language, Heading, Fields, Consents }] = Translations
    assert.deepEqual([Translations.length, Language, Heading], [1, 'de', 'Tulpen'])
    assert.deepEqual(Fields, [{ Key: '[City]', Label: 'Ihre Stadt' }])
    assert.deepEqual([Consents[0].Name, Consents[0].Version], ['Letters', 2])
    assert.match(await (await fetch(url, { headers: { 'accept-language': 'de' } })).text(), /<h1>Tulpen<\/h1>/)
    await open(`/${formId}?tab=embed`)
    await page.getByRole('region', { name: 'Languages' }).getByLabel('Language').selectOption('de')
    await page.getByText(`${url}?lang=de`, { exact: true }).waitFor()
    await open(`/${formId}`)
    await button('Remove Deutsch').click()
    await save()
    assert.deepEqual((await settingsOf(formId)).Translations, [])
  })

  test('without double opt-in the danger is said; a list that asks for it keeps it', async () => {
    const formId = await made({ Title: 'Single', Lists: [{ ListID: world.audience.nightList }] })
    await open(`/${formId}`)
    await page.getByLabel('Ask everyone to confirm').uncheck()
    await page.getByText('Without it, anyone can sign up anyone.').waitFor()
    await button('Save the form').click()
    await page.getByRole('alert').first().waitFor()
    assert.equal((await settingsOf(formId)).ConfirmOptIn, true)
  })

  test('the form leads to hosts of its settings alone; a link that fills in is shown', async () => {
    const formId = await made({ Title: 'Led' })
    await open(`/${formId}`)
    await page.getByText('After the confirmation', { exact: true }).click()
    await page.getByLabel('Or lead people to your own page').fill('https://blossom.example/thanks')
    await button('Allow blossom.example').click()
    await page.getByText('Links and websites', { exact: true }).click()
    await page.getByRole('group', { name: 'What a link may fill in' }).getByLabel('Email address').check()
    const example = `${(await settingsOf(formId)).URL}?Email=ada@example.com`
    await page.getByText(example).waitFor()
    await save()
    const { SuccessPage, RedirectHosts, Prefill } = await settingsOf(formId)
    assert.deepEqual(
      [SuccessPage, RedirectHosts, Prefill],
      ['https://blossom.example/thanks', ['blossom.example'], ['Email']],
    )
    const filled = await (await fetch(example)).text()
    assert.match(filled, /value="ada@example\.com"/)
  })

  test('the address of the page for leaving without a mail is beside the forms', async () => {
    await open('')
    const { URL: leave } = await ask('Client.GetLeavePage', {})
    await page.getByText(leave, { exact: true }).waitFor()
    assert.equal((await fetch(leave)).status, 200)
  })

  test('the code for websites is copied, and names the policy it needs', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(`/${world.forms.form}?tab=embed`)
    const { Html, ContentSecurityPolicy } = await ask('Form.GetEmbed', { FormID: world.forms.form })
    await button('Copy: HTML of the form').click()
    await button('Copied: HTML of the form').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), Html)
    await page.getByText(ContentSecurityPolicy).waitFor()
    await page.getByText('Custom HTML').waitFor()
    await page.getByText('No website may call it yet.').waitFor()
  })

  test('the numbers are shown with their chart, its sentence and its table', async () => {
    await open(`/${world.forms.form}?tab=numbers`)
    await page.getByText(/of those who were mailed since .* have confirmed\./).waitFor()
    await page.getByText('Show as a table').first().click()
    await page.getByRole('cell', { name: 'No proof of work' }).waitFor()
    await page.getByLabel('Period').selectOption('90')
    await page.waitForURL(/days=90/)
  })

  test('held sign-ups of a wave are dropped after a question, and released nowhere by accident', async () => {
    await open('')
    const row = page.getByRole('row', { name: /Competition/ })
    await row.getByText('63 mails').waitFor()
    await row.getByRole('button', { name: 'Send: Competition' }).click()
    await dialog()
      .getByText(/63 people get a mail/)
      .waitFor()
    await page.keyboard.press('Escape')
    assert.equal((await ask('Form.GetStatistics', { FormID: world.forms.wave, Days: 1 })).Held, 63)
    await row.getByRole('link', { name: 'Competition' }).click()
    await page.getByText('4,012 sign-ups in an hour').waitFor()
    await button('Delete: Competition').click()
    await button('Delete the sign-ups').click()
    await page.getByText('Sign-ups deleted: 63').waitFor()
    assert.equal((await ask('Form.GetStatistics', { FormID: world.forms.wave, Days: 1 })).Held, 0)
  })

  test('a form is paused and resumed without losing what is typed; it is deleted after a question', async () => {
    const formId = await made({ Title: 'Closed soon' })
    await open(`/${formId}`)
    await page.getByLabel('Heading', { exact: true }).fill('Typed and not saved')
    await button('Pause').click()
    await page.getByText('The page says that sign-up is closed at the moment.').waitFor()
    assert.equal((await settingsOf(formId)).Paused, true)
    assert.equal((await fetch((await settingsOf(formId)).URL)).status, 410)
    await button('Resume').click()
    await page.getByText('Takes sign-ups').waitFor()
    assert.equal(await page.getByLabel('Heading', { exact: true }).inputValue(), 'Typed and not saved')
    await button('Delete').click()
    await page.keyboard.press('Escape')
    assert.equal((await settingsOf(formId)).Title, 'Closed soon')
    await button('Delete').click()
    await button('Delete the form').click()
    await page.getByText('The form “Closed soon” was deleted.').waitFor()
    const { status } = await world.call('Form.Get', { ClientID, FormID: formId })
    assert.equal(status, 404)
  })
})
