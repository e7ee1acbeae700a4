/** The image of a section: one of the client’s, its logo, or one at another address. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../../api/call.ts'
import content from '../content.module.css'
import { Picture } from '../image-field.tsx'
import { type ChosenPicture, PictureDialog } from './picture-dialog.tsx'

export function PictureField({
  clientId,
  label,
  value,
  alt,
  onChange,
  onChoose,
  isLocked,
}: {
  readonly clientId: string
  readonly label: string
  readonly value: string
  readonly alt: string
  /** The address alone. */
  readonly onChange: (url: string) => void
  readonly onChoose: (picture: ChosenPicture) => void
  readonly isLocked: boolean
}) {
  const { t } = useLingui()
  const { data } = useQuery(read('Client.GetBranding', { ClientID: clientId }))
  const logo = data?.LogoImageUrl ?? ''
  const [open, setOpen] = useState<{ readonly file?: File; readonly isChanged?: boolean }>()
  const take = (files: FileList | undefined, event: { preventDefault: () => void }) => {
    const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file || isLocked) return
    event.preventDefault()
    setOpen({ file })
  }
  return (
    <fieldset
      className={content.imageRow}
      aria-label={label}
      onDragOver={event => event.preventDefault()}
      onDrop={event => take(event.dataTransfer.files, event)}
      onPaste={event => take(event.clipboardData.files, event)}
    >
      <Picture src={value} />
      <div className={content.fields}>
        {!isLocked && (
          <div className={content.adders}>
            <Button variant="default" size="compact-sm" onClick={() => setOpen({})}>
              <Trans>Choose an image</Trans>
            </Button>
            {value !== '' && (
              <Button variant="default" size="compact-sm" onClick={() => setOpen({ isChanged: true })}>
                <Trans>Crop and describe</Trans>
              </Button>
            )}
            {logo !== '' && logo !== value && (
              <Button variant="subtle" size="compact-sm" onClick={() => onChange(logo)}>
                <Trans>Use the logo</Trans>
              </Button>
            )}
          </div>
        )}
        <TextInput
          label={t`Address of the image`}
          aria-label={t`${label}: address`}
          placeholder="https://"
          inputMode="url"
          maxLength={2000}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          readOnly={isLocked}
        />
      </div>
      {open && (
        <PictureDialog
          {...open}
          clientId={clientId}
          present={{ src: value, alt }}
          onClose={() => setOpen(undefined)}
          onChoose={picture => {
            setOpen(undefined)
            onChoose(picture)
          }}
        />
      )}
    </fieldset>
  )
}
