/** From an address to a session that takes mail: greeting, EHLO or HELO, STARTTLS, AUTH. */
import type { Timers } from '../../lib/timers.ts'
import { type Capabilities, readCapabilities } from './capabilities.ts'
import type { Dial } from './channel.ts'
import type { Relay } from './relay.ts'
import { answerOf, type Reply } from './reply.ts'
import { SmtpStream } from './stream.ts'

export interface Opened {
  readonly stream: SmtpStream
  readonly capabilities: Capabilities
  /** The session is protected by TLS. */
  readonly encrypted: boolean
}

/** What an attempt comes to, one after another; with TLS from the first byte the handshake is part of `connect`. */
export type OpenStep = 'connect' | 'hello' | 'tls' | 'login'

/** The relay does not let us in. The message is its answer, or what went wrong. */
export class NotOpened extends Error {
  readonly code: number | null
  constructor(message: string, code: number | null) {
    super(message)
    this.code = code
  }
}

/** RFC 5321 §4.5.3.2 asks for five minutes of patience with the greeting and with commands like these. */
const patienceMs = 300_000

/**
 * @param signal cuts the attempt short
 * @param begins is called with each step as it begins
 * @throws NotOpened
 */
export async function openSession(
  relay: Relay,
  dial: Dial,
  timers: Timers,
  signal: AbortSignal,
  begins: (step: OpenStep) => void = () => {},
): Promise<Opened> {
  let stream: SmtpStream
  begins('connect')
  try {
    stream = await SmtpStream.dial(relay, dial, timers)
  } catch (error) {
    throw new NotOpened(error instanceof Error ? error.message : 'no connection', null)
  }
  const onAbort = () => stream.cut('the transport was closed')
  signal.addEventListener('abort', onAbort)
  try {
    if (signal.aborted) throw new NotOpened('the transport was closed', null)
    return { stream, ...(await introduce(stream, relay, timers, begins)) }
  } catch (error) {
    stream.quit()
    if (error instanceof NotOpened) throw error
    throw new NotOpened(error instanceof Error ? error.message : 'the session failed', null)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function introduce(
  stream: SmtpStream,
  relay: Relay,
  timers: Timers,
  begins: (step: OpenStep) => void,
): Promise<Omit<Opened, 'stream'>> {
  let encrypted = relay.implicitTls
  begins('hello')
  const talk = startConversation(stream, timers, Math.min(relay.timeoutMs, patienceMs))
  refuseUnless(await talk.heard(), 220)
  let capabilities = await greet()
  const wantsTls = !relay.implicitTls && relay.startTls !== 'none'
  if (wantsTls && (capabilities.startTls || relay.startTls === 'required')) {
    begins('tls')
    if (!capabilities.startTls) throw new NotOpened('the relay does not offer STARTTLS, which is required', null)
    const answer = await talk.ask('STARTTLS')
    if (answer.code === 220) {
      if (talk.hasMore()) throw new NotOpened('the relay said something between STARTTLS and the handshake', null)
      await stream.startTls()
      encrypted = true
      capabilities = await greet()
    } else if (relay.startTls === 'required') throw new NotOpened(answerOf(answer), answer.code)
  }
  if (relay.login) {
    begins('login')
    await authenticate(relay.login)
  }
  talk.end()
  const pipelining = capabilities.pipelining && relay.pipelining
  return {
    capabilities: { ...capabilities, pipelining, chunking: capabilities.chunking && pipelining && relay.chunking },
    encrypted,
  }

  async function greet(): Promise<Capabilities> {
    const answer = await talk.ask(`EHLO ${relay.name}`)
    if (answer.code === 250) return readCapabilities(answer.lines)
    if (answer.code < 500) throw new NotOpened(answerOf(answer), answer.code)
    refuseUnless(await talk.ask(`HELO ${relay.name}`), 250)
    return readCapabilities([])
  }

  /** RFC 4954, RFC 4616. */
  async function authenticate({ user, pass }: { readonly user: string; readonly pass: string }) {
    const plain = base64(`\0${user}\0${pass}`)
    // some relays repeat what they refuse, and what they say is logged and shown
    const expect = (reply: Reply, code: number) =>
      refuseUnless(reply, code, text => withoutSecrets(text, [plain, base64(pass), base64(user), pass, user]))
    if (capabilities.auth.includes('PLAIN')) {
      const answer = await talk.ask(`AUTH PLAIN ${plain}`)
      return expect(answer.code === 334 ? await talk.ask(plain) : answer, 235)
    }
    if (!capabilities.auth.includes('LOGIN'))
      throw new NotOpened('the relay offers no way to log in that we know', null)
    expect(await talk.ask('AUTH LOGIN'), 334)
    expect(await talk.ask(base64(user)), 334)
    expect(await talk.ask(base64(pass)), 235)
  }
}

/** @param shown what may be shown of the relay's words @throws NotOpened for another code */
export function refuseUnless(reply: Reply, code: number, shown: (text: string) => string = text => text): void {
  if (reply.code === code) return
  const answer = shown(answerOf(reply))
  if (reply.code >= 400) throw new NotOpened(answer, reply.code)
  // neither a refusal nor the answer that lets us in: going on might send mail that the relay ascribes to no login
  throw new NotOpened(`it answered "${answer}" where ${code} says yes`, null)
}

/** Short ones would make words of the answer unreadable, and are no secret that an answer could give away. */
const shortestSecret = 4

/** @param secrets the longest first, since one may be part of another */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= shortestSecret)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** One command, one answer, each within the time given. @throws NotOpened when the session is lost */
export function startConversation(stream: SmtpStream, timers: Timers, timeoutMs: number) {
  const heard: Reply[] = []
  let lost: string | undefined
  let change = () => {}
  if (stream.isLost) throw new NotOpened('the connection was closed', null)
  stream.listen({
    reply(reply) {
      heard.push(reply)
      change()
    },
    turn() {},
    lost(reason) {
      lost = reason
      change()
    },
  })

  async function next(): Promise<Reply> {
    const forget = timers.after(timeoutMs, () => stream.cut('the relay did not answer within the time allowed'))
    try {
      for (;;) {
        const reply = heard.shift()
        if (reply) return reply
        if (lost !== undefined) throw new NotOpened(lost, null)
        await new Promise<void>(resolve => {
          change = resolve
        })
      }
    } finally {
      forget()
    }
  }

  return {
    heard: next,
    hasMore: () => heard.length > 0,
    async ask(command: string): Promise<Reply> {
      // an answer to what was not asked yet would be taken for the answer to this
      if (heard.length > 0) throw new NotOpened('the relay answered before it was asked', null)
      stream.write(`${command}\r\n`)
      return next()
    },
    end() {
      if (heard.length > 0) throw new NotOpened('the relay answered before it was asked', null)
    },
  }
}
