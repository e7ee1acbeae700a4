/** The octets of a mail as they stream in: counted and hashed whole, kept as far as a bound, within a budget of all mails together. */
import { createHash } from 'node:crypto'

export interface Taken {
  /** The mail, or its beginning. */
  readonly raw: Buffer
  /** Octets of the whole mail. */
  readonly size: number
  /** Of the whole mail. */
  readonly sha256: Buffer
}

/** There is no room in memory for another mail at the moment. */
export class NoRoom extends Error {}

/** Octets that all mails under way may hold together. */
export interface Budget {
  take(octets: number): void
  free(octets: number): void
}

/** @throws NoRoom from `take` */
export function budget(most: number): Budget {
  let used = 0
  return {
    take(octets) {
      if (used + octets > most) throw new NoRoom()
      used += octets
    },
    free(octets) {
      used -= octets
    },
  }
}

/**
 * Takes a mail in and lets `use` do what is to be done with it; its memory is free afterwards.
 * @param keep octets kept of it
 * @throws NoRoom; whatever the stream or `use` throws
 */
export async function takeIn<Value>(
  stream: AsyncIterable<Buffer>,
  { keep, room }: { readonly keep: number; readonly room: Budget },
  use: (taken: Taken) => Promise<Value>,
): Promise<Value> {
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let size = 0
  let held = 0
  let refused: unknown
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      size += chunk.length
      const part = chunk.subarray(0, keep - held)
      if (part.length === 0 || refused) continue
      try {
        room.take(part.length)
      } catch (error) {
        // the answer comes after the last octet: it is read to its end all the same
        refused = error
        room.free(held)
        held = 0
        chunks = []
        continue
      }
      held += part.length
      // a copy: a part of a packet would keep the whole packet alive
      chunks.push(part.length === chunk.length ? chunk : Buffer.from(part))
    }
    if (refused) throw refused
    return await use({ raw: Buffer.concat(chunks), size, sha256: hash.digest() })
  } finally {
    room.free(held)
  }
}
