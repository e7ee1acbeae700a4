/** The command palette: every place, client and command by its name. A combobox with a list (WAI-ARIA APG, combobox pattern). */

import { Trans, useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { may, selectAccount, signOut, useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { useClientAtHand, useClients } from './client-at-hand.ts'
import { useAccountPlaces, useClientPlaces, useGeneralPlaces } from './open-places.ts'
import css from './palette.module.css'
import { useFoundContacts } from './palette-contacts.ts'
import type { Place } from './places.ts'

interface Command {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** The kind of the place, or the client it belongs to. */
  readonly of?: string | undefined
  /** Words that find it, besides its label. */
  readonly words: string
  readonly run: () => void
}

const mostShown = 8

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const commands = useCommands()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const contacts = useContacts(text)
  const found = [...findCommands(commands, text), ...contacts]
  const current = found[Math.min(chosen, found.length - 1)]
  const optionId = ({ id }: Command) => `${listId}-${id}`

  function run(command: Command | undefined) {
    if (!command) return
    onClose()
    command.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % Math.max(found.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(current)
    }
  }

  return (
    <Dialog title={t`Go to`} onClose={onClose} isBare>
      <div className={css.field}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          aria-label={t`Go to`}
          placeholder={t`Search pages, clients, contacts and commands`}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t`Pages, clients, contacts and commands`} className={css.list}>
        {found.map(command => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is the field's
          <div
            key={command.id}
            id={optionId(command)}
            role="option"
            tabIndex={-1}
            aria-selected={command === current}
            className={css.option}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span>{command.label}</span>
            {command.of !== undefined && <small>{command.of}</small>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={css.none} role="status">
          <Trans>No results.</Trans>
        </p>
      )}
    </Dialog>
  )
}

/** The commands that contain all words; labels that begin with the text come first. */
function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.trim().toLocaleLowerCase()
  const words = wanted.split(/\s+/)
  const found = commands.filter(({ label, of: owner = '', words: more }) => {
    const all = `${label} ${owner} ${more}`.toLocaleLowerCase()
    return words.every(word => all.includes(word))
  })
  const isFirst = ({ label }: Command) => (label.toLocaleLowerCase().startsWith(wanted) ? 0 : 1)
  return found.toSorted((one, other) => isFirst(one) - isFirst(other)).slice(0, mostShown)
}

/** Of the client at hand. */
function useContacts(text: string): readonly Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const session = useSession()
  const clientId = useClientAtHand()?.ClientID
  const found = useFoundContacts(may(session, 'ReadAudience', clientId) ? clientId : undefined, text)
  return found.map(({ EmailAddress = '', Name = '' }, n) => ({
    id: `contact-${n}`,
    label: EmailAddress,
    icon: 'person',
    of: Name || t`Contact`,
    words: '',
    run: () =>
      void navigate({
        to: '/clients/$clientId/contact',
        params: { clientId: clientId ?? '' },
        search: { address: EmailAddress },
      }),
  }))
}

function useCommands(): readonly Command[] {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const session = useSession()
  const clients = useClients()
  const client = useClientAtHand()
  const { setColorScheme } = useMantineColorScheme()

  const place = ({ label, icon, path, operations }: Place, to: string, owner?: string): Command => ({
    id: to,
    label: i18n._(label),
    icon,
    of: owner,
    words: `${path} ${operations.join(' ')}`,
    run: () => void navigate({ to }),
  })
  const ofClient = useClientPlaces(client)
  const otherAccounts = (session.Accounts ?? []).filter(({ Selected }) => !Selected)
  const general = useGeneralPlaces()
  const ofAccount = useAccountPlaces()
  return [
    ...general.map(one => place(one, one.path)),
    ...ofClient.map(one => place(one, `/clients/${client?.ClientID}${one.path}`, client?.Name)),
    ...ofAccount.map(one => place(one, one.path)),
    ...clients.map(({ ClientID = '', Name = '' }) => ({
      id: `client-${ClientID}`,
      label: Name,
      icon: 'people' as const,
      of: t`Client`,
      words: '',
      run: () => void navigate({ to: '/clients/$clientId', params: { clientId: ClientID } }),
    })),
    {
      id: 'profile',
      label: t`My profile`,
      icon: 'person',
      words: 'profile password factor sessions',
      run: () => void navigate({ to: '/profile/$section', params: { section: 'me' } }),
    },
    ...otherAccounts.map(({ AccountID = '', Name = '' }) => ({
      id: `account-${AccountID}`,
      label: Name,
      icon: 'people' as const,
      of: t`Account`,
      words: 'account',
      run: () => void selectAccount(AccountID),
    })),
    { id: 'light', label: t`Light colours`, icon: 'sun', words: 'light theme', run: () => setColorScheme('light') },
    { id: 'dark', label: t`Dark colours`, icon: 'moon', words: 'dark theme', run: () => setColorScheme('dark') },
    { id: 'exit', label: t`Sign out`, icon: 'exit', words: 'logout', run: () => void signOut() },
  ]
}
