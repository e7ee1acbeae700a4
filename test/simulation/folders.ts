/** Data folders of machines as the guards see them: what they remember outlives processes, and is written whole or not at all. */
import type { Memory } from '../../src/delivery/guards/judgement.ts'
import type { GuardFiles } from '../../src/delivery/guards/memory.ts'
import type { HeartbeatFile } from '../../src/store/limits/guards.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface Folders {
  /** One machine's folder as a process there sees it; the dead hear nothing. */
  of(machine: number, actor: Actor): GuardFiles
  /** The count of the machine's last heartbeat. */
  beatOf(machine: number): number
  backUp(): FoldersBackup
}

/** How a backup is copied over what is there. */
export type Tool = 'rsync -a --delete' | 'cp -a'

/** All machines' folders as they were. */
export interface FoldersBackup {
  /**
   * Whether a heartbeat file that a machine had then was made anew since: only that shows that it was put back in place. One
   * that the database did not know yet, of a heartbeat whose row failed, proves nothing: it may be any.
   * @param recorded the machine's last heartbeat that the database of the backup knows
   */
  isOutdated(machine: number, recorded: number): boolean
  putBack(tool: Tool): void
}

export function simulatedFolders(schedule: Schedule): Folders {
  const memories = new Map<number, Memory>()
  /** Each machine's heartbeat files by their names, each made anew with an inode that no other had. */
  const heartbeats = new Map<number, Map<string, HeartbeatFile>>()
  let inodes = 0

  /** What is the same already stays; cp writes into the file that is there, rsync makes another. */
  function copied(file: HeartbeatFile, now: ReadonlyMap<string, HeartbeatFile>, tool: Tool): HeartbeatFile {
    const there = now.get(file.name)
    if (there?.inode === file.inode) return there
    return there && tool === 'cp -a' ? { ...there, beat: file.beat } : { ...file, inode: String(++inodes) }
  }

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
        heartbeatFiles: () => done([...(heartbeats.get(machine)?.values() ?? [])]),
        async makeHeartbeatFile(_, name, { beat }) {
          if (schedule.dies(actor)) return never()
          const file = { name, beat, inode: String(++inodes), born: '1' }
          heartbeats.set(machine, new Map(heartbeats.get(machine)).set(name, file))
          return done(undefined)
        },
        stateBeat: () => done(0),
        keepStateBeat: () => done(undefined),
        folderSign: () => done(`machine ${machine}`),
      }
    },
    beatOf: machine => memories.get(machine)?.beat ?? 0,
    backUp() {
      const memoriesThen = new Map(memories)
      const filesThen = new Map(heartbeats)
      return {
        isOutdated: (machine, recorded) =>
          [...(filesThen.get(machine)?.values() ?? [])].some(
            ({ name, inode, beat }) => beat <= recorded && heartbeats.get(machine)?.get(name)?.inode !== inode,
          ),
        putBack(tool) {
          for (const [machine, memory] of memoriesThen) memories.set(machine, memory)
          for (const [machine, now] of heartbeats) {
            const kept = new Map(tool === 'cp -a' ? now : [])
            for (const file of filesThen.get(machine)?.values() ?? []) kept.set(file.name, copied(file, now, tool))
            heartbeats.set(machine, kept)
          }
        },
      }
    },
  }
}
