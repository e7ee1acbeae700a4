import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key. */
const pause = 300

/**
 * The text of a search that is part of the address: typed text is shown at once and enters the address after a pause. The field
 * follows the address when it changes in another way, for example by Back.
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
