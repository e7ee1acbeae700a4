import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'

/** Milliseconds after the last key. */
const pauseMs = 250

/** A search that is part of the address: it runs after a pause in typing, and typed text is never overwritten meanwhile. */
export function SearchField({
  label,
  text,
  onChange,
}: {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const [sent, setSent] = useState(text)
  // the address was changed by Back, or by a link
  useEffect(() => {
    if (text !== sent) {
      setTyped(text)
      setSent(text)
    }
  }, [text, sent])
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed.trim())
      onChange(typed.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, sent, onChange])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      w="min(20rem, 100%)"
    />
  )
}
