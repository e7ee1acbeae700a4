/** All imports of a client, the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { dateTime, number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { ListChoice } from '../lists/list-choice.tsx'
import { ImportPeople } from './import-people.tsx'
import { type Import, stateWords } from './states.ts'

const route = getRouteApi('/inside/clients/$clientId/imports')

export function Imports() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { list } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/imports' })
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const query = useInfiniteQuery({
    ...readPages('Import.List', { ClientID: clientId, ListID: list ?? '' }),
    placeholderData: keepPreviousData,
    enabled: isShort,
  })
  const { data, error, isPending } = query
  const rows = data?.pages.flatMap(({ Imports: found = [] }) => found) ?? []
  return (
    <Page
      isWide
      title={t`Imports`}
      lead={<bdi>{client?.Name}</bdi>}
      actions={<ImportPeople clientId={clientId} list={list} />}
    >
      <Panel>
        <ListChoice clientId={clientId} list={list} onChange={next => void navigate({ search: { list: next } })} />
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && rows.length === 0 && (
          <Empty
            icon="list"
            title={list === undefined ? t`No imports yet` : t`No imports into this list yet`}
            action={<ImportPeople clientId={clientId} list={list} />}
          >
            <Trans>
              Import subscribers from a file: CSV, Excel, or the export of another program. You review the result of
              each row first, and can undo the import for 30 days.
            </Trans>
          </Empty>
        )}
        {rows.length > 0 && <Rows clientId={clientId} rows={rows} />}
        <More of={query} />
      </Panel>
    </Page>
  )
}

function Rows({ clientId, rows }: { readonly clientId: string; readonly rows: readonly Import[] }) {
  const { t } = useLingui()
  return (
    <Table heads={[t`File`, t`List`, t`State`, t`Rows`, t`Started`]}>
      {rows.map(({ ImportID = '', FileName, ListTitle, State, CreatedDate, ...counted }) => (
        <tr key={ImportID}>
          <td>
            <Link
              className={home.name}
              to="/clients/$clientId/imports/$importId"
              params={{ clientId, importId: ImportID }}
            >
              <bdi>{FileName || t`A file`}</bdi>
            </Link>
          </td>
          <td data-label={t`List`}>
            <bdi>{ListTitle}</bdi>
          </td>
          <td data-label={t`State`}>
            <span>
              <StateWordChip of={stateWords[State]} />
            </span>
          </td>
          <td data-label={t`Rows`}>
            <ImportRows of={counted} />
          </td>
          <td data-label={t`Started`} className={css.whole}>
            {dateTime(CreatedDate)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function ImportRows({
  of: { Written, Judged, RowsInFile },
}: {
  readonly of: Pick<Import, 'Written' | 'Judged' | 'RowsInFile'>
}) {
  const counts = Written ?? Judged
  if (!counts) return <>–</>
  return (
    <div>
      {number(RowsInFile)}
      <div className={`${css.quiet} ${css.small}`}>
        <Trans>
          {number(counts.New)} new, {number(counts.Updated)} updated
        </Trans>
      </div>
    </div>
  )
}
