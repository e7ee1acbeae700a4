/** One direction of a connection: what goes in comes out in order, each piece after its time. */
import type { Actor, Schedule } from './schedule.ts'

export interface Pipe {
  /** Octets, or a happening, that went in and did not come out. */
  readonly waiting: number
  put(octets: number, delay: number, what: string, comesOut: () => void): void
  /** Nothing comes out any more, until the end of the connection. */
  stop(): void
  /** What is under way is lost. */
  lose(): void
}

/** @param actor who waits for what comes out */
export function createPipe(schedule: Schedule, actor: Actor): Pipe {
  let pieces: {
    readonly octets: number
    readonly delay: number
    readonly what: string
    readonly comesOut: () => void
  }[] = []
  let isStopped = false
  let withdraw: (() => void) | undefined

  function next() {
    const [piece] = pieces
    if (!piece || withdraw || isStopped) return
    withdraw = schedule.add(actor, piece.delay, piece.what, () => {
      withdraw = undefined
      pieces.shift()
      piece.comesOut()
      next()
    })
  }

  return {
    get waiting() {
      return pieces.reduce((sum, { octets }) => sum + octets, 0)
    },
    put(octets, delay, what, comesOut) {
      pieces.push({ octets, delay, what, comesOut })
      next()
    },
    stop() {
      isStopped = true
      withdraw?.()
      withdraw = undefined
    },
    lose() {
      pieces = []
      isStopped = false
      withdraw?.()
      withdraw = undefined
    },
  }
}
