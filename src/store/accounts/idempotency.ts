/** Answers to calls that came with an Idempotency-Key. */
import type { Database, Sql, Transaction } from '../connection/database.ts'

/** Whose key it is: `person 17`, and the hash of what the caller gave. */
export interface IdempotencyKey {
  readonly caller: string
  readonly keyHash: Buffer
}

export interface KeptAnswer {
  readonly fingerprint: Buffer
  /** Encrypted. */
  readonly answer: Buffer
}

/** How long a key is remembered. */
const keptHours = 24

/**
 * Takes a key, or yields what was answered under it. While another transaction holds it, this one waits for that to end.
 * @returns undefined when the key is the caller's now; it is kept when the transaction commits
 */
export async function claimIdempotencyKey(
  sql: Transaction,
  { caller, keyHash }: IdempotencyKey,
  fingerprint: Buffer,
): Promise<KeptAnswer | undefined> {
  await sql`
    delete from idempotency_keys
    where caller = ${caller} and key_hash = ${keyHash} and created_at < now() - make_interval(hours => ${keptHours})`
  const { count } = await sql`
    insert into idempotency_keys (caller, key_hash, fingerprint) values (${caller}, ${keyHash}, ${fingerprint})
    on conflict do nothing`
  if (count > 0) return undefined
  const [kept] = await sql<KeptAnswer[]>`
    select fingerprint, answer from idempotency_keys where caller = ${caller} and key_hash = ${keyHash}`
  return kept
}

export async function keepAnswer(sql: Transaction, { caller, keyHash }: IdempotencyKey, answer: Buffer): Promise<void> {
  await sql`update idempotency_keys set answer = ${answer} where caller = ${caller} and key_hash = ${keyHash}`
}

export async function purgeIdempotencyKeys(sql: Sql | Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${keptHours})`
}
