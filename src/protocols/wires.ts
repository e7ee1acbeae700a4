/** Chooses the wire for a request. */
import type { Request } from '../lib/http.ts'
import { asmx, asmxBodyLimits } from './asmx.ts'
import type { BodyLimitOf } from './body-limits.ts'
import type { Protocol } from './exchange.ts'
import { json, jsonBodyLimits } from './json.ts'
import type { WireOptions } from './options.ts'
import { type RestOptions, rest, restBodyLimits } from './rest/rest.ts'

/** @returns undefined for addresses of documents, pages and nothing */
export function wires(options: RestOptions): (request: Request) => Protocol | undefined {
  const historical = asmx({ ...options, operations: options.operations.filter(({ jsonOnly }) => !jsonOnly) })
  const ours = json(options)
  const restful = rest(options)
  return request => historical(request) ?? ours(request) ?? restful(request)
}

/** Limits of request bodies by wire. */
export function wireBodyLimits(options: WireOptions): BodyLimitOf {
  const historical = asmxBodyLimits(options)
  const ours = jsonBodyLimits(options)
  return head => historical(head) ?? ours(head) ?? restBodyLimits(head)
}
