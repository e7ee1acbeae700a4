/**
 * The service as a table: one row per operation, those of the historical WSDL in its order (reference/wsdl.md), then ours.
 * Every wire, the WSDL, the help pages, OpenAPI, `lettershop call` and the cross-wire tests are read from it.
 */
import { historical } from './historical.ts'
import { jsonOnly } from './json-only.ts'
import { jsonResults } from './json-results.ts'
import { ours } from './own.ts'
import type * as records from './records.ts'
import type { Access, Row } from './row.ts'
import type { InputsOf, Members, OutputOf, Shape } from './shapes.ts'

export type { Access } from './row.ts'

export interface Operation {
  /** The dotted name of the interface: MessageName, element name and path. */
  readonly name: string
  /** `wsdl:operation/@name`, by which WSDL-driven clients call (reference/asmx.md §6). */
  readonly wsdlName: string
  /** Parameters in the interface's order. */
  readonly parameters: Members
  readonly result: Shape
  /** What the JSON wire answers: the result, or more than it. */
  readonly jsonResult: Shape
  /** Kind R: a declared Result. Otherwise kind U: an untyped slot that holds the value or, on refusal, a Result. */
  readonly typed: boolean
  readonly access: Access
  /** One sentence for the help page and OpenAPI. */
  readonly summary: string
  /** Of the historical service; ours come after. */
  readonly historical: boolean
  /** Offered over JSON alone: neither SOAP, GET and POST nor the documents that describe them know it. */
  readonly jsonOnly: boolean
}

export const operations = { ...historical, ...ours, ...jsonOnly } as const

export type OperationName = keyof typeof operations
export type ParamsOf<Name extends OperationName> = InputsOf<(typeof operations)[Name]['parameters']>
/** What a handler of this operation returns: nothing where success is the plain `Result(0, Success)`. */
export type ValueOf<Name extends OperationName> = (typeof operations)[Name]['result'] extends typeof records.Result
  ? Name extends keyof typeof jsonResults
    ? OutputOf<(typeof jsonResults)[Name]> | undefined
    : void
  : OutputOf<(typeof operations)[Name]['result']>
export type AccessOf<Name extends OperationName> = (typeof operations)[Name]['access']['to']

/** The rows as a list with their names, in table order. */
export const allOperations: readonly Operation[] = Object.entries(operations).map(([name, columns]) => ({
  name,
  ...(columns as Row<Members, Shape, Access['to']>), // the union of row types is wider than the walker needs
  jsonResult: (jsonResults as Readonly<Record<string, Shape>>)[name] ?? columns.result, // most have none
  historical: name in historical,
  jsonOnly: name in jsonOnly,
})) as readonly Operation[]

/** What SOAP, GET and POST offer and their documents describe. */
export const xmlOperations: readonly Operation[] = allOperations.filter(operation => !operation.jsonOnly)

const byName = new Map(allOperations.map(operation => [operation.name, operation]))

/** Names are case-sensitive (reference/asmx.md §1.1). */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name)
}
