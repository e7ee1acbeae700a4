/**
 * Adding to lists, many callers at a time: what arrives together is decided and written in one transaction, and every
 * caller gets its own answer once it is durable. Entries for one membership are decided one after the other, in the
 * order they came.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { transaction } from '../../store/transaction.ts'
import { customFieldsOf } from '../lists/custom-fields.ts'
import { applyChanges, type FieldDefinition, readCustomValues } from './custom-values.ts'
import { join } from './membership.ts'
import { type Seat, seatAll, seatKey, type Wish, writeSeats } from './seats.ts'

/** undefined: done. */
export type Answer = Refusal | undefined

/** Most confirmation mails to one address a day, over all lists of the account. */
const mostAsksADay = 10

/** A race is lost at most once per wish unless members are purged meanwhile; more rounds than this mean something is broken. */
const mostRounds = 10

/** SQLSTATE classes that blame the data: with those, one entry of a batch is at fault and the others are not. */
const blamesData = /^(?:22|23|54)/

/** Carries out wishes of any lists. @returns one answer per wish, in order; an Error that is no Refusal is our fault */
export async function joinAll(db: Database, wishes: readonly Wish[]): Promise<readonly (Answer | Error)[]> {
  try {
    return await joinBatch(db, wishes)
  } catch (error) {
    if (!(error instanceof Error) || !blamesData.test((error as { code?: string }).code ?? '')) throw error // postgres errors carry SQLSTATE there
    if (wishes.length === 1) return [error]
    const middle = wishes.length >> 1
    return [...(await joinAll(db, wishes.slice(0, middle))), ...(await joinAll(db, wishes.slice(middle)))]
  }
}

async function joinBatch(db: Database, wishes: readonly Wish[]): Promise<readonly Answer[]> {
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

/** @returns the answers of those that could be settled */
async function settle(sql: Transaction, wishes: readonly Wish[]): Promise<ReadonlyMap<Wish, Answer>> {
  const seats = await seatAll(sql, wishes)
  const definitions = await definitionsFor(sql, wishes)
  const asksToday = new Map<string, number>()
  const answers = new Map<Wish, Answer>()
  for (const seat of seats) {
    for (const wish of seat.wishes) answers.set(wish, decide(seat, wish, definitions.get(wish.list.listId), asksToday))
  }
  for (const seat of await writeSeats(sql, seats)) {
    for (const wish of seat.wishes) answers.delete(wish)
  }
  return answers
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
    const changes = wish.customFields && readCustomValues(definitions ?? [], wish.customFields, wish.unknownKeys)
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

/** Notes that the seat is to be asked to confirm, unless it was just now. @throws Refusal TooManyConfirmations */
function ask(seat: Seat, { list, publicUrl }: Wish, asksToday: Map<string, number>): void {
  if (seat.ask !== undefined || seat.asked?.justNow) return
  const key = seatKey(list.accountId, seat.address)
  const before = asksToday.get(key) ?? seat.asked?.today ?? 0
  if (before >= mostAsksADay) {
    throw new Refusal('TooManyConfirmations', `This address was sent ${mostAsksADay} confirmation mails within a day.`)
  }
  asksToday.set(key, before + 1)
  seat.ask = { publicUrl }
}
