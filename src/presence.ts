/**
 * Each process records in the database that it is alive, its roles and its problems, so that one page shows all of the
 * installation (docs/system-state.md). The row goes when the process ends as it was asked to; of one that was killed it stays, and
 * says since when the process is silent.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { RelayFigures } from './delivery/transport.ts'
import { reportEveryMs } from './domain/system/findings.ts'
import type { Log } from './lib/log.ts'
import { startPoller } from './lib/poller.ts'
import { version } from './lib/version.ts'
import type { Work } from './pausing.ts'
import type { Database } from './store/connection/database.ts'
import { readKnownSchema } from './store/migrate.ts'
import { forgetProcess, type ProcessRow, recordProcess } from './store/processes.ts'

export interface PresenceParts {
  readonly db: Database
  readonly roles: Iterable<string>
  /** By name, without passwords. */
  readonly settings: Readonly<Record<string, string>>
  /** What each relay did; absent where mail is written into a folder. */
  readonly relays?: (() => readonly RelayFigures[]) | undefined
  /** Each returns a sentence about its present problem, if it has one. */
  readonly disk: () => string | undefined
  readonly heartbeats: () => string | undefined
  readonly log: Log
}

/** Records at once, and then at a fixed interval until it is stopped. */
export async function startPresence({
  db,
  roles,
  settings,
  relays,
  disk,
  heartbeats,
  log,
}: PresenceParts): Promise<Work> {
  const own = {
    id: randomUUID().replaceAll('-', ''),
    host: hostname(),
    pid: process.pid,
    roles: [...roles],
    settings,
    version,
    schema: await readKnownSchema(),
    node: process.versions.node,
    startedAt: new Date(),
  }
  const now = (): ProcessRow => ({
    ...own,
    heldRelays: (relays?.() ?? []).filter(({ isHeld }) => isHeld).map(({ relay }) => relay),
    isDiskFull: disk() !== undefined,
    areHeartbeatsOverdue: heartbeats() !== undefined,
  })
  const poller = startPoller({
    name: 'reporting this process',
    every: reportEveryMs,
    work: () => recordProcess(db, now()).then(() => false),
    log,
  })
  return {
    async stop() {
      await poller.stop()
      // a database that is away keeps the row, which then says since when
      await forgetProcess(db, own.id).catch(() => {})
    },
  }
}
