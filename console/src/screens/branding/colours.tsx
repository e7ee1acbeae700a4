import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { contrastOf, inkOn, readableContrast, readColor } from '../../lib/contrast.ts'
import { number } from '../../lib/format.ts'
import { Chip, css } from '../../ui/page.tsx'
import { ColorSwatch } from '../color-swatch.tsx'
import own from './branding.module.css'
import type { PartProps } from './part-props.ts'

export function Colours({ of: { PrimaryColor = '', BackgroundColor = '' }, change, mayChange }: PartProps) {
  const { t } = useLingui()
  return (
    <fieldset className={own.part}>
      <legend>
        <Trans>Colours</Trans>
      </legend>
      <div className={css.fields}>
        <ColourField
          label={t`Accent`}
          description={t`For links and buttons, for example #9a3412.`}
          value={PrimaryColor}
          onChange={value => change({ PrimaryColor: value })}
          disabled={!mayChange}
        />
        <ColourField
          label={t`Background`}
          description={t`For pages. Empty: white.`}
          value={BackgroundColor}
          onChange={value => change({ BackgroundColor: value })}
          disabled={!mayChange}
        />
      </div>
      <Contrasts primary={PrimaryColor} background={BackgroundColor} />
    </fieldset>
  )
}

/** Whether texts in these colours can be read. @param primary '' shows nothing @param background '' for white */
export function Contrasts({ primary: given, background }: { readonly primary: string; readonly background: string }) {
  const { t } = useLingui()
  const primary = readColor(given)
  if (!primary) return null
  return (
    <ul className={own.contrasts}>
      <Contrast label={t`Links on the background`} ratio={contrastOf(primary, readColor(background) ?? '#ffffff')} />
      <Contrast label={t`Text on buttons`} ratio={contrastOf(inkOn(primary), primary)} />
    </ul>
  )
}

function ColourField({
  label,
  description,
  value,
  onChange,
  disabled,
}: {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled: boolean
}) {
  const { t } = useLingui()
  const colour = readColor(value)
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.value)}
      autoComplete="off"
      placeholder="#rrggbb"
      error={value !== '' && colour === undefined ? t`Write a colour like #9a3412.` : undefined}
      rightSection={<ColorSwatch label={label} value={colour ?? '#ffffff'} isOff={disabled} onChange={onChange} />}
    />
  )
}

function Contrast({ label, ratio }: { readonly label: string; readonly ratio: number }) {
  const isReadable = ratio >= readableContrast
  return (
    <li>
      <span>{label}</span>
      <Chip tone={isReadable ? 'good' : 'bad'}>
        {number(Math.round(ratio * 10) / 10)} : 1 ·{' '}
        {isReadable ? <Trans>readable</Trans> : <Trans>too little contrast</Trans>}
      </Chip>
    </li>
  )
}
