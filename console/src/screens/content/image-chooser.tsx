/** The images of a client, and a way to add one. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { call, upload } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { More } from '../../ui/more.tsx'
import { Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './content.module.css'

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
  return (
    <DialogButton
      variant="default"
      size="compact-sm"
      aria-label={label}
      dialog={close => (
        <ImageChooser
          clientId={clientId}
          onClose={close}
          onChoose={url => {
            close()
            onChoose(url)
          }}
        />
      )}
    >
      <Trans>Choose an image</Trans>
    </DialogButton>
  )
}

function ImageChooser({
  clientId,
  onChoose,
  onClose,
}: {
  readonly clientId: string
  readonly onChoose: (url: string) => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const listed = useInfiniteQuery(readPages('Asset.List', { ClientID: clientId }, 60))
  const add = useMutation({
    mutationFn: async (file: File) => {
      const { UploadID } = await upload(clientId, file, file.name)
      return call('Asset.Upload', { ClientID: clientId, UploadID, Name: file.name }, { idempotencyKey: newKey() })
    },
    onSuccess: ({ Url = '' }) => {
      void reread('images')
      onChoose(Url)
    },
  })
  const assets = listed.data?.pages.flatMap(({ Assets = [] }) => Assets) ?? []
  return (
    <Dialog title={t`Choose an image`} onClose={onClose}>
      <div className={css.fields}>
        <FileDrop
          accept="image/png,image/jpeg,image/gif,image/webp"
          isDisabled={add.isPending}
          onChoose={file => add.mutate(file)}
        >
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
          {assets.map(({ AssetID = '', Name = '', Url = '', Width = 0, Height = 0 }) => (
            <li key={AssetID}>
              <button type="button" className={css.asset} onClick={() => onChoose(Url)}>
                <img src={`${Url}?w=150`} alt="" loading="lazy" />
                <bdi>{Name}</bdi>
                <small>
                  {Width} × {Height}
                </small>
              </button>
            </li>
          ))}
        </ul>
        <More of={listed} />
      </div>
    </Dialog>
  )
}
