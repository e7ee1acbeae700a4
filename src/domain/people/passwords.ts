/** Passwords of people and logins: changed, or set anew with a link that was mailed. See docs/people-and-keys.md#passwords. */
import { createHash } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { networkOf } from '../../lib/network-address.ts'
import { setPassword } from '../../store/accounts/logins.ts'
import { readPersonOfReset, setPersonPassword, useReset } from '../../store/accounts/person-passwords.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { takeWithinHour } from '../../store/limits/occurrences.ts'
import type { Principal } from '../access/principal.ts'
import type { AttemptLimit } from '../accounts/logins.ts'
import { type Proven, proveOwnPassword } from '../accounts/own-password.ts'
import { checkPassword, hashPassword } from '../accounts/passwords.ts'
import { parseAddress } from '../text-rules/address.ts'
import { hashOfToken } from './mailed-tokens.ts'

/** Within an hour. */
const mostOfAddress = 3
const mostOfNetwork = 20

/**
 * Has a link for a new password mailed, if a person has the address. Whether one has it is found out behind the answer, by the job
 * that mails, so that neither answer, time nor limits show it.
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
  const person = hash && (await readPersonOfReset(db, hash))
  if (!person) throw endedRefusal()
  checkPassword(password ?? '', person.username ?? person.email)
  const passwordHash = await hashPassword(password ?? '')
  await transaction(db, async sql => {
    if (!(await useReset(sql, person.personId, hash))) throw endedRefusal()
    await setPersonPassword(sql, person, passwordHash)
  })
  return person
}

function endedRefusal(): Refusal {
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
  const who = await proveOwnPassword(db, limit, principal, present, remote)
  checkPassword(next ?? '', who.kind === 'login' ? who.username : (who.person.email ?? ''))
  const hash = await hashPassword(next ?? '')
  await transaction(db, async sql => {
    await setPasswordOf(sql, who, hash)
    await continueSession(sql)
  })
}

async function setPasswordOf(sql: Sql, who: Proven, hash: string): Promise<void> {
  if (who.kind === 'login') await setPassword(sql, who.loginId, hash)
  else await setPersonPassword(sql, who.person, hash)
}
