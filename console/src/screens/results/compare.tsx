/** Two campaigns side by side: their numbers, and whether a difference is more than chance. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, listOf, number, percentage, percentOf, percentPoints } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { Chip, css, Empty, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { daysAgo } from '../lists/growth.tsx'
import { BelowResults } from './below-results.tsx'
import type { CampaignResult, RateName } from './figures.ts'
import own from './results.module.css'

const route = getRouteApi('/inside/clients/$clientId/results/compare')

type Difference = ValueOf<'Campaign.Compare'>
type Line = NonNullable<Difference['Rates']>[number]

export function CompareCampaigns() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { one = '', other = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/results/compare' })
  const results = useQuery(read('Client.GetResults', { ClientID: clientId, From: daysAgo(365), Until: '' }))
  const isChosen = one !== '' && other !== '' && one !== other
  const compared = useQuery({
    ...read('Campaign.Compare', { CampaignID: one, OtherCampaignID: other }),
    enabled: isChosen,
    placeholderData: keepPreviousData,
  })
  const campaigns = (results.data?.Campaigns ?? []).toReversed()
  const choice = (label: string, value: string, pick: (id: string) => { one?: string; other?: string }) => {
    // one of an earlier year is not among those of this one
    const isListed = value === '' || campaigns.some(({ CampaignID }) => CampaignID === value)
    const elsewhere = [compared.data?.One, compared.data?.Other].find(found => found?.CampaignID === value)
    return (
      <NativeSelect
        label={label}
        value={value}
        onChange={event =>
          void navigate({ search: before => ({ ...before, ...pick(event.currentTarget.value) }), replace: true })
        }
        data={[
          { value: '', label: t`Choose a campaign` },
          ...(isListed ? [] : [{ value, label: elsewhere?.Name ?? t`An earlier campaign` }]),
          ...campaigns.map(({ CampaignID = '', Name = '', SentDate }) => ({
            value: CampaignID,
            label: `${Name} · ${dateTime(SentDate?.slice(0, 10))}`,
          })),
        ]}
      />
    )
  }
  return (
    <BelowResults
      clientId={clientId}
      title={t`Compare two campaigns`}
      actions={
        isChosen && (
          <span className={own.noPrint}>
            <Button variant="default" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          </span>
        )
      }
    >
      <Panel>
        <div className={`${css.fields} ${own.noPrint} ${own.choices}`}>
          {choice(t`Campaign`, one, id => ({ one: id }))}
          {choice(t`Compared with`, other, id => ({ other: id }))}
        </div>
        <Refused error={results.error} />
      </Panel>
      {!isChosen && (
        <Panel>
          <Empty
            icon="swap"
            title={one !== '' && one === other ? t`Choose two different campaigns` : t`Choose two campaigns`}
          >
            <Trans>Their rates are shown side by side, and whether a difference is more than chance.</Trans>
          </Empty>
        </Panel>
      )}
      {isChosen && compared.isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      {isChosen && <Refused error={compared.error} />}
      {isChosen && compared.data && <Sides clientId={clientId} difference={compared.data} />}
    </BelowResults>
  )
}

const names: Readonly<Record<RateName, MessageDescriptor>> = {
  Opened: msg`Opened`,
  Clicked: msg`Clicked`,
  Bounced: msg`Bounced`,
  Unsubscribed: msg`Unsubscribed`,
  Complained: msg`Complained`,
}

function Sides({ clientId, difference }: { readonly clientId: string; readonly difference: Difference }) {
  const { t, i18n } = useLingui()
  const { One, Other, Rates = [], StillComing } = difference
  if (!One || !Other) return null
  return (
    <Panel title={t`Side by side`}>
      <Conclusion one={One} other={Other} rates={Rates} />
      {StillComing && (
        <p className={css.quiet}>
          <Trans>One of them was sent less than two days ago: more opens and clicks are to come.</Trans>
        </p>
      )}
      <div className={own.bars}>
        <Table
          heads={[
            t`Rate`,
            One.Name ?? '',
            Other.Name === One.Name ? `${Other.Name} (2)` : (Other.Name ?? ''),
            t`Percentage points`,
            t`More than chance?`,
          ]}
        >
          <tr>
            <td>
              <Trans>Sent</Trans>
            </td>
            <SideCell campaign={One}>{dateTime(One.SentDate)}</SideCell>
            <SideCell campaign={Other}>{dateTime(Other.SentDate)}</SideCell>
            <td />
            <td />
          </tr>
          <tr>
            <td>
              <Trans>Subject</Trans>
            </td>
            <SideCell campaign={One}>
              <bdi>{shownSubject(One.Subject ?? '')}</bdi>
            </SideCell>
            <SideCell campaign={Other}>
              <bdi>{shownSubject(Other.Subject ?? '')}</bdi>
            </SideCell>
            <td />
            <td />
          </tr>
          <tr>
            <td>
              <Trans>Delivered</Trans>
            </td>
            <SideCell campaign={One}>{number(One.Accepted)}</SideCell>
            <SideCell campaign={Other}>{number(Other.Accepted)}</SideCell>
            <td />
            <td />
          </tr>
          {Rates.map(line => (
            <tr key={line.Name}>
              <td>
                <strong>{i18n._(names[line.Name])}</strong>
              </td>
              <SideCell campaign={One}>
                <RateCell rate={line.One} measured={measuredOf(line.Name, One)} />
              </SideCell>
              <SideCell campaign={Other}>
                <RateCell rate={line.Other} measured={measuredOf(line.Name, Other)} />
              </SideCell>
              <td data-label={t`Percentage points`}>{pointsOf(line)}</td>
              <td data-label={t`More than chance?`}>
                <span>
                  <VerdictChip line={line} />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      </div>
      <p className={`${css.quiet} ${css.small} ${own.more}`}>
        <Trans>
          The test compares two proportions at a level of 5 % for all five rates together. It says that the rates
          differ, not why: the people, the day and the content differ too. An A/B test shows what a subject or a content
          does.
        </Trans>
      </p>
      <ReportLinks clientId={clientId} campaigns={[One, Other]} />
    </Panel>
  )
}

function ReportLinks({
  clientId,
  campaigns,
}: {
  readonly clientId: string
  readonly campaigns: readonly CampaignResult[]
}) {
  return (
    <p className={own.more}>
      {campaigns.map(({ CampaignID = '', Name }, n) => (
        <Fragment key={CampaignID}>
          {n > 0 && ' · '}
          <Link to="/clients/$clientId/campaigns/$campaignId/report" params={{ clientId, campaignId: CampaignID }}>
            <Trans>
              Report of <bdi>{Name}</bdi>
            </Trans>
          </Link>
        </Fragment>
      ))}
    </p>
  )
}

function SideCell({ campaign, children }: { readonly campaign: CampaignResult; readonly children: ReactNode }) {
  return (
    <td data-label={campaign.Name}>
      <span>{children}</span>
    </td>
  )
}

function measuredOf(name: RateName, campaign: CampaignResult): CampaignResult['OpensMeasured'] {
  if (name === 'Opened') return campaign.OpensMeasured
  return name === 'Clicked' ? campaign.ClicksMeasured : 'Everyone'
}

function RateCell({
  rate: { Count, Of } = { Count: 0, Of: 0 },
  measured,
}: {
  readonly rate: Line['One']
  readonly measured: CampaignResult['OpensMeasured']
}) {
  if (measured === 'NoOne')
    return (
      <span className={css.quiet}>
        <Trans>Not measured</Trans>
      </span>
    )
  return (
    <>
      <strong>{percentage(Count, Of) ?? number(Count)}</strong>{' '}
      <span className={`${css.quiet} ${css.small} ${own.below}`}>
        <Trans>
          {number(Count)} of {number(Of)}
        </Trans>
      </span>
    </>
  )
}

/** Nothing where a rate would say more than is known. */
function pointsOf({ One, Other, Verdict }: Line): string {
  if (Verdict === 'NotMeasured' || !One || !Other || Math.min(One.Of, Other.Of) < 100) return '–'
  return percentPoints(One.Count / One.Of - Other.Count / Other.Of)
}

