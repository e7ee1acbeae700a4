/**
 * Extracts the bytes of one bytea column from COPY's binary format as a stream: a value of a megabyte is never in memory completely, nor as
 * hexadecimal text of twice the size. PostgreSQL manual, COPY, File Formats, Binary Format.
 */

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** The signature, the flags, and the length of an extension; PostgreSQL writes neither flags nor extensions today. */
const headerLength = signature.length + 8

/**
 * @param pieces of a copy with `format binary` and one bytea column without nulls, split anywhere
 * @throws Error if the format differs, or the input is incomplete
 */
export async function* copyOctets(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isBegun = false
  let isOver = false
  /** Remaining bytes of the present value. */
  let left = 0
  for await (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      if (left > 0) {
        if (rest.length === 0) break
        const part = rest.subarray(0, left)
        left -= part.length
        rest = rest.subarray(part.length)
        yield part
      } else if (!isBegun) {
        if (rest.length < headerLength) break
        if (!rest.subarray(0, signature.length).equals(signature) || rest.readInt32BE(headerLength - 4) !== 0)
          throw broken()
        isBegun = true
        rest = rest.subarray(headerLength)
      } else {
        if (rest.length < 2) break
        isOver = rest.readInt16BE(0) === -1
        if (isOver || rest.length < 6) break
        if (rest.readInt16BE(0) !== 1 || rest.readInt32BE(2) < 0) throw broken()
        left = rest.readInt32BE(2)
        rest = rest.subarray(6)
      }
    }
  }
  if (!isOver) throw broken()
}

function broken(): Error {
  return new Error('a binary copy of one column was expected')
}
