/**
 * From the sign-in of a new installation to the first mail in the outbox, on plain http of a private address: no secure context, so no
 * crypto.subtle, no Web Locks, no clipboard, and no Sec-Fetch headers. Then people who work for several accounts.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { addPerson, personPassword } from '../harness/console.ts'
import { buildConsole, type ConsolePage, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { needs } from '../harness/needs.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'

/** A private address that is not loopback: browsers take only loopback for a secure context on plain http. */
const host = '10.1.2.3'

let service: TestService
let browser: Browser
let url: string
before(async () => {
  if (needs('chromium').skip) return
  await buildConsole()
  service = await startTestService()
  browser = await launchBrowser(`--host-resolver-rules=MAP ${host} 127.0.0.1, MAP lettershop.test 127.0.0.1`)
  url = `http://${host}:${new URL(service.url).port}`
})
after(async () => {
  await browser?.close()
  await service?.stop()
})

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

// biome-ignore lint/suspicious/noExplicitAny: whatever the operation answers
async function called(operation: string, params: object): Promise<any> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, JSON.stringify(value))
  return value
}

describe('first run with the keyboard alone', needs('chromium'), () => {
  let own: TestService
  let shown: ConsolePage
  before(async () => {
    own = await startTestService()
    shown = await openConsole(browser, { url: own.url })
  })
  after(async () => {
    await shown?.close()
    await own?.stop()
  })

  test('from the sign-in to the first mail in the outbox', async () => {
    const { page } = shown
    const { focused, tabTo, go, write } = keyboardOf(page, { by: 'name', most: 120 })
    const todo = (text: string) => page.getByRole('region', { name: 'First steps' }).getByText(text).waitFor()

    await page.goto(own.url)
    await heading(page, 'Sign in')
    await until(async () => /user name/i.test(await focused()), 'the first field has the focus')
    await page.keyboard.type(own.login.username)
    await tabTo(/^Password/)
    await page.keyboard.type(own.password)
    await page.keyboard.press('Enter')
    await todo('0 of 6 are done.')

    await go(/^(New client|Add a client|Add the first client)/)
    await page.getByRole('dialog').waitFor()
    await write(/^Company/, 'Blossom')
    await write(/^Contact\b/, 'Rosa')
    await write(/^Email address of the contact/, 'rosa@blossom.example')
    await tabTo(/^Country/)
    await page.keyboard.type('Germany')
    await go(/^Add the client/)
    await todo('1 of 6 are done.')

    await go(/^Create a list/)
    await page.getByRole('dialog').waitFor()
    await write(/^Name of the list/, 'Garden letter')
    await write(/^Your address/, 'eva@readers.example')
    await go(/^Create the list/)
    await todo('2 of 6 are done.')

    await go(/^Create the campaign/)
    await heading(page, 'Campaigns')
    await go(/^New campaign/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('First letter')
    await page.keyboard.press('Enter')
    await heading(page, 'First letter')
    await go(/^From and subject/)
    await write(/^Subject/, 'Bulbs are here')
    await write(/^Sender’s name/, 'Rosa')
    await write(/^Sender’s address/, 'rosa@blossom.example')
    await write(/^Reply-to address/, 'rosa@blossom.example')
    await go(/^Content/)
    await page.getByRole('button', { name: /^HTML/ }).waitFor()
    await go(/^HTML/)
    await page.locator('.cm-content').waitFor()
    await go(/^Audience/)
    await page.getByLabel('Garden letter').first().waitFor()
    await tabTo(/^Garden letter/)
    await page.keyboard.press('Space')
    await page.getByText('1 active').first().waitFor()
    await go(/^Checks/)
    await page.getByRole('heading', { name: 'Fine', exact: true }).waitFor()
    const open = page.getByRole('button', { name: /^Confirm: / })
    for (let left = await open.count(); left > 0; left = await open.count()) {
      await go(/^Confirm/)
      await until(async () => (await open.count()) < left, 'it is confirmed')
    }
    // an address that is invalid is refused, and the sentence goes when it is mended
    await tabTo(/^Notify when sent/)
    await page.keyboard.type('rosa')
    await go(/^Send to 1 person/)
    const refused = page.getByText('The notification address is not an email address.')
    await refused.waitFor()
    assert.deepEqual([...(await own.db`select state from campaigns`)], [{ state: 'draft' }])
    await until(async () => /^Notify when sent/.test(await focused()), 'the field has the focus')
    // the administrator has no address: no notice is sent
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await refused.waitFor({ state: 'detached' })
    await go(/^Send to 1 person/)
    await page
      .getByText(/^Sending in/)
      .first()
      .waitFor()
    // the minute in which it can be stopped is over
    await own.db`update campaigns set due_at = now() where state = 'scheduled'`
    await until(async () => (await own.db`select from campaigns where state = 'sent'`).length === 1, 'it is sent')

    await page.keyboard.press('g')
    await page.keyboard.press('x')
    await heading(page, 'Outbox')
    await page
      .getByRole('navigation', { name: 'Mails' })
      .getByRole('link', { name: /eva@readers\.example/ })
      .waitFor()
    await go(/eva@readers\.example/)
    await heading(page, 'Bulbs are here', 2)
  })
})

describe('first run', needs('chromium'), () => {
  let shown: ConsolePage
  let page: Page
  before(async () => {
    shown = await openConsole(browser, { url })
    page = shown.page
  })
  after(() => shown?.close())
  const steps = () => page.getByRole('region', { name: 'First steps' })
  const step = (name: string) => steps().getByRole('listitem').filter({ hasText: name })

  test('the printed address leads to the sign-in, and on to what is left to do', async () => {
    await page.goto(url)
    await heading(page, 'Sign in')
    assert.deepEqual(
      await page.evaluate('[isSecureContext, crypto.subtle, navigator.locks, navigator.clipboard].map(Boolean)'),
      [false, false, false, false],
    )
    await signInByForm(page, service.login.username, service.password)
    await steps().getByText('0 of 6 are done.').waitFor()
    assert.equal(await step('The first campaign').getByRole('link').count(), 0, 'it needs a client first')
    assert.equal(await page.getByRole('button', { name: 'Hide' }).count(), 0)
  })

  test('sample data is made and removed, and takes no step', async () => {
    await press(page, 'Create sample data')
    await page.getByRole('region', { name: 'Sample data' }).waitFor()
    await page.getByRole('navigation').getByText('Sample: Bloom Flowers').first().waitFor()
    assert.ok(await steps().getByText('0 of 6 are done.').isVisible())
    await page.reload()
    await press(page, 'Remove sample data')
    await page.getByRole('button', { name: 'Create sample data' }).waitFor()
    await steps().getByText('0 of 6 are done.').waitFor()
    assert.deepEqual(await called('User.GetClients', {}), [])
  })

  test('the first client is added from the step, which is done then', async () => {
    await step('The first client').getByRole('button').click()
    await page.getByLabel('Company').fill('Blossom <img src=x> زهرة')
    await page.getByLabel(/^Contact\b/).fill('Rosa')
    await page.getByLabel('Email address of the contact').fill('rosa@blossom.example')
    await page.getByLabel('Country').selectOption('Germany')
    await press(page, 'Add the client')
    await step('The first client').getByText('Done', { exact: true }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(new URL(page.url()).pathname, '/', 'the next step is here')
    await steps().getByText('1 of 6 are done.').waitFor()
  })

  test('the first list is made with an address on it; one that is refused makes no second list', async () => {
    await step('The first list').getByRole('button', { name: 'Create a list' }).click()
    await page.getByLabel('Name of the list').fill('Garden letter')
    await page.getByLabel('Your address').fill('eva@nowhere')
    await press(page, 'Create the list')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Your address').inputValue(), 'eva@nowhere')
    await page.getByLabel('Your address').fill('eva@readers.example')
    await press(page, 'Create the list')
    await step('The first list').getByText('Done', { exact: true }).waitFor()
    const lists = await service.db`select title from lists`
    assert.deepEqual(
      lists.map(({ title }) => title),
      ['Garden letter'],
    )
    await step('The first campaign').getByRole('link', { name: 'Create the campaign' }).waitFor()
  })

  test('a campaign that was sent is in the outbox, as it would have arrived, without a pixel, and scripts in it do nothing', async () => {
    const ClientID = await send()
    await page.reload()
    await step('The first campaign').getByText('Done', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'View in the outbox' }).click()
    await heading(page, 'Outbox')
    assert.equal(new URL(page.url()).pathname, `/clients/${ClientID}/outbox`)
    const row = page.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: 'eva@readers.example' })
    await row.click()
    await heading(page, 'Hello <script>document.title = 1</script>', 2)
    const mail = page.frameLocator('iframe')
    await mail.getByText('Dear reader, the shop is full of it.').waitFor()
    assert.equal(await mail.locator('script, img[src*="/o/"]').count(), 0)
    for (const [part, text] of [
      ['Text', 'Dear reader, in words.'],
      ['Headers', 'List-Unsubscribe-Post'],
      ['Source', 'Content-Type: multipart/'],
    ] as const) {
      await page.getByRole('link', { name: part, exact: true }).click()
      await page.getByRole('region', { name: 'Mail' }).getByText(text).first().waitFor()
    }
    await page.goBack()
    assert.equal(new URL(page.url()).searchParams.get('mail'), null, 'parts are no steps of the way back')
    await page.goForward()
    await page.reload()
    await page.getByText('Content-Type: multipart/').first().waitFor()
    assert.equal(await page.evaluate('document.title'), 'Outbox · Blossom <img src=x> زهرة · Lettershop')
    const [opens] = await service.db`select count(*)::int as count from hits`
    assert.equal(opens!.count, 0, 'looking at a mail is no open')
  })

  test('the page of a mail that is gone names that, with the way back', async () => {
    const address = new URL(page.url())
    address.searchParams.set('mail', '999')
    await page.goto(address.href)
    await page.getByText('This mail no longer exists.').waitFor()
    assert.equal(await page.locator('iframe').count(), 0)
  })

  test('once a campaign was sent the steps are put away, and stay away', async () => {
    await page.goto(url)
    await steps().getByText('3 of 6 are done.').waitFor()
    await press(page, 'Hide')
    await page.reload()
    await waitUntilSettled(page)
    await page.getByRole('heading', { name: 'Clients', level: 2 }).waitFor()
    assert.equal(await steps().count(), 0)
  })

  test('a name that no one can reserve for a private network needs https, and has no session', async () => {
    const named = await openConsole(browser, { url: `http://lettershop.test:${new URL(service.url).port}` })
    await named.page.goto(`http://lettershop.test:${new URL(service.url).port}`)
    await signInByForm(named.page, service.login.username, service.password)
    await named.page.getByText('You cannot sign in at this address.').waitFor()
    assert.deepEqual(await named.page.context().cookies(), [])
    await named.close()
  })

  /** The first campaign, to the first list. @returns its client */
  async function send(): Promise<string> {
    const [{ ClientID }] = await called('User.GetClients', {})
    const [{ ListID }] = await called('Client.GetLists', { ClientID })
    const { CampaignID } = await called('Campaign.CreateDraft', {
      ...{ ClientID, Name: 'First', Subject: 'Hello <script>document.title = 1</script>', FromName: 'Rosa' },
      ...{ FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example', Audience: { ListIDs: [ListID] } },
      Content: {
        Kind: 'Html',
        Html: '<p>Dear reader, the shop is full of it.</p><p><unsubscribe>Unsubscribe</unsubscribe></p>',
        Text: 'Dear reader, in words. Unsubscribe: [unsubscribe]',
      },
    })
    await called('Campaign.Send', { CampaignID, ConfirmationEmail: 'rosa@blossom.example', SendDate: 'Immediately' })
    for (;;) {
      const { Mails } = await called('Outbox.List', { ClientID, CampaignID, Cursor: '', Limit: 10 })
      if (Mails.length > 0) return ClientID
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
})

describe('a person who works for two accounts', needs('chromium'), () => {
  let shown: ConsolePage
  let page: Page
  let email: string
  before(async () => {
    const [first] = await service.db<{ id: number }[]>`update accounts set name = 'Agentur Morgenrot' returning id`
    const [second] = await service.db<{ id: number }[]>`
      insert into accounts (name, site_url) values ('Zweitbüro', 'http://second.example/') returning id`
    const person = await addPerson(service.db, { accountId: first!.id })
    await service.db`
      insert into grants (person_id, account_id, role) values (${person.id}, ${second!.id}, 'Owner')`
    email = person.email
    shown = await openConsole(browser, { url })
    page = shown.page
  })
  after(() => shown?.close())
  const switcher = () => page.locator('nav button[popovertarget]').first()

  test('chooses one after the sign-in, and gets where the address led', async () => {
    await page.goto(`${url}/profile/me`)
    await signInByForm(page, email, personPassword)
    await heading(page, 'Choose an account')
    assert.equal(await page.evaluate('document.activeElement.innerText'), 'Agentur Morgenrot')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'My profile')
    await switcher().getByText('Zweitbüro').waitFor()
  })

  test('goes on in the same account where the session ends while one types', async () => {
    await page.getByLabel(/^Name\b/).fill('Two Accounts')
    await service.db`delete from sessions`
    await press(page, 'Save')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.locator('input[type=password]').fill(personPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await switcher().getByText('Zweitbüro').waitFor()
    const [row] = await service.db`select name from people where address = ${email}`
    assert.equal(row!.name, 'Two Accounts')
  })

  test('changes it below the clients, and begins at Home there', async () => {
    await switcher().click()
    await page.getByRole('dialog', { name: 'Choose a client' }).getByText('Agentur Morgenrot').click()
    await page.waitForURL(`${url}/`)
    await heading(page, 'Home')
    await switcher().getByText('Agentur Morgenrot').waitFor()
  })
})
