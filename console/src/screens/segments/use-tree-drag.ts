/** Moving conditions and groups between groups with the mouse or a finger. The keyboard has its own ways. */
import { type PointerEvent, useRef, useState } from 'react'

/** Where the part that is held would go: before the n-th part of its kind in a group. */
export interface Drop {
  readonly groupKey: number
  readonly at: number
}

export interface TreeDrag {
  /** Key of the part that is held, and where it would go; undefined while none is held. */
  readonly held: { readonly key: number; readonly drop: Drop | undefined } | undefined
  /** For the handle of a part. */
  readonly handle: (
    key: number,
    isGroup: boolean,
  ) => {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/**
 * Rows carry `data-part`, `data-parent` and `data-at`; cards of groups `data-group`, `data-parent` and `data-at`.
 * @param onDrop is called where the part was let go over another place
 */
export function useTreeDrag(onDrop: (key: number, drop: Drop) => void): TreeDrag {
  const [held, setHeld] = useState<TreeDrag['held']>()
  const latest = useRef<TreeDrag['held']>(undefined)
  const hold = (next: TreeDrag['held']) => {
    latest.current = next
    setHeld(next)
  }
  return {
    held,
    handle: (key, isGroup) => ({
      onPointerDown: event => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        hold({ key, drop: undefined })
      },
      onPointerMove: event => {
        if (latest.current) hold({ key, drop: dropAt(event, isGroup) })
      },
      onPointerUp: () => {
        const { current } = latest
        hold(undefined)
        if (current?.drop) onDrop(current.key, current.drop)
      },
      onPointerCancel: () => hold(undefined),
    }),
  }
}

function dropAt({ clientX, clientY }: PointerEvent, isGroup: boolean): Drop | undefined {
  const under = document.elementFromPoint(clientX, clientY)
  const row = isGroup ? null : under?.closest<HTMLElement>('[data-part]')
  if (row) {
    const { top, height } = row.getBoundingClientRect()
    const at = Number(row.dataset.at) + (clientY < top + height / 2 ? 0 : 1)
    return { groupKey: Number(row.dataset.parent), at }
  }
  const card = under?.closest<HTMLElement>('[data-group]')
  if (!card) return undefined
  const { group, parent, at = '', leaves = '', groups = '' } = card.dataset
  // over its head a group is put beside it, below into it
  const isHead = under?.closest('[data-head]') !== null
  if (isGroup && isHead && parent !== undefined) return { groupKey: Number(parent), at: Number(at) }
  return { groupKey: Number(group), at: isGroup ? Number(groups) : isHead ? 0 : Number(leaves) }
}
