/** Gives a contact another address, on every list where it is active. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'

export interface ChangeAddressProps {
  readonly clientId: string
  readonly address: string
  /** Called with the new address. */
  readonly onChanged: (address: string) => void
}

export function ChangeAddress(props: ChangeAddressProps) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      dialog={close => (
        <Dialog title={t`Change the address`} onClose={close}>
          <NewAddress {...props} onDone={close} />
        </Dialog>
      )}
    >
      <Trans>Change the address</Trans>
    </DialogButton>
  )
}

function NewAddress({ clientId, address, onChanged, onDone }: ChangeAddressProps & { readonly onDone: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  async function submit() {
    const next = text.trim()
    await change(address, next)
    onDone()
    onChanged(next)
    toast(t`The address is now ${next}.`, {
      undo: async () => {
        await change(next, address)
        onChanged(address)
      },
    })
  }
  async function change(from: string, to: string) {
    await call('Subscriber.UpdateEmail', { ClientID: clientId, Email: from, NewEmail: to })
    await reread('members')
  }
  return (
    <Form submit={submit} label={t`Change the address`} isWide>
      <TextInput
        type="email"
        label={t`New address`}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        autoComplete="off"
        maxLength={254}
        required
        autoFocus
      />
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>
          It changes on every list where <bdi>{address}</bdi> is active; links in sent mails still work.
        </Trans>
      </p>
    </Form>
  )
}
