/** The places of the client at hand in groups, and those of the account. What is rarely needed is folded away, and stays open once opened. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isOnAccount, useSession } from '../session/session.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import layout from '../ui/layout.module.css'
import { useClientAtHand } from './client-at-hand.ts'
import { isFolded, rememberFolded } from './folded-groups.ts'
import { useAccountPlaces, useClientPlaces, useGeneralPlaces } from './open-places.ts'
import { type ClientGroup, groupLabels, type Place } from './places.ts'
import css from './shell.module.css'

/** Groups that begin folded. */
const foldedGroups: readonly ClientGroup[] = ['files', 'settings']

/** A place with its address. */
interface Entry {
  readonly place: Place
  readonly to: string
}

export function Navigation() {
  const session = useSession()
  const client = useClientAtHand()
  const general = useGeneralPlaces().map((place): Entry => ({ place, to: place.path }))
  const ofClient = useClientPlaces(client).map((place): Entry => {
    return { place, to: `/clients/${client?.ClientID}${place.path}` }
  })
  const ofAccount = useAccountPlaces().map((place): Entry => ({ place, to: place.path }))
  const groups = Object.keys(groupLabels) as ClientGroup[] // its own keys
  return (
    <>
      {general.length > 0 && <Entries of={general} className={layout.top12} />}
      {groups.map(group => {
        const entries = ofClient.filter(({ place }) => place.group === group)
        if (entries.length === 0) return null
        const label = groupLabels[group]
        return foldedGroups.includes(group) ? (
          <FoldedGroup key={group} name={group} label={label} icon={foldedIcons[group]} entries={entries} />
        ) : (
          <Group key={group} label={label} entries={entries} />
        )
      })}
      {ofAccount.length > 0 && (
        <div className={css.account}>
          <FoldedGroup
            name="account"
            label={isOnAccount(session) ? msg`Account settings` : msg`More`}
            icon="settings"
            entries={ofAccount}
          />
        </div>
      )}
    </>
  )
}

const foldedIcons: Readonly<Partial<Record<ClientGroup, IconName>>> = { files: 'import', settings: 'settings' }

function Group({ label, entries }: { readonly label: MessageDescriptor; readonly entries: readonly Entry[] }) {
  const { i18n } = useLingui()
  return (
    <>
      <h2 className={css.groupTitle}>{i18n._(label)}</h2>
      <Entries of={entries} />
    </>
  )
}

function FoldedGroup({
  name,
  label,
  icon = 'settings',
  entries,
}: {
  readonly name: ClientGroup | 'account'
  readonly label: MessageDescriptor
  readonly icon?: IconName | undefined
  readonly entries: readonly Entry[]
}) {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(() => !isFolded(name))
  const hasShown = entries.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  const group = useRef<HTMLDetailsElement>(null)
  // the place that is shown is in sight, wherever one came from
  useEffect(() => {
    if (hasShown) setOpen(true)
  }, [hasShown])
  useEffect(() => {
    if (hasShown && isOpen) group.current?.querySelector('[data-status=active]')?.scrollIntoView({ block: 'nearest' })
  }, [hasShown, isOpen])
  return (
    <details className={css.folded} open={isOpen} ref={group}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed by nature */}
      <summary
        className={css.place}
        onClick={event => {
          event.preventDefault()
          rememberFolded(name, isOpen)
          setOpen(!isOpen)
        }}
      >
        <Icon name={icon} />
        <span className={css.grow}>{i18n._(label)}</span>
        <Icon name="chevron" size={16} />
      </summary>
      <Entries of={entries} />
    </details>
  )
}

function Entries({
  of: entries,
  className = '',
}: {
  readonly of: readonly Entry[]
  readonly className?: string | undefined
}) {
  return (
    <ul className={`${css.group} ${className}`}>
      {entries.map(({ place, to }) => (
        <Item key={to} place={place} to={to} />
      ))}
    </ul>
  )
}

/** Addresses that begin those of other places. */
const isExactly = ({ path }: Place) => path === '' || path === '/' || path === '/clients'

function Item({ place, to }: Entry) {
  const { i18n } = useLingui()
  return (
    <li>
      <Link to={to} className={css.place} activeOptions={{ exact: isExactly(place), includeSearch: false }}>
        <Icon name={place.icon} />
        {i18n._(place.label)}
      </Link>
    </li>
  )
}
