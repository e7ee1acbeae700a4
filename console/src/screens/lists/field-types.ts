/** What a custom field can hold, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type FieldType = ValueOf<'List.GetFields'>[number]['DataType']

/** The options of a country and a state are the service's. */
export const typeLabels = {
  Text: msg`Text`,
  Number: msg`Number`,
  Date: msg`Date`,
  MultiSelectOne: msg`One choice`,
  MultiSelectMany: msg`Several choices`,
  Country: msg`Country`,
  USState: msg`State of the USA`,
} as const satisfies Record<FieldType, MessageDescriptor>
