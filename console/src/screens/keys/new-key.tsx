import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { withOrWithout } from '../profile/me.tsx'
import css from '../profile/profile.module.css'
import { type Scope, scopeLabels } from './scopes.ts'
import type { Secret } from './types.ts'

export function NewKey({ onMade }: { readonly onMade: (secret: Secret) => void }) {
  const { t } = useLingui()
  return (
    <DialogButton
      dialog={close => (
        <Dialog title={t`New key`} onClose={close}>
          <Details
            onMade={secret => {
              close()
              onMade(secret)
            }}
          />
        </Dialog>
      )}
    >
      <Trans>New key</Trans>
    </DialogButton>
  )
}

function Details({ onMade }: { readonly onMade: (secret: Secret) => void }) {
  const { t, i18n } = useLingui()
  const clients = useClients()
  const [label, setLabel] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [clientIds, setClientIds] = useState<readonly string[]>([])
  const [expires, setExpires] = useState('')
  const [networks, setNetworks] = useState('')
  async function submit() {
    const { Secret = '' } = await call('Key.Create', {
      Label: label,
      Scopes: [...scopes],
      ClientIDs: [...clientIds],
      ExpiresDate: expires,
      Networks: networks.split(/[\s,]+/).filter(network => network !== ''),
    })
    await reread('keys')
    onMade({ label, secret: Secret })
  }
  return (
    <Form submit={submit} label={t`Create the key`} isWide>
      <TextInput
        label={t`Label`}
        description={t`The program that uses it, for example Shop.`}
        value={label}
        onChange={event => setLabel(event.currentTarget.value)}
        autoComplete="off"
        required
      />
      <fieldset className={css.checks}>
        <legend>
          <Trans>Permissions</Trans>
        </legend>
        {Object.entries(scopeLabels).map(([scope, words]) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope as Scope)} // a key of the table
              onChange={event => setScopes(withOrWithout(scopes, scope as Scope, event.currentTarget.checked))}
            />
            <span>{i18n._(words)}</span>
          </label>
        ))}
      </fieldset>
      {clients.length > 0 && (
        <fieldset className={`${css.checks} ${layout.scrolled12}`}>
          <legend>
            <Trans>For which clients. Empty: all clients whose keys you manage</Trans>
          </legend>
          {clients.map(({ ClientID = '', Name }) => (
            <label key={ClientID}>
              <input
                type="checkbox"
                checked={clientIds.includes(ClientID)}
                onChange={event => setClientIds(withOrWithout(clientIds, ClientID, event.currentTarget.checked))}
              />
              <span>{Name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <TextInput
        type="date"
        label={t`Valid until`}
        description={t`Empty: until it is revoked.`}
        value={expires}
        onChange={event => setExpires(event.currentTarget.value)}
      />
      <Textarea
        label={t`Networks`}
        description={t`Networks that calls may come from, for example 192.0.2.0/24. Empty: any.`}
        value={networks}
        onChange={event => setNetworks(event.currentTarget.value)}
        autosize={false}
        rows={2}
      />
    </Form>
  )
}
