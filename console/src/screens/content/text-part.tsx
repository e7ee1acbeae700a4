/** The text for people who read no HTML. */
import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { Help } from '../../ui/help.tsx'
import css from './content.module.css'

export function TextPart({
  value,
  onChange,
  isLocked,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isLocked: boolean
}) {
  const { t } = useLingui()
  return (
    <details className={css.details} open={value !== '' || undefined}>
      <summary>{value === '' ? t`Text part: generated from the page` : t`Text part: custom`}</summary>
      <Textarea
        aria-label={t`Text part`}
        description={<Help>{t`For people who do not read HTML. Empty: it is generated from the page.`}</Help>}
        rows={8}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        readOnly={isLocked}
      />
    </details>
  )
}
