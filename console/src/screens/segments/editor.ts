/** What is done with the tree of a segment on the screen, and where the keyboard is afterwards. */
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import * as editing from './editing.ts'
import { newLeaf } from './offered.ts'
import type { Leaf, Root } from './types.ts'
import type { Choices } from './use-choices.ts'
import type { Problem, SegmentAtHand } from './use-segment.ts'
import { type TreeDrag, useTreeDrag } from './use-tree-drag.ts'

export interface Editor {
  readonly segment: SegmentAtHand
  readonly root: Root
  readonly choices: Choices
  readonly problems: readonly Problem[]
  readonly isLocked: boolean
  /** Whose form is open. */
  readonly opened: number | undefined
  /** What is given the keyboard: it is new, or was moved. */
  readonly focused: number | undefined
  readonly drag: TreeDrag
  readonly isGroup: (key: number) => boolean
  readonly open: (key: number | undefined) => void
  readonly setMatch: (key: number, match: editing.Match) => void
  readonly setLeaf: (key: number, leaf: Leaf) => void
  readonly addLeaf: (groupKey: number) => void
  readonly addGroup: (groupKey: number) => void
  readonly duplicate: (key: number) => void
  readonly move: (key: number, direction: editing.Direction) => void
  readonly remove: (key: number) => void
}

export function useEditor(segment: SegmentAtHand, choices: Choices, isLocked: boolean): Editor {
  const { t } = useLingui()
  const { root, change, problems } = segment
  const [opened, setOpened] = useState<number>()
  const [focused, setFocused] = useState<number>()
  /** Focuses it also where it had the focus before: it may be at another place of the page. */
  const focus = (key: number | undefined) => {
    setFocused(undefined)
    requestAnimationFrame(() => setFocused(key))
  }
  const drag = useTreeDrag((key, { groupKey, at }) => change(present => editing.moveTo(present, key, groupKey, at)))
  return {
    ...{ segment, root, choices, problems, isLocked, opened, focused, drag },
    isGroup: key => editing.find(root, key)?.group !== undefined,
    open: key => {
      setFocused(undefined)
      setOpened(key)
    },
    setMatch: (key, match) => change(present => editing.setMatch(present, key, match)),
    setLeaf: (key, leaf) => change(present => editing.setLeaf(present, key, leaf)),
    addLeaf(groupKey) {
      change(present => {
        const [next, key] = editing.addLeaf(present, groupKey, newLeaf('Opened'))
        setOpened(key)
        focus(key)
        return next
      })
    },
    addGroup(groupKey) {
      change(present => {
        const [next, key] = editing.addGroup(present, groupKey, 'None')
        focus(key)
        return next
      })
    },
    duplicate(key) {
      change(present => {
        const [next, copy] = editing.duplicateLeaf(present, key)
        setOpened(copy)
        focus(copy)
        return next
      })
    },
    move(key, direction) {
      change(present => editing.move(present, key, direction))
      focus(key)
    },
    remove(key) {
      const place = editing.find(root, key)
      const { parent, at = 0, leaf } = place ?? {}
      const [, undo] = editing.remove(root, key)
      change(present => editing.remove(present, key)[0])
      focus((leaf ? (parent?.leaves[at + 1] ?? parent?.leaves[at - 1]) : undefined)?.key ?? parent?.key)
      toast(leaf ? t`The condition was removed.` : t`The group was removed.`, { undo: async () => change(undo) })
    },
  }
}
