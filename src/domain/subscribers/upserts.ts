/**
 * What a batch of additions is about: one upsert per membership concerned, read and locked together, changed in memory while
 * the requests are decided, and written together.
 */
import type { Transaction } from '../../store/connection/database.ts'
import { enqueueAll } from '../../store/jobs/jobs.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { type Consents, writeConsents } from '../../store/subscribers/answers.ts'
import { type Asked, readConfirmationsAsked, recordConfirmations } from '../../store/subscribers/confirmations.ts'
import {
  changeStates,
  insertMembers,
  lockMemberships,
  type Membership,
  type MembershipKey,
  type Reason,
  updateDetails,
} from '../../store/subscribers/memberships.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import type { ListRef } from '../access/access.ts'
import type { PendingEntry } from '../audit/audit-log.ts'
import type { Fields, GivenValue, Leniency } from '../lists/custom-values.ts'
import type { Address } from '../text-rules/address.ts'
import { askApartMinutes } from './ask-limits.ts'
import type { State } from './membership.ts'
import { transitionsOf } from './transitions.ts'

/** One caller's request, read and well-formed. */
export interface UpsertRequest {
  readonly list: ListRef
  readonly address: Address
  /** '' leaves the name of a member as it is. */
  readonly name: string
  /** undefined leaves the number of a member as it is, null takes it away. */
  readonly mobileNumber: string | null | undefined
  /** undefined where the operation has none. */
  readonly customFields: readonly (GivenValue | null)[] | undefined
  readonly leniency: Leniency
  /** What becomes of the custom fields of a member that the request does not give. */
  readonly otherFields: 'kept' | 'erased'
  /** About the address, on all lists of the client; what is undefined stays. */
  readonly consents?: Consents | undefined
  /** A member is changed in whatever state it is, and none is added. */
  readonly membersOnly?: boolean | undefined
  readonly resubscribe: boolean
  /** The person has confirmed: who was Unconfirmed becomes Active by that. */
  readonly confirmed?: boolean
  /** Base of the link to confirm; undefined leaves it to the process that mails it. */
  readonly publicUrl: string | undefined
  readonly evidence: object
  /** The call's audit entry, written with the change. */
  readonly audit?: PendingEntry | undefined
}

/** Everything about one membership in one batch. */
export interface Upsert extends MembershipKey {
  readonly list: ListRef
  readonly present: Membership | undefined
  readonly suppressed: boolean
  readonly asked: Asked | undefined
  readonly requests: UpsertRequest[]
  /** As it is to be; undefined while it is no member. */
  after: After | undefined
  reason: Reason | undefined
  consents: Consents
  evidence: object | undefined
  /** Set when it is to be asked to confirm: where the link leads, as far as it is known. */
  ask: { readonly publicUrl: string | undefined } | undefined
}

export interface After {
  readonly email: string
  readonly state: State
  readonly name: string
  readonly mobileNumber: string | null
  readonly fields: Fields
}

/** Reads and locks what the requests are about. */
export async function readUpserts(sql: Transaction, requests: readonly UpsertRequest[]): Promise<readonly Upsert[]> {
  const byKey = new Map<string, { list: ListRef; address: Address; requests: UpsertRequest[] }>()
  for (const request of requests) {
    const key = upsertKey(request.list.listId, request.address.address)
    const upsert = byKey.get(key)
    if (upsert) upsert.requests.push(request)
    else byKey.set(key, { list: request.list, address: request.address, requests: [request] })
  }
  const groups = [...byKey.values()]
  const keys = groups.map(({ list, address: { address } }) => ({
    accountId: list.accountId,
    clientId: list.clientId,
    listId: list.listId,
    address,
  }))
  const asking = keys.filter((_, index) => groups[index]!.requests.some(request => request.list.confirmOptIn))
  // sent together, run one after the other: what follows the locks sees what was committed before they were granted
  const [members, suppressed, asked] = await Promise.all([
    lockMemberships(sql, keys),
    readSuppressedAmong(sql, keys),
    readConfirmationsAsked(sql, asking, askApartMinutes),
  ])
  const presentBy = new Map(members.map(member => [upsertKey(member.listId, member.address), member]))
  const suppressedBy = new Set(suppressed.map(key => upsertKey(key.listId!, key.address)))
  const askedBy = new Map(asking.map((key, index) => [upsertKey(key.listId, key.address), asked[index]!]))
  return groups.map(({ list, requests }, index) => {
    const { clientId, listId, address } = keys[index]!
    const present = presentBy.get(upsertKey(listId, address))
    return {
      clientId,
      listId,
      address,
      list,
      present,
      suppressed: suppressedBy.has(upsertKey(listId, address)),
      asked: askedBy.get(upsertKey(listId, address)),
      requests,
      after: present,
      reason: undefined,
      consents: {},
      evidence: undefined,
      ask: undefined,
    }
  })
}

