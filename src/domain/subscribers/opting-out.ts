/**
 * Leaving, many callers at a time: opt-outs that arrive together are one transaction, and each is answered once it is
 * durable. A storm of one-clicks costs a commit per batch, and a storm of one token changes one row once.
 * See docs/decisions/unsubscribing.md#opt-outs-share-commits-and-wait-in-a-bounded-queue.
 */
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { type CampaignUnsubscribe, recordCampaignUnsubscribes } from '../../store/campaigns/campaign-unsubscribes.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { MemberKey } from '../../store/keys.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { changeStates, type Membership, type StateChange } from '../../store/subscribers/memberships.ts'
import {
  lockLeavers,
  readClientWideAmong,
  readLastChanges,
  readLeaversAmong,
  recordRepeatedOptOuts,
} from '../../store/subscribers/opt-outs.ts'
import { type NewSuppression, suppressAll } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access/access.ts'
import { type PendingEntry, recordWith } from '../audit/audit-log.ts'
import type { Evidence } from '../audit/evidence.ts'
import { type Move, move, type State } from './membership.ts'
import { type Step, transitionsOf } from './transitions.ts'

/** One caller's request that a membership ends. */
export interface Leaving {
  readonly client: ClientRef
  readonly listId: number
  /** The membership: by its row, or by its address. */
  readonly who: { readonly subscriberId: number } | { readonly address: string }
  /** `unsubscribe` through the API ends active memberships only; `optOut` is the person's own will. */
  readonly how: Extract<Move, 'unsubscribe' | 'optOut'>
  readonly evidence: Evidence
  /** This list and no other, whatever the list's scope says: the person saw all lists and chose. */
  readonly thisListOnly?: boolean
  /** The call's audit entry, written with the change. */
  readonly audit?: PendingEntry | undefined
}

/** SQLSTATE classes that blame the data: with those, one entry of a batch is at fault and the others are not. */
const blamesData = /^(?:22|23|54)/

/**
 * Carries out requests of any clients. The person leaves, or complains: a complaint suppresses whatever the list says; so
 * does an opt-out where it is to count for the whole client. The campaign whose mail was the occasion counts whom it
 * made leave.
 * @returns for each, in order, whether anything changed; Refusal NotInList for an `unsubscribe` of who is not active
 */
export async function leaveAll(db: Database, requests: readonly Leaving[]): Promise<readonly (boolean | Error)[]> {
  try {
    const answers = await transaction(db, sql => leaveBatch(sql, requests))
    for (const { audit } of requests) if (audit) audit.isWritten = true
    return answers
  } catch (error) {
    if (!(error instanceof Error) || !blamesData.test((error as { code?: string }).code ?? '')) throw error // postgres errors carry SQLSTATE there
    if (requests.length === 1) return [error]
    const middle = requests.length >> 1
    return [...(await leaveAll(db, requests.slice(0, middle))), ...(await leaveAll(db, requests.slice(middle)))]
  }
}

/** A request with the address behind it and how far it reaches. */
interface Resolved {
  readonly request: Leaving
  readonly address: string
  readonly wide: boolean
  readonly evidence: Evidence
}

/** The same in a transaction of the caller. */
export async function leaveBatch(
  sql: Transaction,
  requests: readonly Leaving[],
): Promise<readonly (boolean | Error)[]> {
  const { resolved, members } = await resolveAndLock(sql, requests)

  const changes: StateChange[] = []
  const steps: Step[] = []
  const again: (MemberKey & { evidence: Evidence })[] = []
  const gone: Gone[] = []
  const suppressions = new Map<string, { readonly row: NewSuppression; readonly by: number }>()
  const answers: (boolean | Error)[] = resolved.map((one, index) => {
    if (!one) return requests[index]!.how === 'unsubscribe' ? new Refusal('NotInList') : false
    const { request, address, wide, evidence } = one
    const complaint = evidence.by === 'complaint'
    const { clientId } = request.client
    const own =
      members.get(memberKey(clientId, address))?.filter(({ listId }) => wide || listId === request.listId) ?? []
    const named = own.find(({ listId }) => listId === request.listId)
    if (request.how === 'unsubscribe' && !(named && move(named.state, 'unsubscribe'))) return new Refusal('NotInList')
    let moved = false
    for (const member of own) {
      const from = member.state
      if (request.how === 'optOut' && from === 'Unsubscribed') again.push({ ...keyOf(member), evidence })
      if (request.how === 'optOut' && from === 'Deleted') gone.push({ request, member, evidence })
      const to = move(from, request.how)
      if (!to) continue
      moved = true
      member.state = to
      const { listId, subscriberId } = member
      const cause = complaint ? 'complained' : 'unsubscribed'
      changes.push({ clientId, listId, subscriberId, from, to, cause, evidence })
      steps.push({ of: { ...request.client, listId }, from, to, complained: complaint })
    }
    if (complaint || wide) {
      const key = memberKey(clientId, address)
      const reason = complaint ? 'complained' : 'unsubscribed'
      const before = suppressions.get(key)
      // in one batch as in two transactions: a complaint replaces, anything else only comes first
      if (!before || (complaint && before.row.reason !== 'complained')) {
        const { email } = named ?? own[0] ?? one
        suppressions.set(key, { row: { clientId, address, email, reason, evidence }, by: index })
      }
    }
    return moved
  })

  await leaveWhereMovedTo(sql, gone)
  await recordRepeatedOptOuts(sql, again)
  await changeStates(sql, changes)
  const suppressed = await suppressAll(
    sql,
    [...suppressions.values()].map(({ row }) => row),
  )
  for (const { clientId, address } of suppressed) {
    const { by } = suppressions.get(memberKey(clientId, address))!
    if (answers[by] === false) answers[by] = true
  }
  await recordCampaignUnsubscribes(sql, madeLeave(resolved, answers))
  await recordWith(sql, endedCalls(requests, answers))
  // last, because the totals of a list are one row, which every other batch of that list waits for
  await recordTransitions(sql, transitionsOf(steps))
  return answers
}

