/** The custom fields that a form can ask: those of its lists. */
import { useQueries } from '@tanstack/react-query'
import { fieldsQuery } from '../lists/fields-query.ts'

/** @returns names by key, each key once */
export function useKnownFields(lists: readonly { readonly ListID: string }[]): ReadonlyMap<string, string> {
  const answers = useQueries({ queries: lists.map(({ ListID }) => fieldsQuery(ListID)) })
  return new Map(
    answers.flatMap(({ data = [] }) => data.map(({ Key = '', FieldName = '' }) => [Key, FieldName] as const)),
  )
}
