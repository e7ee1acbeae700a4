/** What is wrong with the installation, the worst first, each with what to do. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { dateTime } from '../../lib/format.ts'
import { Note, Panel, type Tone } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import own from './system.module.css'
import { type QueueKind, queueNames } from './words.ts'

type State = ValueOf<'System.GetState'>
type Problem = NonNullable<State['Problems']>[number]

const tones: Readonly<Record<NonNullable<Problem['Severity']>, Tone>> = {
  Error: 'bad',
  Warning: 'warn',
  Advice: 'plain',
}

export function Problems({ of: { Problems = [] } }: { readonly of: State }) {
  const { t } = useLingui()
  return (
    <Panel title={Problems.length > 0 ? t`Problems` : t`No problems`}>
      {Problems.length === 0 ? (
        <Note tone="good">
          <p>
            <Trans>Lettershop has found no problems.</Trans>
          </p>
        </Note>
      ) : (
        <ul className={own.problems}>
          {Problems.map(problem => (
            <li key={`${problem.Kind} ${problem.Subject}`}>
              <Note tone={tones[problem.Severity ?? 'Warning']}>
                <Sentence of={problem} />
              </Note>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Sentence({ of: { Kind = 'WorkPaused', Subject = '', SinceDate = '' } }: { readonly of: Problem }) {
  const { i18n } = useLingui()
  const queue = Kind === 'QueueLate' ? i18n._(queueNames[Subject as QueueKind]) : '' // the subject of such a problem
  const since = dateTime(SinceDate)
  const [what, remedy] = sentences[Kind]({ subject: Subject, queue, since })
  return (
    <>
      <p>
        <strong>{what}</strong>
      </p>
      <p>{remedy}</p>
    </>
  )
}

interface About {
  readonly subject: string
  readonly queue: string
  readonly since: string
}

/** What is so, and what to do. */
const sentences: Readonly<
  Record<NonNullable<Problem['Kind']>, (about: About) => readonly [what: ReactNode, remedy: ReactNode]>
> = {
  NotKnown: () => [
    <Trans>Some of this is unknown: the database did not answer in time.</Trans>,
    <Trans>
      Check its load; <code>lettershop doctor</code> shows details.
    </Trans>,
  ],
  SendingHeld: () => [
    <Trans>Nothing is sent: sending is on hold.</Trans>,
    <Trans>
      <code>lettershop resume-sending</code> shows why, and continues sending after the operator has checked.
    </Trans>,
  ],
  RoleMissing: ({ subject }) => [
    <Trans>No process has the role {subject}.</Trans>,
    <Trans>
      Start one whose <code>LETTERSHOP_ROLES</code> contains it.
    </Trans>,
  ],
  DiskFull: ({ subject }) => [
    <Trans>The disk of {subject} is nearly full.</Trans>,
    <Trans>Sending stops there until there is space.</Trans>,
  ],
  HeartbeatsOverdue: ({ subject }) => [
    <Trans>{subject} cannot write its heartbeats.</Trans>,
    <Trans>Nothing is sent from there until it can: check its data folder and the database.</Trans>,
  ],
  RelayHeld: ({ subject }) => [
    <Trans>The relay {subject} does not accept mail.</Trans>,
    <Trans>
      It is retried automatically. <PathLink to="/relays">Relays</PathLink> tests it.
    </Trans>,
  ],
  QueueLate: ({ queue }) => [
    <Trans>Work has been waiting for a long time: {queue}.</Trans>,
    <Trans>Check whether the responsible processes are running, and read their log.</Trans>,
  ],
  ConnectionsNearlyUsed: () => [
    <Trans>Most connections that the database allows are in use.</Trans>,
    <Trans>
      Raise <code>max_connections</code>, or lower <code>LETTERSHOP_DATABASE_CONNECTIONS</code>.
    </Trans>,
  ],
  ProcessSilent: ({ subject, since }) => [
    <Trans>
      A process on {subject} has not reported since {since}.
    </Trans>,
    <Trans>It was killed, or cannot reach the database. It is removed from this list after a day.</Trans>,
  ],
  VersionsDiffer: ({ subject }) => [
    <Trans>Processes of different versions are running: {subject}.</Trans>,
    <Trans>This is normal during an upgrade, and only then.</Trans>,
  ],
  WorkPaused: ({ subject, since }) => [
    <Trans>
      Paused by the operator since {since}: {subject}.
    </Trans>,
    <Trans>
      <code>lettershop resume</code> continues it.
    </Trans>,
  ],
  BackupFailed: ({ since }) => [
    <Trans>The last backup failed on {since}.</Trans>,
    <Trans>
      <code>lettershop backup schedule</code> shows why.
    </Trans>,
  ],
  BackupOld: ({ since }) => [
    <Trans>The last backup is of {since}.</Trans>,
    <Trans>Make sure that a process with the role jobs runs on the machine of the schedule.</Trans>,
  ],
  BackupDamaged: () => [
    <Trans>The last backup is damaged.</Trans>,
    <Trans>
      Create another one with <code>lettershop backup</code>, and check the disk it was on.
    </Trans>,
  ],
  NoBackup: () => [
    <Trans>There is no backup.</Trans>,
    <Trans>
      <code>lettershop backup schedule</code> creates one each day.
    </Trans>,
  ],
  BackupNotVerified: () => [
    <Trans>No backup was verified within 30 days.</Trans>,
    <Trans>
      <code>lettershop backup verify</code> reads one completely, as a restore would.
    </Trans>,
  ],
}
