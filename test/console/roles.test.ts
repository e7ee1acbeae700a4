/** Each role sees its own product: no screen that is offered asks for what the service refuses, and what a role is not for is not there. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { refusals } from '../../src/contract/refusals.ts'
import { type Role, roleNames } from '../../src/contract/rights.ts'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, goInside, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'

const denied = refusals.AccessDenied[0]

/** Links of a screen that are followed: one of each kind. */
const mostLinks = 40

describe('roles in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let clientId: number
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    const [client] = await world.db<{ id: number }[]>`select id from clients where public_id = ${world.clientIds[0]!}`
    clientId = client!.id
    await world.db`update clients set approval_required = true where id = ${clientId}`.catch(() => {})
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  async function giveRole(role: Role, isOnClient: boolean) {
    await world.db`
      update grants set role = ${role}, client_id = ${isOnClient ? clientId : null}, access_level = null
      where person_id = (select id from people where address = ${world.carla})`
  }

  /** Signs in, and collects the operations that are refused for want of a right, with the screen that asked for them. */
  async function openAs(role: Role, isOnClient = true): Promise<ConsolePage & { readonly refused: Set<string> }> {
    await giveRole(role, isOnClient)
    const shown = await openConsole(browser, { url: world.url })
    const refused = new Set<string>()
    shown.page.on('response', async response => {
      const path = new URL(response.url()).pathname
      if (!path.startsWith('/api/json/') || response.status() < 400) return
      const body: unknown = await response.json().catch(() => undefined) // the page was left before it came
      if ((body as { code?: number } | undefined)?.code === denied)
        refused.add(`${placeOf(shown.page.url())}: ${path.slice('/api/json/'.length)}`)
    })
    await shown.page.goto(`${world.url}/sign-in`)
    await signInByForm(shown.page, world.carla, personPassword)
    await shown.page.locator('#main').waitFor()
    await waitUntilSettled(shown.page)
    return { ...shown, refused }
  }

  /** An address without what differs between objects of one kind. */
  const placeOf = (url: string) =>
    new URL(url, world.url).pathname.replaceAll(/[0-9a-f]{32}/g, '…').replaceAll(/\/\d+/g, '/…')

  const linksOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluateAll(links => [
        ...new Set(
          links
            .map(link => link.getAttribute('href') ?? '')
            .filter(href => href.startsWith('/') && !href.startsWith('/api')),
        ),
      ])

  /** Screens of a client that a role has read: its rights there are the same where it has all clients. */
  const read = new Map<Role, ReadonlySet<string>>()
  for (const isOnClient of [true, false])
    for (const role of roleNames.filter(name => !isOnClient || name !== 'Owner'))
      test(`${role} ${isOnClient ? 'of a client' : 'of the account'}: every screen that is offered can be read`, async () => {
        const shown = await openAs(role, isOnClient)
        const { page, refused } = shown
        const places = await linksOf(page, 'nav a')
        assert.ok(places.length > 1, 'there is a navigation')
        const known = new Set(isOnClient ? [] : read.get(role))
        const further: string[] = []
        const visited: string[] = []
        const visit = async (path: string) => {
          known.add(placeOf(path))
          visited.push(placeOf(path))
          await goInside(page, path)
          await waitUntilSettled(page)
        }
        for (const path of places.filter(path => !known.has(placeOf(path)))) {
          await visit(path)
          further.push(...(await linksOf(page, '#main a')))
        }
        const followed = further.filter(path => {
          const place = placeOf(path)
          return !known.has(place) && known.add(place)
        })
        for (const path of followed.slice(0, mostLinks)) await visit(path)
        read.set(role, new Set(visited.filter(place => place.startsWith('/clients/…'))))
        assert.deepEqual([...refused], [])
        await page.context().close()
      })

  test('a client’s person lands on its campaigns, reports and approvals, and sees nothing of the agency', async () => {
    const { page, close } = await openAs('Client')
    await page.waitForURL(`${world.url}/clients/${world.clientIds[0]}`)
    await page.waitForFunction(`document.title === 'Overview · Blossom & Co. · Lettershop'`)
    await page.getByText('Advent calendar').first().waitFor()
    await page.getByText('is waiting for approval').first().waitFor()
    const main = await page.locator('main').innerText()
    for (const word of ['First steps', 'ending domain', 'API key', 'Sample data']) assert.ok(!main.includes(word), word)
    const places = await page.locator('nav a').allTextContents()
    assert.deepEqual(
      places.filter(name => name !== '' && name !== 'Blossom & Co.' && name !== 'All clients').map(name => name.trim()),
      ['Overview', 'Campaigns', 'Results', 'Reports', 'Audit log'],
    )
    await page.getByRole('link', { name: 'Advent calendar' }).first().click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.goto(`${world.url}/`)
    await page.waitForURL(`${world.url}/clients/${world.clientIds[0]}`)
    await close()
  })

  test('who reads reports takes no addresses along, in the console or over the API', async () => {
    const path = `/clients/${world.clientIds[0]}/campaigns/${world.reports.sentId}/report?tab=recipients`
    const order = {
      ClientID: world.clientIds[0],
      Kind: 'Recipients',
      CampaignID: world.reports.sentId,
      Format: 'Csv',
      Gzip: false,
    }
    for (const [role, takes] of [
      ['Client', false],
      ['Analyst', false],
      ['Author', true],
    ] as const) {
      const { page, close } = await openAs(role)
      await goInside(page, path)
      await page.getByRole('button', { name: 'Reload' }).waitFor()
      await waitUntilSettled(page)
      const files = page.getByRole('button', { name: /^(?:Export|Save as CSV)$/ })
      assert.equal(await files.count(), takes ? 1 : 0, role)
      await page.getByRole('searchbox').fill('reader1@')
      await waitUntilSettled(page)
      assert.equal(await files.count(), takes ? 1 : 0, `${role}, of what was found`)
      const code = await page.evaluate(
        async body =>
          (
            (await (
              await fetch('/api/json/Export.Create', {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body,
              })
            ).json()) as { code?: number }
          ).code,
        JSON.stringify(order),
      )
      assert.equal(code === denied, !takes, role)
      await close()
    }
  })

  test('what is unknown, or another client’s, is a page in the reader’s language', async () => {
    await giveRole('Client', true)
    const { page, close } = await openConsole(browser, { url: world.url, locale: 'de' })
    await world.db`update people set language = 'de' where address = ${world.carla}`
    await page.goto(`${world.url}/clients/${world.clientIds[1]}/campaigns`)
    await signInByForm(page, world.carla, personPassword)
    await page.getByText('Diesen Kunden gibt es nicht, oder Sie haben keinen Zugriff darauf').waitFor()
    const unknown = '0'.repeat(32)
    const base = `/clients/${world.clientIds[0]}`
    for (const path of [
      `/clients/${unknown}`,
      `${base}/campaigns/${unknown}`,
      `${base}/campaigns/${unknown}/report`,
      `${base}/campaigns/${world.draftId.replace(/./g, 'f')}/approval`,
      `${base}/lists/${unknown}`,
      `${base}/series/${unknown}`,
      `${base}/feeds/${unknown}`,
      `${base}/forms/${unknown}`,
    ]) {
      await goInside(page, path)
      await waitUntilSettled(page)
      const text = await page.locator('main').innerText()
      assert.match(text, /gibt es nicht|nicht mehr|Ihre Rolle erlaubt das nicht/, path)
      assert.ok(!/Invalid|Unknown/.test(text), `${path}: ${text}`)
    }
    await world.db`update people set language = 'en' where address = ${world.carla}`
    await close()
  })

  test('a role that changes while a screen is open is seen with the next refusal: what it may no longer do goes', async () => {
    const { page, close } = await openAs('Manager')
    const places = () => page.locator('nav a').allTextContents()
    await goInside(page, `/clients/${world.clientIds[0]}/lists`)
    await page.getByRole('button', { name: 'New list' }).waitFor()
    await giveRole('Client', true)
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByText('Your role does not allow this.').first().waitFor()
    await page.getByRole('link', { name: 'Lists', exact: true }).waitFor({ state: 'detached' })
    assert.ok(!(await places()).some(name => name.trim() === 'API keys'))
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    await close()
  })
})