function VerdictChip({ line: { Name, Verdict, PValue } }: { readonly line: Line }) {
  const isGood = (Verdict === 'Higher') === (Name === 'Opened' || Name === 'Clicked')
  // four digits are written
  const chance = !PValue ? '' : Number(PValue) === 0 ? `< ${percentOf(0.0001)}` : percentOf(Number(PValue))
  switch (Verdict) {
    case 'Higher':
    case 'Lower':
      return (
        <>
          <Chip tone={isGood ? 'good' : 'warn'}>
            {Verdict === 'Higher' ? <Trans>Yes, higher</Trans> : <Trans>Yes, lower</Trans>}
          </Chip>{' '}
          <span className={`${css.quiet} ${css.small} ${own.below}`}>
            <Trans>by chance with a probability of {chance}</Trans>
          </span>
        </>
      )
    case 'NoDifference':
      return (
        <>
          <Chip tone="plain" icon="info">
            <Trans>Not shown</Trans>
          </Chip>{' '}
          <span className={`${css.quiet} ${css.small} ${own.below}`}>
            <Trans>by chance with a probability of {chance}</Trans>
          </span>
        </>
      )
    case 'TooFew':
      return <Trans>Too few to say</Trans>
    case 'NotMeasured':
      return <Trans>Not measured</Trans>
    case 'MeasuredDifferently':
      return <Trans>Measured of different people: everyone, and those who agreed</Trans>
  }
}

/** The difference in one sentence. */
function Conclusion({
  one,
  other,
  rates,
}: {
  readonly one: CampaignResult
  readonly other: CampaignResult
  readonly rates: readonly Line[]
}) {
  const { i18n } = useLingui()
  const shown = rates.filter(({ Verdict }) => Verdict === 'Higher' || Verdict === 'Lower')
  const isJudged = rates.some(({ Verdict }) => Verdict === 'NoDifference') || shown.length > 0
  const more = listOf(shown.filter(({ Verdict }) => Verdict === 'Higher').map(({ Name }) => i18n._(names[Name])))
  const less = listOf(shown.filter(({ Verdict }) => Verdict === 'Lower').map(({ Name }) => i18n._(names[Name])))
  return (
    <Note tone={shown.length > 0 ? 'good' : 'plain'}>
      <p>
        {!isJudged ? (
          <Trans>Too little is known to say whether the two differ.</Trans>
        ) : shown.length === 0 ? (
          <Trans>
            No difference between <bdi>{one.Name}</bdi> and <bdi>{other.Name}</bdi> is more than chance.
          </Trans>
        ) : (
          <>
            <Trans>
              <bdi>{one.Name}</bdi> differs from <bdi>{other.Name}</bdi> by more than chance.
            </Trans>{' '}
            {more !== '' && <Trans>Higher: {more}.</Trans>} {less !== '' && <Trans>Lower: {less}.</Trans>}
          </>
        )}
      </p>
    </Note>
  )
}
