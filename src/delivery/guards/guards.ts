/**
 * What keeps senders from sending: a database or data folder that may not be the newest, a clock that cannot be right, a
 * schedule long past (docs/decisions/operator-safety.md#restored-or-copied-installations-hold-sending).
 */
import { uptime as machineUptime } from 'node:os'
import { withdrawMissed } from '../../domain/campaign-state/transitions.ts'
import type { Log } from '../../lib/log.ts'
import { quietTimers, type Timers } from '../../lib/timers.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { type ActiveHold, findActiveHolds, placeHold, readPulse, writePulse } from '../../store/limits/guards.ts'
import { heartbeatFileName, heartbeatFileNames, judge, type Memory } from './judgement.ts'
import { type GuardFiles, readMachineTime, realFiles } from './memory.ts'
import { createSteadyClock } from './steady-clock.ts'

export interface GuardParts {
  readonly db: Database
  readonly dataFolder: string
  /** The database lives in the data folder. */
  readonly embedded: boolean
  readonly log: Log
  /** A folder on another volume, which keeps the last heartbeat too (LETTERSHOP_STATE_DIR). */
  readonly stateFolder?: string | undefined
  /** A schedule this late is not kept any more; 0 for any. */
  readonly latestStartHours: number
  readonly now?: () => Date
  readonly machine?: () => Promise<{ readonly boot: string; readonly uptime: number }>
  /** The machine's count of time in seconds, sleep included: the clock is compared with it. */
  readonly uptime?: () => number
  readonly beatMs?: number
  readonly timers?: Timers
  /** Milliseconds since any moment, which no change of the clock changes. */
  readonly elapsed?: () => number
  readonly files?: GuardFiles
}

export interface Guards {
  /** May anything be sent now? Asked before anything is planned or claimed. */
  maySend(): Promise<boolean>
  /**
   * The time, for all that is done because its time has come: the clock's, and while that cannot be right, the time it would say had it
   * gone on. Between `maySend` and the moment that something is found due the clock may leap. A release of the hold accepts the clock.
   */
  now(): Date
  /**
   * Why nothing may be handed over although nothing is held, in a sentence: there was no heartbeat for longer than
   * `mostMissedBeats`, so a restore to this moment would not be noticed. Cheap enough to be asked for each message.
   */
  overdue(): string | undefined
  /** The data folder whose holds are this process's own, by the name in `holds`. */
  folder(): string
  /** What holds this process's senders. */
  holds(): Promise<readonly ActiveHold[]>
  stop(): Promise<void>
}

/** A backup that is made while there are no heartbeats cannot be distinguished from the state after later mails. */
const mostMissedBeats = 2

/** Looks before it resolves: nothing is sent before the first look. */
export async function startGuards(parts: GuardParts): Promise<Guards> {
  const { db, log, now = () => new Date(), beatMs = 10_000, latestStartHours } = parts
  const { timers = quietTimers, elapsed = () => performance.now(), uptime = machineUptime } = parts
  let said = ''
  const clock = createSteadyClock({ wall: now, elapsed, uptime })
  /** What is wrong with the clock, once that is a hold. */
  let leap: string | undefined
  let beating: Promise<void> | undefined
  let last = await beat(parts, undefined)
  let lastBeat = elapsed()

  const beatNow = () => {
    beating ??= holdLeap()
      .then(() => beat(parts, last))
      .then(next => {
        last = next
        lastBeat = elapsed()
      })
      .finally(() => {
        beating = undefined
      })
    return beating
  }
  const stopBeating = timers.every(beatMs, () => {
    beatNow().catch(error => log.warn({ err: error }, 'no heartbeat; it is tried again'))
  })

  /** A clock that leapt is a hold before anything else is done. @returns whether it leapt, or was set right, since the last look */
  const holdLeap = async () => {
    const found = clock.leap()
    if (found !== undefined && leap === undefined)
      await placeHold(db, { kind: 'clock', folder: last.folder, detail: found }, clock.now())
    const hasChanged = (found === undefined) !== (leap === undefined)
    leap = found
    return hasChanged
  }
  const holds = async () => {
    // the database has the new time at once: after a release the old one would be another leap
    if (await holdLeap()) await beatNow().catch(() => {})
    const held = leap
    const standing = await findActiveHolds(db, last.folder)
    if (held !== undefined && !standing.some(({ kind }) => kind === 'clock')) {
      clock.accept()
      leap = undefined
    }
    return standing
  }
  const overdue = () =>
    elapsed() - lastBeat > beatMs * mostMissedBeats
      ? `No heartbeat could be written for more than ${Math.round((beatMs * mostMissedBeats) / 1000)} seconds; nothing is sent until one can.`
      : undefined

  return {
    holds,
    now: clock.now,
    folder: () => last.folder,
    overdue,
    async maySend() {
      // a machine that slept, and was perhaps restored meanwhile, looks before it goes on
      const missed = overdue()
      const failure = missed === undefined ? undefined : await failureOf(beatNow())
      const standing = await holds()
      const held = standing.map(({ detail }) => detail).join(' ')
      const text = held || (failure && missed) || ''
      if (text !== said && held) log.error(`sending is held: ${held} To go on: lettershop resume-sending`)
      else if (text !== said && text) log.error({ err: failure?.error }, `sending is held: ${text}`)
      else if (text !== said) log.info('sending goes on')
      said = text
      if (text) return false
      if (latestStartHours > 0) await withdraw(db, clock.now(), latestStartHours, log)
      return true
    },
    async stop() {
      stopBeating()
      await beating?.catch(() => {})
    },
  }
}

