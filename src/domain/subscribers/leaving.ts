/** An opt-in is confirmed. */
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { changeStates, lockMemberships, readAddressOfMember } from '../../store/subscribers/memberships.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { move } from './membership.ts'
import { transitionsOf } from './transitions.ts'

/** The opt-in was confirmed. Suppression holds nevertheless. @returns whether the membership is now active */
export async function confirm(
  db: Database,
  client: ClientRef,
  listId: number,
  subscriberId: number,
  evidence: Evidence,
): Promise<boolean> {
  const { clientId } = client
  return transaction(db, async sql => {
    const known = await readAddressOfMember(sql, clientId, listId, subscriberId)
    if (!known) return false
    const { address } = known
    const [member] = await lockMemberships(sql, [{ clientId, listId, address }])
    if (member?.state === 'Active') return true
    if ((await readSuppressedAmong(sql, [{ clientId, listId, address }])).length > 0) return false
    const to = member && move(member.state, 'confirm')
    if (!to) return false
    const from = member.state
    await changeStates(sql, [{ clientId, listId, subscriberId, from, to, cause: 'confirmed', evidence }])
    await recordTransitions(sql, transitionsOf([{ of: { ...client, listId }, from, to }]))
    return true
  })
}
