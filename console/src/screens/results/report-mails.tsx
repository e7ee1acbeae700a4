/** Reports by mail: each month or after each campaign, to whom, and what was sent. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime, month as monthName, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Check } from '../../ui/check.tsx'
import { Answer } from '../../ui/details.tsx'
import { Help } from '../../ui/help.tsx'
import { More } from '../../ui/more.tsx'
import { css, Empty, Note, Panel, Skeletons, type StateWord, StateWordChip } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import home from '../home.module.css'
import { BelowResults } from './below-results.tsx'
import own from './results.module.css'

const route = getRouteApi('/inside/clients/$clientId/results/mails')

type Mailing = ValueOf<'ReportMail.Get'>
type Recipient = NonNullable<Mailing['Recipients']>[number]
type SentReport = NonNullable<ValueOf<'ReportMail.ListSent'>['SentReports']>[number]

export function ReportMails() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { data, error, isPending } = useQuery(read('ReportMail.Get', { ClientID: clientId }))
  const mayChange = may(session, 'Settings', clientId)
  return (
    <BelowResults clientId={clientId} title={t`Reports by mail`}>
      {isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      <Refused error={error} />
      {data && (
        <>
          {data.Problem && (
            <Note tone="warn">
              <p>
                <Trans>The last report could not be made: {data.Problem}</Trans>
              </p>
            </Note>
          )}
          {mayChange ? (
            <Settings key={JSON.stringify(data.Recipients)} clientId={clientId} mailing={data} />
          ) : (
            <Summary mailing={data} />
          )}
          <Recipients recipients={data.Recipients ?? []} />
        </>
      )}
      <Sent clientId={clientId} />
    </BelowResults>
  )
}

/** As the service writes reports. */
const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
] as const

