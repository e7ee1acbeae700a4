/** A relay as its URL says: `smtp://user:password@host:port?connections=20`. */
import { hostname } from 'node:os'

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
  /** Messages after which a connection is replaced; 0 for never. */
  readonly messagesPerConnection: number
  /** Longest silence of the relay. RFC 5321 §4.5.3.2.6 asks for 10 minutes after the final dot. */
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  /** What we call ourselves in EHLO. */
  readonly name: string
}

const settings = ['tls', 'verify', 'connections', 'messages', 'timeout', 'connect', 'name']

/**
 * Reads a relay URL. Query: `tls` required|opportunistic|none, `verify` true|false, `connections` 1–500, `messages` per
 * connection, `timeout` and `connect` in seconds, `name` for EHLO. With credentials TLS is required unless `tls` says
 * otherwise or the host is this machine; certificates are verified wherever TLS is required.
 * @throws Error with a sentence that names the part (never the password)
 */
export function parseRelay(text: string): Relay {
  if (!URL.canParse(text)) throw new Error('A relay must be a URL like smtp://user:password@host:port.')
  const url = new URL(text)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new Error(`A relay begins with smtp:// or smtps://, not ${url.protocol}//.`)
  if (url.hostname === '') throw new Error('A relay URL names no host.')
  for (const name of url.searchParams.keys()) {
    if (!settings.includes(name))
      throw new Error(`Relay ${url.host}: ${name} is not a setting; there are ${settings.join(', ')}.`)
  }
  const implicitTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const login =
    url.username === '' ? undefined : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
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
    connections: whole(url, 'connections', 1, 500, 20),
    messagesPerConnection: whole(url, 'messages', 0, 1_000_000, 0),
    timeoutMs: whole(url, 'timeout', 1, 3600, 600) * 1000,
    connectTimeoutMs: whole(url, 'connect', 1, 600, 15) * 1000,
    name: url.searchParams.get('name') ?? hostname(),
  }
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
  if (value === undefined) throw new Error(`Relay ${url.host}: ${name} is one of ${values.join(', ')}.`)
  return value
}

function whole(url: URL, name: string, least: number, most: number, otherwise: number): number {
  const text = url.searchParams.get(name)
  if (text === null) return otherwise
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw new Error(`Relay ${url.host}: ${name} is a whole number from ${least} to ${most}.`)
  return value
}
