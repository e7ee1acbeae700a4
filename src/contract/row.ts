/** What a row of the contract's table says of an operation, and the words that tables of rows are written in. */
import * as records from './records.ts'
import type { Right } from './rights.ts'
import { type Members, type Shape, text } from './shapes.ts'

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

export interface Row<Parameters extends Members, Value extends Shape, To extends Access['to']> {
  readonly wsdlName: string
  readonly parameters: Parameters
  readonly result: Value
  readonly typed: boolean
  readonly access: { readonly to: To; readonly right?: Right; readonly session?: true }
  readonly summary: string
}

/** A row of the table. */
export function row<const Parameters extends Members, const Value extends Shape, const To extends Access['to']>(
  wsdlName: string,
  parameters: Parameters,
  result: { readonly shape: Value; readonly typed: boolean },
  access: { readonly to: To; readonly right?: Right; readonly session?: true },
  summary: string,
): Row<Parameters, Value, To> {
  return { wsdlName, parameters, result: result.shape, typed: result.typed, access, summary }
}

/** Kind R: a declared Result. */
export const R = { shape: records.Result, typed: true } as const
/** Kind U: an untyped slot that holds the value or, on refusal, a Result. */
export const U = <const S extends Shape>(shape: S) => ({ shape, typed: false }) as const

export const anyone = { to: 'anyone' } as const
/** Anyone with a key may call: these tell what any caller may know. */
export const key = { to: 'key', right: 'View' } as const
/** Sessions only, about the caller alone; also while the caller has to set up a second factor before anything else. */
export const session = { to: 'key', right: 'View', session: true } as const
/** Who has the right on the whole account. */
export const account = (right: Right) => ({ to: 'account', right }) as const
/** Who has the right on the account or on a client of it; the operation is about the part of the account where the caller has it. */
export const part = (right: Right) => ({ to: 'part', right }) as const
/** Who has the right on the object that a parameter names. */
export const on = <const To extends ObjectParameter>(to: To, right: Right) => ({
  to,
  right,
})
/** The same for who is signed in, and no key: what is a person's own act. */
export const bySession = <const Of extends { readonly to: Access['to']; readonly right: Right }>(of: Of) => ({
  ...of,
  session: true as const,
})
/** Whether only who is signed in may call. */
export const needsSession = (access: Access): boolean => access.to !== 'anyone' && access.session === true

/** Parameters that many rows begin with. */
export const ofClient = { ApiKey: text, ClientID: text }
export const ofList = { ApiKey: text, ListID: text }
export const ofSegment = { ApiKey: text, SegmentID: text }
export const ofCampaign = { ApiKey: text, CampaignID: text }
