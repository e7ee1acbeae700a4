/** Bytes in, bytes out: what a protocol is given and gives back. No sockets here. */
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'

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
export type Head = Pick<Request, 'method' | 'path' | 'headers' | 'id'>

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

export type Wire = 'soap11' | 'soap12' | 'get' | 'post' | 'json'

/** Runs a bound call; rejects with a Refusal, or with anything else that went wrong. */
export type Perform = (
  operation: Operation,
  params: Params,
  origin: { readonly wire: Wire; readonly remote: string; readonly publicUrl: string; readonly requestId: string },
) => Promise<unknown>

/** A protocol reads a request, has it performed, and writes the value or the refusal in its own way. It never rejects. */
export type Protocol = (request: Request, perform: Perform) => Promise<Answer>
