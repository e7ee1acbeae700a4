/**
 * Calls with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): what they create, the key, the answer and the audit entry
 * commit together, so that a call that is repeated after any failure creates once and is answered alike.
 * See docs/decisions/identity-and-keys.md#an-idempotency-key-commits-with-what-was-created.
 */
import { createHash } from 'node:crypto'
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { PendingEntry } from '../domain/audit/audit-log.ts'
import { recordWith } from '../domain/audit/audit-log.ts'
import { decrypt, encrypt } from '../domain/encryption.ts'
import type { Principal } from '../domain/principal.ts'
import { claimIdempotencyKey, keepAnswer } from '../store/accounts/idempotency.ts'
import type { Database } from '../store/connection/database.ts'
import { nested } from '../store/connection/nested.ts'
import { transaction } from '../store/connection/transaction.ts'
import { created } from './audited.ts'
import type { Dependencies } from './dependencies.ts'

export interface Once {
  readonly operation: Operation
  readonly params: Params
  readonly principal: Principal
  /** As the caller gave it. */
  readonly key: string
  readonly pending: PendingEntry
}

/** Runs a call at most once for a caller's key. */
export type RunOnce = (call: Once, run: (db: Database) => Promise<unknown>) => Promise<unknown>

/**
 * A call whose key another one holds at the moment is refused where that is one of this process, and waits for it otherwise. A call
 * that is refused leaves its key free.
 * @throws Refusal IdempotencyKeyInUse, IdempotencyKeyReused, and what the call throws
 */
export function onceEach({ db, keys }: Pick<Dependencies, 'db' | 'keys'>): RunOnce {
  const underWay = new Set<string>()
  const secret = () => keys.secretFor('idempotency')

  return async ({ operation, params, principal, key, pending }, run) => {
    const caller = `${principal.kind} ${principal.id}`
    const keyHash = createHash('sha256').update(key).digest()
    const about = `${caller} ${keyHash.toString('hex')}`
    if (underWay.has(about)) throw new Refusal('IdempotencyKeyInUse', 'Repeat the call when the first has ended.')
    underWay.add(about)
    try {
      return await transaction(db, async sql => {
        const fingerprint = fingerprintOf(operation, params)
        const kept = await claimIdempotencyKey(sql, { caller, keyHash }, fingerprint)
        if (kept) {
          if (!kept.fingerprint.equals(fingerprint))
            throw new Refusal(
              'IdempotencyKeyReused',
              'The Idempotency-Key came with other parameters, or another operation.',
            )
          pending.isRepeated = true
          return (JSON.parse(decrypt(secret(), kept.answer, about).toString()) as unknown) ?? undefined
        }
        const value = await run(nested(sql))
        await keepAnswer(sql, { caller, keyHash }, encrypt(secret(), Buffer.from(JSON.stringify(value ?? null)), about))
        await recordWith(sql, [{ pending: created(pending, value), outcome: undefined }])
        pending.isWritten = true
        return value
      }).catch(error => {
        pending.isWritten = false // nothing was committed
        throw error
      })
    } finally {
      underWay.delete(about)
    }
  }
}

/** Of the operation and all parameters but the key of the caller, whose secret may be rotated between two calls. */
function fingerprintOf({ name, parameters }: Operation, params: Params): Buffer {
  const given = Object.keys(parameters).filter(parameter => parameter !== 'ApiKey')
  return createHash('sha256')
    .update(JSON.stringify([name, given.map(parameter => params[parameter] ?? null)]))
    .digest()
}
