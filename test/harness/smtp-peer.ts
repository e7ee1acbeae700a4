/**
 * A relay of raw sockets whose every step the test chooses: for conversations that go wrong. It understands
 * PIPELINING and CHUNKING as far as it offers them, and records the commands it got and the messages it took.
 */
import { createServer, type Socket } from 'node:net'
import { smtpInput } from './smtp-input.ts'

export type PeerStep = 'greeting' | 'hello' | 'login' | 'mail' | 'recipient' | 'data' | 'end' | 'reset' | 'quit'

/**
 * What happens instead of the usual reply: other words (whole lines with CRLF, sent as they are); `drop` loses the connection,
 * `stall` never answers; `bytes` sends the usual reply octet by octet; `half` sends half of it and loses the connection.
 */
export type Turn =
  | 'drop'
  | 'stall'
  | 'bytes'
  | 'half'
  | { readonly say: string; readonly thenDrop?: boolean }
  | undefined

export interface PeerOptions {
  /** @default ['PIPELINING', 'CHUNKING', 'SIZE'] */
  readonly offers?: readonly string[]
  /** @param to of the transaction; '' before there is one @param count how often this step came, on all connections, from 1 */
  readonly turn?: (step: PeerStep, to: string, count: number) => Turn
  /** Answers all that came in one packet with one packet. */
  readonly together?: boolean
  /** Takes DATA without a recipient, and finds out at its end. */
  readonly lenient?: boolean
}

export interface Peer {
  readonly port: number
  /** Messages whose data came in whole, in order, with the envelope they came in. */
  readonly given: readonly { readonly from: string; readonly to: string; readonly data: string }[]
  /** Recipients of messages this relay said 250 to. */
  readonly taken: readonly string[]
  /** Commands in order, without their data. */
  readonly commands: readonly string[]
  readonly connections: () => number
  /** The most messages that at one moment had come in whole, on connections still open, and were not answered. */
  readonly mostUnanswered: () => number
  close(): Promise<void>
}

export async function startPeer({
  offers = ['PIPELINING', 'CHUNKING', 'SIZE'],
  turn = () => undefined,
  together = false,
  lenient = false,
}: PeerOptions = {}): Promise<Peer> {
  const given: { from: string; to: string; data: string }[] = []
  const taken: string[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const counts = new Map<PeerStep, number>()
  let connections = 0
  let unanswered = 0
  let mostUnanswered = 0

  const server = createServer(socket => {
    connections++
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      unanswered -= held
      held = 0
    })
    /** Messages of this connection that are not answered. */
    let held = 0
    let from: string | undefined
    let to = ''
    let isStalled = false
    let out = ''

    const emit = (text: string) => {
      if (isStalled) return
      if (together) out += text
      else socket.write(text, 'latin1')
    }

    function flush() {
      if (out !== '' && !socket.destroyed) socket.write(out, 'latin1')
      out = ''
    }

    function hangUp(last: string) {
      isStalled = true
      socket.end(last, 'latin1')
    }

    /** @returns whether the usual reply was said */
    function reply(step: PeerStep, usual: string): boolean {
      if (socket.destroyed) return false
      if (isStalled) return true
      const count = (counts.get(step) ?? 0) + 1
      counts.set(step, count)
      const does = turn(step, to, count)
      if (does === undefined) {
        emit(usual)
        return true
      }
      // what was answered before goes out before
      flush()
      if (does === 'bytes') {
        for (const character of usual) socket.write(character, 'latin1')
        return true
      }
      if (does === 'stall') isStalled = true
      else if (does === 'drop') hangUp('')
      else if (does === 'half') hangUp(usual.slice(0, usual.length / 2))
      else if (does.thenDrop) hangUp(does.say)
      else emit(does.say)
      return false
    }

    function whole(data: string) {
      if (from === undefined || to === '') {
        emit('554 5.5.1 no valid recipients\r\n')
        return
      }
      const recipient = to
      given.push({ from, to, data })
      held++
      mostUnanswered = Math.max(mostUnanswered, ++unanswered)
      if (reply('end', '250 2.0.0 taken\r\n') && !isStalled) taken.push(recipient)
      if (!isStalled) {
        held--
        unanswered--
      }
      from = undefined
      to = ''
    }

    function command(line: string) {
      commands.push(line)
      const upper = line.toUpperCase()
      if (upper.startsWith('EHLO') || upper.startsWith('HELO')) {
        const said = upper.startsWith('EHLO') ? offers : []
        reply(
          'hello',
          ['peer', ...said].map((word, index) => `250${index === said.length ? ' ' : '-'}${word}\r\n`).join(''),
        )
      } else if (upper.startsWith('AUTH ')) reply('login', '235 2.7.0 ok\r\n')
      else if (upper.startsWith('MAIL FROM:')) {
        if (from !== undefined) return emit('503 5.5.1 nested MAIL\r\n')
        if (reply('mail', '250 2.1.0 ok\r\n')) from = /<(.*?)>/.exec(line)![1]!
      } else if (upper.startsWith('RCPT TO:')) {
        if (from === undefined) return emit('503 5.5.1 MAIL first\r\n')
        to = /<(.*?)>/.exec(line)![1]!
        if (!reply('recipient', '250 2.1.5 ok\r\n')) to = ''
      } else if (upper === 'DATA') {
        if (from === undefined || (to === '' && !lenient)) return emit('503 5.5.1 RCPT first\r\n')
        if (reply('data', '354 go\r\n')) input.beginData()
      } else if (upper.startsWith('BDAT ')) input.beginChunk(Number(upper.split(' ')[1]))
      else if (upper === 'RSET') {
        from = undefined
        to = ''
        reply('reset', '250 2.0.0 ok\r\n')
      } else if (upper === 'QUIT') {
        if (reply('quit', '221 2.0.0 bye\r\n')) socket.end()
      } else emit('502 5.5.2 what\r\n')
    }

    const input = smtpInput(command, whole)
    socket.on('data', (piece: Buffer) => {
      input.take(piece)
      flush()
    })
    reply('greeting', '220 peer\r\n')
    flush()
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the peer listens on no port')
  return {
    port: address.port,
    given,
    taken,
    commands,
    connections: () => connections,
    mostUnanswered: () => mostUnanswered,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
