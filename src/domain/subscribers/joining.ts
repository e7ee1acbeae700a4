/**
 * Adding to lists, many callers at a time: what arrives together is decided and written in one transaction, and every
 * caller gets its own answer once it is durable. Entries for one membership are decided one after the other, in the
 * order they came.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordWith } from '../audit/audit-log.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { applyChanges, type FieldDefinition, readFieldChanges } from '../lists/custom-values.ts'
import { mostAsksADay } from './ask-limits.ts'
import { join, type State } from './membership.ts'
import { readUpserts, type Upsert, type UpsertRequest, upsertKey, writeUpserts } from './upserts.ts'

/** What was done. */
export interface Joining {
  /** Whether the list did not have the address before, in any state. */
  readonly isNew: boolean
}
export type Answer = Refusal | Joining

/** A race is lost at most once per request unless members are purged meanwhile; more rounds than this mean something is broken. */
const mostRounds = 10

/** SQLSTATE classes that blame the data: with those, one entry of a batch is at fault and the others are not. */
const blamesData = /^(?:22|23|54)/

/** Carries out requests of any lists. @returns one answer per request, in order; an Error that is no Refusal is our fault */
export async function joinAll(db: Database, requests: readonly UpsertRequest[]): Promise<readonly (Answer | Error)[]> {
  try {
    return await joinBatch(db, requests)
  } catch (error) {
    if (!(error instanceof Error) || !blamesData.test((error as { code?: string }).code ?? '')) throw error // postgres errors carry SQLSTATE there
    if (requests.length === 1) return [error]
    const middle = requests.length >> 1
    return [...(await joinAll(db, requests.slice(0, middle))), ...(await joinAll(db, requests.slice(middle)))]
  }
}

async function joinBatch(db: Database, requests: readonly UpsertRequest[]): Promise<readonly Answer[]> {
  const answers = new Map<UpsertRequest, Answer>()
  let open = requests
  for (let round = 0; open.length > 0; round++) {
    if (round === mostRounds) throw new Error(`${open.length} memberships were still contended after ${round} rounds`)
    const settled = await transaction(db, sql => settle(sql, open))
    for (const [request, answer] of settled) {
      answers.set(request, answer)
      if (request.audit) request.audit.isWritten = true
    }
    // what another process inserted first is decided again, in a transaction of its own so that no lock is held meanwhile
    open = open.filter(request => !settled.has(request))
  }
  return requests.map(request => answers.get(request)!) // every round leaves only those that have none
}

/** Carries out requests within a transaction. @returns the answers of those that could be settled */
export async function settle(
  sql: Transaction,
  requests: readonly UpsertRequest[],
): Promise<ReadonlyMap<UpsertRequest, Answer>> {
  const upserts = await readUpserts(sql, requests)
  const definitions = await definitionsFor(sql, requests)
  const asksToday = new Map<string, number>()
  const answers = new Map<UpsertRequest, Answer>()
  for (const upsert of upserts) {
    for (const request of upsert.requests)
      answers.set(request, decide(upsert, request, definitions.get(request.list.listId), asksToday))
  }
  await writeUpserts(sql, upserts, async lost => {
    for (const { requests } of lost) for (const request of requests) answers.delete(request)
    const ended = [...answers].flatMap(([{ audit }, answer]) =>
      audit ? [{ pending: audit, outcome: answer instanceof Error ? answer : undefined }] : [],
    )
    await recordWith(sql, ended)
  })
  return answers
}

async function definitionsFor(
  sql: Transaction,
  requests: readonly UpsertRequest[],
): Promise<ReadonlyMap<number, readonly FieldDefinition[]>> {
  const lists = new Map(
    requests.filter(request => request.customFields !== undefined).map(({ list }) => [list.listId, list] as const),
  )
  return new Map(
    await Promise.all([...lists].map(async ([listId, list]) => [listId, await readCustomFields(sql, list)] as const)),
  )
}

/** One request: changes the upsert, or refuses and leaves it as it is. */
function decide(
  upsert: Upsert,
  request: UpsertRequest,
  definitions: readonly FieldDefinition[] | undefined,
  asksToday: Map<string, number>,
): Answer {
  const { list, resubscribe } = request
  try {
    const changes = request.customFields && readFieldChanges(definitions ?? [], request.customFields, request.leniency)
    const present = upsert.after
    const joined = join(present?.state, {
      suppressed: upsert.suppressed,
      resubscribe,
      confirmOptIn: list.confirmOptIn,
      membersOnly: request.membersOnly,
    })
    if (joined.outcome === 'refused') return new Refusal(joined.refusal)
    const state = joined.outcome === 'joined' ? joined.to : present!.state // who is updated is a member
    if (joined.outcome === 'joined' && state === 'Unconfirmed') ask(upsert, request, asksToday)
    if (present?.state !== state) {
      upsert.reason = { cause: causeOf(present?.state, request), evidence: request.evidence }
    }
    upsert.after = {
      email: present?.email ?? request.address.email,
      state,
      name: request.name || (present?.name ?? ''),
      mobileNumber: request.mobileNumber === undefined ? (present?.mobileNumber ?? null) : request.mobileNumber,
      fields: changes
        ? applyChanges(present?.fields ?? {}, changes, { erase: request.otherFields === 'erased' })
        : (present?.fields ?? {}),
    }
    if (request.consents) {
      upsert.consents = { ...upsert.consents, ...request.consents }
      upsert.evidence = request.evidence
    }
    return { isNew: present === undefined }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function causeOf(present: State | undefined, { confirmed = false }: UpsertRequest): string {
  if (present === undefined) return 'added'
  return confirmed && present === 'Unconfirmed' ? 'confirmed' : 'resubscribed'
}

/** Notes that the upsert is to be asked to confirm, unless it was just now. @throws Refusal TooManyConfirmations */
function ask(upsert: Upsert, { list, publicUrl }: UpsertRequest, asksToday: Map<string, number>): void {
  if (upsert.ask !== undefined || upsert.asked?.justNow) return
  const key = upsertKey(list.accountId, upsert.address)
  const before = asksToday.get(key) ?? upsert.asked?.today ?? 0
  if (before >= mostAsksADay) {
    throw new Refusal('TooManyConfirmations', `This address was sent ${mostAsksADay} confirmation mails within a day.`)
  }
  asksToday.set(key, before + 1)
  upsert.ask = { publicUrl }
}
