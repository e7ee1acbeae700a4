/** Who is signed in, in which account; language, colours, and the way out. */

import { Trans, useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { chooseLanguage, type Language, languages } from '../lib/languages.ts'
import { type Session, signOut, useSession } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import layout from '../ui/layout.module.css'
import { Refused } from '../ui/refused.tsx'
import { AccountChoice } from './account-choice.tsx'
import { closeSheet, Sheet } from './sheet.tsx'
import css from './shell.module.css'

const id = 'profile-menu'

export function ProfileMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const [error, setError] = useState<unknown>()
  const { Name = '', EmailAddress, Username } = session
  const initials = initialsOf(Name)
  const attempt = (work: Promise<unknown>) => void work.catch(setError)
  const close = () => closeSheet(id)
  return (
    <>
      <button
        type="button"
        className={css.profile}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={t`${initials}, profile of ${Name}`}
      >
        {initials}
      </button>
      <Sheet id={id} label={t`Profile`} className={css.profileSheet} onOpen={() => setError(undefined)}>
        <p className={css.who}>
          <b>{Name}</b>
          <small>{EmailAddress || Username}</small>
        </p>
        <Refused error={error} />
        <Link to="/profile/$section" params={{ section: 'me' }} className={css.item} onClick={close}>
          <Icon name="person" />
          <Trans>My profile</Trans>
        </Link>
        <button
          type="button"
          className={css.item}
          onClick={() => {
            close()
            onShortcuts()
          }}
        >
          <Icon name="info" />
          <Trans>Keyboard</Trans>
        </button>
        <AccountChoice session={session} onError={setError} />
        <hr />
        <Colours />
        <LanguageChoice session={session} />
        <hr />
        <button type="button" className={css.item} onClick={() => attempt(signOut())}>
          <Icon name="exit" />
          <Trans>Sign out</Trans>
        </button>
      </Sheet>
    </>
  )
}

function Colours() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = [
    ['light', 'sun', t`Light`],
    ['dark', 'moon', t`Dark`],
    ['auto', 'settings', t`System`],
  ] as const
  return (
    <fieldset className={`${css.choices} ${layout.bare}`} aria-label={t`Colours`}>
      {choices.map(([scheme, icon, label]) => (
        <button
          key={scheme}
          type="button"
          className={css.item}
          aria-pressed={colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon name={icon} size={16} />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function LanguageChoice({ session }: { readonly session: Session }) {
  const { t, i18n } = useLingui()
  async function choose(language: Language) {
    await chooseLanguage(language)
    // a login of a client has no language of its own
    if (session.Kind === 'Person' && language !== 'pseudo') await call('Person.SetPreferences', { Language: language })
  }
  return (
    <label className={css.item}>
      <Icon name="globe" />
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={event => void choose(event.currentTarget.value as Language)} // the options below
        className={layout.bareChoice}
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Of the first and the last word; characters that are pairs of code units stay whole. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends
    .map(word => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
