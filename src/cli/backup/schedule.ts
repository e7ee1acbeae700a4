/** `lettershop backup schedule`: shows, sets and ends the daily backup that the service makes. */
import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { recordSystemChange } from '../../domain/audit/system.ts'
import { checkRecipient } from '../../domain/backups/sealing.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import {
  type ActiveSchedule,
  type BackupSchedule,
  endSchedule,
  type KnownBackup,
  readNewestBackups,
  readSchedule,
  setSchedule,
} from '../../store/backups/backups.ts'
import type { Database } from '../../store/connection/database.ts'
import { withDatabase } from '../run.ts'

export type ScheduleOrder =
  | { readonly what: 'show' | 'off' }
  | { readonly what: 'set'; readonly schedule: BackupSchedule }

/** @returns 0 @throws OperatorError when the folder or a key cannot be used; the schedule stays as it was */
export async function schedule(order: ScheduleOrder): Promise<number> {
  if (order.what === 'set') await check(order.schedule)
  return withDatabase('lettershop backup schedule', async db => {
    if (order.what === 'set') {
      await setSchedule(db, order.schedule, new Date())
      await recordSystemChange(db, 'lettershop backup schedule', order.schedule.folder)
    } else if (order.what === 'off' && (await endSchedule(db)))
      await recordSystemChange(db, 'lettershop backup schedule', 'off')
    process.stdout.write(await describeSchedule(db))
    return 0
  })
}

/** `02:30` as minutes after midnight. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

async function check({ folder, recipients, passphraseFile }: BackupSchedule): Promise<void> {
  recipients.forEach(checkRecipient)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new OperatorError(`${folder} is no folder. Make it first.`)
  await access(folder, constants.W_OK).catch(cause => {
    throw new OperatorError(`${folder} cannot be written.`, { cause })
  })
  if (passphraseFile !== null && !(await stat(passphraseFile).catch(() => undefined)))
    throw new OperatorError(`${resolve(passphraseFile)} is not there.`)
}

async function describeSchedule(db: Database): Promise<string> {
  const [standing, backups] = await Promise.all([readSchedule(db), readNewestBackups(db, mostShown)])
  const lines = [standing ? scheduleInWords(standing) : 'No backup is scheduled.']
  if (backups.length > 0) lines.push('', 'The last backups:', ...backups.map(inOneLine))
  return `${lines.join('\n')}\n`
}

/** Backups that are listed. */
const mostShown = 5

function scheduleInWords({
  minute,
  folder,
  keep,
  recipients,
  passphraseFile,
  nextAt,
  isUnderWay,
}: ActiveSchedule): string {
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const sealed =
    recipients.length > 0
      ? `encrypted for ${recipients.join(', ')}`
      : passphraseFile !== null
        ? `encrypted with the passphrase in ${passphraseFile}`
        : 'not encrypted'
  return `Each day at ${time} UTC into ${folder}, ${sealed}; the newest ${keep} stay.
${isUnderWay ? 'One is being made now.' : `The next: ${nextAt.toISOString()}, by a process with the role jobs.`}`
}

function inOneLine({ endedAt, host, file, bytes, problem, verifiedAt, verifyProblem, deletedAt }: KnownBackup): string {
  const when = endedAt.toISOString().slice(0, 16)
  if (problem !== null) return `${when}  failed: ${problem}`
  const verified =
    verifiedAt === null
      ? 'not verified'
      : verifyProblem === null
        ? `verified ${verifiedAt.toISOString().slice(0, 10)}`
        : `INCOMPLETE: ${verifyProblem}`
  const place = file === '' ? 'standard output' : `${host}:${file}`
  return `${when}  ${place}, ${(bytes / 1e6).toFixed(1)} MB, ${verified}${deletedAt === null ? '' : ', deleted since'}`
}
