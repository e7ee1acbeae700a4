/** The browser's own choice of a colour, beside the field that has it as text; within a client it offers the colours of the branding. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useId } from 'react'
import { read } from '../api/call.ts'
import { readColor } from '../lib/contrast.ts'
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
  const listId = useId()
  const colors = useBrandColors()
  return (
    <>
      <input
        type="color"
        className={css.swatch}
        aria-label={t`Choose: ${label}`}
        value={value}
        disabled={isOff}
        list={colors.length > 0 ? listId : undefined}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {colors.length > 0 && (
        <datalist id={listId}>
          {colors.map(color => (
            <option key={color} value={color} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** Of the client that is open; none elsewhere. */
export function useBrandColors(): readonly string[] {
  const { clientId = '' } = useParams({ strict: false }) as { clientId?: string } // of whichever screen shows it
  const { data } = useQuery({ ...read('Client.GetBranding', { ClientID: clientId }), enabled: clientId !== '' })
  const { PrimaryColor = '', BackgroundColor = '', Colors = [] } = data ?? {}
  const given = [PrimaryColor, BackgroundColor, ...Colors].map(color => readColor(color ?? ''))
  return [...new Set(given.filter(color => color !== undefined))]
}
