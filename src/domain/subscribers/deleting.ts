/**
 * Subscriber.Delete and Subscriber.Restore: a membership is taken off its list as a state, with all that is known of it.
 * See docs/decisions/subscribers.md#deleting-a-subscriber-is-a-state.
 */
import { Refusal } from '../../contract/refusals.ts'
import { keptDays } from '../../store/accounts/deletions.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { changeStates, lockMemberships } from '../../store/subscribers/memberships.ts'
import { readLastChanges } from '../../store/subscribers/opt-outs.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import type { ListRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { inactive, move } from './membership.ts'
import { readAddress } from './subscriptions.ts'
import { transitionsOf } from './transitions.ts'

/**
 * Active and unconfirmed members alone: who left or bounced gets no mail anyway, and stays as the proof of it.
 * @throws Refusal InvalidEmail, NotInList, IsUnsubscribed, IsBounced, IsDeleted
 */
export async function deleteSubscriber(
  db: Database,
  list: ListRef,
  email: string | null,
  evidence: Evidence,
): Promise<void> {
  const { clientId, listId } = list
  const { address } = readAddress(email)
  await transaction(db, async sql => {
    const [member] = await lockMemberships(sql, [{ clientId, listId, address }])
    if (!member) throw new Refusal('NotInList')
    const { subscriberId, state: from } = member
    const to = move(from, 'remove')
    if (!to) throw from === 'Active' ? new Refusal('NotInList') : new Refusal(inactive[from])
    await changeStates(sql, [{ clientId, listId, subscriberId, from, to, cause: 'deleted', evidence }])
    await recordTransitions(sql, transitionsOf([{ of: list, from, to }]))
  })
}

/**
 * Brings back whom Subscriber.Delete took off the list, as it was then.
 * @throws Refusal InvalidEmail, NotInList for one that it did not delete, RestoreTooLate, InSuppressionList
 */
export async function restoreSubscriber(
  db: Database,
  list: ListRef,
  email: string | null,
  evidence: Evidence,
  now: Date,
): Promise<void> {
  const { clientId, listId } = list
  const { address } = readAddress(email)
  await transaction(db, async sql => {
    const [member] = await lockMemberships(sql, [{ clientId, listId, address }])
    const [last] = member?.state === 'Deleted' ? await readLastChanges(sql, [member]) : []
    if (!member || last?.cause !== 'deleted' || last.fromState === null) {
      throw new Refusal('NotInList', 'The list has no such subscriber that was deleted.')
    }
    if (now.getTime() - last.at.getTime() > keptDays * 86_400_000) throw new Refusal('RestoreTooLate')
    const [suppressed] = await readSuppressedAmong(sql, [{ clientId, listId, address }])
    if (suppressed) throw new Refusal('InSuppressionList')
    const { subscriberId, state: from } = member
    const to = last.fromState
    await changeStates(sql, [{ clientId, listId, subscriberId, from, to, cause: 'restored', evidence }])
    await recordTransitions(sql, transitionsOf([{ of: list, from, to }]))
  })
}
