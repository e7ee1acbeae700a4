/** The audit log: who did what, a sentence a line, by day and the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { More } from '../../ui/more.tsx'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from './audit.module.css'
import { Filters } from './filters.tsx'
import { AuditLine } from './line.tsx'
import { byDay, mergeLines } from './lines.ts'
import { type AuditSearch, dayAfter } from './search.ts'

const route = getRouteApi('/inside/audit')

export function Audit() {
  const { t } = useLingui()
  const search = route.useSearch()
  const query = useInfiniteQuery(readPages('Audit.List', { ...parametersOf(search), FoldReads: true }))
  const entries = query.data?.pages.flatMap(({ Entries = [] }) => Entries) ?? []
  const lines = mergeLines(entries)
  const isFiltered = Object.values(search).some(value => value !== undefined)
  return (
    <Page
      title={t`Audit log`}
      lead={t`Who changed what, who viewed lists of people, and what was refused. Entries cannot be changed. Dates are in the time zone of the account.`}
    >
      <Panel>
        <Filters entries={entries} />
        {query.isPending && <Skeletons lines={6} />}
        <Refused error={query.error} />
        {query.data && lines.length === 0 && (
          <Empty
            icon="log"
            title={
              query.hasNextPage
                ? t`Nothing among the newest entries`
                : isFiltered
                  ? t`No matching entries`
                  : t`No entries yet`
            }
          >
            {query.hasNextPage ? (
              <Trans>Older entries have not been searched yet.</Trans>
            ) : isFiltered ? (
              <Trans>Remove a filter or choose another period.</Trans>
            ) : (
              <Trans>Every change is recorded here.</Trans>
            )}
          </Empty>
        )}
        <div className={own.days}>
          {byDay(lines, ({ entry }) => entry.Date ?? '').map(([day, ofDay]) => (
            <section key={day} className={own.day}>
              <h2>{dateTime(day)}</h2>
              <ol className={own.lines}>
                {ofDay.map(line => {
                  const { RequestID, Date: date, Operation, Subject, Fold } = line.entry
                  return (
                    <AuditLine
                      key={Fold || `${RequestID} ${date} ${Operation} ${Subject}`}
                      line={line}
                      isOfClient={search.client !== undefined}
                    />
                  )
                })}
              </ol>
            </section>
          ))}
        </div>
        <More of={query} label={query.data && lines.length === 0 ? t`Search older entries` : undefined} />
      </Panel>
    </Page>
  )
}

function parametersOf({ client, actor, about, operation, outcome, from, until }: AuditSearch) {
  return {
    ...(client ? { ClientID: client } : {}),
    ...(actor ? { ActorID: actor } : {}),
    ...(about ? { SubjectID: about } : {}),
    ...(operation ? { Operation: operation } : {}),
    ...(outcome ? { Outcome: outcome } : {}),
    ...(from ? { From: `${from} 00:00:00` } : {}),
    ...(until ? { Until: `${dayAfter(until)} 00:00:00` } : {}),
  }
}
