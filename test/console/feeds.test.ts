/** Feeds in the console: one is made, looked at, changed, paused and deleted; its problem is shown. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, goInside, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const feed = `<rss version="2.0"><channel><title>Garden blog</title><link>https://blossom.example/</link><item><guid isPermaLink="false">1</guid><title>The tulips are out</title><link>https://blossom.example/tulips</link><pubDate>Fri, 20 Mar 2026 09:30:00 GMT</pubDate><description>Come and see</description></item></channel></rss>`

describe('feeds in the console', needs('chromium'), () => {
  let opened: SignedInConsole
  let world: ConsoleWorld
  let page: Page
  let web: TestWeb
  let ClientID: string
  before(async () => {
    web = await serveWeb({ '/feed.xml': { type: 'application/rss+xml', body: feed } })
    opened = await openSignedInConsole(
      { LETTERSHOP_ROLES: 'api,console,jobs,feedback', LETTERSHOP_FETCH_PRIVATE: 'true' },
      ['audience'],
    )
    ;({ world, page } = opened)
    ClientID = world.clientIds[0]!
  })
  after(async () => {
    await opened?.close()
    await web?.close()
  })

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await world.call(operation, { ClientID, ...params })
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.locator('dialog[open]')
  const onlyFeed = async () => (await ask('Feed.List', { Cursor: '', Limit: 0 })).Feeds[0]

  test('a feed is made, and shows what it has', async () => {
    await goInside(page, `/clients/${ClientID}/feeds`)
    await waitUntilSettled(page)
    await button('New feed').click()
    await dialog().getByLabel('Name of the feed').fill('Blog to mail')
    await dialog().getByLabel('Address of the feed').fill(`${web.url}/feed.xml`)
    await dialog()
      .getByLabel(/^Workshops/)
      .check()
    await dialog().getByLabel('How often').selectOption({ label: 'Every month' })
    await dialog().getByLabel('Day of the month').selectOption('31')
    await dialog().getByLabel('Name of the sender').fill('Blossom')
    await dialog().getByLabel('Address of the sender').fill('news@blossom.example')
    await button('Create the feed').click()
    await page.getByRole('heading', { level: 1, name: 'Blog to mail' }).waitFor()
    await until(async () => (await onlyFeed()).State === 'Waiting', 'the first look is done')
    await button('Look at the feed').click()
    await page.getByRole('cell', { name: 'The tulips are out' }).waitFor()
    await page.getByText('Subject: Garden blog: The tulips are out').waitFor()
    await page.frameLocator('iframe[title="Preview of the letter"]').getByText('Come and see').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
  })

  test('its settings are changed, and it is paused', async () => {
    const { FeedID } = await onlyFeed()
    await page.getByLabel('Subject').fill('News: [item:title]')
    await button('Save the feed').click()
    await page.getByText('The feed is saved.').waitFor()
    assert.equal((await ask('Feed.Get', { FeedID })).Subject, 'News: [item:title]')
    assert.equal((await ask('Feed.Get', { FeedID })).MonthDay, 31)
    await button('Pause').click()
    await button('Resume').waitFor()
    assert.equal((await onlyFeed()).Paused, true)
    await button('Resume').click()
    await button('Pause').waitFor()
  })

  test('a feed that cannot be read shows the reason, and is deleted after a question', async () => {
    await page.getByLabel('Address of the feed').fill(`${web.url}/nowhere.xml`)
    await button('Save the feed').click()
    await until(async () => (await onlyFeed()).State === 'Failing', 'it was looked at')
    await page.getByText('The server answers 404 instead of 200.').first().waitFor()
    await button('Delete').click()
    await button('Delete the feed').click()
    await page.getByText('No feeds yet').waitFor()
    assert.equal(await onlyFeed(), undefined)
  })
})
