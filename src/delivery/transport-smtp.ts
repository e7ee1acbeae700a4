/**
 * SMTP relays (RFC 5321): kept connections, several relays side by side. A relay that is down drains to the others; only when
 * none can be reached is a message `unavailable`, and then nothing of it was sent.
 */
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Outcome, Stage } from './outcome.ts'
import { parseRelay, type Relay } from './relay.ts'
import { holdMs } from './retry.ts'
import type { Message, Transport } from './transport.ts'

/** @param urls see `parseRelay` @throws Error with a sentence for a URL that cannot be used */
export function smtpTransport(urls: readonly string[], now: () => number = Date.now): Transport {
  const relays = urls.map(url => relayPool(parseRelay(url), now))
  return {
    concurrency: relays.reduce((sum, relay) => sum + relay.relay.connections, 0),
    async send(message) {
      let failure: Outcome = { kind: 'unavailable', code: null, answer: 'no relay can be reached' }
      // the least busy first, in proportion to what each may have
      for (const relay of [...relays].sort((a, b) => a.load() - b.load())) {
        if (relay.isHeld()) continue
        const outcome = await relay.send(message)
        if (outcome.kind !== 'unavailable') return outcome
        failure = outcome
      }
      return failure
    },
    async close() {
      for (const relay of relays) relay.close()
    },
  }
}

/** How long a connection nobody uses is kept; relays end idle ones after a few minutes themselves. */
const idleMs = 30_000

interface Line {
  readonly connection: SMTPConnection
  sent: number
  closed: boolean
  idle: NodeJS.Timeout | undefined
}

function relayPool(relay: Relay, now: () => number) {
  const idle: Line[] = []
  const all = new Set<Line>()
  const waiting: (() => void)[] = []
  let busy = 0
  let failures = 0
  let heldUntil = 0
  let closed = false

  async function send(message: Message): Promise<Outcome> {
    while (busy >= relay.connections) await new Promise<void>(resolve => waiting.push(resolve))
    busy++
    try {
      return await sendOnce(message)
    } finally {
      busy--
      waiting.shift()?.()
    }
  }

  async function sendOnce(message: Message): Promise<Outcome> {
    for (;;) {
      const kept = takeIdle()
      let line: Line
      try {
        line = kept ?? (await connect())
      } catch (error) {
        failures++
        heldUntil = now() + holdMs(failures)
        return unavailable(relay, error)
      }
      const outcome = await transact(line, message)
      if (outcome.kind !== 'unavailable') {
        failures = 0
        return outcome
      }
      drop(line)
      // a kept connection may have been ended by the relay meanwhile; nothing was sent, so a new one may try
      if (!kept || closed) return outcome
    }
  }

  async function transact(line: Line, message: Message): Promise<Outcome> {
    if (message.utf8 && !offers(line, 'SMTPUTF8')) {
      keep(line)
      return {
        kind: 'refused',
        code: null,
        answer: 'the address needs SMTPUTF8, which the relay does not offer',
        stage: 'recipient',
      }
    }
    const { error, begun, response } = await handOver(line, message)
    line.sent++
    if (!error) {
      keep(line)
      return { kind: 'accepted', code: Number(response.slice(0, 3)) || 250, answer: words(response) }
    }
    const outcome = readFailure(relay, error, begun)
    // after a refusal the session goes on; after anything else it is in an unknown state
    if ((outcome.kind === 'deferred' || outcome.kind === 'refused') && outcome.code !== 421 && !line.closed) {
      await reset(line).then(
        () => keep(line),
        () => drop(line),
      )
    } else drop(line)
    return outcome
  }

  function handOver(line: Line, message: Message) {
    return new Promise<{ error: SmtpError | null; begun: boolean; response: string }>(resolve => {
      let begun = false
      // read only once the relay answered DATA with 354: from then on a lost connection leaves the outcome unknown
      const data = new Readable({
        read() {
          begun = true
          this.push(message.data)
          this.push(null)
        },
      })
      const envelope = {
        from: message.from === '' ? (false as const) : message.from,
        to: [message.to],
        size: message.data.length,
        use8BitMime: message.utf8,
      }
      // a connection we close ourselves forgets its send; an error it reports comes first
      const onEnd = () =>
        setImmediate(() => resolve({ error: new Error('the connection was closed'), begun, response: '' }))
      line.connection.once('end', onEnd)
      line.connection.send(envelope, data, (error, info) => {
        line.connection.off('end', onEnd)
        resolve({ error: (error as SmtpError | null) ?? null, begun, response: String(info?.response ?? '') }) // nodemailer's errors carry these fields
      })
    })
  }

  function connect(): Promise<Line> {
    const connection = new SMTPConnection({
      host: relay.host,
      port: relay.port,
      secure: relay.implicitTls,
      ignoreTLS: relay.startTls === 'none',
      requireTLS: relay.startTls === 'required' && !relay.implicitTls,
      tls: { rejectUnauthorized: relay.verify },
      name: relay.name,
      connectionTimeout: relay.connectTimeoutMs,
      greetingTimeout: relay.connectTimeoutMs,
      socketTimeout: relay.timeoutMs,
      allowInternalNetworkInterfaces: true,
    })
    const line: Line = { connection, sent: 0, closed: false, idle: undefined }
    return new Promise((resolve, reject) => {
      connection.on('error', error => {
        drop(line)
        reject(error)
      })
      connection.on('end', () => {
        drop(line)
        reject(new Error('the relay closed the connection'))
      })
      all.add(line)
      connection.connect(error => {
        if (error) return reject(error)
        if (!relay.login) return resolve(line)
        connection.login(relay.login, failed => {
          if (!failed) return resolve(line)
          drop(line)
          reject(failed)
        })
      })
    })
  }

  function reset(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error('the relay closed the connection'))
      line.connection.once('end', onEnd)
      line.connection.reset(error => {
        line.connection.off('end', onEnd)
        if (error) reject(error)
        else resolve()
      })
    })
  }

  function takeIdle(): Line | undefined {
    const line = idle.pop()
    if (line) clearTimeout(line.idle)
    return line
  }

  function keep(line: Line) {
    if (line.closed) return
    if (closed || (relay.messagesPerConnection > 0 && line.sent >= relay.messagesPerConnection)) {
      line.connection.quit()
      return
    }
    line.idle = setTimeout(() => {
      idle.splice(idle.indexOf(line), 1)
      line.connection.quit()
    }, idleMs).unref()
    idle.push(line)
  }

  function drop(line: Line) {
    clearTimeout(line.idle)
    const index = idle.indexOf(line)
    if (index >= 0) idle.splice(index, 1)
    all.delete(line)
    if (line.closed) return
    line.closed = true
    line.connection.close()
  }

  return {
    relay,
    send,
    load: () => (busy + waiting.length) / relay.connections,
    isHeld: () => closed || now() < heldUntil,
    close() {
      closed = true
      for (const line of all) {
        if (idle.includes(line)) {
          clearTimeout(line.idle)
          line.connection.quit()
        } else drop(line)
      }
      idle.length = 0
    },
  }
}

