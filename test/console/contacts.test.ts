/** Contacts in the console: found across lists, and everything that happened to one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

describe('contacts in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let opened: SignedInConsole
  let page: Page
  before(async () => {
    opened = await openSignedInConsole({}, ['audience', 'reports'])
    ;({ world, page } = opened)
    await world.call('Subscriber.Add', {
      ListID: world.audience.nightList,
      Email: 'eva@leser.example',
      Name: 'Eva Brandt',
    })
  })
  after(async () => {
    await opened?.close()
  })
  const base = () => `${world.url}/clients/${world.clientIds[0]}`
  const open = async (address: string) => {
    await page.goto(address)
    await waitUntilSettled(page)
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const addresses = () => page.locator('main tbody tr td:nth-child(2) a').allInnerTexts()
  const link = (name: string) => page.getByRole('link', { name, exact: true })

  test('a contact of two lists is found once by its address, its domain and its name, and the address has the search', async () => {
    await open(`${base()}/contacts`)
    await page.keyboard.press('/')
    await page.keyboard.type('EVA@')
    await page.waitForURL(/q=EVA/)
    await link('amira@readers.example').waitFor({ state: 'detached' })
    assert.deepEqual(await addresses(), ['eva@leser.example'])
    const row = page.getByRole('row', { name: /eva@leser.example/ })
    await row.getByText('Workshops').waitFor()
    await row.getByText('Unconfirmed').waitFor()
    await page.getByText('1 contact', { exact: true }).waitFor()
    for (const [text, expected] of [
      ['leser.example', ['d.schmidt-von-hohenstein@leser.example', 'eva@leser.example']],
      ['ORO', ['d.schmidt-von-hohenstein@leser.example']],
      ['lyon', ['claire@lecteurs.example']],
    ] as const) {
      await page.getByLabel('Find', { exact: true }).fill(text)
      await until(async () => String(await addresses()) === String(expected), `${text} finds ${expected}`)
      await page.getByText(expected.length === 1 ? '1 contact' : '2 contacts', { exact: true }).waitFor()
    }
    await page.reload()
    await link('claire@lecteurs.example').waitFor()
    assert.equal(await page.getByLabel('Find', { exact: true }).inputValue(), 'lyon')
    await page.getByLabel('Find', { exact: true }).fill('nobody at all')
    await page.getByText('No contacts found').waitFor()
    await page.getByText('0 contacts', { exact: true }).waitFor()
    assert.deepEqual(await addresses(), [])
  })

  test('addresses of the screens before lead to the one there is, with their filters', async () => {
    const { workshops } = world.audience
    await open(`${base()}/subscribers?list=${workshops}&state=Unsubscribed`)
    await page.waitForURL(new RegExp(`/contacts\\?list=${workshops}&state=Unsubscribed`))
    assert.deepEqual(await addresses(), ['claire@lecteurs.example'])
    await open(`${base()}/subscribers?list=${workshops}&subscriber=eva%40leser.example&of=${workshops}`)
    await page.getByRole('dialog', { name: 'eva@leser.example' }).waitFor()
    await open(`${base()}/contacts?by=Domain&q=leser.example`)
    assert.deepEqual(await addresses(), ['d.schmidt-von-hohenstein@leser.example', 'eva@leser.example'])
    await open(`${base()}/contacts?by=Tag&q=VIP`)
    await link('claire@lecteurs.example').waitFor()
    assert.equal(await page.getByLabel('Contact tag').inputValue(), 'VIP')
    await open(`${base()}/contacts?tag=Nonsense`)
    await page.getByText('The client has no tag with this name.').waitFor()
  })

  test('who was taken off all lists heads no list, and is found by a search and by the state', async () => {
    await world.db`update subscribers set state = 'Deleted' where address = 'amira@readers.example'`
    for (const path of ['contacts', `contacts?list=${world.audience.workshops}`]) {
      await open(`${base()}/${path}`)
      await link('bo.lindqvist@readers.example').waitFor()
      assert.equal(await link('amira@readers.example').count(), 0, path)
      await page.getByLabel('State').selectOption('Deleted')
      await link('amira@readers.example').waitFor()
      await open(`${base()}/${path}${path.includes('?') ? '&' : '?'}q=amira`)
      await link('amira@readers.example').waitFor()
    }
    await world.db`update subscribers set state = 'Active' where address = 'amira@readers.example'`
  })

  test('contacts are selected with the keyboard, on several lists, and changed on the list that is chosen, with Undo', async () => {
    const { workshops, nightList } = world.audience
    await open(`${base()}/contacts?list=${workshops},${nightList}`)
    await page.getByLabel('Select eva@leser.example').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Select claire@lecteurs.example').check()
    await page.getByText('2 contacts selected').waitFor()
    await page.getByRole('button', { name: 'Change the selected' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Of the list').selectOption(workshops)
    // who has left already stays as it is
    await dialog.getByRole('button', { name: 'Unsubscribe 1 person' }).click()
    await dialog.getByText('1 person was changed.').waitFor()
    const [row] = await world.db<{ state: string }[]>`
      select state from subscribers s join lists l on l.client_id = s.client_id and l.id = s.list_id
      where s.address = 'eva@leser.example' and l.public_id = ${workshops}`
    assert.equal(row?.state, 'Unsubscribed')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('1 person was restored.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Find', { exact: true }).fill('eva')
    await page.getByText('2 contacts selected').waitFor({ state: 'detached' })
  })

  test('a search that is overtaken is aborted', async () => {
    await open(`${base()}/contacts`)
    const aborted: string[] = []
    page.on('requestfailed', request => {
      if (request.url().endsWith('/Subscriber.Search')) aborted.push(request.postData() ?? '')
    })
    await page.route('**/api/json/Subscriber.Search', async route => {
      // the first one never gets its answer
      if (!route.request().postData()?.includes('"am"')) await route.continue()
    })
    await page.getByLabel('Find', { exact: true }).fill('am')
    await page.waitForURL(/q=am$/)
    await page.getByLabel('Find', { exact: true }).fill('geo')
    await link('george@readers.example').waitFor()
    await until(async () => aborted.length === 1, 'the first search is aborted')
    assert.match(aborted[0]!, /"am"/)
    await page.unrouteAll()
  })

  test('the palette finds a contact of the client at hand, and leads to its page', async () => {
    await open(`${base()}/lists`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await page.keyboard.type('fatma')
    await page.getByRole('option', { name: /fatma@readers.example/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading('fatma@readers.example')
    // by the name, too
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await page.keyboard.type('claire d')
    await page.getByRole('option', { name: /claire@lecteurs.example/ }).click()
    await heading('claire@lecteurs.example')
  })

  test('the page of a contact has all its lists and one timeline, of which parts can be shown', async () => {
    await open(`${base()}/contact?address=claire%40lecteurs.example`)
    const row = page.getByRole('row', { name: /^Workshops/ })
    await row.getByText('Unsubscribed').waitFor()
    await row.getByText('Agreed').waitFor()
    await row.getByText('Lyon').waitFor()
    const entries = page.getByRole('list', { name: 'History' }).locator('> li')
    const shownPart = page.getByRole('navigation', { name: 'Parts of the timeline' }).locator('[aria-current=page]')
    assert.equal(await shownPart.innerText(), 'Everything')
    assert.ok((await entries.count()) >= 3)
    await entries.getByText('Added to the list').waitFor()
    await page.getByRole('link', { name: 'Bounces, complaints, opt-outs' }).click()
    await page.waitForURL(/show=trouble/)
    await page.getByText('Added to the list').waitFor({ state: 'detached' })
    await entries.getByText('Unsubscribed').first().waitFor()
    assert.equal(await shownPart.innerText(), 'Bounces, complaints, opt-outs')
    await page.getByRole('link', { name: 'Opens and clicks', exact: true }).click()
    await page.getByText('No entries.').waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByText('Added to the list').waitFor()
    // where it is changed
    await row.getByRole('link', { name: 'Workshops' }).click()
    await page.getByRole('link', { name: 'All lists and mails of this contact' }).click()
    await heading('claire@lecteurs.example')
  })

  test('from the recipients of a campaign to the contact and back to its mail', async () => {
    const { sentId } = world.reports
    await open(`${base()}/campaigns/${sentId}/report?tab=recipients&recipient=1202`)
    await page.getByRole('link', { name: 'All about this contact' }).click()
    await page.waitForURL(/contact\?address=/)
    const mail = page.getByRole('list', { name: 'History' }).getByRole('link').first()
    await mail.waitFor()
    await mail.click()
    await page.waitForURL(new RegExp(`${sentId}/report\\?.*recipient=1202`))
  })

  test('a suppression is shown above everything, with its evidence, and is lifted there after a question', async () => {
    await open(`${base()}/suppression`)
    await link('gone@nowhere.example').click()
    await heading('gone@nowhere.example')
    await page.getByText(/No mail of this client is sent to this address/).waitFor()
    await page.getByText('550 5.1.1 no such user').first().waitFor()
    await page.getByText('This address is not on any list now.').waitFor()
    await page.getByRole('button', { name: /Remove the suppression of/ }).click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Remove the suppression' }).click()
    await page.getByText(/No mail of this client is sent to this address/).waitFor({ state: 'detached' })
    await open(`${base()}/contact?address=stranger%40nowhere.example`)
    await page.getByText('No data for this address').waitFor()
  })

  test('an access request is made from the contact, and its file is a ZIP', async () => {
    await open(`${base()}/contact?address=claire%40lecteurs.example`)
    await page.getByRole('button', { name: 'Access request' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByText('claire@lecteurs.example').waitFor()
    await dialog.getByRole('button', { name: 'Create the file' }).click()
    await dialog.getByText(/The file is ready/).waitFor()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    assert.match((await downloading).suggestedFilename(), /^access-request-.*\.zip$/)
  })

  test('a contact is erased once its address is typed, and leads to a receipt that does not name it', async () => {
    await open(`${base()}/contact?address=claire%40lecteurs.example`)
    await page.getByRole('button', { name: 'Erase' }).click()
    const dialog = page.locator('dialog[open]')
    const typed = dialog.getByLabel('Type the address to confirm')
    await typed.fill('clara@lecteurs.example')
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    // the browser keeps the form
    await dialog.waitFor()
    assert.equal(
      await typed.evaluate(input => (input as unknown as { checkValidity(): boolean }).checkValidity()),
      false,
    )
    await typed.fill('Claire@Lecteurs.example')
    await typed.press('Enter')
    await heading('Receipt of an erasure')
    await page.getByText('Erased', { exact: true }).waitFor()
    assert.ok(!(await page.locator('main').innerText()).includes('claire'))
    await page.getByRole('link', { name: 'All erased contacts' }).click()
    await heading('Erased contacts')
    await page.locator('main').getByText('Carla').first().waitFor()
    await open(`${base()}/contact?address=claire%40lecteurs.example`)
    await page.getByText(/No mail of this client is sent to this address/).waitFor()
    await page.getByText('This address is not on any list now.').waitFor()
  })
})
