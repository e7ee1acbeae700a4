/** The settings of a list that it is made with and that are changed later. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Check } from '../../ui/check.tsx'
import { Help } from '../../ui/help.tsx'

export interface ListSettings {
  readonly Title: string
  readonly ConfirmOptIn: boolean
  readonly UnsubscribePage: string
  readonly ConfirmationSuccessPage: string
}

export const newSettings: ListSettings = {
  Title: '',
  ConfirmOptIn: true,
  UnsubscribePage: '',
  ConfirmationSuccessPage: '',
}

export function SettingsFields({
  value,
  onChange,
}: {
  readonly value: ListSettings
  readonly onChange: (value: ListSettings) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Name of the list`}
        description={<Help>{t`Subscribers see it when they choose what they get.`}</Help>}
        value={value.Title}
        onChange={event => onChange({ ...value, Title: event.currentTarget.value })}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Check
        label={t`Ask new subscribers to confirm (double opt-in)`}
        description={t`They get a mail with a link and become active when they follow it. This proves that the address is theirs.`}
        checked={value.ConfirmOptIn}
        onChange={ConfirmOptIn => onChange({ ...value, ConfirmOptIn })}
      />
      {value.ConfirmOptIn && (
        <TextInput
          type="url"
          label={t`Page after the confirmation`}
          description={t`Empty: a standard page.`}
          placeholder="https://"
          value={value.ConfirmationSuccessPage}
          onChange={event => onChange({ ...value, ConfirmationSuccessPage: event.currentTarget.value })}
        />
      )}
      <TextInput
        type="url"
        label={t`Page after unsubscribing`}
        description={t`Empty: a standard page.`}
        placeholder="https://"
        value={value.UnsubscribePage}
        onChange={event => onChange({ ...value, UnsubscribePage: event.currentTarget.value })}
      />
    </>
  )
}