/** The service's own mails, which fail while sending is held, and so are tried again later. */
export function refuseWhileHeld<
  MailJobs extends { readonly [Name in keyof MailJobs]: (payload: never) => Promise<void> },
>(guards: Pick<Guards, 'holds' | 'overdue'> | undefined, jobs: MailJobs): MailJobs {
  const check = async () => {
    const [hold] = (await guards?.holds()) ?? []
    const reason = hold?.detail ?? guards?.overdue()
    if (reason) throw new Error(`sending is held: ${reason}`)
  }
  const checked = Object.entries<(payload: never) => Promise<void>>(jobs).map(([name, run]) => [
    name,
    (payload: never) => check().then(() => run(payload)),
  ])
  return Object.fromEntries(checked) as MailJobs // the same names, each with its own payload
}

/** What a process remembers of its last heartbeat. */
interface Beat extends Memory {
  /** As the database said it at that heartbeat; null where no hold was ever released. */
  readonly releasedAt: Date | null
}

/**
 * One heartbeat. The file whose turn it is is made before the database's row that names it; the count in the data folder and in
 * the state folder is written after the commit, so that none of them is ahead by itself. That file may be the only one that
 * shows a restore, so the hold is committed before the file is made anew: the row may fail (a full disk, a lost
 * connection, a crash), and the next look would take the new file for one that was made for the next heartbeat.
 */
async function beat(parts: GuardParts, last: Beat | undefined): Promise<Beat> {
  const { db, dataFolder, stateFolder, embedded, log } = parts
  const { now = () => new Date(), machine = readMachineTime, files = realFiles } = parts
  const memory = await files.readMemory(dataFolder)
  const stateBeat = memory && stateFolder !== undefined ? await files.stateBeat(stateFolder, memory) : 0
  const time = { at: now(), ...(await machine()) }
  const filesOf = async ({ folder }: Memory) => ({
    folderSign: await files.folderSign(dataFolder),
    files: await files.heartbeatFiles(dataFolder, folder),
  })
  let isHeld = false
  const look = async (sql: Transaction) => {
    const pulse = await readPulse(sql, memory?.folder ?? '')
    // looked at under the lock: processes that share a data folder make its files one after the other
    const found = memory ? await filesOf(memory) : { folderSign: '', files: [] }
    const surroundings = { ...time, ...found, stateBeat, embedded, releaseSeen: last?.releasedAt }
    const { holds, known } = judge(memory, pulse, surroundings)
    if (holds.length > 0 && !isHeld) {
      for (const hold of holds) await placeHold(sql, hold, time.at)
      return undefined
    }
    const own = known && memory ? memory : await files.beginMemory(dataFolder, pulse.installation)
    const reached = known ? Math.max(own.beat, stateBeat, pulse.own?.beat ?? 0) : own.beat
    const next: Beat = { ...own, beat: reached + 1, releasedAt: pulse.releasedAt }
    // both at the first heartbeat: a restore to a time when one of them was not made yet would leave no trace of it
    for (const name of heartbeatFileNames)
      if (name === heartbeatFileName(next.beat) || !found.files.some(file => file.name === name))
        await files.makeHeartbeatFile(dataFolder, name, next)
    await writePulse(sql, holds, pulse.sign, { ...time, ...next, ...(await filesOf(next)) })
    return next
  }
  let kept = await transaction(db, look)
  if (!kept) {
    isHeld = true
    kept = (await transaction(db, look))! // a second look makes the heartbeat
  }
  await files.keepBeat(dataFolder, kept)
  if (stateFolder !== undefined)
    await files
      .keepStateBeat(stateFolder, kept)
      .catch(error => log.warn({ err: error }, 'the folder of LETTERSHOP_STATE_DIR cannot be written'))
  if (last && last.folder !== kept.folder) log.warn({ folder: kept.folder }, 'the data folder was exchanged')
  return kept
}

/** @returns undefined when it did not fail */
function failureOf(work: Promise<unknown>): Promise<{ readonly error: unknown } | undefined> {
  return work.then(
    () => undefined,
    error => ({ error }),
  )
}

async function withdraw(db: Database, at: Date, latestStartHours: number, log: Log): Promise<void> {
  const latest = new Date(at.getTime() - latestStartHours * 3_600_000)
  for (const { campaignPublicId, missedAt } of await transaction(db, sql => withdrawMissed(sql, latest, at)))
    log.warn(
      { campaign: campaignPublicId, missedAt },
      'its schedule was missed by too long: the campaign is a draft again, and waits to be sent anew',
    )
}
