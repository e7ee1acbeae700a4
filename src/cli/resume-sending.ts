import { recordSystemChange } from '../domain/audit/system.ts'
import { pauseUncertainSeries } from '../domain/series/uncertain.ts'
import type { Database } from '../store/connection/database.ts'
import { findActiveHolds, type HoldKind, readMissedSchedules, releaseHolds } from '../store/limits/guards.ts'
import { say, withDatabase } from './run.ts'

/** `lettershop resume-sending [--yes]`: prints the holds; with --yes it releases them. The service may run meanwhile. */
export async function resumeSending(args: readonly string[]): Promise<number> {
  if (args.some(argument => argument !== '--yes')) return say('lettershop resume-sending takes nothing but --yes.', 2)
  return withDatabase('lettershop resume-sending', async db => {
    process.stdout.write(await describeHolds(db))
    if (!args.includes('--yes')) return 0
    if ((await findActiveHolds(db)).some(({ kind }) => losesMails.has(kind))) await describePaused(db)
    const ended = await releaseHolds(db)
    if (ended.length > 0) await recordSystemChange(db, 'lettershop resume-sending', '')
    process.stdout.write(ended.length === 0 ? 'There was nothing to release.\n' : 'Released: sending goes on.\n')
    return 0
  })
}

/** Behind these holds the database may lack mails that went out. */
const losesMails: ReadonlySet<HoldKind> = new Set([
  'database restored',
  'database copied',
  'data folder copied',
  'data folder restored',
  'commits lost',
])

async function describePaused(db: Database): Promise<void> {
  const series = await pauseUncertainSeries(db, new Date())
  if (series > 0)
    process.stdout.write(
      `Paused ${series} series. The next Series.Start of each passes over what is overdue, so that no one gets a mail twice.\n`,
    )
}

async function describeHolds(db: Database): Promise<string> {
  const [holds, missed] = await Promise.all([findActiveHolds(db), readMissedSchedules(db)])
  const lines = holds.map(
    ({ kind, folder, detail, since }) =>
      `${kind}${folder === '' ? '' : `, on one machine (${folder})`}, since ${since.toISOString()}\n  ${detail}`,
  )
  if (holds.length === 0) lines.push('Nothing holds sending.')
  else if (holds.every(({ kind }) => kind === 'by hand')) lines.push('To go on: lettershop resume-sending --yes')
  else
    lines.push(
      'Campaigns that went out since the backup or copy was made would go out again. Look at them, delete or cancel those,\nmake sure that no other copy of this installation sends, then: lettershop resume-sending --yes',
    )
  for (const { campaignPublicId, name, missedAt } of missed)
    lines.push(
      `campaign ${campaignPublicId} (${name}) missed its schedule of ${missedAt.toISOString()} and is a draft again; Campaign.Send sends it`,
    )
  return `${lines.join('\n')}\n`
}
