/** All five wires behind one question: who answers this request? */
import { asmx } from './asmx.ts'
import type { Protocol, Request } from './exchange.ts'
import { json } from './json.ts'
import type { WireOptions } from './options.ts'

/** @returns undefined for addresses that are no wire's: documents, pages and what does not exist */
export function wires(options: WireOptions): (request: Request) => Protocol | undefined {
  const historical = asmx({ ...options, operations: options.operations.filter(({ jsonOnly }) => !jsonOnly) })
  const ours = json(options)
  return request => historical(request) ?? ours(request)
}
