/** The schedule of backups, and what became of the last ones. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { dateTime, duration, fileSize, number } from '../../lib/format.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip, css, Empty, Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import own from './system.module.css'

type State = ValueOf<'System.GetState'>
type Backup = NonNullable<State['Backups']>[number]

export function Backups({ of: { Backups = [], BackupSchedule } }: { readonly of: State }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Backups`}>
      <div className={own.schedule}>{BackupSchedule && <Schedule of={BackupSchedule} />}</div>
      {Backups.length === 0 ? (
        <Empty icon="copy" title={t`No backups yet`}>
          <Trans>
            <code>lettershop backup</code> creates one while the service runs.
          </Trans>
        </Empty>
      ) : (
        <Table heads={[t`When`, t`File`, t`Size`, t`Time`, t`State`]}>
          {Backups.map(backup => (
            <Row key={`${backup.Host} ${backup.FileName} ${backup.Date}`} of={backup} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Schedule({ of: schedule }: { readonly of: NonNullable<State['BackupSchedule']> }) {
  const { t } = useLingui()
  const { IsKnown, IsSet, NextDate, Keep = 0, Encrypted, UnderWay } = schedule
  if (!IsKnown) return <Trans>It is unknown whether there is a schedule: the database did not answer in time.</Trans>
  if (!IsSet)
    return (
      <p className={css.quiet}>
        <Trans>
          There is no schedule. <code>lettershop backup schedule --at 03:15 --folder … --keep 14</code> creates one.
        </Trans>
      </p>
    )
  return (
    <Facts>
      <Fact name={t`Next`}>{UnderWay ? t`one is being created now` : dateTime(NextDate)}</Fact>
      <Fact name={t`Number kept`}>{number(Keep)}</Fact>
      <Fact name={t`Encrypted`}>{Encrypted ? t`yes` : t`no`}</Fact>
    </Facts>
  )
}

function Row({ of: backup }: { readonly of: Backup }) {
  const { t } = useLingui()
  const { Host, FileName, Date: date, Seconds = 0, SizeInBytes = 0, Succeeded, Anonymised, Deleted } = backup
  return (
    <tr>
      <td>{dateTime(date)}</td>
      <td data-label={t`File`}>
        <div>
          <bdi className={own.file}>{FileName || t`standard output`}</bdi>
          <div className={css.quiet}>
            <bdi>{Host}</bdi>
            {Anonymised && (
              <>
                {' · '}
                <Trans>without personal data</Trans>
              </>
            )}
            {Deleted && (
              <>
                {' · '}
                <Trans>replaced by a newer one</Trans>
              </>
            )}
          </div>
        </div>
      </td>
      <td data-label={t`Size`}>{Succeeded ? fileSize(SizeInBytes) : '–'}</td>
      <td data-label={t`Time`}>{duration(Seconds)}</td>
      <td data-label={t`State`}>
        <div>
          <Outcome of={backup} />
        </div>
      </td>
    </tr>
  )
}

function Outcome({ of: { Succeeded, IsDamaged, VerifiedDate } }: { readonly of: Backup }) {
  if (!Succeeded)
    return (
      <Chip tone="bad">
        <Trans>Failed</Trans>
      </Chip>
    )
  if (IsDamaged)
    return (
      <Chip tone="bad">
        <Trans>Damaged</Trans>
      </Chip>
    )
  if (VerifiedDate)
    return (
      <>
        <Chip tone="good">
          <Trans>Verified</Trans>
        </Chip>
        <div className={css.quiet}>{dateTime(VerifiedDate)}</div>
      </>
    )
  return (
    <Chip tone="plain">
      <Trans>Created</Trans>
    </Chip>
  )
}
