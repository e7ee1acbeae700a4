/** The statements of distributable.sql with the class of each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RefusalClass, refusalClasses } from './refusals.ts'

export interface Case {
  readonly text: string
  /** Undefined for one that is taken. */
  readonly class: RefusalClass | undefined
}

export function readCases(): readonly Case[] {
  const cases: Case[] = []
  let section: string | undefined
  for (const line of readFileSync(join(import.meta.dirname, 'distributable.sql'), 'utf8').split('\n')) {
    section = /^-- (\w+)$/.exec(line)?.[1] ?? section
    if (!line.endsWith(';')) continue
    if (section !== 'taken' && !(section! in refusalClasses)) throw new Error(`no such class: ${section}`)
    // its text was looked up
    cases.push({ text: line.slice(0, -1), class: section === 'taken' ? undefined : (section as RefusalClass) })
  }
  return cases
}
