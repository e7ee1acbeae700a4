/** Answers to calls that came with an Idempotency-Key, and keys of calls that are under way. */
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'

/** Whose key it is: `person 17`, and the hash of what the caller gave. */
export interface IdempotencyKey {
  readonly caller: string
  readonly keyHash: Buffer
}

export interface KeptAnswer {
  readonly fingerprint: Buffer
  /** Encrypted; null while the call is under way. */
  readonly answer: Buffer | null
}

/** Who has reserved a key, and for how long. */
export interface Lease {
  /** A UUID that no other call has. */
  readonly holder: string
  readonly seconds: number
}

/** How long a key is remembered. */
const keptHours = 24

/**
 * Takes a key, or yields what was answered under it. While another transaction holds it, this one waits for that to end.
 * @returns undefined when the key is the caller's now; it is kept when the transaction commits
 */
export async function claimIdempotencyKey(
  sql: Transaction,
  key: IdempotencyKey,
  fingerprint: Buffer,
): Promise<KeptAnswer | undefined> {
  return take(sql, key, fingerprint, undefined)
}

/**
 * The same, durable at once: for a call that works for a while before the transaction that creates.
 * @returns undefined when the key is the caller's until the lease ends
 */
export async function reserveIdempotencyKey(
  db: Database,
  key: IdempotencyKey,
  fingerprint: Buffer,
  lease: Lease,
): Promise<KeptAnswer | undefined> {
  return transaction(db, sql => take(sql, key, fingerprint, lease))
}

/** Keys are forgotten after a day, and reservations when their lease ends: who held it has died. */
async function take(
  sql: Transaction,
  { caller, keyHash }: IdempotencyKey,
  fingerprint: Buffer,
  lease: Lease | undefined,
): Promise<KeptAnswer | undefined> {
  await sql`
    delete from idempotency_keys
    where caller = ${caller} and key_hash = ${keyHash}
      and (created_at < now() - make_interval(hours => ${keptHours}) or held_until < now())`
  const { count } = await sql`
    insert into idempotency_keys (caller, key_hash, fingerprint, holder, held_until)
    values (${caller}, ${keyHash}, ${fingerprint}, ${lease?.holder ?? null}::uuid,
      now() + make_interval(secs => ${lease?.seconds ?? null}::float8))
    on conflict do nothing`
  if (count > 0) return undefined
  const [kept] = await sql<KeptAnswer[]>`
    select fingerprint, answer from idempotency_keys where caller = ${caller} and key_hash = ${keyHash}`
  // who held it has given it back at this moment
  return kept ?? { fingerprint, answer: null }
}

/**
 * Part of the transaction that creates.
 * @param holder of the reservation; undefined for a key that this transaction claimed
 * @returns false when the reservation is another call's by now
 */
export async function keepAnswer(
  sql: Transaction,
  { caller, keyHash }: IdempotencyKey,
  holder: string | undefined,
  answer: Buffer,
): Promise<boolean> {
  const { count } = await sql`
    update idempotency_keys set answer = ${answer}, holder = null, held_until = null
    where caller = ${caller} and key_hash = ${keyHash} and holder is not distinct from ${holder ?? null}::uuid`
  return count > 0
}

/** The call has ended without an answer to keep. */
export async function releaseIdempotencyKey(
  sql: Sql,
  { caller, keyHash }: IdempotencyKey,
  holder: string,
): Promise<void> {
  await sql`
    delete from idempotency_keys where caller = ${caller} and key_hash = ${keyHash} and holder = ${holder}::uuid`
}

export async function purgeIdempotencyKeys(sql: Sql | Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${keptHours})`
}
