/**
 * Clients: who they are, what their login may do, how they pay.
 * See docs/decisions/accounts.md#accesslevel-0-withdraws-access-and-keeps-the-login.
 */
import { Refusal } from '../../contract/refusals.ts'
import { accessLevels } from '../../contract/rights.ts'
import type { Paged } from '../../lib/paged.ts'
import {
  type ClientBasics,
  type ClientRow,
  insertClient,
  markClientDeleted,
  readClientRow,
  readSuppressedAfter,
  type SuppressedRow,
  updateAccessAndBilling,
  updateAccessWithLogin,
  updateClientBasics,
} from '../../store/accounts/clients.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ClientRef } from '../access/access.ts'
import { checkHoldsAll, heldByLogin } from '../access/held-rights.ts'
import { mayOnClient, type Principal } from '../access/principal.ts'
import { longestUsername } from '../accounts/logins.ts'
import { checkPassword, hashPassword } from '../accounts/passwords.ts'
import { readTimeZone } from '../accounts/time-zone.ts'
import { stopForDeletedClient } from '../campaign-state/transitions.ts'
import { readInPages } from '../paging/paging.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { billingTypes, type GivenBilling, type GivenMarkups, noBilling, readBilling, readMarkups } from './billing.ts'
import { findCountry } from './countries.ts'

/** What the caller gives; absent is null. */
export interface GivenBasics {
  readonly companyName: string | null
  readonly contactName: string | null
  readonly email: string | null
  readonly country: string | null
  readonly timeZone: string | null
}

/**
 * Creates a client without access or billing.
 * @param most clients an account may create within 30 minutes, 0 for no limit
 * @returns the ClientID
 * @throws Refusal EmptyCompanyName, EmptyContactName, InvalidEmail, InvalidCountry, InvalidTimezone, EmailTaken, ClientCreationLimit
 */
export async function createClient(db: Database, accountId: number, given: GivenBasics, most: number): Promise<string> {
  return insert(db, accountId, await readBasics(db, given), most)
}

/** The same where a client may have no contact. @throws Refusal as createClient but EmptyContactName */
export async function addClient(db: Database, accountId: number, given: GivenBasics, most: number): Promise<string> {
  return insert(db, accountId, await readBasics(db, given, noContact), most)
}

const noContact = { contactName: '', email: '' }

async function insert(db: Database, accountId: number, basics: ClientBasics, most: number): Promise<string> {
  const created = await insertClient(db, accountId, basics, most)
  if (created === 'limit') {
    throw new Refusal('ClientCreationLimit', `An account may create ${most} clients within 30 minutes.`)
  }
  if (created === 'email taken') throw emailTakenRefusal()
  return created.publicId
}

/** Replaces the basic details of a client. @throws Refusal as createClient does, the limit apart */
export async function changeBasics(db: Database, client: ClientRef, given: GivenBasics): Promise<void> {
  if (!(await updateClientBasics(db, client, await readBasics(db, given)))) throw emailTakenRefusal()
}

/** Replaces them but the contact, which stays where none is given. @throws Refusal as addClient does, the limit apart */
export async function changeBasicsKeepingContact(db: Database, client: ClientRef, given: GivenBasics): Promise<void> {
  const { contactName, email } = await readClientRow(db, client)
  const basics = await readBasics(db, given, { contactName, email })
  if (!(await updateClientBasics(db, client, basics))) throw emailTakenRefusal()
}

/**
 * Sets what a client's login may do; how the client pays stays.
 * @throws Refusal as setAccessAndBilling does
 */
export async function setAccess(
  db: Database,
  principal: Principal,
  client: ClientRef,
  given: { readonly accessLevel: number; readonly username: string | null; readonly password: string | null },
): Promise<void> {
  const { billingType, currency, deliveryFee, costPerRecipient, designAndSpamTestFee } = await readClientRow(db, client)
  const billing = {
    billingType: billingType ?? billingTypes[0],
    currency,
    deliveryFee,
    costPerRecipient,
    designAndSpamTestFee,
  }
  await setAccessAndBilling(db, principal, client, { ...given, ...billing })
}

/** Sets how a client pays; what its login and its people may do stays. @throws Refusal InvalidCurrency, InvalidFee */
export async function setMarkups(db: Database, client: ClientRef, given: GivenMarkups): Promise<void> {
  const billing = readMarkups(given)
  const { accessLevel } = await readClientRow(db, client)
  await updateAccessAndBilling(db, client, accessLevel, billing)
}

export interface GivenAccess extends GivenBilling {
  readonly accessLevel: number
  readonly username: string | null
  readonly password: string | null
}

/** What Client.GetDetail answers in place of a password; sent back, it changes nothing. */
export const passwordMask = 'Deprecated'

/**
 * Sets what a client's login may do and how the client pays. Level 0 withdraws the login: its key is worth nothing at
 * once, and everything else given is not looked at. A user name and a password are needed unless they are set already.
 * @throws Refusal InvalidAccessLevel, InvalidUsername, UsernameTaken, InvalidPassword, UnsafePassword, AccessDenied as checkMayChangeLogin,
 *   and what readBilling throws
 */
