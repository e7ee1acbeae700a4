/** The field of one setting, by its type. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { typefaceNames } from '../../../lib/typefaces.ts'
import { Check } from '../../../ui/check.tsx'
import { Skeletons } from '../../../ui/page.tsx'
import { CodeField } from '../source-editor.tsx'
import { TagInput } from '../tags/tag-input.tsx'
import { ColorField } from './color-field.tsx'
import { type Setting, switchOf, textOf, type Values, withSetting } from './document.ts'
import { choiceNames } from './names.ts'
import { PictureField } from './picture-field.tsx'
import css from './sections.module.css'
import { useSettingName } from './setting-name.ts'

const RichText = lazy(async () => ({ default: (await import('../rich-text.tsx')).RichText }))

export interface SettingFieldProps {
  readonly clientId: string
  /** The kind of the section, or `theme`. */
  readonly of: string
  readonly setting: Setting
  readonly values: Values
  readonly onChange: (values: Values) => void
  readonly isLocked: boolean
  /** Keys of custom fields, which are offered as tags. */
  readonly fields: readonly string[]
}

/** Of all types but Items. */
export function SettingField(props: SettingFieldProps) {
  const { clientId, of: owner, setting, values, onChange, isLocked, fields } = props
  const { t } = useLingui()
  const nameOf = useSettingName()
  const choiceOf = useChoiceName()
  const { Type, Name = '', Choices = [], Longest = 0, Default = '' } = setting
  const label = nameOf(owner, Name)
  const value = textOf(values, setting)
  const change = (next: unknown) => onChange(withSetting(values, setting, next))
  const written = {
    ...{ label, value, dir: 'auto' as const, maxLength: Longest, readOnly: isLocked },
    ...(Default !== '' && { placeholder: Default }),
  }
  switch (Type) {
    case 'Lines':
      return (
        <Textarea
          {...written}
          rows={3}
          description={owner === 'footer' ? t`Empty: the address from the client’s branding.` : undefined}
          onChange={event => change(event.currentTarget.value)}
        />
      )
    case 'Text':
      return (
        <Suspense fallback={<Skeletons lines={2} />}>
          <RichText {...{ label, clientId, fields, value, isLocked }} onChange={change} hasUndo={false} />
        </Suspense>
      )
    case 'Html':
      return (
        <div className={css.code}>
          <CodeField language="Html" value={value} onChange={change} problems={[]} isLocked={isLocked} />
        </div>
      )
    case 'Image':
      return (
        <PictureField
          {...{ clientId, label, value, isLocked }}
          alt={String(values.alt ?? '')}
          onChange={change}
          onChoose={({ src, alt }) => onChange(withSetting({ ...values, alt }, setting, src))}
        />
      )
    case 'Link':
      return (
        <TagInput
          {...{ ...written, clientId, fields }}
          dir="ltr"
          placeholder="https://"
          inputMode="url"
          onChange={change}
        />
      )
    case 'Color':
      return <ColorField label={label} value={value} initial={Default} onChange={change} isLocked={isLocked} />
    case 'Choice':
      return (
        <NativeSelect
          label={label}
          value={value}
          disabled={isLocked}
          data={Choices.map(one => ({ value: one, label: choiceOf(Name, one) }))}
          onChange={event => change(event.currentTarget.value)}
        />
      )
    case 'Switch':
      return (
        <div className={css.switch}>
          <Check label={label} checked={switchOf(values, setting)} onChange={change} />
        </div>
      )
    default:
      return <TagInput {...{ ...written, clientId, fields }} onChange={change} />
  }
}

export function useChoiceName(): (name: string, choice: string) => string {
  const { i18n } = useLingui()
  return (name, choice) => {
    const known = choiceNames[`${name}.${choice}`] ?? choiceNames[choice]
    return known ? i18n._(known) : (typefaceNames[choice] ?? choice)
  }
}
