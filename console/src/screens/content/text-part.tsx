/** The text for people who read no HTML. */
import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
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
      <summary>{value === '' ? t`Text part: made from the page` : t`Text part: your own`}</summary>
      <Textarea
        aria-label={t`Text part`}
        description={t`For people who read no HTML. Leave it empty to have it made from the page.`}
        rows={8}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        readOnly={isLocked}
      />
    </details>
  )
}
