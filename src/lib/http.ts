/** An HTTP request and its answer as values, without sockets: what routes and protocols are given and give back. */
import type { Reservation } from './budget.ts'

export interface Request {
  readonly method: string
  /** Path as sent, still percent-encoded, without doubled slashes below /api: `/api/api.asmx/Client.Create`. */
  readonly path: string
  /** Query string without `?`. */
  readonly query: string
  /** Lower-case names. `host` is the host that is asked, also where the target names it. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Empty where it was not read to its end. */
  readonly body: Buffer
  /** Why the body was not read to its end; each protocol answers this in its own form. */
  readonly unread?: Unread | undefined
  /** How the world reaches us, without a slash at the end. */
  readonly publicUrl: string
  /** The caller's network address. */
  readonly remote: string
  /** Names the request in log lines and in its answer. */
  readonly id: string
}

/** The part of a request that is read before its body. */
export type Head = Pick<Request, 'method' | 'path' | 'headers' | 'publicUrl' | 'remote' | 'id'>

/** The same, with the query. */
export type StreamHead = Head & Pick<Request, 'query'>

/**
 * `too large`: the body passes its limit. `no key`: it passes what is read without a valid key (`BodyLimit.keyIn`). `busy`:
 * there is no room for it at the moment, or its caller has too many requests under way or too much of the memory.
 */
export type Unread = 'too large' | 'no key' | 'busy'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Values of Set-Cookie headers, a header for each. */
  readonly cookies?: readonly string[]
  /**
   * Text is UTF-8. A stream is sent as it comes and cut off if it fails. A large buffer, which any number of answers may share,
   * is refused with 503 if the memory budget is used up; a large text is always sent, because it may answer a call that had an effect.
   */
  readonly body: string | Buffer | AsyncIterable<string | Buffer>
}

/** An answer that goes on for as long as its caller stays. */
export interface LiveAnswer extends Omit<Answer, 'body'> {
  readonly body: LiveBody
}

/** A body without an end of its own: what happens is written to the caller for as long as it stays. */
export interface LiveBody {
  /** Octets of memory that are counted for the caller from the beginning. If the budget has no room for them, the answer is 503. */
  readonly holds: number
  /** Called once, when the head of the answer was sent; the caller may be gone by then. */
  attach(listener: Listener): void
  /** Called in place of `attach` if the budget has no room. */
  abandon(): void
}

/** The caller of a live body. It goes when it closes its connection, when we end or cut it, and when the service stops. */
export interface Listener {
  /** Octets written that the operating system has not taken yet. */
  readonly waiting: number
  /** Counts octets held for the caller besides `LiveBody.holds`, in place of those counted before. @returns false if the budget has no room */
  hold(octets: number): boolean
  /** Does nothing once the caller is gone. A buffer may be shared by any number of listeners. */
  write(piece: string | Buffer): void
  /** Ends the answer; a caller that does not read is cut. */
  end(): void
  /** Closes the connection at once. */
  cut(): void
  /** Has `run` called once when the caller is gone, at once if it is already. */
  onGone(run: () => void): void
}

export function isLive(answer: Answer | LiveAnswer): answer is LiveAnswer {
  return typeof answer.body === 'object' && 'attach' in answer.body
}

/** How much of a body is read. */
export interface Limit {
  /** Bytes. */
  readonly most: number
  /** Asked once with the first bytes when the body is longer. @returns why no more of it is read, if so */
  readonly refuse?: (beginning: Buffer) => Promise<Unread | undefined>
}

/** A body as it comes, for a route that reads it itself. It can be read once. */
export interface BodyStream extends AsyncIterable<Buffer> {
  /** Octets that the head announces; undefined where it does not. */
  readonly length: number | undefined
  /** Counts what is held of it. */
  readonly room: Reservation
}

/** A body did not come to its end: the caller went away, or is too slow. */
export class BodyLost extends Error {
  readonly reason: 'gone' | 'slow'

  constructor(reason: BodyLost['reason']) {
    super(`the body did not come to its end: the caller is ${reason}`)
    this.name = 'BodyLost'
    this.reason = reason
  }
}

/** Answers a request, or passes with undefined when it is not this route's. The first that answers wins. */
export interface Route {
  (request: Request): Promise<Answer | LiveAnswer> | undefined
  /** How much of a body is read for a request of this route, or undefined when it is not this route's. */
  readonly bodyLimit?: (head: Head) => Limit | undefined
  /** Reads bodies itself. A body of which it leaves a rest ends the connection. */
  readonly streaming?: {
    takes(head: StreamHead): boolean
    answer(head: StreamHead, body: BodyStream): Promise<Answer>
  }
}
