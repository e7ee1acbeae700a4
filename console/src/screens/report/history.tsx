/** The history of a campaign: a sentence for each entry, by day, the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { type CampaignEvent, readEvent } from './history-events.ts'
import { EventNote, EventSentence } from './history-sentences.tsx'
import own from './report.module.css'

export function CampaignHistory({ campaignId }: { readonly campaignId: string }) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Campaign.GetHistory', { CampaignID: campaignId }))
  return (
    <Panel title={t`History`} text={t`Newest first.`}>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data?.length === 0 && (
        <p className={css.quiet}>
          <Trans>Nothing is recorded.</Trans>
        </p>
      )}
      {groupByDay(data?.map(readEvent) ?? []).map(([day, events]) => (
        <section key={day} className={own.day}>
          <h3>{dateTime(day)}</h3>
          <ol>
            {events.map((event, n) => (
              <li key={events.length - n}>
                <EventSentence event={event} />
                <EventNote event={event} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Panel>
  )
}

function groupByDay(events: readonly CampaignEvent[]): readonly (readonly [day: string, CampaignEvent[]])[] {
  const days = new Map<string, CampaignEvent[]>()
  for (const event of events) {
    const day = event.date.slice(0, 10)
    const same = days.get(day)
    if (same) same.push(event)
    else days.set(day, [event])
  }
  return [...days]
}
