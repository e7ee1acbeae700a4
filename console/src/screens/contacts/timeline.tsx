/** Everything that happened to a contact and its mails, the newest first, with a choice of parts. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { number } from '../../lib/format.ts'
import { More } from '../../ui/more.tsx'
import { css, Panel } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { stepWords } from '../report/step-words.ts'
import history from '../subscribers/contact.module.css'
import { ChangeLine } from '../subscribers/history.tsx'
import { type TimelinePart, timelineParts } from './search.ts'
import { StepLine } from './step-line.tsx'
import type { Contact, Entry } from './types.ts'

const route = getRouteApi('/inside/clients/$clientId/contact')

const partLabels: Readonly<Record<TimelinePart, MessageDescriptor>> = {
  lists: msg`Lists and consent`,
  mails: msg`Mails`,
  reading: msg`Opens and clicks`,
  trouble: msg`Bounces, complaints, opt-outs`,
}

/** An opt-out is a change of a membership as well as the step of a mail. */
const troubleCauses = /unsubscribed|complained|bounced|suppress/

function isOf(part: TimelinePart, { Change, Step }: Entry): boolean {
  if (Change) return part === 'lists' || (part === 'trouble' && troubleCauses.test(Change.Cause ?? ''))
  return Step !== null && Step !== undefined && stepWords[Step.Kind].part === part
}

export function ContactTimeline({
  clientId,
  memberships,
  pages,
}: {
  readonly clientId: string
  readonly memberships: NonNullable<Contact['Memberships']>
  readonly pages: UseInfiniteQueryResult<InfiniteData<Contact>>
}) {
  const { t, i18n } = useLingui()
  const { show } = route.useSearch()
  const all = pages.data?.pages.flatMap(({ Timeline = [] }) => Timeline) ?? []
  const entries = show === undefined ? all : all.filter(entry => isOf(show, entry))
  return (
    <Panel title={t`History`}>
      <Tabs label={t`Parts of the timeline`}>
        {[undefined, ...timelineParts].map(part => (
          <Link
            key={part ?? 'all'}
            from="/clients/$clientId/contact"
            to="/clients/$clientId/contact"
            params={{ clientId }}
            search={before => ({ ...before, show: part })}
            activeOptions={{ explicitUndefined: true }}
            resetScroll={false}
          >
            {part === undefined ? t`Everything` : i18n._(partLabels[part])}
          </Link>
        ))}
      </Tabs>
      {entries.length === 0 && (
        <p className={css.quiet}>
          {pages.hasNextPage ? (
            <Trans>None among the {number(all.length)} newest entries.</Trans>
          ) : (
            <Trans>No entries.</Trans>
          )}
        </p>
      )}
      <ol className={history.history} aria-label={t`History`}>
        {entries.map((entry, n) => (
          // entries have no names; the oldest is the last
          <li key={`${entry.Date} ${entries.length - n}`}>
            <TimelineEntry clientId={clientId} memberships={memberships} entry={entry} />
          </li>
        ))}
      </ol>
      <More of={pages} />
    </Panel>
  )
}

export function TimelineEntry({
  clientId,
  memberships,
  entry,
}: {
  readonly clientId: string
  readonly memberships: NonNullable<Contact['Memberships']>
  readonly entry: Entry
}) {
  const { ListID, Change, Step } = entry
  const title = memberships.find(one => one.ListID === ListID)?.Title
  return (
    <>
      {Change && <ChangeLine change={Change} clientId={clientId} of={title} />}
      {Step && <StepLine clientId={clientId} entry={entry} step={Step} />}
    </>
  )
}