/** List and client identifiers are unique on their own; an address has no blank. */
export function upsertKey(id: number, address: string): string {
  return `${id} ${address}`
}

/**
 * Writes what changed.
 * @param alongside writes what belongs to it, before other batches are kept waiting
 * @returns the upserts another transaction took first; nothing of them is written
 */
export async function writeUpserts(
  sql: Transaction,
  upserts: readonly Upsert[],
  alongside: (lost: readonly Upsert[]) => Promise<void>,
): Promise<readonly Upsert[]> {
  const ids = new Map<Upsert, number>()
  const joining = upserts.filter(upsert => !upsert.present && upsert.after)
  if (joining.length > 0) {
    const inserted = await insertMembers(
      sql,
      joining.map(upsert => ({ ...keyOf(upsert), ...upsert.after!, ...upsert.reason! })), // who joins has both
    )
    const idBy = new Map(inserted.map(row => [upsertKey(row.listId, row.address), row.subscriberId]))
    for (const upsert of joining) {
      const id = idBy.get(upsertKey(upsert.listId, upsert.address))
      if (id !== undefined) ids.set(upsert, id)
    }
  }
  const lost = joining.filter(upsert => !ids.has(upsert))

  const changes = []
  const details = []
  for (const upsert of upserts) {
    const { clientId, listId, present, after } = upsert
    if (!present || !after || present === after) continue
    const { subscriberId } = present
    ids.set(upsert, subscriberId)
    if (present.state !== after.state) {
      changes.push({ clientId, listId, subscriberId, from: present.state, to: after.state, ...upsert.reason! }) // set with the state
    }
    if (!sameDetails(present, after)) {
      const { name, mobileNumber, fields } = after
      details.push({ clientId, listId, subscriberId, name, mobileNumber, fields })
    }
  }
  const written = upserts.filter(upsert => ids.has(upsert))
  const asking = written.filter(upsert => upsert.ask !== undefined)
  await Promise.all([
    alongside(lost),
    changeStates(sql, changes),
    updateDetails(sql, details),
    writeConsents(
      sql,
      written.flatMap(({ clientId, address, consents, evidence }) =>
        Object.values(consents).some(consent => consent !== undefined)
          ? [{ clientId, address, consents, evidence: evidence! }] // set with them
          : [],
      ),
    ),
    recordConfirmations(
      sql,
      asking.map(({ list, address }) => ({ accountId: list.accountId, listId: list.listId, address })),
    ),
    enqueueAll(
      sql,
      'confirmationMail',
      asking.map(upsert => ({
        clientId: upsert.clientId,
        listId: upsert.listId,
        subscriberId: ids.get(upsert)!,
        ...upsert.ask!, // they are those that have one
      })),
    ),
  ])
  // last, because the totals of a list are one row, which every other batch of that list waits for
  await recordTransitions(
    sql,
    transitionsOf(
      written.map(upsert => ({ of: upsert.list, from: upsert.present?.state ?? null, to: upsert.after!.state })),
    ),
    written.filter(({ present, after }) => present && present.name !== after!.name), // those that are written have both
  )
  return lost
}

function keyOf({ clientId, listId, address }: MembershipKey): MembershipKey {
  return { clientId, listId, address }
}

function sameDetails(one: After, other: After): boolean {
  return (
    one.name === other.name &&
    one.mobileNumber === other.mobileNumber &&
    (one.fields === other.fields || JSON.stringify(sorted(one.fields)) === JSON.stringify(sorted(other.fields)))
  )
}

function sorted(fields: Fields) {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
}
