import type { Answer, Request } from '../protocols/exchange.ts'

/** Answers a request, or passes with undefined when it is not this route's. The first that answers wins. */
export type Route = (request: Request) => Promise<Answer> | undefined
