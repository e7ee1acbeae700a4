/** The live view and the report of a campaign in a browser: the possible actions and their effects, recipients and their proof, links for clients. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { type Keyboard, keyboardOf } from '../harness/keyboard.ts'
import { needs } from '../harness/needs.ts'
import { seen, until } from '../harness/until.ts'

describe('the report of a campaign', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  let keys: Keyboard
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    page = shown.page
    keys = keyboardOf(page, { by: 'element', most: 80 })
    await page.goto(`${world.url}/sign-in`)
    await signInByForm(page, world.carla, personPassword)
    await page.waitForURL(`${world.url}/`)
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })
  const address = (id: string, search = '') =>
    `${world.url}/clients/${world.clientIds[0]}/campaigns/${id}/report${search}`
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const stateOf = async (id: string) => {
    const [row] = await world.db<{ state: string }[]>`select state from campaigns where public_id = ${id}`
    return row!.state
  }
  const focused = () => keys.focused()
  const tabTo = (words: RegExp) => keys.tabTo(words)

  test('a paused campaign says who paused it, what waits, and what resuming and cancelling would do', async () => {
    const { pausedId } = world.reports
    await page.goto(address(pausedId))
    await heading('Advent wreaths')
    await page.getByText('5,472 of 9,120 done').waitFor()
    await page.getByText(/Paused by Carla Weber on .*3,648 recipients are waiting\./).waitFor()
    await page.getByText('23 recipients are waiting for a retry').waitFor()
    const bar = page.getByRole('img', { name: /Sent: 5,304.*Failed: 73/ })
    const widths = await bar.locator('span').evaluateAll(all => all.map(one => one.getBoundingClientRect().width))
    assert.ok(
      widths.every(width => width >= 3),
      `every segment is seen: ${widths}`,
    )
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel the rest' })
    await dialog.getByText('3,648 recipients have not received the mail and will not get it.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await stateOf(pausedId), 'paused', 'nothing was cancelled')
  })

  test('pausing is done at once and undone; cancelling asks once, and is final', async () => {
    const { pausedId } = world.reports
    await page.getByRole('button', { name: 'Resume: send to 3,648 more' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('If you pause now, 3,648 recipients are left waiting.').waitFor()
    assert.equal(await stateOf(pausedId), 'sending')
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    await page.getByRole('button', { name: 'Do not send to 3,648' }).click()
    await page.locator('h1 + p').getByText('Cancelled').waitFor()
    assert.equal(await stateOf(pausedId), 'cancelled')
    assert.equal(await page.getByRole('button', { name: /Resume|Pause|Cancel the rest/ }).count(), 0)
  })

  test('a resend is begun in the report, waits its time, and is shown beside its original', async () => {
    const { sentId } = world.reports
    await page.goto(address(sentId))
    await heading('November letter')
    await page.getByRole('button', { name: 'Resend …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resend' })
    await dialog.getByLabel('New subject').fill('Bulbs that still go into the ground')
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await dialog.getByText('A resend needs another subject.').waitFor()
    await dialog.getByLabel('New subject').fill('Last call for bulbs')
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await heading('Resend of November letter')
    await page.goto(page.url().replace(/(?:\?.*)?$/, '?open=audience'))
    await page.getByText(/only people who received “November letter” and did not open or click/).waitFor()
    await page.goto(address(sentId))
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Resend of November letter').getByText('Last call for bulbs').waitFor()
    assert.match(await row('Together').innerText(), /424/, 'the people of both')
    assert.equal(await page.getByRole('button', { name: 'Resend …' }).count(), 0, 'once')
  })

  test('a frequency cap is set in the settings, and the report catches up those whom it left out', async () => {
    const [clientId] = world.clientIds
    const capOf = async () => (await world.call('Client.GetFrequencyCap', { ClientID: clientId! })).value
    await page.goto(`${world.url}/clients/${clientId}/settings`)
    await page.getByLabel('Frequency cap: mails to a person at most').fill('3')
    await page.getByLabel('in how many days').fill('7')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByText('The settings are saved.').waitFor()
    assert.deepEqual(await capOf(), { Mails: 3, Days: 7 })
    await page.getByLabel('Frequency cap: mails to a person at most').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await seen('no cap', capOf, cap => (cap as { Mails: number }).Mails === 0)

    const { sentId } = world.reports
    await world.db`
      update log set answer = 'frequency cap'
      where kind = 'excluded' and campaign_id = (select id from campaigns where public_id = ${sentId})`
    await page.goto(address(sentId))
    await page.getByText(/recipients were skipped because of the frequency cap/).waitFor()
    await page.getByRole('button', { name: 'Catch up' }).click()
    await heading('Catch-up of November letter')
    await page.goto(address(sentId))
    await page.getByRole('row').filter({ hasText: 'Catch-up of November letter' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Catch up' }).count(), 0, 'once')
  })

  test('numbers are people first with their fraction, and what was not measured is no 0', async () => {
    const { sentId } = world.reports
    await page.goto(address(sentId))
    await heading('November letter')
    const opened = page
      .locator('dl div')
      .filter({ has: page.getByText('Opened', { exact: true }) })
      .first()
    await opened.getByText('424 of 1,177').waitFor()
    await opened.getByText('and 106 only by bots').waitFor()
    await page.getByRole('heading', { name: 'Compared with earlier campaigns' }).waitFor()
    await page.getByRole('link', { name: 'All days' }).click()
    await page.waitForURL(/span=all/)
    await world.db`update campaigns set track_opens = false, track_clicks = false where public_id = ${sentId}`
    await world.db`
      update campaign_totals set opens = 0, clicks = 0, unique_opens = 0, unique_clicks = 0
      where campaign_id = (select id from campaigns where public_id = ${sentId})`
    await page.reload()
    await opened.getByText('Not measured').waitFor()
    assert.doesNotMatch(await opened.innerText(), /\d/)
  })

  test('with the keyboard alone one finds a recipient and the proof, and comes back to the row', async () => {
    await page.goto(address(world.reports.sentId))
    await heading('November letter')
    await tabTo(/^A Recipients$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Recipients' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('WILMA')
    await page.waitForURL(/q=WILMA/)
    await page.getByRole('link', { name: 'wilma.ostermann@letters.example' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await tabTo(/^A wilma/)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'wilma.ostermann@letters.example' })
    const answer = drawer.getByText('250 2.0.0 Ok: queued as 4XF21202')
    await answer.waitFor({ state: 'attached' })
    assert.equal(await answer.isVisible(), false, 'words of servers are behind Details')
    await drawer.locator('summary').first().click()
    await answer.waitFor()
    assert.deepEqual(await drawer.locator('ol strong').allInnerTexts(), [
      'A relay accepted the mail',
      'Opened',
      'A link was clicked',
    ])
    const link = drawer.getByRole('link', { name: 'blossom.example/bulbs?…' })
    assert.equal(await link.getAttribute('href'), 'https://blossom.example/bulbs?season=spring')
    assert.match(page.url(), /recipient=1202/)
    await tabTo(/^BUTTON Save the proof/)
    const saving = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const proof = JSON.parse(await readFile((await (await saving).path())!, 'utf8'))
    assert.equal(proof.Recipient.EmailAddress, 'wilma.ostermann@letters.example')
    assert.equal(proof.Steps.length, 3)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    assert.doesNotMatch(page.url(), /recipient=/)
    assert.match(await focused(), /^A wilma/)
  })

  test('the clicks stand in the mail, which is shown on the other origin and runs nothing', async () => {
    await page.goto(address(world.reports.sentId, '?tab=links'))
    await page.getByRole('button', { name: 'Show the clicks in the mail' }).click()
    await page.waitForURL(/map=on/)
    const frame = page.locator('iframe[title="The mail"]')
    const mail = page.frameLocator('iframe[title="The mail"]')
    await mail.getByRole('heading', { name: 'There is still time' }).waitFor()
    const [link] = await world.db<{ clicks: number }[]>`
      select t.human_clicks as clicks from link_totals t join campaigns m on m.client_id = t.client_id and m.id = t.campaign_id
      where m.public_id = ${world.reports.sentId} and t.link = 1`
    assert.match(
      await mail.locator('body').innerText(),
      new RegExp(`All bulbs of the season\\s*1\\D+${link!.clicks}\\b`),
    )
    assert.equal(await frame.getAttribute('sandbox'), '')
    assert.notEqual(new URL((await frame.getAttribute('src'))!).origin, new URL(world.url).origin)
    await page.getByRole('button', { name: 'Hide the mail' }).click()
    await frame.waitFor({ state: 'detached' })
  })

  test('the address has the filter, more rows come on demand, and a long list is not all in the page', async () => {
    await page.goto(address(world.reports.sentId, '?tab=recipients&state=Accepted'))
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('link', { name: 'reader226@letters.example' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 200)
    await page.getByRole('button', { name: 'Show more' }).click()
    await until(
      async () => (await page.locator('tbody tr').count()) < 200,
      'what is far from the window is not in the page',
    )
    await page
      .getByRole('link', { name: /^Failed 10$/ })
      .last()
      .click()
    await page.waitForURL(/state=Refused/)
    await until(async () => (await page.locator('tbody tr').count()) === 10, 'those that failed')
    await page.locator('tbody tr').first().getByRole('link').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Address does not exist. Unknown, closed or moved.').first().waitFor()
    assert.equal(await drawer.getByText('550 5.1.1').first().isVisible(), false)
    await page.goBack()
    await drawer.waitFor({ state: 'detached' })
    const failed = page.locator('tbody tr').first()
    await failed.getByText('Address does not exist').waitFor()
    await failed.locator('summary').click()
    await failed.getByText('550 5.1.1').waitFor()
    await page
      .getByRole('link', { name: /^Skipped \d+$/ })
      .last()
      .click()
    await page.waitForURL(/state=Excluded/)
    // of a test before
    await page.getByText('The frequency cap was reached.').first().waitFor()
    assert.equal(await page.locator('tbody summary').count(), 0, 'the sentence says it all')
    await page.goBack()
    await page.waitForURL(/state=Refused/)
    await page.goBack()
    await page.waitForURL(/state=Accepted/)
  })

  test('the file has every recipient of the state or those who were found, and no cell is a formula', async () => {
    await world.db`
      update log set answer = '=HYPERLINK("http://evil.example")' where kind = 'unknown' and number = 11`
    await page.goto(address(world.reports.sentId, '?tab=recipients&state=Unknown'))
    await page.getByText('=HYPERLINK').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'Create the file' }).click()
    await page.getByText('The file is ready: 4 rows.').waitFor()
    const whole = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const exported = await readFile((await (await whole).path())!, 'utf8')
    assert.equal(exported.trim().split('\r\n').length, 5)
    assert.match(exported, /"'=HYPERLINK/)
    await page.goto(address(world.reports.sentId, '?tab=recipients&state=Unknown&q=reader11%40'))
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const text = await readFile((await (await saving).path())!, 'utf8')
    // spreadsheets recognise UTF-8 by it
    assert.equal(text[0], '\uFEFF')
    const lines = text.slice(1).trim().split('\r\n')
    assert.equal(lines.length, 2)
    assert.equal(lines[0], 'Number,EmailAddress,State,Attempts,Date,Code,Reason,Answer,RetryDate')
    assert.match(
      lines[1]!,
      /^11,reader11@letters\.example,Unknown,1,[^,]+,0,None,"'=HYPERLINK\(""http:\/\/evil\.example""\)",$/,
    )
  })

  test('one unknown is settled from its own page, and the counters follow', async () => {
    await page.goto(address(world.reports.sentId, '?tab=recipients&state=Unknown&recipient=11'))
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await page.getByRole('button', { name: 'Mark 1 as sent' }).click()
    await page.getByText('Decided: 1.').waitFor()
    await page.getByRole('img', { name: /Sent: 1,178, Undecided: 3/ }).waitFor()
  })

  test('a link for the client is shown once, and ends when it is revoked; its name is no markup', async () => {
    await page.goto(address(world.reports.sentId, '?tab=share'))
    await page.getByRole('button', { name: 'Share the report' }).click()
    await page.getByLabel('For whom').fill('<b>Board</b>')
    await page.getByLabel('Valid until').fill('2020-01-01')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Valid until').fill('')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByText('Copy it now: it is shown only once.').waitFor()
    const link = await page.locator('code').filter({ hasText: 'http' }).innerText()
    assert.match(new URL(link).pathname, /^\/\w+\/.{20}/)
    await page.reload()
    await page.getByText('<b>Board</b>').waitFor()
    assert.equal(await page.getByText(link).count(), 0)
    await page.getByRole('button', { name: 'Revoke the link <b>Board</b>' }).click()
    await page.getByRole('button', { name: 'Revoke the link', exact: true }).click()
    await page.getByText(/^Revoked /).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Revoke the link/ }).count(), 0)
  })

  test('who may only read reports has no button that changes the sending', async () => {
    await world.db`update grants set role = 'Analyst' where person_id = (select id from people where address = ${world.jonas})`
    await world.db`update campaigns set state = 'sent' where public_id = ${world.reports.pausedId}`
    const analyst = await openConsole(browser, { url: world.url })
    await analyst.page.goto(address(world.reports.sentId))
    await signInByForm(analyst.page, world.jonas, personPassword)
    await analyst.page.getByRole('heading', { level: 1, name: 'November letter' }).waitFor()
    await analyst.page
      .locator('h2')
      .filter({ hasText: /Zustellung/ })
      .waitFor()
    assert.equal(await analyst.page.getByRole('button', { name: /erneut senden|entscheiden|abbrechen/ }).count(), 0)
    await analyst.close()
  })

  test('a campaign of no one is a sentence, and what is invalid in the address is left out', async () => {
    await page.goto(address('00000000000000000000000000000000'))
    await page.getByRole('alert').waitFor()
    await page.goto(address(world.reports.sentId, '?tab=evil&state=Lost&recipient=-1'))
    await page.getByRole('heading', { name: 'Activity of people' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})
