/** What a browser makes of two pages, compared element by element and property by property. */
import type { CDPSession, Page } from 'playwright-core'

/** How pages are looked at. */
export interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
  /** `pointed`: everything is hovered, focused and active; `checked`: boxes are ticked; `changed`: as mail programs change letters. */
  readonly state?: 'pointed' | 'checked' | 'changed'
}

/** A property of an element, or of what is before or behind its content. */
export interface Difference {
  readonly element: string
  readonly property: string
  readonly before: string
  readonly after: string
}

export interface Comparison {
  readonly look: Look
  readonly elements: number
  readonly differences: number
  /** The first ones. */
  readonly examples: readonly Difference[]
}

/** @returns a function that compares two pages in frames of the given page of the browser */
export async function styleComparer(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')

  async function show(before: string, after: string): Promise<void> {
    await page.setContent('<iframe height=800></iframe><iframe height=800></iframe>')
    await page.evaluate(inPage)
    await page.evaluate(`show(${JSON.stringify([before, after])})`)
  }

  return async (before: string, after: string, looks: readonly Look[]): Promise<readonly Comparison[]> => {
    const result: Comparison[] = []
    let isFresh = false
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: look.scheme })
      if (!isFresh) await show(before, after)
      isFresh = !look.state
      await page.evaluate(`resize(${look.width})`)
      if (look.state === 'pointed') await pointAtAll(devTools)
      else if (look.state) await page.evaluate(`change('${look.state}')`)
      const found = await page.evaluate('compare()')
      result.push({ look, ...(found as Omit<Comparison, 'look'>) }) // what the script below returns
    }
    return result
  }
}

async function pointAtAll(devTools: CDPSession): Promise<void> {
  const { nodes } = await devTools.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
  const forcedPseudoClasses = ['hover', 'focus', 'focus-within', 'active']
  for (const { nodeId, nodeType } of nodes)
    if (nodeType === 1) await devTools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })
}

/** Runs in the browser. */
const inPage = `
  const frames = () => [...document.querySelectorAll('iframe')]
  globalThis.show = pages =>
    Promise.all(frames().map((frame, index) => new Promise(resolve => {
      frame.addEventListener('load', resolve, { once: true })
      frame.srcdoc = pages[index]
    })))
  globalThis.resize = width => {
    for (const frame of frames()) frame.style.width = width + 'px'
  }
  globalThis.change = state => {
    for (const { contentDocument: inner } of frames()) {
      if (state === 'checked') for (const input of inner.querySelectorAll('input')) input.checked = true
      if (state !== 'changed') continue
      // Gmail, and Outlook where colours are dark
      inner.documentElement.insertBefore(inner.createElement('u'), inner.body)
      inner.body.classList.add('body')
      for (const name of ['data-ogsc', 'data-ogsb']) inner.documentElement.setAttribute(name, '')
    }
  }
  globalThis.compare = () => {
    const [before, after] = frames().map(({ contentDocument, contentWindow }) => {
      for (const animation of contentDocument.getAnimations()) {
        animation.pause()
        animation.currentTime = 1_000_000
      }
      return { view: contentWindow, elements: [...contentDocument.querySelectorAll('*')] }
    })
    if (before.elements.length !== after.elements.length) throw new Error('the pages have other elements')
    // logical properties are given as physical ones as well
    const properties = [...before.view.getComputedStyle(before.elements[0])].filter(name => !/(^|-)(inline|block)(-|$)/.test(name))
    const examples = []
    let differences = 0
    for (const [index, element] of before.elements.entries())
      for (const pseudo of [undefined, '::before', '::after']) {
        const one = before.view.getComputedStyle(element, pseudo)
        const other = after.view.getComputedStyle(after.elements[index], pseudo)
        if (pseudo && one.content === 'none' && other.content === 'none') continue
        for (const property of properties) {
          const [was, is] = [one.getPropertyValue(property), other.getPropertyValue(property)]
          if (was === is) continue
          differences++
          const tag = element.cloneNode(false).outerHTML.slice(0, 200) + (pseudo ?? '')
          if (examples.length < 5) examples.push({ element: tag, property, before: was, after: is })
        }
      }
    return { elements: before.elements.length, differences, examples }
  }
`
