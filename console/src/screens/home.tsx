/** The morning: what needs a hand, the most urgent first, and how the month is going. */

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ValueOf } from '../../../src/client/client.ts'
import { dateTime, month, number } from '../lib/format.ts'
import { isOnAccount, mayOnAccount, useSession } from '../session/session.ts'
import { clientsQuery } from '../shell/client-at-hand.ts'
import { setupQuery } from '../shell/open-places.ts'
import { More } from '../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons, type StateWord, StateWordChip } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'
import { Table } from '../ui/table.tsx'
import { type SetupStatus, stepsOf } from './first-steps/steps.ts'
import { useFirstSteps } from './first-steps/use-first-steps.ts'
import home from './home.module.css'
import { overviewQuery } from './home-overview.ts'

type Overview = ValueOf<'Account.GetOverview'>
type Needs = NonNullable<Overview['Clients']>[number]
type Reason = NonNullable<Needs['Reasons']>[number]

const reasons: Readonly<Record<Reason, StateWord>> = {
  Held: { label: msg`Sending on hold`, tone: 'bad', icon: 'hand' },
  ComplaintsHigh: { label: msg`Many complaints`, tone: 'bad', icon: 'warning' },
  ApprovalAsked: { label: msg`Waiting for approval`, tone: 'warn', icon: 'person' },
  CampaignPaused: { label: msg`Campaign paused`, tone: 'warn', icon: 'hand' },
  DomainBroken: { label: msg`Domain not verified`, tone: 'warn', icon: 'shield' },
  WebhookPaused: { label: msg`Webhook paused`, tone: 'warn', icon: 'hook' },
  ImportFailed: { label: msg`Import failed`, tone: 'warn', icon: 'import' },
  Sending: { label: msg`Sending now`, tone: 'good', icon: 'send' },
  Scheduled: { label: msg`Scheduled`, tone: 'plain', icon: 'clock' },
}

/** Loaded only if steps are left to do. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps/first-steps.tsx')).FirstSteps }))
const Sample = lazy(async () => ({ default: (await import('./first-steps/sample.tsx')).Sample }))

/** Who works for one client alone begins there. */
export function Home() {
  const session = useSession()
  const { data: clients } = useQuery(clientsQuery)
  const [only] = clients ?? []
  if (only && clients?.length === 1 && !isOnAccount(session)) {
    return <Navigate to="/clients/$clientId" params={{ clientId: only.ClientID ?? '' }} replace />
  }
  return <Morning />
}

function Morning() {
  const { t } = useLingui()
  const overview = useInfiniteQuery(overviewQuery)
  // steps are taken on other screens; what the router has just asked for is not asked for again
  const { data: setup, isPending } = useQuery({ ...setupQuery, staleTime: 2000 })
  const loading = (
    <Panel>
      <Skeletons lines={6} />
    </Panel>
  )
  return (
    <Page title={t`Home`}>
      {overview.isPending || isPending ? (
        loading
      ) : (
        // all of it at once: nothing that is shown moves
        <Suspense fallback={loading}>
          <HomeContent overview={overview} setup={setup} />
        </Suspense>
      )}
    </Page>
  )
}

function HomeContent({
  overview,
  setup,
}: {
  readonly overview: UseInfiniteQueryResult<InfiniteData<Overview>>
  readonly setup: SetupStatus | undefined
}) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error } = overview
  const clients = data?.pages.flatMap(({ Clients = [] }) => Clients) ?? []
  const monthly = data?.pages[0]?.Month
  const steps = setup && stepsOf(setup)
  const firstSteps = useFirstSteps(session.AccountID ?? '', steps?.isComplete ?? true)
  // a client's people have nothing to set up
  const isFirst = steps !== undefined && firstSteps.isShown && isOnAccount(session)
  // who has several clients, or sends already, looks after the clients first
  const isNew = isFirst && !steps.hasSent && clients.length < 3
  const sampleId = setup?.SampleClientID ?? ''
  const maySample = setup && mayOnAccount(session, 'Clients') && (isFirst || sampleId !== '')
  const todo = isFirst && <FirstSteps steps={steps} onSeen={firstSteps.see} onHide={firstSteps.hide} />
  const sample = maySample && <Sample sampleId={sampleId} />
  return (
    <>
      {isNew && (
        <div className={home.above}>
          {todo}
          {sample}
        </div>
      )}
      {monthly && clients.length > 0 && <Month {...monthly} />}
      {!(isNew && clients.length === 0) && (
        <Panel title={t`Clients`} text={t`Clients that need attention come first.`}>
          <Refused error={error} />
          {data && clients.length === 0 && (
            <Empty
              icon="people"
              title={t`No clients yet`}
              action={<Link to="/clients">{t`Add the first client`}</Link>}
            >
              <Trans>
                Each client has its own lists, templates and campaigns. People with access to a client see it here.
              </Trans>
            </Empty>
          )}
          {clients.length > 0 && <ClientTable clients={clients} />}
          <More of={overview} />
        </Panel>
      )}
      {!isNew && (
        <div className={home.below}>
          {todo}
          {sample}
        </div>
      )}
    </>
  )
}

function ClientTable({ clients }: { readonly clients: readonly Needs[] }) {
  const { t } = useLingui()
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
              {Reasons.map(reason => (
                <StateWordChip key={reason} of={reasons[reason]} />
              ))}
              {Reasons.length === 0 && (
                <span className={css.quiet}>
                  <Trans>Nothing to do</Trans>
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
            <Trans>Mails sent</Trans>
          </dt>
          <dd>{number(Accepted)}</dd>
        </div>
      </dl>
      {CountedDate && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>Updated {dateTime(CountedDate)}</Trans>
        </p>
      )}
    </div>
  )
}
