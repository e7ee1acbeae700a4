/** The console's world with a browser in which its Owner Carla is signed in: how most files of test/console begin. */
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { openBrowser, personPassword } from './console.ts'
import { type ConsolePage, openConsole, signInByForm } from './console-page.ts'
import { type ConsoleWorld, consoleWorld } from './console-world.ts'

export interface SignedInConsole {
  readonly world: ConsoleWorld
  readonly browser: Browser
  readonly shown: ConsolePage
  /** Of `shown`. */
  readonly page: Page
  /** Ends all of it. @throws AssertionError where the page complained */
  close(): Promise<void>
}

/** @param given as for consoleWorld */
export async function openSignedInConsole(...given: Parameters<typeof consoleWorld>): Promise<SignedInConsole> {
  const world = await consoleWorld(...given)
  let browser: Browser | undefined
  try {
    browser = await launchBrowser()
    const shown = await openConsole(browser, { url: world.url })
    const { page } = shown
    await page.goto(`${world.url}/sign-in`)
    await signInByForm(page, world.carla, personPassword)
    await page.waitForURL(`${world.url}/`)
    const opened = browser
    return {
      world,
      browser: opened,
      shown,
      page,
      async close() {
        try {
          await shown.close()
        } finally {
          await opened.close()
          await world.stop()
        }
      },
    }
  } catch (error) {
    await browser?.close()
    await world.stop()
    throw error
  }
}

/** Calls of a second session of Carla's, as if from another window. @returns what calls an operation, and throws AssertionError where it is refused */
export function callsOfCarla(world: () => ConsoleWorld) {
  return async (operation: string, parameters: object) => {
    const carla = openBrowser(world().url)
    await carla.call('Session.SignIn', { EmailAddress: world().carla, Password: personPassword })
    const { status, value } = await carla.call(operation, parameters)
    assert.equal(status, 200, JSON.stringify(value))
  }
}
