/**
 * POSTs to URLs callers name: to where the guarded fetcher may go and nowhere else, one after another on a connection that is
 * kept, without following redirects. Of an answer only its status counts; its body is thrown away.
 */
import http from 'node:http'
import https from 'node:https'
import { addressKind } from './addresses.ts'
import {
  describeUnanswered,
  FetchRefused,
  pinAddresses,
  type ReachableOptions,
  reachable,
  readUrl,
} from './reachable.ts'
import { readRetryAfter } from './retry-after.ts'

export interface Posted {
  readonly status: number
  /** What Retry-After asks for, RFC 9110 §10.2.3; undefined without one that we can read. */
  readonly retryAfterMs: number | undefined
}

/** One receiver. */
export interface Post {
  /**
   * One at a time.
   * @param timeoutMs until the answer's status, for everything: name look-up, connection, request
   * @throws FetchRefused with a sentence that may be shown to the user who named the URL
   */
  send(body: Buffer, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<Posted>
  close(): void
}

export interface Poster {
  /** Resolves if the address may be sent to, as far as is known now. @throws FetchRefused otherwise */
  check(url: string, timeoutMs: number): Promise<void>
  /** @throws FetchRefused when it is no URL we would post to */
  open(url: string): Post
}

export interface GuardedPosterOptions extends ReachableOptions {
  readonly userAgent: string
}

/** More of a body than this is not waited for: the connection is given up instead. */
const mostBodyBytes = 65_536
const mostBodyMs = 2_000

export function guardedPoster({ allowPrivate, userAgent, lookup }: GuardedPosterOptions): Poster {
  const resolve = reachable({ allowPrivate, lookup })

  /** What is posted names people: in the clear it stays within our own network. */
  async function addressesOf(url: URL, deadline: AbortSignal) {
    const addresses = await resolve(url, deadline)
    if (url.protocol === 'http:' && addresses.some(({ address }) => addressKind(address) === 'public')) {
      throw new FetchRefused('The URL must begin with https://.')
    }
    return addresses
  }

  return {
    async check(text, timeoutMs) {
      await addressesOf(readUrl(text), AbortSignal.timeout(timeoutMs))
    },
    open(text) {
      const url = readUrl(text)
      const { Agent, request } = url.protocol === 'https:' ? https : http
      const agent = new Agent({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1, timeout: 60_000 })

      async function send(body: Buffer, headers: Readonly<Record<string, string>>, deadline: AbortSignal) {
        const addresses = await addressesOf(url, deadline)
        return new Promise<Posted>((resolve, reject) => {
          const outgoing = request(url, {
            agent,
            method: 'POST',
            signal: deadline,
            maxHeaderSize: 16_384,
            headers: { ...headers, 'user-agent': userAgent, 'content-length': String(body.length) },
            lookup: pinAddresses(addresses),
          })
          let answered = false
          outgoing.on('response', response => {
            answered = true
            const posted = {
              status: response.statusCode ?? 0,
              retryAfterMs: readRetryAfter(response.headers['retry-after']),
            }
            throwAway(response, () => resolve(posted))
          })
          outgoing.on('error', error => {
            // the rest of an answer is not worth an error
            if (!answered)
              reject(outgoing.reusedSocket && isClosed(error) ? new ConnectionGone(error) : refusedOf(url, error))
          })
          outgoing.end(body)
        })
      }

      return {
        async send(body, headers, timeoutMs) {
          const deadline = AbortSignal.timeout(timeoutMs)
          try {
            return await send(body, headers, deadline)
          } catch (error) {
            // it was closed while nothing was under way, RFC 9112 §9.3.1
            if (error instanceof ConnectionGone) return await send(body, headers, deadline)
            throw error
          }
        },
        close: () => agent.destroy(),
      }
    },
  }
}

class ConnectionGone extends Error {
  constructor(cause: unknown) {
    super('the connection was closed', { cause })
  }
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** Calls back when the next request may go out: at the end of the body, or when it is not worth waiting for. */
function throwAway(response: http.IncomingMessage, done: () => void): void {
  let bytes = 0
  const timer = setTimeout(() => response.destroy(), mostBodyMs)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBodyBytes) response.destroy()
  })
  response.on('error', () => {})
  response.on('close', () => {
    clearTimeout(timer)
    done()
  })
}

function refusedOf(url: URL, error: unknown): FetchRefused {
  const { code = '' } = error as NodeJS.ErrnoException // errors of sockets carry a code
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) {
    return new FetchRefused(`The certificate of ${url.hostname} is not valid.`, { cause: error })
  }
  return error instanceof FetchRefused ? error : describeUnanswered(url, error)
}
