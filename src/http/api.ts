/** The wires as a route: whichever protocol answers a request has it performed within its time. */

import { allOperations, type Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Credential } from '../domain/access/authentication.ts'
import type { Head, Request, Route, Unread } from '../lib/http.ts'
import type { Log } from '../lib/log.ts'
import { activeSpan } from '../lib/trace.ts'
import type { Perform } from '../operations/perform.ts'
import { json, jsonBodyLimits } from '../protocols/json.ts'
import { wireBodyLimits, wires } from '../protocols/wires.ts'
import type { ObserveCall } from './metrics.ts'

export interface ApiOptions {
  readonly namespace: string
  /** Longest an operation may take to begin its answer. */
  readonly seconds: number
  readonly log: Log
  /** Whether the JSON wire alone is served, which is all that the console needs. */
  readonly jsonOnly?: boolean
  readonly observe?: ObserveCall | undefined
}

/** @param authenticate rejects with a Refusal for an invalid key */
export function apiRoute(
  { namespace, seconds, log, jsonOnly = false, observe }: ApiOptions,
  perform: Perform,
  authenticate: (credential: Credential) => Promise<unknown>,
): Route {
  const onError = (error: unknown, { name }: Operation, requestId: string) =>
    log.error({ err: error, operation: name, requestId }, 'an operation failed')
  const options = {
    namespace,
    operations: allOperations,
    onError,
    authenticate: (apiKey: string, remote: string) => authenticate({ apiKey, session: undefined, remote }),
  }
  const protocolFor = jsonOnly ? json(options) : wires(options)
  const limitOf = jsonOnly ? jsonBodyLimits(options) : wireBodyLimits(options)
  const timed: Perform = async (operation, params, origin) => {
    const begun = performance.now()
    let failure: unknown
    try {
      return await within(seconds, perform(operation, params, origin))
    } catch (error) {
      failure = error
      throw error
    } finally {
      observe?.(operation.name, origin.wire, (performance.now() - begun) / 1000, failure)
      describeSpan(operation.name, origin.wire, failure)
      log.debug({ operation: operation.name, wire: origin.wire, requestId: origin.requestId }, 'performed')
    }
  }
  const refuseWithout =
    (keyIn: (beginning: Buffer) => string | undefined, session: string | undefined, { remote, id: requestId }: Head) =>
    async (beginning: Buffer): Promise<Unread | undefined> => {
      try {
        await authenticate({ apiKey: keyIn(beginning) ?? null, session, remote })
        return undefined
      } catch (error) {
        if (error instanceof Refusal) return 'no key'
        log.error({ err: error, requestId }, 'the key of a large request could not be looked up')
        return 'busy'
      }
    }
  return Object.assign((request: Request) => protocolFor(request)?.(request, timed), {
    bodyLimit(head: Head) {
      const limit = limitOf(head)
      return (
        limit && { most: limit.most, ...(limit.keyIn && { refuse: refuseWithout(limit.keyIn, limit.session, head) }) }
      )
    },
  })
}

/** Of the request. A refusal is an answer like others, and no failure of the span. */
function describeSpan(operation: string, wire: string, failure: unknown): void {
  const span = activeSpan()
  if (!span) return
  span.rename(operation)
  span.set({ 'lettershop.operation': operation, 'lettershop.wire': wire })
  if (failure instanceof Refusal)
    span.set({ 'lettershop.refusal': failure.refusal, 'lettershop.refusal_code': failure.code })
  else if (failure !== undefined) span.fail(failure)
}

/** @throws Refusal RequestTimeout; what was begun may still come about, as after any broken connection */
async function within<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('RequestTimeout', `No answer within ${seconds} s.`)), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
