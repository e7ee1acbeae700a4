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
import { type GivenUpStep, givenUpProblem } from './sentences.ts'

/** @throws ClaimLost */
export async function giveUpImport(db: Database, claimed: ClaimedImport): Promise<void> {
  if (claimed.state === 'judging') await clearStaged(db, claimed)
  await transaction(db, async sql => {
    const held = await holdImport(sql, claimed)
    const { to, step } = endOf(claimed.state, held)
    await settleImport(sql, claimed, to, { problem: givenUpProblem(step, held.cursor) })
    await publishImport(sql, claimed, 'import.failed')
  })
}

/** What was written stays in the list, so an import that wrote something is done: it can be undone. */
function endOf(state: ImportState, { cursor }: HeldImport): { readonly to: ImportState; readonly step: GivenUpStep } {
  switch (state) {
    case 'reading':
      return { to: 'failed', step: 'Reading' }
    case 'judging':
      return { to: 'mapping', step: 'Judging' }
    case 'committing':
      return cursor === 0 ? { to: 'failed', step: 'Committing' } : { to: 'done', step: 'PartlyCommitted' }
    case 'undoing':
      return { to: 'failed', step: cursor === 0 ? 'Undoing' : 'PartlyUndone' }
    default:
      throw new Error(`An import that is ${state} is not given up.`)
  }
}
