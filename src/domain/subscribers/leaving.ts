/** Single members change state: bounced, confirmed. Each is one transaction. */
import type { Database, Transaction } from '../../store/database.ts'
import {
  addressOfMember,
  changeStates,
  lockMemberships,
  lockMembershipsOfClient,
  type Membership,
} from '../../store/memberships.ts'
import { recordTransitions } from '../../store/statistics.ts'
import { suppress, suppressedAmong } from '../../store/suppressions.ts'
import { transaction } from '../../store/transaction.ts'
import type { ClientRef } from '../access.ts'
import type { Evidence } from './evidence.ts'
import { type Move, move } from './membership.ts'
import { transitionsOf } from './transitions.ts'

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
