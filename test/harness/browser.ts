/** The browser that tests look at pages with. */
import { type Browser, chromium } from 'playwright-core'
import { chromiumPath } from './needs.ts'

/** Drawing by the processor in a process of its own costs more than in the browser's. */
const usual = ['--no-sandbox', '--disable-gpu', '--in-process-gpu']

/** @param args of Chromium, besides the usual ones */
export function launchBrowser(...args: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() ?? '', args: [...usual, ...args] })
}
