/** How the file was read, where that was a guess: the letters of its texts, and the line of its header. Another answer has it read again. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { Changes, Mapping } from './columns.ts'
import { move } from './import-query.ts'
import own from './imports.module.css'

/** Cells of a line that are shown of it. */
const mostCells = 4

export function FileReading({
  named,
  mapping,
}: {
  readonly named: { readonly ClientID: string; readonly ImportID: string }
  readonly mapping: Mapping
}) {
  const { t } = useLingui()
  const { Encoding = '', Encodings = [], Parts = [] } = mapping
  const { mutate: readAgain, error } = useMutation({
    mutationFn: (changes: Changes) => move(() => call('Import.SetMapping', { ...named, ...changes })),
  })
  const parts = Parts.filter(({ FirstLines = [] }) => FirstLines.length > 1)
  if (Encodings.length === 0 && parts.length === 0) return null
  const isGuess = Encodings.length > 0 || parts.some(({ HeaderRow }) => HeaderRow > 1)
  return (
    <Panel
      title={t`File format`}
      text={t`If you change this, the file is read again and its columns are matched again.`}
    >
      <Refused error={error} />
      <details open={isGuess}>
        <summary className={own.summary}>
          {isGuess ? <Trans>Check whether this is right</Trans> : <Trans>Encoding and header</Trans>}
        </summary>
        <div className={own.questions}>
          {Encodings.length > 0 && (
            <NativeSelect
              label={t`Character encoding`}
              description={t`Choose the one that shows names correctly.`}
              value={Encoding}
              onChange={event => readAgain({ Encoding: event.currentTarget.value })}
              data={Encodings.map(({ Encoding: value = '', Samples = [] }) => ({
                value,
                label: `${value}: ${Samples.join(' · ')}`,
              }))}
            />
          )}
          {parts.map(({ Part, PartName = '', HeaderRow, FirstLines = [] }) => (
            <NativeSelect
              key={Part}
              label={parts.length > 1 ? t`Header of ${PartName}` : t`Header`}
              value={String(HeaderRow)}
              onChange={event => readAgain({ HeaderRows: [{ Part, Row: Number(event.currentTarget.value) }] })}
              data={[
                { value: '0', label: t`none: the first line is a person` },
                ...FirstLines.map(({ Line, Cells = [] }) => {
                  const cells = Cells.filter(cell => cell !== '')
                    .slice(0, mostCells)
                    .join(' · ')
                  return { value: String(Line), label: t`line ${Line}: ${cells}` }
                }),
              ]}
            />
          ))}
        </div>
      </details>
    </Panel>
  )
}
