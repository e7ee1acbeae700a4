/** The morning: what needs a hand, the most urgent first, and how the month is going. */

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ValueOf } from '../../../src/client/client.ts'
import { call, read } from '../api/call.ts'
import { dateTime, month, number } from '../lib/format.ts'
import type { IconName } from '../ui/icons.tsx'
import { Chip, css, Empty, Page, Panel, Skeletons, type Tone } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'
import { Table } from '../ui/table.tsx'
import home from './home.module.css'
import { SetupSteps } from './setup-steps.tsx'

type Overview = ValueOf<'Account.GetOverview'>
type Needs = NonNullable<Overview['Clients']>[number]
type Reason = NonNullable<Needs['Reasons']>[number]

const reasons: Readonly<
  Record<Reason, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: IconName }>
> = {
  Held: { label: msg`Sending is held`, tone: 'bad', icon: 'hand' },
  ComplaintsHigh: { label: msg`Many complaints`, tone: 'bad', icon: 'warning' },
  ApprovalAsked: { label: msg`Waits for approval`, tone: 'warn', icon: 'person' },
  CampaignPaused: { label: msg`Campaign paused`, tone: 'warn', icon: 'hand' },
  DomainBroken: { label: msg`Domain not verified`, tone: 'warn', icon: 'shield' },
  WebhookPaused: { label: msg`Webhook paused`, tone: 'warn', icon: 'hook' },
  Sending: { label: msg`Sending now`, tone: 'good', icon: 'send' },
  Scheduled: { label: msg`Scheduled`, tone: 'plain', icon: 'clock' },
}

export function Home() {
  const { t } = useLingui()
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['Account.GetOverview', 'pages'],
    queryFn: ({ pageParam, signal }) => call('Account.GetOverview', { Cursor: pageParam, Limit: 50 }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ NextCursor }) => NextCursor || undefined,
  })
  const { data: setup, isPending: isSetupPending } = useQuery(read('Setup.GetStatus', {}))
  const clients = data?.pages.flatMap(({ Clients = [] }) => Clients) ?? []
  // who has clients looks after them first
  const steps = setup && !setup.Complete && <SetupSteps steps={setup.Steps ?? []} />
  const monthly = data?.pages[0]?.Month
  // what comes first depends on both: nothing moves once it is shown
  if (isPending || isSetupPending)
    return (
      <Page title={t`Home`}>
        <Skeletons lines={6} />
      </Page>
    )
  return (
    <Page title={t`Home`}>
      {clients.length === 0 && steps}
      {monthly && <Month {...monthly} />}
      <Panel title={t`Clients`} text={t`Clients that need attention come first.`}>
        <Refused error={error} />
        {data && clients.length === 0 && (
          <Empty icon="people" title={t`No client yet`} action={<Link to="/clients">{t`Add the first client`}</Link>}>
            <Trans>A client has lists, templates and campaigns of its own. Who works for it sees it here.</Trans>
          </Empty>
        )}
        {clients.length > 0 && <ClientTable clients={clients} />}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </Panel>
      {clients.length > 0 && steps}
    </Page>
  )
}

function ClientTable({ clients }: { readonly clients: readonly Needs[] }) {
  const { t, i18n } = useLingui()
  return (
    <Table heads={[t`Client`, t`State`, t`Next campaign`]}>
      {clients.map(({ ClientID = '', Name, Reasons = [], NextDate }) => (
        <tr key={ClientID}>
          <td>
            <Link className={home.name} to="/clients/$clientId" params={{ clientId: ClientID }}>
              {Name}
            </Link>
          </td>
          <td data-label={t`State`}>
            <span className={home.chips}>
              {Reasons.map(reason => {
                const { label, tone, icon } = reasons[reason]
                return (
                  <Chip key={reason} tone={tone} icon={icon}>
                    {i18n._(label)}
                  </Chip>
                )
              })}
              {Reasons.length === 0 && (
                <span className={css.quiet}>
                  <Trans>All quiet</Trans>
                </span>
              )}
            </span>
          </td>
          <td data-label={t`Next campaign`} className={NextDate ? undefined : css.quiet}>
            {NextDate ? dateTime(NextDate) : <Trans>None</Trans>}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Month({ Month: ofMonth = '', CampaignsSent, Accepted, CountedDate }: NonNullable<Overview['Month']>) {
  return (
    <div className={home.figures}>
      <dl>
        <div>
          <dt>
            <Trans>Campaigns in {month(ofMonth)}</Trans>
          </dt>
          <dd>{number(CampaignsSent)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Mails accepted by relays</Trans>
          </dt>
          <dd>{number(Accepted)}</dd>
        </div>
      </dl>
      {CountedDate && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>Counted {dateTime(CountedDate)}</Trans>
        </p>
      )}
    </div>
  )
}
