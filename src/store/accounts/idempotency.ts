/** Answers to calls with an Idempotency-Key, and the keys of calls in progress. */
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'

/** The owner of the key, such as `person 17`, and the hash of the caller's key. */
export interface IdempotencyKey {
  readonly caller: string
  readonly keyHash: Buffer
}

export interface KeptAnswer {
  readonly fingerprint: Buffer
  /** Encrypted; null while the call is in progress. */
  readonly answer: Buffer | null
}

/** Who has reserved a key, and until when. */
export interface Lease {
  /** A UUID that is unique to this call. */
  readonly holder: string
  readonly seconds: number
}

/** Hours after which a key is deleted. */
const keptHours = 24

/**
 * Claims a key, or returns the stored answer. If another transaction holds the key, this call waits for its end.
 * @returns undefined if the caller now holds the key; the claim becomes durable with the transaction
 */
export async function claimIdempotencyKey(
  sql: Transaction,
  key: IdempotencyKey,
  fingerprint: Buffer,
): Promise<KeptAnswer | undefined> {
  return take(sql, key, fingerprint, undefined)
}

/**
 * Reserves a key durably at once: for a call that works for some time before its creating transaction.
 * @returns undefined if the caller holds the key until the lease ends
 */
export async function reserveIdempotencyKey(
  db: Database,
  key: IdempotencyKey,
  fingerprint: Buffer,
  lease: Lease,
): Promise<KeptAnswer | undefined> {
  return transaction(db, sql => take(sql, key, fingerprint, lease))
}

/** Keys expire after a day. Reservations expire with their lease, because the holder has then died. */
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
  // the holder released the key at this moment
  return kept ?? { fingerprint, answer: null }
}

/**
 * Stores the answer in the transaction that creates.
 * @param holder of the reservation; undefined for a key that this transaction claimed
 * @returns false if another call now holds the reservation
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

/** Releases the key of a call that ended without an answer to store. */
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
