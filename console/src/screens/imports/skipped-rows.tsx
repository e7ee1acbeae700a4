/** The rows of an import that its undoing left as they are, page by page, each with what something else changed since. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages } from '../../api/pages.ts'
import { isShort } from '../../lib/long-queries.ts'
import { may, useSession } from '../../session/session.ts'
import { More } from '../../ui/more.tsx'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { type JudgedRow, RowCells, VerdictChip } from './row-cells.tsx'

type Change = JudgedRow['ChangedSince']

const changeWords: Readonly<Record<Exclude<Change, 'None'>, MessageDescriptor>> = {
  State: msg`Their state changed.`,
  Values: msg`Their name, number or a field changed.`,
  Mailed: msg`They are recipients of a campaign.`,
  Address: msg`They have another address now, or were removed.`,
}

const Undoing = 'LeftAlone'

export function SkippedRows({ clientId, importId }: { readonly clientId: string; readonly importId: string }) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const query = useInfiniteQuery({
    ...readPages('Import.GetVerdicts', { ClientID: clientId, ImportID: importId, Undoing }),
    enabled: isShort,
  })
  const { data, error, isPending } = query
  const rows = data?.pages.flatMap(({ Rows = [] }) => Rows) ?? []
  return (
    <Panel
      title={t`Skipped members`}
      text={t`The import was not undone for these members, because they were changed again later.`}
      actions={
        may(session, 'ReadAudience', clientId) && (
          <ExportButton clientId={clientId} exported={{ Kind: 'ImportVerdicts', ImportID: importId, Undoing }} />
        )
      }
    >
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data && rows.length === 0 && (
        <p className={css.quiet}>
          <Trans>Their names are no longer stored.</Trans>
        </p>
      )}
      {rows.length > 0 && (
        <Table heads={[t`Row`, t`Address`, t`Name`, t`Change by the import`, t`Later changes`]}>
          <VirtualRows rows={rows} columns={5} keyOf={({ Row }) => String(Row)}>
            {(row, props) => (
              <tr key={row.Row} {...props}>
                <RowCells of={row} />
                <td data-label={t`Change by the import`}>
                  <div>
                    <VerdictChip verdict={row.Verdict} />
                  </div>
                </td>
                <td data-label={t`Later changes`}>
                  {row.ChangedSince !== 'None' && i18n._(changeWords[row.ChangedSince])}
                </td>
              </tr>
            )}
          </VirtualRows>
        </Table>
      )}
      <More of={query} />
    </Panel>
  )
}
