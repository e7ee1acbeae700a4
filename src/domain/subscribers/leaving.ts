/** Single members change state: unsubscribed, opted out, bounced, confirmed. Each is one transaction. */
import { Refusal } from '../../contract/refusals.ts'
import { recordCampaignUnsubscribe } from '../../store/campaign-unsubscribes.ts'
import type { Database, Transaction } from '../../store/database.ts'
import {
  addressOfMember,
  changeStates,
  lockMemberships,
  lockMembershipsOfClient,
  type Membership,
  unsubscribeScope,
} from '../../store/memberships.ts'
import { recordTransitions } from '../../store/statistics.ts'
import { suppress, suppressedAmong } from '../../store/suppressions.ts'
import { transaction } from '../../store/transaction.ts'
import type { ClientRef, ListRef } from '../access.ts'
import type { Address } from '../grammar.ts'
import type { Evidence } from './evidence.ts'
import { type Move, move } from './membership.ts'
import { transitionsOf } from './transitions.ts'

/** Somebody with a key ends a membership. @throws Refusal NotInList unless it is active */
export async function unsubscribe(
  db: Database,
  list: ListRef,
  { address }: Address,
  evidence: Evidence,
): Promise<void> {
  await transaction(db, async sql => {
    const { scope, members } = await lockByScope(sql, list, list.listId, address)
    const member = members.find(({ listId }) => listId === list.listId)
    if (!member || !move(member.state, 'unsubscribe')) throw new Refusal('NotInList')
    await leave(sql, list, members, 'unsubscribe', 'unsubscribed', evidence)
    if (scope === 'client') await suppress(sql, member, member.email, 'unsubscribed', evidence)
  })
}

/**
 * The person leaves, or complains. A complaint suppresses whatever the list says; so does an opt-out where it is to
 * count for the whole client. The campaign whose mail was the occasion counts whom it made leave.
 * @returns whether anything changed
 */
export async function optOut(
  db: Database,
  client: ClientRef,
  listId: number,
  subscriberId: number,
  evidence: Evidence,
): Promise<boolean> {
  const complaint = evidence.by === 'complaint'
  return transaction(db, async sql => {
    const known = await addressOfMember(sql, client.clientId, listId, subscriberId)
    if (!known) return false
    const { scope, members } = await lockByScope(sql, client, listId, known.address)
    const left = await leave(sql, client, members, 'optOut', complaint ? 'complained' : 'unsubscribed', evidence)
    const suppressed =
      (complaint || scope === 'client') &&
      (await suppress(
        sql,
        { clientId: client.clientId, address: known.address },
        known.email,
        complaint ? 'complained' : 'unsubscribed',
        evidence,
      ))
    const changed = left || suppressed
    const { campaignId, number } = evidence
    if (changed && !complaint && campaignId !== undefined && number !== undefined)
      await recordCampaignUnsubscribe(sql, { clientId: client.clientId, campaignId, number })
    return changed
  })
}

/** There is no such mail box: bounced on every list of the client, and suppressed. */
export async function bounceHard(
  db: Database,
  client: ClientRef,
  address: string,
  email: string,
  evidence: Evidence,
): Promise<void> {
  await transaction(db, async sql => {
    const members = await lockMembershipsOfClient(sql, client.clientId, address)
    await leave(sql, client, members, 'bounceHard', 'bounced', evidence)
    await suppress(sql, { clientId: client.clientId, address }, email, 'bounced', evidence)
  })
}

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
    const known = await addressOfMember(sql, clientId, listId, subscriberId)
    if (!known) return false
    const { address } = known
    const members = await lockMemberships(sql, [{ clientId, listId, address }])
    if (members[0]?.state === 'Active') return true
    if ((await suppressedAmong(sql, [{ clientId, address }])).length > 0) return false
    return leave(sql, client, members, 'confirm', 'confirmed', evidence)
  })
}

/** Locks the memberships an opt-out from a list ends: that one, or every one of the address with the client. */
async function lockByScope(sql: Transaction, { clientId }: ClientRef, listId: number, address: string) {
  const scope = await unsubscribeScope(sql, clientId, listId)
  const members =
    scope === 'client'
      ? await lockMembershipsOfClient(sql, clientId, address)
      : await lockMemberships(sql, [{ clientId, listId, address }])
  return { scope, members }
}

/** @returns whether any of the members moved */
async function leave(
  sql: Transaction,
  client: ClientRef,
  members: readonly Membership[],
  name: Move,
  cause: string,
  evidence: Evidence,
): Promise<boolean> {
  const changes = members.flatMap(({ clientId, listId, subscriberId, state: from }) => {
    const to = move(from, name)
    return to ? [{ clientId, listId, subscriberId, from, to, cause, evidence }] : []
  })
  await changeStates(sql, changes)
  await recordTransitions(
    sql,
    transitionsOf(changes.map(({ listId, from, to }) => ({ of: { ...client, listId }, from, to }))),
  )
  return changes.length > 0
}
