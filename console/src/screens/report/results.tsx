/** The numbers that a client asks for, over time, and beside the client's own last campaigns. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import layout from '../../ui/layout.module.css'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Archived } from '../campaigns/archived.tsx'
import { AbTestReport } from './ab-test.tsx'
import { Comparison } from './comparison.tsx'
import { FollowUps } from './follow-ups.tsx'
import { Glossary } from './glossary.tsx'
import type { PartProps, Report } from './part-props.ts'
import own from './report.module.css'
import { Timeline } from './timeline.tsx'

type Engagement = ValueOf<'Campaign.GetEngagement'>

export function Results(props: PartProps) {
  const { t } = useLingui()
  const { campaignId, report } = props
  const { data, error, isPending } = useQuery(read('Campaign.GetEngagement', { CampaignID: campaignId }))
  return (
    <>
      <Panel title={t`Activity of people`} text={t`Opens and clicks by people. Those by bots are shown lighter.`}>
        {isPending && <Skeletons lines={3} />}
        <Refused error={error} />
        {data && <Figures report={report} engagement={data} />}
        {report.AnonymousOpens > 0 && (
          <p className={css.quiet}>
            <Plural
              value={report.AnonymousOpens}
              one="Untracked recipients opened the mail once; it is not recorded who."
              other="Untracked recipients opened the mail # times; it is not recorded who."
            />
          </p>
        )}
        <Glossary />
      </Panel>
      <AbTestReport {...props} />
      <Timeline {...props} />
      <Comparison clientId={props.clientId} report={report} />
      <FollowUps {...props} />
      <Archived clientId={props.clientId} campaignId={campaignId} />
      {data && <Machines campaignId={campaignId} engagement={data} />}
    </>
  )
}

function Figures({ report, engagement }: { readonly report: Report; readonly engagement: Engagement }) {
  const { t } = useLingui()
  const { Campaign, OpensMeasured, ClicksMeasured } = report
  const { Accepted, Refused: refused, Unsubscribed, Bounced, Complained } = Campaign
  const { UniqueOpened, HumanUniqueOpened, UniqueClicked, HumanUniqueClicked, ClassifiedDate } = engagement
  const isClassified = !!ClassifiedDate || UniqueOpened + UniqueClicked === 0
  const people = (count: number, all: number, measured: Report['OpensMeasured']) => {
    if (measured === 'NoOne') return { value: t`Not measured`, note: t`Tracking was off for this campaign.` }
    if (!isClassified)
      return { value: t`Counting …`, note: t`Opens and clicks by people and bots are being separated.` }
    return {
      value: number(count),
      rate: { Count: count, Of: Accepted },
      note: measured === 'WhoAgreed' ? t`Of the recipients who agreed to tracking.` : undefined,
      programs: all - count,
    }
  }
  return (
    <dl className={own.figures}>
      <Figure label={t`Delivered`} value={number(Accepted)} rate={{ Count: Accepted, Of: Accepted + refused }} />
      <Figure label={t`Opened`} {...people(HumanUniqueOpened, UniqueOpened, OpensMeasured)} />
      <Figure label={t`Clicked`} {...people(HumanUniqueClicked, UniqueClicked, ClicksMeasured)} />
      <Figure label={t`Unsubscribed`} value={number(Unsubscribed)} rate={{ Count: Unsubscribed, Of: Accepted }} />
      <Figure label={t`Bounced`} value={number(Bounced)} rate={{ Count: Bounced, Of: Accepted + refused }} />
      <Figure label={t`Complained`} value={number(Complained)} rate={{ Count: Complained, Of: Accepted }} />
    </dl>
  )
}

function Figure({
  label,
  value,
  rate,
  note,
  programs = 0,
}: {
  readonly label: string
  readonly value: string
  readonly rate?: { readonly Count: number; readonly Of: number } | undefined
  readonly note?: ReactNode
  readonly programs?: number | undefined
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={own.big}>{value}</span>
        {rate && (
          <span className={css.small}>
            <Share of={rate} />
          </span>
        )}
        {programs > 0 && (
          <span className={`${css.quiet} ${css.small} ${layout.line}`}>
            <Plural value={programs} one="and # only by a bot" other="and # only by bots" />
          </span>
        )}
        {note && <span className={`${css.quiet} ${css.small} ${layout.line}`}>{note}</span>}
      </dd>
    </div>
  )
}

/** The separation of people and bots, and a button that repeats it. */
function Machines({ campaignId, engagement }: { readonly campaignId: string; readonly engagement: Engagement }) {
  const { t } = useLingui()
  const again = useMutation({
    mutationFn: () => call('Campaign.Reclassify', { CampaignID: campaignId }),
    onSuccess: () => reread('report'),
  })
  const { MachineShare, RulesVersion, ClassifiedDate, Reclassifying, TotalOpened, Clicks } = engagement
  if (TotalOpened + Clicks === 0) return null
  const share = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(Number(MachineShare))
  return (
    <section className={`${own.noPrint} ${layout.top16}`}>
      <Panel
        title={t`People and bots`}
        actions={
          <Button variant="default" loading={again.isPending} disabled={Reclassifying} onClick={() => again.mutate()}>
            <Plural
              value={TotalOpened + Clicks}
              one="Check # open or click again"
              other="Check # opens and clicks again"
            />
          </Button>
        }
      >
        <Refused error={again.error} />
        <p className={css.quiet} role="status">
          {Reclassifying ? (
            <Trans>All opens and clicks are being checked again. Numbers of people may change; totals do not.</Trans>
          ) : ClassifiedDate ? (
            <Trans>
              {share} of the opens and clicks are by bots, according to version {RulesVersion} of the rules, as of{' '}
              {dateTime(ClassifiedDate)}.
            </Trans>
          ) : (
            <Trans>Opens and clicks by bots are recognised some seconds after they happen.</Trans>
          )}
        </p>
      </Panel>
    </section>
  )
}
