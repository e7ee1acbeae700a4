/** Chooses an emoji by its name. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { emojis } from './emojis.ts'
import css from './tags.module.css'

export function EmojiPicker({
  onPick,
  onClose,
}: {
  readonly onPick: (emoji: string) => void
  readonly onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase()
  const found = emojis.filter(([, words]) => i18n._(words).toLocaleLowerCase().includes(wanted))
  return (
    <Dialog title={t`Insert an emoji`} onClose={onClose}>
      <div className={css.search}>
        <TextInput
          type="search"
          label={t`Search`}
          data-first
          leftSection={<Icon name="search" size={16} />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (found[0]) onPick(found[0][0])
          }}
        />
        <ul className={css.emojis} aria-label={t`Emojis`}>
          {found.map(([emoji, words]) => (
            <li key={emoji}>
              <button type="button" aria-label={i18n._(words)} title={i18n._(words)} onClick={() => onPick(emoji)}>
                {emoji}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p role="status">
            <Trans>No emoji has this name.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}
