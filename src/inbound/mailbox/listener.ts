/**
 * The inbound SMTP listener: takes bounces, complaints and opt-outs addressed to us and nothing else. A mail is in the database
 * before it is acknowledged, and is parsed elsewhere. The listener relays nothing, knows no passwords and sends no mail.
 */
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { rateLimit } from '../../domain/limits/rate-limit.ts'
import { type ReturnAddress, readReturnAddress } from '../../domain/tokens/return-addresses.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { NoRoom, type Reservation } from '../../lib/budget.ts'
import type { Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { storableText } from '../../lib/storable-text.ts'
import { quietTimers } from '../../lib/timers.ts'
import type { NewMail } from '../../store/inbound/mailbox.ts'
import { takeIn } from './intake.ts'
import { type Keep, keptOctets } from './keep.ts'

export interface ListenerOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** What comes to addresses of this domain is taken; in A-labels. */
  readonly domain: string
  readonly tokens: Tokens
  readonly keep: Keep
  /** PEM; without it mail comes in the clear. */
  readonly certificate?: { readonly cert: Buffer; readonly key: Buffer } | undefined
  /** Called after mails were kept. */
  readonly onKept?: () => void
  /** Memory for a mail under way, of the budget shared with whatever else listens. */
  readonly reserve: () => Reservation
  readonly log: Log
  readonly limits?: Partial<MailboxLimits>
}

export interface MailboxLimits {
  /** Largest mail, announced; what is larger is refused. */
  readonly octets: number
  /** Octets kept of a mail. */
  readonly kept: number
  readonly connections: number
  /** Of one network address; a mail server in front of us is one. */
  readonly connectionsOfOne: number
  readonly recipients: number
  /** Recipients refused until the connection is closed. */
  readonly refusals: number
  /** Mails a second from one network address, with bursts of ten times as many. */
  readonly perSecond: number
  /** Milliseconds without an octet until a connection is closed. */
  readonly idleMs: number
  /** Milliseconds after which a connection gets no further mail, and twice as many after which it is cut. */
  readonly sessionMs: number
}

const mailboxLimits: MailboxLimits = {
  octets: 64 * 1024 * 1024,
  kept: keptOctets,
  connections: 500,
  connectionsOfOne: 250,
  recipients: 10,
  refusals: 20,
  perSecond: 500,
  idleMs: 60_000,
  sessionMs: 600_000,
}

export interface Listener {
  readonly port: number
  /** For a certificate that was renewed. @throws Error when it cannot be used; the old one stays in use then */
  useCertificate(certificate: { readonly cert: Buffer; readonly key: Buffer }): void
  /** Ends what waits, lets mails under way end, for at most `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/** State of a connection in addition to the library's. */
interface Visit {
  readonly since: number
  refused: number
  /** Recipients of the mail under way, by the address as it was given. */
  readonly accepted: Map<string, ReturnAddress>
}

/** Commands with which nothing can be sent to us. */
const unwanted = ['AUTH', 'VRFY', 'HELP', 'WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD', 'LHLO']

/** How often it is looked whether a connection has lasted too long. */
const lookMs = 10_000

/** Starts listening. @throws OperatorError when the port cannot be had */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { host, port, domain, certificate, log } = options
  const limits = { ...mailboxLimits, ...options.limits }
  const busy = new Set<string>()
  let stopping = false
  const traffic: Traffic = {
    busy,
    connectionsOf(remote) {
      let same = 0
      for (const { remoteAddress } of server.connections) if (remoteAddress === remote) same++
      return same
    },
    onAnswered() {
      // after the answer, which the library writes when the stream has ended
      if (stopping) setImmediate(sendAway)
    },
  }
  const server = new SMTPServer({
    ...answers(options, limits, traffic),
    ...certificate,
    name: domain,
    heloResponse: '%s',
    size: limits.octets,
    rejectOversized: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    maxCommandLength: 4096,
    socketTimeout: limits.idleMs,
    disableReverseLookup: true,
    // senders of reports write invalid addresses, and their reports are worth reading
    lenientAddressParsing: true,
    hideENHANCEDSTATUSCODES: false,
    hideSTARTTLS: certificate === undefined,
    disabledCommands: certificate === undefined ? [...unwanted, 'STARTTLS'] : unwanted,
    authMethods: [],
    logger: false,
  })
  // connections that break off, handshakes that fail: nothing to do about
  server.on('error', err => log.debug({ err }, 'a connection to the mailbox was lost'))
  // looked at again and again: listeners do not outlive STARTTLS, with which the library takes all off the socket
  const openSince = new Map<Socket, number>()
  server.server.on('connection', socket => openSince.set(socket, performance.now()))
  const stopLooking = quietTimers.every(Math.min(limits.sessionMs, lookMs), () => {
    for (const [socket, since] of openSince) {
      if (performance.now() - since > 2 * limits.sessionMs) socket.destroy()
      if (socket.destroyed) openSince.delete(socket)
    }
  })
  await listening(server, host, port)
  /** Those with no mail under way. */
  function sendAway() {
    for (const connection of server.connections)
      if (!busy.has(connection.session.id)) connection.send(421, 'Shutting down, please come back')
  }

  return {
    port: (server.server.address() as AddressInfo).port, // it listens on a port, not on a pipe
    useCertificate(renewed) {
      // the library forgets the old one before it looks at the new one
      createSecureContext(renewed)
      server.updateSecureContext(renewed)
    },
    stop(graceMs) {
      server.options.closeTimeout = Math.max(1, graceMs)
      stopping = true
      stopLooking()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      sendAway()
      return closed
    },
  }
}

