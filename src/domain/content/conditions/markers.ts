/** The marks of conditions in a text: `[if:…]`, `[elseif:…]`, `[else]`, `[endif]`. Linear in the length of the text. */
import { decodeHTML } from 'entities'
import type { FieldKeys } from '../merge-tags.ts'
import { type Condition, type ConditionFault, longestCondition, readCondition } from './condition.ts'

export type MarkerKind = 'if' | 'elseif' | 'else' | 'endif'

export interface Marker {
  readonly kind: MarkerKind
  /** In the text that was read. */
  readonly start: number
  readonly end: number
  /** As it is written, with its brackets. */
  readonly written: string
  /** Of `if` and `elseif`; undefined for the others. */
  readonly condition: Condition | ConditionFault | undefined
}

export interface ReadConditions {
  /** In the order of the text; empty with a fault. */
  readonly markers: readonly SoundMarker[]
  /** What is wrong, each with its line: the first ones. */
  readonly faults: readonly string[]
}

/** A mark whose condition can be read. */
export interface SoundMarker extends Omit<Marker, 'condition'> {
  readonly condition: Condition | undefined
  /** From 1. */
  readonly line: number
}

const beginning = /\[(?:(if|elseif):|(else|endif)\])/gi

/** Whether a text may hold conditions: most hold none, and are not read for them. */
export function mayHoldConditions(text: string): boolean {
  return /\[(?:if:|elseif:|else\]|endif\])/i.test(text)
}

/**
 * @param form of the text; in HTML, character references are decoded
 * @param offset of the text in what the places refer to
 */
export function* markersIn(text: string, form: 'html' | 'plain', keys: FieldKeys, offset = 0): Generator<Marker, void> {
  const pattern = new RegExp(beginning)
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { 0: begun, 1: asks, 2: plain, index } = found
    const place = { start: offset + index }
    if (plain !== undefined) {
      const end = index + begun.length
      yield {
        ...place,
        kind: plain.toLowerCase() as MarkerKind,
        end: offset + end,
        written: begun,
        condition: undefined,
      }
      continue
    }
    const from = index + begun.length
    const length = lengthOf(text.slice(from, from + longestCondition + 1), form)
    const end = length === undefined ? from : from + length + 1
    pattern.lastIndex = end
    const inside = length === undefined ? undefined : text.slice(from, from + length)
    yield {
      ...place,
      kind: asks!.toLowerCase() as MarkerKind,
      end: offset + end,
      written: text.slice(index, end),
      condition:
        inside === undefined
          ? { says: `has no ] within ${longestCondition} characters on its line` }
          : readCondition(form === 'html' ? decodeHTML(inside) : inside, keys),
    }
  }
}

/** Characters up to the bracket that closes the condition. Brackets mean nothing between double quotes. */
function lengthOf(text: string, form: 'html' | 'plain'): number | undefined {
  const quote = form === 'html' ? /^(?:"|&quot;|&#34;)/i : /^"/
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '"' || character === '&') {
      if (quote.test(text.slice(at, at + 6))) isQuoted = !isQuoted
    } else if (character === '\n' || character === '\r') return undefined
    else if (!isQuoted && character === ']') return at
    else if (!isQuoted && character === '[') return undefined
  }
  return undefined
}
