/** `lettershop top`: the state of the system, live in a terminal. See docs/system-state.md. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readFindings } from '../domain/system/findings.ts'
import { readAllCampaignsUnderWay } from '../store/campaigns/under-way.ts'
import type { Database } from '../store/connection/database.ts'
import { readWorkerStates } from '../store/distribution/state.ts'
import { readForMetrics } from '../store/metrics.ts'
import { withDatabase } from './run.ts'
import { frame, type Shown } from './top/frame.ts'

const usage = `lettershop top [--once]
Shows processes, campaigns under way, queues, holds and backups, anew every two seconds; q ends it.
With --once, or where the output is no terminal, it prints them once and ends.
More: docs/system-state.md
`

/** Milliseconds between two frames. */
const every = 2_000
/** Where the output is no terminal. */
const plainWidth = 120

/** @returns 0, or 2 when the command line is wrong */
export async function top(args: readonly string[]): Promise<number> {
  if (args.length === 1 && args[0] === '--help') {
    process.stdout.write(usage)
    return 0
  }
  if (args.length > 1 || (args.length === 1 && args[0] !== '--once')) {
    process.stderr.write(usage)
    return 2
  }
  return withDatabase('lettershop top', async db => {
    if (args[0] === '--once' || !process.stdout.isTTY || !process.stdin.isTTY) await printOnce(db)
    else await showLive(db)
    return 0
  })
}

async function look(db: Database): Promise<Shown> {
  const [findings, campaigns, workers] = await Promise.all([
    readFindings(db),
    readForMetrics(db, readAllCampaignsUnderWay),
    readForMetrics(db, readWorkerStates),
  ])
  return { ...findings, campaigns, workers }
}

async function printOnce(db: Database): Promise<void> {
  const state = await look(db)
  const width = process.stdout.columns ?? plainWidth
  const lines = frame(state, { width, height: 10_000, hasColours: hasColours(), now: new Date() })
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Until q, Ctrl-C or a signal; the terminal is then as it was. */
async function showLive(db: Database): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const onKey = (key: Buffer) => {
    if (['q', 'Q', '\x03', '\x04'].includes(key.toString())) end()
  }
  // another screen, so that what was there comes back; no cursor
  process.stdout.write('\x1b[?1049h\x1b[?25l')
  process.stdin.setRawMode(true)
  process.stdin.on('data', onKey).resume()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  try {
    let before: Seen | undefined
    while (!ending.signal.aborted) {
      const state = await look(db)
      const seen = { state, at: performance.now() }
      // after a full line some terminals clear its last character
      const [width, height] = [process.stdout.columns - 1, process.stdout.rows]
      const rates = before && ratesBetween(before, seen)
      const lines = frame(state, {
        width,
        height,
        hasColours: hasColours(),
        now: new Date(),
        ...(rates && { rates }),
      })
      // over the frame before, line by line: a screen that is cleared first flickers
      process.stdout.write(`\x1b[H${lines.map(line => `${line}\x1b[K`).join('\r\n')}\x1b[J`)
      before = seen
      await sleep(every, undefined, { signal: ending.signal }).catch(() => {})
    }
  } finally {
    process.stdin.off('data', onKey).pause()
    process.stdin.setRawMode(false)
    process.stdout.write('\x1b[?25h\x1b[?1049l')
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end)
  }
}

interface Seen {
  readonly state: Shown
  /** Milliseconds, by a clock that does not leap. */
  readonly at: number
}

/** Recipients done per minute between two looks, by campaign. */
function ratesBetween(before: Seen, now: Seen): ReadonlyMap<string, number> {
  const earlier = new Map(before.state.campaigns?.map(({ campaignPublicId, done }) => [campaignPublicId, done]))
  const minutes = (now.at - before.at) / 60_000
  return new Map(
    (now.state.campaigns ?? []).flatMap(({ campaignPublicId, done }) => {
      const was = earlier.get(campaignPublicId)
      return was === undefined ? [] : [[campaignPublicId, Math.max(0, done - was) / minutes] as const]
    }),
  )
}

/** As the terminal and NO_COLOR say. */
function hasColours(): boolean {
  return process.stdout.isTTY === true && process.stdout.hasColors()
}
