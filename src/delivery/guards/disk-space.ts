/**
 * Room for the journal. Nothing more is handed over once the disk is nearly full, or while the journal cannot be written: what
 * goes out unrecorded could be sent again after a crash. The last megabytes are left to the outcomes of what is under way.
 */
import { statfs } from 'node:fs/promises'
import type { Log } from '../../lib/log.ts'
import { quietTimers, type Timers } from '../../lib/timers.ts'

export interface DiskSpace {
  /** Why nothing may be handed over, in a sentence; undefined while there is room. */
  full(): string | undefined
  /** A file could not be written: it is taken for full for a moment. */
  failed(error: unknown): void
}

/** How long one failed write speaks. */
const failureMs = 1000
const lookMs = 1000

/** Knows only of writes that failed. @param now milliseconds */
export function writableDisk(now: () => number): DiskSpace {
  let until = 0
  let reason = ''
  return {
    full: () => (until > 0 && now() < until ? reason : undefined),
    failed(error) {
      until = now() + failureMs
      reason = `The journal of hand-overs cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unexpected error'}.` // errors of node:fs carry a code
    },
  }
}

export interface DiskWatchParts {
  /** Any folder on the disk. */
  readonly folder: string
  /** Bytes that are to stay free; 0 for no look at all. */
  readonly reserve: number
  readonly log: Log
  readonly timers?: Timers
  readonly now?: () => number
  /** @returns bytes that this process may still write */
  readonly free?: (folder: string) => Promise<number>
}

/** Looks every second. Looks before it resolves. A disk that cannot be asked counts as one with room. */
export async function watchDisk(parts: DiskWatchParts): Promise<DiskSpace & { stop(): void }> {
  const { folder, reserve, log, timers = quietTimers, now = () => performance.now(), free = freeBytes } = parts
  const writes = writableDisk(now)
  let full: string | undefined

  async function look() {
    const left = await free(folder)
    const before = full
    full =
      left < reserve
        ? `The disk of the data folder is full: ${megabytes(left)} MB are free, ${megabytes(reserve)} MB are kept in reserve.`
        : undefined
    if (full && !before) log.error(`nothing is sent: ${full}`)
    if (!full && before) log.info('the disk of the data folder has room again; sending goes on')
  }

  let isAsked = true
  const lookQuietly = () =>
    look().then(
      () => {
        isAsked = true
      },
      error => {
        // once, not every second
        if (isAsked)
          log.warn({ err: error }, 'the free space of the disk cannot be read; a full disk shows when writes fail')
        isAsked = false
        full = undefined
      },
    )
  if (reserve > 0) await lookQuietly()
  const stop = reserve > 0 ? timers.every(lookMs, () => void lookQuietly()) : () => {}
  return { full: () => full ?? writes.full(), failed: writes.failed, stop }
}

/**
 * Whether the disk has room for octets that are written twice, to the log of the database and to its tables, and leaves the reserve
 * free. A disk that cannot be asked counts as one with room.
 */
export function roomOnDisk(folder: string, reserve: number, free = freeBytes): (bytes: number) => Promise<boolean> {
  return async bytes => {
    const left = await free(folder).catch(() => Number.POSITIVE_INFINITY)
    return left - 2 * bytes >= reserve
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576)
