/** Which part of an image is used: a frame over it that is drawn, moved and sized with the mouse, with the keyboard, or chosen by its shape. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import content from '../content.module.css'
import type { Asset } from '../use-add-image.ts'
import css from './crop.module.css'
import { type Area, centreArea, leastSide, moveArea, within } from './crop-area.ts'

const shapes = [
  ['1:1', 1],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
] as const

/** Where the mouse was when it began to move or to size the area, and which it was. */
interface Begun {
  readonly x: number
  readonly y: number
  readonly area: Area
  readonly isSize: boolean
}

export function CropField({
  asset,
  area: given,
  onChange,
}: {
  readonly asset: Asset
  readonly area: Area | undefined
  readonly onChange: (area: Area | undefined) => void
}) {
  const { t } = useLingui()
  const { Url = '', Width = 0, Height = 0, Animated, MediaType } = asset
  const canCrop = !Animated && MediaType !== 'image/gif' && Width > leastSide && Height > leastSide
  const area = given ?? { x: 0, y: 0, width: Width, height: Height }
  const place = useRef<HTMLDivElement>(null)
  const begun = useRef<Begun>(undefined)
  /** Of the image, for a pixel of the page. */
  const ratio = () => Width / Math.max(1, place.current?.getBoundingClientRect().width ?? Width)
  const set = (next: Area) => onChange(within(next, Width, Height))
  const end = () => {
    begun.current = undefined
  }
  const handlers = (isSize: boolean) => ({
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      begun.current = { x: event.clientX, y: event.clientY, area, isSize }
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = begun
      if (!current) return
      const [x, y] = [(event.clientX - current.x) * ratio(), (event.clientY - current.y) * ratio()]
      set(moveArea(current.area, x, y, current.isSize))
    },
    onPointerUp: end,
    onPointerCancel: end,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = Math.max(1, Math.round(Width / 50))
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!way) return
    event.preventDefault()
    set(moveArea(area, way[0]!, way[1]!, event.shiftKey))
  }
  const { width: wide, height: high } = area
  const share = (part: number, all: number) => `${(100 * part) / Math.max(1, all)}%`
  return (
    <div className={content.fields}>
      <div ref={place} className={css.place}>
        <img src={Url} alt="" />
        {canCrop && (
          // keys move and size it, which its name says
          <button
            type="button"
            className={css.area}
            aria-label={t`Part of the image: ${wide} by ${high} pixels. Arrow keys move it, with Shift they change its size.`}
            style={{
              left: share(area.x, Width),
              top: share(area.y, Height),
              width: share(area.width, Width),
              height: share(area.height, Height),
            }}
            onKeyDown={onKeyDown}
            {...handlers(false)}
          >
            <span className={css.corner} {...handlers(true)} />
          </button>
        )}
      </div>
      {canCrop ? (
        <fieldset className={css.shapes}>
          <legend>
            <Trans>Crop</Trans>
          </legend>
          <Button variant="default" size="compact-sm" onClick={() => onChange(undefined)}>
            <Trans>Whole image</Trans>
          </Button>
          {shapes.map(([label, shape]) => (
            <Button
              key={label}
              variant="default"
              size="compact-sm"
              onClick={() => set(centreArea(shape, Width, Height))}
            >
              {label}
            </Button>
          ))}
          <small>
            {wide} × {high}
          </small>
        </fieldset>
      ) : (
        <p className={content.hint}>
          <Trans>Animations and GIF images cannot be cropped.</Trans>
        </p>
      )}
    </div>
  )
}
