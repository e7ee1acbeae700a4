/** Subscriber.Change: what is given of a member changes, in whatever state it is; its address too. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isUniqueViolation } from '../../store/connection/violations.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { moveEnrolments } from '../../store/series/series.ts'
import { changeAddresses } from '../../store/subscribers/address-changes.ts'
import { lockMemberships } from '../../store/subscribers/memberships.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import { moveTags } from '../../store/tags/tagged.ts'
import type { ListRef } from '../access/access.ts'
import type { PendingEntry } from '../audit/audit-log.ts'
import type { Evidence } from '../audit/evidence.ts'
import type { Address } from '../text-rules/address.ts'
import { settle } from './joining.ts'
import { inactive } from './membership.ts'
import { type Entry, type JoinOptions, readAddress, upsertRequest } from './subscriptions.ts'

export interface MemberChange {
  /** The member, by its present address. */
  readonly email: string | null
  /** With the address it is to have; null or empty for the present one. */
  readonly entry: Entry
}

/**
 * Everything or nothing of it is done. The address of an active or unconfirmed member alone changes, as with Subscriber.UpdateEmail: who
 * left or bounced stays under the address this is known of.
 * @throws Refusal InvalidEmail, NotInList, AddressIsOnList, InSuppressionList, IsUnsubscribed, IsBounced, IsDeleted for another address,
 *   and as adding does
 */
export async function changeMember(
  db: Database,
  list: ListRef,
  { email, entry }: MemberChange,
  options: JoinOptions,
  evidence: Evidence,
  audit?: PendingEntry,
): Promise<void> {
  const from = readAddress(email)
  const to = (entry.email ?? '').trim() === '' ? from : readAddress(entry.email)
  const added = upsertRequest(list, { ...entry, email: to.email }, options, evidence, audit)
  const request = { ...added, membersOnly: true }
  try {
    await transaction(db, async sql => {
      await changeAddressOf(sql, list, from, to, evidence)
      const answer = (await settle(sql, [request])).get(request)! // a membership that is locked is settled
      if (answer instanceof Refusal) throw answer
    })
  } catch (error) {
    if (isUniqueViolation(error, 'subscribers_address')) throw new Refusal('AddressIsOnList')
    throw error
  }
  if (audit) audit.isWritten = true
}

/** @throws Refusal */
async function changeAddressOf(
  sql: Transaction,
  { clientId, listId }: ListRef,
  from: Address,
  to: Address,
  evidence: Evidence,
): Promise<void> {
  const keys = [from, ...(to.address === from.address ? [] : [to])].map(({ address }) => ({
    clientId,
    listId,
    address,
  }))
  const members = await lockMemberships(sql, keys)
  const member = members.find(({ address }) => address === from.address)
  if (!member) throw new Refusal('NotInList')
  if (member.email === to.email) return
  if (from.address !== to.address) {
    if (members.length > 1) throw new Refusal('AddressIsOnList', 'The new address is on the list already.')
    if (member.state !== 'Active' && member.state !== 'Unconfirmed') throw new Refusal(inactive[member.state])
    const [suppressed] = await readSuppressedAmong(sql, keys)
    if (suppressed) throw new Refusal('InSuppressionList', `${suppressed.address} is on the suppression list.`)
  }
  await changeAddresses(sql, clientId, [member.subscriberId], to, evidence)
  await recordTransitions(sql, [], [{ clientId, listId }])
  if (from.address !== to.address) {
    await moveTags(sql, clientId, from.address, to.address)
    await moveEnrolments(sql, clientId, from.address, to.address)
  }
}
