/** The rows of an import with one verdict, or all, page by page, each with its reason. */
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as codes from '../../api/codes.ts'
import { readPages } from '../../api/pages.ts'
import { whatOfCode } from '../../api/refusals.ts'
import { listOf, number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { may, useSession } from '../../session/session.ts'
import { More } from '../../ui/more.tsx'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { reasonOf } from '../audience-search.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { reasonLabels } from '../suppression/reasons.ts'
import { lossReasons } from './lost-values.tsx'
import { type JudgedRow, RowCells, VerdictChip } from './row-cells.tsx'
import type { Verdict } from './search.ts'
import { verdictWords } from './states.ts'

export interface VerdictRowsProps {
  readonly clientId: string
  readonly importId: string
  /** Undefined for all. */
  readonly verdict: Verdict | undefined
}

export function VerdictRows({ clientId, importId, verdict }: VerdictRowsProps) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const query = useInfiniteQuery({
    ...readPages('Import.GetVerdicts', { ClientID: clientId, ImportID: importId, Verdict: verdict ?? '' }),
    enabled: isShort,
  })
  const { data, error, isPending } = query
  const rows = data?.pages.flatMap(({ Rows = [] }) => Rows) ?? []
  const all = (
    <Link to="/clients/$clientId/imports/$importId" params={{ clientId, importId }} search={{}} resetScroll={false}>
      <Trans>All rows</Trans>
    </Link>
  )
  return (
    <Panel
      title={verdict === undefined ? t`Rows` : t`Rows: ${i18n._(verdictWords[verdict].label)}`}
      text={verdict && i18n._(verdictWords[verdict].meaning)}
      actions={
        <>
          {verdict && all}
          {may(session, 'ReadAudience', clientId) && (
            <ExportButton
              clientId={clientId}
              exported={{ Kind: 'ImportVerdicts', ImportID: importId }}
              narrowed={verdict && t`The file contains the rows of all results, not only those shown.`}
            />
          )}
        </>
      }
    >
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data && rows.length === 0 && (
        <p className={css.quiet}>
          <Trans>The rows are no longer stored, or none has this result.</Trans>
        </p>
      )}
      {rows.length > 0 && (
        <Table heads={[t`Row`, t`Address`, t`Name`, t`Result`]}>
          <VirtualRows rows={rows} columns={4} keyOf={({ Row }) => String(Row)}>
            {(row, props) => (
              <tr key={row.Row} {...props}>
                <RowCells of={row} />
                <td data-label={t`Result`}>
                  <div>
                    <VerdictChip verdict={row.Verdict} />
                    <VerdictReason of={row} />
                  </div>
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

/** Of a row with the code InvalidParameter: its state is no known word, or it has more cells than columns. */
const wrongRow = msg`Its state is an unknown word, or it has more cells than columns.`

/** What is lost of a row; of rows that an earlier version judged the columns alone. */
function lostOf(i18n: I18n, { ValuesDropped = [], Losses = [] }: JudgedRow): readonly string[] {
  if (Losses.length === 0) return ValuesDropped
  return Losses.map(({ Column = '', Value = '', Reason }) => `${Column} “${Value}” (${i18n._(lossReasons[Reason])})`)
}

function VerdictReason({ of: row }: { readonly of: JudgedRow }) {
  const { Verdict, Reason = '', Code, DuplicateOf, Proposal = '' } = row
  const { t, i18n } = useLingui()
  const suppressed = reasonOf(Reason.charAt(0).toUpperCase() + Reason.slice(1))
  const reasons: ReactNode[] = []
  if (Verdict === 'Refused') {
    const what = Code === codes.InvalidParameter ? wrongRow : whatOfCode(Code)
    reasons.push(what === undefined ? Reason : i18n._(what))
  } else if (Verdict === 'Updated' && Reason !== '') reasons.push(listOf(Reason.split(', ')))
  else if (suppressed) reasons.push(i18n._(reasonLabels[suppressed]))
  if (DuplicateOf > 0) reasons.push(t`Row ${number(DuplicateOf)} is used.`)
  if (Proposal !== '') reasons.push(t`Probably ${Proposal}`)
  const lost = lostOf(i18n, row)
  if (lost.length > 0) reasons.push(t`Skipped: ${listOf(lost)}`)
  if (reasons.length === 0) return null
  return (
    <div className={`${css.quiet} ${css.small}`}>
      {reasons.map((reason, n) => (
        // the order is always the same
        <div key={n}>{reason}</div>
      ))}
    </div>
  )
}
