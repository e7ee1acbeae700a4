/**
 * Calls with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): created objects, key, answer and audit entry
 * are committed together, so that repetitions after any failure create once and get the same answer. A call that sends requests to
 * other servers
 * first reserves its key, so that no transaction is open meanwhile.
 * See docs/decisions/identity-and-keys.md#an-idempotency-key-commits-with-what-was-created.
 */
import { hash, randomUUID } from 'node:crypto'
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Principal } from '../domain/access/principal.ts'
import type { PendingEntry } from '../domain/audit/audit-log.ts'
import { recordWith } from '../domain/audit/audit-log.ts'
import { decrypt, encrypt } from '../domain/tokens/encryption.ts'
import {
  claimIdempotencyKey,
  type IdempotencyKey,
  type KeptAnswer,
  keepAnswer,
  releaseIdempotencyKey,
  reserveIdempotencyKey,
} from '../store/accounts/idempotency.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { nestDatabase } from '../store/connection/nested.ts'
import { transaction } from '../store/connection/transaction.ts'
import { addCreatedId } from './audited.ts'
import type { Dependencies, KeepAnswer } from './dependencies.ts'

export interface Once {
  readonly operation: Operation
  readonly params: Params
  readonly principal: Principal
  /** The caller's key. */
  readonly key: string
  readonly pending: PendingEntry
}

/**
 * Performs a call at most once for a caller's key.
 * @param run gets the database to use and, for an operation that prepares, the function that its transaction must call
 */
export type RunOnce = (call: Once, run: (db: Database, keep?: KeepAnswer) => Promise<unknown>) => Promise<unknown>

/**
 * Seconds for which a preparing call reserves its key. If it takes longer, another call may take the key, and it creates nothing. The
 * reservation of a dead call blocks the key for this time.
 */
const leaseSeconds = 120

/**
 * If another call holds the key, the call is refused if the other is in this process or is preparing; otherwise it waits.
 * A refused call releases its key.
 * @throws Refusal IdempotencyKeyInUse, IdempotencyKeyReused, and errors of the call
 */
export function onceEach({ db, keys, log }: Pick<Dependencies, 'db' | 'keys' | 'log'>): RunOnce {
  const underWay = new Set<string>()
  const secret = () => keys.secretFor('idempotency')

  return async (call, run) => {
    const { operation, params, principal } = call
    const caller = `${principal.kind} ${principal.id}`
    const keyHash = hash('sha256', call.key, 'buffer')
    const about = `${caller} ${keyHash.toString('hex')}`
    if (underWay.has(about)) throw inUse()
    underWay.add(about)
    try {
      const work = operation.effect === 'prepared create' ? runPrepared : inOneTransaction
      return await work(call, { caller, keyHash }, about, fingerprintOf(operation, params), run)
    } catch (error) {
      call.pending.isWritten = false // nothing was committed
      throw error
    } finally {
      underWay.delete(about)
    }
  }

  async function inOneTransaction(call: Once, key: IdempotencyKey, about: string, fingerprint: Buffer, run: Run) {
    return transaction(db, async sql => {
      const kept = await claimIdempotencyKey(sql, key, fingerprint)
      if (kept) return answerAgain(call, kept, fingerprint, about)
      const value = await run(nestDatabase(sql))
      await keep(sql, call, key, undefined, about, value)
      return value
    })
  }

  async function runPrepared(call: Once, key: IdempotencyKey, about: string, fingerprint: Buffer, run: Run) {
    const holder = randomUUID()
    const kept = await reserveIdempotencyKey(db, key, fingerprint, { holder, seconds: leaseSeconds })
    if (kept) return answerAgain(call, kept, fingerprint, about)
    let isKept = false
    try {
      const value = await run(db, async (sql, answer) => {
        await keep(sql, call, key, holder, about, answer)
        isKept = true
      })
      if (!isKept) throw new Error(`${call.operation.name} has not kept its answer.`)
      return value
    } catch (error) {
      // an answer that was committed nevertheless has no holder and is kept
      await releaseIdempotencyKey(db, key, holder).catch(cause =>
        log.warn(
          { err: cause, operation: call.operation.name },
          'an Idempotency-Key stays reserved until its lease ends',
        ),
      )
      throw error
    }
  }

  /** Writes answer and audit entry. @throws Refusal IdempotencyKeyInUse if another call has the key now */
  async function keep(
    sql: Transaction,
    { pending }: Once,
    key: IdempotencyKey,
    holder: string | undefined,
    about: string,
    value: unknown,
  ): Promise<void> {
    const answer = encrypt(secret(), Buffer.from(JSON.stringify(value ?? null)), about)
    if (!(await keepAnswer(sql, key, holder, answer))) throw inUse()
    await recordWith(sql, [{ pending: addCreatedId(pending, value), outcome: undefined }])
    pending.isWritten = true
  }

  function answerAgain({ pending }: Once, kept: KeptAnswer, fingerprint: Buffer, about: string): unknown {
    if (!kept.fingerprint.equals(fingerprint)) {
      throw new Refusal('IdempotencyKeyReused', 'The Idempotency-Key came with other parameters, or another operation.')
    }
    if (!kept.answer) throw inUse()
    pending.isRepeated = true
    return (JSON.parse(decrypt(secret(), kept.answer, about).toString()) as unknown) ?? undefined
  }
}

type Run = Parameters<RunOnce>[1]

function inUse(): Refusal {
  return new Refusal('IdempotencyKeyInUse', 'Repeat the call when the first has ended.')
}

/** Hash of the operation and all parameters except the caller's API key, which may be rotated between two calls. */
function fingerprintOf({ name, parameters }: Operation, params: Params): Buffer {
  const given = Object.keys(parameters).filter(parameter => parameter !== 'ApiKey')
  return hash('sha256', JSON.stringify([name, given.map(parameter => params[parameter] ?? null)]), 'buffer')
}
