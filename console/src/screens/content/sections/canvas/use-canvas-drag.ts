/** Moving a section within the mail, with the mouse or a finger on its handle. The keyboard has its own ways. */
import { type PointerEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useStable } from '../../../../lib/use-stable.ts'

/** Where a section is, in pixels of the frame, in the order of the mail. */
export interface Span {
  readonly top: number
  readonly height: number
}

export interface CanvasDrag {
  readonly held: { readonly from: number; readonly before: number } | undefined
  readonly handlers: (at: number) => {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
  /** Whether the click that follows was the end of a move. */
  readonly wasMoved: () => boolean
}

/** Pixels of the page: less is a click. */
const least = 6
/** Pixels from an edge at which the mail scrolls, and by how much with each movement. */
const edge = 40
const step = 14

/**
 * @param scroller what scrolls @param stage in which the spans are
 * @param scale pixels of the page for one of the frame
 */
export function useCanvasDrag(
  scroller: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
  scale: number,
  spans: readonly Span[],
  onMove: (from: number, to: number) => void,
): CanvasDrag {
  const [held, setHeld] = useState<CanvasDrag['held']>()
  const begun = useRef<{ readonly at: number; readonly y: number } | undefined>(undefined)
  const latest = useRef<CanvasDrag['held']>(undefined)
  const moved = useRef(false)
  const hold = useCallback((next: CanvasDrag['held']) => {
    latest.current = next
    setHeld(next)
  }, [])
  const given = useStable({ onMove, spans: () => spans })
  return useMemo(
    () => ({
      held,
      wasMoved: () => moved.current,
      handlers: (at: number) => ({
        onPointerDown: (event: PointerEvent) => {
          moved.current = false
          if (event.button !== 0) return
          begun.current = { at, y: event.clientY }
        },
        onPointerMove: (event: PointerEvent) => {
          const { current } = begun
          const all = given.spans()
          if (!current) return
          if (!latest.current) {
            if (Math.abs(event.clientY - current.y) < least) return
            event.currentTarget.setPointerCapture(event.pointerId)
            moved.current = true
          }
          const box = scroller.current?.getBoundingClientRect()
          if (box && event.clientY < box.top + edge) scroller.current?.scrollBy(0, -step)
          else if (box && event.clientY > box.bottom - edge) scroller.current?.scrollBy(0, step)
          const y = (event.clientY - (stage.current?.getBoundingClientRect().top ?? 0)) / scale
          const found = all.findIndex(({ top, height }) => y < top + height / 2)
          hold({ from: current.at, before: found < 0 ? all.length : found })
        },
        onPointerUp: () => {
          const { current } = latest
          begun.current = undefined
          hold(undefined)
          // the click that ends a move comes before that; without one, the next click is one
          setTimeout(() => {
            moved.current = false
          })
          if (!current) return
          const to = current.before > current.from ? current.before - 1 : current.before
          if (to !== current.from) given.onMove(current.from, to)
        },
        onPointerCancel: () => {
          begun.current = undefined
          hold(undefined)
        },
      }),
    }),
    [held, hold, scroller, stage, scale, given],
  )
}
