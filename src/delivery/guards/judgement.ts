/**
 * What a look at database, data folder and clock means (docs/decisions/operator-safety.md#restored-or-copied-installations-hold-sending). Pure: a restart
 * is quiet, and what could send again what was sent already is a hold.
 */
import type { Heartbeat, HeartbeatFile, Hold, Pulse } from '../../store/limits/guards.ts'

/** The content of the data folder's file. */
export interface Memory {
  readonly installation: string
  readonly folder: string
  readonly beat: number
}

export interface Surroundings {
  readonly at: Date
  readonly boot: string
  /** Seconds. */
  readonly uptime: number
  /** Identifies the data folder's file and machine. */
  readonly folderSign: string
  /** The heartbeat files that are in the data folder. */
  readonly files: readonly HeartbeatFile[]
  /** The last heartbeat that the state folder knows; 0 where it knows nothing. */
  readonly stateBeat: number
  /** The last release of holds that this process saw, null for none; undefined at its first look. */
  readonly releaseSeen: Date | null | undefined
  /** The database lives in the data folder: who copies one copies both. */
  readonly embedded: boolean
}

export interface Judgement {
  readonly holds: readonly Hold[]
  /** False: the folder works for this database for the first time, under a name of its own. */
  readonly known: boolean
}

/** Made anew by turns. */
export const heartbeatFileNames = ['heartbeat-1', 'heartbeat-2'] as const

/** The one whose turn it is at a heartbeat. */
export function heartbeatFileName(beat: number): string {
  return heartbeatFileNames[beat % 2]!
}

/** Clocks are set right by seconds, daylight saving changes none; an hour is a fault. Milliseconds. */
export const tolerance = 3_600_000

export function judge(memory: Memory | undefined, pulse: Pulse, now: Surroundings): Judgement {
  const holds: Hold[] = []
  const holdAll = (kind: Hold['kind'], detail: string) => holds.push({ kind, folder: '', detail })

  if (pulse.knownSign !== null && pulse.knownSign !== '' && pulse.sign !== '' && pulse.knownSign !== pulse.sign)
    holdAll(
      'database copied',
      'The database is a copy, or was restored from a dump: the server or database it last ran in was another one.',
    )
  if (memory?.installation !== pulse.installation) return { holds: [...holds, ...joining(pulse, now)], known: false }

  const { own } = pulse
  const remembered = Math.max(memory.beat, now.stateBeat)
  if (!own || remembered > own.beat) {
    if (isReleased(pulse, now)) return { holds, known: true }
    const behind = own ? ` It is ${remembered - own.beat} heartbeats behind, of ${own.at.toISOString()}.` : ''
    const from = now.stateBeat > memory.beat ? ' The folder of LETTERSHOP_STATE_DIR knows of more.' : ''
    holdAll(
      'database restored',
      `The database does not know what was sent from this data folder already.${behind}${from}`,
    )
    return { holds, known: true }
  }
  if (own.folderSign !== now.folderSign) {
    // on a database of its own server, a copied folder is how a second machine is set up
    if (!now.embedded) return { holds: [...holds, ...joining(pulse, now)], known: false }
    holdAll(
      'data folder copied',
      'The data folder is a copy, was restored from a backup, or is on another machine; the original may have sent more since.',
    )
  } else if (isPutBack(own, now.files)) {
    holdAll(
      'data folder restored',
      'The data folder was put back from a backup in its place: its heartbeat files are not those that the database knows. What was sent since the backup would be sent again.',
    )
  }
  const fault = clockFault(own, now)
  if (fault) holds.push({ kind: 'clock', folder: memory.folder, detail: fault })
  return { holds, known: true }
}

/**
 * Did an operator release this database after the last heartbeat of a process that runs on? Then what the database lacks of that
 * heartbeat was lost before, and is released with the rest: within the ten seconds after a fail-over, the release may come first.
 */
function isReleased({ releasedAt }: Pulse, { releaseSeen }: Surroundings): boolean {
  return releasedAt !== null && releaseSeen !== undefined && (releaseSeen === null || releasedAt > releaseSeen)
}

/**
 * Are the heartbeat files others than the database knows? Each is the one it knows; or it was made for the next heartbeat, before
 * the process ended without its row, because it was its turn or the database knew no such file.
 */
function isPutBack({ beat, files }: Heartbeat, found: readonly HeartbeatFile[]): boolean {
  return [...new Set([...files, ...found].map(({ name }) => name))].some(name => {
    const known = files.find(file => file.name === name)
    const there = found.find(file => file.name === name)
    const isNext = there?.beat === beat + 1 && (known === undefined || name === heartbeatFileName(beat + 1))
    return !isNext && (there?.inode !== known?.inode || there?.born !== known?.born)
  })
}

/** A new data folder beside living ones is ordinary; alone with an old database, we cannot know whether the database is the newest. */
function joining({ newestAt }: Pulse, { at }: Surroundings): readonly Hold[] {
  if (!newestAt || Math.abs(at.getTime() - newestAt.getTime()) <= tolerance) return []
  return [
    {
      kind: 'long silence',
      folder: '',
      detail: `This data folder has no memory of the database, where no sender has been active since ${newestAt.toISOString()}: it may be an older one.`,
    },
  ]
}

/** The system clock at a moment, and the machine's uptime, sleep included, at the same moment. */
export interface ClockReading {
  readonly at: Date
  /** Seconds. */
  readonly uptime: number
}

/** Compares two readings of one boot, the earlier first: clock and uptime must advance equally. @returns a sentence if they do not */
export function clockLeap(before: ClockReading, now: ClockReading): string | undefined {
  const off = now.at.getTime() - before.at.getTime() - (now.uptime - before.uptime) * 1000
  return Math.abs(off) > tolerance ? leapSentence(off, before.at, now.at) : undefined
}

/** Within one boot the uptime says what time it must be; over a reboot time at least never goes back. */
function clockFault(own: NonNullable<Pulse['own']>, now: Surroundings): string | undefined {
  if (now.boot !== '' && now.boot === own.boot) return clockLeap(own, now)
  const off = now.at.getTime() - own.at.getTime()
  return off < -tolerance ? leapSentence(off, own.at, now.at) : undefined
}

function leapSentence(off: number, before: Date, at: Date): string {
  return `The clock of this machine ${off < 0 ? 'went back' : 'leapt forward'} by ${hours(Math.abs(off))}: it says ${at.toISOString()}, and said ${before.toISOString()} when it was last looked at. Set it right, look at the schedules of campaigns, then release the hold.`
}

function hours(ms: number): string {
  const rounded = Math.round(ms / 3_600_000)
  return rounded === 1 ? 'an hour' : `${rounded} hours`
}
