/** Request bodies: read as far as their route allows, within the memory budget, and no further without a key where one is needed. */

import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { NoRoom, type Reservation } from '../lib/budget.ts'
import type { Limit, Unread } from '../lib/http.ts'
import { callBytes } from '../protocols/body-limits.ts'

/**
 * Bytes of a body where the route says nothing: our own forms, of which the longest has a field for each list of a client, and
 * one-clicks of mail programs (RFC 8058).
 */
export const formBytes = 20_000

export interface RequestBody {
  readonly body: Buffer
  readonly unread: Unread | undefined
}

/** How long what is not read is read off, in milliseconds, so that the answer reaches a caller that is still sending. */
const discardMs = 2_000

/**
 * @param room takes what is held; its owner releases it
 * @throws Error when the caller goes away before its request is complete; what `refuse` throws
 */
export async function readBody(incoming: IncomingMessage, limit: Limit, room: Reservation): Promise<RequestBody> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    incoming.resume()
    return { body: nothing, unread: undefined }
  }
  if (Number(incoming.headers['content-length'] ?? 0) > limit.most) return giveUp(incoming, 'too large')
  const reader = new BodyReader(incoming, room)
  // what is read without a key is read first, so that the rest of a body that needs one stays with the caller
  const first = limit.refuse ? Math.min(limit.most, callBytes) : limit.most
  try {
    if (await reader.readTo(first)) return { body: reader.body(), unread: undefined }
    if (first === limit.most) return reader.abandon('too large')
    const refused = await limit.refuse?.(reader.body().subarray(0, first))
    if (refused) return reader.abandon(refused)
    if (await reader.readTo(limit.most)) return { body: reader.body(), unread: undefined }
    return reader.abandon('too large')
  } catch (error) {
    if (error instanceof NoRoom) return reader.abandon('busy')
    throw error
  }
}

const nothing = Buffer.alloc(0)

/** Buffers shorter than this are copied together: a buffer for each octet would take a hundred times the memory of the octets. */
const pieceBytes = 4_096
const blockBytes = 16_384

/** Gathers a body up to a limit, and further when it is asked to. */
class BodyReader {
  readonly #incoming: IncomingMessage
  readonly #room: Reservation
  readonly #pieces: Buffer[] = []
  #size = 0
  #most = 0
  #isWhole = false
  #settle: { resolve(isWhole: boolean): void; reject(error: unknown): void } | undefined
  /** What short pieces are copied into: how much of it is used, and from where on it is not among the pieces. */
  #block = nothing
  #used = 0
  #from = 0

  constructor(incoming: IncomingMessage, room: Reservation) {
    this.#incoming = incoming
    this.#room = room
    incoming.on('data', (chunk: Buffer) => this.#take(chunk))
    incoming.on('end', () => {
      this.#isWhole = true
      this.#settle?.resolve(true)
    })
    incoming.on('error', error => this.#settle?.reject(error))
    incoming.on('close', () => {
      if (!incoming.complete) this.#settle?.reject(new Error('the caller went away before its request was complete'))
    })
  }

  /** Reads on. @returns whether that is all; if not, there is more than `most`, and reading pauses. @throws NoRoom */
  readTo(most: number): Promise<boolean> {
    this.#most = most
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      if (this.#isWhole) resolve(true)
      else if (this.#incoming.destroyed) reject(new Error('the caller went away before its request was complete'))
      else this.#incoming.resume()
    })
  }

  /** What was read, in one. */
  body(): Buffer {
    this.#closeBlock()
    const all = this.#pieces
    if (all.length > 1) all.splice(0, all.length, Buffer.concat(all, this.#size))
    return all[0] ?? nothing
  }

  /** Gives up what was read and does not keep what still comes. */
  abandon(unread: Unread): Promise<RequestBody> {
    this.#pieces.length = 0
    this.#block = nothing
    this.#settle = undefined
    this.#room.release()
    this.#incoming.removeAllListeners('data')
    return giveUp(this.#incoming, unread)
  }

  #take(chunk: Buffer): void {
    try {
      this.#room.take(chunk.length)
    } catch (error) {
      this.#incoming.pause()
      this.#settle?.reject(error)
      return
    }
    this.#size += chunk.length
    if (chunk.length >= pieceBytes || this.#pieces.length === 0) {
      this.#closeBlock()
      this.#pieces.push(chunk)
    } else this.#copy(chunk)
    if (this.#size > this.#most) {
      this.#incoming.pause()
      this.#settle?.resolve(false)
    }
  }

  #copy(chunk: Buffer): void {
    if (this.#used + chunk.length > this.#block.length) {
      this.#closeBlock()
      this.#block = Buffer.allocUnsafeSlow(blockBytes)
      this.#used = this.#from = 0
    }
    this.#used += chunk.copy(this.#block, this.#used)
  }

  #closeBlock(): void {
    if (this.#used > this.#from) this.#pieces.push(this.#block.subarray(this.#from, this.#used))
    this.#from = this.#used
  }
}

async function giveUp(incoming: IncomingMessage, unread: Unread): Promise<RequestBody> {
  await discardBody(incoming)
  return { body: nothing, unread }
}

/** Throws away what still comes, for a moment or to its end. */
export async function discardBody(incoming: IncomingMessage): Promise<void> {
  const moment = new AbortController()
  const timer = setTimeout(() => moment.abort(), discardMs).unref()
  incoming.resume()
  await finished(incoming, { signal: moment.signal, writable: false }).catch(() => {}) // answered in any case
  clearTimeout(timer)
}