/** A membership that was Deleted when its person left. */
interface Gone {
  readonly request: Leaving
  readonly member: Membership
  readonly evidence: Evidence
}

/** A mail names the membership it was sent to. Where the client moved the person to another list since, they leave that one. */
async function leaveWhereMovedTo(sql: Transaction, gone: readonly Gone[]): Promise<void> {
  const last = await readLastChanges(
    sql,
    gone.map(({ member }) => keyOf(member)),
  )
  const movedTo = new Map(
    last.flatMap(({ subscriberId, cause, evidence }) =>
      cause === 'moved' && evidence.movedTo !== undefined ? [[subscriberId, evidence.movedTo]] : [],
    ),
  )
  const following = gone.flatMap(({ request: { client, how }, member: { subscriberId, address }, evidence }) => {
    const listId = movedTo.get(subscriberId)
    return listId === undefined ? [] : [{ client, listId, who: { address }, how, evidence }]
  })
  if (following.length > 0) await leaveBatch(sql, following)
}

function keyOf({ clientId, listId, subscriberId }: MemberKey): MemberKey {
  return { clientId, listId, subscriberId }
}

/** The calls among the requests, with what became of them. */
function endedCalls(requests: readonly Leaving[], answers: readonly (boolean | Error)[]) {
  return requests.flatMap(({ audit }, index) => {
    const answer = answers[index]
    return audit ? [{ pending: audit, outcome: answer instanceof Error ? answer : undefined }] : []
  })
}

/** An address changes once in a while; more rounds than this mean something is broken. */
const mostRounds = 5

/** Memberships named by their row are looked up again where their address changed before it was locked. */
async function resolveAndLock(sql: Transaction, requests: readonly Leaving[]) {
  for (let round = 0; round < mostRounds; round++) {
    const resolved = await resolve(sql, requests)
    const members = await lockAll(
      sql,
      resolved.flatMap(one => one ?? []),
    )
    const isHeld = ({ request: { client, who }, address }: Resolved) =>
      !('subscriberId' in who) ||
      members.get(memberKey(client.clientId, address))?.some(({ subscriberId }) => subscriberId === who.subscriberId)
    if (resolved.every(one => one === undefined || isHeld(one))) return { resolved, members }
  }
  throw new Error('Addresses of members still changed while they left.')
}

/** The addresses and scopes behind the requests; undefined without such a membership. */
async function resolve(
  sql: Transaction,
  requests: readonly Leaving[],
): Promise<readonly ((Resolved & { readonly email: string }) | undefined)[]> {
  const byRow = requests.flatMap(({ client: { clientId }, listId, who }) =>
    'subscriberId' in who ? [{ clientId, listId, subscriberId: who.subscriberId }] : [],
  )
  const [leavers, clientWide] = await Promise.all([
    readLeaversAmong(sql, byRow),
    readClientWideAmong(
      sql,
      requests.map(({ client: { clientId }, listId }) => ({ clientId, listId })),
    ),
  ])
  const known = new Map(leavers.map(leaver => [`${leaver.clientId} ${leaver.listId} ${leaver.subscriberId}`, leaver]))
  const wideLists = new Set(clientWide)
  return requests.map(request => {
    const { client, listId, who } = request
    const wide = !request.thisListOnly && wideLists.has(listId)
    // what reaches beyond one row is named, so that undoing finds all of it
    const evidence =
      wide && request.evidence.by !== 'complaint'
        ? { ...request.evidence, act: randomBytes(12).toString('hex') }
        : request.evidence
    if ('address' in who) return { request, address: who.address, email: who.address, wide, evidence }
    const leaver = known.get(`${client.clientId} ${listId} ${who.subscriberId}`)
    return leaver && { request, address: leaver.address, email: leaver.email, wide, evidence }
  })
}

type Held = Membership & { state: State }

/** By client and address; the states change in memory as requests are granted. */
async function lockAll(sql: Transaction, resolved: readonly Resolved[]): Promise<ReadonlyMap<string, readonly Held[]>> {
  const keys = new Map<string, { clientId: number; address: string; listId: number | null }>()
  for (const { request, address, wide } of resolved) {
    const { clientId } = request.client
    const listId = wide ? null : request.listId
    keys.set(`${memberKey(clientId, address)} ${listId}`, { clientId, address, listId })
  }
  const held = new Map<string, Held[]>()
  for (const member of await lockLeavers(sql, [...keys.values()])) {
    const key = memberKey(member.clientId, member.address)
    const members = held.get(key)
    if (members) members.push({ ...member })
    else held.set(key, [{ ...member }])
  }
  return held
}

/** Whom a campaign made leave: those whose request came from its mail and changed something. */
function madeLeave(
  resolved: readonly (Resolved | undefined)[],
  answers: readonly (boolean | Error)[],
): readonly CampaignUnsubscribe[] {
  return resolved.flatMap((one, index) => {
    if (!one || answers[index] !== true || one.evidence.by === 'complaint') return []
    const { client, who } = one.request
    const { campaignId, number } = one.evidence
    if (campaignId === undefined || number === undefined || !('subscriberId' in who)) return []
    return [{ clientId: client.clientId, campaignId, number, subscriberId: who.subscriberId }]
  })
}

/** An address has no blank. */
function memberKey(clientId: number, address: string): string {
  return `${clientId} ${address}`
}
