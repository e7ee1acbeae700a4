/**
 * Taking opt-outs back: what one action ended is as it was before, and nothing else is. The person may do so for a while
 * after; who repairs what a scanner did works by the same rules.
 * See docs/decisions/unsubscribing.md#an-opt-out-can-be-undone-for-30-days.
 */
import { withdrawCampaignUnsubscribes } from '../../store/campaigns/campaign-unsubscribes.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { MemberKey } from '../../store/keys.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { changeStates, type Membership, type StateChange } from '../../store/subscribers/memberships.ts'
import { type LastChange, lockLeavers, readLastChanges, readLeaversAmong } from '../../store/subscribers/opt-outs.ts'
import { liftSuppressions, readSuppressionsAmong, type Suppression } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import type { State } from './membership.ts'
import { transitionsOf } from './transitions.ts'

/** How long after an opt-out the person can take it back. */
const undoDays = 30

/** One caller's request that a membership comes back. */
export interface Undoing {
  readonly client: ClientRef
  readonly listId: number
  readonly subscriberId: number
  /** Why it comes back. */
  readonly cause: 'undone' | 'repaired'
  readonly evidence: Evidence
  /** Only an opt-out that came from this campaign's mail. */
  readonly ofCampaign?: number
}

/** What entries of the person itself are; `api` is not: there the client decided, and decides again. */
const own = new Set(['page', 'one-click', 'mail'])

/**
 * The state a membership goes back to, or undefined: when it was not ended by the person's own opt-out, or too long ago, or
 * had ended before anyhow, or when anything else keeps mail from the address.
 */
function stateBefore(
  present: State,
  last: Pick<LastChange, 'fromState' | 'toState' | 'cause' | 'at' | 'evidence' | 'open'> | undefined,
  suppressions: readonly Pick<Suppression, 'scope' | 'reason' | 'act'>[],
  now: Date,
): 'Active' | 'Unconfirmed' | undefined {
  if (present !== 'Unsubscribed' || last?.toState !== 'Unsubscribed' || last.cause !== 'unsubscribed') return undefined
  if (!last.open || !own.has(last.evidence.by ?? '')) return undefined
  if (now.getTime() - last.at.getTime() > undoDays * 86_400_000) return undefined
  const isOwn = ({ scope, reason, act }: (typeof suppressions)[number]) =>
    scope === 'client' && reason === 'unsubscribed' && isAct(last, act)
  if (!suppressions.every(isOwn)) return undefined
  return last.fromState === 'Active' || last.fromState === 'Unconfirmed' ? last.fromState : undefined
}

function isAct({ evidence: { act } }: Pick<LastChange, 'evidence'>, other: string | null): boolean {
  return act !== undefined && act === other
}

/** Which memberships the person could bring back now. Reads only. */
export async function findUndoable(sql: Sql, keys: readonly MemberKey[], now: Date): Promise<readonly MemberKey[]> {
  const leavers = await readLeaversAmong(sql, keys)
  const [changes, suppressions] = await Promise.all([
    readLastChanges(sql, leavers),
    readSuppressionsAmong(sql, leavers),
  ])
  const suppressed = byMembership(suppressions)
  const byMember = new Map(leavers.map(leaver => [leaver.subscriberId, leaver]))
  return changes.filter(
    last =>
      stateBefore(last.toState, last, suppressed.get(memberKey(byMember.get(last.subscriberId)!)) ?? [], now) !==
      undefined,
  )
}

/**
 * Brings back what can be, in one transaction: state, suppression, statistics and the campaign's count. Idempotent.
 * @returns for each, in order, whether it came back now
 */
export function undoAll(db: Database, requests: readonly Undoing[], now: Date): Promise<readonly boolean[]> {
  return transaction(db, sql => undoBatch(sql, requests, now))
}

async function undoBatch(sql: Transaction, requests: readonly Undoing[], now: Date): Promise<readonly boolean[]> {
  const leavers = await readLeaversAmong(
    sql,
    requests.map(({ client: { clientId }, listId, subscriberId }) => ({ clientId, listId, subscriberId })),
  )
  const addresses = [...new Map(leavers.map(leaver => [addressKey(leaver), leaver])).values()]
  // everything of an address, because one action may have ended more than the one membership
  const members = await lockLeavers(
    sql,
    addresses.map(({ clientId, address }) => ({ clientId, address, listId: null })),
  )
  const [changes, suppressions] = await Promise.all([
    readLastChanges(sql, members),
    readSuppressionsAmong(sql, members),
  ])
  const lastOf = new Map(changes.map(change => [change.subscriberId, change]))
  const suppressed = byMembership(suppressions)
  const before = (member: Membership) =>
    stateBefore(member.state, lastOf.get(member.subscriberId), suppressed.get(memberKey(member)) ?? [], now)

  const undone = new Map<number, StateChange>()
  const lifted = new Map<string, { clientId: number; address: string; act: string; evidence: Evidence }>()
  const answers = requests.map(({ client, listId, subscriberId, cause, evidence, ofCampaign }) => {
    const named = members.find(member => member.subscriberId === subscriberId && member.listId === listId)
    if (!named || named.clientId !== client.clientId || undone.has(subscriberId) || !before(named)) return false
    const last = lastOf.get(subscriberId)!
    if (ofCampaign !== undefined && last.evidence.campaignId !== ofCampaign) return false
    const { act } = last.evidence
    const together =
      act === undefined
        ? [named]
        : members.filter(
            member => addressKey(member) === addressKey(named) && isAct(lastOf.get(member.subscriberId)!, act),
          )
    for (const member of together) {
      const to = before(member)
      if (!to || undone.has(member.subscriberId)) continue
      const { clientId } = member
      const from = member.state
      undone.set(member.subscriberId, {
        clientId,
        listId: member.listId,
        subscriberId: member.subscriberId,
        from,
        to,
        cause,
        evidence,
      })
    }
    if (act !== undefined)
      lifted.set(addressKey(named), { clientId: named.clientId, address: named.address, act, evidence })
    return true
  })

  const back = [...undone.values()]
  await changeStates(sql, back)
  await liftSuppressions(
    sql,
    [...lifted.values()].map(row => ({ ...row, reasons: ['unsubscribed'] })),
  )
  await withdrawCampaignUnsubscribes(
    sql,
    back.flatMap(({ clientId, subscriberId }) => {
      const { campaignId, number } = lastOf.get(subscriberId)!.evidence
      return campaignId === undefined || number === undefined ? [] : [{ clientId, campaignId, number, subscriberId }]
    }),
  )
  const zones = new Map(requests.map(({ client }) => [client.clientId, client.timeZone]))
  await recordTransitions(
    sql,
    transitionsOf(
      back.map(({ clientId, listId, from, to }) => ({
        of: { clientId, listId, timeZone: zones.get(clientId)! },
        from,
        to,
      })),
    ),
  )
  return answers
}

function byMembership(suppressions: readonly Suppression[]): ReadonlyMap<string, readonly Suppression[]> {
  const found = new Map<string, Suppression[]>()
  for (const one of suppressions) found.set(memberKey(one), [...(found.get(memberKey(one)) ?? []), one])
  return found
}

/** A list is of one client. */
function memberKey({ listId, address }: { readonly listId: number | null; readonly address: string }): string {
  return `${listId} ${address}`
}

/** An address has no blank. */
function addressKey({ clientId, address }: { readonly clientId: number; readonly address: string }): string {
  return `${clientId} ${address}`
}
