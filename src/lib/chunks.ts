/** Pieces of any length gathered into chunks of one length, as files are stored. */

/** Octets of a chunk, the last one excepted: 1 MB. While one is stored the next is gathered. */
export const chunkBytes = 1_048_576

/** A chunk belongs to the reader: no other octets are written into it later. */
export async function* gatherChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes)
  let used = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(chunk, used, at)
      at += copied
      used += copied
      if (used < chunkBytes) continue
      yield chunk
      chunk = Buffer.allocUnsafeSlow(chunkBytes)
      used = 0
    }
  }
  if (used > 0) yield chunk.subarray(0, used)
}
