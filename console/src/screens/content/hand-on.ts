/** What is typed fast is handed on in pieces, so that no key waits for the page around the text. */
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds. */
const handOnMs = 120

const waiting = new Set<() => void>()

/** Hands on what is waiting: before something is done with all that was typed. */
export function handOnAll(): void {
  for (const hand of [...waiting]) hand()
}

/** @returns a function that calls `onChange` a little later with the last value; at once when the text is left */
export function useHandOn(onChange: (value: string) => void): (value: string) => void {
  const held = useRef<{ readonly timer: number; value: string }>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  const hand = useCallback(() => {
    const { current } = held
    waiting.delete(hand)
    if (!current) return
    clearTimeout(current.timer)
    held.current = undefined
    latest.current(current.value)
  }, [])
  useEffect(() => {
    document.addEventListener('visibilitychange', hand)
    return () => {
      document.removeEventListener('visibilitychange', hand)
      hand()
    }
  }, [hand])
  return useCallback(
    value => {
      if (held.current) held.current.value = value
      else held.current = { timer: window.setTimeout(hand, handOnMs), value }
      waiting.add(hand)
    },
    [hand],
  )
}
