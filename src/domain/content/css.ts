/** Style sheets: where they refer to other files. One linear pass that knows comments, strings and url(). */

/** A reference in a style sheet. `start` and `end` cover all that is to be replaced. */
export interface CssReference {
  readonly kind: 'url' | 'import'
  /** As written, without quotes, escapes resolved. */
  readonly url: string
  readonly start: number
  readonly end: number
  /** Of an import: its media list. */
  readonly media: string
}

/** All references, in order. What is unclosed runs to the end, as in browsers. */
export function findReferences(css: string): readonly CssReference[] {
  const found: CssReference[] = []
  let at = 0
  while (at < css.length) {
    const next = nextSpecial(css, at)
    if (next < 0) break
    if (css.startsWith('/*', next)) {
      const end = css.indexOf('*/', next + 2)
      at = end < 0 ? css.length : end + 2
    } else if (css[next] === '"' || css[next] === "'") {
      at = stringEnd(css, next)
    } else if (css[next] === '@') {
      const reference = readImport(css, next)
      if (reference) found.push(reference)
      at = reference?.end ?? next + 1
    } else {
      const url = readUrl(css, next)
      if (url.url !== '') found.push({ kind: 'url', media: '', start: next, ...url })
      at = url.end
    }
  }
  return found
}

/** A url() that can stand in a style sheet and in an attribute with either quote. */
export function writeUrl(url: string): string {
  return `url(${url.replace(/[\s"'()\\]/g, percent)})`
}

const special = /\/\*|["']|@import\b|\burl\(/gi

function nextSpecial(css: string, from: number): number {
  special.lastIndex = from
  return special.exec(css)?.index ?? -1
}

/** Past the closing quote; a line break ends a string that was not closed (css-syntax §4.3.5). */
function stringEnd(css: string, start: number): number {
  const quote = css[start]
  for (let at = start + 1; at < css.length; at++) {
    const character = css[at]
    if (character === '\\') at++
    else if (character === quote) return at + 1
    else if (character === '\n') return at
  }
  return css.length
}

function readUrl(css: string, start: number): { readonly url: string; readonly end: number } {
  const at = skipSpace(css, start + 'url('.length)
  if (css[at] === '"' || css[at] === "'") {
    const end = stringEnd(css, at)
    const close = css.indexOf(')', end)
    return { url: unescapeCss(css.slice(at + 1, end - 1)), end: close < 0 ? css.length : close + 1 }
  }
  let end = at
  while (end < css.length && css[end] !== ')') end += css[end] === '\\' ? 2 : 1
  end = Math.min(end, css.length)
  return { url: unescapeCss(css.slice(at, end).trim()), end: Math.min(end + 1, css.length) }
}

function readImport(css: string, start: number): CssReference | undefined {
  const at = skipSpace(css, start + '@import'.length)
  let url: { readonly url: string; readonly end: number }
  if (css[at] === '"' || css[at] === "'") {
    const end = stringEnd(css, at)
    url = { url: unescapeCss(css.slice(at + 1, end - 1)), end }
  } else if (/^url\($/i.test(css.slice(at, at + 4))) url = readUrl(css, at)
  else return undefined
  const semicolon = css.indexOf(';', url.end)
  const end = semicolon < 0 ? css.length : semicolon + 1
  return { kind: 'import', url: url.url, media: css.slice(url.end, semicolon < 0 ? end : semicolon).trim(), start, end }
}

function skipSpace(css: string, from: number): number {
  let at = from
  while (at < css.length && /\s/.test(css[at]!)) at++
  return at
}

/** css-syntax §4.3.7 */
function unescapeCss(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|\r\n|\n|(.))/gi,
    (_all, hex: string | undefined, plain: string | undefined) => {
      if (hex === undefined) return plain ?? ''
      const code = Number.parseInt(hex, 16)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
