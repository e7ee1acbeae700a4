/** What values an import would lose, by column: how many, why, and some of them. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listOf, number } from '../../lib/format.ts'
import { css, Note } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Import } from './states.ts'

type Loss = NonNullable<Import['Losses']>[number]
export type LossReason = NonNullable<Loss['Reasons']>[number]['Reason']

export const lossReasons: Readonly<Record<LossReason, MessageDescriptor>> = {
  Other: msg`its field cannot hold it`,
  NoDate: msg`no date`,
  OtherDateOrder: msg`a date in another order`,
  DateTooEarly: msg`before 1990`,
  NoNumber: msg`no number`,
  OtherDecimalSign: msg`a number with another decimal sign`,
  NoOption: msg`no option of the field`,
  NoMobileNumber: msg`no mobile number with its country`,
  TooLong: msg`too long`,
  Unreadable: msg`characters that cannot be kept`,
  NoField: msg`the field is gone`,
  NoFieldLeft: msg`the list can have no further field`,
  NoColumn: msg`behind the last column`,
}

/** Nothing where nothing is lost. */
export function Losses({ of: { ValuesLost, Losses: losses = [] } }: { readonly of: Import }) {
  const { t, i18n } = useLingui()
  if (ValuesLost === 0) return null
  return (
    <Note tone="warn">
      <p>
        <strong>
          <Plural
            value={ValuesLost}
            one="# value of the file would be lost: its row is imported without it."
            other="# values of the file would be lost: their rows are imported without them."
          />
        </strong>
      </p>
      <Table heads={[t`Column`, t`Values lost`, t`Why`, t`Such as`]}>
        {losses.map(({ Column = '', Values, Reasons = [], Examples = [] }) => (
          <tr key={Column}>
            <td>
              <strong>
                <bdi>{Column}</bdi>
              </strong>
            </td>
            <td data-label={t`Values lost`}>{number(Values)}</td>
            <td data-label={t`Why`}>
              {listOf(Reasons.map(({ Reason, Values: count }) => `${i18n._(lossReasons[Reason])} (${number(count)})`))}
            </td>
            <td data-label={t`Such as`} className={css.quiet}>
              <div>
                {Examples.map(({ Row, Value = '' }) => (
                  <div key={Row}>
                    <Trans>
                      Row {number(Row)}: <bdi>{Value}</bdi>
                    </Trans>
                  </div>
                ))}
              </div>
            </td>
          </tr>
        ))}
      </Table>
    </Note>
  )
}
