/** What the words of a state column mean. A row with a word that is not known is refused, never read as active. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { AddWord } from './add-word.tsx'
import { type Changes, type Mapping, wordsInSamples } from './columns.ts'
import own from './imports.module.css'
import { rowStates } from './targets.ts'

export function Words({
  mapping,
  onChange,
}: {
  readonly mapping: Mapping
  readonly onChange: (changes: Changes) => void
}) {
  const { t } = useLingui()
  const [added, setAdded] = useState<readonly string[]>([])
  const met = [...new Set([...wordsInSamples(mapping), ...added])]
  const known = (mapping.Words ?? []).map(({ Word = '' }) => Word)
  const others = known.filter(word => !met.includes(word))
  return (
    <Panel
      title={t`Words of the state column`}
      text={t`A row with an unknown word is refused and never imported as active.`}
    >
      <WordTable mapping={mapping} words={met} onChange={onChange} />
      <AddWord onAdd={word => setAdded([...added, word])} />
      {others.length > 0 && (
        <details className={own.more}>
          <summary>
            <Trans>Other known words</Trans>
          </summary>
          <WordTable mapping={mapping} words={others} onChange={onChange} />
        </details>
      )}
    </Panel>
  )
}

function WordTable({
  mapping: { Words: known = [] },
  words,
  onChange,
}: {
  readonly mapping: Mapping
  readonly words: readonly string[]
  readonly onChange: (changes: Changes) => void
}) {
  const { t, i18n } = useLingui()
  if (words.length === 0) return null
  return (
    <Table heads={[t`Word`, t`Meaning`]}>
      {words.map(word => {
        const state = known.find(({ Word }) => Word === word)?.State ?? ''
        return (
          <tr key={word}>
            <td>
              <bdi>{word}</bdi>
            </td>
            <td data-label={t`Meaning`} className={own.target}>
              <NativeSelect
                aria-label={t`Meaning of ${word}`}
                value={state}
                onChange={event => onChange({ Words: [{ Word: word, State: event.currentTarget.value }] })}
                data={[
                  ...(state === '' ? [{ value: '', label: t`unknown: refused` }] : []),
                  ...Object.entries(rowStates).map(([value, label]) => ({ value, label: i18n._(label) })),
                ]}
              />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
