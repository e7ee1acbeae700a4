/** The parts of a file: the files of a ZIP, the sheets of a workbook. Each may say what state its people have. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Changes, Mapping } from './columns.ts'
import own from './imports.module.css'
import { rowStates } from './targets.ts'

export function Parts({
  mapping: { Parts: parts = [] },
  onChange,
}: {
  readonly mapping: Mapping
  readonly onChange: (changes: Changes) => void
}) {
  const { t, i18n } = useLingui()
  // of a single table the rows say it
  if (parts.length < 2 && parts.every(({ State = '' }) => State === '')) return null
  return (
    <Panel title={t`Parts of the file`} text={t`The state of its people, if the part contains it.`}>
      <Table heads={[t`Part`, t`State of its people`]}>
        {parts.map(({ Part, PartName = '', State = '' }) => (
          <tr key={Part}>
            <td>
              <bdi>{PartName || Part}</bdi>
            </td>
            <td data-label={t`State of its people`} className={own.target}>
              <NativeSelect
                aria-label={t`State of the people of ${PartName}`}
                value={State}
                onChange={event => onChange({ PartStates: [{ Part, State: event.currentTarget.value }] })}
                data={[
                  { value: '', label: t`according to each row` },
                  ...Object.entries(rowStates).map(([value, label]) => ({ value, label: i18n._(label) })),
                ]}
              />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
