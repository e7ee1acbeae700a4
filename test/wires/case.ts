/** A scenario as data: calls in order, each with the fact it shows and how it must end. */
import { findOperation, type OperationName, type ParamsOf } from '../../src/contract/operations.ts'
import type { RefusalName } from '../../src/contract/refusals.ts'

export type Expectation = 'success' | RefusalName

export interface Case {
  readonly operation: OperationName
  /** A fact. */
  readonly name: string
  /** Texts may name what differs from run to run: `{key}`, `{pages}`, an id an earlier case gave a name. */
  readonly params: Readonly<Record<string, unknown>>
  readonly expect: Expectation
  /** How later cases call the id this one yields. */
  readonly as?: string | undefined
  /** Beside those of every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** All parameters in the interface's order, for GET and POST want every one. */
export type Given<Name extends OperationName> = {
  readonly [Parameter in Exclude<keyof ParamsOf<Name>, 'ApiKey'>]: LeavingOut<NonNullable<ParamsOf<Name>[Parameter]>>
} & { readonly ApiKey?: string }

/** Members of records may be left out. */
type LeavingOut<Value> = Value extends readonly (infer Item)[]
  ? readonly LeavingOut<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]?: LeavingOut<Value[Member]> }
    : Value

export type Row<Name extends OperationName> = readonly [
  name: string,
  changes: Partial<Given<Name>>,
  expect?: Expectation,
  as?: string,
  headers?: Case['headers'],
]

/** Calls of one operation, each with what differs from the parameters they share. */
export function cases<Name extends OperationName>(
  operation: Name,
  shared: Given<Name>,
  rows: readonly Row<Name>[],
): readonly Case[] {
  const key = findOperation(operation)!.access.to === 'anyone' ? {} : { ApiKey: '{key}' } // its name is a row's
  return rows.map(([name, changes, expect = 'success', as, headers]) => ({
    operation,
    name,
    params: { ...key, ...shared, ...changes },
    expect,
    as,
    headers,
  }))
}
