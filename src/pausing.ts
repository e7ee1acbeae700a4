/**
 * Pausing of background work: a paused work is stopped as at the end of the process, so it gives back its claims,
 * and is started again when the pause ends. Each process looks at the pauses every
 * two seconds; a connection that listens would be one more for each process.
 * See docs/several-machines.md#pausing-background-work.
 */
import { isPaused, type WorkName } from './domain/background/works.ts'
import type { Log } from './lib/log.ts'
import { startPoller } from './lib/poller.ts'
import type { Database } from './store/connection/database.ts'
import { findActivePauses } from './store/limits/pauses.ts'

/** Something that goes on until it is stopped, within so many milliseconds. */
export type Work = { stop(graceMs: number): Promise<void> }

/** A work that runs except while it is paused. */
export interface PausableWork<W extends Work> extends Work {
  /** Undefined while it is paused. */
  current(): W | undefined
}

export interface Pausing {
  /** Starts a work unless it is paused, and from now on pauses it and starts it again. @throws what `start` throws the first time */
  run<W extends Work>(name: WorkName, start: () => W | Promise<W>): Promise<PausableWork<W>>
  stop(): Promise<void>
}

/** Longest wait of a pause for what is under way, in milliseconds: relays may take minutes to answer, and what is cut off becomes unknown. */
const patienceMs = 600_000

/** Looks before it resolves: a work that is paused is not started first. */
export async function watchPauses({
  db,
  log,
  pollMs = 2_000,
}: {
  readonly db: Database
  readonly log: Log
  readonly pollMs?: number
}): Promise<Pausing> {
  let paused: ReadonlySet<string> = new Set()
  const works = new Set<{ settle(): void }>()

  async function look(): Promise<boolean> {
    const standing = await findActivePauses(db)
    const before = paused
    paused = new Set(standing.map(({ work }) => work))
    for (const { work, reason } of standing) if (!before.has(work)) log.warn({ work, reason }, `paused: ${work}`)
    for (const work of before) if (!paused.has(work)) log.info({ work }, `no longer paused: ${work}`)
    // also without a change: a work that could not be started is tried again
    for (const work of works) work.settle()
    return false
  }

  await look()
  const poller = startPoller({
    name: 'looking for pauses',
    every: pollMs,
    work: look,
    log,
  })

  return {
    async run(name, start) {
      const isWanted = () => !isPaused(name, paused)
      const first = isWanted() ? await start() : undefined
      const work = pausableWork({ name, first, start, isWanted, log })
      works.add(work)
      // paused while it was started
      work.settle()
      return {
        current: work.current,
        stop(graceMs) {
          works.delete(work)
          return work.stop(graceMs)
        },
      }
    },
    stop: () => poller.stop(),
  }
}

interface WorkParts<W extends Work> {
  readonly name: WorkName
  readonly first: W | undefined
  readonly start: () => W | Promise<W>
  readonly isWanted: () => boolean
  readonly log: Log
}

function pausableWork<W extends Work>({ name, first, start, isWanted, log }: WorkParts<W>) {
  let running = first
  /** The work that is being stopped; it finishes what is under way. */
  let ending: W | undefined
  let isStopped = false
  let settling: Promise<void> | undefined

  async function change(): Promise<void> {
    while (!isStopped && isWanted() !== (running !== undefined)) {
      if (running) {
        ending = running
        running = undefined
        await ending.stop(patienceMs)
        ending = undefined
      } else running = await start()
    }
  }

  return {
    current: () => running,
    settle() {
      settling ??= change()
        .catch(error => log.error({ err: error, work: name }, 'a pause could not be followed; it is tried again'))
        .finally(() => {
          settling = undefined
        })
    },
    async stop(graceMs: number) {
      isStopped = true
      // a pause that waits for relays waits no longer than the end of the process does
      await ending?.stop(graceMs)
      await settling
      await running?.stop(graceMs)
    },
  }
}
