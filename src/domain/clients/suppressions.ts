/**
 * The suppression list of an account, a client or a list, edited by hand.
 * See docs/decisions/unsubscribing.md#removing-a-suppression-must-be-deliberate.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  addToScope,
  isErased,
  liftFromScope,
  lockEntry,
  type SuppressionScope,
} from '../../store/subscribers/suppressions.ts'
import type { Evidence } from '../audit/evidence.ts'
import { readSuppressionEntry } from './suppression-entries.ts'

/**
 * No mail of the account, the client or the list goes to the address, domain or hashed address any more; memberships stay as they are.
 * Idempotent. @throws Refusal InvalidEmail
 */
export async function addSuppression(
  db: Database,
  scope: SuppressionScope,
  email: string | null,
  evidence: Evidence,
): Promise<void> {
  const entry = readSuppressionEntry(email)
  await transaction(db, sql => addToScope(sql, scope, [{ ...entry, reason: 'manual', evidence }]))
}

/**
 * Takes an entry off the list; no membership is revived by that. An address stays suppressed as long as a rule or a list of another
 * scope covers it.
 * @param deliberately also what the person or its mailbox said: an opt-out, a bounce, a complaint
 * @returns the entry, in its normal form
 * @throws Refusal InvalidEmail, NotSuppressed, RemovalNotDeliberate, ContactErased
 */
export async function removeSuppression(
  db: Database,
  scope: SuppressionScope,
  email: string | null,
  deliberately: boolean,
  evidence: Evidence,
): Promise<string> {
  const { address } = readSuppressionEntry(email)
  await transaction(db, async sql => {
    const reason = await lockEntry(sql, scope, address)
    if (!reason) {
      if (scope.kind === 'account' || !(await isErased(sql, { clientId: scope.clientId, address }))) {
        throw new Refusal('NotSuppressed')
      }
      throw new Refusal('ContactErased', 'This contact was erased; the address is never mailed again.')
    }
    if (reason !== 'manual' && !deliberately) {
      throw new Refusal('RemovalNotDeliberate', `${because[reason]} Say Deliberately to remove it all the same.`)
    }
    await liftFromScope(sql, scope, { address, reason, evidence })
  })
  return address
}

const because = {
  unsubscribed: 'This person opted out of everything.',
  bounced: 'Mail to this address bounced for good.',
  complained: 'This person complained about a mail.',
} as const
