/** Parts of images: rectangles inside of them. */

/** Pixels of the image. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly Width?: number
  readonly Height?: number
}

export function isWhole({ x, y, width, height }: Area, { Width = 0, Height = 0 }: Size): boolean {
  return x === 0 && y === 0 && width === Width && height === Height
}

/** Pixels: a smaller part is a slip of the mouse. */
export const leastSide = 16

/** @param isSize its lower right corner is moved, not all of it */
export function moveArea(area: Area, x: number, y: number, isSize: boolean): Area {
  if (isSize) return { ...area, width: area.width + x, height: area.height + y }
  return { ...area, x: area.x + x, y: area.y + y }
}

/** In whole pixels inside of the image. */
export function within({ x, y, width, height }: Area, Width: number, Height: number): Area {
  const wide = Math.round(Math.min(Math.max(leastSide, width), Width))
  const high = Math.round(Math.min(Math.max(leastSide, height), Height))
  const left = Math.round(Math.min(Math.max(0, x), Width - leastSide))
  const top = Math.round(Math.min(Math.max(0, y), Height - leastSide))
  // what is moved to an edge keeps its size
  const isSized = wide !== Math.round(width) || high !== Math.round(height)
  return isSized
    ? { x: left, y: top, width: Math.min(wide, Width - left), height: Math.min(high, Height - top) }
    : { x: Math.min(left, Width - wide), y: Math.min(top, Height - high), width: wide, height: high }
}

/** The largest part of a shape, from the middle. @param shape width by height */
export function centreArea(shape: number, Width: number, Height: number): Area {
  const width = Math.round(Math.min(Width, Height * shape))
  const height = Math.round(Math.min(Height, Width / shape))
  return { x: Math.round((Width - width) / 2), y: Math.round((Height - height) / 2), width, height }
}
