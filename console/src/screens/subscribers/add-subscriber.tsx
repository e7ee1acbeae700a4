/** Adds one person to a list. */

import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { fieldsQuery } from '../lists/fields-query.ts'
import type { NamedList } from '../lists/named-list.ts'
import { customFieldsOf, FieldInputs, type Values } from './field-inputs.tsx'
import { type Consent, ConsentChoice } from './tracking-consent.tsx'

const route = getRouteApi('/inside/clients/$clientId/contacts')

export function AddSubscriber({ lists }: { readonly lists: readonly NamedList[] }) {
  const { t } = useLingui()
  return (
    <DialogButton
      dialog={close => (
        <Dialog title={t`Add a subscriber`} onClose={close}>
          <Details lists={lists} onDone={close} />
        </Dialog>
      )}
    >
      <Trans>Add a subscriber</Trans>
    </DialogButton>
  )
}

function Details({ lists, onDone }: { readonly lists: readonly NamedList[]; readonly onDone: () => void }) {
  const { t } = useLingui()
  const { list } = route.useSearch()
  const [listId, setListId] = useState(list ?? lists[0]?.ListID ?? '')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [values, setValues] = useState<Values>({})
  const [consent, setConsent] = useState<Consent>('Unknown')
  const [isAgain, setAgain] = useState(false)
  const { data: fields = [] } = useQuery(fieldsQuery(listId))
  const { data: detail } = useQuery(read('List.GetDetail', { ListID: listId }))
  async function submit() {
    const given = { ListID: listId, Email: email.trim(), Name: name, CustomFields: customFieldsOf(fields, values) }
    await call(isAgain ? 'Subscriber.AddAndResubscribeWithCustomFields' : 'Subscriber.AddWithCustomFields', given)
    if (consent !== 'Unknown') {
      await call('Subscriber.SetTrackingConsent', { ListID: listId, Email: given.Email, Consent: consent })
    }
    toast(detail?.ConfirmOptIn ? t`${given.Email} gets a mail to confirm.` : t`${given.Email} is on the list.`)
    onDone()
    await reread('members')
  }
  return (
    <Form submit={submit} label={t`Add`} isWide>
      <TextInput
        type="email"
        label={t`Email address`}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        autoComplete="off"
        required
        autoFocus
      />
      <TextInput
        label={t`Name`}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={250}
        dir="auto"
        autoComplete="off"
      />
      {lists.length > 1 && (
        <NativeSelect
          label={t`List`}
          value={listId}
          onChange={event => setListId(event.currentTarget.value)}
          data={lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))}
        />
      )}
      <FieldInputs fields={fields} values={values} onChange={setValues} />
      <ConsentChoice value={consent} onChange={setConsent} />
      <Check
        label={t`Also if this address unsubscribed before`}
        description={t`Only if the person has asked for it.`}
        checked={isAgain}
        onChange={setAgain}
      />
      {detail?.ConfirmOptIn && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>This list asks new subscribers to confirm: they get a mail with a link.</Trans>
        </p>
      )}
    </Form>
  )
}
