/** Closed sets of values that the wires carry as plain text or numbers, from the modules that own them. */
import type { Operation } from '../contract/operations.ts'
import type { RecordShape } from '../contract/shapes.ts'

/** By `Operation.Parameter`, `Record.Field`, or the operation that yields one; of a list, what its items may be. */
export type Choices = Readonly<Record<string, readonly (string | number)[]>>

export function choicesOfParameter(choices: Choices, { name }: Operation, parameter: string) {
  return choices[`${name}.${parameter}`]
}

export function choicesOfResult(choices: Choices, { name }: Operation) {
  return choices[name]
}

export function choicesOfField(choices: Choices, { name }: RecordShape, field: string) {
  return choices[`${name}.${field}`]
}
