/** The octets of a mail as they come: counted and hashed completely, kept up to a limit, within the memory budget of the process. */
import { createHash } from 'node:crypto'
import type { Reservation } from '../../lib/budget.ts'

export interface Taken {
  /** The mail, or its beginning. */
  readonly raw: Buffer
  /** Octets of the mail, including those that are not kept. */
  readonly size: number
  /** Of all octets of the mail. */
  readonly sha256: Buffer
}

/**
 * Reads a mail and calls `use` with it; its memory is free afterwards.
 * @param keep octets kept of it
 * @throws NoRoom, after the last octet; and the errors of the stream and of `use`
 */
export async function takeIn<Value>(
  stream: AsyncIterable<Buffer>,
  { keep, room }: { readonly keep: number; readonly room: Reservation },
  use: (taken: Taken) => Promise<Value>,
): Promise<Value> {
  let held = 0
  let refused: unknown
  let mail = gather(keep)
  try {
    for await (const chunk of stream) {
      if (refused) continue // who sends hears the answer after the last octet
      try {
        const more = Math.min(chunk.length, keep - held)
        room.take(more)
        held += more
        mail.add(chunk)
      } catch (error) {
        refused = error
        room.release()
        mail = gather(0)
      }
    }
    if (refused) throw refused
    return await use(mail.end())
  } finally {
    room.release()
  }
}

/** Gathers one mail. @param keep octets kept of it */
export function gather(keep: number): { add(chunk: Buffer): void; end(): Taken } {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let size = 0
  let held = 0
  return {
    add(chunk) {
      hash.update(chunk)
      size += chunk.length
      if (held === keep) return
      // a copy where it is cut: a part of a packet would keep the packet's memory alive
      const part = chunk.length > keep - held ? Buffer.from(chunk.subarray(0, keep - held)) : chunk
      chunks.push(part)
      held += part.length
    },
    end: () => ({ raw: Buffer.concat(chunks), size, sha256: hash.digest() }),
  }
}
