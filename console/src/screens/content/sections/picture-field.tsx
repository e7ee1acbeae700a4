/** The image of a section: one of the client’s, its logo, or one at another address. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/call.ts'
import content from '../content.module.css'
import { ChooseImage } from '../image-chooser.tsx'
import { Picture } from '../image-field.tsx'

export function PictureField({
  clientId,
  label,
  value,
  onChange,
  isLocked,
}: {
  readonly clientId: string
  readonly label: string
  readonly value: string
  readonly onChange: (url: string) => void
  readonly isLocked: boolean
}) {
  const { t } = useLingui()
  const { data } = useQuery(read('Client.GetBranding', { ClientID: clientId }))
  const logo = data?.LogoImageUrl ?? ''
  return (
    <div className={content.imageRow}>
      <Picture src={value} />
      <div className={content.fields}>
        {!isLocked && (
          <div className={content.adders}>
            <ChooseImage clientId={clientId} onChoose={onChange} />
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
    </div>
  )
}
