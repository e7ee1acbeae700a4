/**
 * The suppression list of a client, edited by hand.
 * See docs/decisions/unsubscribing.md#removing-a-suppression-must-be-deliberate.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isErased, liftSuppressions, lockSuppression, suppress } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access.ts'
import type { Evidence } from '../subscribers/evidence.ts'
import { readSuppressionEntry } from './suppression-entries.ts'

/** No mail of the client goes to the address, domain or hashed address any more; memberships stay as they are. Idempotent. @throws Refusal InvalidEmail */
export async function addSuppression(
  db: Database,
  { clientId }: ClientRef,
  email: string | null,
  evidence: Evidence,
): Promise<void> {
  const { address, email: written } = readSuppressionEntry(email)
  await transaction(db, sql => suppress(sql, { clientId, address }, written, 'manual', evidence))
}

/**
 * Takes an entry off the list; no membership is revived by that. An address stays suppressed as long as a rule covers it.
 * @param deliberately also what the person or its mailbox said: an opt-out, a bounce, a complaint
 * @throws Refusal InvalidEmail, NotSuppressed, RemovalNotDeliberate, ContactErased
 */
export async function removeSuppression(
  db: Database,
  { clientId }: ClientRef,
  email: string | null,
  deliberately: boolean,
  evidence: Evidence,
): Promise<void> {
  const { address } = readSuppressionEntry(email)
  await transaction(db, async sql => {
    const reason = await lockSuppression(sql, { clientId, address })
    if (!reason) {
      if (!(await isErased(sql, { clientId, address }))) throw new Refusal('NotSuppressed')
      throw new Refusal('ContactErased', 'This contact was erased; the address is never mailed again.')
    }
    if (reason !== 'manual' && !deliberately) {
      throw new Refusal('RemovalNotDeliberate', `${because[reason]} Say Deliberately to remove it all the same.`)
    }
    await liftSuppressions(sql, [{ clientId, address, reasons: [reason], act: null, evidence }])
  })
}

const because = {
  unsubscribed: 'This person opted out of everything.',
  bounced: 'Mail to this address bounced for good.',
  complained: 'This person complained about a mail.',
} as const
