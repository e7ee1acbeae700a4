/** Erases a contact for good: what goes and what stays is said, and the address is typed. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryClient } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'

interface Of {
  readonly clientId: string
  readonly address: string
}

export function Erase(contact: Of) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      color="red.9"
      dialog={close => (
        <Dialog title={t`Erase this contact`} onClose={close}>
          <EraseForm {...contact} />
        </Dialog>
      )}
    >
      <Trans>Erase</Trans>
    </DialogButton>
  )
}

function EraseForm({ clientId, address }: Of) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  async function submit() {
    const erasureId = await call('Erasure.Create', { ClientID: clientId, Email: address })
    await reread('members', 'erasures')
    // nothing of it is shown from a memory
    for (const operation of ['Subscriber.GetContact', 'Subscriber.GetProof'])
      queryClient.removeQueries({ queryKey: [operation] })
    await navigate({ to: '/clients/$clientId/erasures/$erasureId', params: { clientId, erasureId } })
  }
  const isSame = text.trim().toLowerCase() === address.toLowerCase()
  return (
    <Form submit={submit} label={t`Erase permanently`} isDangerous isWide>
      <p>
        <Trans>
          Memberships, names, custom fields and history of <bdi>{address}</bdi> are deleted, also from deleted lists,
          and so are earlier exports. Campaigns keep their counts. A keyed hash stays on the suppression list, so that
          the address is never mailed again.
        </Trans>
      </p>
      <p>
        <strong>
          <Trans>It cannot be undone.</Trans>
        </strong>
      </p>
      <TextInput
        label={t`Type the address to confirm`}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          event.currentTarget.setCustomValidity('')
        }}
        // the browser says it, and no form goes out
        ref={input => input?.setCustomValidity(text === '' || isSame ? '' : t`The address is different.`)}
        autoComplete="off"
        spellCheck={false}
        required
        autoFocus
      />
    </Form>
  )
}
