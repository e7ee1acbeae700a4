/** The screens of the account: people, domains, webhooks, holds, what was deleted, the audit log, the settings of a client. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openConsole, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { startDns, type TestDns } from '../harness/dns.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

describe('the screens of the account', needs('chromium'), () => {
  let world: ConsoleWorld
  let dns: TestDns
  let receiver: TestWeb
  let browser: Browser
  let opened: SignedInConsole
  let page: Page
  let blossom = ''
  let museo = ''
  /** What the receiver of webhooks answers. */
  let status = 200
  const received: { readonly type: string; readonly id: string }[] = []

  before(async () => {
    dns = await startDns()
    receiver = await serveWeb({
      '/hook': (request, response) => {
        let body = ''
        request.on('data', part => {
          body += part
        })
        request.on('end', () => {
          received.push({ type: JSON.parse(body).type, id: String(request.headers['webhook-id']) })
          response.writeHead(status).end()
        })
      },
    })
    opened = await openSignedInConsole({ LETTERSHOP_DNS_SERVERS: dns.address })
    ;({ world, browser, page } = opened)
    ;[blossom = '', , , museo = ''] = world.clientIds
  })
  after(async () => {
    await opened?.close()
    await receiver?.close()
    await dns?.close()
  })

  async function open(path: string) {
    await page.goto(world.url + path)
    await waitUntilSettled(page)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const search = () => new URL(page.url()).search

  test('a person is invited with a role on one client, accepts, and sees that client alone', async () => {
    await open('/people')
    await button('Invite a person').click()
    await dialog().getByLabel('Email address').fill('not an address')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    assert.equal(search(), '')
    await button('Invite a person').click()
    await dialog().getByLabel('Email address').fill('mara@blossom.example')
    await dialog().getByLabel('Name', { exact: true }).fill('Mara Lind')
    await dialog().getByLabel('Where, 1').selectOption({ label: 'Blossom & Co.' })
    await dialog().getByLabel('Role, 1').selectOption('Analyst')
    await button('Send the invitation').click()
    await page.getByText('mara@blossom.example is invited').waitFor()
    const link = await page.locator('code', { hasText: '/accept-invitation#' }).innerText()

    const other = await openConsole(browser, { url: world.url })
    await other.page.goto(link)
    await other.page.getByText('Welcome, Mara Lind.').waitFor()
    assert.equal(await other.page.getByLabel('Your name').count(), 0, 'the invitation names her')
    await other.page.getByLabel(/^Password\b/).fill('a long password of Mara')
    await other.page.keyboard.press('Enter')
    await other.page.waitForURL(url => url.pathname !== '/accept-invitation')
    assert.notEqual(new URL(other.page.url()).pathname, '/sign-in', 'she is signed in')
    await other.page.goto(`${world.url}/clients/${museo}/holds`)
    await waitUntilSettled(other.page)
    assert.equal(await other.page.getByText('Museo del Mar').count(), 0)
    await other.page.goto(`${world.url}/people`)
    await other.page.getByText('Your role does not allow this.').first().waitFor()
    await other.close()

    await button('Done').click()
    await open('/people')
    const row = page.getByRole('row', { name: /Mara Lind/ })
    await row.getByText('Analyst').waitFor()
    await row.getByRole('link').click()
    await dialog().getByLabel('Role, 1').selectOption('Author')
    await button('Save the roles').click()
    await row.getByText('Author').waitFor()
    await dialog().waitFor({ state: 'detached' })
    assert.equal(search(), '')
  })

  test('the last owner of the account cannot be demoted: the dialog says why, and the role stays', async () => {
    await world.db`
      update grants set role = 'Manager'
      where role = 'Owner' and person_id <> (select id from people where address = ${world.carla})`
    await open('/people')
    await page.getByRole('link', { name: 'Carla Weber' }).click()
    await dialog().getByLabel('Role, 1').selectOption('Analyst')
    await button('Save the roles').click()
    await dialog().getByText('The account needs an owner.').waitFor()
    const [grant] = await world.db`
      select role from grants where person_id = (select id from people where address = ${world.carla})`
    assert.equal(grant?.role, 'Owner')
  })

  test('a domain is added, checked, and verified once its records are there', async () => {
    await open(`/clients/${museo}/domains`)
    await button('Add a domain').click()
    await dialog().getByLabel('Domain').fill('no domain')
    await button('Add the domain').click()
    await dialog().getByRole('alert').waitFor()
    await dialog().getByLabel('Domain').fill('museo.example')
    await button('Add the domain').click()
    await page.waitForURL(/domain=museo\.example/)
    await button('Check now').click()
    await dialog().getByText('Missing or wrong').first().waitFor()
    const records = await dialog().locator('section').all()
    for (const record of records) {
      const [type, name = '', value = ''] = await record.locator('code').allInnerTexts()
      if (type === 'TXT') dns.txt.set(name, [value])
    }
    await button('Check now').click()
    await dialog().getByText('Verified', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /museo\.example Verified/ }).waitFor()
  })

  test('a webhook gets a test and events, shows what was answered, and sends them again', async () => {
    await open(`/clients/${museo}/webhooks?adding=true`)
    await dialog().getByLabel('Address').fill(`${receiver.url}/hook`)
    await button('Create the webhook').click()
    await page.locator('code', { hasText: 'whsec_' }).waitFor()
    await button('I have stored it').click()
    await page.getByRole('link', { name: `${receiver.url}/hook` }).click()
    await button('Send a test').click()
    await dialog()
      .getByRole('row', { name: /webhook\.test 200/ })
      .waitFor()

    const { value } = await world.call('List.Create', {
      ...{ ClientID: museo, Title: 'Friends', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
    })
    await world.call('Subscriber.Add', { ListID: value, Email: 'pia@readers.example', Name: 'Pia' })
    await until(async () => received.some(({ type }) => type === 'subscriber.subscribed'), 'the event is sent')
    status = 500
    await button('Send again …').click()
    await page.getByRole('dialog', { name: 'Send events again' }).getByRole('button', { name: 'Send again' }).click()
    await until(
      async () => received.filter(({ type }) => type === 'subscriber.subscribed').length > 1,
      'it is sent again',
    )
    const ids = received.filter(({ type }) => type === 'subscriber.subscribed').map(({ id }) => id)
    assert.equal(new Set(ids).size, 1)
    await until(async () => {
      await open(`/clients/${museo}/webhooks`)
      return (await page.getByText('Failing').count()) > 0
    }, 'the failure is shown')
    status = 200
    await page.getByRole('link', { name: `${receiver.url}/hook` }).click()
    await dialog()
      .getByText(/has not accepted events since/)
      .waitFor()
    await button('Resume now').click()
    await dialog().getByText('Active').waitFor()
  })

  test('events are listed the newest first, each with its data', async () => {
    await open(`/clients/${museo}/events`)
    const event = page.getByRole('listitem').filter({ hasText: 'pia@readers.example subscribed to Friends' })
    await event.getByText('Details').click()
    await event.getByText('subscriber.subscribed', { exact: true }).waitFor()
  })

  test('a hold is released after a question, and the client may send', async () => {
    await open(`/clients/${museo}/holds`)
    await page.getByText('Sending on hold').waitFor()
    await button('Release …').click()
    await page.keyboard.press('Escape')
    const held = () => world.db`select held_at from clients where public_id = ${museo}`
    assert.notEqual((await held())[0]?.heldAt, null)
    await button('Release …').click()
    await button('Release and continue sending').click()
    await page.getByText('Not on hold').waitFor()
    assert.equal((await held())[0]?.heldAt, null)
  })

  test('a list that was deleted is restored, and the audit log says who did it', async () => {
    await open('/deleted')
    await button('Restore Balcony 2019').click()
    await page.getByText('“Balcony 2019” was restored.').waitFor()
    await page.getByText('No deleted items').waitFor()
    const { value } = await world.call('Client.GetLists', { ClientID: blossom })
    assert.ok((value as { Name: string }[]).some(({ Name }) => Name === 'Balcony 2019'))

    await open('/audit')
    const entry = page.getByRole('listitem').filter({ hasText: 'Carla Weber restored the list Balcony 2019' })
    await entry.getByText('Details').click()
    await entry.getByText('Deleted.Restore', { exact: true }).waitFor()
    await entry.getByRole('link', { name: 'Only this kind of action' }).click()
    await page.waitForURL(/operation=Deleted\.Restore/)
    await until(async () => (await page.locator('main ol > li').count()) === 1, 'the others are gone')
    await page.getByLabel('Outcome').selectOption('Refused')
    await page.getByText('No matching entries').waitFor()
    await page.reload()
    await page.getByText('No matching entries').waitFor()
  })

  test('the register of processing is read from the settings, saved as a file, and printed without navigation', async () => {
    await open(`/clients/${blossom}/settings`)
    await page.getByRole('link', { name: 'Open the register of processing' }).click()
    await page.waitForURL(/\/settings\/register$/)
    await waitUntilSettled(page)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Register of processing')
    for (const title of ['Controller and processor', 'Purposes and data', 'Lists', 'Recipients and access', 'Security'])
      await page.getByRole('region', { name: title }).waitFor()
    const purposes = page.getByRole('region', { name: 'Purposes and data' })
    assert.match((await purposes.getByRole('row', { name: /^Measuring of opens/ }).textContent())!, /400 days/)
    assert.match(
      (await page.getByRole('region', { name: 'Lists' }).textContent())!,
      /Opens and clicks: \d+ yes, \d+ no, \d+ unknown/,
    )
    const saving = page.waitForEvent('download')
    await button('Save as JSON').click()
    assert.match((await saving).suggestedFilename(), /^Blossom-Co-Register-of-processing-\d{4}-\d\d-\d\d\.json$/)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await button('Print').isVisible(), false)
    assert.equal(await page.getByRole('navigation').first().isVisible(), false)
    await page.emulateMedia({ media: 'screen' })
  })

  test('settings of a client are saved; it is deleted at once, and undone', async () => {
    await open(`/clients/${blossom}/settings`)
    await page.getByLabel('A person must approve each campaign').check()
    const seconds = page.getByLabel('Seconds to stop sending')
    await seconds.fill('120')
    const panel = page.getByRole('region', { name: 'Before sending' })
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    const { value } = await world.call('Client.GetOptions', { ClientID: blossom })
    const { ConfirmAbove, ConfirmAboveNow, ...options } = value as Record<string, number | boolean>
    assert.deepEqual(options, {
      SendOnlyReady: false,
      StopSeconds: 120,
      ApprovalRequired: true,
      ApprovalByAnother: true,
    })
    assert.equal(ConfirmAbove, -1, 'what was not touched stays')
    assert.ok(Number(ConfirmAboveNow) > 0)

    await button('Delete').click()
    await page.waitForURL(`${world.url}/clients`)
    await page.getByText('“Blossom & Co.” is deleted.').waitFor()
    assert.equal((await world.call('Client.GetDetail', { ClientID: blossom })).status, 404)
    await button('Undo').click()
    await page.getByRole('main').getByRole('link', { name: 'Blossom & Co.' }).waitFor()
    assert.equal((await world.call('Client.GetDetail', { ClientID: blossom })).status, 200)
  })

  test('branding: a colour that is too faint is refused with a better one, and what is typed stays', async () => {
    await open(`/clients/${blossom}/branding`)
    const footer = page.getByRole('textbox', { name: 'Text', exact: true }).first()
    await footer.fill('<b>Since 1871</b>')
    await page.getByLabel('Accent', { exact: true }).fill('#ffee88')
    await page.getByText('too little contrast').first().waitFor()
    await button('Save the branding').click()
    await page.getByRole('alert').waitFor()
    assert.equal(await footer.inputValue(), '<b>Since 1871</b>')
    await page.getByLabel('Accent', { exact: true }).fill('#9a3412')
    await button('Save the branding').click()
    await page.getByText('The branding is saved.').waitFor()
    const { value } = await world.call('Client.GetBranding', { ClientID: blossom })
    assert.equal((value as { FooterText: string }).FooterText, '<b>Since 1871</b>')
  })

  test('mail that came back is shown as text with its evidence', async () => {
    await open(`/inbound-mail?client=${blossom}&state=Unrecognised`)
    await page.locator('tbody').getByRole('link').click()
    await dialog().getByText('<b>Uw bericht</b>').waitFor()
    assert.equal(await dialog().locator('pre b').count(), 0)
  })
})
