/** The segments whose conditions name something: they contain no one once it is deleted. */
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient, read } from '../../api/call.ts'
import layout from '../../ui/layout.module.css'
import { css as parts } from '../../ui/page.tsx'
import type { ListedSegment } from './types.ts'

/** What is to be deleted. */
export interface Named {
  readonly kind: NonNullable<ListedSegment['RefersTo']>[number]['Kind']
  /** As RefersTo names it. */
  readonly key: string
  /** Of a field, its list: segments of other lists mean fields of their own. */
  readonly listId?: string
}

const allSegments = (clientId: string) => read('Segment.ListAll', { ClientID: clientId })

function segmentsUsing(segments: readonly ListedSegment[], { kind, key, listId }: Named): readonly ListedSegment[] {
  return segments.filter(
    ({ ListID = '', RefersTo = [] }) =>
      (listId === undefined || ListID === '' || ListID === listId) &&
      RefersTo.some(({ Kind, Key }) => Kind === kind && Key === key),
  )
}

/** Read anew. No one is kept from deleting what can be restored because the segments could not be read. */
export async function namesOfSegmentsUsing(clientId: string, named: Named): Promise<readonly string[]> {
  const segments = await queryClient.fetchQuery({ ...allSegments(clientId), staleTime: 0 }).catch(() => [])
  return segmentsUsing(segments, named).map(({ Title = '' }) => Title)
}

export function UsingSegments({ clientId, of: named }: { readonly clientId: string; readonly of: Named }) {
  const { data = [] } = useQuery(allSegments(clientId))
  return <EmptiedSegments names={segmentsUsing(data, named).map(({ Title = '' }) => Title)} />
}

/** Nothing for no names. */
export function EmptiedSegments({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className={layout.top12}>
      <p>
        <Trans>These segments contain no one until they are changed:</Trans>
      </p>
      <ul className={parts.small}>
        {names.map((name, at) => (
          <li key={at}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
