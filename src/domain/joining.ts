/**
 * Adding to lists, many callers at a time: what arrives together is decided and written in one transaction, and every
 * caller gets its own answer once it is durable. Entries for one membership are decided one after the other, in the
 * order they came.
 */
import type { CustomFieldValue } from '../contract/records.ts'
import { Refusal } from '../contract/refusals.ts'
import { type Asked, confirmationsAsked, recordConfirmations } from '../store/confirmations.ts'
import type { Database, Transaction } from '../store/database.ts'
import { enqueueAll } from '../store/jobs.ts'
import {
  changeStates,
  insertMembers,
  lockMemberships,
  type Membership,
  type MembershipKey,
  type Reason,
  updateDetails,
} from '../store/memberships.ts'
import { recordTransitions } from '../store/statistics.ts'
import { suppressedAmong } from '../store/suppressions.ts'
import { transaction } from '../store/transaction.ts'
import type { ListRef } from './access.ts'
import { customFieldsOf } from './custom-fields.ts'
import { applyChanges, type FieldDefinition, type Fields, readCustomValues } from './custom-values.ts'
import type { Address } from './grammar.ts'
import { join, type State } from './membership.ts'
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
  readonly resubscribe: boolean
  readonly publicUrl: string
  readonly evidence: object
}

/** undefined: done. */
export type Answer = Refusal | undefined

/** A membership is asked to confirm at most this often, however often it is added. */
const askApartMinutes = 5
/** Most confirmation mails to one address a day, over all lists of the account. */
const mostAsksADay = 10

/** A race is lost at most once per wish unless members are purged meanwhile; more rounds than this mean something is broken. */
const mostRounds = 10

/** Carries out wishes of any lists. @returns one answer per wish, in order */
export async function joinAll(db: Database, wishes: readonly Wish[]): Promise<readonly Answer[]> {
  const answers = new Map<Wish, Answer>()
  let open = wishes
  for (let round = 0; open.length > 0; round++) {
    if (round === mostRounds) throw new Error(`${open.length} memberships were still contended after ${round} rounds`)
    const settled = await transaction(db, sql => settle(sql, open))
    for (const [wish, answer] of settled) answers.set(wish, answer)
    // what another process inserted first is decided again, in a transaction of its own so that no lock is held meanwhile
    open = open.filter(wish => !settled.has(wish))
  }
  return wishes.map(wish => answers.get(wish))
}

/** Everything about one membership in one batch. */
interface Seat extends MembershipKey {
  readonly list: ListRef
  readonly present: Membership | undefined
  readonly suppressed: boolean
  readonly asked: Asked | undefined
  readonly wishes: Wish[]
  /** As it is to be; undefined while it is no member. */
  after: After | undefined
  reason: Reason | undefined
  /** Set when it is to be asked to confirm: where the link leads. */
  askFrom: string | undefined
}

interface After {
  readonly email: string
  readonly state: State
  readonly name: string
  readonly mobileNumber: string | null
  readonly fields: Fields
}

/** @returns the answers of those that could be settled */
async function settle(sql: Transaction, wishes: readonly Wish[]): Promise<ReadonlyMap<Wish, Answer>> {
  const seats = await seatAll(sql, wishes)
  const definitions = await definitionsFor(sql, wishes)
  const asksToday = new Map<string, number>()
  const answers = new Map<Wish, Answer>()
  for (const seat of seats) {
    for (const wish of seat.wishes) answers.set(wish, decide(seat, wish, definitions.get(wish.list.listId), asksToday))
  }
  for (const seat of await write(sql, seats)) {
    for (const wish of seat.wishes) answers.delete(wish)
  }
  return answers
}

/** Reads and locks what the wishes are about. */
async function seatAll(sql: Transaction, wishes: readonly Wish[]): Promise<readonly Seat[]> {
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
      askFrom: undefined,
    }
  })
}

/** List and client identifiers are unique on their own; an address has no blank. */
function seatKey(id: number, address: string): string {
  return `${id} ${address}`
}

async function definitionsFor(
  sql: Transaction,
  wishes: readonly Wish[],
): Promise<ReadonlyMap<number, readonly FieldDefinition[]>> {
  const lists = new Map(
    wishes.filter(wish => wish.customFields !== undefined).map(({ list }) => [list.listId, list] as const),
  )
  return new Map(
    await Promise.all([...lists].map(async ([listId, list]) => [listId, await customFieldsOf(sql, list)] as const)),
  )
}

/** One wish: changes the seat, or refuses and leaves it as it is. */
function decide(
  seat: Seat,
  wish: Wish,
  definitions: readonly FieldDefinition[] | undefined,
  asksToday: Map<string, number>,
): Answer {
  const { list, resubscribe } = wish
  try {
    const changes = wish.customFields && readCustomValues(definitions ?? [], wish.customFields)
    const present = seat.after
    const joined = join(present?.state, {
      suppressed: seat.suppressed,
      resubscribe,
      confirmOptIn: list.confirmOptIn,
    })
    if (joined.outcome === 'refused') return new Refusal(joined.refusal)
    const state = joined.outcome === 'joined' ? joined.to : 'Active'
    if (joined.outcome === 'joined' && state === 'Unconfirmed') ask(seat, wish, asksToday)
    if (present?.state !== state) {
      seat.reason = { cause: present ? 'resubscribed' : 'added', evidence: wish.evidence }
    }
    seat.after = {
      email: present?.email ?? wish.address.email,
      state,
      name: wish.name || (present?.name ?? ''),
      mobileNumber: wish.mobileNumber ?? present?.mobileNumber ?? null,
      fields: changes ? applyChanges(present?.fields ?? {}, changes, { erase: resubscribe }) : (present?.fields ?? {}),
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Notes that the seat is to be asked to confirm, unless it was just now. @throws Refusal TooManyRequests */
function ask(seat: Seat, { list, publicUrl }: Wish, asksToday: Map<string, number>): void {
  if (seat.askFrom !== undefined || seat.asked?.justNow) return
  const key = seatKey(list.accountId, seat.address)
  const before = asksToday.get(key) ?? seat.asked?.today ?? 0
  if (before >= mostAsksADay) {
    throw new Refusal('TooManyRequests', `This address was sent ${mostAsksADay} confirmation mails within a day.`)
  }
  asksToday.set(key, before + 1)
  seat.askFrom = publicUrl
}

/** Writes what changed. @returns the seats another transaction took first; nothing of them is written */
async function write(sql: Transaction, seats: readonly Seat[]): Promise<readonly Seat[]> {
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
  const asking = written.filter(seat => seat.askFrom !== undefined)
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
        publicUrl: seat.askFrom!,
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
