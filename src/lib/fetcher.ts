/**
 * The guarded fetcher: the only way to a URL a caller names. It reaches http and https on the public internet and
 * nothing else, whatever a name resolves to and wherever a redirect leads (reference/market.md, attack class 4).
 * See docs/decisions/content.md#the-guarded-fetcher-reaches-public-addresses-only.
 */
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { addressKind } from './addresses.ts'
import {
  describeUnanswered,
  FetchRefused,
  type HostAddress,
  pinAddresses,
  type ReachableOptions,
  reachable,
  readUrl,
  Unanswered,
} from './reachable.ts'
import { readRetryAfter } from './retry-after.ts'

export { FetchRefused, Unanswered }

export interface Fetched {
  readonly status: number
  /** The URL after redirects. */
  readonly url: string
  readonly mediaType: string
  readonly charset: string | undefined
  readonly body: Buffer
  /** What Retry-After asks for; undefined without one that we can read. */
  readonly retryAfterMs?: number | undefined
  /** By which the next request asks whether anything has changed. */
  readonly version?: DocumentVersion | undefined
}

/** What a server calls a version of a document: its headers ETag and Last-Modified as they were sent, '' for none (RFC 9110 §8.8). */
export interface DocumentVersion {
  readonly etag: string
  readonly lastModified: string
}

export interface FetchLimits {
  /** Most bytes of the body, as sent and as decompressed. */
  readonly maxBytes: number
  /** For everything: name look-up, redirects, body. */
  readonly timeoutMs: number
  /** GET unless given. Neither of the others reads a body: an answer's status is all that is wanted. */
  readonly method?: 'GET' | 'HEAD' | 'GET without body'
  /**
   * The Authorization header, which is a secret: no other host than that of the URL gets it, nor a host on the public internet in the
   * clear. A redirect elsewhere is refused.
   */
  readonly authorization?: string | undefined
  /** The version that we have: a server that has no other answers 304 without a body. */
  readonly unlessStill?: DocumentVersion | undefined
}

/** @throws FetchRefused with a sentence that says why */
export type Fetch = (url: string, limits: FetchLimits) => Promise<Fetched>

export interface GuardedFetchOptions extends ReachableOptions {
  readonly userAgent: string
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

export function guardedFetch({ allowPrivate, userAgent, lookup }: GuardedFetchOptions): Fetch {
  const resolve = reachable({ allowPrivate, lookup })

  return async (text, { maxBytes, timeoutMs, method = 'GET', authorization, unlessStill }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    let url = readUrl(text)
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const addresses = await resolve(url, deadline)
      if (authorization !== undefined) refuseInTheClear(url, addresses)
      const headers = { ...(authorization !== undefined && { authorization }), ...conditions(unlessStill) }
      const response = await request(url, addresses, deadline, method === 'HEAD' ? 'HEAD' : 'GET', headers)
      try {
        const location = redirects.has(response.statusCode ?? 0) ? response.headers.location : undefined
        if (location === undefined)
          return method === 'GET' ? await read(url, response, maxBytes) : withoutBody(url, response)
        const next = readUrl(location, url)
        if (authorization !== undefined && next.origin !== url.origin) {
          throw new FetchRefused(`${url.hostname} redirects to another address, which does not get the key.`)
        }
        url = next
      } catch (error) {
        throw error instanceof FetchRefused ? error : describeUnanswered(url, error)
      } finally {
        response.destroy()
      }
    }
    throw new FetchRefused(`${url.hostname} redirects more than ${mostRedirects} times.`)
  }

  function request(
    url: URL,
    addresses: readonly HostAddress[],
    signal: AbortSignal,
    method: 'GET' | 'HEAD',
    headers: http.OutgoingHttpHeaders,
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
          headers: {
            'user-agent': userAgent,
            accept: '*/*',
            'accept-encoding': 'gzip, deflate, br',
            ...headers,
          },
          // the name is not resolved again between the check and the connection
          lookup: pinAddresses(addresses),
        },
        resolve,
      ).on('error', error => {
        const wrongCertificate = isCertificateError(error) && addresses.every(({ address }) => isPublic(address))
        reject(
          wrongCertificate
            ? new FetchRefused(`The certificate of ${url.hostname} is not valid.`, { cause: error })
            : describeUnanswered(url, error),
        )
      })
    })
  }
}

function refuseInTheClear(url: URL, addresses: readonly HostAddress[]): void {
  if (url.protocol === 'http:' && addresses.some(({ address }) => isPublic(address))) {
    throw new FetchRefused('The URL must begin with https://: a key is sent there.')
  }
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
    retryAfterMs: readRetryAfter(response.headers['retry-after']),
    version: versionOf(response.headers),
  }
}

/** Longer ones are left out, so that nothing that is too long for a header is stored. */
const longestVersion = 500

function versionOf({ etag = '', 'last-modified': lastModified = '' }: http.IncomingHttpHeaders): DocumentVersion {
  const short = (header: string) => (header.length <= longestVersion ? header : '')
  return { etag: short(etag), lastModified: short(lastModified) }
}

function conditions(version: DocumentVersion | undefined): http.OutgoingHttpHeaders {
  return {
    ...(version?.etag && { 'if-none-match': version.etag }),
    ...(version?.lastModified && { 'if-modified-since': version.lastModified }),
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

const isPublic = (address: string) => addressKind(address) === 'public'

function isCertificateError(error: NodeJS.ErrnoException): boolean {
  return /CERT|SIGNATURE|ALTNAME/.test(error.code ?? '')
}

function tooLarge(url: URL, maxBytes: number): FetchRefused {
  return new FetchRefused(`What ${url.hostname} answers is larger than ${maxBytes} bytes.`)
}
