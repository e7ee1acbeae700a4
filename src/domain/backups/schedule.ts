/**
 * Makes the backups of the schedule: one a day, by whichever process with the role `jobs` finds it due. A process of its own makes the
 * file, so that neither its memory nor its work is this one's.
 */
import { spawnInBackground } from '../../lib/background-process.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { type ClaimedSchedule, claimDue, endClaim, scheduleClaims } from '../../store/backups/backups.ts'
import type { Database } from '../../store/connection/database.ts'
import { releaseClaim } from '../../store/jobs/claiming.ts'
import { holdClaim } from '../background/holding.ts'

/** Milliseconds between two looks. */
const lookEvery = 20_000

export interface ScheduleOptions {
  readonly db: Database
  /** Settings by which the process reaches the same installation. */
  readonly environment: Readonly<Record<string, string>>
  readonly log: Log
  /** Milliseconds between two looks. */
  readonly every?: number
}

export function startBackupSchedule({ db, environment, log, every = lookEvery }: ScheduleOptions): Poller {
  return startPoller({
    name: 'scheduled backups',
    every,
    log,
    async work(stopping) {
      const due = await claimDue(db)
      if (!due) return false
      const [code, words] = await holdClaim(db, scheduleClaims, due, stopping, signal => run(environment, due, signal))
      // one that was stopped with us is made after the next start
      if (stopping.aborted) await releaseClaim(db, scheduleClaims, due)
      else await endClaim(db, due, new Date())
      if (code === 0) log.info({ folder: due.folder }, 'the scheduled backup was made')
      else if (!stopping.aborted) log.error({ folder: due.folder, said: words }, 'the scheduled backup failed')
      return false
    },
  })
}

/** @returns the exit code, and the last words on standard error */
function run(
  environment: Readonly<Record<string, string>>,
  { folder, keep, recipients, passphraseFile }: ClaimedSchedule,
  signal: AbortSignal,
): Promise<readonly [number | null, string]> {
  const args = ['backup', folder, '--scheduled', '--keep', String(keep)]
  for (const recipient of recipients) args.push('--recipient', recipient)
  if (passphraseFile !== null) args.push('--passphrase-file', passphraseFile)
  return new Promise(resolve => {
    const child = spawnInBackground(args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    let words = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2_000)
    })
    child.once('error', error => resolve([null, error.message]))
    child.once('close', code => resolve([code, words.trim()]))
  })
}
