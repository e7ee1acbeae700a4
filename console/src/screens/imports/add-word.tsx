/** A word that occurs in the file after the rows that are shown. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import layout from '../../ui/layout.module.css'
import { css } from '../../ui/page.tsx'

export function AddWord({ onAdd }: { readonly onAdd: (word: string) => void }) {
  const { t } = useLingui()
  const [word, setWord] = useState('')
  function add(event: FormEvent) {
    event.preventDefault()
    const text = word.trim().toLowerCase()
    if (text === '') return
    onAdd(text)
    setWord('')
  }
  return (
    <form className={`${css.actions} ${layout.top12}`} onSubmit={add}>
      <TextInput
        aria-label={t`Another word`}
        placeholder={t`Another word`}
        value={word}
        onChange={event => setWord(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      <Button type="submit" variant="default">
        <Trans>Add the word</Trans>
      </Button>
    </form>
  )
}
