/** The console in a real browser. Whatever its policy refuses, its scripts complain of or it asks of another host is kept, and is a failure. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { eventStreamPath } from '../../src/contract/event-stream.ts'
import { chromiumPath } from './needs.ts'

export interface ConsolePageOptions {
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** BCP 47. */
  readonly locale?: string
  /** Cookies of another page, to be signed in as there. */
  readonly like?: Page
}

export interface ConsolePage {
  readonly page: Page
  /** Refusals of answers that the test provokes are no complaint: the browser writes each status above 399 to its console. */
  readonly complaints: readonly string[]
  /** Waits until nothing moves: no request waits for its answer, nothing changes the page, what appears by a transition is there. */
  settled(): Promise<void>
  /** Fails where there is a complaint, and closes the browser's window. */
  close(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Builds the console where it is not current. A service reads it when it starts. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'console', 'build.mjs')], { cwd: root })
}

/** @param args of Chromium */
export function launchBrowser(...args: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox', ...args] })
}

export async function openConsole(
  browser: Browser,
  { url, width = 1440, height = 900, colorScheme = 'light', locale = 'en', like }: ConsolePageOptions,
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    ...(like ? { storageState: await like.context().storageState() } : {}),
  })
  const complaints = await listen(context, url)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const unanswered = unansweredOf(page)
  return {
    page,
    complaints,
    settled: () => settle(page, unanswered),
    async close() {
      await context.close()
      assert.deepEqual(complaints, [])
    },
  }
}

/** What the browser writes of refusals, and of a network that a test takes away. */
const provoked = /the server responded with a status of 4\d\d|net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_REFUSED)/

async function listen(context: BrowserContext, url: string): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(
    "document.addEventListener('securitypolicyviolation', event => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))",
  )
  context.on('console', message => {
    if (message.type() !== 'error' || provoked.test(message.text())) return
    complaints.push(message.text())
  })
  context.on('weberror', error => complaints.push(String(error.error())))
  context.on('request', request => {
    if (new URL(request.url()).origin !== new URL(url).origin) complaints.push(`asked ${request.url()}`)
  })
  return complaints
}

/** The requests of a page that wait for their answers. A stream of events never ends and is none of them. */
function unansweredOf(page: Page): ReadonlySet<Request> {
  const unanswered = new Set<Request>()
  page.on('request', request => {
    if (new URL(request.url()).pathname !== eventStreamPath) unanswered.add(request)
  })
  page.on('requestfinished', request => unanswered.delete(request))
  page.on('requestfailed', request => unanswered.delete(request))
  return unanswered
}

/** Milliseconds in which nothing happens: longer than a screen waits before it asks or shows what is next. */
const quietMs = 100

/**
 * Resolves at the first `quietMs` in which the page did not change, after its finite animations. Each runs in the page, which
 * has no pauses of the test's own in it. A page that always changes (a clock) is taken as it is after a second.
 */
const quiet = `new Promise(resolve => {
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, ${quietMs}) })
  const done = async () => {
    observer.disconnect()
    clearTimeout(limit)
    const finite = document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
    resolve()
  }
  let timer = setTimeout(done, ${quietMs})
  const limit = setTimeout(done, 1000)
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

async function settle(page: Page, unanswered: ReadonlySet<Request>): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    await page.evaluate(quiet)
    if (unanswered.size === 0) return
    if (Date.now() > end) assert.fail(`The page still waits for ${[...unanswered].map(each => each.url()).join(', ')}`)
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeRun {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

/** What axe finds on the page as it is: nothing, if all is well. */
export async function accessibilityFlaws(page: Page): Promise<readonly string[]> {
  // it stays while one document shows screen after screen
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: AxeRun }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
  })
}

/** Waits until a screen has loaded what it shows; something may still move (`ConsolePage.settled`). */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main[aria-busy=true]').waitFor({ state: 'detached' })
}

/**
 * Shows another screen as a link in the console does, without loading the document anew. In between, an address that leads to
 * no screen is shown, and what lies over the screen is closed: every screen begins anew, also the one that is shown already.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.locator('#main').waitFor()
  await page.evaluate(leave)
  const over = page.locator(':is(dialog[open], :popover-open)')
  for (let n = 0; n < 5 && (await over.count()) > 0; n++) await page.keyboard.press('Escape')
  assert.equal(await over.count(), 0, 'Escape closes what lies over the screen')
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
}

/** Resolves when the screen is gone, or after some frames: then it was the one for addresses that lead nowhere. */
const leave = `new Promise(resolve => {
  const screen = document.querySelector('#main').lastElementChild
  history.pushState({}, '', '/no/such/screen')
  const look = frames => (frames > 0 && screen?.isConnected ? requestAnimationFrame(() => look(frames - 1)) : resolve())
  look(20)
})`

/** Signs in by the form. */
export async function signInByForm(page: Page, name: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(name)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
}

/** Writes a picture of what is seen as WebP, which takes a third of a PNG. Another window of the browser makes it. */
export async function writePicture(page: Page, path: string): Promise<void> {
  const png = await page.screenshot()
  const window = await page.context().browser()!.newPage()
  const image = `data:image/png;base64,${png.toString('base64')}`
  const picture = await window.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(image)}
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.82)
  })()`)
  await writeFile(path, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
  await window.close()
}
