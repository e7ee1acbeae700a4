/** Adds a client. */

import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../api/call.ts'
import { timeZoneChoices } from '../lib/format.ts'
import { newKey } from '../lib/new-key.ts'
import { reread } from '../live/reread.ts'
import { useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Form } from '../ui/form.tsx'
import { Help } from '../ui/help.tsx'

/** @param onMade what follows; the client is opened where it is left out */
export function NewClient({ onMade, size = 'sm' }: { readonly onMade?: () => void; readonly size?: 'xs' | 'sm' }) {
  const { t } = useLingui()
  return (
    <DialogButton
      size={size}
      dialog={close => (
        <Dialog title={t`New client`} onClose={close}>
          <Details
            onMade={
              onMade &&
              (() => {
                close()
                onMade()
              })
            }
          />
        </Dialog>
      )}
    >
      <Trans>New client</Trans>
    </DialogButton>
  )
}

function Details({ onMade }: { readonly onMade?: (() => void) | undefined }) {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const { data: countries = [] } = useQuery(read('User.ListCountries', {}))
  const [given, setGiven] = useState({
    CompanyName: '',
    ContactName: '',
    EmailAddress: '',
    Country: '',
    Timezone: session.Timezone ?? 'UTC',
  })
  /** One key for one client, however often the form is sent. */
  const [idempotencyKey] = useState(newKey)
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setGiven({ ...given, [name]: event.currentTarget.value }),
    required: true,
  })
  async function submit() {
    const clientId = await call('Client.Create', given, { idempotencyKey })
    await reread('clients')
    if (onMade) onMade()
    else await navigate({ to: '/clients/$clientId', params: { clientId } })
  }
  return (
    <Form submit={submit} label={t`Add the client`} isWide>
      <TextInput label={t`Company`} autoComplete="off" {...field('CompanyName')} />
      <TextInput label={t`Contact`} autoComplete="off" {...field('ContactName')} />
      <TextInput type="email" label={t`Email address of the contact`} autoComplete="off" {...field('EmailAddress')} />
      <NativeSelect
        label={t`Country`}
        data={[{ value: '', label: t`Choose …`, disabled: true }, ...countries]}
        {...field('Country')}
      />
      <NativeSelect
        label={t`Time zone`}
        description={<Help>{t`Dates of this client are shown and entered in this time zone.`}</Help>}
        data={timeZoneChoices(given.Timezone)}
        {...field('Timezone')}
      />
    </Form>
  )
}
