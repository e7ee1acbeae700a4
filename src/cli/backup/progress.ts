/** How far a backup or a restore is, on a terminal. */
import type { Progress } from '../../domain/backups/backup.ts'

/** Milliseconds between two lines. */
const every = 500

export interface Shown {
  /** Called with the number of rows after each table. */
  note(soFar: Progress): void
  /** Takes the line away. */
  end(): void
}

/** Writes a line over itself on standard error, where that is a terminal. */
export function showProgress(): Shown {
  const began = performance.now()
  let shownAt = 0
  return {
    note({ rows, bytes }) {
      const now = performance.now()
      if (!process.stderr.isTTY || now - shownAt < every) return
      shownAt = now
      process.stderr.write(`\r\x1b[K${describeProgress({ rows, bytes }, now - began)}`)
    },
    end() {
      if (process.stderr.isTTY && shownAt > 0) process.stderr.write('\r\x1b[K')
    },
  }
}

/** @param ms it took */
export function describeProgress({ rows, bytes }: Progress, ms: number): string {
  const megabytes = bytes / 1e6
  const seconds = Math.max(ms, 1) / 1_000
  return `${rows.toLocaleString('en')} rows, ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s (${(megabytes / seconds).toFixed(0)} MB/s)`
}
