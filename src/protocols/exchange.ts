/** What a protocol is given and gives back: it reads a request, has the call performed, and writes the answer. */
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import type { Cookies, WithheldCookies } from '../lib/cookies.ts'
import type { Answer, Request } from '../lib/http.ts'

export type Wire = 'soap11' | 'soap12' | 'get' | 'post' | 'json' | 'rest'

/** Runs a bound call; rejects with a Refusal, or with anything else that went wrong. */
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
    /** On the JSON wire, for calls of our own pages; else it is said why there are none. */
    readonly cookies?: Cookies | undefined
    readonly withheld?: WithheldCookies | undefined
  },
) => Promise<unknown>

/** A protocol reads a request, has it performed, and writes the value or the refusal in its own way. It never rejects. */
export type Protocol = (request: Request, perform: Perform) => Promise<Answer>
