/** Which part of an image is used: a frame over it that is drawn, moved and sized with the mouse, with the keyboard, or chosen by its shape. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import content from '../content.module.css'
import type { Asset } from '../image-chooser.tsx'
import css from './crop.module.css'

/** Pixels of the image. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Size = Pick<Asset, 'Width' | 'Height'>

export function isWhole({ x, y, width, height }: Area, { Width = 0, Height = 0 }: Size): boolean {
  return x === 0 && y === 0 && width === Width && height === Height
}

/** Pixels: a smaller part is a slip of the mouse. */
const least = 16

const shapes = [
  ['1:1', 1],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
] as const

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
  const canCrop = !Animated && MediaType !== 'image/gif' && Width > least && Height > least
  const area = given ?? { x: 0, y: 0, width: Width, height: Height }
  const place = useRef<HTMLDivElement>(null)
  const begun = useRef<{ readonly x: number; readonly y: number; readonly area: Area; readonly isSize: boolean }>(
    undefined,
  )
  /** Of the image, for a pixel of the page. */
  const ratio = () => Width / Math.max(1, place.current?.getBoundingClientRect().width ?? Width)
  const set = (next: Area) => onChange(within(next, Width, Height))
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
      set(moved(current.area, x, y, current.isSize))
    },
    onPointerUp: () => {
      begun.current = undefined
    },
    onPointerCancel: () => {
      begun.current = undefined
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = Math.max(1, Math.round(Width / 50))
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!way) return
    event.preventDefault()
    set(moved(area, way[0]!, way[1]!, event.shiftKey))
  }
  const share = (part: number, all: number) => `${(100 * part) / Math.max(1, all)}%`
  const [wide, high] = [area.width, area.height]
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
            <Button key={label} variant="default" size="compact-sm" onClick={() => set(centred(shape, Width, Height))}>
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

/** @param isSize its lower right corner is moved, not all of it */
export function moved(area: Area, x: number, y: number, isSize: boolean): Area {
  if (isSize) return { ...area, width: area.width + x, height: area.height + y }
  return { ...area, x: area.x + x, y: area.y + y }
}

/** In whole pixels inside of the image. */
export function within({ x, y, width, height }: Area, Width: number, Height: number): Area {
  const wide = Math.round(Math.min(Math.max(least, width), Width))
  const high = Math.round(Math.min(Math.max(least, height), Height))
  const left = Math.round(Math.min(Math.max(0, x), Width - least))
  const top = Math.round(Math.min(Math.max(0, y), Height - least))
  // what is moved to an edge keeps its size
  const isSized = wide !== Math.round(width) || high !== Math.round(height)
  return isSized
    ? { x: left, y: top, width: Math.min(wide, Width - left), height: Math.min(high, Height - top) }
    : { x: Math.min(left, Width - wide), y: Math.min(top, Height - high), width: wide, height: high }
}

/** The largest part of a shape, from the middle. @param shape width by height */
export function centred(shape: number, Width: number, Height: number): Area {
  const width = Math.round(Math.min(Width, Height * shape))
  const height = Math.round(Math.min(Height, Width / shape))
  return { x: Math.round((Width - width) / 2), y: Math.round((Height - height) / 2), width, height }
}
