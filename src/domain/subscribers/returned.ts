/** What a returned mail does to the memberships of its address. What began after the mail was handed over is left alone. */
import { softBouncesInARow } from '../../store/bounces.ts'
import type { Transaction } from '../../store/database.ts'
import { changeStates } from '../../store/memberships.ts'
import { type DatedMember, lockAddress } from '../../store/returned.ts'
import { recordTransitions } from '../../store/statistics.ts'
import { suppress } from '../../store/suppressions.ts'
import type { ClientRef } from '../access.ts'
import type { Evidence } from './evidence.ts'
import { move } from './membership.ts'
import { leaveBatch } from './opting-out.ts'
import { transitionsOf } from './transitions.ts'

/** Whom it is about. */
export interface Addressed extends ClientRef {
  readonly address: string
  readonly email: string
}

/**
 * No mail gets there: bounced on every list of the client, and suppressed. Memberships that began after `knownAt` stay as they
 * are, and while there is one the address is not suppressed: a later subscription says that mail is wanted there.
 * See docs/decisions/bounces-and-complaints.md#a-report-does-not-end-a-later-membership.
 * @param knownAt when the mail was handed over
 * @returns whether the address is Bounced or suppressed now, for whatever reason
 */
export async function bounceAddress(
  sql: Transaction,
  { address, email, ...client }: Addressed,
  cause: 'bounced' | 'soft bounces',
  knownAt: Date,
  evidence: Evidence,
): Promise<boolean> {
  const { clientId } = client
  const members = await lockAddress(sql, clientId, address)
  const changes = members.flatMap(({ listId, subscriberId, state: from, stateAt }) => {
    const to = stateAt > knownAt ? undefined : move(from, 'bounceHard')
    return to ? [{ clientId, listId, subscriberId, from, to, cause, evidence }] : []
  })
  await changeStates(sql, changes)
  const stays = members.some(member => isLive(member) && member.stateAt > knownAt)
  if (!stays) await suppress(sql, { clientId, address }, email, 'bounced', evidence)
  await recordTransitions(
    sql,
    transitionsOf(changes.map(({ listId, from, to }) => ({ of: { ...client, listId }, from, to }))),
  )
  return !stays || changes.length > 0
}

/**
 * Another mail bounced softly; so many in a row count as hard.
 * See docs/decisions/bounces-and-complaints.md#three-soft-bounces-in-a-row-count-as-hard.
 * @param inARow 0 for never
 * @returns whether the address is Bounced or suppressed now
 */
export async function bounceSoftly(
  sql: Transaction,
  addressed: Addressed,
  inARow: number,
  evidence: Evidence,
): Promise<boolean> {
  if (inARow === 0) return false
  // reports about one address come one after another, so that each sees those before it
  await lockAddress(sql, addressed.clientId, addressed.address)
  const since = await softBouncesInARow(sql, addressed.clientId, addressed.address, inARow)
  return since !== undefined && bounceAddress(sql, addressed, 'soft bounces', since, evidence)
}

/**
 * The person complained: the membership ends, and no mail of the client goes there any more, whatever the list says. Who came
 * back after the complaint stays.
 * @param at when the complaint came
 * @returns false when it was left alone
 */
export async function complain(
  sql: Transaction,
  { address, email, ...client }: Addressed,
  { listId, subscriberId }: { readonly listId: number; readonly subscriberId: number },
  at: Date,
  evidence: Evidence,
): Promise<boolean> {
  const members = await lockAddress(sql, client.clientId, address)
  if (members.some(member => isLive(member) && member.stateAt > at)) return false
  await leaveBatch(sql, [{ client, listId, who: { subscriberId }, how: 'optOut', evidence }])
  // the membership's row may be gone for good; the complaint stands
  await suppress(sql, { clientId: client.clientId, address }, email, 'complained', evidence)
  return true
}

function isLive({ state }: DatedMember): boolean {
  return state === 'Active' || state === 'Unconfirmed'
}
