/** Campaigns in the console: from an empty draft to Send and Stop, with bad input and on bad days. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { doorTo } from '../harness/door.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { needs } from '../harness/needs.ts'
import { until } from '../harness/until.ts'

const html = '<p>Hello [firstname,fallback=you]</p><p><unsubscribe>Leave this list</unsubscribe></p>'

describe('campaigns in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let carla: ConsolePage
  let page: Page
  let ClientID: string
  let ListID: string
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    const client = { CompanyName: 'Ölmühle', ContactName: 'Ola', EmailAddress: 'ola@oel.example', Country: 'Germany' }
    ClientID = await ask('Client.Create', { ...client, Timezone: 'Europe/Berlin' })
    ListID = await ask('List.Create', { ClientID, Title: 'Oil letter', ConfirmOptIn: false })
    for (const Email of ['ada@reader.example', 'bob@reader.example'])
      await ask('Subscriber.Add', { ListID, Email, Name: '' })
    // what a sending domain needs is not what is tested here
    await world.db`
      insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public,
        rsa_found)
      select id, 'oel.example', 'ls', '', '', '', '', true from clients where public_id = ${ClientID}`
    carla = await signedIn(world.carla)
    page = carla.page
  })
  after(async () => {
    await carla?.close()
    await browser?.close()
    await world?.stop()
  })

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await world.call(operation, params)
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  async function begin(settings: object): Promise<string> {
    return (await ask('Campaign.CreateDraft', { ClientID, ...settings })).CampaignID
  }
  const draftOf = (CampaignID: string) => ask('Campaign.GetDraft', { CampaignID })
  const stateOf = async (CampaignID: string) => (await ask('Campaign.GetProgress', { CampaignID })).State
  const full = (Name: string) => ({
    ...{ Name, Subject: Name, FromName: 'Ola', FromEmail: 'ola@oel.example', ReplyTo: 'ola@oel.example' },
    Audience: { ListIDs: [ListID] },
    Content: { Kind: 'Html', Html: html, Text: 'Leave: [unsubscribe]' },
  })

  async function signedIn(who: string, url = world.url): Promise<ConsolePage> {
    const shown = await openConsole(browser, { url })
    await shown.page.goto(`${url}/sign-in`)
    await signInByForm(shown.page, who, personPassword)
    await shown.page.waitForURL(`${url}/`)
    return shown
  }
  const addressOf = (campaignId: string, open?: string, url = world.url) =>
    `${url}/clients/${ClientID}/campaigns/${campaignId}${open ? `?open=${open}` : ''}`
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name })
  const says = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor()
  const saved = (on = page) => says(/^Saved · revision/, on)
  /** What the browser writes when a connection fails is provoked here. */
  const leave = async ({ page: of, complaints }: ConsolePage) => {
    await of.context().close()
    const others = complaints.filter(one => !/net::ERR_|status of 401|^asked /.test(one))
    assert.deepEqual(others, [])
  }

  test('with the keyboard alone: an empty draft is written, checked, sent and stopped', async () => {
    const { focused, tabTo, write } = keyboardOf(page, { by: 'name', most: 90 })
    await page.goto(`${world.url}/clients/${ClientID}/campaigns`)
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor()
    await tabTo(/^New campaign/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    assert.match(await focused(), /^Name/)
    await page.keyboard.type('Typed by hand')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Typed by hand' }).waitFor()
    const campaignId = new URL(page.url()).pathname.split('/')[4] ?? ''

    await tabTo(/^From and subject/)
    await page.keyboard.press('Enter')
    await write(/^Subject/, 'The oil is here')
    await write(/^Sender’s name/, 'Ola')
    await write(/^Sender’s address/, 'ola@oel.example')
    await write(/^Reply-to address/, 'ola@oel.example')
    await tabTo(/^Content/)
    assert.match(page.url(), /open=sender/, 'the address names the open section')
    await page.keyboard.press('Enter')
    await button(/^HTML/).waitFor()
    await tabTo(/^HTML/)
    await page.keyboard.press('Enter')
    await until(async () => (await draftOf(campaignId)).Content?.Kind === 'Html', 'the content is saved')
    await tabTo(/^Audience/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Oil letter').first().waitFor()
    await tabTo(/^Oil letter/)
    await page.keyboard.press('Space')
    await says('2 active')
    await tabTo(/^Checks/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Fine', exact: true }).waitFor()
    while ((await button(/^Confirm: /).count()) > 0) {
      await tabTo(/^Confirm/)
      const open = await button(/^Confirm: /).count()
      await page.keyboard.press('Enter')
      await until(async () => (await button(/^Confirm: /).count()) < open, 'it is confirmed')
    }
    await tabTo(/^Send to 2 people/)
    await page.keyboard.press('Enter')
    await button('Stop').waitFor()
    assert.equal(await stateOf(campaignId), 'Scheduled')
    await says(/^Sending in/)
    await until(async () => (await focused()) === 'Stop', 'the way to stop it has the focus')
    await page.keyboard.press('Enter')
    await button('Send to 2 people').waitFor()
    assert.equal(await stateOf(campaignId), 'Draft')
    assert.equal((await draftOf(campaignId)).Subject, 'The oil is here')
  })

  test('with the keyboard alone: the number of a large audience is typed, and a wrong one sends nothing', async () => {
    await ask('Client.SetSendConfirmation', { ClientID, ConfirmAbove: 1 })
    const campaignId = await begin(full('To many'))
    await page.goto(addressOf(campaignId))
    await says('It goes to 2 people. Above 1 you must type the number.')
    assert.ok(await button('Send to 2 people').isDisabled(), 'nothing is sent without the number')
    const field = page.getByLabel('Type the number of recipients')
    await field.focus()
    await page.keyboard.type('21')
    await says('The number is different.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await says('The number of recipients must be confirmed.')
    assert.equal(await stateOf(campaignId), 'Draft')
    await field.focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await button('Stop').waitFor()
    assert.equal(await stateOf(campaignId), 'Scheduled')
    await ask('Campaign.Unschedule', { CampaignID: campaignId })
    await ask('Client.SetSendConfirmation', { ClientID, ConfirmAbove: -1 })
  })

  test('what must be mended is shown in place of sending, and leads to its place', async () => {
    const campaignId = await begin({ ...full('No subject'), Subject: '' })
    await page.goto(addressOf(campaignId))
    await button('Send to 2 people').click()
    await says('It was not sent')
    await button('Show: The subject is missing.').click()
    await page.getByLabel('Subject', { exact: true }).fill('Here it is')
    await saved()
    assert.equal(await stateOf(campaignId), 'Draft')
  })

  test('a date that clocks skip is explained, a good one is scheduled, and stopped again', async () => {
    const campaignId = await begin(full('Planned'))
    await page.goto(`${addressOf(campaignId, 'when')}&at=2031-03-30T02:30`)
    await says('02:30 does not exist on this day. The campaign is sent at 03:30.')
    await says('This is on a weekend.')
    await page.getByLabel('Date and time in the client’s time zone').fill('2031-04-01T09:00')
    await says(/Tue, Apr 1, 2031/)
    await button('Schedule for 2 people').click()
    await button('Stop and edit').waitFor()
    assert.equal((await ask('Campaign.GetProgress', { CampaignID: campaignId })).DueDate, '2031-04-01 09:00:00')
    await button('Stop and edit').click()
    await button(/^(Send to|Schedule for) 2 people/).waitFor()
    assert.equal(await stateOf(campaignId), 'Draft')
  })

  test('one field that is refused keeps no other from being saved, and says why', async () => {
    await begin({ Name: 'Taken' })
    const campaignId = await begin({ Name: 'Free' })
    await page.goto(addressOf(campaignId, 'sender'))
    await page.getByLabel('Name of the campaign').fill('Taken')
    await page.getByLabel('Subject', { exact: true }).fill('<script>alert(1)</script> 500')
    await says('Not saved')
    await until(async () => (await draftOf(campaignId)).Subject.includes('<script>'), 'the subject is saved')
    assert.equal((await draftOf(campaignId)).Name, 'Free')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Name of the campaign').fill('Free again')
    await saved()
    assert.equal((await draftOf(campaignId)).Name, 'Free again')
  })

  test('offline, what is typed is kept, said to be unsaved, and saved when the connection is back', async () => {
    const shown = await signedIn(world.carla)
    const campaignId = await begin({ Name: 'Offline' })
    await shown.page.goto(addressOf(campaignId, 'sender'))
    const subject = shown.page.getByLabel('Subject', { exact: true })
    await subject.waitFor()
    await shown.page.context().setOffline(true)
    await subject.fill('Written in a tunnel')
    await says('Not saved · no connection', shown.page)
    assert.equal((await draftOf(campaignId)).Subject, '')
    await shown.page.context().setOffline(false)
    await saved(shown.page)
    assert.equal((await draftOf(campaignId)).Subject, 'Written in a tunnel')
    await leave(shown)
  })

  test('the service is gone while one types, the page is closed meanwhile: the text is there again and is saved', async () => {
    const door = await doorTo(world.url)
    const shown = await signedIn(world.carla, door.url)
    const campaignId = await begin({ Name: 'Killed', Subject: 'Before' })
    await shown.page.goto(addressOf(campaignId, 'sender', door.url))
    const subject = shown.page.getByLabel('Subject', { exact: true })
    await subject.waitFor()
    await door.close()
    await subject.fill('After')
    await says('Not saved · no connection', shown.page)
    await shown.page.goto('about:blank')
    await door.open()
    assert.equal((await draftOf(campaignId)).Subject, 'Before')
    await shown.page.goto(addressOf(campaignId, 'sender', door.url))
    await until(async () => (await draftOf(campaignId)).Subject === 'After', 'the text is saved')
    await saved(shown.page)
    assert.equal(await shown.page.getByLabel('Subject', { exact: true }).inputValue(), 'After')
    await leave(shown)
    await door.close()
  })

  test('the session ends while one types: one signs in over the page, and nothing is lost', async () => {
    const shown = await signedIn(world.jonas)
    const campaignId = await begin({ Name: 'Session' })
    await shown.page.goto(addressOf(campaignId, 'sender'))
    await shown.page.locator('h1').waitFor()
    await shown.page.locator('input[maxlength="500"]').first().waitFor()
    await shown.page.context().clearCookies()
    await shown.page.locator('input[maxlength="500"]').first().fill('Still here')
    await shown.page.getByRole('dialog').waitFor()
    assert.equal((await draftOf(campaignId)).Subject, '')
    await shown.page.locator('dialog input[autocomplete=current-password]').fill(personPassword)
    await shown.page.keyboard.press('Enter')
    await until(async () => (await draftOf(campaignId)).Subject === 'Still here', 'the text is saved')
    await leave(shown)
  })

  test('two who change different parts have both; of one part both versions are shown, and one is chosen', async () => {
    const campaignId = await begin({ Name: 'Two', Subject: 'First' })
    const other = await signedIn(world.carla)
    for (const one of [page, other.page]) {
      await one.goto(addressOf(campaignId, 'sender'))
      await one.getByLabel('Subject', { exact: true }).waitFor()
      await saved(one)
    }
    await page.getByLabel('Sender’s name').fill('Ola')
    await says('Saved · revision 2')
    await other.page.getByRole('textbox', { name: 'Preheader' }).fill('Fresh')
    await says('Saved · revision 3', other.page)
    assert.equal(await other.page.getByRole('alertdialog').count(), 0)
    assert.equal(await other.page.getByLabel('Sender’s name').inputValue(), 'Ola')

    await page.getByLabel('Subject', { exact: true }).fill('Mine')
    await until(async () => (await draftOf(campaignId)).Subject === 'Mine', 'one has saved')
    await other.page.getByLabel('Subject', { exact: true }).fill('Yours')
    const question = other.page.getByRole('alertdialog', { name: 'Two versions' })
    await question.waitFor()
    for (const text of ['Mine', 'Yours']) await question.getByText(text, { exact: true }).first().waitFor()
    assert.equal((await draftOf(campaignId)).Subject, 'Mine', 'nothing is overwritten before the choice')
    await question.getByRole('button', { name: 'Continue with this choice' }).click()
    await saved(other.page)
    const { Subject, Preheader, FromName } = await draftOf(campaignId)
    assert.deepEqual([Subject, Preheader, FromName], ['Yours', 'Fresh', 'Ola'])
    await other.close()
  })

  test('a client that is deleted while its campaign is open: it is said, and what was typed is there after it is restored', async () => {
    const client = { CompanyName: 'Short', ContactName: 'S', EmailAddress: 's@oel.example', Country: 'Germany' }
    const short = await ask('Client.Create', { ...client, Timezone: 'UTC' })
    const { CampaignID } = await ask('Campaign.CreateDraft', { ClientID: short, Name: 'Doomed' })
    await page.goto(`${world.url}/clients/${short}/campaigns/${CampaignID}?open=sender`)
    await page.getByLabel('Subject', { exact: true }).waitFor()
    await ask('Client.Delete', { ClientID: short })
    await page.getByLabel('Subject', { exact: true }).fill('Too late?')
    await says('This campaign can no longer be changed')
    await ask('Deleted.Restore', { Kind: 'Client', ID: short })
    await page.reload()
    await until(async () => (await draftOf(CampaignID)).Subject === 'Too late?', 'the text is saved')
  })

  test('the list: states and search stand in the address, a deleted campaign comes back with Undo', async () => {
    const campaignId = await begin({ Name: 'A name with <b> & “quotes”' })
    await page.goto(`${world.url}/clients/${ClientID}/campaigns`)
    await page.getByLabel('Find a campaign').fill('quotes')
    await until(async () => /search=quotes/.test(page.url()), 'the address has the search')
    await page.getByRole('link', { name: 'Draft', exact: true }).click()
    await until(async () => /state=Draft/.test(page.url()) && /search=quotes/.test(page.url()), 'and the state')
    await button('Delete A name with <b> & “quotes”').click()
    await says('No matching campaigns')
    await button('Undo').click()
    await page.getByRole('link', { name: 'A name with <b> & “quotes”' }).waitFor()
    await page.getByRole('link', { name: 'Sent', exact: true }).click()
    await says('No matching campaigns')
    await page.goBack()
    await page.getByRole('link', { name: 'A name with <b> & “quotes”' }).click()
    await page.getByRole('heading', { level: 1, name: 'A name with <b> & “quotes”' }).waitFor()
    assert.ok(page.url().includes(campaignId))
  })

  test('a client that wants approvals: the button asks, the mailed address leads there, another person approves', async () => {
    await ask('Client.SetApproval', { ClientID, Required: true })
    const campaignId = await begin(full('To be approved'))
    await page.goto(addressOf(campaignId))
    await button('Request approval').click()
    await says('It is waiting for approval.')
    assert.equal(await button(/^Send to/).count(), 0)

    const rosa = await signedIn(world.jonas)
    await rosa.page.evaluate("localStorage.setItem('lettershop-language', 'en')")
    await rosa.page.goto(`${world.url}/campaigns/${campaignId}/approval`)
    await rosa.page.waitForURL(`${world.url}/clients/${ClientID}/campaigns/${campaignId}/approval`)
    await rosa.page.locator('textarea').first().fill('Go')
    await rosa.page.locator('main button.mantine-Button-root').first().click()
    await until(async () => {
      const { State, DecisionComment } = await ask('Campaign.GetApproval', { CampaignID: campaignId })
      return State === 'Approved' && DecisionComment === 'Go'
    }, 'it is approved')
    await rosa.close()
    await page.reload()
    await button('Send to 2 people').waitFor()
    await ask('Client.SetApproval', { ClientID, Required: false })
  })

  test('an earlier revision is restored and comes back by Undo; tags of the audience’s fields are offered', async () => {
    await ask('List.CreateCustomField', { ListID, FieldName: 'Olive sort', DataType: 'Text', Options: '' })
    const { CampaignID } = await ask('Campaign.CreateDraft', { ClientID, ...full('Pressed twice') })
    await page.goto(addressOf(CampaignID, 'sender'))
    await page.getByRole('textbox', { name: 'Subject' }).fill('Another subject')
    await says('Saved · revision 2')
    await button('Revisions').click()
    const dialog = page.getByRole('dialog', { name: 'Revisions' })
    await button('Restore revision 1', page).click()
    await dialog.getByText('Restored from 1').waitFor()
    assert.equal((await draftOf(CampaignID)).Subject, 'Pressed twice')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).inputValue(), 'Pressed twice')
    await button('Undo').click()
    await says('Saved · revision 4')
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).inputValue(), 'Another subject')
    await page.goto(addressOf(CampaignID, 'content'))
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('[Oliv')
    await page.locator('.cm-tooltip-autocomplete').getByText('[Olivesort]').waitFor()
  })

  test('a Designer sees the campaigns without their numbers, and goes on with a draft', async () => {
    await world.db`update grants set role = 'Designer' where person_id = (select id from people where address = ${world.jonas})`
    const designer = await openConsole(browser, { url: world.url })
    await designer.page.goto(`${world.url}/clients/${world.clientIds[0]}/campaigns`)
    await signInByForm(designer.page, world.jonas, personPassword)
    const rowOf = (name: string) => designer.page.locator('tbody tr').filter({ hasText: name })
    await rowOf('Tulip fields').waitFor()
    assert.doesNotMatch(await rowOf('November letter').innerText(), /1\.203/)
    assert.equal(await designer.page.getByRole('alert').count(), 0)
    await rowOf('Tulip fields').getByRole('link').first().click()
    await designer.page.getByRole('heading', { level: 1, name: 'Tulip fields' }).waitFor()
    await designer.page.locator('#main h2').filter({ hasText: 'Inhalt' }).waitFor()
    await designer.close()
  })
})
