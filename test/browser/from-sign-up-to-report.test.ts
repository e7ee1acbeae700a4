/**
 * From a sign-up on a page of another site to the report: people sign up and confirm in a browser, get the tag of the form, a segment chooses
 * those with the tag, a campaign goes to it, one of them clicks, and the console reports it. People who did not confirm get nothing. Then a series
 * welcomes who signs up, a campaign tests two subjects, and its resend goes to those who did not react.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Email } from 'postal-mime'
import { launchBrowser } from '../harness/browser.ts'
import { addPerson, personPassword } from '../harness/console.ts'
import { buildConsole, openConsole, signInByForm } from '../harness/console-page.ts'
import { confirmationLink, exampleWith, mailsTo, pressButton, signUpOn } from '../harness/embedded-form.ts'
import { needs } from '../harness/needs.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const html = (shop: string) =>
  `<p>Hello [firstname,fallback=you], <a href="${shop}/tulips">tulips</a> are here.</p><p><unsubscribe>Leave</unsubscribe></p>`

describe('from a sign-up to the report', needs('chromium'), () => {
  let service: TestService
  let browser: Browser
  let shop: TestWeb
  let ClientID: string
  let ListID: string
  let formUrl: string
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
    // a browser that calls itself headless would not count as a person
    const context = await browser.newContext({ locale: 'en', userAgent })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      return await act(page)
    } finally {
      await context.close()
    }
  }

  const stateOf = async (EmailAddress: string) =>
    (await ask('Subscribers.GetSingleSubscriber', { ListID, EmailAddress })).State

  /** A person signs up on the page of the shop, and confirms from the mail. */
  async function signUp(address: string, name: string, confirms: boolean): Promise<void> {
    await inWindow(async page => {
      await page.goto(shop.url)
      await signUpOn(page, formUrl, address, name)
      const link = await confirmationLink(service.dataFolder, address)
      if (!confirms) return
      await page.goto(link)
      await pressButton(page)
      await page.getByRole('heading').first().waitFor()
    })
  }
  const mailsNamed = async (address: string, ...subjects: readonly string[]) =>
    (await mailsTo(service.dataFolder, address)).filter(({ subject }) => subjects.includes(subject ?? ''))
  async function clickTulips(letter: Email | undefined): Promise<void> {
    const link = /href="(https?:\/\/[^"]+)"[^>]*>tulips/.exec(letter?.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    assert.ok(link, letter?.html)
    await inWindow(async page => {
      await page.goto(link)
      await page.waitForURL(url => url.pathname === '/tulips')
    })
  }
  /** The console of someone who works for the client. */
  async function signedIn() {
    const [account] = await service.db`select account_id as id from clients where public_id = ${ClientID}`
    const { email } = await addPerson(service.db, { accountId: account!.id as number })
    const shown = await openConsole(browser, { url: service.url })
    await shown.page.goto(`${service.url}/sign-in`)
    await signInByForm(shown.page, email, personPassword)
    await shown.page.waitForURL(`${service.url}/`)
    return shown
  }
  const letter = (Subject: string) => ({
    ...{ Subject, FromName: 'Ina', FromEmail: 'ina@bloom.example', ReplyTo: 'ina@bloom.example' },
    Content: { Kind: 'Html', Html: html(shop.url), Text: 'Leave: [unsubscribe]' },
  })

  test('who confirmed gets the letter of the segment, and the report counts them and their click', async () => {
    const FormID = await ask('Form.Create', {
      ...{ ClientID, Title: 'Shop', Paused: false, Name: 'Optional', Language: 'en' },
      Lists: [{ ListID }],
      Tags: ['From the shop'],
    })
    const embedded = await ask('Form.GetEmbed', { ClientID, FormID })
    formUrl = embedded.URL
    pages['/'] = {
      body: await exampleWith('sign-up-form.html', formUrl),
      headers: { 'content-security-policy': `default-src 'none'; ${embedded.ContentSecurityPolicy}` },
    }
    pages['/tulips'] = { body: '<!doctype html><title>Tulips</title>', headers: {} }

    // two confirm, one does not; one is on the list in another way, without the tag
    for (const [address, name] of [
      ['ada@readers.example', 'Ada'],
      ['bo@people.example', 'Bo'],
      ['carl@persons.example', 'Carl'],
    ] as const)
      await signUp(address, name, name !== 'Carl')
    const others = await ask('List.Create', { ClientID, Title: 'Staff', ConfirmOptIn: false })
    await ask('Subscriber.Add', { ListID: others, Email: 'dora@readers.example', Name: 'Dora' })
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
    const letters = (address: string) => mailsNamed(address, 'Tulips are here')
    const [letter, ...more] = await letters('ada@readers.example')
    assert.equal(more.length, 0)
    assert.equal((await letters('bo@people.example')).length, 1)
    for (const address of ['carl@persons.example', 'dora@readers.example'])
      assert.deepEqual(await letters(address), [], address)

    // one of them clicks; the report of the console has it
    await clickTulips(letter)
    const shown = await signedIn()
    const { page } = shown
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

  test('a series welcomes who signs up, a test has two subjects, and the resend goes to who did not react', async () => {
    const SeriesID = await ask('Series.Create', {
      ListID,
      Name: 'Welcome',
      Trigger: 'Joined',
      Steps: [{ DelayMinutes: 0 }],
    })
    const { Steps } = await ask('Series.Get', { ClientID, SeriesID })
    await ask('Campaign.UpdateDraft', { CampaignID: Steps[0].DraftID, Revision: 1, ...letter('Welcome to Bloom') })
    await ask('Series.Start', { ClientID, SeriesID })
    const readers = ['ada@readers.example', 'bo@people.example', 'eve@gardens.example']
    await signUp('eve@gardens.example', 'Eve', true)
    const welcomes = (address: string) => mailsNamed(address, 'Welcome to Bloom')
    await until(async () => (await welcomes('eve@gardens.example')).length > 0, 'the welcome is there')
    for (const address of readers.slice(0, 2)) assert.deepEqual(await welcomes(address), [], address)

    const subjects = ['Bulbs for spring', 'Plant them now']
    const { CampaignID } = await ask('Campaign.CreateDraft', {
      ...{ ClientID, Name: 'Bulbs', Audience: { ListIDs: [ListID] } },
      ...letter(subjects[0]!),
    })
    await ask('Campaign.SetVariants', {
      ...{ CampaignID, Others: [{ Subject: subjects[1] }], SharePercent: 100 },
      ...{ DecidedBy: 'Hand', WaitMinutes: 60, Otherwise: 'A' },
    })
    await ask('Campaign.Send', { CampaignID, ConfirmationEmail: 'ina@bloom.example', SendDate: 'Immediately' })
    const tested = (address: string) => mailsNamed(address, ...subjects)
    for (const address of readers)
      await until(async () => (await tested(address)).length > 0, `${address} has the letter`)
    await until(async () => (await ask('Campaign.GetProgress', { CampaignID })).State === 'Sent', 'it is sent')
    // as if days had passed: a click at once is no person's, and a resend waits for two days
    const [sent] = await service.db<{ id: number }[]>`
      update campaigns set finished_at = finished_at - interval '3 days' where public_id = ${CampaignID} returning id`
    await service.db`update log set at = at - interval '3 days' where campaign_id = ${sent!.id}`
    await clickTulips((await tested('eve@gardens.example'))[0])

    const again = await ask('Campaign.Resend', { CampaignID, Subject: 'Last bulbs' })
    await until(async () => (await ask('Campaign.GetSummary', { CampaignID })).Clicks === 1, 'the click is stored')
    const count = async () => (await ask('Campaign.CountAudience', { CampaignID: again.CampaignID })).Recipients
    await until(async () => (await count()) === 2, 'the click is judged')
    await ask('Campaign.Send', {
      CampaignID: again.CampaignID,
      ConfirmationEmail: 'ina@bloom.example',
      SendDate: 'Immediately',
    })
    for (const address of readers.slice(0, 2))
      await until(async () => (await mailsNamed(address, 'Last bulbs')).length > 0, `${address} has the resend`)
    for (const address of readers)
      assert.equal((await tested(address)).length, 1, `${address} has one letter of the test`)
    assert.deepEqual(await mailsNamed('eve@gardens.example', 'Last bulbs'), [])

    const shown = await signedIn()
    const { page } = shown
    await page.goto(`${service.url}/clients/${ClientID}/series/${SeriesID}`)
    await page.getByRole('heading', { name: 'Welcome to Bloom' }).waitFor()
    await page.goto(`${service.url}/clients/${ClientID}/campaigns/${CampaignID}/report`)
    for (const subject of subjects) await page.getByText(subject).first().waitFor()
    await page.getByText('Last bulbs').first().waitFor()
    await shown.close()
  })
})
