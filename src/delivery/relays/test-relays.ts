/** Tests of relays: a session opened as for mail, a sender offered and taken back. Nothing is sent. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { RelayReport, RelayStep, RelayTester } from '../../domain/system/relay-tests.ts'
import { realTimers, type Timers } from '../../lib/timers.ts'
import { needsUtf8, wireAddress } from '../compose/headers.ts'
import type { Capabilities } from '../smtp/capabilities.ts'
import { type Dial, dialSocket } from '../smtp/channel.ts'
import { capabilityRefusal, mailCommand } from '../smtp/envelope.ts'
import { NotOpened, openSession, refuseUnless, startConversation } from '../smtp/open.ts'
import { parseRelay, type Relay } from '../smtp/relay.ts'
import { words } from '../smtp/reply.ts'
import type { SmtpStream } from '../smtp/stream.ts'
import type { Message } from '../transport.ts'
import type { TransportSetting } from './transports.ts'

/** The caller waits: longest test of one relay. */
const patience = 10_000

export interface RelayTesterOptions {
  readonly dial?: Dial
  readonly timers?: Timers
  readonly patienceMs?: number
}

/** @throws Error with a sentence for a relay URL that cannot be used */
export function relayTester(setting: TransportSetting, options: RelayTesterOptions = {}): RelayTester {
  const relays = setting.kind === 'folder' ? [] : setting.relays.map(parseRelay)
  return {
    relays: relays.map(nameOf),
    test: (names, from) =>
      Promise.all(relays.filter(relay => names.includes(nameOf(relay))).map(relay => testRelay(relay, from, options))),
  }
}

/** The relays of a setting as host:port; none of a folder. @throws Error with a sentence for a relay URL that cannot be used */
export function relayNames(setting: TransportSetting): readonly string[] {
  return setting.kind === 'folder' ? [] : setting.relays.map(relay => nameOf(parseRelay(relay)))
}

function nameOf({ host, port }: Relay): string {
  return `${host.toLowerCase()}:${port}`
}

/** What was found out so far. */
type Found = { -readonly [Field in 'step' | 'addresses' | 'encrypted' | 'loggedIn' | 'offers']: RelayReport[Field] }

async function testRelay(
  relay: Relay,
  from: string,
  { dial = dialSocket, timers = realTimers, patienceMs = patience }: RelayTesterOptions,
): Promise<RelayReport> {
  const begun = performance.now()
  const found: Found = { step: 'resolve', addresses: [], encrypted: false, loggedIn: false, offers: undefined }
  const ended = new AbortController()
  let isLate = false
  let forget = () => {}
  const late = new Promise<never>((_, reject) => {
    forget = timers.after(patienceMs, () => {
      isLate = true
      ended.abort()
      reject(new NotOpened(tooLate(patienceMs), null))
    })
  })
  const session = runSession(relay, from, found, { dial, timers, patienceMs, signal: ended.signal })
  session.catch(() => {}) // it may fail after its time is over
  let failure: { readonly code: number | null; readonly error: string } = { code: null, error: '' }
  try {
    await Promise.race([session, late])
    found.step = 'done'
  } catch (error) {
    failure = isLate ? { code: null, error: tooLate(patienceMs) } : failureOf(error)
  } finally {
    forget()
  }
  // what a session finds out after its time is over changes nothing any more
  return { relay: nameOf(relay), ...found, ...failure, milliseconds: Math.round(performance.now() - begun) }
}

interface SessionParts {
  readonly dial: Dial
  readonly timers: Timers
  readonly patienceMs: number
  readonly signal: AbortSignal
}

/** @throws Error at the step that failed, whose name is in `found` */
async function runSession(
  relay: Relay,
  from: string,
  found: Found,
  { dial, timers, patienceMs, signal }: SessionParts,
): Promise<void> {
  const begins = (step: RelayStep) => {
    if (!signal.aborted) found.step = step
  }
  found.addresses = await addressesOf(relay.host)
  // an object of its own, so that no TLS session of an earlier one is taken up: the certificate is looked at anew
  const asTested: Relay = {
    ...relay,
    pipelining: true,
    chunking: true,
    connectTimeoutMs: Math.min(relay.connectTimeoutMs, patienceMs),
    timeoutMs: Math.min(relay.timeoutMs, patienceMs),
  }
  const { stream, capabilities, encrypted } = await openSession(asTested, dial, timers, signal, begins)
  const cut = () => stream.cut('the time is over')
  signal.addEventListener('abort', cut)
  try {
    found.encrypted = encrypted
    found.loggedIn = relay.login !== undefined
    found.offers = offersOf(capabilities)
    begins('sender')
    await offerSender(stream, capabilities, from, { timers, patienceMs, begins })
  } finally {
    signal.removeEventListener('abort', cut)
    stream.quit()
  }
}

/** MAIL FROM, which a relay may refuse to this login or this sender, and RSET (RFC 5321 §4.1.1.5). */
async function offerSender(
  stream: SmtpStream,
  capabilities: Capabilities,
  from: string,
  { timers, patienceMs, begins }: Pick<SessionParts, 'timers' | 'patienceMs'> & { begins(step: RelayStep): void },
): Promise<void> {
  const sender = from === '' ? '' : wireAddress(from)
  const message: Message = { from: sender, to: 'x@x', utf8: needsUtf8(sender), data: nothing, name: noName }
  const why = capabilityRefusal(message, capabilities)
  if (why) throw new NotOpened(why.answer, null)
  const talk = startConversation(stream, timers, patienceMs)
  refuseUnless(await talk.ask(mailCommand(message, capabilities).trimEnd()), 250)
  begins('reset')
  refuseUnless(await talk.ask('RSET'), 250)
}

const nothing = Buffer.alloc(0)
const noName = { folder: '', file: '' }

/** @throws NotOpened */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host)) return [host]
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    const { code = 'unexpected error' } = error as NodeJS.ErrnoException // errors of node:dns carry a code
    throw new NotOpened(`the name of the host cannot be resolved: ${code}`, null)
  }
}

function offersOf({ pipelining, chunking, eightBitMime, smtpUtf8, size, auth }: Capabilities): RelayReport['offers'] {
  return { pipelining, chunking, eightBitMime, smtpUtf8, mostBytes: Math.max(size, 0), loginMethods: auth }
}

function failureOf(error: unknown) {
  if (error instanceof NotOpened) return { code: error.code, error: error.message }
  return { code: null, error: words(error instanceof Error ? error.message : 'unexpected error') }
}

function tooLate(ms: number): string {
  return `it was not done within ${ms / 1000} seconds`
}
