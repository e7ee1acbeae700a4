/** The cells of a row that all tables of an import share: its line in the file, its address, and its verdict. */
import { useLingui } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { number } from '../../lib/format.ts'
import { StateWordChip } from '../../ui/page.tsx'
import { verdictWords } from './states.ts'

export type JudgedRow = NonNullable<ValueOf<'Import.GetVerdicts'>['Rows']>[number]

/** The first three cells of a row, under the heads Row, Address and Name. */
export function RowCells({ of: { Row, EmailAddress, Name } }: { readonly of: JudgedRow }) {
  const { t } = useLingui()
  return (
    <>
      <td data-label={t`Row`}>{number(Row)}</td>
      <td data-label={t`Address`}>
        <bdi>{EmailAddress || '–'}</bdi>
      </td>
      <td data-label={t`Name`}>
        <bdi>{Name || '–'}</bdi>
      </td>
    </>
  )
}

export function VerdictChip({ verdict }: { readonly verdict: JudgedRow['Verdict'] }) {
  return <StateWordChip of={verdictWords[verdict]} />
}
