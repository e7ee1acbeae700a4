/** The relays: a session with each as for mail, without any mail. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import type { Capabilities } from '../../delivery/smtp/capabilities.ts'
import { type Dial, dialSocket } from '../../delivery/smtp/channel.ts'
import { type OpenStep, openSession } from '../../delivery/smtp/open.ts'
import { isThisMachine, parseRelay, type Relay } from '../../delivery/smtp/relay.ts'
import { realTimers } from '../../lib/timers.ts'
import { certificateOf, judgeCertificate, type Seen } from './certificate.ts'
import { error, type Finding, info, ok, reasonOf, run, warning } from './finding.ts'

/** Longest session with one relay, in milliseconds. */
const patienceMs = 10_000
/** With the look-up of its name before it. */
const endMs = 15_000

export async function checkRelays({ LETTERSHOP_TRANSPORT: transport }: Config): Promise<readonly Finding[]> {
  if (transport.kind === 'folder')
    return [
      info(
        'relay',
        'Mail is written into the folder outbox and leaves this machine nowhere.',
        'To send it, name relays in LETTERSHOP_TRANSPORT.',
      ),
    ]
  // an invalid relay URL is reported among the settings
  const relays = transport.relays.flatMap(text => {
    try {
      return [parseRelay(text)]
    } catch {
      return []
    }
  })
  return (await Promise.all(relays.map(relay => run('relay', () => checkRelay(relay), endMs)))).flat()
}

const steps: Readonly<Record<OpenStep, string>> = {
  connect: 'takes no connection',
  hello: 'does not answer the greeting',
  tls: 'does not come to TLS',
  login: 'refuses the login',
}

const advice: Readonly<Record<OpenStep, string>> = {
  connect: 'See that host and port in LETTERSHOP_TRANSPORT are right, and that a firewall lets this machine through.',
  hello:
    'See that the port is one for SMTP (smtps:// for TLS from the first byte), and that the relay admits this machine.',
  tls: 'Have the certificate of the relay put right, or the host in LETTERSHOP_TRANSPORT: it must be the name in the certificate.',
  login: 'See user name and password in LETTERSHOP_TRANSPORT.',
}

async function checkRelay(relay: Relay): Promise<readonly Finding[]> {
  const name = `${relay.host}:${relay.port}`
  if (!isIP(relay.host)) {
    const failed = await lookup(relay.host).then(() => undefined, reasonOf)
    if (failed !== undefined)
      return [
        error(
          'relay',
          `The name of the relay ${name} is not found: ${failed}.`,
          'Correct the host in LETTERSHOP_TRANSPORT, or the name servers of this machine.',
        ),
      ]
  }
  let seen: Seen | undefined
  const dial: Dial = (target, ear, timers) =>
    dialSocket(target, ear, timers, socket => {
      seen = certificateOf(socket)
    })
  let step: OpenStep = 'connect'
  // a copy, so that the certificate is shown anew and no earlier session taken up
  const asTested = { ...relay, connectTimeoutMs: patienceMs, timeoutMs: patienceMs, pipelining: true, chunking: true }
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const { stream, capabilities, encrypted } = await openSession(asTested, dial, realTimers, signal, begun => {
      step = begun
    })
    stream.quit()
    return [session(name, relay, capabilities, encrypted, seen), ...certificate(name, seen)]
  } catch (cause) {
    return [
      error('relay', `The relay ${name} ${steps[step]}: ${reasonOf(cause)}.`, advice[step]),
      ...certificate(name, seen),
    ]
  }
}

function certificate(name: string, seen: Seen | undefined): readonly Finding[] {
  return seen ? [judgeCertificate('relay.certificate', name, seen, Date.now())] : []
}

function session(
  name: string,
  relay: Relay,
  offers: Capabilities,
  encrypted: boolean,
  seen: Seen | undefined,
): Finding {
  const words = [
    encrypted ? (seen?.protocol ?? 'TLS') : 'no TLS',
    ...(relay.login ? ['login accepted'] : []),
    `offers ${offersOf(offers)}`,
  ]
  const sentence = `The relay ${name} is ready: ${words.join('; ')}.`
  if (!encrypted && !isThisMachine(relay.host))
    return warning('relay', sentence, 'Mail goes to it in the clear: have it offer STARTTLS, and set tls=required.')
  if (!offers.pipelining) return info('relay', sentence, 'Without PIPELINING sending is slower over a long line.')
  return ok('relay', sentence)
}

function offersOf({ startTls, pipelining, chunking, eightBitMime, smtpUtf8, size, auth }: Capabilities): string {
  const names = Object.entries({
    STARTTLS: startTls,
    PIPELINING: pipelining,
    CHUNKING: chunking,
    '8BITMIME': eightBitMime,
    SMTPUTF8: smtpUtf8,
    [`SIZE ${size}`]: size >= 0,
    [`AUTH ${auth.join(' ')}`]: auth.length > 0,
  }).flatMap(([word, isOffered]) => (isOffered ? [word] : []))
  return names.join(', ') || 'no extension'
}
