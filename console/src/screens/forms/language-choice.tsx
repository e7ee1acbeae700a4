/** Which language of a form is shown. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { nameOfLanguage } from './languages.ts'

export function LanguageChoice({
  languages,
  value,
  onChange,
}: {
  readonly languages: readonly string[]
  readonly value: string
  readonly onChange: (language: string) => void
}) {
  const { t } = useLingui()
  return (
    <NativeSelect
      size="xs"
      label={t`Language`}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={languages.map(language => ({ value: language, label: nameOfLanguage(language) }))}
    />
  )
}
