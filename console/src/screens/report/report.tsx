/** A campaign that was begun: how far it is while it is sent, and what became of it afterwards. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { read } from '../../api/call.ts'
import { dateTime, zoneName } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { useSession } from '../../session/session.ts'
import { css, Empty, Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { campaignWords } from '../campaigns/states.ts'
import { type PartProps, route } from './part-props.ts'
import { LiveProgress } from './progress.tsx'
import own from './report.module.css'
import type { Tab } from './search.ts'

const parts: Readonly<Record<Tab, { readonly label: MessageDescriptor; readonly Part: ComponentType<PartProps> }>> = {
  overview: {
    label: msg`Results`,
    Part: lazy(async () => ({ default: (await import('./results.tsx')).Results })),
  },
  recipients: {
    label: msg`Recipients`,
    Part: lazy(async () => ({ default: (await import('./recipients.tsx')).Recipients })),
  },
  links: { label: msg`Links`, Part: lazy(async () => ({ default: (await import('./links.tsx')).Links })) },
  returns: {
    label: msg`Bounces and unsubscribes`,
    Part: lazy(async () => ({ default: (await import('./returns.tsx')).Returns })),
  },
  domains: { label: msg`Domains`, Part: lazy(async () => ({ default: (await import('./domains.tsx')).Domains })) },
  share: {
    label: msg`Share and history`,
    Part: lazy(async () => ({ default: (await import('./share.tsx')).ShareAndHistory })),
  },
}

export function CampaignReport() {
  const { t, i18n } = useLingui()
  const { clientId, campaignId } = route.useParams()
  const { tab = 'overview' } = route.useSearch()
  const progress = useQuery(read('Campaign.GetProgress', { CampaignID: campaignId }))
  const report = useQuery(read('Campaign.GetReport', { CampaignID: campaignId }))
  const listed = report.data?.Campaign
  if (!progress.data || !report.data || !listed) {
    return (
      <Page title={t`Report`}>
        <Panel>
          {(progress.isPending || report.isPending) && !progress.error && !report.error && <Skeletons lines={6} />}
          <Refused error={progress.error ?? report.error} />
        </Panel>
      </Page>
    )
  }
  // the counters that the live stream keeps fresh are those of the progress
  const given = {
    clientId,
    campaignId,
    report: { ...report.data, Campaign: { ...listed, ...progress.data } },
    progress: progress.data,
  }
  const { Name = '', Subject = '' } = listed
  const isBegun = progress.data.State !== 'Draft' && progress.data.State !== 'Scheduled'
  const { Part } = parts[tab]
  return (
    <div className={own.report}>
      <Page
        isWide
        title={Name === '' ? shownSubject(Subject) : Name}
        lead={<Lead {...given} />}
        actions={
          isBegun && (
            <span className={own.noPrint}>
              <Button variant="default" onClick={() => window.print()}>
                <Trans>Print</Trans>
              </Button>
            </span>
          )
        }
      >
        {!isBegun && (
          <Panel>
            <Empty icon="clock" title={t`Not sent yet`}>
              <Trans>The report starts when the first mail is sent. Come back then; this address stays the same.</Trans>
            </Empty>
          </Panel>
        )}
        {isBegun && (
          <>
            <LiveProgress {...given} />
            <div className={own.tabs}>
              <Tabs label={t`Parts of the report`}>
                {Object.entries(parts).map(([id, { label }]) => (
                  <Link
                    key={id}
                    to="/clients/$clientId/campaigns/$campaignId/report"
                    params={{ clientId, campaignId }}
                    search={{ tab: id === 'overview' ? undefined : (id as Tab) }} // a key of the table
                    activeOptions={{ explicitUndefined: true }}
                    resetScroll={false}
                  >
                    {i18n._(label)}
                  </Link>
                ))}
              </Tabs>
            </div>
            <Suspense fallback={<Skeletons lines={5} />}>
              <Part {...given} />
            </Suspense>
          </>
        )}
      </Page>
    </div>
  )
}

/** The state in a word, the subject, and when: in the client's time zone, which is named where it is not the reader's. */
function Lead({ report: { Campaign, Timezone = '' }, progress }: PartProps) {
  const session = useSession()
  const { Subject = '' } = Campaign
  return (
    <span className={own.lead}>
      <StateWordChip of={campaignWords[progress.State]} />
      <bdi>{shownSubject(Subject)}</bdi>
      <span className={css.small}>
        {progress.FinishedDate ? (
          <Trans>
            Started {dateTime(progress.SentDate)}, finished {dateTime(progress.FinishedDate)}
          </Trans>
        ) : (
          progress.SentDate && <Trans>Started {dateTime(progress.SentDate)}</Trans>
        )}
        {Timezone !== session.Timezone && progress.SentDate && <> ({zoneName(Timezone)})</>}
      </span>
    </span>
  )
}
