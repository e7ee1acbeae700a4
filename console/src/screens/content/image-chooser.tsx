/** The images of a client, and a way to add one. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages } from '../../api/pages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { More } from '../../ui/more.tsx'
import { Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './content.module.css'
import { type Asset, imageTypes, useAddImage } from './use-add-image.ts'

/** A button that opens it. @param label of the button for screen readers, where its word is not enough */
export function ChooseImage({
  clientId,
  label,
  onChoose,
}: {
  readonly clientId: string
  readonly label?: string
  readonly onChoose: (url: string) => void
}) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      size="compact-sm"
      aria-label={label}
      dialog={close => (
        <Dialog title={t`Choose an image`} onClose={close}>
          <ImageList
            clientId={clientId}
            onChoose={({ Url = '' }) => {
              close()
              onChoose(Url)
            }}
          />
        </Dialog>
      )}
    >
      <Trans>Choose an image</Trans>
    </DialogButton>
  )
}

export function ImageList({
  clientId,
  onChoose,
}: {
  readonly clientId: string
  readonly onChoose: (asset: Asset) => void
}) {
  const { t } = useLingui()
  const listed = useInfiniteQuery(readPages('Asset.List', { ClientID: clientId }, 60))
  const add = useAddImage(clientId, onChoose)
  const assets = listed.data?.pages.flatMap(({ Assets = [] }) => Assets) ?? []
  return (
    <div className={css.fields}>
      <FileDrop accept={imageTypes} isDisabled={add.isPending} onChoose={file => add.mutate(file)}>
        {add.isPending ? t`Uploading …` : t`Upload an image: PNG, JPEG, GIF or WebP, up to 5 MB`}
      </FileDrop>
      <Refused error={add.error ?? listed.error} />
      {listed.isPending && <Skeletons lines={3} />}
      {listed.data && assets.length === 0 && (
        <p>
          <Trans>This client has no images yet. Uploaded images can be used again.</Trans>
        </p>
      )}
      <ul className={css.assets}>
        {assets.map(asset => {
          const { AssetID = '', Name = '', Url = '', Width = 0, Height = 0 } = asset
          return (
            <li key={AssetID}>
              <button type="button" className={css.asset} onClick={() => onChoose(asset)}>
                <img src={`${Url}?w=150`} alt="" loading="lazy" />
                <bdi>{Name}</bdi>
                <small>
                  {Width} × {Height}
                </small>
              </button>
            </li>
          )
        })}
      </ul>
      <More of={listed} />
    </div>
  )
}
