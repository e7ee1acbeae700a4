/** An image for a section: chosen, uploaded, dropped or pasted; then cropped, and described for people who do not see it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { newKey } from '../../../lib/new-key.ts'
import { reread } from '../../../live/reread.ts'
import { Check } from '../../../ui/check.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Help } from '../../../ui/help.tsx'
import { Skeletons } from '../../../ui/page.tsx'
import { Refused } from '../../../ui/refused.tsx'
import content from '../content.module.css'
import { ImageList } from '../image-chooser.tsx'
import { type Asset, useAddImage } from '../use-add-image.ts'
import { type Area, isWhole } from './crop-area.ts'
import { CropField } from './crop-field.tsx'

export interface ChosenPicture {
  readonly src: string
  readonly alt: string
}

export interface PictureDialogProps {
  readonly clientId: string
  /** That was dropped or pasted. */
  readonly file?: File | undefined
  /** What is there now; `src` is '' for none. */
  readonly present: ChosenPicture
  /** Begins with what is there, to be cropped and described. */
  readonly isChanged?: boolean
  readonly onChoose: (picture: ChosenPicture) => void
  readonly onClose: () => void
}

export function PictureDialog({ clientId, file, present, isChanged = false, onChoose, onClose }: PictureDialogProps) {
  const { t } = useLingui()
  const [asset, setAsset] = useState<Asset>()
  const add = useAddImage(clientId, setAsset)
  const begun = useRef(false)
  useEffect(() => {
    // once, also where the effect runs twice
    if (!file || begun.current) return
    begun.current = true
    add.mutate(file)
  }, [file, add])
  const known = useQuery({
    queryKey: ['Asset.List', { ClientID: clientId, Cursor: '', Limit: 1000 }],
    queryFn: ({ signal }) => call('Asset.List', { ClientID: clientId, Cursor: '', Limit: 1000 }, { signal }),
    enabled: isChanged,
  })
  const own = isChanged ? known.data?.Assets?.find(({ Url }) => Url === present.src) : undefined
  const shown = asset ?? own
  const isForeign = isChanged && known.data !== undefined && !own && !asset
  return (
    <Dialog title={shown || isForeign ? t`Image` : t`Choose an image`} onClose={onClose}>
      {shown || isForeign ? (
        <PictureForm
          key={shown?.AssetID ?? ''}
          {...{ clientId, onChoose }}
          asset={shown}
          present={shown && shown.Url !== present.src ? { src: shown.Url ?? '', alt: '' } : present}
          onOther={() => {
            setAsset(undefined)
            onClose()
          }}
        />
      ) : (file && !add.error) || (isChanged && known.isPending) ? (
        <Skeletons lines={4} />
      ) : (
        <>
          <Refused error={add.error ?? known.error} />
          <ImageList clientId={clientId} onChoose={setAsset} />
        </>
      )}
    </Dialog>
  )
}

function PictureForm({
  clientId,
  asset,
  present,
  onChoose,
  onOther,
}: Pick<PictureDialogProps, 'clientId' | 'present' | 'onChoose'> & {
  /** Undefined for an image at another address, which is described only. */
  readonly asset: Asset | undefined
  readonly onOther: () => void
}) {
  const { t } = useLingui()
  const [alt, setAlt] = useState(present.alt)
  const [isDecoration, setDecoration] = useState(false)
  const [area, setArea] = useState<Area>()
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const use = useMutation({
    mutationFn: async () => {
      if (!asset || !area || isWhole(area, asset)) return present.src
      const { x: X, y: Y, width: Width, height: Height } = area
      const given = { ClientID: clientId, AssetID: asset.AssetID ?? '', X, Y, Width, Height }
      const { Url = '' } = await call('Asset.Crop', given, { idempotencyKey: newKey() })
      void reread('images')
      return Url
    },
    onSuccess: src => onChoose({ src, alt: isDecoration ? '' : alt.trim() }),
  })
  return (
    <form
      className={content.fields}
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (alt.trim() === '' && !isDecoration) {
          setAsked(true)
          field.current?.focus()
        } else if (!use.isPending) use.mutate()
      }}
    >
      {asset && <CropField asset={asset} area={area} onChange={setArea} />}
      <TextInput
        ref={field}
        label={t`What does the image show?`}
        description={<Help>{t`Read aloud, and shown where images are blocked.`}</Help>}
        dir="auto"
        maxLength={500}
        data-first
        disabled={isDecoration}
        error={
          isAsked && alt.trim() === '' && !isDecoration ? t`Describe the image, or mark it as decoration.` : undefined
        }
        value={alt}
        onChange={event => setAlt(event.currentTarget.value)}
      />
      <Check
        label={t`It is decoration: there is nothing to describe`}
        checked={isDecoration}
        onChange={setDecoration}
      />
      <Refused error={use.error} />
      <div className={content.adders}>
        <Button type="submit" loading={use.isPending}>
          <Trans>Use the image</Trans>
        </Button>
        <Button variant="default" onClick={onOther}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
