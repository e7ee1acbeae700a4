/**
 * `/v/<token>/canvas`: the page in which an editor of the console shows a mail while it is written. It is empty: its frame sends the HTML,
 * and it answers with nothing but the places and the type of its parts. It belongs to no origin, takes messages of the console alone, and
 * its policy runs one script, which is below: what a mail brings along never runs.
 * See docs/decisions/console.md#a-mail-is-edited-over-a-frame-that-only-shows-it.
 */
import { escapeHtml } from '../../lib/html.ts'
import type { Answer } from '../../lib/http.ts'
import { guarded, scriptOf } from './answers.ts'

/** Pixels of a page, and places that are reported: a page that has more is no letter. */
const mostParts = 2_000

/**
 * Messages of the console: `show` (html, and a number that answers repeat), `values` (of tags, by their names in lower case), `hold` (the class of a part that is written over, and the
 * height that it gets, or null). Messages to it: `ready`, `places`.
 */
const inPage = `
{
  const root = document.documentElement
  const origin = root.dataset.parent
  const tags = /\\[([^[\\]<>,\\r\\n]{1,100})(?:,\\s*fallback\\s*=([^[\\]]{0,1000}))?\\]/gi
  let values = {}
  let held = null
  let known = []
  let turn = 0
  const post = message => parent.postMessage({ of: 'canvas', ...message }, origin)

  const shownOf = tag => values[tag.dataset.tag] || tag.dataset.fallback || tag.dataset.written
  function markTags(element) {
    const texts = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) if (walker.currentNode.data.includes('[')) texts.push(walker.currentNode)
    for (const text of texts) {
      const pieces = []
      let from = 0
      for (const found of text.data.matchAll(tags)) {
        const name = found[1].trim().toLowerCase()
        if (found[2] === undefined && !(name in values)) continue
        const tag = document.createElement('span')
        tag.className = 'canvas-tag'
        tag.dataset.tag = name
        tag.dataset.fallback = (found[2] || '').trim()
        tag.dataset.written = '[' + found[1].trim() + ']'
        tag.textContent = shownOf(tag)
        pieces.push(text.data.slice(from, found.index), tag)
        from = found.index + found[0].length
      }
      if (from > 0) text.replaceWith(...pieces, text.data.slice(from))
    }
  }

  function show(html) {
    const page = new DOMParser().parseFromString(html, 'text/html')
    for (const one of page.querySelectorAll('script, base, meta[http-equiv], iframe, object, embed, form')) one.remove()
    const styles = [...page.querySelectorAll('head style, head link[rel=stylesheet]')]
    const sheet = styles.map(one => one.outerHTML).join('')
    if (sheet !== root.sheet) {
      root.sheet = sheet
      for (const one of document.head.querySelectorAll('[data-mail]')) one.remove()
      for (const one of styles) {
        one.dataset.mail = ''
        document.head.append(document.adoptNode(one))
      }
    }
    document.body.style.cssText = page.body.style.cssText
    const given = page.body.querySelector(':scope > div') ?? page.body
    let wrapper = document.body.querySelector(':scope > div')
    if (!wrapper) {
      wrapper = document.createElement('div')
      document.body.replaceChildren(wrapper)
    }
    wrapper.style.cssText = given === page.body ? '' : given.style.cssText
    // what did not change stays, with the images that it has loaded
    const before = known
    known = []
    const nodes = []
    for (const node of [...given.childNodes]) {
      const source = node.outerHTML ?? node.nodeName + node.nodeValue
      const at = before.findIndex(one => one.source === source)
      const kept = at < 0 ? { source, node: document.adoptNode(node) } : before.splice(at, 1)[0]
      if (at < 0 && kept.node.nodeType === 1) markTags(kept.node)
      known.push(kept)
      nodes.push(kept.node)
    }
    // only what changed is taken out and put in: a long letter is not laid out anew
    const stays = new Set(nodes)
    for (const node of [...wrapper.childNodes]) if (!stays.has(node)) node.remove()
    let next = wrapper.firstChild
    for (const node of nodes) {
      if (node === next) next = next.nextSibling
      else wrapper.insertBefore(node, next)
    }
    hold()
    soon()
  }

  let covered = null
  function hold() {
    if (covered) {
      covered.style.visibility = ''
      covered.style.minHeight = ''
      covered.style.maxHeight = ''
      covered.style.overflow = ''
      covered = null
    }
    if (!held) return
    const part = document.getElementsByClassName(held.part)[0]
    const inner = part && writtenIn(part)
    if (!inner) return
    covered = inner
    inner.style.visibility = 'hidden'
    if (held.height > 0) {
      inner.style.minHeight = held.height + 'px'
      inner.style.maxHeight = held.height + 'px'
      inner.style.overflow = 'hidden'
    }
  }

  const nameOf = part => [...part.classList].find(one => /^at-\\d+/.test(one))

  /** The element whose text is that of the part. */
  function writtenIn(part) {
    const name = nameOf(part)
    const inner = /-src$/.test(name) ? 'img' : /-html$/.test(name) ? ':scope > div' : 'h1, h2, h3, table a, table p'
    return (/^at-\\d+$/.test(name) ? null : part.querySelector(inner)) ?? part
  }

  function placeOf(part) {
    const inner = writtenIn(part)
    const { left, top, width, height } = inner.getBoundingClientRect()
    const style = getComputedStyle(inner)
    const px = value => parseFloat(value) || 0
    return {
      name: nameOf(part),
      box: [left, top, width, height],
      padding: [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft].map(px),
      type: [style.fontFamily, style.fontSize, style.fontWeight, style.lineHeight, style.color, style.textAlign, paperOf(inner)],
    }
  }

  function paperOf(element) {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== 'transparent') return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }

  function report() {
    const parts = [...document.querySelectorAll('[class*="at-"]')].filter(nameOf)
    post({ kind: 'places', turn, height: document.body.scrollHeight, places: parts.slice(0, ${mostParts}).map(placeOf) })
  }

  let waiting = 0
  function soon() {
    // no frame of an animation: browsers hold those back where little of the page is in view
    waiting ||= setTimeout(() => {
      waiting = 0
      report()
    }, 10)
  }

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || typeof data !== 'object' || data === null) return
    if (data.kind === 'show' && typeof data.html === 'string') {
      turn = data.turn
      show(data.html)
    }
    else if (data.kind === 'values' && typeof data.values === 'object' && data.values !== null) {
      values = data.values
      for (const tag of document.querySelectorAll('.canvas-tag')) tag.textContent = shownOf(tag)
      soon()
    } else if (data.kind === 'hold') {
      const isPart = /^at-\\d+[\\w-]*$/.test(data.part ?? '')
      held = isPart ? { part: data.part, height: Number(data.height) || 0 } : null
      hold()
      soon()
    }
  })
  new ResizeObserver(soon).observe(document.body)
  addEventListener('load', soon, true)
  addEventListener('error', soon, true)
  post({ kind: 'ready' })
}
`

const { text, hash } = scriptOf(inPage)

/** @param framedBy the origin of the console */
export function canvasPage(framedBy: string): Answer {
  return {
    status: 200,
    headers: {
      ...guarded,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        'sandbox allow-scripts',
        "default-src 'none'",
        `script-src ${hash}`,
        'img-src http: https: data:',
        "style-src 'unsafe-inline' http: https:",
        'font-src http: https: data:',
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${framedBy}`,
      ].join('; '),
    },
    body: `<!doctype html>
<html data-parent="${escapeHtml(framedBy)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail</title>
<style>html { overflow: hidden } body { margin: 0; min-height: 40px; overflow: hidden } .canvas-tag { border-bottom: 1px dotted currentColor }</style>
</head>
<body><script>${text}</script></body>
</html>
`,
  }
}
