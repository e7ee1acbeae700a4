/** Checks the URLs that callers name: http and https on the public internet, and nothing else (reference/market.md, attack class 4). */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { type AddressKind, addressKind } from './addresses.ts'

/**
 * Its message may be shown to the caller: it names the host that the caller named and reveals nothing about our network. What
 * a private host answered, or whether its name exists, reads the same; the cause is for the log.
 */
export class FetchRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FetchRefused'
  }
}

/** There was no complete answer in time: asking again later may help. */
export class Unanswered extends FetchRefused {}

export interface HostAddress {
  readonly address: string
  readonly family: number
}

export interface ReachableOptions {
  /** Reach private and loopback addresses too (never link-local ones: cloud metadata lives there). */
  readonly allowPrivate: boolean
  /** All addresses of a name; asked once per connection, which goes to what was answered. */
  readonly lookup?: ((host: string) => Promise<readonly HostAddress[]>) | undefined
}

/** The addresses to connect to, every one of them checked. @throws FetchRefused */
export type Resolve = (url: URL, deadline: AbortSignal) => Promise<readonly HostAddress[]>

/** Longest URL that is followed. */
const longestUrl = 8_192

/** Beside 80 and 443, only high ports, and of these not the ones the Fetch standard blocks (fetch.spec.whatwg.org, "bad port"). */
const blockedHighPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export function reachable({ allowPrivate, lookup = lookupAll }: ReachableOptions): Resolve {
  const kinds = new Set<AddressKind>(allowPrivate ? ['public', 'private'] : ['public'])
  const hint = allowPrivate
    ? ''
    : ' LETTERSHOP_FETCH_PRIVATE=true lets Lettershop reach private and loopback addresses.'
  return async (url, deadline) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    let addresses: readonly HostAddress[]
    try {
      addresses = await abortable(lookup(host), deadline)
    } catch (error) {
      throw notPublic(url, hint, error)
    }
    if (addresses.length === 0 || !addresses.every(({ address }) => kinds.has(addressKind(address)))) {
      throw notPublic(
        url,
        hint,
        new Error(`${host} is ${addresses.map(({ address }) => address).join(', ') || 'nowhere'}`),
      )
    }
    return addresses
  }
}

/** For a connection: the name is not resolved again after the check. */
export function pinAddresses(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
}

/** @throws FetchRefused when it is not a URL we would follow */
export function readUrl(text: string, base?: URL): URL {
  if (text.length > longestUrl) throw new FetchRefused('The URL is too long.')
  if (!URL.canParse(text.trim(), base?.href)) throw new FetchRefused('This is not a valid URL.')
  const url = new URL(text.trim(), base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefused('Only http and https URLs can be fetched.')
  }
  if (url.username !== '' || url.password !== '') throw new FetchRefused('The URL contains a user name or password.')
  const port = Number(url.port)
  if (url.port !== '' && port !== 80 && port !== 443 && (port < 1024 || blockedHighPorts.has(port))) {
    throw new FetchRefused('Pages are not fetched from this port.')
  }
  url.hash = ''
  return url
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

const lookupAll = (host: string): Promise<readonly HostAddress[]> => systemLookup(host, { all: true })

/** An unknown name and the name of a private host read the same. */
function notPublic(url: URL, hint: string, cause: unknown): FetchRefused {
  return new FetchRefused(`There is no public host ${url.hostname}.${hint}`, { cause })
}

/** Refused, reset, silent, too slow, not HTTP, cut short: all the same to the caller. */
export function describeUnanswered(url: URL, cause: unknown): Unanswered {
  return new Unanswered(`${url.hostname} did not give a complete answer in time.`, { cause })
}
