/** An HTTP request and its answer as values, without sockets: what routes and protocols are given and give back. */

export interface Request {
  readonly method: string
  /** Path as sent, still percent-encoded: `/api/api.asmx/Client.Create`. */
  readonly path: string
  /** Query string without `?`. */
  readonly query: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Empty where it was not read to its end. */
  readonly body: Buffer
  /** Why the body was not read to its end; the protocol says so in its own way. */
  readonly unread?: Unread | undefined
  /** How the world reaches us, without a slash at the end. */
  readonly publicUrl: string
  /** The caller's network address. */
  readonly remote: string
  /** Names the request in log lines and in its answer. */
  readonly id: string
}

/** What is known of a request before its body is read. */
export type Head = Pick<Request, 'method' | 'path' | 'headers' | 'remote' | 'id'>

/**
 * `too large`: the body passes its limit. `no key`: it passes what is read without a valid key (`BodyLimit.keyIn`). `busy`:
 * there is no room for it at the moment, or its caller has too many requests under way.
 */
export type Unread = 'too large' | 'no key' | 'busy'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text is UTF-8. What is streamed is sent as it comes and cut off if it fails. */
  readonly body: string | Buffer | AsyncIterable<string>
}

/** How much of a body is read. */
export interface Limit {
  /** Bytes. */
  readonly most: number
  /** Asked once with the first bytes when the body is longer. @returns why no more of it is read, if so */
  readonly refuse?: (beginning: Buffer) => Promise<Unread | undefined>
}

/** Answers a request, or passes with undefined when it is not this route's. The first that answers wins. */
export interface Route {
  (request: Request): Promise<Answer> | undefined
  /** How much of a body is read for a request of this route, or undefined when it is not this route's. */
  readonly bodyLimit?: (head: Head) => Limit | undefined
}
