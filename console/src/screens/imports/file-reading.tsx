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
      title={t`How the file is read`}
      text={t`Another answer has the file read again, and its columns guessed anew.`}
    >
      <Refused error={error} />
      <details open={isGuess}>
        <summary className={own.summary}>
          {isGuess ? <Trans>Look whether this is right</Trans> : <Trans>Letters and header</Trans>}
        </summary>
        <div className={own.questions}>
          {Encodings.length > 0 && (
            <NativeSelect
              label={t`Its letters are written in`}
              description={t`Choose the one in which names look right.`}
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
              label={parts.length > 1 ? t`The header of ${PartName} is` : t`The header is`}
              value={String(HeaderRow)}
              onChange={event => readAgain({ HeaderRows: [{ Part, Row: Number(event.currentTarget.value) }] })}
              data={[
                { value: '0', label: t`nowhere: the first line is a person` },
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
