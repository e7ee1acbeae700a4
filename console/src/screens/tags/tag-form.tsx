import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { Form } from '../../ui/form.tsx'
import type { Tag } from './tag-chip.tsx'
import { longestTag } from './tag-input.tsx'
import css from './tags.module.css'

type Color = Tag['Color']

export const colorLabels: Readonly<Record<Color, MessageDescriptor>> = {
  Grey: msg`Grey`,
  Red: msg`Red`,
  Orange: msg`Orange`,
  Yellow: msg`Yellow`,
  Green: msg`Green`,
  Teal: msg`Teal`,
  Blue: msg`Blue`,
  Violet: msg`Violet`,
  Pink: msg`Pink`,
}

const colors = Object.keys(colorLabels) as readonly Color[] // of the table

/** Name and colour of a tag. Each colour is named, so that no one has to tell them apart. */
export function TagForm({
  of: tag,
  label,
  submit,
}: {
  readonly of?: Pick<Tag, 'Name' | 'Color'>
  readonly label: string
  readonly submit: (given: { readonly Name: string; readonly Color: Color }) => Promise<unknown>
}) {
  const { t, i18n } = useLingui()
  const group = useId()
  const [name, setName] = useState(tag?.Name ?? '')
  const [color, setColor] = useState<Color>(tag?.Color ?? 'Grey')
  return (
    <Form submit={() => submit({ Name: name, Color: color })} label={label} isWide>
      <TextInput
        label={t`Name`}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={longestTag}
        autoComplete="off"
        dir="auto"
        required
        data-first
      />
      <fieldset className={css.colors}>
        <legend>{t`Colour`}</legend>
        {colors.map(one => (
          <label key={one} className={`${css.tag} ${css[one]} ${css.color}`}>
            <input type="radio" name={group} checked={color === one} onChange={() => setColor(one)} />
            {i18n._(colorLabels[one])}
          </label>
        ))}
      </fieldset>
    </Form>
  )
}
