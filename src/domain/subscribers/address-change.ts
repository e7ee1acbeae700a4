/**
 * Subscriber.UpdateEmail: the same person has another address. See docs/decisions/subscribers.md#the-address-of-a-membership-can-change.
 */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isUniqueViolation } from '../../store/connection/violations.ts'
import { moveFormConsents } from '../../store/forms/consents.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { moveEnrolments } from '../../store/series/series.ts'
import { type AddressedMember, changeAddresses, lockAddressed } from '../../store/subscribers/address-changes.ts'
import { movePause } from '../../store/subscribers/pauses.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import { moveTags } from '../../store/tags/tagged.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { findGivenList } from '../lists/given-list.ts'
import type { Address } from '../text-rules/address.ts'
import { inactive } from './membership.ts'
import { readAddress } from './subscriptions.ts'

export interface AddressChange {
  readonly email: string | null
  readonly newEmail: string | null
  /** Null or empty for every list on which the address is an active member. */
  readonly listId: string | null
}

/**
 * Only active memberships change: who left, bounced or has not confirmed keeps the address under which this is recorded. Nothing changes
 * when an address is suppressed, the old or the new one, or when the new one is on one of the lists in any state.
 * @throws Refusal InvalidEmail, InvalidListId, NotInList, IsUnconfirmed, IsUnsubscribed, IsBounced, IsDeleted, InSuppressionList,
 *   AddressIsOnList
 */
export async function changeAddress(
  db: Database,
  client: ClientRef,
  { email, newEmail, listId }: AddressChange,
  evidence: Evidence,
): Promise<void> {
  const [from, to] = [readAddress(email), readAddress(newEmail)]
  const only = await findGivenList(db, client, listId)
  try {
    const isChanging = ({ listId }: AddressedMember) => only === undefined || listId === only
    await transaction(db, sql => changeWithin(sql, client, { from, to, isChanging }, evidence))
  } catch (error) {
    throw asRefusal(error)
  }
}

/** An error of `changeWithin`: a refusal where another transaction added the new address meanwhile. */
export function asRefusal(error: unknown): unknown {
  return isUniqueViolation(error, 'subscribers_address') ? onListRefusal() : error
}

/**
 * The same in a transaction of the caller.
 * @param isChanging which memberships of the old address
 * @returns the ids of the memberships that changed
 * @throws Refusal as `changeAddress`, and what `asRefusal` reads
 */
export async function changeWithin(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  {
    from,
    to,
    isChanging,
  }: { readonly from: Address; readonly to: Address; readonly isChanging: (member: AddressedMember) => boolean },
  evidence: Evidence,
): Promise<readonly number[]> {
  const members = await lockAddressed(sql, clientId, [from.address, to.address])
  const changing = activeOf(members.filter(member => member.address === from.address && isChanging(member)))
  if (from.address !== to.address) {
    const lists = new Set(changing.map(({ listId }) => listId))
    const present = members.find(({ address, listId }) => address === to.address && lists.has(listId))
    if (present) throw onListRefusal(present)
    const keys = [...lists].flatMap(listId => [from, to].map(({ address }) => ({ clientId, listId, address })))
    const [suppressed] = await readSuppressedAmong(sql, keys)
    // of the old one too: a complaint holds for the person
    if (suppressed) throw new Refusal('InSuppressionList', `${suppressed.address} is on the suppression list.`)
  }
  const changed = changing.filter(({ email }) => email !== to.email)
  const ids = changed.map(({ subscriberId }) => subscriberId)
  await changeAddresses(sql, clientId, ids, to, evidence)
  // what belongs to the person moves along
  if (from.address !== to.address && ids.length > 0) {
    await movePause(sql, clientId, from.address, to.address)
    await moveFormConsents(sql, clientId, from.address, to.address)
    await moveTags(sql, clientId, from.address, to.address)
    await moveEnrolments(sql, clientId, from.address, to.address)
  }
  await recordTransitions(
    sql,
    [],
    changed.map(({ listId }) => ({ clientId, listId })),
  )
  return ids
}

/** @throws Refusal where none is active */
function activeOf(asked: readonly AddressedMember[]): readonly AddressedMember[] {
  const active = asked.filter(({ state }) => state === 'Active')
  if (active.length > 0) return active
  const [first] = asked
  if (!first || first.state === 'Active') throw new Refusal('NotInList')
  const refusal: RefusalName = inactive[first.state]
  throw new Refusal(refusal, `Only the address of an active subscriber can change; this one is ${first.state}.`)
}

function onListRefusal(member?: AddressedMember): Refusal {
  const where = member ? `the list “${member.title}”, where it is ${member.state}` : 'one of the lists'
  return new Refusal('AddressIsOnList', `The new address is on ${where}. Nothing was changed.`)
}
