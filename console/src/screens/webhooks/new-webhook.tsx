import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { type EventType, eventTypeNames, eventTypes } from '../events/types.ts'
import { withOrWithout } from '../profile/me.tsx'
import css from '../profile/profile.module.css'
import type { Secret } from './types.ts'

export function NewWebhook({
  clientId,
  onMade,
}: {
  readonly clientId: string
  readonly onMade: (secret: Secret) => void
}) {
  const { t, i18n } = useLingui()
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<readonly EventType[]>([])
  const [idempotencyKey, setKey] = useState(newKey)
  async function submit() {
    const parameters = { ClientID: clientId, URL: url.trim(), Events: [...types] }
    const { URL = '', Secret = '' } = await call('Webhook.Create', parameters, { idempotencyKey })
    await reread('webhooks')
    onMade({ url: URL, secret: Secret })
  }
  return (
    <Form submit={submit} label={t`Create the webhook`} isWide>
      <TextInput
        type="url"
        label={t`Address`}
        description={<Help>{t`Your program, on https. It must answer each call with 200 within 15 seconds.`}</Help>}
        value={url}
        onChange={event => {
          setKey(newKey())
          setUrl(event.currentTarget.value)
        }}
        autoComplete="off"
        placeholder="https://"
        required
      />
      <fieldset className={`${css.checks} ${layout.scrolled16}`}>
        <legend>
          <Trans>Which events. Empty: all, including future ones</Trans>
        </legend>
        {eventTypeNames.map(type => (
          <label key={type}>
            <input
              type="checkbox"
              checked={types.includes(type)}
              onChange={event => {
                setKey(newKey())
                setTypes(withOrWithout(types, type, event.currentTarget.checked))
              }}
            />
            <span>{i18n._(eventTypes[type])}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}
