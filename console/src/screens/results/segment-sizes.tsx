/** How many people the segments have, and how that changed. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { daysAgo } from '../lists/growth.tsx'
import { Sparkline } from '../segments/size-chart.tsx'
import own from './results.module.css'

const most = 8

export function SegmentSizes({ clientId, days }: { readonly clientId: string; readonly days: number }) {
  const { t } = useLingui()
  const maySee = may(useSession(), 'ReadAudience', clientId)
  const { data, error, isPending } = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const from = daysAgo(days)
  const counted = (data ?? []).flatMap(({ SegmentID = '', Title = '', Sizes = [] }) => {
    const sizes = Sizes.filter(({ Day = '' }) => Day >= from)
    const [first] = sizes
    const last = sizes.at(-1)
    return first && last
      ? [{ id: SegmentID, title: Title, sizes, first, last, change: last.People - first.People }]
      : []
  })
  const largest = counted.toSorted((one, other) => other.last.People - one.last.People).slice(0, most)
  const grown = counted.toSorted((one, other) => other.change - one.change)[0]
  return (
    <Panel title={t`Segments over time`}>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data && largest.length === 0 && (
        <p className={css.quiet}>
          <Trans>No segment was counted in this period. They are counted each night.</Trans>
        </p>
      )}
      {grown && (
        <p className={css.quiet}>
          {grown.change > 0 ? (
            <Trans>
              <bdi>{grown.title}</bdi> grew most: +{number(grown.change)} since {dateTime(grown.first.Day)}.
            </Trans>
          ) : (
            <Trans>No segment grew since {dateTime(grown.first.Day)}.</Trans>
          )}
        </p>
      )}
      {largest.length > 0 && (
        <Table heads={[t`Segment`, t`People`, t`Change`, t`Over time`]}>
          {largest.map(({ id, title, sizes, last, change }) => (
            <tr key={id}>
              <td>
                {maySee ? (
                  <PathLink className={home.name} to={`/clients/${clientId}/segments/${id}`} dir="auto">
                    {title}
                  </PathLink>
                ) : (
                  <bdi>{title}</bdi>
                )}
              </td>
              <td data-label={t`People`}>{number(last.People)}</td>
              <td data-label={t`Change`}>
                {sizes.length < 2 ? '–' : change > 0 ? `+${number(change)}` : number(change)}
              </td>
              <td data-label={t`Over time`}>
                <span className={own.spark}>{sizes.length < 2 ? '–' : <Sparkline sizes={sizes} />}</span>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
