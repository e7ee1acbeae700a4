/** An SMTP server that records the messages it takes and answers as the test chooses: a real peer for senders. */
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export interface Sunk {
  readonly from: string
  readonly to: string
  /** The message as it came, dot-stuffing undone. */
  readonly raw: Buffer
}

/** What happens to one hand-over. `drop` takes the data and loses the connection instead of answering; `hang` never answers. */
export type Reply =
  | 'accept'
  | 'drop'
  | 'hang'
  | { readonly at: 'sender' | 'recipient' | 'data'; readonly code: number; readonly text: string }

export interface SinkOptions {
  /** @param attempt hand-overs of this recipient so far, from 1 */
  readonly reply?: (to: string, attempt: number) => Reply
  readonly smtp?: SMTPServerOptions
  /** A free one unless it is given. */
  readonly port?: number
}

export interface Sink {
  /** `smtp://127.0.0.1:port` */
  readonly url: string
  readonly port: number
  /** Everything taken, in order; what was dropped after the final dot included. */
  readonly messages: readonly Sunk[]
  /** Connections that were opened so far. */
  readonly connections: () => number
  close(): Promise<void>
}

export async function startSink({ reply = () => 'accept', smtp = {}, port = 0 }: SinkOptions = {}): Promise<Sink> {
  const messages: Sunk[] = []
  const attempts = new Map<string, number>()
  const sessions = new Set<string>()
  const replies = new Map<string, Reply>()
  const refusal = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code })

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    ...smtp,
    onConnect(session, done) {
      sessions.add(session.id)
      done()
    },
    onMailFrom(_address, session, done) {
      const planned = replies.get(session.id)
      replies.delete(session.id)
      if (typeof planned === 'object' && planned.at === 'sender') return done(refusal(planned))
      done()
    },
    onRcptTo({ address }, session, done) {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      const planned = reply(address, attempt)
      replies.set(session.id, planned)
      if (typeof planned === 'object' && planned.at === 'recipient') return done(refusal(planned))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const planned = replies.get(session.id) ?? 'accept'
        const { mailFrom, rcptTo } = session.envelope
        const sunk = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          raw: Buffer.concat(chunks),
        }
        if (typeof planned === 'object') return done(refusal(planned))
        messages.push(sunk)
        if (planned === 'hang') return
        if (planned === 'drop') return socketOf(server, session).destroy()
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the sink listens on no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    messages,
    connections: () => sessions.size,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

function socketOf(server: SMTPServer, session: SMTPServerSession): { destroy(): void } {
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> } // smtp-server keeps them so, undocumented
  for (const connection of connections) if (connection.id === session.id) return connection._socket
  throw new Error('no such connection')
}
