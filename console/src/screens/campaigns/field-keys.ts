import { useQueries } from '@tanstack/react-query'
import type { Draft } from '../../drafts/parts.ts'
import { fieldsQuery } from '../lists/fields-query.ts'

/** Keys of the custom fields of all lists that the draft goes to, without their brackets. */
export function useFieldKeys({ Audience }: Draft): readonly string[] {
  const listIds = [...(Audience?.ListIDs ?? []), ...(Audience?.Segments ?? []).map(({ ListID = '' }) => ListID)]
  return useQueries({
    // segments of the client name no list
    queries: [...new Set(listIds)].filter(listId => listId !== '').map(listId => fieldsQuery(listId)),
    combine: keysOf,
  })
}

function keysOf(answers: readonly { readonly data?: readonly { readonly Key?: string }[] | undefined }[]) {
  const keys = answers.flatMap(({ data = [] }) => data.map(({ Key = '' }) => Key.replace(/^\[|\]$/g, '')))
  return [...new Set(keys)]
}
