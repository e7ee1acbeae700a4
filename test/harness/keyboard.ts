/** A page that is used with the keyboard alone. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

export interface Keyboard {
  /** What has the focus, in words. */
  focused(): Promise<string>
  /** Goes on by Tab until something is focused. */
  tabTo(words: RegExp): Promise<void>
  /** Goes to it by Tab, and presses Enter. */
  go(words: RegExp): Promise<void>
  /** Goes to a field by Tab, and types over what is in it. */
  write(words: RegExp, text: string): Promise<void>
}

/** Names of what has the focus: as screen readers say it, or its element with its text. */
const described = {
  name: '((e) => (e.getAttribute("aria-label") || (e.labels && e.labels[0] && e.labels[0].innerText) || e.innerText || "").trim())(document.activeElement)',
  element: 'document.activeElement.tagName + " " + document.activeElement.innerText',
} as const

/** @param most Tab is pressed so often until what is looked for has the focus */
export function keyboardOf(
  page: Page,
  { by, most }: { readonly by: keyof typeof described; readonly most: number },
): Keyboard {
  const focused = () => page.evaluate<string>(described[by])
  async function tabTo(words: RegExp) {
    for (let n = 0; n < most; n++) {
      // within code, Tab indents; Escape before it leaves
      if (await page.evaluate('document.activeElement.isContentEditable')) await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      if (words.test(await focused())) return
    }
    assert.fail(`Tab reaches no ${words}`)
  }
  return {
    focused,
    tabTo,
    async go(words) {
      await tabTo(words)
      await page.keyboard.press('Enter')
    },
    async write(words, text) {
      await tabTo(words)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
  }
}
