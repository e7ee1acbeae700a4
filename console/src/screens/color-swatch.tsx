/** The browser's own choice of a colour, beside the field that has it as text. */
import { useLingui } from '@lingui/react/macro'
import css from './color-swatch.module.css'

export function ColorSwatch({
  label,
  value,
  isOff,
  onChange,
}: {
  /** Of the field. */
  readonly label: string
  /** `#rrggbb` */
  readonly value: string
  readonly isOff: boolean
  readonly onChange: (color: string) => void
}) {
  const { t } = useLingui()
  return (
    <input
      type="color"
      className={css.swatch}
      aria-label={t`Choose: ${label}`}
      value={value}
      disabled={isOff}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
