/** Accepting an invitation: it is used once, by who states the address it went to. See docs/people-and-keys.md#invitations. */
import { Refusal } from '../../contract/refusals.ts'
import { type FoundInvitation, findInvitationByToken, markAccepted } from '../../store/accounts/invitations.ts'
import { insertPerson, type NewPerson } from '../../store/accounts/people.ts'
import { addGrants, countMembers } from '../../store/accounts/person-grants.ts'
import { findPersonByAddress, type PersonProof } from '../../store/accounts/person-proof.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isUniqueViolation } from '../../store/connection/violations.ts'
import { lockAccount } from '../../store/limits/occurrences.ts'
import { type AttemptLimit, provePassword } from '../accounts/logins.ts'
import { passwordSubject } from '../accounts/own-password.ts'
import { checkPassword, hashPassword } from '../accounts/passwords.ts'
import { readTimeZone } from '../accounts/time-zone.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { mostPeople } from './invitations.ts'
import { hashOfToken } from './mailed-tokens.ts'
import { longestPersonName } from './people.ts'

export interface Acceptance {
  readonly token: string | null
  /** The address the invitation went to. */
  readonly email: string | null
  /** Of a new person; that of the invitation unless given. */
  readonly name: string | null
  /** A new person's own choice; of a person who exists the present one. */
  readonly password: string | null
  /** Of the second factor, of a person who has one. */
  readonly code: string | null
  /** Of a new person; that of the invitation unless given. */
  readonly language: string | null
  /** Of a new person; that of the account unless given. */
  readonly timeZone: string | null
}

/** Who has accepted, and what account. */
export interface Accepted {
  readonly accountId: number
  readonly personId: number
  readonly name: string
}

type UseCode = (sql: Sql) => Promise<void>

export interface AcceptingParts {
  readonly db: Database
  readonly limit: AttemptLimit
  /**
   * Judges a code of the person's second factor.
   * @returns a function that uses the code up, in the transaction of the change that needs it
   * @throws Refusal for a wrong code
   */
  readonly proveFactor: (personId: number, code: string | null) => Promise<UseCode>
}

/** What a mailed invitation is of. */
export interface ShownInvitation extends Pick<FoundInvitation, 'email' | 'name' | 'accountName' | 'language'> {
  /** A person of this address exists. */
  readonly isKnown: boolean
}

/** @throws Refusal InvalidInvitation, InvitationEnded */
export async function showInvitation(db: Database, token: string | null): Promise<ShownInvitation> {
  const { email, name, accountName, language, address } = await findInvitation(db, token)
  return { email, name, accountName, language, isKnown: (await findPersonByAddress(db, address)) !== undefined }
}

/**
 * Makes a person with the invitation's grants, or gives them to the person of the address, who proves with password and second
 * factor to be it. It signs in no one.
 * @param remote the caller's network address
 * @throws Refusal InvalidInvitation, InvitationEnded, InvalidLogin, NameRequired, InvalidPassword, UnsafePassword, InvalidLanguage, InvalidTimezone,
 *   TooManyPeople, TooManyRequests, ValueTooLong, InvalidCharacters, and as proveFactor does
 */
export async function acceptInvitation(parts: AcceptingParts, given: Acceptance, remote: string): Promise<Accepted> {
  const { db, limit } = parts
  const invitation = await findInvitation(db, given.token, given.email)
  const present = await findPersonByAddress(db, invitation.address)
  if (present) {
    await proveToBe(db, limit, present, given.password, remote)
    const useCode = present.totpSince ? await parts.proveFactor(present.personId, given.code) : undefined
    return give(db, invitation, present, useCode)
  }
  const person = await readPerson(db, invitation, given)
  try {
    return await give(db, invitation, person)
  } catch (error) {
    // another invitation of the address was accepted at this moment: the password proves now whether it was by the same person
    if (!isUniqueViolation(error, 'people_address')) throw error
    return acceptInvitation(parts, given, remote)
  }
}

/** Attempts count together with those of signing in. */
async function proveToBe(
  db: Database,
  limit: AttemptLimit,
  person: PersonProof,
  password: string | null,
  remote: string,
): Promise<void> {
  try {
    await provePassword(db, limit, passwordSubject(person), password, person.passwordHash ?? undefined, remote)
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'InvalidLogin') throw error
    throw new Refusal('InvalidLogin', 'A person with this address exists already; give the present password.')
  }
}

/** @param email undefined: only the token is looked at */
async function findInvitation(db: Database, token: string | null, email?: string | null): Promise<FoundInvitation> {
  const hash = hashOfToken(token)
  const found = hash && (await findInvitationByToken(db, hash))
  if (!found || (email !== undefined && parseAddress(email)?.address !== found.address)) {
    throw new Refusal('InvalidInvitation', 'There is no such invitation for this address.')
  }
  if (found.state !== 'open') throw new Refusal('InvitationEnded', endings[found.state])
  return found
}

const endings = {
  accepted: 'The invitation was accepted already; sign in.',
  revoked: 'The invitation was revoked; ask for another one.',
  expired: 'The invitation has expired; ask for another one.',
} as const

async function readPerson(db: Database, invitation: FoundInvitation, given: Acceptance): Promise<NewPerson> {
  const { email, address } = invitation
  const name = cleanLine('Name', given.name, longestPersonName) || invitation.name
  if (name === '') throw new Refusal('NameRequired')
  const language = given.language?.trim() ? readLanguage(given.language) : invitation.language
  const timeZone = given.timeZone?.trim() ? (await readTimeZone(db, given.timeZone)).timeZone : invitation.timeZone
  const password = given.password ?? ''
  checkPassword(password, email)
  return { email, address, name, language, timeZone, passwordHash: await hashPassword(password) }
}

async function give(
  db: Database,
  { id, accountId, grants }: FoundInvitation,
  person: NewPerson | PersonProof,
  useCode?: UseCode,
): Promise<Accepted> {
  return transaction(db, async sql => {
    await lockAccount(sql, accountId)
    await useCode?.(sql)
    if (!(await markAccepted(sql, id))) throw new Refusal('InvitationEnded', 'The invitation was used or revoked.')
    if ((await countMembers(sql, accountId)).people >= mostPeople) {
      throw new Refusal('TooManyPeople', `An account has at most ${mostPeople} people.`)
    }
    const personId = 'personId' in person ? person.personId : await insertPerson(sql, person)
    if ((await addGrants(sql, personId, accountId, grants)) === 0 && !('personId' in person)) {
      throw new Refusal('InvitationEnded', 'The clients of the invitation were deleted; ask for another one.')
    }
    return { accountId, personId, name: person.name }
  })
}
