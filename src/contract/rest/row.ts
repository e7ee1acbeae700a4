/** What a row of the REST wire's table says of a call: how it maps onto an operation, and the operation's value onto an answer. */
import type { OperationName, operations, ParamsOf } from '../operations.ts'
import type { RefusalName } from '../refusals.ts'
import type { ListShape, RecordShape, ScalarShape } from '../shapes.ts'
import type { Field, Fields, GivenAll, Shown } from './fields.ts'
import type { Codes, RestCode } from './refusals.ts'
import type { Version } from './versions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The names between braces: `'lists/{ListID}/webhooks/{WebhookID}'` has `ListID` and `WebhookID`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A request, read. */
export interface RestGiven<Path extends string, Query extends Fields, Body extends Fields> {
  readonly path: { readonly [Name in NamesIn<Path>]: string }
  readonly query: GivenAll<Query>
  readonly body: GivenAll<Body>
  readonly version: Version
}

/** The same without the types of its row. */
export interface AnyGiven {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly version: Version
}

/** What an operation yields, its lists read to their end. What may be absent is undefined or null. */
type WholeOf<S> = S extends { readonly kind: 'scalar'; readonly name: infer Scalar }
  ? Scalar extends 'string'
    ? string
    : Scalar extends 'boolean'
      ? boolean
      : number
  : S extends { readonly values: readonly (infer Value)[] }
    ? Value
    : S extends { readonly item: infer Item }
      ? readonly WholeOf<Item>[]
      : S extends { readonly fields: infer Members }
        ? {
            readonly [Name in keyof Members]: Members[Name] extends Absent
              ? WholeOf<Members[Name]> | null | undefined
              : WholeOf<Members[Name]>
          }
        : never
/** Shapes whose value may be absent. */
type Absent = ScalarShape<'string'> | RecordShape | ListShape

/** Parameters of an operation but the key, which the wire adds; what is left out is null. */
export type RestParams<Name extends OperationName> = {
  readonly [Parameter in Exclude<keyof ParamsOf<Name>, 'ApiKey'>]?: ParamsOf<Name>[Parameter] | undefined
}

interface Columns<
  Path extends string,
  Query extends Fields,
  Body extends Fields,
  Name extends OperationName,
  Answer extends Field,
> {
  /** One sentence for the documents. */
  readonly about: string
  /** Where only some versions have the call, or each its own. */
  readonly when?: (version: Version) => boolean
  readonly query?: Query
  readonly body?: Body
  /** The word by which a body that cannot be read is called (reference/rest.md §1.2). */
  readonly argument?: string
  readonly operation: Name
  /** Pure. @throws RestRefusal */
  readonly params: (given: RestGiven<Path, Query, Body>) => RestParams<Name>
  /** Without it the answer is empty. */
  readonly returns?: Answer
  /** Pure. @throws RestRefusal */
  readonly answer?: (
    value: WholeOf<(typeof operations)[NoInfer<Name>]['result']>,
    given: RestGiven<Path, Query, Body>,
  ) => [Answer] extends [never] ? undefined : Shown<NoInfer<Answer>>
  /** Of success; 200 unless given. */
  readonly status?: 200 | 201
  /** Refusals that this call answers with another code than others do. */
  readonly codes?: Codes
  /** Refusals that say that nothing is left to do: answered as success, without a body. */
  readonly settled?: readonly RefusalName[]
  /** `ResultData` of a refusal, by the data that the operation gives with it. Pure; undefined for none. */
  readonly resultData?: (data: Readonly<Record<string, unknown>>, given: RestGiven<Path, Query, Body>) => unknown
  /** Refusals that `params` and `answer` throw besides those that follow from the fields; for the documents. */
  readonly throws?: readonly RestCode[]
}

/** A row as the wire and the documents read it. */
export interface RestCall {
  readonly method: Method
  /** Words and names in braces, without version and extension: `lists/{ListID}/active`. */
  readonly path: string
  readonly about: string
  readonly when: (version: Version) => boolean
  readonly query: Fields
  readonly body: Fields | undefined
  readonly argument: string
  readonly operation: OperationName
  readonly params: (given: AnyGiven) => Readonly<Record<string, unknown>>
  readonly returns: Field | undefined
  readonly answer: ((value: unknown, given: AnyGiven) => unknown) | undefined
  readonly status: 200 | 201
  readonly codes: Codes
  readonly settled: readonly RefusalName[]
  readonly resultData: ((data: Readonly<Record<string, unknown>>, given: AnyGiven) => unknown) | undefined
  readonly throws: readonly RestCode[]
}

/** A row of the table. @param call method and path: `GET lists/{ListID}/stats` */
export function call<
  Path extends string,
  Name extends OperationName,
  Answer extends Field = never,
  Query extends Fields = Record<never, never>,
  Body extends Fields = Record<never, never>,
>(call: `${Method} ${Path}`, columns: Columns<Path, Query, Body, Name, Answer>): RestCall {
  const [method, path] = call.split(' ') as [Method, string] // as its type says
  const { when = () => true, query = {}, body, argument = 'request', returns, status = 200 } = columns
  const { codes = {}, settled = [], throws = [] } = columns
  return {
    method,
    path,
    about: columns.about,
    when,
    query,
    body,
    argument,
    operation: columns.operation,
    // the wire reads what the row's fields say, and hands over the value of the row's operation
    params: columns.params as unknown as RestCall['params'],
    returns,
    answer: columns.answer as unknown as RestCall['answer'],
    status,
    codes,
    settled,
    resultData: columns.resultData as unknown as RestCall['resultData'],
    throws,
  }
}
