/**
 * The guarded fetcher: the only way to a URL a caller names. It reaches http and https on the public internet and
 * nothing else, whatever a name resolves to and wherever a redirect leads (reference/market.md, attack class 4).
 * See docs/decisions/one-guarded-fetcher-reaches-callers-urls.md.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { type AddressKind, addressKind } from './addresses.ts'

export interface Fetched {
  readonly status: number
  /** The URL after redirects. */
  readonly url: string
  readonly mediaType: string
  readonly charset: string | undefined
  readonly body: Buffer
}

export interface FetchLimits {
  /** Most bytes of the body, as sent and as decompressed. */
  readonly maxBytes: number
  /** For everything: name look-up, redirects, body. */
  readonly timeoutMs: number
  /** GET unless given. Neither of the others reads a body: an answer's status is all that is wanted. */
  readonly method?: 'GET' | 'HEAD' | 'GET without body'
}

/** @throws FetchRefused with a sentence that says why */
export type Fetch = (url: string, limits: FetchLimits) => Promise<Fetched>

/**
 * Its message may be shown to the caller: it names the host the caller named and tells nothing of our network. What
 * a private host answered, or whether its name exists, reads the same; the cause is for the log.
 */
export class FetchRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FetchRefused'
  }
}

interface Address {
  readonly address: string
  readonly family: number
}

export interface GuardedFetchOptions {
  /** Reach private and loopback addresses too (never link-local ones: cloud metadata lives there). */
  readonly allowPrivate: boolean
  readonly userAgent: string
  /** All addresses of a name; asked once per hop, and the connection goes to what was answered. */
  readonly lookup?: (host: string) => Promise<readonly Address[]>
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])
/** Longest URL that is followed. */
const longestUrl = 8_192

/** Beside 80 and 443, only high ports, and of these not the ones the Fetch standard blocks (fetch.spec.whatwg.org, "bad port"). */
const blockedHighPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export function guardedFetch({ allowPrivate, userAgent, lookup = lookupAll }: GuardedFetchOptions): Fetch {
  const reachable = new Set<AddressKind>(allowPrivate ? ['public', 'private'] : ['public'])

  return async (text, { maxBytes, timeoutMs, method = 'GET' }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    let url = readUrl(text)
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const addresses = await resolve(url, deadline)
      const response = await request(url, addresses, deadline, method === 'HEAD' ? 'HEAD' : 'GET')
      try {
        const location = redirects.has(response.statusCode ?? 0) ? response.headers.location : undefined
        if (location === undefined)
          return method === 'GET' ? await read(url, response, maxBytes) : withoutBody(url, response)
        url = readUrl(location, url)
      } catch (error) {
        throw error instanceof FetchRefused ? error : unanswered(url, error)
      } finally {
        response.destroy()
      }
    }
    throw new FetchRefused(`${url.hostname} redirects more than ${mostRedirects} times.`)
  }

  /** The addresses to connect to, every one of them checked. */
  async function resolve(url: URL, deadline: AbortSignal): Promise<readonly Address[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    let addresses: readonly Address[]
    try {
      addresses = await abortable(lookup(host), deadline)
    } catch (error) {
      throw notPublic(url, error)
    }
    if (addresses.length === 0 || !addresses.every(({ address }) => reachable.has(addressKind(address)))) {
      throw notPublic(url, new Error(`${host} is ${addresses.map(({ address }) => address).join(', ') || 'nowhere'}`))
    }
    return addresses
  }

  function request(
    url: URL,
    addresses: readonly Address[],
    signal: AbortSignal,
    method: 'GET' | 'HEAD',
  ): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { get } = url.protocol === 'https:' ? https : http
      get(
        url,
        {
          // an agent of its own: no shared sockets, and no proxy from the environment
          agent: false,
          method,
          signal,
          maxHeaderSize: 16_384,
          headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, deflate, br' },
          // the name is not resolved again between the check and the connection
          lookup: (_host, options, done) => {
            if (options.all) done(null, [...addresses])
            else done(null, addresses[0]!.address, addresses[0]!.family)
          },
        },
        resolve,
      ).on('error', error => {
        const wrongCertificate = isCertificateError(error) && addresses.every(({ address }) => isPublic(address))
        reject(
          wrongCertificate
            ? new FetchRefused(`The certificate of ${url.hostname} is not valid.`, { cause: error })
            : unanswered(url, error),
        )
      })
    })
  }
}

/** @throws FetchRefused when it is not a URL we would follow */
function readUrl(text: string, base?: URL): URL {
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

async function read(url: URL, response: http.IncomingMessage, maxBytes: number): Promise<Fetched> {
  const raw = await collect(response, maxBytes, url)
  const { mediaType, charset } = readContentType(response.headers['content-type'] ?? '')
  return {
    status: response.statusCode ?? 0,
    url: url.href,
    mediaType,
    charset,
    body: await decompress(raw, response.headers['content-encoding'] ?? '', maxBytes, url),
  }
}

function withoutBody(url: URL, response: http.IncomingMessage): Fetched {
  const type = readContentType(response.headers['content-type'] ?? '')
  return { status: response.statusCode ?? 0, url: url.href, ...type, body: Buffer.alloc(0) }
}

async function collect(stream: Readable, maxBytes: number, url: URL): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(url, maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** One layer of compression, the output within the limit too. */
async function decompress(raw: Buffer, encoding: string, maxBytes: number, url: URL): Promise<Buffer> {
  const decoder = decoderOf(encoding.trim().toLowerCase(), raw)
  if (decoder === undefined) throw new FetchRefused(`${url.hostname} answers in a compression we did not ask for.`)
  if (decoder === null || raw.length === 0) return raw
  decoder.end(raw)
  try {
    return await collect(decoder, maxBytes, url)
  } finally {
    decoder.destroy()
  }
}

function decoderOf(encoding: string, raw: Buffer) {
  switch (encoding) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'deflate':
      // some servers send it without the zlib header, RFC 9110 §8.4.1.2
      return (raw[0]! & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()
    default:
      return undefined
  }
}

function readContentType(header: string): { mediaType: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.toLowerCase().split(';')
  const charset = parameters.map(text => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(text)?.[1]).find(Boolean)
  return { mediaType: type.trim(), charset }
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

const lookupAll = (host: string): Promise<readonly Address[]> => systemLookup(host, { all: true })

const isPublic = (address: string) => addressKind(address) === 'public'

function isCertificateError(error: NodeJS.ErrnoException): boolean {
  return /CERT|SIGNATURE|ALTNAME/.test(error.code ?? '')
}

/** An unknown name and the name of a private host read the same. */
function notPublic(url: URL, cause: unknown): FetchRefused {
  return new FetchRefused(`There is no public host ${url.hostname}.`, { cause })
}

/** Refused, reset, silent, too slow, not HTTP, cut short: all the same to the caller. */
function unanswered(url: URL, cause: unknown): FetchRefused {
  return new FetchRefused(`${url.hostname} did not give a complete answer in time.`, { cause })
}

function tooLarge(url: URL, maxBytes: number): FetchRefused {
  return new FetchRefused(`What ${url.hostname} answers is larger than ${maxBytes} bytes.`)
}
