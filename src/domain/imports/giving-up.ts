/** Ends an import of which several attempts failed: the person who asked sees the reason, and it is not tried again. */
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  type ClaimedImport,
  type HeldImport,
  holdImport,
  type ImportState,
  publishImport,
  settleImport,
} from '../../store/imports/imports.ts'
import { clearStaged } from '../../store/imports/staging.ts'
import { otherProblem } from './sentences.ts'

/** @throws ClaimLost */
export async function giveUpImport(db: Database, claimed: ClaimedImport): Promise<void> {
  if (claimed.state === 'judging') await clearStaged(db, claimed)
  await transaction(db, async sql => {
    const { to, sentence } = endOf(claimed.state, await holdImport(sql, claimed))
    await settleImport(sql, claimed, to, { problem: otherProblem(sentence) })
    await publishImport(sql, claimed, 'import.failed')
  })
}

const seeLog = 'The log of the service says why.'

/** What was written stays in the list, so an import that wrote something is done: it can be undone. */
function endOf(state: ImportState, { cursor }: HeldImport): { readonly to: ImportState; readonly sentence: string } {
  switch (state) {
    case 'reading':
      return { to: 'failed', sentence: `The file could not be read. ${seeLog} Import the file again.` }
    case 'judging':
      return { to: 'mapping', sentence: `The rows could not be checked. ${seeLog} Have them checked again.` }
    case 'committing':
      if (cursor === 0) return { to: 'failed', sentence: `No row could be written. ${seeLog} Import the file again.` }
      return {
        to: 'done',
        sentence: `Only rows up to row ${cursor} could be written. ${seeLog} What was written stays, and can be undone; or import the file again.`,
      }
    case 'undoing':
      return {
        to: 'failed',
        sentence: `The import could not be undone${cursor === 0 ? '' : ` after row ${cursor}`}. ${seeLog} What was not undone stays in the list.`,
      }
    default:
      throw new Error(`An import that is ${state} is not given up.`)
  }
}
