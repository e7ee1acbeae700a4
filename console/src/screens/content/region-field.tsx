/** One open place of a template: a line, a text, or an image. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '../../ui/page.tsx'
import css from './content.module.css'
import { ImageField } from './image-field.tsx'
import type { RegionFieldProps } from './props.ts'
import { labelOf } from './values.ts'

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }))

export function RegionField(props: RegionFieldProps) {
  const { region, value, onChange, isLocked } = props
  const { Name = '', Label = '', Kind } = region
  return (
    <div className={css.region}>
      {Kind === 'SingleLine' && <Line {...props} />}
      {Kind === 'MultiLine' && (
        <Suspense fallback={<Skeletons lines={2} />}>
          <RichText
            label={labelOf(Label, Name)}
            clientId={props.clientId}
            fields={props.fields ?? []}
            value={value?.Content ?? region.Content ?? ''}
            onChange={html => onChange({ ...value, Name, Content: html })}
            isLocked={isLocked}
          />
        </Suspense>
      )}
      {Kind === 'Image' && <ImageField {...props} />}
      {value && !isLocked && (
        <Reset onReset={() => onChange({ Name })}>
          <Trans>As in the template</Trans>
        </Reset>
      )}
    </div>
  )
}

function Line({ region, value, onChange, isLocked }: RegionFieldProps) {
  const { t } = useLingui()
  const { Name = '', Label = '', Content = '', CanLink, Href = '' } = region
  return (
    <div className={css.pair}>
      <TextInput
        label={labelOf(Label, Name)}
        dir="auto"
        value={value?.Content ?? Content}
        onChange={event => onChange({ ...value, Name, Content: event.currentTarget.value })}
        readOnly={isLocked}
      />
      {CanLink && (
        <TextInput
          label={t`Link`}
          placeholder="https://"
          aria-label={t`Link of ${labelOf(Label, Name)}`}
          value={value?.Href ?? Href}
          onChange={event => onChange({ ...value, Name, Href: event.currentTarget.value })}
          readOnly={isLocked}
        />
      )}
    </div>
  )
}

function Reset({ onReset, children }: { readonly onReset: () => void; readonly children: ReactNode }) {
  return (
    <Button variant="subtle" size="compact-xs" className={css.reset ?? ''} onClick={onReset}>
      {children}
    </Button>
  )
}
