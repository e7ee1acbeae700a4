/** The console's world with a browser in which its Owner is signed in: how most files of test/console begin. */
import type { Browser, Page } from 'playwright-core'
import { personPassword } from './console.ts'
import { type ConsolePage, launchBrowser, openConsole, signInByForm } from './console-page.ts'
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
