/** Reads answers of the service again after a change that was made here: at once what is shown, the rest when it is shown next. */
import { queryClient } from '../api/call.ts'
import { rereadLong } from '../lib/long-queries.ts'
import { type Changed, concernedByChange } from './concerns.ts'

/** @returns once what is shown is fresh */
export async function reread(...changed: readonly Changed[]): Promise<void> {
  const operations = [...new Set(changed.flatMap(concernedByChange))]
  const names: ReadonlySet<unknown> = new Set(operations)
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [operation] }) => names.has(operation) })
  await Promise.all(operations.map(rereadLong))
}

/** After a change that may concern any answer. */
export async function rereadAll(): Promise<void> {
  await queryClient.invalidateQueries()
}
