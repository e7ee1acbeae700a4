/** Bodies that their route reads itself, piece by piece, no faster than it works on them. A sender that is too slow is given up. */
import type { IncomingMessage } from 'node:http'
import type { Reservation } from '../lib/budget.ts'
import { BodyLost, type BodyStream } from '../lib/http.ts'
import type { Connection } from './connections.ts'

export interface StreamOptions {
  readonly connection: Connection
  readonly room: Reservation
  /** How long we wait for the sender, all waits together, before its rate counts. */
  readonly graceMs: number
}

/** Octets per millisecond that a sender keeps up on average, once it has used up its grace: 16 KB a second. */
const slowest = 16

/** @throws BodyLost from its iteration */
export function streamBody(incoming: IncomingMessage, { connection, room, graceMs }: StreamOptions): BodyStream {
  const announced = incoming.headers['content-length']
  connection.isSending = false

  async function* pieces(): AsyncGenerator<Buffer> {
    let bytes = 0
    let waitedMs = 0
    for (;;) {
      const piece = incoming.read() as Buffer | null // no encoding is set
      if (piece !== null) {
        bytes += piece.length
        yield piece
        continue
      }
      if (incoming.readableEnded || (incoming.complete && incoming.destroyed)) return
      // only while we wait is the sender the one who is slow
      connection.isSending = true
      const since = performance.now()
      try {
        await more(incoming, graceMs + bytes / slowest - waitedMs)
      } finally {
        connection.isSending = false
      }
      waitedMs += performance.now() - since
    }
  }

  return {
    length: announced === undefined ? undefined : Number(announced),
    room,
    [Symbol.asyncIterator]: pieces,
  }
}

/** Waits until there is something to read, or the end. @throws BodyLost */
function more(incoming: IncomingMessage, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: BodyLost) => {
      clearTimeout(timer)
      incoming.removeListener('readable', ready).removeListener('end', ready)
      incoming.removeListener('close', gone).removeListener('error', gone)
      if (error) reject(error)
      else resolve()
    }
    const ready = () => end()
    const gone = () => end(incoming.complete ? undefined : new BodyLost('gone'))
    const timer = setTimeout(() => end(new BodyLost('slow')), Math.max(0, ms))
    incoming.on('readable', ready).on('end', ready).on('close', gone).on('error', gone)
    if (incoming.destroyed) gone()
  })
}
