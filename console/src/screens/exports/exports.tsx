/** The exports of a client that are kept, the newest first. */
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime, fileSize, number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { reread } from '../../live/reread.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { download } from './download.ts'
import { type Export, formatWords, isUnderWay, kindWords, lookMs, stateWords } from './words.ts'

const route = getRouteApi('/inside/clients/$clientId/exports')

export function Exports() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const query = useInfiniteQuery({
    ...readPages('Export.List', { ClientID: clientId }),
    placeholderData: keepPreviousData,
    enabled: isShort,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ Exports: found = [] }) => found.some(isUnderWay)) ? lookMs : false,
  })
  const { data, error, isPending } = query
  const rows = data?.pages.flatMap(({ Exports: found = [] }) => found) ?? []
  return (
    <Page title={t`Exports`} lead={<bdi>{client?.Name}</bdi>}>
      <Panel
        text={t`Files created from lists, campaigns and imports. Each is stored for 7 days; exports and downloads are recorded in the audit log.`}
      >
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && rows.length === 0 && (
          <Empty icon="export" title={t`No exports`}>
            <Trans>
              Subscribers, lists, segments, the suppression list, the recipients of a campaign and the rows of an import
              each have an Export button.
            </Trans>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table
            heads={[t`What`, t`Format`, t`State`, t`Rows`, t`Started by`, t`Created`, t`Available until`]}
            hasActions
          >
            {rows.map(row => (
              <Row key={row.ExportID} clientId={clientId} of={row} />
            ))}
          </Table>
        )}
        <More of={query} />
      </Panel>
    </Page>
  )
}

function Row({ clientId, of: file }: { readonly clientId: string; readonly of: Export }) {
  const { t, i18n } = useLingui()
  const { ExportID = '', FileName = '', State } = file
  const named = { ClientID: clientId, ExportID }
  const fetch = useAct(() => download(named))
  const remove = useAct(async () => {
    await call('Export.Delete', named)
    await reread('exports')
    toast(t`The file ${FileName} was deleted.`)
  })
  return (
    <tr>
      <td>
        <strong>{i18n._(kindWords[file.Kind].label)}</strong>
        <div className={`${css.quiet} ${css.small} ${layout.fileName}`}>
          <bdi>{FileName}</bdi>
        </div>
      </td>
      <td data-label={t`Format`}>{i18n._(formatWords[file.Format].label)}</td>
      <td data-label={t`State`}>
        <div>
          <StateWordChip of={stateWords[State]} />
          {State === 'Failed' && <div className={`${css.quiet} ${css.small}`}>{file.Problem}</div>}
        </div>
      </td>
      <td data-label={t`Rows`}>
        <div>
          {number(file.RowsWritten)}
          <div className={`${css.quiet} ${css.small}`}>{fileSize(file.Bytes)}</div>
        </div>
      </td>
      <td data-label={t`Started by`}>
        <bdi>{file.CreatedBy || '–'}</bdi>
      </td>
      <td data-label={t`Created`} className={css.whole}>
        {dateTime(file.CreatedDate)}
      </td>
      <td data-label={t`Available until`}>{dateTime(file.ExpiresDate)}</td>
      <td>
        <div className={`${css.actions} ${layout.atEndInOneLine}`}>
          {State === 'Done' && (
            <Act of={fetch} size="compact-sm" label={t`Download ${FileName}`}>
              <Trans>Download</Trans>
            </Act>
          )}
          <Act of={remove} size="compact-sm" label={t`Delete ${FileName}`}>
            <Trans>Delete</Trans>
          </Act>
        </div>
        <ActsRefused of={[fetch, remove]} />
      </td>
    </tr>
  )
}
