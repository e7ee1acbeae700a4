/** Segments with how many people they have, how that changed, and what is broken. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { Chip, css as parts } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { CountWords, UnknownWords } from './count-words.tsx'
import { problemSentence } from './problem-words.ts'
import { DeleteSegment } from './segment-actions.tsx'
import { Sparkline } from './size-chart.tsx'
import type { ListedSegment } from './types.ts'

export interface SegmentTableProps {
  readonly clientId: string
  readonly segments: readonly ListedSegment[]
  /** Undefined where all are of one list. */
  readonly listName: ((listId: string) => string) | undefined
}

export function SegmentTable({ clientId, segments, listName }: SegmentTableProps) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const seesPeople = may(session, 'ReadAudience', clientId)
  const mayChange = may(session, 'ChangeAudience', clientId)
  const heads = [t`Segment`, ...(listName ? [t`People of`] : []), ...(seesPeople ? [t`People`, t`Size over time`] : [])]
  return (
    <Table heads={heads} hasActions={mayChange}>
      {segments.map(segment => {
        const { SegmentID = '', ListID = '', Title = '', Problems = [], UsedBy = [], Sizes = [] } = segment
        return (
          <tr key={SegmentID}>
            <td>
              <div>
                <Link
                  className={home.name}
                  to="/clients/$clientId/segments/$segmentId"
                  params={{ clientId, segmentId: SegmentID }}
                  dir="auto"
                >
                  {Title}
                </Link>
                {Problems.map((problem, n) => (
                  // two of them may say the same
                  <div key={n} className={`${parts.small} ${layout.top8}`}>
                    <Chip tone="bad">
                      <Trans>No one is in it</Trans>
                    </Chip>{' '}
                    {problemSentence(i18n, problem)}
                  </div>
                ))}
                {UsedBy.length > 0 && (
                  <div className={`${parts.quiet} ${parts.small}`}>
                    <Trans>Used by {UsedBy.join(', ')}</Trans>
                  </div>
                )}
              </div>
            </td>
            {listName && (
              <td data-label={t`People of`} className={layout.fileName} dir="auto">
                {ListID === '' ? <Trans>All lists</Trans> : listName(ListID)}
              </td>
            )}
            {seesPeople && (
              <>
                <td data-label={t`People`}>
                  <People segmentId={SegmentID} />
                </td>
                <td data-label={t`Size over time`}>
                  <Trend sizes={Sizes} />
                </td>
              </>
            )}
            {mayChange && (
              <td className={layout.end}>
                <DeleteSegment clientId={clientId} segmentId={SegmentID} title={Title} isSmall />
              </td>
            )}
          </tr>
        )
      })}
    </Table>
  )
}

function People({ segmentId }: { readonly segmentId: string }) {
  const { data, isPending } = useQuery(read('Segment.Count', { SegmentID: segmentId }))
  if (!data)
    return (
      <span className={parts.quiet}>
        {isPending ? (
          <Trans comment="of a number that is not there yet">counting …</Trans>
        ) : (
          <Trans>not available</Trans>
        )}
      </span>
    )
  return (
    <div>
      <CountWords count={data} isSaved />
      <div className={`${parts.quiet} ${parts.small}`}>
        <UnknownWords count={data} />
      </div>
    </div>
  )
}

function Trend({ sizes }: { readonly sizes: NonNullable<ListedSegment['Sizes']> }) {
  const [first] = sizes
  const last = sizes.at(-1)
  if (!first || !last || sizes.length < 2)
    return (
      <span className={parts.quiet}>
        <Trans>from tomorrow on</Trans>
      </span>
    )
  const change = last.People - first.People
  return (
    <div>
      <Sparkline sizes={sizes} />
      <span className={`${parts.quiet} ${parts.small}`}>{change > 0 ? `+${number(change)}` : number(change)}</span>
    </div>
  )
}
