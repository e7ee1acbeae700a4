/** The segments of a list; those of the client are on a page of their own. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { css, Empty, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { NewSegmentButton } from '../segments/new-segment-button.tsx'
import { SegmentTable } from '../segments/segment-table.tsx'
import type { ListProps } from './list-props.ts'

export function Segments({ clientId, listId }: ListProps) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, isPending } = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const segments = data?.filter(({ ListID }) => ListID === listId)
  const add = may(session, 'ChangeAudience', clientId) && <NewSegmentButton clientId={clientId} listId={listId} />
  return (
    <Panel
      title={t`Segments`}
      text={t`Parts of the list that you can send campaigns to.`}
      actions={segments && segments.length > 0 && add}
    >
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {segments?.length === 0 && (
        <Empty icon="segment" title={t`No segments yet`} action={add}>
          <Trans>
            A segment is everyone who meets conditions, such as people who clicked a link in the last 90 days. Send
            campaigns to it, leave it out, or export it.
          </Trans>
        </Empty>
      )}
      {segments && segments.length > 0 && <SegmentTable clientId={clientId} segments={segments} listName={undefined} />}
      {data && (
        <p className={`${css.small} ${layout.top12}`}>
          <Link to="/clients/$clientId/segments" params={{ clientId }}>
            <Trans>All segments of the client</Trans>
          </Link>
        </p>
      )}
    </Panel>
  )
}
