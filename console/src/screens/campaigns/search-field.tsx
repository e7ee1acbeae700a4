import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'

/** Milliseconds after the last key. */
const pauseMs = 250

/** A search that stands in the address: it is asked for when one pauses, and what is typed is never overwritten meanwhile. */
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
  const [told, setTold] = useState(text)
  // the address was changed by Back, or by a link
  useEffect(() => {
    if (text !== told) {
      setTyped(text)
      setTold(text)
    }
  }, [text, told])
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(() => {
      setTold(typed.trim())
      onChange(typed.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, told, onChange])
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
