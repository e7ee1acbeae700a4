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
  Other: msg`the field does not accept it`,
  NoDate: msg`not a date`,
  OtherDateOrder: msg`a date in another order`,
  DateTooEarly: msg`before 1990`,
  NoNumber: msg`not a number`,
  OtherDecimalSign: msg`a number with another decimal sign`,
  NoOption: msg`not an option of the field`,
  NoMobileNumber: msg`not a mobile number with country code`,
  TooLong: msg`too long`,
  Unreadable: msg`characters that cannot be stored`,
  NoField: msg`the field no longer exists`,
  NoFieldLeft: msg`the list has reached its maximum number of fields`,
  NoColumn: msg`after the last column`,
  NoAnswer: msg`neither yes nor no`,
  NotAsked: msg`the list does not ask for it`,
  ConsentRefused: msg`declined on record or in another row`,
}

/** Nothing where nothing is lost. */
export function LostValues({ of: { ValuesLost, Losses: losses = [] } }: { readonly of: Import }) {
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
      <Table heads={[t`Column`, t`Lost values`, t`Why`, t`Examples`]}>
        {losses.map(({ Column = '', Values, Reasons = [], Examples = [] }) => (
          <tr key={Column}>
            <td>
              <strong>
                <bdi>{Column}</bdi>
              </strong>
            </td>
            <td data-label={t`Lost values`}>{number(Values)}</td>
            <td data-label={t`Why`}>
              {listOf(Reasons.map(({ Reason, Values: count }) => `${i18n._(lossReasons[Reason])} (${number(count)})`))}
            </td>
            <td data-label={t`Examples`} className={css.quiet}>
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
