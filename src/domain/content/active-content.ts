/**
 * What no mail may hold: scripts, Flash, Java (reference/wire.md §5, codes 4201–4203). Comments, plain links and JSON-LD do not count.
 * See docs/decisions/content.md#scripts-are-refused-and-an-unsubscribe-link-is-guaranteed.
 */
import { isJsonLd } from './json-ld.ts'
import { attributeOf, type OpenTag, type Token } from './markup.ts'

export type ActiveContent = 'ContainsFlash' | 'ContainsScript' | 'ContainsJava'

/** The first piece of active content, or undefined. */
export function findActiveContent(tokens: readonly Token[]): ActiveContent | undefined {
  for (const token of tokens) {
    const found = token.kind === 'open' ? ofTag(token) : undefined
    if (found) return found
  }
  return undefined
}

const flashClass = 'd27cdb6e-ae6d-11cf-96b8-444553540000'
const javaClasses = /clsid:(?:8ad9c840-044e-11d1-b3e9-00805f499d93|cafeefac-)|^java:/
/** Attributes of object, embed and param that say what is embedded. */
const embedding = ['type', 'codetype', 'classid', 'data', 'src', 'code', 'value'] as const

function ofTag(tag: OpenTag): ActiveContent | undefined {
  switch (tag.name) {
    case 'script':
      if (isJsonLd(tag)) break
      return 'ContainsScript'
    case 'applet':
      return 'ContainsJava'
    case 'object':
    case 'embed':
    case 'param': {
      const values = embedding.map(name => (attributeOf(tag, name) ?? '').trim().toLowerCase())
      if (values.some(isFlash)) return 'ContainsFlash'
      if (values.some(isJava)) return 'ContainsJava'
    }
  }
  return tag.attributes.some(({ name, value }) => isHandler(name) || isScriptUrl(value)) ? 'ContainsScript' : undefined
}

function isFlash(value: string): boolean {
  return /shockwave-flash|futuresplash/.test(value) || value.includes(flashClass) || /\.swf(?:[?#]|$)/.test(value)
}

function isJava(value: string): boolean {
  return /x-java|application\/java/.test(value) || javaClasses.test(value) || /\.(?:class|jar)(?:[?#]|$)/.test(value)
}

/** onclick, onload, onerror …: every attribute of HTML and SVG that begins so is an event handler. */
function isHandler(name: string): boolean {
  return /^on[a-z]{3,}$/.test(name)
}

/** Browsers skip white space and control characters before and inside the scheme. */
function isScriptUrl(value: string): boolean {
  return /^(?:javascript|vbscript|livescript):/i.test(value.slice(0, 200).replace(/[\0-\x20]/g, ''))
}
