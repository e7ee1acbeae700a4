/**
 * What a batch of additions is about: one seat per membership concerned, read and locked together, changed in memory while
 * the wishes are decided, and written together.
 */
import type { CustomFieldValue } from '../../contract/records.ts'
import { type Asked, confirmationsAsked, recordConfirmations } from '../../store/confirmations.ts'
import type { Transaction } from '../../store/database.ts'
import { enqueueAll } from '../../store/jobs.ts'
import {
  changeStates,
  insertMembers,
  lockMemberships,
  type Membership,
  type MembershipKey,
  type Reason,
  updateDetails,
} from '../../store/memberships.ts'
import { recordTransitions } from '../../store/statistics.ts'
import { suppressedAmong } from '../../store/suppressions.ts'
import type { ListRef } from '../access.ts'
import type { Address } from '../address.ts'
import type { Fields, UnknownKeys } from './custom-values.ts'
import type { State } from './membership.ts'
import { transitionsOf } from './transitions.ts'

/** One caller's request, read and well-formed. */
export interface Wish {
  readonly list: ListRef
  readonly address: Address
  /** '' leaves the name of a member as it is. */
  readonly name: string
  /** undefined leaves the number of a member as it is. */
  readonly mobileNumber: string | undefined
  /** undefined where the operation has none. */
  readonly customFields: readonly (CustomFieldValue | null)[] | undefined
  readonly unknownKeys: UnknownKeys
  readonly resubscribe: boolean
  /** Base of the link to confirm; undefined leaves it to the process that mails it. */
  readonly publicUrl: string | undefined
  readonly evidence: object
}

/** Everything about one membership in one batch. */
export interface Seat extends MembershipKey {
  readonly list: ListRef
  readonly present: Membership | undefined
  readonly suppressed: boolean
  readonly asked: Asked | undefined
  readonly wishes: Wish[]
  /** As it is to be; undefined while it is no member. */
  after: After | undefined
  reason: Reason | undefined
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

/** A membership is asked to confirm at most this often, however often it is added. */
const askApartMinutes = 5
/** Reads and locks what the wishes are about. */
export async function seatAll(sql: Transaction, wishes: readonly Wish[]): Promise<readonly Seat[]> {
  const byKey = new Map<string, { list: ListRef; address: Address; wishes: Wish[] }>()
  for (const wish of wishes) {
    const key = seatKey(wish.list.listId, wish.address.address)
    const seat = byKey.get(key)
    if (seat) seat.wishes.push(wish)
    else byKey.set(key, { list: wish.list, address: wish.address, wishes: [wish] })
  }
  const groups = [...byKey.values()]
  const keys = groups.map(({ list, address: { address } }) => ({
    accountId: list.accountId,
    clientId: list.clientId,
    listId: list.listId,
    address,
  }))
  const asking = keys.filter((_, index) => groups[index]!.wishes.some(wish => wish.list.confirmOptIn))
  // sent together, run one after the other: what follows the locks sees what was committed before they were granted
  const [members, suppressed, asked] = await Promise.all([
    lockMemberships(sql, keys),
    suppressedAmong(sql, keys),
    confirmationsAsked(sql, asking, askApartMinutes),
  ])
  const presentBy = new Map(members.map(member => [seatKey(member.listId, member.address), member]))
  const suppressedBy = new Set(suppressed.map(key => seatKey(key.clientId, key.address)))
  const askedBy = new Map(asking.map((key, index) => [seatKey(key.listId, key.address), asked[index]!]))
  return groups.map(({ list, wishes }, index) => {
    const { clientId, listId, address } = keys[index]!
    const present = presentBy.get(seatKey(listId, address))
    return {
      clientId,
      listId,
      address,
      list,
      present,
      suppressed: suppressedBy.has(seatKey(clientId, address)),
      asked: askedBy.get(seatKey(listId, address)),
      wishes,
      after: present,
      reason: undefined,
      ask: undefined,
    }
  })
}

/** List and client identifiers are unique on their own; an address has no blank. */
export function seatKey(id: number, address: string): string {
  return `${id} ${address}`
}

/** Writes what changed. @returns the seats another transaction took first; nothing of them is written */
export async function writeSeats(sql: Transaction, seats: readonly Seat[]): Promise<readonly Seat[]> {
  const ids = new Map<Seat, number>()
  const joining = seats.filter(seat => !seat.present && seat.after)
  if (joining.length > 0) {
    const inserted = await insertMembers(
      sql,
      joining.map(seat => ({ ...keyOf(seat), ...seat.after!, ...seat.reason! })), // who joins has both
    )
    const idBy = new Map(inserted.map(row => [seatKey(row.listId, row.address), row.subscriberId]))
    for (const seat of joining) {
      const id = idBy.get(seatKey(seat.listId, seat.address))
      if (id !== undefined) ids.set(seat, id)
    }
  }
  const lost = joining.filter(seat => !ids.has(seat))

  const changes = []
  const details = []
  for (const seat of seats) {
    const { clientId, listId, present, after } = seat
    if (!present || !after || present === after) continue
    const { subscriberId } = present
    ids.set(seat, subscriberId)
    if (present.state !== after.state) {
      changes.push({ clientId, listId, subscriberId, from: present.state, to: after.state, ...seat.reason! }) // set with the state
    }
    if (!sameDetails(present, after)) {
      const { name, mobileNumber, fields } = after
      details.push({ clientId, listId, subscriberId, name, mobileNumber, fields })
    }
  }
  const written = seats.filter(seat => ids.has(seat))
  const asking = written.filter(seat => seat.ask !== undefined)
  await Promise.all([
    changeStates(sql, changes),
    updateDetails(sql, details),
    recordConfirmations(
      sql,
      asking.map(({ list, address }) => ({ accountId: list.accountId, listId: list.listId, address })),
    ),
    enqueueAll(
      sql,
      'confirmationMail',
      asking.map(seat => ({
        clientId: seat.clientId,
        listId: seat.listId,
        subscriberId: ids.get(seat)!,
        ...seat.ask!, // they are those that have one
      })),
    ),
  ])
  // last, because the totals of a list are one row, which every other batch of that list waits for
  await recordTransitions(
    sql,
    transitionsOf(written.map(seat => ({ of: seat.list, from: seat.present?.state ?? null, to: seat.after!.state }))),
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
