/** How fast a campaign is being sent, from the counters as they come in. */
import { useEffect, useRef, useState } from 'react'
import { openOf, type Progress } from './states.ts'

export interface Rate {
  readonly perMinute: number
  /** Undefined where nothing moves. */
  readonly minutesLeft: number | undefined
}

/** Milliseconds that a rate is taken over, and after which the first one is said. */
const over = 60_000
const atLeast = 4_000

/** Undefined until two counts can be compared. @param waiting recipients whose time has not come */
export function useRate(progress: Progress, waiting: number): Rate | undefined {
  const samples = useRef<readonly (readonly [at: number, done: number])[]>([])
  const [rate, setRate] = useState<Rate>()
  const open = openOf(progress)
  const done = progress.Recipients - open
  useEffect(() => {
    if (progress.State !== 'Sending') {
      samples.current = []
      setRate(undefined)
      return
    }
    const now = performance.now()
    samples.current = [...samples.current.filter(([at]) => now - at < over), [now, done]]
    const [first] = samples.current
    if (!first || now - first[0] < atLeast) return
    const perMinute = ((done - first[1]) / (now - first[0])) * 60_000
    if (perMinute <= 0) setRate(undefined)
    // deferred ones come later, however fast the others go
    else setRate({ perMinute, minutesLeft: Math.max(1, Math.ceil((open - progress.Deferred - waiting) / perMinute)) })
  }, [progress, done, open, waiting])
  return rate
}
