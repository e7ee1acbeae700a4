/** Chooses the columns of the table. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { css as page } from '../../ui/page.tsx'
import type { Field } from '../lists/fields-query.ts'
import { fieldColumn, usualColumns } from './columns.ts'
import css from './filters.module.css'

export const columnLabels: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  list: msg`Lists`,
  tags: msg`Tags`,
  state: msg`State`,
  stateDate: msg`State since`,
  joined: msg`Joined`,
}

export function ColumnChoice({
  columns,
  onChange,
  fields,
}: {
  readonly columns: readonly string[]
  readonly onChange: (column: string, isShown: boolean) => void
  readonly fields: readonly Field[]
}) {
  const { t, i18n } = useLingui()
  return (
    <DialogButton
      variant="default"
      size="compact-sm"
      dialog={close => (
        <Dialog title={t`Columns`} onClose={close}>
          <div className={css.choices}>
            {usualColumns.map(column => (
              <Check
                key={column}
                label={i18n._(columnLabels[column]!)} // each of them has one
                checked={columns.includes(column)}
                onChange={isShown => onChange(column, isShown)}
              />
            ))}
            {fields.map(({ Key = '', FieldName = '' }) => (
              <Check
                key={Key}
                label={FieldName}
                checked={columns.includes(fieldColumn(Key))}
                onChange={isShown => onChange(fieldColumn(Key), isShown)}
              />
            ))}
          </div>
          <p className={`${page.quiet} ${page.small}`}>
            <Trans>The choice is stored in this browser.</Trans>
          </p>
        </Dialog>
      )}
    >
      <Trans>Columns</Trans>
    </DialogButton>
  )
}
