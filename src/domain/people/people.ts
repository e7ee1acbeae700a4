/** The people of an account and the logins of its clients; and what people choose for themselves. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import {
  type ClientLoginRow,
  findPersonOf,
  type PersonRow,
  readClientLoginsAfter,
  readOwnPerson,
  readPeopleAfter,
  updatePreferences,
} from '../../store/accounts/people.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isUniqueViolation } from '../../store/connection/violations.ts'
import type { Principal } from '../access/principal.ts'
import type { AttemptLimit } from '../accounts/logins.ts'
import { callerId, proveOwnPassword } from '../accounts/own-password.ts'
import { readTimeZone } from '../accounts/time-zone.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { partOf, unknownPersonRefusal } from './grants.ts'

export type Listed =
  | { readonly kind: 'person'; readonly person: PersonRow }
  | { readonly kind: 'login'; readonly login: ClientLoginRow }

type Key = readonly ['person' | 'login', number]

/** People first, then the logins of clients, each in the order they came. @throws Refusal InvalidParameter */
export async function listPeople(
  sql: Sql,
  principal: Principal,
  asked: { readonly cursor: string | null; readonly limit: number },
) {
  const { after = ['person', 0] as const, limit } = readCursorPage(asked, isKey)
  const [kind, id] = after
  const part = partOf(principal)
  const { accountId } = principal
  const people = kind === 'person' ? await readPeopleAfter(sql, accountId, part, id, limit + 1) : []
  const room = limit + 1 - people.length
  const logins = room > 0 ? await readClientLoginsAfter(sql, accountId, part, kind === 'login' ? id : 0, room) : []
  const rows: readonly Listed[] = [
    ...people.map(person => ({ kind: 'person', person }) as const),
    ...logins.map(login => ({ kind: 'login', login }) as const),
  ]
  return cutPage(rows, limit, row =>
    row.kind === 'person' ? ['person', row.person.personId] : ['login', row.login.loginId],
  )
}

function isKey(values: SortKey): values is Key {
  const [kind, id] = values
  return values.length === 2 && (kind === 'person' || kind === 'login') && Number.isSafeInteger(id)
}

/** @throws Refusal UnknownPerson */
export async function findPerson(sql: Sql, principal: Principal, publicId: string | null): Promise<PersonRow> {
  const person = isPublicId(publicId)
    ? await findPersonOf(sql, principal.accountId, partOf(principal), publicId)
    : undefined
  if (!person) throw unknownPersonRefusal()
  return person
}

/** @throws Refusal PersonRequired */
export async function findMe(sql: Sql, principal: Principal): Promise<PersonRow> {
  return readOwnPerson(sql, principal.accountId, callerId(principal))
}

export const longestPersonName = 100

/** What a caller gives; null and empty stay as they are. */
export interface GivenPreferences {
  readonly name: string | null
  readonly email: string | null
  /** Needed for another address. */
  readonly password: string | null
  readonly language: string | null
  readonly timeZone: string | null
  /** Null leaves them unchanged; empty switches all off. */
  readonly notifications: readonly string[] | null
}

/**
 * Changes what the calling person chose. Another address needs the password: it is where links for a new password go.
 * @throws Refusal PersonRequired, InvalidEmail, InvalidLogin, EmailTaken, InvalidLanguage, InvalidTimezone, ValueTooLong, InvalidCharacters
 */
export async function setPreferences(
  db: Database,
  principal: Principal,
  limit: AttemptLimit,
  given: GivenPreferences,
  remote: string,
): Promise<void> {
  const personId = callerId(principal)
  const present = await readOwnPerson(db, principal.accountId, personId)
  const name = cleanLine('Name', given.name, longestPersonName) || present.name
  const language = isGiven(given.language) ? readLanguage(given.language) : present.language
  const timeZone = isGiven(given.timeZone) ? (await readTimeZone(db, given.timeZone)).timeZone : present.timeZone
  const notifications = given.notifications ? [...new Set(given.notifications)] : present.notifications
  const chosen = isGiven(given.email) ? parseAddress(given.email) : parseAddress(present.email)
  if (isGiven(given.email) && !chosen) throw new Refusal('InvalidEmail')
  const address = chosen?.address ?? null
  if (address !== (parseAddress(present.email)?.address ?? null)) {
    await proveOwnPassword(db, limit, principal, given.password, remote)
  }
  try {
    await transaction(db, sql =>
      updatePreferences(sql, personId, {
        email: chosen?.email ?? null,
        address,
        name,
        language,
        timeZone,
        notifications,
      }),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'people_address')) throw new Refusal('EmailTaken', 'Another person has this address.')
    throw error
  }
}

function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}
