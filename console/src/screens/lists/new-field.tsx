import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { type FieldType, typeLabels } from './field-types.ts'

export function NewField({ listId }: { readonly listId: string }) {
  const { t } = useLingui()
  return (
    <DialogButton
      dialog={close => (
        <Dialog title={t`New field`} onClose={close}>
          <NewFieldForm listId={listId} onMade={close} />
        </Dialog>
      )}
    >
      <Trans>New field</Trans>
    </DialogButton>
  )
}

/** @param onMade with the name that was given, when the fields of the list have been read again */
export function NewFieldForm({
  listId,
  onMade,
  suggested = { name: '', type: 'Text' },
}: {
  readonly listId: string
  readonly onMade: (name: string) => void
  readonly suggested?: { readonly name: string; readonly type: FieldType }
}) {
  const { t, i18n } = useLingui()
  const [name, setName] = useState(suggested.name)
  const [type, setType] = useState<FieldType>(suggested.type)
  const [options, setOptions] = useState('')
  const hasOptions = type === 'MultiSelectOne' || type === 'MultiSelectMany'
  async function submit() {
    const given = options
      .split('\n')
      .map(option => option.trim())
      .filter(option => option !== '')
    await call('List.CreateCustomField', {
      ListID: listId,
      FieldName: name,
      DataType: type,
      Options: hasOptions ? given.join('||') : '',
    })
    await reread('fields')
    onMade(name)
  }
  return (
    <Form submit={submit} label={t`Add the field`} isWide>
      <TextInput
        label={t`Name`}
        description={<Help>{t`Its letters and digits become the tag: “Zip code” is [Zipcode].`}</Help>}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
        required
      />
      <NativeSelect
        label={t`Type`}
        value={type}
        onChange={event => setType(event.currentTarget.value as FieldType)} // the options below
        data={Object.entries(typeLabels).map(([value, label]) => ({ value, label: i18n._(label) }))}
      />
      {hasOptions && (
        <Textarea
          label={t`Options`}
          description={t`One per line.`}
          value={options}
          onChange={event => setOptions(event.currentTarget.value)}
          rows={5}
          required
        />
      )}
    </Form>
  )
}
