/** The custom fields of a list as a query. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'

export type Field = ValueOf<'List.GetFields'>[number]

export const fieldsQuery = (listId: string) => read('List.GetFields', { ListID: listId })