function Settings({ clientId, mailing }: { readonly clientId: string; readonly mailing: Mailing }) {
  const { t, i18n } = useLingui()
  const isNew = !mailing.Monthly && !mailing.AfterCampaigns && (mailing.Recipients ?? []).length === 0
  const [monthly, setMonthly] = useState(mailing.Monthly)
  const [after, setAfter] = useState(mailing.AfterCampaigns)
  const [days, setDays] = useState(String(mailing.DaysAfter))
  const [language, setLanguage] = useState(isNew ? i18n.locale : (mailing.Language ?? 'en'))
  const [addresses, setAddresses] = useState(
    (mailing.Recipients ?? []).map(({ EmailAddress }) => EmailAddress).join('\n'),
  )
  const save = useMutation({
    mutationFn: () =>
      call('ReportMail.Set', {
        ClientID: clientId,
        Monthly: monthly,
        AfterCampaigns: after,
        DaysAfter: Number(days),
        Language: language,
        Addresses: addresses.split(/[\s,;]+/).filter(address => address !== ''),
      }),
    onSuccess: async () => {
      await reread('reportMails')
      toast(t`The settings are saved.`)
    },
  })
  return (
    <Panel
      title={t`When and to whom`}
      text={t`Each report is a mail with the numbers and a link to a page that can be printed. No login is needed.`}
    >
      <form
        className={own.settings}
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <div className={own.checks}>
          <Check
            label={t`Each month`}
            description={t`On the first day of the next month, in the morning. A month without a campaign has no report.`}
            checked={monthly}
            onChange={setMonthly}
          />
          <Check
            label={t`After each campaign`}
            description={t`Once most opens and clicks have come.`}
            checked={after}
            onChange={setAfter}
          />
        </div>
        {after && (
          <TextInput
            type="number"
            label={t`Days after the end of the campaign`}
            min={0}
            max={60}
            required
            value={days}
            onChange={event => setDays(event.currentTarget.value)}
            className={own.days}
          />
        )}
        <NativeSelect
          label={t`Language of the reports`}
          value={languages.some(([code]) => code === language) ? language : 'en'}
          onChange={event => setLanguage(event.currentTarget.value)}
          data={languages.map(([value, label]) => ({ value, label }))}
          className={own.days}
        />
        <Textarea
          label={t`Addresses, one on each line`}
          description={
            <>
              <Trans>Up to 20</Trans>
              <Help>{t`People with access to this client get the reports at once; any other address is asked by a mail first.`}</Help>
            </>
          }
          autosize
          minRows={3}
          value={addresses}
          onChange={event => setAddresses(event.currentTarget.value)}
          spellCheck={false}
        />
        <Refused error={save.error} />
        <div className={css.actions}>
          <Button type="submit" loading={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** For who may not change it. */
function Summary({ mailing: { Monthly, AfterCampaigns, DaysAfter } }: { readonly mailing: Mailing }) {
  const { t } = useLingui()
  const days = number(DaysAfter)
  return (
    <Panel title={t`When and to whom`}>
      <p>
        {Monthly && <Trans>A report is sent each month.</Trans>}{' '}
        {AfterCampaigns && <Trans>A report is sent after each campaign; days after its end: {days}.</Trans>}
        {!Monthly && !AfterCampaigns && <Trans>No reports are sent by mail.</Trans>}
      </p>
    </Panel>
  )
}

const recipientWords: Readonly<Record<Recipient['State'], StateWord>> = {
  Asked: { label: msg`Asked, no answer yet`, tone: 'plain', icon: 'clock' },
  Confirmed: { label: msg`Gets the reports`, tone: 'good', icon: 'check' },
  Stopped: { label: msg`Wants no more`, tone: 'plain', icon: 'stop' },
  Bounced: { label: msg`Address bounced`, tone: 'bad', icon: 'warning' },
}

function Recipients({ recipients }: { readonly recipients: readonly Recipient[] }) {
  const { t } = useLingui()
  if (recipients.length === 0) return null
  return (
    <Panel title={t`Recipients of the reports`}>
      <Table heads={[t`Address`, t`State`, t`Since`]}>
        {recipients.map(({ EmailAddress, State, StateDate, Problem }) => (
          <tr key={EmailAddress}>
            <td>
              <bdi>{EmailAddress}</bdi>
            </td>
            <td data-label={t`State`}>
              <span>
                <StateWordChip of={recipientWords[State]} />
                {State === 'Bounced' && <Unreached email={EmailAddress} said={Problem ?? ''} />}
              </span>
            </td>
            <td data-label={t`Since`}>{dateTime(StateDate)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

/** Of an address that gets no more reports. @param said by the mail that came back; empty where the address was refused at once */
function Unreached({ email = '', said }: { readonly email: string | undefined; readonly said: string }) {
  return (
    <div className={`${css.small} ${own.unreached}`}>
      {said === '' ? (
        <Trans>The mail server of {email} refuses mail.</Trans>
      ) : (
        <Trans>A report did not reach {email}: the mailbox does not exist.</Trans>
      )}{' '}
      <Trans>
        No more reports are sent there. Correct the address; to try the same one again, take it out, save, and enter it
        again after 7 days.
      </Trans>
      {said !== '' && <Answer text={said} />}
    </div>
  )
}

const kinds: Readonly<Record<SentReport['Kind'], MessageDescriptor>> = {
  Month: msg`Month`,
  Campaign: msg`Campaign`,
}

function Sent({ clientId }: { readonly clientId: string }) {
  const { t, i18n } = useLingui()
  const query = useInfiniteQuery(readPages('ReportMail.ListSent', { ClientID: clientId }, 25))
  const revoke = useMutation({
    mutationFn: (SentReportID: string) => call('ReportMail.Revoke', { ClientID: clientId, SentReportID }),
    onSuccess: () => reread('reportMails'),
  })
  const reports = query.data?.pages.flatMap(({ SentReports = [] }) => SentReports) ?? []
  return (
    <Panel title={t`Sent reports`}>
      {query.isPending && <Skeletons lines={3} />}
      <Refused error={query.error ?? revoke.error} />
      {query.data && reports.length === 0 && (
        <Empty icon="inbox" title={t`No report was sent yet`}>
          <Trans>The first one is sent after the next campaign, or at the beginning of the next month.</Trans>
        </Empty>
      )}
      {reports.length > 0 && (
        <Table heads={[t`Report`, t`Kind`, t`Made`, t`Mails`, t`Opened page`]} hasActions>
          {reports.map(report => (
            <tr key={report.SentReportID}>
              <td>
                {report.Kind === 'Month' ? (
                  <strong>{monthName(report.Month ?? '')}</strong>
                ) : (
                  <PathLink
                    className={home.name}
                    to={`/clients/${clientId}/campaigns/${report.CampaignID}/report`}
                    dir="auto"
                  >
                    {report.CampaignName || t`Deleted campaign`}
                  </PathLink>
                )}
              </td>
              <td data-label={t`Kind`}>{i18n._(kinds[report.Kind])}</td>
              <td data-label={t`Made`}>{dateTime(report.Date)}</td>
              <td data-label={t`Mails`}>
                <Mails report={report} />
              </td>
              <td data-label={t`Opened page`}>{number(report.Views)}</td>
              <td>
                {report.Revoked ? (
                  <span className={css.quiet}>
                    <Trans>Withdrawn</Trans>
                  </span>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    loading={revoke.isPending && revoke.variables === report.SentReportID}
                    onClick={() => revoke.mutate(report.SentReportID ?? '')}
                  >
                    <Trans>Withdraw</Trans>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <More of={query} />
    </Panel>
  )
}

function Mails({ report: { Accepted, Failed, Waiting } }: { readonly report: SentReport }) {
  const [sent, failed, waiting] = [number(Accepted), number(Failed), number(Waiting)]
  return (
    <span>
      <Trans>{sent} sent</Trans>
      {Waiting > 0 && (
        <>
          {', '}
          <Trans>{waiting} waiting</Trans>
        </>
      )}
      {Failed > 0 && (
        <>
          {', '}
          <Trans>{failed} not delivered</Trans>
        </>
      )}
    </span>
  )
}
