/**
 * Every screen of the console with a seeded world: no accessibility flaw, no policy violation, nothing wider than the window; light at
 * 1440 pixels in English, dark at 375 pixels in German. `npm run screens` writes pictures of them to docs/screens.
 */
import assert from 'node:assert/strict'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { personPassword } from '../harness/console.ts'
import {
  accessibilityFlaws,
  type ConsolePage,
  goInside,
  launchBrowser,
  openConsole,
  signInByForm,
  writePicture,
} from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'

const folder = join(import.meta.dirname, '../../docs/screens')

/** What is done on a screen before it is looked at. */
type Before = (page: Page) => Promise<void>
const click =
  (selector: string): Before =>
  async page =>
    page.locator(selector).first().click()

async function openNavigation(page: Page): Promise<void> {
  const burger = page.locator('header button[aria-expanded]')
  if (await burger.isVisible()) await burger.click()
}

const beforeSignIn: readonly (readonly [name: string, path: string, before?: Before])[] = [
  ['sign-in', '/sign-in'],
  ['reset-password', '/reset-password'],
  ['new-password', '/reset-password#token'],
  ['accept-invitation', '/accept-invitation#token'],
  ['invitation-incomplete', '/accept-invitation'],
]

const inside: readonly (readonly [name: string, path: string, before?: Before])[] = [
  ['home', '/'],
  ['clients', '/clients'],
  ['new-client', '/clients', click('main button')],
  ['profile', '/profile/me'],
  ['password', '/profile/password'],
  ['second-factor', '/profile/factor'],
  ['sessions', '/profile/sessions'],
  ['keys', '/keys'],
  ['new-key', '/keys', click('main button')],
  ['planned', '/relays'],
  ['place-of-a-client', '/clients/{client}/lists'],
  ['not-found', '/clients/1/2/3'],
  // on a phone it covers the screen; elsewhere it is there already
  ['navigation', '/', openNavigation],
  ['palette', '/', page => page.keyboard.press('Control+k')],
  ['shortcuts', '/', page => page.keyboard.press('?')],
  ['profile-menu', '/', click('header button[popovertarget]')],
]

// the two looks are two windows of one browser, at the same time: a page waits more than it computes
describe('screens of the console', { ...needs('chromium'), concurrency: true }, () => {
  let world: ConsoleWorld
  let browser: Browser
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    if (!process.env.SCREENS) return
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  for (const look of [
    { name: 'light', width: 1440, height: 900, colorScheme: 'light', locale: 'en', who: 'carla' },
    { name: 'dark-phone', width: 375, height: 812, colorScheme: 'dark', locale: 'de', who: 'jonas' },
  ] as const) {
    describe(`${look.name}, ${look.width} pixels, ${look.locale}`, { concurrency: false }, () => {
      let shown: ConsolePage
      before(async () => {
        shown = await openConsole(browser, { url: world.url, ...look })
      })
      after(() => shown.close())

      async function load(name: string, path: string, prepare?: Before) {
        // so that one address after the other is loaded, and not only the part behind its #
        await shown.page.goto('about:blank')
        await shown.page.goto(`${world.url}${path}`)
        await check(name, prepare)
      }

      /** Faster than loading the document again for each of a hundred screens. */
      async function go(name: string, path: string, prepare?: Before) {
        await goInside(shown.page, path.replace('{client}', world.clientIds[0]!))
        await check(name, prepare)
      }

      async function check(name: string, prepare: Before = async () => {}) {
        const { page } = shown
        await page.locator('h1').first().waitFor()
        await shown.settled()
        await prepare(page)
        await shown.settled()
        if (process.env.SCREENS) await writePicture(page, join(folder, `${name}-${look.name}.webp`))
        assert.deepEqual(await accessibilityFlaws(page), [])
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          look.width,
          'nothing is wider than the window',
        )
      }

      for (const [name, path, prepare] of beforeSignIn) test(name, () => load(name, path, prepare))
      test('signing in', async () => {
        await shown.page.goto(`${world.url}/sign-in`)
        await signInByForm(shown.page, world[look.who], personPassword)
        await shown.page.waitForURL(`${world.url}/`)
      })
      for (const [name, path, prepare] of inside) test(name, () => go(name, path, prepare))
    })
  }
})
