/**
 * The console in Chromium, on localhost: milliseconds to the largest paint of the first screen with an empty cache and with a full one, at
 * full speed and at 400 ms and 50 KB/s,
 * from a click to the painted next screen whose data and script are there already, what moved while the screens came up
 * (Cumulative Layout Shift), and the longest task while a mail of 100 KB is typed into. The first world is a small agency, the second
 * one has 2,000 clients and a list of a million.
 *
 *   node --import tsx bench/console.ts [subscribers = 1000000]
 */
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/harness/browser.ts'
import { buildConsole, openConsole, signInByForm, waitUntilSettled } from '../test/harness/console-page.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [subscribers = 1_000_000] = process.argv.slice(2).map(Number)
const manyClients = 2000
const rounds = 5
/** A telephone far from the next mast: milliseconds, and octets a second. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** Octets of the mail that is typed into, and keys that are pressed. */
const mailBytes = 100_000
const keys = 120

/** What moved, and when the first and the largest part were painted. */
const look = `(async () => {
  const entries = type => new Promise(resolve => {
    const observer = new PerformanceObserver(list => resolve(list.getEntries()))
    observer.observe({ type, buffered: true })
    setTimeout(() => resolve([]), 500)
  })
  const shifts = await entries('layout-shift')
  const paints = await entries('largest-contentful-paint')
  const [first] = performance.getEntriesByName('first-contentful-paint')
  return {
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    first: first?.startTime ?? 0,
    painted: paints.at(-1)?.startTime ?? 0,
  }
})()`

await buildConsole()
const product = await startProduct({ LETTERSHOP_ROLES: 'api,console' })
const browser = await launchBrowser()
try {
  const { ClientID } = await makeList(product)
  const small = await measured(product, browser, ClientID)
  printTable([['a small agency', 'median (range)', 'at most'], ...small])
  await grow(product)
  const large = await measured(product, browser, ClientID)
  printTable([
    ['', 'small', `${count(manyClients)} clients, ${count(subscribers)} subscribers`, 'at most'],
    ...small.map(([label, value, limit], n) => [label, value, large[n]![1], limit]),
  ])
} finally {
  await browser.close()
  await product.end()
}

type Line = readonly [label: string, value: string, limit: string]

async function measured(product: Product, browser: Browser, clientId: string): Promise<readonly Line[]> {
  const { page } = await openConsole(browser, { url: product.url })
  await page.goto(product.url)
  await signInByForm(page, 'admin', passwordOf(product))
  await page.waitForURL(`${product.url}/`)
  await waitUntilSettled(page)
  const again = async (one: Page) => {
    await one.goto(product.url)
    await waitUntilSettled(one)
    return one
  }
  const slowly = async (one: Page) => {
    const session = await one.context().newCDPSession(one)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slowNetwork)
    return one
  }
  const cold = await firstScreens(browser, page, product.url, async one => one)
  const warm = await firstScreens(browser, page, product.url, again)
  const slowCold = await firstScreens(browser, page, product.url, slowly)
  const slowWarm = await firstScreens(browser, page, product.url, async one => slowly(await again(one)))
  await page.goto(`${product.url}/clients/${clientId}`)
  await waitUntilSettled(page)
  const ofClient = ['', '/campaigns', '/lists', '/contacts', '/outbox']
  const places = ['/', '/clients', '/keys', ...ofClient.map(place => `/clients/${clientId}${place}`)]
  const lines: Line[] = [
    ['largest paint of Home, empty cache, ms', shown(cold.paints), '1000'],
    ['largest paint of Home, cached files, ms', shown(warm.paints), '1000'],
    ['outline of the frame at 400 ms and 50 KB/s, empty cache, ms', shown(slowCold.firsts), '4000'],
    ['largest paint of Home at 400 ms and 50 KB/s, empty cache, ms', shown(slowCold.paints), '4000'],
    ['the same at 400 ms and 50 KB/s, cached files, ms', shown(slowWarm.paints), '1000'],
    ['layout shift of Home', Math.max(...cold.shifts, ...warm.shifts).toFixed(4), '0'],
  ]
  for (const place of places)
    lines.push([`to ${place.replace(clientId, '…')}, cached, ms`, shown(await navigations(page, place)), '100'])
  lines.push(...(await typing(product, page, clientId)))
  await page.context().close()
  return lines
}

