/** What someone may do, and where: chosen, and in words. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { mayOnAccount, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Icon } from '../../ui/icons.tsx'
import { css } from '../../ui/page.tsx'
import own from './people.module.css'
import { type Grant, type PersonGrant, type Role, roleNames, wordsOf } from './roles.ts'

export function GrantsInWords({ of: grants }: { readonly of: readonly PersonGrant[] }) {
  const { t, i18n } = useLingui()
  return (
    <ul className={own.grants}>
      {grants.map(({ ClientID = '', ClientName, Role = 'Custom' }) => (
        <li key={ClientID}>
          {i18n._(wordsOf(Role).label)}{' '}
          <bdi className={css.quiet}>{ClientID === '' ? t`on the entire account` : ClientName}</bdi>
        </li>
      ))}
    </ul>
  )
}

export function GrantsField({
  value,
  onChange,
}: {
  readonly value: readonly Grant[]
  readonly onChange: (grants: readonly Grant[]) => void
}) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const clients = useClients()
  const isOnAccount = mayOnAccount(session, 'People')
  const free = (ClientID: string) => !value.some(grant => (grant.ClientID ?? '') === ClientID)
  const places = [
    ...(isOnAccount || !free('') ? [{ value: '', label: t`The entire account` }] : []),
    ...clients.map(({ ClientID = '', Name = '' }) => ({ value: ClientID, label: Name })),
  ]
  const next = places.find(place => free(place.value))
  const change = (at: number, grant: Grant) => onChange(value.map((one, n) => (n === at ? grant : one)))
  return (
    <fieldset className={own.fieldset}>
      <legend>
        <Trans>Roles of this person</Trans>
      </legend>
      {value.map(({ ClientID = '', Role = 'Analyst', ...level }, n) => (
        <div key={ClientID} className={own.grant}>
          <NativeSelect
            aria-label={t`Where, ${n + 1}`}
            value={ClientID}
            data={places.filter(place => place.value === ClientID || free(place.value))}
            onChange={event => change(n, { ClientID: event.currentTarget.value, Role, ...level })}
          />
          <NativeSelect
            aria-label={t`Role, ${n + 1}`}
            description={i18n._(wordsOf(Role).text)}
            inputWrapperOrder={['input', 'description']}
            value={Role}
            data={[...(Role === 'Custom' ? [Role] : []), ...roleNames].map(name => ({
              value: name,
              label: i18n._(wordsOf(name).label),
            }))}
            onChange={event => change(n, { ClientID, Role: event.currentTarget.value as Role })} // one of its options
          />
          {value.length > 1 && (
            <button
              type="button"
              className={own.remove}
              aria-label={t`Remove role ${n + 1}`}
              onClick={() => onChange(value.filter((_, other) => other !== n))}
            >
              <Icon name="close" size={16} />
            </button>
          )}
        </div>
      ))}
      {next && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange([...value, { ClientID: next.value, Role: 'Analyst' }])}
          >
            <Trans>Add a role</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  )
}
