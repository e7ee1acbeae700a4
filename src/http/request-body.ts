/** Request bodies: read as far as their route allows, within the memory budget, and no further without a key where one is needed. */
import type { IncomingMessage } from 'node:http'
import { NoRoom, type Reservation } from '../lib/budget.ts'
import { callBytes } from '../protocols/body-limits.ts'
import type { Unread } from '../protocols/exchange.ts'

export interface Limit {
  /** Bytes. */
  readonly most: number
  /** Asked once with the first `callBytes` when the body is longer. @returns why no more of it is read, if so */
  readonly refuse?: (beginning: Buffer) => Promise<Unread | undefined>
}

/** Bytes of a body where the route says nothing: our own forms, and one-clicks of mail programs (RFC 8058). */
export const formBytes = 20_000

export interface RequestBody {
  readonly body: Buffer
  unread: Unread | undefined
}

/** How long what is not read is read off, in milliseconds, so that the answer reaches a caller that is still sending. */
const readOffMs = 2_000

/**
 * @param room takes what is held; its owner releases it
 * @throws Error when the caller goes away before its request is complete; what `refuse` throws
 */
export async function readBody(incoming: IncomingMessage, limit: Limit, room: Reservation): Promise<RequestBody> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    incoming.resume()
    return { body: nothing, unread: undefined }
  }
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit.most) return readOff(incoming, 'too large')
  try {
    // what is read without a key is asked for first, so that a body that needs one waits with the caller
    const beginning = await gather(incoming, limit.refuse ? Math.min(limit.most, callBytes) : limit.most, room)
    if (beginning.isWhole) return { body: beginning.pieces.joined(), unread: undefined }
    if (!limit.refuse || limit.most <= callBytes) return readOff(incoming, 'too large')
    const refused = await limit.refuse(beginning.pieces.joined().subarray(0, callBytes))
    if (refused) return readOff(incoming, refused)
    const all = await gather(incoming, limit.most, room, beginning.pieces)
    return all.isWhole ? { body: all.pieces.joined(), unread: undefined } : readOff(incoming, 'too large')
  } catch (error) {
    room.release()
    if (error instanceof NoRoom) return readOff(incoming, 'busy')
    throw error
  }
}

const nothing = Buffer.alloc(0)

interface Gathered {
  readonly pieces: Pieces
  /** Whether this is the whole body. */
  readonly isWhole: boolean
}

/** Buffers shorter than this are copied together: a buffer for each octet would take a hundred times the memory of the octets. */
const pieceBytes = 4_096
const blockBytes = 16_384

class Pieces {
  size = 0
  readonly #whole: Buffer[] = []
  /** What short pieces are copied into, how much of it is used, and since where it is not among the whole ones. */
  #block = nothing
  #used = 0
  #from = 0

  add(piece: Buffer): void {
    this.size += piece.length
    if (piece.length >= pieceBytes || this.#whole.length === 0) {
      this.#close()
      this.#whole.push(piece)
      return
    }
    if (this.#used + piece.length > this.#block.length) {
      this.#close()
      this.#block = Buffer.allocUnsafeSlow(blockBytes)
      this.#used = this.#from = 0
    }
    this.#used += piece.copy(this.#block, this.#used)
  }

  joined(): Buffer {
    this.#close()
    return this.#whole.length === 1 ? this.#whole[0]! : Buffer.concat(this.#whole, this.size)
  }

  #close(): void {
    if (this.#used > this.#from) this.#whole.push(this.#block.subarray(this.#from, this.#used))
    this.#from = this.#used
  }
}

/** Reads until the end, or until there is more than `most`; then the stream is paused. */
function gather(
  incoming: IncomingMessage,
  most: number,
  room: Reservation,
  pieces: Pieces = new Pieces(),
): Promise<Gathered> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        room.take(chunk.length)
      } catch (error) {
        return settle(() => reject(error))
      }
      pieces.add(chunk)
      if (pieces.size > most) settle(() => resolve({ pieces, isWhole: false }))
    }
    const onEnd = () => settle(() => resolve({ pieces, isWhole: true }))
    const onError = (error: unknown) => settle(() => reject(error))
    const onClose = () => {
      if (!incoming.complete) onError(new Error('the caller went away before its request was complete'))
    }
    function settle(how: () => void) {
      incoming.pause().off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      how()
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
    if (incoming.readableEnded) onEnd()
    else incoming.resume()
  })
}

/** Throws away what still comes, for a moment or to its end. */
function readOff(incoming: IncomingMessage, unread: Unread): Promise<RequestBody> {
  return new Promise(resolve => {
    const answer = () => resolve({ body: nothing, unread })
    const timer = setTimeout(answer, readOffMs)
    timer.unref()
    const end = () => {
      clearTimeout(timer)
      answer()
    }
    incoming.on('error', end).on('end', end).on('close', end)
    incoming.resume()
  })
}
