/** The logo: an image of the client, uploaded here or fetched from an address. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { uploadFile } from '../../api/upload.ts'
import { css } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from './branding.module.css'
import type { PartProps } from './part-props.ts'

export function Logo({ of: branding, clientId, change, mayChange }: PartProps & { readonly clientId: string }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const UploadID = await uploadFile(clientId, file)
      return call('Asset.Upload', { ClientID: clientId, UploadID, Name: file.name })
    },
    onSuccess: ({ AssetID = '', Url = '' }) => change({ LogoAssetID: AssetID, LogoUrl: '', LogoImageUrl: Url }),
  })
  const hasLogo = Boolean(branding.LogoAssetID || branding.LogoUrl)
  return (
    <fieldset className={own.part}>
      <legend>
        <Trans>Logo</Trans>
      </legend>
      {hasLogo && branding.LogoImageUrl && (
        <div className={own.logo}>
          <img src={branding.LogoImageUrl} alt={t`The logo`} />
        </div>
      )}
      {mayChange && (
        <div className={css.actions}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t`Logo`}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={event => {
              const [file] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (file) upload.mutate(file)
            }}
          />
          <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
            {hasLogo ? <Trans>Upload another logo</Trans> : <Trans>Upload a logo</Trans>}
          </Button>
          {hasLogo && (
            <Button variant="subtle" onClick={() => change({ LogoAssetID: '', LogoUrl: '', LogoImageUrl: '' })}>
              <Trans>Without a logo</Trans>
            </Button>
          )}
        </div>
      )}
      <Refused error={upload.error} />
      <TextInput
        type="url"
        label={t`Or load it from an address`}
        description={t`PNG, JPEG, GIF or WebP, at most 500 KB. It is loaded once, when you save.`}
        value={branding.LogoUrl ?? ''}
        disabled={!mayChange}
        placeholder="https://"
        onChange={event => change({ LogoUrl: event.currentTarget.value, LogoAssetID: '', LogoImageUrl: '' })}
      />
    </fieldset>
  )
}
