/** The image of a region: chosen among the client's, or uploaded. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import css from './content.module.css'
import { ChooseImage } from './image-chooser.tsx'
import type { RegionFieldProps } from './props.ts'
import { labelOf } from './values.ts'

export function ImageField({ clientId, region, value, onChange, isLocked }: RegionFieldProps) {
  const { t } = useLingui()
  const { Name = '', Label = '', Width = 0, Height = 0, CanLink } = region
  const label = labelOf(Label, Name)
  const shown = value?.Content ?? region.Content ?? ''
  const size = Width > 0 && Height > 0 ? t`${Width} by ${Height} pixels` : Width > 0 ? t`${Width} pixels wide` : ''
  return (
    <div className={css.image}>
      <span className={css.label}>
        {label} {size !== '' && <small>{size}</small>}
      </span>
      <div className={css.imageRow}>
        <Picture src={shown} />
        <div className={css.fields}>
          {!isLocked && (
            <div className={css.adders}>
              <ChooseImage
                clientId={clientId}
                label={t`Choose an image: ${label}`}
                onChoose={url => onChange({ ...value, Name, Content: url })}
              />
              {shown !== '' && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t`Remove: ${label}`}
                  onClick={() => onChange({ ...value, Name, Content: '' })}
                >
                  <Trans>Remove</Trans>
                </Button>
              )}
            </div>
          )}
          <TextInput
            label={t`Text if images are blocked`}
            dir="auto"
            value={value?.Alt ?? region.Alt ?? ''}
            onChange={event => onChange({ ...value, Name, Alt: event.currentTarget.value })}
            readOnly={isLocked}
          />
          {CanLink && (
            <TextInput
              label={t`Link`}
              placeholder="https://"
              value={value?.Href ?? region.Href ?? ''}
              onChange={event => onChange({ ...value, Name, Href: event.currentTarget.value })}
              readOnly={isLocked}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** The policy of the console lets images of this service in, and of no other host. */
export function Picture({ src }: { readonly src: string }) {
  const [failed, setFailed] = useState('')
  if (src === '')
    return (
      <span className={css.noPicture}>
        <Trans>No image</Trans>
      </span>
    )
  if (failed === src || !isOwn(src))
    return (
      <span className={css.noPicture} title={src}>
        <Trans>An image of another site</Trans>
      </span>
    )
  return <img className={css.picture} src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
}

/** The hosts of the service are that of the console and that of content, whose path for files is one of these. */
function isOwn(src: string): boolean {
  return URL.canParse(src) && /^\/files\//.test(new URL(src).pathname)
}