/** What nodemailer's errors tell. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

function readFailure(relay: Relay, error: SmtpError, begun: boolean): Outcome {
  const code = error.responseCode
  if (code === undefined) {
    if (begun)
      return {
        kind: 'unknown',
        code: null,
        answer: `the connection to ${relay.host} was lost before the relay answered`,
      }
    // refused by our own side before a byte was sent: too long for the relay, or an address no envelope can hold
    if (error.command === 'API' && error.code === 'EENVELOPE')
      return { kind: 'refused', code: null, answer: error.message, stage: 'recipient' }
    if (error.code === 'EMESSAGE')
      return { kind: 'refused', code: null, answer: 'the message is longer than the relay takes', stage: 'data' }
    return unavailable(relay, error)
  }
  const answer = words(error.response ?? '')
  // the relay does not let us in (RFC 4954 §6): no fault of the message
  if (code === 530 || code === 534 || code === 535 || code === 538) return { kind: 'unavailable', code, answer }
  const stage: Stage = begun
    ? 'data'
    : error.command === 'RCPT TO'
      ? 'recipient'
      : error.command === 'DATA'
        ? 'data'
        : 'sender'
  return code < 500 ? { kind: 'deferred', code, answer, stage } : { kind: 'refused', code, answer, stage }
}

function unavailable(relay: Relay, error: unknown): Outcome {
  const { message, responseCode } = error as SmtpError // whatever it is, only its message is told
  return { kind: 'unavailable', code: responseCode ?? null, answer: words(`${relay.host}:${relay.port}: ${message}`) }
}

/** The relay's words on one line, at most 500 characters. */
function words(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500)
}

function offers(line: Line, extension: string): boolean {
  const { _supportedExtensions: supported } = line.connection as unknown as { _supportedExtensions: readonly string[] } // nodemailer shows it to authentication handlers only
  return supported.includes(extension)
}
