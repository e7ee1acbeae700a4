/** The words of the page and of the page after the confirmation. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Help } from '../../ui/help.tsx'
import { Panel } from '../../ui/page.tsx'
import own from './forms.module.css'
import { nameOfLanguage, offeredLanguages } from './languages.ts'
import type { PartProps } from './types.ts'

export function TextsPart({ of: settings, change, isLocked }: PartProps) {
  const { t } = useLingui()
  const { Translations } = settings
  const standard = t`Empty: the standard words, in the language of the form.`
  return (
    <Panel title={t`Texts`}>
      <div className={own.part}>
        <NativeSelect
          label={t`Language of the form`}
          description={<Help>{t`Of these texts, the page, the confirmation mail and the pages behind it.`}</Help>}
          value={settings.Language}
          disabled={isLocked}
          onChange={event => change({ Language: event.currentTarget.value })}
          data={[
            // with texts in several languages, these have one, too
            ...(Translations.length > 0 ? [] : [{ value: '', label: t`The language of the reader’s browser` }]),
            ...offeredLanguages
              .filter(language => !Translations.some(one => one.Language === language))
              .map(value => ({ value, label: nameOfLanguage(value) })),
          ]}
        />
        <TextInput
          label={t`Heading`}
          description={standard}
          value={settings.Heading}
          onChange={event => change({ Heading: event.currentTarget.value })}
          maxLength={100}
          readOnly={isLocked}
          dir="auto"
        />
        <Textarea
          label={t`Text below the heading`}
          value={settings.Introduction}
          onChange={event => change({ Introduction: event.currentTarget.value })}
          rows={2}
          autosize
          maxLength={1000}
          readOnly={isLocked}
          dir="auto"
        />
        <TextInput
          label={t`Text on the button`}
          description={standard}
          value={settings.ButtonText}
          onChange={event => change({ ButtonText: event.currentTarget.value })}
          maxLength={60}
          readOnly={isLocked}
          dir="auto"
        />
      </div>
    </Panel>
  )
}
