import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import layout from '../ui/layout.module.css'
import { useClientAtHand } from './client-at-hand.ts'
import { useClientPlaces } from './open-places.ts'
import { accountPlaces, clientsPlace, homePlace, isOpenTo, type Place } from './places.ts'
import css from './shell.module.css'

export function Navigation() {
  const session = useSession()
  const client = useClientAtHand()
  const ofClient = useClientPlaces(client)
  return (
    <>
      <ul className={`${css.group} ${layout.top12}`}>
        <Item place={homePlace} to="/" />
        <Item place={clientsPlace} to="/clients" isExact />
      </ul>
      {client && (
        <>
          <h2 className={css.groupTitle}>{client.Name}</h2>
          <ul className={css.group}>
            {ofClient.map(place => (
              <Item
                key={place.path}
                place={place}
                to={`/clients/${client.ClientID}${place.path}`}
                isExact={place.path === ''}
              />
            ))}
          </ul>
        </>
      )}
      <h2 className={css.groupTitle}>
        <Trans>Account</Trans>
      </h2>
      <ul className={css.group}>
        {accountPlaces
          .filter(place => isOpenTo(place, session))
          .map(place => (
            <Item key={place.path} place={place} to={place.path} />
          ))}
      </ul>
    </>
  )
}

function Item({
  place,
  to,
  isExact = false,
}: {
  readonly place: Place
  readonly to: string
  readonly isExact?: boolean
}) {
  const { i18n } = useLingui()
  return (
    <li>
      <Link to={to} className={css.place} activeOptions={{ exact: isExact || to === '/', includeSearch: false }}>
        <Icon name={place.icon} />
        {i18n._(place.label)}
      </Link>
    </li>
  )
}
