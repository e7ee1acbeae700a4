/** Ctrl-Z and Ctrl-Shift-Z (or Ctrl-Y) in the editor and in the mail: over all that was done there, not over one field alone. */
import { useEffect, useRef } from 'react'
import type { Sections } from './use-sections.ts'

/** @param sections undefined while nothing is edited */
export function useUndoKeys(sections: Pick<Sections, 'undo' | 'redo'> | undefined): void {
  const latest = useRef(sections)
  latest.current = sections
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      const isRedo = (key === 'z' && event.shiftKey) || key === 'y'
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && !isRedo)) return
      const { target } = event
      // a dialog has fields of its own, code its own steps
      if (!latest.current || !(target instanceof Element) || target.closest('dialog, .cm-editor')) return
      if (!target.closest('[data-letter]') && target !== document.body) return
      event.preventDefault()
      event.stopPropagation()
      if (isRedo) latest.current.redo()
      else latest.current.undo()
    }
    // before the editor of rich text and the browser's own
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
