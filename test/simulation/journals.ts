/** The real journal on the real disk, as one sender sees it, and what a death or a loss of power leaves of it. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Journal, openJournal } from '../../src/delivery/journal/journal.ts'
import type { RangeJournal, RangeName } from '../../src/delivery/journal/record.ts'
import type { Left } from '../../src/store/ledger/leases.ts'
import { onDisk } from './disk.ts'
import type { Tool } from './folders.ts'
import type { Random } from './random.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface JournalParts {
  readonly schedule: Schedule
  readonly random: Random
  readonly watch: JournalWatch
  /** The disk takes nothing now. */
  readonly isFull: () => boolean
  /** What a full disk does. */
  readonly filling: Random
  readonly defect: JournalDefect | undefined
}

/** What could be wrong with a journal, done on purpose: the simulation must notice. */
export type JournalDefect =
  /** It does not say who is handed over. */
  | 'forgets who'
  /** What a full disk did not take counts as written. */
  | 'trusts the disk'

export interface JournalWatch {
  /** A sender takes a range up; called before it is settled. */
  taken(token: number, range: RangeName, left: Left): Promise<void>
  /** It says that these are handed over. @param isWhole false: the disk took a part of it, or nothing */
  wrote(range: RangeName, next: readonly number[], isWhole: boolean): void
}

export interface SimulatedJournals {
  readonly open: typeof openJournal
  /** The process is gone, and the system knows. */
  bury(): Promise<void>
}

export function simulatedJournals(
  actor: Actor,
  { schedule, random, watch, isFull, filling, defect }: JournalParts,
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
        real = await onDisk(isFull(), filling, () => openJournal(folder, owner, log))
        return real
      })
      return {
        begin(range) {
          if (actor.isDead) return { write() {}, end() {} }
          const record = onDisk(isFull(), filling, () => journal.begin(range))
          return written(record, join(folder, `${range.token}.range`), range)
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
        tokensOfGone: () => turn('tokens', () => journal.tokensOfGone()),
        close: () => turn('close', () => onDisk(isFull(), filling, () => journal.close())),
      }
    },
    async bury() {
      await real?.close()
    },
  }

  function written(record: RangeJournal, file: string, range: RangeName): RangeJournal {
    return {
      write(outcomes, next, undone) {
        if (schedule.dies(actor)) return
        const before = statSync(file).size
        const numbers = next.map(({ number }) => number)
        try {
          onDisk(isFull(), filling, () => record.write(outcomes, defect === 'forgets who' ? [] : next, undone))
        } catch (error) {
          watch.wrote(range, numbers, false)
          if (defect === 'trusts the disk') return
          throw error
        }
        watch.wrote(range, numbers, true)
        if (!schedule.dies(actor)) return
        // killed in the middle of it
        const after = statSync(file).size
        truncateSync(file, random.whole(before, after))
      },
      end(settled) {
        // a process that is killed takes nothing away
        if (!actor.isDead) record.end(settled)
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

/** Copies all machines' journals. @returns puts them back in place, of senders that are all gone */
export function backUpJournals(folder: string, machines: number): (tool: Tool) => void {
  const journals = Array.from({ length: machines }, (_, n) => join(folder, `m${n + 1}`))
  const filesOf = (journal: string) =>
    existsSync(journal) ? readdirSync(journal).filter(name => /\.(range|settled|sender)$/.test(name)) : []
  const kept = journals.flatMap(journal =>
    filesOf(journal).map(name => ({ path: join(journal, name), text: readFileSync(join(journal, name)) })),
  )
  return tool => {
    if (tool === 'rsync -a --delete')
      for (const journal of journals) for (const name of filesOf(journal)) rmSync(join(journal, name))
    for (const { path, text } of kept) writeFileSync(path, text)
  }
}
