/**
 * JSON-LD in mails: Gmail and Yahoo read it to show orders, events and offers. It is data, which nothing runs; every other script is
 * refused. See docs/decisions/content.md#scripts-are-refused-and-an-unsubscribe-link-is-guaranteed.
 */
import { attributeOf, type OpenTag, type Token } from './markup.ts'

export const jsonLdLimits = {
  /** UTF-16 units of one script, and scripts of a page. */
  length: 50_000,
  scripts: 20,
  /** Lists and objects inside each other. */
  depth: 32,
} as const

/** Attributes that say nothing about what the script is or where it comes from. */
const harmless = /^(?:id|class|lang|data-[a-z0-9-]+)$/

/** Whether a script element is data by every reading: this type once, without parameters, and no address. */
export function isJsonLd(tag: OpenTag): boolean {
  if (tag.name !== 'script' || !isJsonLdType(attributeOf(tag, 'type') ?? '')) return false
  const others = tag.attributes.filter(({ name }) => name !== 'type')
  return tag.attributes.length === others.length + 1 && others.every(({ name }) => harmless.test(name))
}

/** @param type as the attribute has it */
export function isJsonLdType(type: string): boolean {
  return /^[\t\n\f\r ]{0,20}application\/ld\+json[\t\n\f\r ]{0,20}$/i.test(type)
}

/** What is wrong with the JSON-LD of a page, as a sentence; undefined when all of it can be read. Linear. */
export function jsonLdFault(tokens: readonly Token[]): string | undefined {
  let scripts = 0
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'open' || !isJsonLd(token)) continue
    if (++scripts > jsonLdLimits.scripts) return `The page has more than ${jsonLdLimits.scripts} JSON-LD scripts.`
    const inside = tokens[at + 1]
    const fault = faultOf(inside?.kind === 'text' && inside.rawIn === 'script' ? inside.text : '')
    if (fault !== undefined) return `JSON-LD script ${scripts} ${fault}.`
  }
  return undefined
}

function faultOf(json: string): string | undefined {
  if (json.length > jsonLdLimits.length) return `is longer than ${jsonLdLimits.length} characters`
  // browsers then look for another end of the script: what follows it would be hidden
  if (json.includes('<!--')) return 'holds “<!--”: write \\u003c!--'
  if (readJson(json).depth > jsonLdLimits.depth) return `is nested more than ${jsonLdLimits.depth} deep`
  try {
    JSON.parse(json)
    return undefined
  } catch {
    return json.includes('[')
      ? 'is not valid JSON; tags such as [firstname] can stand inside its strings only'
      : 'is not valid JSON'
  }
}

/** A string of a JSON text, without its quotes. */
export interface JsonString {
  readonly start: number
  readonly end: number
}

/** The strings of a JSON text, names of members included, and how deep its lists and objects are nested. One pass. */
export function readJson(json: string): { readonly strings: readonly JsonString[]; readonly depth: number } {
  const strings: JsonString[] = []
  let depth = 0
  let deepest = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
    else if (character === '"') {
      const start = at + 1
      for (at = start; at < json.length && json[at] !== '"'; at++) if (json[at] === '\\') at++
      strings.push({ start, end: Math.min(at, json.length) })
    }
  }
  return { strings, depth: deepest }
}

/** A text as it is written inside a JSON string of a page: no character of it can end the string or the script. */
export function escapeJson(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What is written inside a JSON string means this; itself where it is no such text. */
export function unescapeJson(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`))
  } catch {
    return written
  }
}
