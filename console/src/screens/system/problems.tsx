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
    <Panel title={Problems.length > 0 ? t`What to look at` : t`All is well`}>
      {Problems.length === 0 ? (
        <Note tone="good">
          <p>
            <Trans>Nothing is wrong that Lettershop can see from here.</Trans>
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
    <Trans>Not all of this is known: the database did not tell in time.</Trans>,
    <Trans>
      Look at its load; <code>lettershop doctor</code> says more.
    </Trans>,
  ],
  SendingHeld: () => [
    <Trans>Nothing is sent: sending is held.</Trans>,
    <Trans>
      <code>lettershop resume-sending</code> says why, and lets it go on once the operator has looked into it.
    </Trans>,
  ],
  RoleMissing: ({ subject }) => [
    <Trans>No process has the role {subject}.</Trans>,
    <Trans>
      Start one whose <code>LETTERSHOP_ROLES</code> names it.
    </Trans>,
  ],
  DiskFull: ({ subject }) => [
    <Trans>The disk of {subject} is nearly full.</Trans>,
    <Trans>Sending stops there until there is room.</Trans>,
  ],
  HeartbeatsOverdue: ({ subject }) => [
    <Trans>{subject} cannot write its heartbeats.</Trans>,
    <Trans>Nothing is sent from there until it can: look at its data folder and at the database.</Trans>,
  ],
  RelayHeld: ({ subject }) => [
    <Trans>The relay {subject} does not take mail.</Trans>,
    <Trans>
      It is tried again by itself. <PathLink to="/relays">Relays</PathLink> tests it.
    </Trans>,
  ],
  QueueLate: ({ queue }) => [
    <Trans>Work waits for long: {queue}.</Trans>,
    <Trans>See whether the processes that do it run, and what their log says.</Trans>,
  ],
  ConnectionsNearlyUsed: () => [
    <Trans>Most connections that the database grants are in use.</Trans>,
    <Trans>
      Raise <code>max_connections</code>, or lower <code>LETTERSHOP_DATABASE_CONNECTIONS</code>.
    </Trans>,
  ],
  ProcessSilent: ({ subject, since }) => [
    <Trans>
      A process on {subject} has said nothing since {since}.
    </Trans>,
    <Trans>It was killed, or does not reach the database. It is forgotten after a day.</Trans>,
  ],
  VersionsDiffer: ({ subject }) => [
    <Trans>Processes of several versions run: {subject}.</Trans>,
    <Trans>That is as it should be during an upgrade, and only then.</Trans>,
  ],
  WorkPaused: ({ subject, since }) => [
    <Trans>
      Paused by the operator since {since}: {subject}.
    </Trans>,
    <Trans>
      <code>lettershop resume</code> lets it go on.
    </Trans>,
  ],
  BackupFailed: ({ since }) => [
    <Trans>The last backup failed on {since}.</Trans>,
    <Trans>
      <code>lettershop backup schedule</code> says why.
    </Trans>,
  ],
  BackupOld: ({ since }) => [
    <Trans>The last backup is of {since}.</Trans>,
    <Trans>See that a process with the role jobs runs on the machine of the schedule.</Trans>,
  ],
  BackupDamaged: () => [
    <Trans>The last backup is damaged.</Trans>,
    <Trans>
      Make another one with <code>lettershop backup</code>, and look at the disk it was on.
    </Trans>,
  ],
  NoBackup: () => [
    <Trans>There is no backup.</Trans>,
    <Trans>
      <code>lettershop backup schedule</code> makes one each day.
    </Trans>,
  ],
  BackupNotVerified: () => [
    <Trans>No backup was verified within 30 days.</Trans>,
    <Trans>
      <code>lettershop backup verify</code> reads one whole, as a restore would.
    </Trans>,
  ],
}
