/** Whether the first steps are shown in this browser: until a person hides them; completed ones only if they were seen before. */
import { useState } from 'react'

type Remembered = 'seen' | 'away' | undefined

export function useFirstSteps(accountId: string, isComplete: boolean) {
  const key = `lettershop-first-steps:${accountId}`
  const [remembered, setRemembered] = useState(() => readItem(key))
  const change = (next: Remembered) => {
    setRemembered(next)
    writeItem(key, next)
  }
  return {
    isShown: remembered !== 'away' && (!isComplete || remembered === 'seen'),
    see() {
      if (remembered === undefined) writeItem(key, 'seen')
    },
    hide: () => change('away'),
  }
}

function readItem(key: string): Remembered {
  try {
    const value = localStorage.getItem(key)
    return value === 'seen' || value === 'away' ? value : undefined
  } catch {
    return undefined
  }
}

function writeItem(key: string, value: Remembered): void {
  try {
    localStorage.setItem(key, value ?? '')
  } catch {
    // storage is switched off: they are shown again with the next page
  }
}
