/** Moving rows of a list with the mouse or a finger. The keyboard has its own ways. */
import { type PointerEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useStable } from '../../../lib/use-stable.ts'

export interface Drag {
  /** The row that is held, and before which one it would be put; undefined while none is held. */
  readonly held: { readonly from: number; readonly before: number } | undefined
  /** For the handle of a row. */
  readonly handle: (at: number) => {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/** @param list whose children are the rows */
export function useDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void): Drag {
  const [held, setHeld] = useState<Drag['held']>()
  const latest = useRef<Drag['held']>(undefined)
  const hold = useCallback((next: Drag['held']) => {
    latest.current = next
    setHeld(next)
  }, [])
  const stable = useStable({ onMove })
  return useMemo(
    () => ({
      held,
      handle: (at: number) => ({
        onPointerDown: (event: PointerEvent) => {
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          hold({ from: at, before: at })
        },
        onPointerMove: (event: PointerEvent) => {
          if (!latest.current) return
          const rows = [...(list.current?.children ?? [])].map(row => row.getBoundingClientRect())
          const found = rows.findIndex(({ top, height }) => event.clientY < top + height / 2)
          hold({ from: latest.current.from, before: found < 0 ? rows.length : found })
        },
        onPointerUp: () => {
          const { current } = latest
          hold(undefined)
          if (!current) return
          const to = current.before > current.from ? current.before - 1 : current.before
          if (to !== current.from) stable.onMove(current.from, to)
        },
        onPointerCancel: () => hold(undefined),
      }),
    }),
    [held, hold, list, stable],
  )
}
