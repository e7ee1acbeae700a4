/** The real journal on the real disk, as one sender sees it, and what a death or a loss of power leaves of it. */
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Journal, openJournal, type RangeJournal, type RangeName } from '../../src/delivery/journal.ts'
import type { Left } from '../../src/store/leases.ts'
import type { Random } from './random.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface JournalWatch {
  /** Someone takes a range up; told before it is settled. */
  taken(token: number, range: RangeName, left: Left): Promise<void>
  wrote(token: number, outcomes: number, next: readonly number[]): void
}

export interface SimulatedJournals {
  readonly open: typeof openJournal
  /** The process is gone, and the system knows. */
  bury(): Promise<void>
}

export function simulatedJournals(
  actor: Actor,
  schedule: Schedule,
  random: Random,
  watch: JournalWatch,
  /** A defect on purpose: who is handed over is not written down. */
  forgetful: boolean,
): SimulatedJournals {
  let real: Journal | undefined

  function turn<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (actor.isDead) return never()
    if (schedule.dies(actor)) return never()
    return new Promise((resolve, reject) => {
      schedule.add(actor, 0, `journal ${what}`, async () => {
        const answer = await work().then(
          value => () => resolve(value),
          error => () => reject(error),
        )
        if (!schedule.dies(actor)) answer()
      })
    })
  }

  return {
    async open(folder, owner, log) {
      const journal = await turn('open', async () => {
        real = await openJournal(folder, owner, log)
        return real
      })
      return {
        begin(range) {
          if (actor.isDead) return { write() {}, end() {} }
          return written(journal.begin(range), join(folder, `${range.token}.range`), range.token)
        },
        // inside the transaction that takes the range up, which has the turn
        async read(range, lastOwner) {
          if (schedule.dies(actor)) return never()
          const left = await journal.read(range, lastOwner)
          await watch.taken(range.token, range, left)
          return schedule.dies(actor) ? never() : left
        },
        forget: token => turn('forget', () => journal.forget(token)),
        recordsOf: other => turn('records', () => journal.recordsOf(other)),
        contents: record => turn('contents', () => journal.contents(record)),
        discard: record => turn('discard', () => journal.discard(record)),
        others: () => turn('others', () => journal.others()),
        forgetOwner: other => turn('forget owner', () => journal.forgetOwner(other)),
        tokens: () => turn('tokens', () => journal.tokens()),
        close: () => turn('close', () => journal.close()),
      }
    },
    async bury() {
      await real?.close()
    },
  }

  function written(range: RangeJournal, file: string, token: number): RangeJournal {
    return {
      write(outcomes, next, undone) {
        if (schedule.dies(actor)) return
        const before = statSync(file).size
        watch.wrote(
          token,
          outcomes.length,
          next.map(({ number }) => number),
        )
        range.write(outcomes, forgetful ? [] : next, undone)
        if (!schedule.dies(actor)) return
        // killed in the middle of it
        const after = statSync(file).size
        truncateSync(file, random.whole(before, after))
      },
      end(settled) {
        // a process that is killed takes nothing away
        if (!actor.isDead) range.end(settled)
      },
    }
  }
}

/** The machine was started anew, and what was not on the disk yet is lost: each file kept some of its beginning. */
export function losePower(folder: string, random: Random): void {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return
  }
  for (const name of names.filter(name => name.endsWith('.range') || name.endsWith('.sender')).sort()) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8').replace(/"boot":"[^"]*"/, '"boot":"an earlier one"')
    writeFileSync(file, text)
    if (name.endsWith('.range')) truncateSync(file, random.whole(0, statSync(file).size))
  }
}
