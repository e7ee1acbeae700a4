/** Copies in this browser of what is typed and saved by a button, and the last one of an earlier visit. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { copiesOf, dropCopy, keepCopy, type LocalCopy, outlivesPage, tabName } from './local-copies.ts'

/** @param key of what is written and who writes it */
export function useLocalCopies<Written>(key: string) {
  const copy = useRef({ of: key, tab: tabName() }).current
  const [earlier, setEarlier] = useState<Written>()
  useEffect(() => {
    void copiesOf<Written>(copy.of).then(copies => setEarlier(copies.at(-1)?.changes))
  }, [copy])
  const keep = useCallback(
    (state: Omit<LocalCopy<Written>, 'of' | 'tab'>) => {
      void keepCopy({ ...copy, ...state })
    },
    [copy],
  )
  async function drop() {
    for (const { tab } of await copiesOf(copy.of)) await dropCopy({ of: copy.of, tab })
    setEarlier(undefined)
  }
  return { earlier, setEarlier, keep, drop }
}

/** The browser asks before a page with unsaved changes is left, unless the changes outlive the page. */
export function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const onLeave = (event: BeforeUnloadEvent) => !outlivesPage() && event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [isChanged])
}
