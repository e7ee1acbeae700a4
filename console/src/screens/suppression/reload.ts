/** What shows entries of suppression lists, read again after a change that was made here. */
import { queryClient } from '../../api/call.ts'
import { rereadLong } from '../../lib/long-queries.ts'

const pages = ['Suppression.List', 'Suppression.ListOfAccount']

export async function reloadSuppressions(): Promise<void> {
  for (const operation of [...pages, 'Subscriber.GetHistory', 'Subscriber.GetContact']) {
    await queryClient.invalidateQueries({ queryKey: [operation] })
  }
  for (const operation of pages) await rereadLong(operation)
}
