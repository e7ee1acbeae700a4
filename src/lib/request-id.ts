/**
 * The id of the request that is being answered: in every answer as X-Request-Id and in every line that is logged on the way,
 * wherever it is logged, because it goes along with the asynchronous work that the request causes.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** The id of the request that the running code works for; undefined where it works for none. */
export function requestId(): string | undefined {
  return current.getStore()
}

/** Runs what answers a request, so that everything it causes knows the id. */
export function asRequest<Value>(id: string, answer: () => Value): Value {
  return current.run(id, answer)
}

/** What the caller calls its request, if that can stand in a log line and a header; else a new id. */
export function idOf(given: string | undefined): string {
  return given !== undefined && wellFormed.test(given) ? given : randomUUID()
}

/** Letters, digits and what UUIDs, trace ids and base64 consist of. */
const wellFormed = /^[\w.:;+/=@-]{1,128}$/
