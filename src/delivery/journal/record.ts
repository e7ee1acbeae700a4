/**
 * The record of one range in the journal, a file of lines: the head as JSON, `S number attempt` before a message's data goes out,
 * `U number attempt` when the relay took nothing of it after all, and `D entry` for what became of it.
 */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { Entry } from '../../store/ledger/entry.ts'

export interface HandedOver {
  readonly number: number
  readonly attempt: number
}

/** The record of one range. */
export interface RangeJournal {
  /**
   * One write for outcomes that are known, who is handed over next, and of whom the relay took nothing after all.
   * @throws Error of the disk: nothing of it counts; it may be written again
   */
  write(outcomes: readonly Entry[], next: readonly HandedOver[], undone?: readonly HandedOver[]): void
  /** Nothing is written any more. @param settled all of it is in the log */
  end(settled: boolean): void
}

/** Names a range under one lease, in whatever database. */
export interface RangeName {
  readonly campaignPublicId: string
  readonly low: number
  readonly token: number
}

/** All a record says. */
export interface Recorded {
  /** Whose data may be out. */
  readonly handed: readonly HandedOver[]
  readonly outcomes: readonly Entry[]
}

/** The first line of a range's record. */
export interface Head extends RangeName {
  readonly owner: string
  readonly boot: string
}

/**
 * Begins the record of a range in this file.
 * @param onEnd called when nothing is written any more. @param settled all of it is in the log @param bytes how long it is
 * @throws Error of the disk
 */
export function beginRecord(path: string, head: Head, onEnd: (settled: boolean, bytes: number) => void): RangeJournal {
  const file = openSync(path, 'w', 0o600)
  const first = Buffer.from(`${JSON.stringify(head)}\n`)
  try {
    writeAt(file, first, 0)
  } catch (error) {
    closeSync(file)
    throw error
  }
  let bytes = first.length
  let isTorn = false
  /** Removes the part of a write that still fitted on a full disk: its complete lines would say that messages were handed over. */
  function mend() {
    ftruncateSync(file, bytes)
    isTorn = false
  }
  return {
    write(outcomes, next, undone = []) {
      if (isTorn) mend()
      let lines = ''
      for (const entry of outcomes) lines += `D ${JSON.stringify(entry)}\n`
      for (const { number, attempt } of next) lines += `S ${number} ${attempt}\n`
      for (const { number, attempt } of undone) lines += `U ${number} ${attempt}\n`
      const added = Buffer.from(lines)
      try {
        writeAt(file, added, bytes)
      } catch (error) {
        isTorn = true
        try {
          mend()
        } catch {
          // a disk that does not even shorten a file: before the next write
        }
        throw error
      }
      bytes += added.length
    },
    end(settled) {
      closeSync(file)
      onEnd(settled, bytes)
    },
  }
}

/**
 * What is cut off at the end was cut off before anything was handed over, and so was, in records of earlier versions, a line in the
 * middle.
 */
export function parseRecord(text: string): Recorded & { readonly head: Head | undefined } {
  const handed = new Map<string, HandedOver>()
  const outcomes = new Map<string, Entry>()
  for (const line of text.split('\n')) {
    if (line.startsWith('D ')) {
      const entry = outcomeOf(line)
      if (entry) outcomes.set(`${entry.number} ${entry.attempt}`, entry)
      continue
    }
    const [, kind, number, attempt] = /^([SU]) (\d+) (\d+)$/.exec(line) ?? []
    if (kind === 'S') handed.set(`${number} ${attempt}`, { number: Number(number), attempt: Number(attempt) })
    else if (kind === 'U') handed.delete(`${number} ${attempt}`)
  }
  return { head: headOf(text), handed: [...handed.values()], outcomes: [...outcomes.values()] }
}

/** A record's first line and its last outcome, without what is between: the records of some minutes are many and long. */
export function parseEnds(text: string): { readonly head: Head | undefined; readonly last: Entry | undefined } {
  let last: Entry | undefined
  for (let end = text.length; end > 0 && !last; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    last = outcomeOf(text.slice(start, end))
    end = start - 1
  }
  return { head: headOf(text), last }
}

export function headOf(text: string): Head | undefined {
  const [first = ''] = text.split('\n', 1)
  return parse<Head>(first)
}

/** @returns undefined for another line, or one that was cut off */
function outcomeOf(line: string): Entry | undefined {
  if (!line.startsWith('D ')) return undefined
  const entry = parse<Entry & { retryAt: string | null }>(line.slice(2))
  return entry && { ...entry, retryAt: entry.retryAt === null ? null : new Date(entry.retryAt) }
}

/** write(2) may take less than it was given. @param place where in the file, in bytes */
function writeAt(file: number, bytes: Buffer, place: number) {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, place + written)
  }
}

export function parse<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value // our own lines; only the last can be cut off
  } catch {
    return undefined
  }
}
