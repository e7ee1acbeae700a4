/** What a custom field can hold, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type FieldType = ValueOf<'List.GetCustomFields'>[number]['DataType']

export const typeLabels: Readonly<Record<FieldType, MessageDescriptor>> = {
  Text: msg`Text`,
  Number: msg`Number`,
  Date: msg`Date`,
  MultiSelectOne: msg`One choice`,
  MultiSelectMany: msg`Several choices`,
}

/** As List.CreateCustomField takes them: two more, whose options the service has. */
export const newTypes = {
  ...typeLabels,
  Country: msg`Country`,
  USState: msg`State of the USA`,
} as const satisfies Record<string, MessageDescriptor>
export type NewType = keyof typeof newTypes
