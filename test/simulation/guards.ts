/** The real guards of each sender, over simulated data folders. */
import assert from 'node:assert/strict'
import { type Guards, startGuards } from '../../src/delivery/guards/guards.ts'
import type { GuardFiles } from '../../src/delivery/guards/memory.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { type Folders, simulatedFolders } from './folders.ts'
import type { HandOver } from './hand-overs.ts'
import { type Actor, actor, beatMs, type Schedule } from './schedule.ts'

export interface SimulatedGuards {
  readonly folders: Folders
  /** Those of a sender that starts on a machine. @param own the database as it sees it */
  start(own: Database, who: Actor, machine: number): Promise<Guards>
  /** A recipient was handed over at once, without waiting for a relay. */
  handed(handOver: HandOver): void
  end(): Promise<void>
}

export interface GuardWorld {
  /** What the clock of a machine says. */
  readonly wall: (machine: number) => Date
  /** A defect on purpose: heartbeat files are taken for those that were put back. */
  readonly trustsFiles: boolean
  /** A defect on purpose: whatever the clock says is the time. */
  readonly trustsClock: boolean
  readonly latestStartHours: number
}

export async function simulatedGuards(
  db: Database,
  schedule: Schedule,
  machines: number,
  { wall, trustsFiles, trustsClock, latestStartHours }: GuardWorld,
): Promise<SimulatedGuards> {
  await db`insert into installation (secret_fingerprint) values ('\\x00') on conflict do nothing`
  const folders = simulatedFolders(schedule)
  const begun = schedule.now()
  const log = createLog(process.env.TEST_LOG ?? 'silent')
  /** When each sender's last heartbeat was complete. */
  const beats = new Map<Actor, number>()
  const uptime = (machine: number) => ((trustsClock ? wall(machine).getTime() : schedule.now()) - begun) / 1000
  const start = (own: Database, who: Actor, machine: number) => {
    const real = folders.of(machine, who)
    const files: GuardFiles = {
      ...real,
      async keepBeat(...given) {
        await real.keepBeat(...given)
        beats.set(who, schedule.now())
      },
    }
    return startGuards({
      db: own,
      dataFolder: `machine ${machine}`,
      embedded: false,
      log,
      latestStartHours,
      now: () => wall(machine),
      machine: async () => ({ boot: 'this', uptime: uptime(machine) }),
      uptime: () => uptime(machine),
      beatMs,
      timers: schedule.timers(who),
      elapsed: schedule.now,
      files: trustsFiles ? { ...files, heartbeatFiles: async () => [] } : files,
    })
  }
  // one that joins after an hour of silence would be held
  for (let machine = 1; machine <= machines; machine++)
    await (await start(db, actor(`setup@m${machine}`, 0), machine)).stop()

  return {
    folders,
    start,
    handed({ to, by, at }) {
      const late = at - (beats.get(by) ?? at)
      assert.ok(late <= beatMs * 2, `${to} was handed over ${late} ms after the last heartbeat`)
    },
    async end() {
      await db`delete from holds`
      await db`delete from heartbeats`
    },
  }
}
