/** The custom field that a change sets, by its name; by its key where the field is gone. */
import { useQuery } from '@tanstack/react-query'
import { fieldsQuery } from '../lists/fields-query.ts'

export function FieldName({ listId, fieldKey }: { readonly listId: string; readonly fieldKey: string }) {
  const { data } = useQuery(fieldsQuery(listId))
  return <bdi>{data?.find(({ Key }) => Key === fieldKey)?.FieldName ?? fieldKey}</bdi>
}
