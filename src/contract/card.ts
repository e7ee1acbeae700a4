/**
 * The card of an operation: everything that the service says of it, in one place. Its wires, its rights, its documents and the types of
 * its handler are read from it. The cards are in `groups/`.
 */
import type { RefusalName } from './refusals.ts'
import type { Right } from './rights.ts'
import { long, type Members, record, type Shape, text } from './shapes.ts'

/** Parameters that name an object of a client. */
export type ObjectParameter = 'ClientID' | 'ListID' | 'SegmentID' | 'TemplateID' | 'CampaignID'

/**
 * Who may call: `anyone` (no key), `key` (any caller with a valid one), `account` (who has the right on the whole account), `part` (who
 * has it on the account or on a client of it), or who has the right on the object that a parameter names.
 */
export type Access =
  | { readonly to: 'anyone' }
  | { readonly to: 'key'; readonly right: Right; readonly session?: true }
  | {
      readonly to: 'account' | 'part' | ObjectParameter
      readonly right: Right
      readonly session?: true
    }

/**
 * What a call does, for the audit log and Idempotency-Key: `read` (no entry), `lease` (no entry, and no use of the session either: a page
 * that is left open renews it), `bulk read` of personal data, `change`, or one that takes an Idempotency-Key, since its objects and the key
 * are kept in one transaction: `create`, and `prepared create`, which asks other servers or makes keys before that transaction begins.
 */
export type Effect = 'read' | 'lease' | 'bulk read' | 'change' | 'create' | 'prepared create'

interface Columns<Parameters extends Members, Value extends Shape, JsonValue extends Shape> {
  /** One sentence for the help page and OpenAPI. */
  readonly summary: string
  /** In the interface's order. */
  readonly parameters: Parameters
  /** Parameters of which a call over JSON has to bring one at least. */
  readonly either?: readonly (keyof Parameters & string)[]
  readonly result: { readonly shape: Value; readonly typed: boolean }
  /** The answer to a caller with a session over JSON, where it is more than the result. */
  readonly jsonResult?: JsonValue
  /** Those of the operation itself: refusals of any call, of the parameters and of the right are added in the documents. */
  readonly refusals: readonly RefusalName[]
}

export interface Card<
  Parameters extends Members = Members,
  Value extends Shape = Shape,
  To extends Access['to'] = Access['to'],
  JsonValue extends Shape = Shape,
> {
  readonly wsdlName: string
  readonly access: { readonly to: To; readonly right?: Right; readonly session?: true }
  readonly effect: Effect
  readonly summary: string
  readonly parameters: Parameters
  readonly either: readonly string[]
  readonly result: Value
  readonly typed: boolean
  readonly jsonResult: JsonValue | undefined
  readonly refusals: readonly RefusalName[]
}

/** @param wsdlName `wsdl:operation/@name`, which OpenAPI has as `operationId` */
export function card<
  const Parameters extends Members,
  const Value extends Shape,
  const To extends Access['to'],
  const JsonValue extends Shape = never,
>(
  wsdlName: string,
  access: { readonly to: To; readonly right?: Right; readonly session?: true },
  effect: Effect,
  { summary, parameters, either = [], result, jsonResult, refusals }: Columns<Parameters, Value, JsonValue>,
): Card<Parameters, Value, To, JsonValue> {
  const { shape, typed } = result
  return { wsdlName, access, effect, summary, parameters, either, result: shape, typed, jsonResult, refusals }
}

export const Result = record('Result', {
  Code: long('0 for success, else the code of the refusal.', 0),
  Message: text('Success, or the short message of the refusal.', 'Success'),
})

/** Kind R: a declared Result. */
export const R = { shape: Result, typed: true } as const
/** Kind U: an untyped slot that holds the value or, on refusal, a Result. */
export const U = <const S extends Shape>(shape: S) => ({ shape, typed: false }) as const

export const anyone = { to: 'anyone' } as const
/** Anyone with a key may call: for facts that any caller may know. */
export const key = { to: 'key', right: 'View' } as const
/** Sessions only, about the caller alone; also while the caller has to set up a second factor before anything else. */
export const session = { to: 'key', right: 'View', session: true } as const
/** Who has the right on the whole account. */
export const account = (right: Right) => ({ to: 'account', right }) as const
/** Who has the right on the account or on a client of it; the operation is about the part of the account where the caller has it. */
export const part = (right: Right) => ({ to: 'part', right }) as const
/** Who has the right on the object that a parameter names. */
export const on = <const To extends ObjectParameter>(to: To, right: Right) => ({ to, right })
/** The same for who is signed in, and no key: an act that a person does in person. */
export const bySession = <const Of extends { readonly to: Access['to']; readonly right: Right }>(access: Of) => ({
  ...access,
  session: true as const,
})
/** Whether only who is signed in may call. */
export const needsSession = (access: Access): boolean => access.to !== 'anyone' && access.session === true

/** Whether calls over JSON may bring an Idempotency-Key. */
export function takesIdempotencyKey({ effect }: { readonly effect: Effect }): boolean {
  return effect === 'create' || effect === 'prepared create'
}
