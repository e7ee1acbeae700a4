/** The columns of a file: header, first values, and what each becomes. A field that is missing is made here. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryClient } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { css, Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { typeLabels } from '../lists/field-types.ts'
import { type Field, fieldsQuery } from '../lists/fields-query.ts'
import { NewFieldForm } from '../lists/new-field.tsx'
import {
  type CellReading,
  type ColumnRow,
  columnRows,
  fieldChoice,
  fieldOf,
  isNewChoice,
  isOpen,
  type Mapping,
  newChoice,
  newTypes,
} from './columns.ts'
import own from './imports.module.css'
import { dateOrders, decimalSigns, targetGroups } from './targets.ts'

export interface ColumnTableProps {
  readonly listId: string
  readonly mapping: Mapping
  readonly onChange: (row: ColumnRow, choice: string) => void
  readonly onRead: (row: ColumnRow, reading: CellReading, value: string) => void
  /** Leaves out the columns that would become new fields. */
  readonly onLeaveOut: () => void
}

export function ColumnTable(props: ColumnTableProps) {
  const { t } = useLingui()
  const { listId, mapping, onChange, onLeaveOut } = props
  const [making, setMaking] = useState<ColumnRow | undefined>()
  const rows = useMemo(() => columnRows(mapping), [mapping])
  // those that are used, or could be
  const full = rows.filter(({ choice, sample }) => choice !== 'Ignore' || sample.length > 0)
  const empty = rows.filter(row => !full.includes(row))
  const made = rows.filter(({ choice }) => isNewChoice(choice)).length
  const choose = (row: ColumnRow, choice: string) => (choice === newField ? setMaking(row) : onChange(row, choice))
  function onMade(row: ColumnRow, name: string) {
    const fields = queryClient.getQueryData<readonly Field[]>(fieldsQuery(listId).queryKey) ?? []
    const field = fields.find(({ FieldName }) => FieldName === name.trim())
    if (field?.Key) onChange(row, fieldChoice(field.Key))
    setMaking(undefined)
  }
  return (
    <Panel
      title={t`Columns`}
      text={t`Choose what each column becomes. Columns that are skipped are not stored.`}
      actions={
        made > 0 && (
          <Button variant="default" size="compact-sm" onClick={onLeaveOut}>
            <Plural value={made} one="Skip # other column" other="Skip all # others" />
          </Button>
        )
      }
    >
      {made > 0 && (
        <p className={`${css.quiet} ${css.small}`}>
          <Plural
            value={made}
            one="# column matches no field of the list. It becomes a new field when you import."
            other="# columns match no field of the list. They become new fields when you import."
          />
        </p>
      )}
      <Rows {...props} rows={full} onChange={choose} />
      {empty.length > 0 && (
        <details className={own.more}>
          <summary>
            <Plural value={empty.length} one="# column without values" other="# columns without values" />
          </summary>
          <Rows {...props} rows={empty} onChange={choose} />
        </details>
      )}
      {making && (
        <Dialog title={t`New field`} onClose={() => setMaking(undefined)}>
          <NewFieldForm
            listId={listId}
            suggested={{ name: making.header, type: making.likelyType }}
            onMade={name => onMade(making, name)}
          />
        </Dialog>
      )}
    </Panel>
  )
}

/** The choice that opens the form of a field. */
const newField = 'new field'

function Rows({ listId, rows, onChange, onRead }: ColumnTableProps & { readonly rows: readonly ColumnRow[] }) {
  const { t, i18n } = useLingui()
  const { data: fields = [] } = useQuery(fieldsQuery(listId))
  const ofList = fields.map(({ Key = '', FieldName = '' }) => ({ value: fieldChoice(Key), label: FieldName }))
  // fields that are not read yet, or are gone: without an option the browser would show the first one, which is another choice
  const others = [...new Set(rows.map(({ choice }) => choice))].flatMap(choice => {
    const key = fieldOf(choice)
    return key === undefined || ofList.some(({ value }) => value === choice) ? [] : [{ value: choice, label: key }]
  })
  const choices = [
    ...targetGroups.map(({ label, targets }) => ({
      group: i18n._(label),
      items: Object.entries(targets).map(([value, name]) => ({ value, label: i18n._(name) })),
    })),
    {
      group: t`New field of the list`,
      items: newTypes.map(type => {
        const kind = i18n._(typeLabels[type])
        return { value: newChoice(type), label: t`New field: ${kind}` }
      }),
    },
    { group: t`Custom fields of the list`, items: [...ofList, ...others, { value: newField, label: t`New field …` }] },
  ]
  return (
    <Table heads={[t`Column of the file`, t`First values`, t`Import as`]}>
      {rows.map(row => {
        const name = row.header || t`Column ${row.number}`
        return (
          <tr key={row.key}>
            <td>
              <strong>
                <bdi>{name}</bdi>
              </strong>
            </td>
            <td data-label={t`First values`} className={css.quiet}>
              <Sample values={row.sample} />
            </td>
            <td data-label={t`Import as`} className={own.target}>
              <div>
                <NativeSelect
                  aria-label={t`Import ${name} as`}
                  value={row.choice}
                  onChange={event => onChange(row, event.currentTarget.value)}
                  data={choices}
                />
                {row.reading && (
                  <ReadAs
                    name={name}
                    reading={row.reading}
                    onChange={(reading, value) => onRead(row, reading, value)}
                  />
                )}
              </div>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** How the dates or numbers of a column are written: asked where its rows do not say it, or where it was said. */
function ReadAs({
  name,
  reading,
  onChange,
}: {
  readonly name: string
  readonly reading: CellReading
  readonly onChange: (reading: CellReading, value: string) => void
}) {
  const { t, i18n } = useLingui()
  const isDate = reading.kind === 'DateOrder'
  const isAsked = isOpen(reading)
  if (!isAsked && reading.chosen === 'auto' && !isDate) return null
  const answers = isDate ? dateOrders : decimalSigns
  return (
    <NativeSelect
      mt={4}
      size="xs"
      aria-label={isDate ? t`Date format of ${name}` : t`Number format of ${name}`}
      value={reading.chosen}
      error={isAsked ? t`The rows do not show it: choose.` : undefined}
      onChange={event => onChange(reading, event.currentTarget.value)}
      data={Object.entries(answers).map(([value, label]) => ({ value, label: i18n._(label) }))}
    />
  )
}

function Sample({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <Trans comment="a column of a file">empty</Trans>
  return (
    <div className={own.sample}>
      {values.map(value => (
        <bdi key={value}>{value}</bdi>
      ))}
    </div>
  )
}
