/** The state of the installation: what is wrong and what to do, processes, database, what waits, backups. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, duration, fileSize, number } from '../../lib/format.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip, css, Empty, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { Backups } from './backups.tsx'
import { Problems } from './problems.tsx'
import { queueNames } from './words.ts'

type State = ValueOf<'System.GetState'>

/** As often as processes report. */
const lookMs = 10_000

export function System() {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery({ ...read('System.GetState', {}), refetchInterval: lookMs })
  return (
    <Page
      title={t`System`}
      lead={t`State of this installation, updated every ten seconds. Dates are in the time zone of the account.`}
    >
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data && (
        <>
          <Problems of={data} />
          <Processes of={data} />
          {data.IsWhole ? (
            <>
              {data.Database && <DatabasePanel of={data.Database} />}
              <Queues of={data} />
              <Backups of={data} />
            </>
          ) : (
            <Note tone="plain">
              <p>
                <Trans>
                  This installation has several accounts. Its operator can see machines, the database, waiting work and
                  backups with <code>lettershop top</code>.
                </Trans>
              </p>
            </Note>
          )}
        </>
      )}
    </Page>
  )
}

function Processes({ of: { Processes = [], AreProcessesKnown } }: { readonly of: State }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Processes`}>
      {!AreProcessesKnown && <UnknownNote />}
      {AreProcessesKnown && Processes.length === 0 && (
        <Empty icon="pulse" title={t`No process has reported yet`}>
          <Trans>Each process reports within seconds of its start.</Trans>
        </Empty>
      )}
      {Processes.length > 0 && (
        <Table heads={[t`Machine`, t`Roles`, t`Version`, t`Running since`, t`State`]}>
          {Processes.map(({ Host, Pid, Roles = [], Version, NodeVersion, StartedDate, SeenDate, IsSeen }) => (
            <tr key={`${Host} ${Pid} ${StartedDate}`}>
              <td>
                {Host ? <bdi>{Host}</bdi> : <Trans>not shown</Trans>}
                {Pid > 0 && (
                  <div className={css.quiet}>
                    <Trans>process {Pid}</Trans>
                  </div>
                )}
              </td>
              <td data-label={t`Roles`}>{Roles.join(', ')}</td>
              <td data-label={t`Version`}>
                <div>
                  {Version}
                  <div className={css.quiet}>Node {NodeVersion}</div>
                </div>
              </td>
              <td data-label={t`Running since`}>{dateTime(StartedDate)}</td>
              <td data-label={t`State`}>
                <div>
                  {IsSeen ? (
                    <Chip tone="good">
                      <Trans>Running</Trans>
                    </Chip>
                  ) : (
                    <>
                      <Chip tone="warn">
                        <Trans>Not reporting</Trans>
                      </Chip>
                      <div className={css.quiet}>
                        <Trans>since {dateTime(SeenDate)}</Trans>
                      </div>
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

type Database = NonNullable<State['Database']>

function DatabasePanel({ of: database }: { readonly of: Database }) {
  const { t } = useLingui()
  const { IsKnown, PostgresVersion, SchemaNumber, SizeInBytes, Connections, MostConnections } = database
  const replication = useReplication(database)
  return (
    <Panel title={t`Database`}>
      {IsKnown ? (
        <Facts>
          <Fact name={t`PostgreSQL`}>{PostgresVersion}</Fact>
          <Fact name={t`Schema`}>{number(SchemaNumber)}</Fact>
          <Fact name={t`Size`}>{fileSize(SizeInBytes)}</Fact>
          <Fact name={t`Connections`}>
            <Trans>
              {number(Connections)} of {number(MostConnections)}
            </Trans>
          </Fact>
          <Fact name={t`Standbys`}>{replication}</Fact>
        </Facts>
      ) : (
        <UnknownNote />
      )}
    </Panel>
  )
}

function useReplication({ Replication, Standbys }: Database): string {
  const { t } = useLingui()
  const count = number(Standbys)
  if (Replication === 'None') return t`none`
  if (Replication === 'Synchronous') return t`${count}, commits wait for one`
  if (Replication === 'Asynchronous') return t`${count}, they follow later: a fail-over may lose the last moments`
  return t`unknown: the database user has no permission`
}

function Queues({ of: { Queues = [] } }: { readonly of: State }) {
  const { t, i18n } = useLingui()
  const shown = Queues.filter(({ IsKnown, Waiting = 0 }) => !IsKnown || Waiting > 0)
  return (
    <Panel
      title={t`Waiting work`}
      text={
        shown.length === 0 ? t`No work is waiting.` : t`Sums of the complete installation; no other work is waiting.`
      }
    >
      {shown.length > 0 && (
        <Table heads={[t`Work`, t`Waiting`, t`The oldest is overdue by`]}>
          {shown.map(({ Kind = 'Jobs', IsKnown, Waiting = 0, OldestSeconds = 0 }) => (
            <tr key={Kind}>
              <td>{i18n._(queueNames[Kind])}</td>
              <td data-label={t`Waiting`}>{IsKnown ? number(Waiting) : <Trans>unknown</Trans>}</td>
              <td data-label={t`The oldest is overdue by`}>{OldestSeconds > 0 ? duration(OldestSeconds) : '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** What could not be read is not called empty. */
function UnknownNote() {
  return (
    <Note tone="warn">
      <p>
        <Trans>Unknown: the database did not answer in time.</Trans>
      </p>
    </Note>
  )
}
