/** The receipts of the contacts of a client that were erased, the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { dateTime, number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { ErasureState } from './state.tsx'
import { lookMs } from './words.ts'

const route = getRouteApi('/inside/clients/$clientId/erasures')

export function Erasures() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const query = useInfiniteQuery({
    ...readPages('Erasure.List', { ClientID: clientId }),
    placeholderData: keepPreviousData,
    enabled: isShort,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ Erasures: found = [] }) => found.some(({ State }) => State === 'Waiting')) ? lookMs : false,
  })
  const { data, error, isPending } = query
  const rows = data?.pages.flatMap(({ Erasures: found = [] }) => found) ?? []
  return (
    <Page title={t`Erased contacts`} lead={<bdi>{client?.Name}</bdi>}>
      <Panel text={t`Receipts show when, by whom and how much was removed, but not whose data it was.`}>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && rows.length === 0 && (
          <Empty icon="person" title={t`No contacts were erased`}>
            <Trans>Use the button on the page of a contact when a person asks to be forgotten.</Trans>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table heads={[t`Requested`, t`State`, t`Memberships`, t`Mails`, t`Started by`]}>
            {rows.map(row => (
              <tr key={row.ErasureID}>
                <td className={css.whole}>
                  <Link
                    className={home.name}
                    to="/clients/$clientId/erasures/$erasureId"
                    params={{ clientId, erasureId: row.ErasureID ?? '' }}
                  >
                    {dateTime(row.RequestedDate)}
                  </Link>
                </td>
                <td data-label={t`State`}>
                  <div>
                    <ErasureState of={row} />
                    <div className={`${css.quiet} ${css.small}`}>{row.WaitsFor}</div>
                  </div>
                </td>
                <td data-label={t`Memberships`}>{number(row.Memberships)}</td>
                <td data-label={t`Mails`}>{number(row.Recipients)}</td>
                <td data-label={t`Started by`}>
                  <bdi>{row.RequestedBy || (row.IsReplayed ? t`Repeated after a restore` : '–')}</bdi>
                </td>
              </tr>
            ))}
          </Table>
        )}
        <More of={query} />
      </Panel>
    </Page>
  )
}
