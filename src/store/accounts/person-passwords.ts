/** Passwords of people: changed with the present password, or with a mailed link. An account user uses the password of the login. */
import type { Sql, Transaction } from '../connection/database.ts'
import { setPassword } from './logins.ts'
import type { PersonProof } from './person-proof.ts'

/** Minutes for which a mailed link works. */
const resetMinutes = 60

/** Sets another password for a person and ends all sessions. */
export async function setPersonPassword(
  sql: Sql,
  { personId, loginId }: Pick<PersonProof, 'personId' | 'loginId'>,
  passwordHash: string,
): Promise<void> {
  if (loginId !== null) return setPassword(sql, loginId, passwordHash)
  await sql`update people set password_hash = ${passwordHash}, epoch = epoch + 1 where id = ${personId}`
}

export async function insertReset(sql: Sql, personId: number, tokenHash: Buffer): Promise<void> {
  await sql`
    insert into password_resets (token_hash, person_id, expires_at)
    values (${tokenHash}, ${personId}, now() + make_interval(mins => ${resetMinutes}))`
}

/** The person whose password a token may set; undefined if the token is invalid, used or expired, or the person was removed. */
export async function readPersonOfReset(sql: Sql, tokenHash: Buffer) {
  const [row] = await sql<
    { personId: number; name: string; email: string; loginId: number | null; username: string | null }[]
  >`
    select p.id as person_id, p.name, p.email, p.login_id, l.username
    from password_resets r
    join people p on p.id = r.person_id and p.removed_at is null
    left join logins l on l.id = p.login_id
    where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > now()`
  return row
}

/** Marks a token and all others of its person as used. @returns false if it was used before */
export async function useReset(sql: Transaction, personId: number, tokenHash: Buffer): Promise<boolean> {
  const { count } = await sql`
    update password_resets set used_at = now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()`
  if (count === 0) return false
  await sql`update password_resets set used_at = now() where person_id = ${personId} and used_at is null`
  return true
}