export async function setAccessAndBilling(
  db: Database,
  principal: Principal,
  client: ClientRef,
  given: GivenAccess,
): Promise<void> {
  const { accessLevel } = given
  if (!isAccessLevel(accessLevel)) {
    throw new Refusal('InvalidAccessLevel', `AccessLevel must be one of ${validLevels.join(', ')}.`)
  }
  const present = await readClientRow(db, client)
  if (accessLevel === 0) {
    checkMayChangeLogin(principal, client, present, { accessLevel, username: present.username, password: undefined })
    return updateAccessAndBilling(db, client, 0, noBilling)
  }
  const username = readUsername(given.username) || present.username
  if (!username) throw new Refusal('InvalidUsername', 'A client with access needs a Username.')
  const password = readPassword(given.password, username, present.username !== null)
  checkMayChangeLogin(principal, client, present, { accessLevel, username, password })
  const billing = (accessLevel & accessLevels.campaigns) !== 0 ? readBilling(given) : noBilling
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  if (!(await updateAccessWithLogin(db, client, accessLevel, billing, username, passwordHash))) {
    throw new Refusal('UsernameTaken', 'Another login of this account has this Username.')
  }
}

/**
 * Who may change what a client pays does not thereby change its login: another name, password or AccessLevel, a lower one too, needs the
 * right People, and every right that the login has and gets. A key with the scope Billing could otherwise give itself a login that may
 * send, and one with People too could lower a login first and then set its password.
 * @throws Refusal AccessDenied
 */
function checkMayChangeLogin(
  principal: Principal,
  { clientId }: ClientRef,
  present: ClientRow,
  next: { readonly accessLevel: number; readonly username: string | null; readonly password: string | undefined },
): void {
  const stays = next.username === present.username && next.accessLevel === present.accessLevel
  if (stays && next.password === undefined) return
  if (!mayOnClient(principal, clientId, 'People')) {
    const detail =
      'A login and its access are changed with the right People; leave Username and AccessLevel as they are.'
    throw new Refusal('AccessDenied', detail)
  }
  checkHoldsAll(
    principal,
    [...heldByLogin(clientId, present.accessLevel), ...heldByLogin(clientId, next.accessLevel)],
    lacking => `You cannot change this access: you lack ${lacking} yourself.`,
  )
}

/**
 * Takes effect for every caller at once. What is scheduled becomes a draft and what is being sent is paused, so that the accounts
 * stay true: `restore` undoes the deletion until the client is purged, and nothing is sent then until a person resumes it.
 */
export async function deleteClient(db: Database, client: ClientRef, actor: Actor, now: Date): Promise<void> {
  await transaction(db, async sql => {
    if (await markClientDeleted(sql, client, actor.username))
      await stopForDeletedClient(sql, client.clientId, actor, now)
  })
}

/** The suppression list in the order of addresses, read in pages. */
export function suppressionsOf(sql: Sql, client: ClientRef, pageSize?: number): Paged<SuppressedRow> {
  const page = (after: string, limit: number) => readSuppressedAfter(sql, client, after, limit)
  return readInPages(page, '', ({ address }) => address, pageSize)
}

const longestName = 200

/** @param otherwise the contact where none is given; without it there must be one */
async function readBasics(
  db: Database,
  given: GivenBasics,
  otherwise?: Pick<ClientBasics, 'contactName' | 'email'>,
): Promise<ClientBasics> {
  const companyName = cleanLine('CompanyName', given.companyName, longestName)
  if (companyName === '') throw new Refusal('EmptyCompanyName')
  const { contactName, email } = readContact(given, otherwise)
  const country = findCountry(given.country)
  if (country === undefined)
    throw new Refusal('InvalidCountry', 'Country must be one that User.ListCountries or User.GetCountries names.')
  const zone = await readTimeZone(db, given.timeZone)
  return {
    companyName,
    contactName,
    email,
    country,
    timeZone: zone.timeZone,
    timeZoneLabel: zone.label,
  }
}

/** @throws Refusal EmptyContactName, InvalidEmail */
function readContact(given: GivenBasics, otherwise?: Pick<ClientBasics, 'contactName' | 'email'>) {
  const contactName = cleanLine('ContactName', given.contactName, longestName) || (otherwise?.contactName ?? '')
  if (contactName === '' && !otherwise) throw new Refusal('EmptyContactName')
  if (otherwise && (given.email ?? '').trim() === '') return { contactName, email: otherwise.email }
  const address = parseAddress(given.email)
  if (!address) throw new Refusal('InvalidEmail')
  return { contactName, email: address.email }
}

/** A right that is of no use without another needs it: sending needs reports, tests and HTML import need sending, import needs managing. */
const needs: readonly (readonly [bit: number, needed: number])[] = [
  [accessLevels.campaigns, accessLevels.reports],
  [accessLevels.designTests, accessLevels.campaigns],
  [accessLevels.importHtml, accessLevels.campaigns],
  [accessLevels.importSubscribers, accessLevels.subscribers],
]
const allRights = Object.values(accessLevels).reduce((sum, bit) => sum | bit, 0)

/** The 18 sums of rights the historical service took (reference/wire.md §6). */
export const validLevels: readonly number[] = Array.from({ length: allRights + 1 }, (_, level) => level).filter(level =>
  needs.every(([bit, needed]) => (level & bit) === 0 || (level & needed) === needed),
)

function isAccessLevel(level: number): boolean {
  return validLevels.includes(level)
}

/** @returns '' when none is given */
function readUsername(text: string | null): string {
  try {
    return cleanLine('Username', text, longestUsername).normalize('NFC')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('InvalidUsername', error.detail, { cause: error })
  }
}

/** @returns undefined when the present one stays */
function readPassword(text: string | null, username: string, present: boolean): string | undefined {
  if (present && (text === null || text === '' || text === passwordMask)) return undefined
  const password = text ?? ''
  checkPassword(password, username)
  return password
}

/** The address is another client's. */
export function emailTakenRefusal(): Refusal {
  return new Refusal('EmailTaken', 'Another client of this account has this EmailAddress.')
}
