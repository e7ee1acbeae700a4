import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { newSettings, SettingsFields } from './settings-fields.tsx'

export function NewList({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>New list</Trans>
      </Button>
      {isOpen && (
        <Dialog title={t`New list`} onClose={() => setOpen(false)}>
          <Details clientId={clientId} />
        </Dialog>
      )}
    </>
  )
}

function Details({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [settings, setSettings] = useState(newSettings)
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  async function submit() {
    const listId = await call('List.Create', { ClientID: clientId, ...settings }, { idempotencyKey })
    for (const operation of ['Client.GetLists', 'Client.GetOverview', 'Setup.GetStatus'])
      await queryClient.invalidateQueries({ queryKey: [operation] })
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
