/** What a client sends, cut as a relay has to: command lines, data up to its dot, chunks. */

export interface SmtpInput {
  take(bytes: Buffer): void
  /** What follows is data, up to its dot. */
  beginData(): void
  /** What follows is a chunk (RFC 3030). */
  beginChunk(octets: number): void
}

export function smtpInput(
  command: (line: string) => void,
  whole: (data: string) => void,
  isOver: () => boolean = () => false,
): SmtpInput {
  let input = Buffer.alloc(0)
  let isData = false
  let chunk = -1
  return {
    beginData() {
      isData = true
    },
    beginChunk(octets) {
      chunk = octets
    },
    take(bytes) {
      input = Buffer.concat([input, bytes])
      while (!isOver()) {
        if (chunk >= 0) {
          if (input.length < chunk) return
          const data = input.subarray(0, chunk).toString('latin1')
          input = input.subarray(chunk)
          chunk = -1
          whole(data)
        } else if (isData) {
          const isEmpty = input.subarray(0, 3).toString() === '.\r\n'
          const end = isEmpty ? 0 : input.indexOf('\r\n.\r\n') + 2
          if (!isEmpty && end < 2) return
          const data = input.subarray(0, end).toString('latin1').replace(/^\./gm, '')
          input = input.subarray(end + 3)
          isData = false
          whole(data)
        } else {
          const end = input.indexOf('\r\n')
          if (end < 0) return
          const line = input.subarray(0, end).toString('latin1')
          input = input.subarray(end + 2)
          command(line)
        }
      }
    },
  }
}
