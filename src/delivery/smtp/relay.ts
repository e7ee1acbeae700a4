/** A relay as its URL says: `smtp://user:password@host:port?connections=20`. */
import { isIPv4 } from 'node:net'
import { hostname } from 'node:os'
import { domainToASCII } from 'node:url'
import { OperatorError } from '../../lib/operator-error.ts'

export interface Relay {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (smtps). */
  readonly implicitTls: boolean
  /** STARTTLS: whenever offered, always, or never. */
  readonly startTls: 'opportunistic' | 'required' | 'none'
  /** Must the certificate be valid for the host? */
  readonly verify: boolean
  readonly login: { readonly user: string; readonly pass: string } | undefined
  /** Most connections at once. */
  readonly connections: number
  /** Most messages under way over one connection, where the relay offers CHUNKING; otherwise one and the next one's envelope. */
  readonly window: number
  /** Its share beside other relays; 0 is used only while no other can be; undefined for as much as it takes. */
  readonly weight: number | undefined
  /** Most messages a second; undefined for no limit. */
  readonly rate: number | undefined
  /** Most messages a second to a recipient's domain (in lower case); `*` for each that is not named. */
  readonly domainRates: ReadonlyMap<string, number>
  /** Use PIPELINING and CHUNKING where offered? */
  readonly pipelining: boolean
  readonly chunking: boolean
  /** Messages after which a connection is replaced; 0 for never. */
  readonly messagesPerConnection: number
  /** Longest silence of the relay. RFC 5321 §4.5.3.2.6 asks for 10 minutes after the final dot. */
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  /** What we call ourselves in EHLO. */
  readonly name: string
}

/** The part of one of several processes that have the relays in common. */
export interface Share {
  /** From 0. */
  readonly index: number
  readonly count: number
}

/** The relay with this part of its connections, which together are those of its URL where no process has none. */
export function sharedRelay(relay: Relay, { index, count }: Share): Relay {
  const own = Math.floor(relay.connections / count) + (index < relay.connections % count ? 1 : 0)
  return { ...relay, connections: Math.max(1, own) }
}

const settings = [
  'tls',
  'verify',
  'connections',
  'window',
  'weight',
  'rate',
  'domain',
  'messages',
  'timeout',
  'connect',
  'pipelining',
  'chunking',
  'name',
]

/**
 * Reads a relay URL. Query: `tls` required|opportunistic|none, `verify` true|false, `connections` 1–500, `window` 1–100 messages
 * under way per connection, `weight` 0–1000, `rate` in messages a second, `domain=name:rate` for a recipient's domain (again for
 * each, `*` for all others), `messages` per connection, `timeout` and `connect` in seconds, `pipelining` and `chunking`
 * true|false, `name` for EHLO. With credentials TLS is required unless `tls` says otherwise or the host is this machine;
 * certificates are verified wherever TLS is required.
 * @throws OperatorError with a sentence that names the part (never the password)
 */
export function parseRelay(text: string): Relay {
  if (!URL.canParse(text)) throw new OperatorError('A relay must be a URL like smtp://user:password@host:port.')
  const url = new URL(text)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new OperatorError(`A relay begins with smtp:// or smtps://, not ${url.protocol}//.`)
  if (url.hostname === '') throw new OperatorError('A relay URL names no host.')
  for (const name of url.searchParams.keys()) {
    if (!settings.includes(name))
      throw new OperatorError(`Relay ${url.host}: ${name} is not a setting; there are ${settings.join(', ')}.`)
  }
  const implicitTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const login =
    url.username === '' ? undefined : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const isLocal = isThisMachine(host)
  const startTls = oneOf(
    url,
    'tls',
    ['opportunistic', 'required', 'none'],
    login && !isLocal ? 'required' : 'opportunistic',
  )
  return {
    host,
    port: url.port === '' ? (implicitTls ? 465 : 25) : Number(url.port),
    implicitTls,
    startTls,
    // unverified encryption still beats none where plain text would do as well
    verify:
      oneOf(url, 'verify', ['true', 'false'], implicitTls || startTls === 'required' ? 'true' : 'false') === 'true',
    login,
    connections: integer(url, 'connections', 1, 500, 20),
    window: integer(url, 'window', 1, 100, 4),
    weight: url.searchParams.has('weight') ? integer(url, 'weight', 0, 1000, 1) : undefined,
    rate: url.searchParams.has('rate') ? perSecond(url, 'rate', url.searchParams.get('rate')!) : undefined,
    domainRates: new Map(url.searchParams.getAll('domain').map(text => domainRate(url, text))),
    pipelining: oneOf(url, 'pipelining', ['true', 'false'], 'true') === 'true',
    chunking: oneOf(url, 'chunking', ['true', 'false'], 'true') === 'true',
    messagesPerConnection: integer(url, 'messages', 0, 1_000_000, 0),
    timeoutMs: integer(url, 'timeout', 1, 3600, 600) * 1000,
    connectTimeoutMs: integer(url, 'connect', 1, 600, 15) * 1000,
    name: greetingName(url),
  }
}

/** Is the host of a relay the machine we run on? */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function oneOf<const Value extends string>(
  url: URL,
  name: string,
  values: readonly Value[],
  otherwise: NoInfer<Value>,
): Value {
  const text = url.searchParams.get(name)
  if (text === null) return otherwise
  const value = values.find(candidate => candidate === text)
  if (value === undefined) throw new OperatorError(`Relay ${url.host}: ${name} is one of ${values.join(', ')}.`)
  return value
}

function integer(url: URL, name: string, least: number, most: number, otherwise: number): number {
  const text = url.searchParams.get(name)
  if (text === null) return otherwise
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw new OperatorError(`Relay ${url.host}: ${name} is a whole number from ${least} to ${most}.`)
  return value
}

function perSecond(url: URL, name: string, text: string): number {
  const value = /^\d{1,6}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
  if (!(value > 0 && value <= 100_000))
    throw new OperatorError(`Relay ${url.host}: ${name} is a number of messages a second, above 0 and up to 100000.`)
  return value
}

function domainRate(url: URL, text: string): readonly [string, number] {
  const [, domain, rate] = /^(\*|[^\s:@*]+):([\d.]+)$/.exec(text) ?? []
  if (domain === undefined || rate === undefined)
    throw new OperatorError(`Relay ${url.host}: domain is given like domain=example.com:5, in messages a second.`)
  return [domain === '*' ? '*' : domainToASCII(domain.toLowerCase()), perSecond(url, 'domain', rate)]
}

function greetingName(url: URL): string {
  const name = url.searchParams.get('name') ?? hostname()
  // it becomes part of a command
  if (!/^[\x21-\x7e]{1,255}$/.test(name))
    throw new OperatorError(`Relay ${url.host}: name is a host name without spaces.`)
  return name
}
