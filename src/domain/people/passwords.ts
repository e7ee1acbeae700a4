/** Passwords of people and logins: changed, or set anew with a link that was mailed. See docs/people-and-keys.md#passwords. */
import { createHash } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { networkOf } from '../../lib/network-address.ts'
import { loginPassword, setPassword } from '../../store/accounts/logins.ts'
import { personById } from '../../store/accounts/people.ts'
import { personOfReset, setPersonPassword, useReset } from '../../store/accounts/person-passwords.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { takeWithinHour } from '../../store/limits/occurrences.ts'
import { type AttemptLimit, provePassword } from '../accounts/logins.ts'
import { checkPassword, hashPassword } from '../accounts/passwords.ts'
import { parseAddress } from '../address.ts'
import type { Principal } from '../principal.ts'
import { hashOfToken } from './mailed-tokens.ts'
import { callerId } from './people.ts'

/** Within an hour. */
const mostOfAddress = 3
const mostOfNetwork = 20

/**
 * Has a link for a new password mailed, if a person has the address. Whether one has it is found out behind the answer, by the job
 * that mails, so that neither answer, time nor limits tell.
 * @param publicUrl base of the link; undefined where only the process that mails it knows
 * @throws Refusal InvalidEmail, TooManyRequests
 */
export async function requestPasswordReset(
  db: Database,
  email: string | null,
  remote: string,
  publicUrl: string | undefined,
): Promise<void> {
  const parsed = parseAddress(email)
  if (!parsed) throw new Refusal('InvalidEmail')
  const { address } = parsed
  await transaction(db, async sql => {
    const full = await takeWithinHour(sql, [
      // what strangers type is not kept
      {
        kind: 'password reset of address',
        subject: createHash('sha256').update(address).digest('hex'),
        most: mostOfAddress,
      },
      { kind: 'password reset of network', subject: networkOf(remote), most: mostOfNetwork },
    ])
    if (full) {
      throw new Refusal('TooManyRequests', `A new password is asked for at most ${full.most} times within an hour.`)
    }
    await enqueue(sql, 'passwordResetMail', { address, publicUrl })
  })
}

/**
 * Sets a new password with the token of the mail. All sessions of the person end; its second factor stays.
 * @returns whose password it is
 * @throws Refusal InvalidReset, InvalidPassword, UnsafePassword, TooManyRequests
 */
export async function resetPassword(
  db: Database,
  token: string | null,
  password: string | null,
): Promise<{ readonly personId: number; readonly name: string }> {
  const hash = hashOfToken(token)
  const person = hash && (await personOfReset(db, hash))
  if (!person) throw ended()
  checkPassword(password ?? '', person.username ?? person.email)
  const passwordHash = await hashPassword(password ?? '')
  await transaction(db, async sql => {
    if (!(await useReset(sql, person.personId, hash))) throw ended()
    await setPersonPassword(sql, person, passwordHash)
  })
  return person
}

function ended(): Refusal {
  return new Refusal('InvalidReset', 'The link is not known, was used, or is older than an hour; ask for another one.')
}

/**
 * Changes the password of the calling person or login. Its sessions end, but for the one the call came with.
 * @param continueSession has that one go on, in the transaction that ended all of them
 * @throws Refusal PersonRequired for a key, InvalidLogin, InvalidPassword, UnsafePassword, TooManyRequests
 */
export async function changePassword(
  db: Database,
  principal: Principal,
  limit: AttemptLimit,
  { present, next }: { readonly present: string | null; readonly next: string | null },
  remote: string,
  continueSession: (sql: Sql) => Promise<void>,
): Promise<void> {
  const { passwordHash, username, set } = await passwordOf(db, principal)
  await provePassword(limit, `${principal.kind} ${principal.id}`, present, passwordHash ?? undefined, remote)
  checkPassword(next ?? '', username)
  const hash = await hashPassword(next ?? '')
  await transaction(db, async sql => {
    await set(sql, hash)
    await continueSession(sql)
  })
}

async function passwordOf(db: Database, principal: Principal) {
  if (principal.kind === 'login') {
    const login = await loginPassword(db, principal.id)
    return { ...login, set: (sql: Sql, hash: string) => setPassword(sql, principal.id, hash) }
  }
  const person = await personById(db, callerId(principal))
  if (!person) throw new Refusal('SessionEnded')
  return {
    passwordHash: person.passwordHash,
    username: person.email ?? '',
    set: (sql: Sql, hash: string) => setPersonPassword(sql, person, hash),
  }
}
