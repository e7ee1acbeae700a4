/** Data folders of machines as the guards see them: what they remember outlives processes, and is written whole or not at all. */
import type { Memory } from '../../src/delivery/guard-judgement.ts'
import type { GuardFiles } from '../../src/delivery/guard-memory.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface Folders {
  /** One machine's folder as a process there sees it; the dead hear nothing. */
  of(machine: number, actor: Actor): GuardFiles
  /** The count of the machine's last heartbeat. */
  beatOf(machine: number): number
}

export function simulatedFolders(schedule: Schedule): Folders {
  const memories = new Map<number, Memory>()

  return {
    of(machine, actor) {
      function done<T>(value: T): Promise<T> {
        return schedule.dies(actor) ? never() : Promise.resolve(value)
      }
      function replace(memory: Memory): Promise<void> {
        if (schedule.dies(actor)) return never()
        memories.set(machine, memory)
        return done(undefined)
      }
      return {
        readMemory: () => done(memories.get(machine)),
        async beginMemory(_, installation) {
          const memory = { installation, folder: `m${machine}`, beat: 0 }
          await replace(memory)
          return memory
        },
        keepBeat: (_, memory) => replace(memory),
        folderSign: () => done(`machine ${machine}`),
      }
    },
    beatOf: machine => memories.get(machine)?.beat ?? 0,
  }
}
