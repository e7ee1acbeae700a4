/**
 * The present password of who calls, asked for again before anything that changes how they sign in: a stolen session alone must not
 * lock its owner out. See docs/people-and-keys.md#passwords.
 */
import { Refusal } from '../../contract/refusals.ts'
import { readLoginPassword } from '../../store/accounts/logins.ts'
import { findPersonById, type PersonProof } from '../../store/accounts/person-proof.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Principal } from '../access/principal.ts'
import { type AttemptLimit, loginSubject, provePassword } from './logins.ts'

/** What attempts at the password of a person count for, wherever it is asked for: there is one password under both names. */
export function passwordSubject({ personId, address, siteUrl, folded }: PersonProof): string {
  if (siteUrl !== null && folded !== null) return loginSubject(siteUrl, folded)
  return address ?? `person ${personId}`
}

/**
 * Has the present password of a person checked; wrong ones count together with those of signing in.
 * @throws Refusal InvalidLogin, TooManyRequests
 */
export async function provePersonsPassword(
  db: Database,
  limit: AttemptLimit,
  person: PersonProof,
  password: string | null,
  remote: string,
): Promise<void> {
  await provePresent(db, limit, passwordSubject(person), password, person.passwordHash ?? undefined, remote)
}

/** Who has proven the present password: a person, or the login of a client. */
export type Proven =
  | { readonly kind: 'person'; readonly person: PersonProof }
  | { readonly kind: 'login'; readonly loginId: number; readonly username: string }

/**
 * The same for the caller.
 * @throws Refusal PersonRequired for a key, SessionEnded for a person who was removed, InvalidLogin, TooManyRequests
 */
export async function proveOwnPassword(
  db: Database,
  limit: AttemptLimit,
  principal: Principal,
  password: string | null,
  remote: string,
): Promise<Proven> {
  if (principal.kind === 'login') {
    const { siteUrl, folded, username, passwordHash } = await readLoginPassword(db, principal.id)
    await provePresent(db, limit, loginSubject(siteUrl, folded), password, passwordHash, remote)
    return { kind: 'login', loginId: principal.id, username }
  }
  const person = await findPersonById(db, callerId(principal))
  if (!person) throw new Refusal('SessionEnded')
  await provePersonsPassword(db, limit, person, password, remote)
  return { kind: 'person', person }
}

/** @throws Refusal PersonRequired for a key or a login */
export function callerId({ kind, id }: Principal): number {
  if (kind === 'person') return id
  throw new Refusal(
    'PersonRequired',
    'This is for people who are signed in; a key or a login of a client has no such thing.',
  )
}

async function provePresent(
  db: Database,
  limit: AttemptLimit,
  subject: string,
  password: string | null,
  hash: string | undefined,
  remote: string,
): Promise<void> {
  try {
    await provePassword(db, limit, subject, password, hash, remote)
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'InvalidLogin') throw error
    throw new Refusal(
      'InvalidLogin',
      'Password must be your present password; after ten wrong ones it is refused for 15 minutes.',
    )
  }
}
