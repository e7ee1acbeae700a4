/** An SMTP server in a process of its own that takes everything, or as much as it may, and remembers for whom. Speaks to its parent over IPC. */
import { createServer, type Socket } from 'node:net'

export type SinkProcessMessage =
  | { readonly port: number }
  /** How many messages were taken so far. */
  | { readonly taken: number }
  /** How many complete messages wait for their answer. */
  | { readonly waiting: number }
  /** Asked for: the recipient of everything taken, in order. */
  | { readonly recipients: readonly string[] }
  /** Asked for: the first messages taken, as they came. */
  | { readonly messages: readonly string[] }

/** The orders of its parent. */
export type SinkProcessOrder =
  | 'list recipients'
  | 'list messages'
  /** It takes no more than so many altogether; what comes then waits for its answer. */
  | { readonly most: number }

const recipients: string[] = []
const messages: string[] = []
const mostMessages = 20
let most = Number.POSITIVE_INFINITY
/** What lines that wait do next. */
const waiting = new Set<() => void>()
const post = (message: SinkProcessMessage) => void process.send?.(message)

const server = createServer({ noDelay: true }, serve).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') post({ port: address.port })
})
process.on('message', (order: SinkProcessOrder) => {
  if (order === 'list recipients') return post({ recipients })
  if (order === 'list messages') return post({ messages })
  most = order.most
  const lines = [...waiting]
  waiting.clear()
  for (const goOn of lines) goOn()
})
// a sink without its parent has no reader
process.on('disconnect', () => process.exit())

function serve(socket: Socket) {
  let rest = ''
  let inData = false
  let to = ''
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.on('close', () => waiting.delete(answer))
  socket.write('220 sink.example ESMTP\r\n')
  socket.on('data', (chunk: string) => {
    rest += chunk
    answer()
  })

  function answer() {
    let answers = ''
    const before = recipients.length
    for (;;) {
      if (inData) {
        const end = rest.startsWith('.\r\n') ? 0 : rest.indexOf('\r\n.\r\n')
        if (end < 0) break
        if (recipients.length >= most) {
          waiting.add(answer)
          post({ waiting: waiting.size })
          break
        }
        if (messages.length < mostMessages) messages.push(rest.slice(0, end))
        rest = rest.slice(rest.startsWith('.\r\n') ? 3 : end + 5)
        inData = false
        recipients.push(to)
        answers += '250 2.0.0 taken\r\n'
        continue
      }
      const end = rest.indexOf('\r\n')
      if (end < 0) break
      answers += command(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
    if (answers !== '') socket.write(answers)
    if (recipients.length !== before) post({ taken: recipients.length })
  }

  function command(line: string): string {
    const verb = line.slice(0, 4).toUpperCase()
    switch (verb) {
      case 'EHLO':
        return '250-sink.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n'
      case 'RCPT':
        to = /<(.*?)>/.exec(line)?.[1] ?? ''
        return '250 2.1.5 ok\r\n'
      case 'DATA':
        inData = true
        return '354 go on\r\n'
      case 'QUIT':
        setImmediate(() => socket.end())
        return '221 2.0.0 bye\r\n'
      default:
        return '250 2.0.0 ok\r\n'
    }
  }
}
