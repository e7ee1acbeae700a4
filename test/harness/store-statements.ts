/** The statements of `src/store` as they stand in its sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Statement {
  /** The file and the declaration that hold it. */
  readonly place: string
  readonly text: string
}

export function storeStatements(): Statement[] {
  const store = fileURLToPath(new URL('../../src/store', import.meta.url))
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .flatMap(file => statementsOf(file, readFileSync(join(store, file), 'utf8')))
}

/** The tagged templates of a source that run SQL, what is interpolated included; those within another belong to it. */
export function statementsOf(file: string, source: string): Statement[] {
  const found: Statement[] = []
  // the type of its rows may hold others, whose members are separated by semicolons
  const tag = /\b(?:sql|db|tx)(?:<(?:[^`;={}]|\{(?:[^`={}]|\{[^`={}]*\})*\})*>)?`/g
  for (let match = tag.exec(source); match; match = tag.exec(source)) {
    const end = endOfTemplate(source, tag.lastIndex)
    const place = `${basename(file)}: ${declarationBefore(source, match.index)}`
    found.push({ place, text: source.slice(tag.lastIndex, end) })
    tag.lastIndex = end + 1
  }
  return found
}

/** What is written between the interpolated values. */
export function fixedParts(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++)
    if (text.startsWith('${', at)) {
      parts.push(text.slice(from, at))
      at = endOfValue(text, at + 2)
      from = at + 1
    }
  parts.push(text.slice(from))
  return parts
}

function declarationBefore(source: string, end: number): string {
  const declared = source.slice(0, end).matchAll(/^(?:export )?(?:(?:async )?function\*?|const) (\w+)/gm)
  return [...declared].at(-1)?.[1] ?? ''
}

/** @param from after the opening backtick. @returns the place of the closing one */
function endOfTemplate(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return at
    else if (source.startsWith('${', at)) at = endOfValue(source, at + 2)
  }
  throw new Error(`a template does not end: ${source.slice(from, from + 80)}`)
}

/** @param from after `${`. @returns the place of the brace that ends the value */
function endOfValue(source: string, from: number): number {
  for (let at = from, depth = 0; at < source.length; at++) {
    if (source[at] === '`') at = endOfTemplate(source, at + 1)
    else if (source[at] === "'") at = source.indexOf("'", at + 1)
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && depth-- === 0) return at
  }
  throw new Error(`a value in a template does not end: ${source.slice(from, from + 80)}`)
}
