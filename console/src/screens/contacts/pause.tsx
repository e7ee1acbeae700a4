/** A pause of a contact: until when no campaign goes there, to begin one and to end it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'

interface OfContact {
  readonly clientId: string
  readonly address: string
}

async function setPause({ clientId, address }: OfContact, until: string): Promise<void> {
  await call('Subscriber.SetPause', { ClientID: clientId, Email: address, Until: until })
  await reread('members')
}

/** @param until the last day without mail, `YYYY-MM-DD`; empty without a pause */
export function Paused({
  until,
  mayChange,
  ...contact
}: OfContact & { readonly until: string; readonly mayChange: boolean }) {
  const { t } = useLingui()
  const resume = useMutation({
    mutationFn: () => setPause(contact, ''),
    onSuccess: () => toast(t`The pause has ended.`, { undo: () => setPause(contact, until) }),
  })
  if (until === '') return null
  return (
    <Note tone="warn">
      <p>
        <Trans>
          <strong>This person has paused all mail</strong> up to and including {dateTime(until)}. Campaigns skip the
          address until then; its subscriptions stay as they are.
        </Trans>
      </p>
      <Refused error={resume.error} />
      {mayChange && (
        <div className={layout.actions}>
          <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
            <Trans>End the pause</Trans>
          </Button>
        </div>
      )}
    </Note>
  )
}

export function PauseMail(contact: OfContact) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      dialog={close => (
        <Dialog title={t`Pause mail`} onClose={close}>
          <Until {...contact} onDone={close} />
        </Dialog>
      )}
    >
      <Trans>Pause mail</Trans>
    </DialogButton>
  )
}

function Until({ onDone, ...contact }: OfContact & { readonly onDone: () => void }) {
  const { t } = useLingui()
  const [day, setDay] = useState('')
  async function submit() {
    await setPause(contact, day)
    onDone()
    toast(t`Mail is paused.`, { undo: () => setPause(contact, '') })
  }
  return (
    <Form submit={submit} label={t`Pause mail`} isWide>
      <TextInput
        type="date"
        label={t`Last day without mail`}
        value={day}
        onChange={event => setDay(event.currentTarget.value)}
        required
        autoFocus
      />
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>
          No campaign of this client goes to <bdi>{contact.address}</bdi> until the day has passed in the time zone of
          the client. Readers can pause for 30 or 90 days themselves, on their preferences page.
        </Trans>
      </p>
    </Form>
  )
}
