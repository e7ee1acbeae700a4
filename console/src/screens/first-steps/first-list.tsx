/** Makes the first list of a client, with one address on it: that of the person who looks at the console. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'

export function FirstList({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const [title, setTitle] = useState(t`Newsletter`)
  const [address, setAddress] = useState(session.EmailAddress ?? '')
  const [idempotencyKey] = useState(newKey)
  /** Made by an earlier press of the button, whose address was refused. */
  const made = useRef<string>(undefined)

  async function submit() {
    made.current ??= await call(
      'List.Create',
      { ClientID: clientId, Title: title, UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
      { idempotencyKey },
    )
    await call('Subscriber.Add', { ListID: made.current, Email: address.trim(), Name: session.Name ?? '' })
    await reread('lists')
    onClose()
  }
  return (
    <Dialog title={t`The first list`} onClose={onClose}>
      <Form submit={submit} label={t`Create the list`} isWide>
        <TextInput
          label={t`Name of the list`}
          description={<Help>{t`Subscribers may see it when they unsubscribe.`}</Help>}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
          disabled={made.current !== undefined}
          required
        />
        <TextInput
          type="email"
          label={t`Your address`}
          description={t`You are the first subscriber. You can remove yourself later.`}
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
          autoComplete="email"
          required
        />
      </Form>
    </Dialog>
  )
}
