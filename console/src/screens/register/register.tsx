/** The register of processing of a client, from what is set, to be printed or saved as a file. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { dateTime, listOf, zoneName } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import { Days, kinds } from '../client-settings/retention.tsx'
import { Lists } from './lists.tsx'
import { Recipients } from './recipients.tsx'
import own from './register.module.css'
import { type Activity, activityWords, dataWords, keptWords, measureWords, type Register } from './words.ts'

const route = getRouteApi('/inside/clients/$clientId/settings/register')

export function RegisterOfProcessing() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { data, error, isPending } = useQuery(read('Client.GetProcessingRegister', { ClientID: clientId }))
  return (
    <div className={own.register}>
      <Page
        title={t`Register of processing`}
        lead={
          <ClientLead clientId={clientId}>
            {data && (
              <Trans>
                Created on {dateTime(data.PreparedDate)}, dates in {zoneName(data.Timezone ?? '')}.
              </Trans>
            )}
          </ClientLead>
        }
        actions={data && <Actions clientId={clientId} of={data} />}
      >
        {isPending && <Skeletons lines={8} />}
        <Refused error={error} />
        {data && (
          <>
            <Controller clientId={clientId} of={data} />
            <Activities of={data} />
            <Lists of={data.Lists ?? []} />
            <Recipients of={data.Recipients ?? []} />
            <Security of={data} />
          </>
        )}
      </Page>
    </div>
  )
}

interface Props {
  readonly of: Register
}

function Actions({ clientId, of: register }: Props & { readonly clientId: string }) {
  const { t } = useLingui()
  return (
    <div className={`${css.actions} ${own.noPrint}`}>
      <Link to="/clients/$clientId/settings" params={{ clientId }}>
        <Trans>Back to the settings</Trans>
      </Link>
      <Button
        variant="default"
        onClick={() =>
          saveFile(
            new Blob([JSON.stringify(register, null, 2)], { type: 'application/json' }),
            [register.CompanyName ?? '', t`Register of processing`],
            'json',
          )
        }
      >
        <Trans>Save as JSON</Trans>
      </Button>
      <Button onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
    </div>
  )
}

function Controller({ clientId, of: register }: Props & { readonly clientId: string }) {
  const { t } = useLingui()
  const { PostalAddress = '', ImprintUrl = '', ProcessorName, ProcessorUrl } = register
  return (
    <Panel title={t`Controller and processor`}>
      <Facts>
        <Fact name={t`Controller`}>{register.CompanyName}</Fact>
        <Fact name={t`Postal address`}>{PostalAddress}</Fact>
        <Fact name={t`Country`}>{register.Country}</Fact>
        <Fact name={t`Contact`}>
          {listOf([register.ContactName ?? '', register.EmailAddress ?? ''].filter(Boolean))}
        </Fact>
        <Fact name={t`Legal notice`}>{ImprintUrl}</Fact>
        <Fact name={t`Processor`}>
          {ProcessorName}, {ProcessorUrl}
        </Fact>
      </Facts>
      {(PostalAddress === '' || ImprintUrl === '') && (
        <div className={`${own.noPrint} ${own.apart}`}>
          <Note tone="warn">
            <p>
              <Trans>The postal address or the legal notice is missing.</Trans>{' '}
              <Link to="/clients/$clientId/branding" params={{ clientId }}>
                <Trans>Add it under Branding</Trans>
              </Link>
            </p>
          </Note>
        </div>
      )}
    </Panel>
  )
}

function Activities({ of: register }: Props) {
  const { t, i18n } = useLingui()
  const days = register.DeletedDays ?? 0
  return (
    <Panel
      title={t`Purposes and data`}
      text={t`Only purposes that apply to this client. Deleted lists and campaigns can be restored for ${days} days and are then removed.`}
    >
      <Table heads={[t`Purpose`, t`Data`, t`Kept for`]}>
        {register.Activities?.map(activity => (
          <tr key={activity.Activity}>
            <td>
              <strong>{i18n._(activityWords[activity.Activity])}</strong>
              {(activity.Lists?.length ?? 0) > 0 && (
                <div className={`${css.quiet} ${css.small}`}>
                  <bdi>{listOf(activity.Lists ?? [])}</bdi>
                </div>
              )}
            </td>
            <td data-label={t`Data`}>
              {(activity.Data?.length ?? 0) > 0
                ? listOf((activity.Data ?? []).map(kind => i18n._(dataWords[kind])))
                : t`none`}
            </td>
            <td data-label={t`Kept for`}>
              <Kept of={activity} in={register} />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function Kept({ of: activity, in: { Retention } }: { readonly of: Activity; readonly in: Register }) {
  const { i18n } = useLingui()
  const words = keptWords[activity.Activity]
  const ends = (Retention?.Kinds ?? []).filter(({ Kind }) => Kind !== undefined && activity.Retention?.includes(Kind))
  return (
    <ul className={own.lines}>
      {words && <li>{i18n._(words)}</li>}
      {ends.map(({ Kind = 'RawHits', Days: days }) => {
        const name = i18n._(kinds[Kind].name)
        return (
          <li key={Kind}>
            <Trans>
              {name}: <Days of={days} />
            </Trans>
          </li>
        )
      })}
      {activity.Activity === 'Auditing' && (
        <li>
          <Plural value={Retention?.AuditMonths ?? 0} one="# month" other="# months" />
        </li>
      )}
    </ul>
  )
}

function Security({ of: register }: Props) {
  const { t, i18n } = useLingui()
  const { People = 0, PeopleWithFactor = 0, BackupsKept = 0, LastBackupDate, BackupVerifiedDate } = register
  return (
    <Panel title={t`Security`} text={t`Measures that are in force now.`}>
      <ul className={own.list}>
        {register.Measures?.map(measure => (
          <li key={measure}>{i18n._(measureWords[measure])}</li>
        ))}
      </ul>
      <div className={own.apart}>
        <Facts>
          <Fact name={t`Users with a second factor`}>{t`${PeopleWithFactor} of ${People}`}</Fact>
          <Fact name={t`Backups kept`}>{BackupsKept > 0 && String(BackupsKept)}</Fact>
          <Fact name={t`Last backup`}>{LastBackupDate ? dateTime(LastBackupDate) : t`none`}</Fact>
          <Fact name={t`Last backup found readable`}>{dateTime(BackupVerifiedDate)}</Fact>
        </Facts>
      </div>
    </Panel>
  )
}
