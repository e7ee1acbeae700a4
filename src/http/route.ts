import type { Answer, Head, Request } from '../protocols/exchange.ts'
import type { Limit } from './request-body.ts'

/** Answers a request, or passes with undefined when it is not this route's. The first that answers wins. */
export interface Route {
  (request: Request): Promise<Answer> | undefined
  /** How much of a body is read for a request of this route, or undefined when it is not this route's; without it, `formBytes`. */
  readonly bodyLimit?: (head: Head) => Limit | undefined
}
