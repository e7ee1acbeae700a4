/** One import as the service has it, and moving it. */
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { type Import, isAtWork, isOpen } from './states.ts'

/** Milliseconds between two reads of the state while a file is being read; no event reports its end. */
const readingMs = 700
/** While rows are checked or imported: events of the live stream usually come sooner. */
const workingMs = 5_000
/** At what waits for a person: another one may have cancelled it. */
const waitingMs = 15_000

export function importQuery(clientId: string, importId: string) {
  return queryOptions({
    ...read('Import.Get', { ClientID: clientId, ImportID: importId }),
    refetchInterval: ({ state: { data } }) => lookAgainAfter(data as Import | undefined), // of this query
  })
}

function lookAgainAfter(found: Import | undefined): number | false {
  if (!found) return false
  if (found.State === 'Reading') return readingMs
  if (isAtWork(found.State)) return workingMs
  return isOpen(found.State) ? waitingMs : false
}

/** Moves an import by calls. What is shown follows, also where they were refused: another person may have moved it before. */
export async function move(calls: () => Promise<unknown>): Promise<void> {
  try {
    await calls()
  } finally {
    await reread('imports')
  }
}
