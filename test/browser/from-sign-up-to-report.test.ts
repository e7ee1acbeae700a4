/**
 * From a sign-up on a page of another site to the report: people sign up and confirm in a browser, get the tag of the form, a segment chooses
 * those with the tag, a campaign goes to it, one of them clicks, and the console reports it. People who did not confirm get nothing.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { addPerson, personPassword } from '../harness/console.ts'
import { buildConsole, openConsole, signInByForm } from '../harness/console-page.ts'
import { confirmationLink, exampleWith, mailsTo, pressButton, signUpOn } from '../harness/embedded-form.ts'
import { needs } from '../harness/needs.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const html = (shop: string) =>
  `<p>Hello [firstname,fallback=you], <a href="${shop}/tulips">tulips</a> are here.</p><p><unsubscribe>Leave</unsubscribe></p>`

describe('from a sign-up to the report', needs('chromium'), () => {
  let service: TestService
  let browser: Browser
  let shop: TestWeb
  let ClientID: string
  let ListID: string
  const pages: Record<string, { body: string; headers: Record<string, string> }> = {}

  before(async () => {
    await buildConsole()
    service = await startTestService({ LETTERSHOP_MAIL_FROM: 'team@agency.example' })
    browser = await launchBrowser()
    shop = await serveWeb(pages)
    const client = { CompanyName: 'Bloom', ContactName: 'Ina', EmailAddress: 'ina@bloom.example', Country: 'Germany' }
    ClientID = await ask('Client.Create', { ...client, Timezone: 'Europe/Berlin' })
    ListID = await ask('List.Create', { ClientID, Title: 'Tulip letter', ConfirmOptIn: true })
    await ask('Client.SetStopSeconds', { ClientID, StopSeconds: 0 })
  })
  after(async () => {
    await shop?.close()
    await browser?.close()
    await service?.stop()
  })

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await service.call(operation, params)
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  async function inWindow<Result>(act: (page: Page) => Promise<Result>): Promise<Result> {
    const context = await browser.newContext({ locale: 'en' })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      return await act(page)
    } finally {
      await context.close()
    }
  }

  test('who confirmed gets the letter of the segment, and the report counts them and their click', async () => {
    const FormID = await ask('Form.Create', {
      ...{ ClientID, Title: 'Shop', Paused: false, Name: 'Optional', Language: 'en' },
      Lists: [{ ListID }],
      Tags: ['From the shop'],
    })
    const { URL: formUrl, ContentSecurityPolicy } = await ask('Form.GetEmbed', { ClientID, FormID })
    pages['/'] = {
      body: await exampleWith('sign-up-form.html', formUrl),
      headers: { 'content-security-policy': `default-src 'none'; ${ContentSecurityPolicy}` },
    }
    pages['/tulips'] = { body: '<!doctype html><title>Tulips</title>', headers: {} }

    // two confirm, one does not; one is on the list in another way, without the tag
    for (const [address, name] of [
      ['ada@readers.example', 'Ada'],
      ['bo@people.example', 'Bo'],
      ['carl@persons.example', 'Carl'],
    ] as const)
      await inWindow(async page => {
        await page.goto(shop.url)
        await signUpOn(page, formUrl, address, name)
        const link = await confirmationLink(service.dataFolder, address)
        if (name === 'Carl') return
        await page.goto(link)
        await pressButton(page)
        await page.getByRole('heading').first().waitFor()
      })
    const others = await ask('List.Create', { ClientID, Title: 'Staff', ConfirmOptIn: false })
    await ask('Subscriber.Add', { ListID: others, Email: 'dora@readers.example', Name: 'Dora' })
    const stateOf = async (EmailAddress: string) =>
      (await ask('Subscribers.GetSingleSubscriber', { ListID, EmailAddress })).State
    for (const address of ['ada@readers.example', 'bo@people.example'])
      await until(async () => (await stateOf(address)) === 'Active', `${address} is active`)
    assert.notEqual(await stateOf('carl@persons.example'), 'Active')

    // the segment: those with the tag of the form
    const leaf = { Subject: 'Tag', Operator: 'AnyOf', Values: ['From the shop'] }
    const Tree = { Match: 'All', Leaves: [leaf] }
    const SegmentID = await ask('Segment.SetTree', { ClientID, Title: 'Came by the shop', Tree })
    assert.equal((await ask('Segment.Count', { SegmentID })).Count, 2)
    const explained = await ask('Segment.Explain', { SegmentID, Email: 'dora@readers.example' })
    assert.equal(explained.In, false)

    // the campaign goes to it
    const { CampaignID } = await ask('Campaign.CreateDraft', {
      ...{ ClientID, Name: 'Tulips', Subject: 'Tulips are here', FromName: 'Ina' },
      ...{ FromEmail: 'ina@bloom.example', ReplyTo: 'ina@bloom.example' },
      Audience: { ListIDs: [], Segments: [{ SegmentID }] },
      Content: { Kind: 'Html', Html: html(shop.url), Text: 'Leave: [unsubscribe]' },
    })
    await ask('Campaign.Send', { CampaignID, ConfirmationEmail: 'ina@bloom.example', SendDate: 'Immediately' })
    await until(async () => (await ask('Campaign.GetProgress', { CampaignID })).State === 'Sent', 'it is sent')
    const letters = async (address: string) =>
      (await mailsTo(service.dataFolder, address)).filter(({ subject }) => subject === 'Tulips are here')
    const [letter, ...more] = await letters('ada@readers.example')
    assert.equal(more.length, 0)
    assert.equal((await letters('bo@people.example')).length, 1)
    for (const address of ['carl@persons.example', 'dora@readers.example'])
      assert.deepEqual(await letters(address), [], address)

    // one of them clicks; the report of the console has it
    const link = /href="(https?:\/\/[^"]+)"[^>]*>tulips/.exec(letter?.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    assert.ok(link, letter?.html)
    await inWindow(async page => {
      await page.goto(link)
      await page.waitForURL(url => url.pathname === '/tulips')
    })
    const [account] = await service.db`select account_id as id from clients where public_id = ${ClientID}`
    const { email } = await addPerson(service.db, { accountId: account!.id as number })
    const shown = await openConsole(browser, { url: service.url })
    const { page } = shown
    await page.goto(`${service.url}/sign-in`)
    await signInByForm(page, email, personPassword)
    await page.waitForURL(`${service.url}/`)
    await page.goto(`${service.url}/clients/${ClientID}/campaigns/${CampaignID}/report`)
    await page.getByRole('heading', { level: 1, name: 'Tulips' }).waitFor()
    await page.getByText(/\b2\b/).first().waitFor()
    await until(async () => {
      const report = await ask('Campaign.GetSummary', { CampaignID })
      return report.Recipients === 2 && report.Clicks === 1
    }, 'the click is counted')
    await page.goto(`${service.url}/clients/${ClientID}/contact?address=ada%40readers.example`)
    await page.getByText('form Shop').first().waitFor()
    await shown.close()
  })
})
