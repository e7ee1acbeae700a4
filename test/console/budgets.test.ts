/** What a browser loads before it shows the first screen, and what comes later: budgets in bytes (reference/console.md §5, §10). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { readConsoleBuild } from '../../src/http/console-build.ts'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'

const kilobyte = 1024
const firstScreen = 195 * kilobyte
const anyChunk = 250 * kilobyte

/** How much moved while the screen came up (Cumulative Layout Shift), and milliseconds to its largest part. */
const lookOf = `(async () => {
  const entries = type => new Promise(resolve => {
    const observer = new PerformanceObserver(list => resolve(list.getEntries()))
    observer.observe({ type, buffered: true })
    setTimeout(() => resolve([]), 500)
  })
  const shifts = await entries('layout-shift')
  const paints = await entries('largest-contentful-paint')
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), painted: paints.at(-1)?.startTime }
})()`

describe('budgets', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  before(async () => {
    world = await consoleWorld({}, [])
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  /** Bytes of the scripts that a screen loads, with gzip; the cache of a new window is empty. */
  async function scriptsOf(page: Page, path: string): Promise<number> {
    const { files } = (await readConsoleBuild())!
    const asked = new Set<string>()
    page.on('request', request => asked.add(new URL(request.url()).pathname))
    await page.goto(`${world.url}${path}`)
    await waitUntilSettled(page)
    const scripts = [...asked].filter(name => name.endsWith('.js')).map(name => files.get(name)!.gzip!.length)
    assert.ok(scripts.length > 0)
    return scripts.reduce((sum, bytes) => sum + bytes, 0)
  }

  test('the sign-in and the home screen load at most 195 KB of script with gzip, and nothing jumps', async () => {
    const signIn = await openConsole(browser, { url: world.url })
    const bytes = { 'sign-in': await scriptsOf(signIn.page, '/sign-in'), home: 0 }
    await signInByForm(signIn.page, world.carla, personPassword)
    await signIn.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const home = await openConsole(browser, { url: world.url, like: signIn.page })
    bytes.home = await scriptsOf(home.page, '/')
    const seen = await home.page.evaluate<{ shift: number; painted: number }>(lookOf)
    if (process.env.VERBOSE) console.log(bytes, seen)
    assert.equal(seen.shift, 0, 'what is shown does not move')
    for (const [screen, size] of Object.entries(bytes)) assert.ok(size <= firstScreen, `${screen}: ${size} bytes`)
    await signIn.close()
    await home.close()
  })

  test('nothing jumps on a slow machine with a slow connection, which shows the placeholder of the screen first', async () => {
    const { page, close } = await openConsole(browser, { url: world.url })
    await page.goto(`${world.url}/sign-in`)
    await signInByForm(page, world.carla, personPassword)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const slow = await openConsole(browser, { url: world.url, like: page })
    const devTools = await slow.page.context().newCDPSession(slow.page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devTools.send('Network.enable')
    const bytesPerSecond = 400_000
    await devTools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
    })
    await slow.page.goto(world.url)
    await waitUntilSettled(slow.page)
    const seen = await slow.page.evaluate<{ shift: number }>(lookOf)
    assert.equal(seen.shift, 0)
    await slow.close()
    await close()
  })

  test('no script has more than 250 KB with gzip', async () => {
    const { files } = (await readConsoleBuild())!
    for (const [path, { gzip }] of files) assert.ok((gzip?.length ?? 0) <= anyChunk, `${path}: ${gzip?.length} bytes`)
  })
})
