/** Which account and client one works on. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { Refused } from '../ui/refused.tsx'
import { AccountChoice } from './account-choice.tsx'
import { useClientAtHand, useClients } from './client-at-hand.ts'
import { closeSheet, Sheet } from './sheet.tsx'
import css from './shell.module.css'

const id = 'client-switcher'
/** More are found by typing. */
const mostShown = 50

export function ClientSwitcher() {
  const { t } = useLingui()
  const session = useSession()
  const clients = useClients()
  const client = useClientAtHand()
  const [filter, setFilter] = useState('')
  const [error, setError] = useState<unknown>()
  const wanted = filter.trim().toLocaleLowerCase()
  const found = clients.filter(({ Name = '' }) => Name.toLocaleLowerCase().includes(wanted))
  function open() {
    setFilter('')
    setError(undefined)
  }
  return (
    <>
      <button type="button" className={css.switcher} popoverTarget={id} aria-haspopup="dialog">
        <span>
          <b>{client?.Name ?? t`Choose a client`}</b>
          <small>{session.AccountName}</small>
        </span>
        <Icon name="chevron" size={16} />
      </button>
      <Sheet id={id} label={t`Choose a client`} className={css.switcherSheet} onOpen={open}>
        <input
          className={css.filter}
          type="search"
          aria-label={t`Find a client`}
          placeholder={t`Find a client`}
          value={filter}
          onChange={event => setFilter(event.currentTarget.value)}
        />
        {found.slice(0, mostShown).map(({ ClientID = '', Name }) => (
          <Link
            key={ClientID}
            to="/clients/$clientId"
            params={{ clientId: ClientID }}
            className={css.item}
            aria-current={ClientID === client?.ClientID ? 'true' : undefined}
            onClick={() => closeSheet(id)}
          >
            {Name}
          </Link>
        ))}
        {found.length === 0 && (
          <p className={css.who}>
            <small>
              {clients.length === 0 ? <Trans>No clients yet.</Trans> : <Trans>No client has this name.</Trans>}
            </small>
          </p>
        )}
        <hr />
        <Link to="/clients" className={css.item} onClick={() => closeSheet(id)}>
          <Icon name="people" />
          <Trans>All clients</Trans>
        </Link>
        <AccountChoice session={session} onError={setError} />
        <Refused error={error} />
      </Sheet>
    </>
  )
}
