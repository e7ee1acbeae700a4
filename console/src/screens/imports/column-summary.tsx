/** What the columns become, in the review: they may have been recognised without a question. */
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { typeLabels } from '../lists/field-types.ts'
import { fieldsQuery } from '../lists/fields-query.ts'
import { columnRows, fieldChoice, isInName, isNewChoice, newChoice, newTypes } from './columns.ts'
import own from './imports.module.css'
import type { ImportProps } from './mapping.tsx'
import { targetGroups } from './targets.ts'

export function ColumnSummary({ clientId, of: { ImportID = '', ListID = '' } }: ImportProps) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(read('Import.GetMapping', { ClientID: clientId, ImportID }))
  const { data: fields = [] } = useQuery(fieldsQuery(ListID))
  if (!data) return null
  const rows = columnRows(data).filter(({ choice, sample }) => choice !== 'Ignore' || sample.length > 0)
  const inName = rows.filter(({ members }) => members.every(column => isInName(data, column)))
  const used = rows.filter(({ choice }) => choice !== 'Ignore').length
  function labelOf(choice: string): string {
    const type = isNewChoice(choice) ? newTypes.find(one => newChoice(one) === choice) : undefined
    if (type) {
      const kind = i18n._(typeLabels[type])
      return t`New field: ${kind}`
    }
    const target = targetGroups.map(({ targets }) => targets[choice]).find(found => found !== undefined)
    if (target) return i18n._(target)
    return fields.find(({ Key = '' }) => fieldChoice(Key) === choice)?.FieldName ?? choice.replace(/^Field:/, '')
  }
  return (
    <details className={own.more}>
      <summary>
        <Plural value={used} one="# column is imported" other="# columns are imported" />
      </summary>
      <Facts>
        {rows.map(row => (
          <Fact key={row.key} name={row.header || t`Column ${row.number}`}>
            {inName.includes(row) ? t`Part of the name` : labelOf(row.choice)}
          </Fact>
        ))}
      </Facts>
    </details>
  )
}
