import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { fieldsQuery } from '../lists/fields-query.ts'
import { customFieldsOf, FieldInputs, valuesOf } from './field-inputs.tsx'
import type { Member } from './member.ts'

export function EditSubscriber({
  member: { EmailAddress = '', Name = '', CustomFields = [] },
  listId,
  onDone,
}: {
  readonly member: Member
  readonly listId: string
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const { data: fields = [] } = useQuery(fieldsQuery(listId))
  const [name, setName] = useState(Name)
  const [values, setValues] = useState(() => valuesOf(CustomFields))
  async function submit() {
    await call('Subscriber.AddWithCustomFields', {
      ListID: listId,
      Email: EmailAddress,
      Name: name,
      CustomFields: customFieldsOf(fields, values),
    })
    onDone()
    await reread('members')
  }
  return (
    <Form submit={submit} label={t`Save`} isWide>
      <TextInput
        label={t`Name`}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        description={Name === '' ? undefined : t`It can be changed, but not removed.`}
        required={Name !== ''}
        maxLength={250}
        dir="auto"
        autoComplete="off"
      />
      <FieldInputs fields={fields} values={values} onChange={setValues} />
      {fields.length === 0 && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>The list has no custom fields.</Trans>
        </p>
      )}
    </Form>
  )
}
