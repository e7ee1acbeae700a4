/** Whether a new contact agreed that opens and clicks are recorded. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { ValueOf } from '../../../../src/client/client.ts'
import { Help } from '../../ui/help.tsx'

export type Consent = ValueOf<'Subscriber.GetTrackingConsent'>

export function ConsentChoice({
  value,
  onChange,
}: {
  readonly value: Consent
  readonly onChange: (consent: Consent) => void
}) {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`Tracking of opens and clicks`}
      description={<Help>{t`The choice of this person. It applies to mails composed from now on.`}</Help>}
      value={value}
      onChange={event => onChange(event.currentTarget.value as Consent)} // the options below
      data={[
        { value: 'Unknown', label: t`Not asked` },
        { value: 'Granted', label: t`Agreed` },
        { value: 'Denied', label: t`Declined` },
      ]}
    />
  )
}
