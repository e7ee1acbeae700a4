/** Second factors of people: the secret of their app, used codes, and recovery codes. */
import type { Sql, Transaction } from '../connection/database.ts'

/** Stores the secret of a factor during its set-up. @returns false if a factor is already active */
export async function beginFactor(sql: Sql, personId: number, secret: Buffer): Promise<boolean> {
  const { count } = await sql`
    update people set totp_secret = ${secret}, totp_step = 0 where id = ${personId} and totp_since is null`
  return count > 0
}

/** Makes the factor active. @returns false if another secret was begun or confirmed meanwhile */
export async function activateFactor(sql: Sql, personId: number, secret: Buffer, step: number): Promise<boolean> {
  const { count } = await sql`
    update people set totp_since = now(), totp_step = ${step}
    where id = ${personId} and totp_since is null and totp_secret = ${secret}`
  return count > 0
}

/** Removes a factor with its recovery codes. @returns false if the person has no factor */
export async function removeFactor(sql: Transaction, personId: number): Promise<boolean> {
  await sql`delete from recovery_codes where person_id = ${personId}`
  await sql`delete from factor_attempts where person_id = ${personId}`
  const { count } = await sql`
    update people set totp_secret = null, totp_since = null, totp_step = 0 where id = ${personId} and totp_secret is not null`
  return count > 0
}

/**
 * Marks a time step and all earlier ones as used. If two calls have the same code, one succeeds.
 * @returns false if the step was used before
 */
export async function useStep(sql: Sql, personId: number, step: number): Promise<boolean> {
  const { count } = await sql`
    update people set totp_step = ${step} where id = ${personId} and totp_step < ${step} and totp_since is not null`
  return count > 0
}

export async function replaceRecoveryCodes(
  sql: Transaction,
  personId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  // two concurrent calls would otherwise leave the codes of both
  await sql`select 1 from people where id = ${personId} for update`
  await sql`delete from recovery_codes where person_id = ${personId}`
  await sql`insert into recovery_codes (person_id, code_hash) select ${personId}, unnest(${hashes}::bytea[])`
}

/** @returns false if the code does not exist or was used */
export async function useRecoveryCode(sql: Sql, personId: number, hash: Buffer): Promise<boolean> {
  const { count } = await sql`
    update recovery_codes set used_at = now() where person_id = ${personId} and code_hash = ${hash} and used_at is null`
  return count > 0
}

export async function readRecoveryCodesLeft(sql: Sql, personId: number): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::integer as left from recovery_codes where person_id = ${personId} and used_at is null`
  return row!.left
}

/** Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit. @returns false if the limit is reached */
export async function countAttempt(sql: Sql, personId: number, most: number, minutes: number): Promise<boolean> {
  const { count } = await sql`
    insert into factor_attempts as f (person_id, attempts, since) values (${personId}, 1, now())
    on conflict (person_id) do update set
      attempts = case when excluded.since - f.since > make_interval(mins => ${minutes}) then 1 else f.attempts + 1 end,
      since = case when excluded.since - f.since > make_interval(mins => ${minutes}) then excluded.since else f.since end
    where excluded.since - f.since > make_interval(mins => ${minutes}) or f.attempts < ${most}`
  return count > 0
}

/** Withdraws a counted attempt that turned out to be correct. */
export async function withdrawAttempt(sql: Sql, personId: number): Promise<void> {
  await sql`update factor_attempts set attempts = greatest(attempts - 1, 0) where person_id = ${personId}`
}

/** Ends all sessions of a person. */
export async function raiseEpoch(sql: Sql, personId: number): Promise<void> {
  await sql`update people set epoch = epoch + 1 where id = ${personId}`
}
