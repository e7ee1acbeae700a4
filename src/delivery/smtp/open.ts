/** From an address to a session that takes mail: greeting, EHLO or HELO, STARTTLS, AUTH. */
import type { Timers } from '../../lib/timers.ts'
import type { Relay } from '../relay.ts'
import type { Dial } from './channel.ts'
import { type Offer, readOffer } from './offer.ts'
import { answerOf, type Reply } from './reply.ts'
import { Wire } from './wire.ts'

export interface Opened {
  readonly wire: Wire
  readonly offer: Offer
}

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

/** @param signal cuts the attempt short @throws NotOpened */
export async function openSession(relay: Relay, dial: Dial, timers: Timers, signal: AbortSignal): Promise<Opened> {
  let wire: Wire
  try {
    wire = await Wire.dial(relay, dial, timers)
  } catch (error) {
    throw new NotOpened(error instanceof Error ? error.message : 'no connection', null)
  }
  const onAbort = () => wire.cut('the transport was closed')
  signal.addEventListener('abort', onAbort)
  try {
    if (signal.aborted) throw new NotOpened('the transport was closed', null)
    return { wire, offer: await introduce(wire, relay, timers) }
  } catch (error) {
    wire.quit()
    if (error instanceof NotOpened) throw error
    throw new NotOpened(error instanceof Error ? error.message : 'the session failed', null)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function introduce(wire: Wire, relay: Relay, timers: Timers): Promise<Offer> {
  const talk = conversation(wire, timers, Math.min(relay.timeoutMs, patienceMs))
  expect(await talk.heard(), 220)
  let offer = await greet()
  const wantsTls = !relay.implicitTls && relay.startTls !== 'none'
  if (wantsTls && (offer.startTls || relay.startTls === 'required')) {
    if (!offer.startTls) throw new NotOpened('the relay does not offer STARTTLS, which is required', null)
    const answer = await talk.ask('STARTTLS')
    if (answer.code === 220) {
      if (talk.hasMore()) throw new NotOpened('the relay said something between STARTTLS and the handshake', null)
      await wire.startTls()
      offer = await greet()
    } else if (relay.startTls === 'required') throw new NotOpened(answerOf(answer), answer.code)
  }
  if (relay.login) await authenticate(relay.login)
  talk.end()
  return {
    ...offer,
    pipelining: offer.pipelining && relay.pipelining,
    chunking: offer.chunking && offer.pipelining && relay.pipelining && relay.chunking,
  }

  async function greet(): Promise<Offer> {
    const answer = await talk.ask(`EHLO ${relay.name}`)
    if (answer.code === 250) return readOffer(answer.lines)
    if (answer.code < 500) throw new NotOpened(answerOf(answer), answer.code)
    expect(await talk.ask(`HELO ${relay.name}`), 250)
    return readOffer([])
  }

  /** RFC 4954, RFC 4616. */
  async function authenticate({ user, pass }: { readonly user: string; readonly pass: string }) {
    if (offer.auth.includes('PLAIN')) {
      const answer = await talk.ask(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`)
      return expect(answer.code === 334 ? await talk.ask(base64(`\0${user}\0${pass}`)) : answer, 235)
    }
    if (!offer.auth.includes('LOGIN')) throw new NotOpened('the relay offers no way to log in that we know', null)
    expect(await talk.ask('AUTH LOGIN'), 334)
    expect(await talk.ask(base64(user)), 334)
    expect(await talk.ask(base64(pass)), 235)
  }
}

function expect(reply: Reply, code: number) {
  if (reply.code !== code) throw new NotOpened(answerOf(reply), reply.code)
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** One command, one answer. */
function conversation(wire: Wire, timers: Timers, timeoutMs: number) {
  const heard: Reply[] = []
  let lost: string | undefined
  let change = () => {}
  if (wire.isLost) throw new NotOpened('the connection was closed', null)
  wire.listen({
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
    const forget = timers.after(timeoutMs, () => wire.cut('the relay did not answer within the time allowed'))
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
      wire.write(`${command}\r\n`)
      return next()
    },
    end() {
      if (heard.length > 0) throw new NotOpened('the relay answered before it was asked', null)
    },
  }
}
