/** One line of what needs a hand. */
import type { ReactNode } from 'react'
import type { Tone } from '../../ui/page.tsx'

export interface Need {
  readonly key: string
  readonly tone: Tone
  readonly text: ReactNode
}