/** Mails that are being received. */
interface Traffic {
  /** Connections with a mail under way, by the id of the session. */
  readonly busy: Set<string>
  /** Open connections of an address. */
  connectionsOf(remote: string): number
  /** Called after the answer to a mail. */
  onAnswered(): void
}

/** What is answered to each command of a session. */
function answers(options: ListenerOptions, limits: MailboxLimits, traffic: Traffic) {
  const { domain, tokens, keep, onKept = () => {}, reserve, log } = options
  const mayCome = rateLimit({ perSecond: limits.perSecond, burst: limits.perSecond * 10 })
  const visits = new WeakMap<SMTPServerSession, Visit>()
  const visitOf = (session: SMTPServerSession) => {
    const visit = visits.get(session) ?? { since: performance.now(), refused: 0, accepted: new Map() }
    visits.set(session, visit)
    return visit
  }

  return {
    onConnect(session, callback) {
      visitOf(session)
      const same = traffic.connectionsOf(session.remoteAddress)
      callback(same > limits.connectionsOfOne ? reply(421, 'Too many connections from your address') : null)
    },

    onMailFrom(_address, session, callback) {
      const visit = visitOf(session)
      visit.accepted.clear()
      if (performance.now() - visit.since > limits.sessionMs)
        return callback(reply(421, 'This connection has lasted long enough, please open another'))
      try {
        mayCome(session.remoteAddress)
      } catch {
        return callback(reply(421, 'Too many mails from your address, please come back later'))
      }
      callback()
    },

    onRcptTo({ address }, session, callback) {
      const visit = visitOf(session)
      const meaning = readReturnAddress(address, { tokens, domain })
      if (meaning) {
        visit.accepted.set(address, meaning)
        return callback()
      }
      const tooMany = ++visit.refused >= limits.refusals
      callback(tooMany ? reply(421, 'Too many unknown recipients') : reply(550, 'No such recipient here'))
    },

    onData(stream, session, callback) {
      traffic.busy.add(session.id)
      const taken = takeIn(stream, { keep: limits.kept, room: reserve() }, async mail => {
        if (mail.size > limits.octets) return // the library refuses it
        const mails = mailsOf(session, visitOf(session), mail)
        if (mails.length === 0) return log.debug('a confirmation mail came back; who it asked stays unconfirmed')
        const full = await keep(mails)
        if (full.length === mails.length) throw reply(552, 'Too many mails are kept of this recipient')
        onKept()
      })
      taken
        .then(
          () => callback(null, 'Kept'),
          error => callback(failure(error, log)),
        )
        .finally(() => {
          traffic.busy.delete(session.id)
          traffic.onAnswered()
        })
    },
  } satisfies SMTPServerOptions
}

/** One mail for each recipient that was accepted. */
function mailsOf(
  session: SMTPServerSession,
  { accepted }: Visit,
  mail: { readonly raw: Buffer; readonly size: number; readonly sha256: Buffer },
): NewMail[] {
  const { mailFrom, rcptTo } = session.envelope
  const at = new Date()
  return rcptTo.flatMap(({ address }) => {
    const meaning = accepted.get(address)! // it was accepted
    // there is nothing to do: without a confirmation the membership stays as it is, and gets no mail
    if (meaning.route === 'confirmation') return []
    return {
      ...mail,
      at,
      source: 'smtp',
      remote: session.remoteAddress,
      helo: storableText(session.hostNameAppearsAs || '', longestName),
      sender: storableText(mailFrom === false ? '' : mailFrom.address, longestName),
      recipient: storableText(address.toLowerCase(), longestName),
      route: meaning.route,
      // whose a report is says its address again
      campaignId: 'campaignId' in meaning ? meaning.campaignId : undefined,
      number: 'number' in meaning ? meaning.number : undefined,
    }
  })
}

/** UTF-16 units of an address or host name that are kept; RFC 5321 §4.5.3.1 allows 256 octets of a path. */
const longestName = 320

/** An answer of ours to a command. */
class Reply extends Error {
  readonly responseCode: number
  constructor(code: number, words: string) {
    super(words)
    this.responseCode = code
  }
}

function reply(code: number, words: string): Reply {
  return new Reply(code, words)
}

/** Whatever went wrong on our side, the mail comes again. */
function failure(error: unknown, log: Log): Reply {
  if (error instanceof Reply) return error
  if (error instanceof NoRoom) return reply(452, 'No room at the moment, please come back later')
  // the peer is gone and does not get the answer, and nothing is wrong here
  if (lost.has((error as NodeJS.ErrnoException).code ?? '')) return reply(451, 'The connection was lost')
  log.error({ err: error }, 'a returned mail could not be kept; its sender tries again')
  return reply(451, 'Not kept, please come back later')
}

/** The sender went away in the middle of its mail. */
const lost = new Set(['ECONNECTION', 'ERR_STREAM_PREMATURE_CLOSE'])

/** @throws OperatorError */
async function listening(server: SMTPServer, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  }).catch((cause: NodeJS.ErrnoException) => {
    const what = {
      EADDRINUSE: 'is taken: another program listens there',
      EACCES:
        'may not be used by this user: take one above 1023 and forward port 25 to it, or let a mail server pass mail on',
      EADDRNOTAVAIL: 'is not of this machine',
    }[cause.code ?? '']
    throw new OperatorError(`LETTERSHOP_MAILBOX_PORT: ${host}:${port} ${what ?? cause.message}.`, { cause })
  })
}
