/** What a browser loads before it shows the first screen, and what comes later: budgets in bytes (reference/console.md §5, §10). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type BuiltFile, readConsoleBuild } from '../../src/http/console-build.ts'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { until } from '../harness/until.ts'

const kilobyte = 1024
const firstScreen = 195 * kilobyte
const anyChunk = 250 * kilobyte

interface Look {
  readonly shift: number
  /** What moved, with its rectangle before and after: x, y, width and height in pixels. */
  readonly moved: readonly string[]
  readonly painted: number
}

/** How much moved while the screen came up (Cumulative Layout Shift), and milliseconds to its largest part. */
const lookOf = `(async () => {
  const entries = type => new Promise(resolve => {
    const observer = new PerformanceObserver(list => resolve(list.getEntries()))
    observer.observe({ type, buffered: true })
    setTimeout(() => resolve([]), 500)
  })
  const shifts = await entries('layout-shift')
  const paints = await entries('largest-contentful-paint')
  const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const moved = shifts.flatMap(({ sources }) => sources.map(({ node, previousRect, currentRect }) =>
    (node?.outerHTML ?? node?.textContent ?? 'gone').slice(0, 120) + ': ' + rect(previousRect) + ' → ' + rect(currentRect)))
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), moved, painted: paints.at(-1)?.startTime }
})()`

const gzipBytes = ({ bytes }: BuiltFile) => ('gzip' in bytes ? bytes.gzip : bytes.plain).length

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
    const scripts = [...asked].filter(name => name.endsWith('.js')).map(name => gzipBytes(files.get(name)!))
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
    const seen = await home.page.evaluate<Look>(lookOf)
    if (process.env.VERBOSE) console.log(bytes, seen)
    assert.equal(seen.shift, 0, `what is shown does not move: ${seen.moved.join('; ')}`)
    for (const [screen, size] of Object.entries(bytes)) assert.ok(size <= firstScreen, `${screen}: ${size} bytes`)
    await signIn.close()
    await home.close()
  })

  /** Opens the home screen in a new window, with a slow processor and network. */
  async function lookSlowly(like: Page): Promise<Look> {
    const { page, close } = await openConsole(browser, { url: world.url, like })
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devTools.send('Network.enable')
    const bytesPerSecond = 400_000
    await devTools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
    })
    await page.goto(world.url)
    await waitUntilSettled(page)
    const seen = await page.evaluate<Look>(lookOf)
    await close()
    return seen
  }

  test('nothing jumps on a slow machine with a slow connection, which shows the placeholder of the screen first', async () => {
    const { page, close } = await openConsole(browser, { url: world.url })
    await page.goto(`${world.url}/sign-in`)
    await signInByForm(page, world.carla, personPassword)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    // news that the stream brings may move something once; what belongs to the screen moves each time
    let seen = await lookSlowly(page)
    if (seen.shift > 0) seen = await lookSlowly(page)
    assert.equal(seen.shift, 0, seen.moved.join('; '))
    await close()
  })

  test('the first screen asks once for what it shows, before its scripts have come; without a session for nothing but that', async () => {
    const signedIn = await openConsole(browser, { url: world.url })
    const asked: string[] = []
    const collect = (page: Page) => page.on('request', request => asked.push(new URL(request.url()).pathname))
    const calls = () => asked.filter(path => path.startsWith('/api/json/')).map(path => path.slice('/api/json/'.length))
    collect(signedIn.page)
    await signedIn.page.goto(`${world.url}/sign-in`)
    await waitUntilSettled(signedIn.page)
    assert.deepEqual(calls(), ['Session.Get'])
    await signInByForm(signedIn.page, world.carla, personPassword)
    await signedIn.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const first = ['Session.Get', 'User.GetClients', 'Setup.GetStatus', 'Account.GetOverview']
    for (const visit of ['the first', 'the next']) {
      asked.length = 0
      // scripts come only when all of it was asked for
      let release = () => {}
      const isAsked = new Promise<void>(resolve => {
        release = resolve
      })
      await signedIn.page.route('**/console/framework-*.js', async route => {
        await isAsked
        await route.continue()
      })
      const loading = signedIn.page.goto(world.url)
      await until(async () => first.every(name => calls().includes(name)), `${visit} visit asks for all of it`)
      release()
      await loading
      await signedIn.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await waitUntilSettled(signedIn.page)
      await signedIn.page.unrouteAll()
      for (const name of first) assert.equal(calls().filter(call => call === name).length, 1, `${visit} visit: ${name}`)
    }
    await signedIn.close()
  })

  test('no script has more than 250 KB with gzip', async () => {
    const { files } = (await readConsoleBuild())!
    for (const [path, file] of files) assert.ok(gzipBytes(file) <= anyChunk, `${path}: ${gzipBytes(file)} bytes`)
  })
})
