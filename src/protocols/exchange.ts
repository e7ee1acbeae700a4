/** The interface of protocols: a protocol reads a request, performs the call, and writes the response. */
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import type { Cookies, WithheldCookies } from '../lib/cookies.ts'
import type { Answer, Request } from '../lib/http.ts'

export type Wire = 'soap11' | 'soap12' | 'get' | 'post' | 'json' | 'rest'

/** Performs a bound call; rejects with a Refusal, or with another error. */
export type Perform = (
  operation: Operation,
  params: Params,
  origin: {
    readonly wire: Wire
    readonly remote: string
    readonly publicUrl: string
    readonly requestId: string
    /** On the JSON wire only. */
    readonly idempotencyKey?: string | undefined
    readonly agent?: string | undefined
    /** Set on the JSON wire for calls from our own pages; otherwise the reason why cookies do not count. */
    readonly cookies?: Cookies | undefined
    readonly withheld?: WithheldCookies | undefined
  },
) => Promise<unknown>

/** Reads a request, performs it, and writes the value or the refusal in the protocol's format. Never rejects. */
export type Protocol = (request: Request, perform: Perform) => Promise<Answer>
