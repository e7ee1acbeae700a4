import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key. */
const pause = 300

/**
 * The text of a search that stands in the address: what is typed is shown at once and goes there after a pause. The field follows
 * the address where it changes in another way, as by Back.
 */
export function useSearchText(inAddress: string, toAddress: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const sent = useRef(inAddress)
  const latest = useRef(toAddress)
  latest.current = toAddress
  useEffect(() => {
    if (inAddress === sent.current) return
    sent.current = inAddress
    setText(inAddress)
  }, [inAddress])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      latest.current(text)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
