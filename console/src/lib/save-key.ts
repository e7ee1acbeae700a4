/** Ctrl-S saves what is written. */
import { useEffect } from 'react'

export function useSaveKey(save: () => Promise<void>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      // what the editor reports with this key is rendered first
      setTimeout(() => void save())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [save])
}
