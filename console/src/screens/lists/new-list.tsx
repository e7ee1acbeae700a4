import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import { newSettings, SettingsFields } from './settings-fields.tsx'

export function NewList({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  return (
    <DialogButton
      dialog={close => (
        <Dialog title={t`New list`} onClose={close}>
          <Details clientId={clientId} />
        </Dialog>
      )}
    >
      <Trans>New list</Trans>
    </DialogButton>
  )
}

function Details({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [settings, setSettings] = useState(newSettings)
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  async function submit() {
    const listId = await call('List.Create', { ClientID: clientId, ...settings }, { idempotencyKey })
    await reread('lists')
    await navigate({ to: '/clients/$clientId/lists/$listId', params: { clientId, listId } })
  }
  return (
    <Form submit={submit} label={t`Create the list`} isWide>
      <SettingsFields
        value={settings}
        onChange={next => {
          setSettings(next)
          // another list than the one that was refused
          setIdempotencyKey(newKey())
        }}
      />
    </Form>
  )
}
