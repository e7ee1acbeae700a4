/**
 * The service as a table: one card per operation, those of the historical WSDL in its order (reference/wsdl.md), then ours.
 * Every wire, the WSDL, the help pages, OpenAPI, `lettershop call` and the cross-wire tests are read from it.
 */
import type { Access, Card, Result } from './card.ts'
import { everyWire } from './every-wire.ts'
import { historical } from './historical.ts'
import { jsonOnly } from './json-only.ts'
import type { InputsOf, OutputOf, Shape } from './shapes.ts'

export type { Access } from './card.ts'

export interface Operation extends Card {
  /** The dotted name of the interface: MessageName, element name and path. */
  readonly name: string
  readonly access: Access
  /** The answer over JSON: the result, or more than it. */
  readonly jsonResult: Shape
  /** Of the historical service; ours come after. */
  readonly historical: boolean
  /** Offered over JSON alone: neither SOAP, GET and POST nor the documents that describe them know it. */
  readonly jsonOnly: boolean
}

export const operations = { ...historical, ...everyWire, ...jsonOnly } as const

export type OperationName = keyof typeof operations
export type ParamsOf<Name extends OperationName> = InputsOf<(typeof operations)[Name]['parameters']>
/** The value that a handler of this operation returns: nothing where success is the plain `Result(0, Success)`. */
export type ValueOf<Name extends OperationName> = (typeof operations)[Name]['result'] extends typeof Result
  ? JsonResultOf<(typeof operations)[Name]>
  : OutputOf<(typeof operations)[Name]['result']>
type JsonResultOf<Of> = Of extends { readonly jsonResult: infer Value | undefined }
  ? [Value] extends [Shape]
    ? OutputOf<Value> | undefined
    : void
  : void
export type AccessOf<Name extends OperationName> = (typeof operations)[Name]['access']['to']

/** The cards as a list with their names, in table order. */
export const allOperations: readonly Operation[] = Object.entries(operations).map(([name, card]) => ({
  name,
  ...(card as Card), // the union of the types of cards is wider than the walker needs
  access: card.access as Access, // what `card` takes is one
  jsonResult: card.jsonResult ?? card.result,
  historical: name in historical,
  jsonOnly: name in jsonOnly,
}))

/** What SOAP, GET and POST offer and their documents describe. */
export const xmlOperations: readonly Operation[] = allOperations.filter(operation => !operation.jsonOnly)

const byName = new Map(allOperations.map(operation => [operation.name, operation]))

/** Names are case-sensitive (reference/asmx.md §1.1). */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name)
}
