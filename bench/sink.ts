/**
 * A relay that takes everything and costs little, for measuring senders: raw sockets, next to no parsing, PIPELINING and
 * CHUNKING. Delays stand for a far relay. At the end of the data they overlap within a connection, as in a relay that works on many
 * messages at once; `in-turn` takes one message of a connection after another, as most relays do: with 20 ms no more than 50 a second.
 *
 *   node --import tsx bench/sink.ts [port] [round trip ms] [ms at the end of the data] [plain: no CHUNKING] [in-turn]
 *
 * It says its port when it listens; as a forked child it also answers every message with the count of messages taken.
 */
import { createServer, type Socket } from 'node:net'

const [port = 0, roundTripMs = 0, endMs = 0] = process.argv.slice(2).map(Number)
const modes = process.argv.slice(5)
const isInTurn = modes.includes('in-turn')
const offers = modes.includes('plain') ? ['PIPELINING'] : ['PIPELINING', 'CHUNKING']
const hello = `${['250-sink', '250-SIZE 0', ...offers.map(offer => `250-${offer}`)].join('\r\n')}\r\n250 8BITMIME\r\n`
const finalDot = Buffer.from('\r\n.\r\n')
let taken = 0

const server = createServer({ noDelay: true }, socket => {
  socket.on('error', () => {})
  const answer = answering(socket)
  answer('220 sink\r\n', 0)
  answer.flush()
  let isData = false
  let isOver = false
  /** Octets of a chunk that are still to come. */
  let chunk = 0
  let rest: Buffer = Buffer.alloc(0)

  socket.on('data', (piece: Buffer) => {
    if (roundTripMs > 0) setTimeout(() => take(piece), roundTripMs / 2)
    else take(piece)
  })

  function take(piece: Buffer) {
    let input = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    rest = input.subarray(0, 0)
    while (input.length > 0) {
      if (chunk > 0) {
        const used = Math.min(chunk, input.length)
        chunk -= used
        input = input.subarray(used)
        if (chunk > 0) break
        took()
      } else if (isData) {
        const end = dotIn(input)
        if (end < 0) {
          // the dot may be cut in two
          rest = input.subarray(Math.max(0, input.length - 4))
          break
        }
        input = input.subarray(end)
        isData = false
        took()
      } else {
        const end = input.indexOf(10)
        if (end < 0) {
          rest = input
          break
        }
        command(input, end)
        input = input.subarray(end + 1)
      }
    }
    answer.flush()
    if (isOver) answer.end()
  }

  /** The end of the data in `input`, behind its dot. A message that is only a dot is not looked for: no benchmark sends one. */
  function dotIn(input: Buffer): number {
    const last = input.length - 5
    // most often it is the end of what came
    if (last >= 0 && input.compare(finalDot, 0, 5, last) === 0 && input.indexOf(finalDot) === last) return input.length
    const found = input.indexOf(finalDot)
    return found < 0 ? -1 : found + 5
  }

  function took() {
    taken++
    answer('250 2.0.0 Ok: taken\r\n', endMs)
  }

  function command(input: Buffer, end: number) {
    // its first letter decides
    switch (input[0]! & 0xdf) {
      case 0x4d: // MAIL
        return answer('250 2.1.0 Ok\r\n', 0)
      case 0x52: // RCPT, RSET
        return answer('250 2.1.5 Ok\r\n', 0)
      case 0x44: // DATA
        isData = true
        return answer('354 Go on\r\n', 0)
      case 0x42: // BDAT
        chunk = Number.parseInt(input.toString('latin1', 5, end), 10)
        if (chunk === 0) took()
        return
      case 0x45: // EHLO
        return answer(hello, 0)
      case 0x48: // HELO
        return answer('250 sink\r\n', 0)
      case 0x51: // QUIT
        answer('221 Bye\r\n', 0)
        isOver = true
        return
      default:
        return answer('502 5.5.2 What?\r\n', 0)
    }
  }
})

/** Answers in order, those of one turn together; one that takes time holds up those behind it. */
function answering(socket: Socket) {
  let ready = ''
  const due: { readonly text: string; readonly at: number }[] = []
  let isWaiting = false
  let isEnding = false
  /** When the message before is taken, in turn. */
  let takenAt = 0

  function push(text: string, delayMs: number) {
    if (roundTripMs === 0 && delayMs === 0 && due.length === 0) ready += text
    else due.push({ text, at: endOf(delayMs) + roundTripMs / 2 })
  }
  function endOf(delayMs: number): number {
    const now = performance.now()
    if (!isInTurn) return now + delayMs
    takenAt = Math.max(now, takenAt) + delayMs
    return takenAt
  }
  function send() {
    isWaiting = false
    const now = performance.now()
    while (due.length > 0 && due[0]!.at <= now + 0.5) ready += due.shift()!.text
    push.flush()
  }
  push.flush = () => {
    if (ready !== '' && !socket.destroyed) socket.write(ready, 'latin1')
    ready = ''
    if (due.length === 0 && isEnding) socket.end()
    if (due.length === 0 || isWaiting) return
    isWaiting = true
    setTimeout(send, Math.max(0, due[0]!.at - performance.now()))
  }
  push.end = () => {
    isEnding = true
    push.flush()
  }
  return push
}

server.listen(port, '127.0.0.1', 1024, () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink listens on no port.')
  if (process.send) process.send(address.port)
  else console.log(`The sink listens on ${address.port}.`)
})
process.on('message', () => process.send?.(taken))
process.on('disconnect', () => process.exit())
