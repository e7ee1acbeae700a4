/** The field by which a tag is added: one of the client's tags is completed as it is typed, another name is created. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { read } from '../../api/call.ts'
import type { Tag } from './tag-chip.tsx'
import css from './tags.module.css'

export const longestTag = 60

const none: readonly Tag[] = []

export function useTags(clientId: string): readonly Tag[] {
  return useQuery(read('Tag.List', { ClientID: clientId })).data ?? none
}

/** Names of tags are compared without case. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().normalize('NFC').toLowerCase() === other.trim().normalize('NFC').toLowerCase()
}

export function TagInput({
  clientId,
  mayCreate,
  isBusy,
  onAdd,
}: {
  readonly clientId: string
  readonly mayCreate: boolean
  readonly isBusy: boolean
  /** @param name of the client's tag with it, otherwise of a new one */
  readonly onAdd: (name: string) => void
}) {
  const { t } = useLingui()
  const id = useId()
  const tags = useTags(clientId)
  const [text, setText] = useState('')
  const known = tags.some(({ Name = '' }) => isSameName(Name, text))
  const isEmpty = text.trim() === ''
  function submit(event: FormEvent) {
    event.preventDefault()
    // it may be inside a form of a screen
    event.stopPropagation()
    if (isEmpty || isBusy || (!known && !mayCreate)) return
    onAdd(text.trim())
    setText('')
  }
  return (
    <form className={css.picker} onSubmit={submit}>
      <TextInput
        label={t`Contact tag`}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        list={id}
        maxLength={longestTag}
        autoComplete="off"
        dir="auto"
        error={!isEmpty && !known && !mayCreate ? t`The client has no such tag.` : undefined}
      />
      <datalist id={id}>
        {tags.map(({ TagID, Name }) => (
          <option key={TagID} value={Name} />
        ))}
      </datalist>
      <Button type="submit" variant="default" loading={isBusy} disabled={isEmpty || (!known && !mayCreate)}>
        {isEmpty || known ? <Trans>Add the tag</Trans> : <Trans>Create and add the tag</Trans>}
      </Button>
    </form>
  )
}
