/** Reads path and host of a request: the forms of a request target (RFC 9112 §3.2) and the Host header. */
import type { IncomingMessage } from 'node:http'

export interface Target {
  /** A name or address, with an optional port. */
  readonly host: string
  /** `*` for the server itself. */
  readonly path: string
  /** Without `?`. */
  readonly query: string
}

type Head = Pick<IncomingMessage, 'url' | 'httpVersion' | 'rawHeaders' | 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress' | 'localPort'>
}

/** @returns undefined where the host or the target is missing or malformed */
export function readTarget(head: Head): Target | undefined {
  const { url = '/' } = head
  const given = hostHeader(head)
  if (given === undefined) return undefined
  const [, authority, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  // a request in absolute form is for that host, whatever the Host header says (RFC 9112 §3.2.2)
  const host = authority ?? (given === '' && head.httpVersion === '1.0' ? ownAddress(head.socket) : given)
  const target = rest ?? url
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  if (!isHost(host) || !(path.startsWith('/') || path === '' || path === '*')) return undefined
  return { host, path: withoutDoubledSlashes(path) || '/', query: mark < 0 ? '' : target.slice(mark + 1) }
}

/** '' without a Host header; undefined for several, of which a proxy may have read another (RFC 9112 §3.2). */
function hostHeader({ rawHeaders, headers }: Head): string | undefined {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++
  }
  return hosts > 1 ? undefined : (headers.host ?? '')
}

/** Our own address of the connection, for HTTP/1.0 without a Host; balancers ask /health like this. */
function ownAddress({ localAddress = '', localPort }: Head['socket']): string {
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/s, '')
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

/** A host that may be echoed into the WSDL and into links: a name or address with an optional port, nothing else. */
function isHost(host: string): boolean {
  return /^(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::[0-9]{1,5})?$/.test(host)
}

/**
 * Clients put a base address that ends in a slash before a path that begins with one: below /api doubled slashes are one, as on the
 * historical host. Elsewhere an address has one spelling, so that what a proxy keeps private cannot be reached by another.
 */
function withoutDoubledSlashes(path: string): string {
  return path.includes('//') && /^\/+api(?:\/|$)/i.test(path) ? path.replace(/\/{2,}/g, '/') : path
}
