/** What a person puts onto the suppression list, cut into calls that the service takes. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { type Holder, importEntriesOf } from './holder.ts'
import type { Reason } from './reasons.ts'

/** Lines and characters of one call: the service takes 100,000 lines and 8,000,000 characters. */
const mostLines = 50_000
const mostCharacters = 4_000_000
/** Octets of a file that is read here. */
export const mostBytes = 100_000_000

/** Entries as they are typed: on lines of their own, or between commas, semicolons and blanks. Each comes once. */
export function typedEntries(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(entry => entry !== ''))]
}

/** Entries of a file: one on each line; of a table the first column. Blank lines stay, so that lines keep their numbers. */
export async function entriesOfFile(file: Blob): Promise<readonly string[]> {
  const text = (await file.text()).replace(/^\uFEFF/, '')
  return text.split(/\r\n|\r|\n/).map(line => (/^[^,;\t]*/.exec(line)?.[0] ?? '').trim().replace(/^"(.*)"$/, '$1'))
}

export interface Imported {
  readonly added: number
  readonly present: number
  readonly refused: number
  /** The first that are no entry, with their lines, from 1. */
  readonly refusals: readonly { readonly line: number; readonly text: string }[]
}

const nothing: Imported = { added: 0, present: 0, refused: 0, refusals: [] }
/** Refused lines that are kept to be shown. */
const mostRefusals = 100

/**
 * Puts entries on the list, call after call. The same entries once more go on where it was cut off.
 * @param onProgress receives the number of lines done
 * @throws as call; what was done before stays
 */
export async function importEntries(
  holder: Holder,
  entries: readonly string[],
  reason: Reason,
  onProgress: (lines: number) => void,
): Promise<Imported> {
  let sum = nothing
  for (const { from, part } of partsOf(entries)) {
    if (part.every(entry => entry === '')) continue
    sum = add(sum, await importEntriesOf(holder, part.join('\n'), reason), from)
    onProgress(from + part.length)
  }
  return sum
}

function* partsOf(entries: readonly string[]): Generator<{ readonly from: number; readonly part: readonly string[] }> {
  let from = 0
  let characters = 0
  for (const [n, { length }] of entries.entries()) {
    if (n - from >= mostLines || characters + length >= mostCharacters) {
      yield { from, part: entries.slice(from, n) }
      from = n
      characters = 0
    }
    characters += length + 1
  }
  yield { from, part: entries.slice(from) }
}

function add(sum: Imported, answer: ValueOf<'Suppression.Import'>, from: number): Imported {
  const { Added, Present, Refused, Refusals = [] } = answer
  const refusals = Refusals.map(({ Line, Text = '' }) => ({ line: from + Line, text: Text }))
  return {
    added: sum.added + Added,
    present: sum.present + Present,
    refused: sum.refused + Refused,
    refusals: [...sum.refusals, ...refusals].slice(0, mostRefusals),
  }
}