/** What the browser was busy with for 50 ms or more while keys were pressed, one after the other, and saved now and then. */
async function typing({ call, url }: Product, page: Page, clientId: string): Promise<readonly Line[]> {
  const row =
    '<tr><td style="padding:4px 8px">Tulips for [City,fallback=you], <a href="https://bloom.example/">look</a></td></tr>\n'
  const Html = `<html><body><table>\n${row.repeat(Math.ceil(mailBytes / row.length))}</table><unsubscribe>Leave</unsubscribe></body></html>`
  const content = { Kind: 'Html', Html }
  const { CampaignID } = await call<{ CampaignID: string }>('Campaign.CreateDraft', {
    ClientID: clientId,
    // the name of a draft is its own
    Name: `Long ${performance.now()}`,
    Content: content,
  })
  await page.goto(`${url}/clients/${clientId}/campaigns/${CampaignID}?open=content`)
  await page.locator('.cm-content').click()
  await waitUntilSettled(page)
  await page.evaluate(`window.long = []; new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) window.long.push(duration)
  }).observe({ type: 'longtask' })`)
  await page.evaluate(`window.waits = []; document.querySelector('.cm-content').addEventListener('keydown', () => {
    const start = performance.now()
    requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - start)))
  }, { capture: true })`)
  await page.keyboard.type('Tulips are here. '.repeat(Math.ceil(keys / 17)), { delay: 60 })
  await page.waitForTimeout(3000)
  const { long, waits } = await page.evaluate<{ long: number[]; waits: number[] }>('({ long, waits })')
  return [
    ['a mail of 100 KB: from key to frame, ms', shown(waits), '50'],
    ['longest task while it is typed, ms', long.length === 0 ? 'below 50' : Math.max(...long).toFixed(0), '50'],
  ]
}

/** Printed at the first start. */
function passwordOf({ banner }: Product): string {
  return banner.map(line => /^Password: *(\S+)/.exec(line)?.[1]).find(found => found !== undefined) ?? ''
}

function shown(times: readonly number[]): string {
  return `${median([...times]).toFixed(0)} (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`
}

/** @param prepare what the browser has done before, with the same cache */
async function firstScreens(browser: Browser, like: Page, url: string, prepare: (page: Page) => Promise<Page>) {
  const firsts: number[] = []
  const paints: number[] = []
  const shifts: number[] = []
  for (let n = 0; n < rounds + 1; n++) {
    const { page } = await openConsole(browser, { url, like })
    await prepare(page)
    await page.goto('about:blank')
    await page.goto(url)
    await waitUntilSettled(page)
    const { first, painted, shift } = await page.evaluate<Record<'first' | 'painted' | 'shift', number>>(look)
    // the first one finds a service that has answered nothing like it yet
    if (n > 0) paints.push(painted)
    if (n > 0) firsts.push(first)
    shifts.push(shift)
    await page.context().close()
  }
  return { firsts, paints, shifts }
}

/** From the click on a link to the frame that shows the new title, when the screen was shown before. */
async function navigations(page: Page, place: string): Promise<readonly number[]> {
  const away = place === '/' ? '/clients' : '/'
  const times: number[] = []
  for (let n = 0; n < rounds + 2; n++) {
    if (new URL(page.url()).pathname !== away) await page.evaluate(navigate(away))
    await waitUntilSettled(page)
    // the pointer is over a link before it is clicked: its page was asked for then
    await page.waitForTimeout(100)
    const time = await page.evaluate<number>(navigate(place))
    await waitUntilSettled(page)
    // the first ones fill the cache
    if (n >= 2) times.push(time)
  }
  return times
}

/** Clicks the link of the navigation, and waits for the frame after the one that has the title of the other screen. */
function navigate(to: string): string {
  return `(async () => {
    const title = () => document.querySelector('h1')?.innerText
    const before = title()
    const start = performance.now()
    document.querySelector('nav a[href=${JSON.stringify(to)}]').click()
    while (title() === before || title() === undefined) {
      if (performance.now() - start > 10000) throw new Error('no other screen came')
      await new Promise(requestAnimationFrame)
    }
    await new Promise(requestAnimationFrame)
    return performance.now() - start
  })()`
}

/** Clients beside the first one, and subscribers on its list, by SQL: calls would take an hour. */
async function grow({ db }: Product): Promise<void> {
  await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select account_id, 'Client ' || n, 'Contact', 'client' || n || '@many.example', 'Germany', time_zone, time_zone_label
    from clients, generate_series(1, ${manyClients - 1}) n`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select l.client_id, l.id, a.address, a.address, 'Reader ' || n, 'Active', now(), now() - n * interval '95 seconds'
    from lists l, generate_series(1, ${subscribers}) n
    cross join lateral (select md5(n::text) || '@reader.example' as address) a`
  // at once: the server would do it beside what is measured
  await db`vacuum analyze`
}
