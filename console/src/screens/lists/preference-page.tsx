/** What the preferences page of readers shows of a list: a description, to whom, and which fields they may see or change. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'

type Shown = ValueOf<'List.GetPreferencePage'>
type Access = NonNullable<Shown['Fields']>[number]['Access']

export function PreferencePage({ listId, shown }: { readonly listId: string; readonly shown: Shown }) {
  const { t } = useLingui()
  const fields = shown.Fields ?? []
  const [description, setDescription] = useState(shown.Description ?? '')
  const [shownTo, setShownTo] = useState(shown.ShownTo)
  const [access, setAccess] = useState(new Map(fields.map(({ Key = '', Access: of }) => [Key, of])))
  async function submit() {
    await call('List.SetPreferencePage', {
      ListID: listId,
      Description: description,
      ShownTo: shownTo,
      Fields: [...access].map(([Key, of]) => ({ Key, Access: of })),
    })
    await reread('preferencePage')
    toast(t`The settings are saved.`)
  }
  return (
    <Form submit={submit} label={t`Save`}>
      <TextInput
        label={t`Description for readers`}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
        maxLength={300}
        autoComplete="off"
      />
      <NativeSelect
        label={t`Who sees the list`}
        value={shownTo}
        onChange={event => setShownTo(event.currentTarget.value as typeof shownTo)}
        data={[
          { value: 'Members', label: t`people who are or were on it` },
          { value: 'Everyone', label: t`all readers of this client; they can join` },
          { value: 'Hidden', label: t`only people who come from one of its mails` },
        ]}
      />
      {fields.length > 0 && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>What readers may do with their own values:</Trans>
        </p>
      )}
      {fields.map(({ Key = '', FieldName = '' }) => (
        <NativeSelect
          key={Key}
          label={FieldName}
          value={access.get(Key)}
          onChange={event => setAccess(new Map(access).set(Key, event.currentTarget.value as Access))}
          data={[
            { value: 'None', label: t`not shown` },
            { value: 'Read', label: t`shown` },
            { value: 'Change', label: t`shown, and can be changed` },
          ]}
        />
      ))}
    </Form>
  )
}
