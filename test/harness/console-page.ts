/** The console in a real browser. Whatever its policy refuses, its scripts complain of or it asks of another host is kept, and is a failure. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { eventStreamPath } from '../../src/contract/event-stream.ts'
import { contentOrigin } from '../../src/domain/content/content-origin.ts'

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
  /** Fails if the page complained, and closes the browser's window. */
  close(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Builds the console where it is not current. A service reads it when it starts. */
export async function buildConsole(): Promise<void> {
  // test/run.mjs has done it for all files of a run
  if (!process.env.TEST_CONSOLE_IS_BUILT) await runConsoleBuild()
}

export async function runConsoleBuild(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'console', 'build.mjs')], { cwd: root })
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
  unanswered.set(page, unansweredOf(page))
  return {
    page,
    complaints,
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
  const own = [new URL(url).origin, contentOrigin(null, url)]
  context.on('request', request => {
    if (!own.includes(new URL(request.url()).origin)) complaints.push(`asked ${request.url()}`)
  })
  return complaints
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

/** Elements that scroll by a few pixels in a direction in which nothing of theirs is out of sight: where scrollbars take room, one shows. */
export function strayScrollbars(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')].flatMap(element => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls = overflow => overflow === 'auto' || overflow === 'scroll'
    const isStray = more => more > 0 && more <= 8
    // one is as high as the window at most
    const down = scrolls(overflowY) && !element.matches('dialog') && isStray(element.scrollHeight - element.clientHeight)
    const across = scrolls(overflowX) && isStray(element.scrollWidth - element.clientWidth)
    return down || across ? [element.cloneNode(false).outerHTML.slice(0, 200)] : []
  })`)
}

/** What is pressed and smaller than 24 pixels in a direction (WCAG 2.2, 2.5.8). Links within a sentence are as high as its lines. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const least = 24
    const targets = 'a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=option]'
    const isLarge = ({ width, height }) => width === 0 || (width >= least && height >= least)
    return [...document.querySelectorAll(targets)].flatMap(element => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      // a label is pressed in the place of its field
      const label = element.closest('label') ?? (element.id ? document.querySelector('label[for="' + element.id + '"]') : null)
      const box = element.getBoundingClientRect()
      if (isLarge(box) || (label && isLarge(label.getBoundingClientRect()))) return []
      const text = one => (one?.textContent ?? '').trim()
      const isInline = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
      if (isInline && text(element.parentElement) !== text(element)) return []
      return [Math.round(box.width) + ' × ' + Math.round(box.height) + ': ' + element.outerHTML.slice(0, 160)]
    })
  })()`)
}

/** The requests of a console's page whose answers it does not have yet. */
const unanswered = new WeakMap<Page, ReadonlySet<Request>>()

function unansweredOf(page: Page): ReadonlySet<Request> {
  const requests = new Set<Request>()
  page.on('request', request => {
    // the live stream never ends; what a page sends as it is left is answered to none
    const { pathname } = new URL(request.url())
    const isLast = pathname.endsWith('.SetEditing') && request.postData()?.includes('"Editing":false') === true
    if (pathname !== eventStreamPath && !isLast) requests.add(request)
  })
  page.on('requestfinished', request => requests.delete(request))
  page.on('requestfailed', request => requests.delete(request))
  return requests
}

/** Milliseconds; longer than a screen pauses between an answer, showing it and the next request. */
const quietMs = 100

/**
 * Resolves when the page has not changed for `quietMs` and its finite animations are over. One that changes without end, as a
 * clock does, is taken as it is after a second.
 */
const quiet = `new Promise(resolve => {
  const done = async () => {
    observer.disconnect()
    clearTimeout(limit)
    const finite = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(finite.map(({ playState, finished }) => playState === 'running' && finished))
    resolve()
  }
  const limit = setTimeout(done, 1000)
  let timer = setTimeout(done, ${quietMs})
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(done, ${quietMs})
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

/** Waits until a screen has loaded its content, and everything that opens with a transition is open. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const requests = unanswered.get(page) ?? new Set()
  const end = Date.now() + 60_000
  do {
    if (Date.now() > end) assert.fail(`There is no answer to ${[...requests].map(each => each.url()).join(', ')}`)
    await page.locator('h1').first().waitFor()
    await page.locator('main[aria-busy=true]').waitFor({ state: 'detached' })
    await page.evaluate(quiet)
  } while (requests.size > 0)
}

/**
 * Shows another screen as a link in the console does, without loading the document anew. In between, an address that leads to
 * no screen is shown, and what lies over the screen is closed: every screen begins anew, also the one that is shown already.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.locator('#main').waitFor()
  const isLeft = await page.evaluate(changing('/no/such/screen'))
  const over = page.locator(':is(dialog[open], :popover-open)')
  for (let n = 0; n < 5 && (await over.count()) > 0; n++) await page.keyboard.press('Escape')
  assert.equal(await over.count(), 0, 'Escape closes what lies over the screen')
  const isShown = await page.evaluate(changing(path))
  // one of them may be the screen of addresses that lead nowhere
  assert.ok(isLeft || isShown, `The console does not follow the address to ${path}`)
}

/** Changes the address. @returns true when the screen is gone, false when it is still there after two seconds */
function changing(path: string): string {
  return `new Promise(resolve => {
    const screen = document.querySelector('#main h1')
    history.pushState({}, '', ${JSON.stringify(path)})
    const end = performance.now() + 2000
    const look = () => {
      if (!screen?.isConnected) resolve(true)
      else if (performance.now() > end) resolve(false)
      else requestAnimationFrame(look)
    }
    look()
  })`
}

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
