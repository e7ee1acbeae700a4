/**
 * Signing in to the console: a password, a code where the person has a second factor, and then a session.
 * See docs/decisions/identity-and-keys.md#signing-in-to-the-console.
 */
import { Refusal } from '../../contract/refusals.ts'
import { networkOf } from '../../lib/network-address.ts'
import { readOnlySiteUrl } from '../../store/accounts/accounts.ts'
import { findPersonByAddress, findPersonById, type PersonProof } from '../../store/accounts/person-proof.ts'
import { endSessionOfToken, insertSession, type SessionOwner } from '../../store/accounts/sessions.ts'
import {
  findLastAccountOf,
  insertDevice,
  readAccountsOfPerson,
  renewDevice,
  touchDevice,
} from '../../store/accounts/sign-in.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { sessionIdleHours, tokenHash } from '../access/authentication.ts'
import { type AttemptLimit, findLoginFor, provePassword } from '../accounts/logins.ts'
import { passwordSubject } from '../accounts/own-password.ts'
import type { SignInFailure } from '../audit/sign-in-failures.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { agentInWords } from './agent.ts'
import { type FactorParts, proveCode, type UseCode } from './factor.ts'
import { mostSessions, newToken, sessionDays } from './sessions.ts'

/** An address, or a site and a user name, with what proves it. The site may be left out where the installation has one account. */
export interface GivenSignIn {
  readonly emailAddress: string | null
  readonly siteUrl: string | null
  readonly username: string | null
  readonly password: string | null
  readonly code: string | null
  /** A name for the browser; without one it is described by its User-Agent. */
  readonly device: string | null
}

/** Whom a sign-in that failed was at. */
export type FailedSignIn = Pick<SignInFailure, 'accountId' | 'clientId' | 'who'>

/** Where a sign-in comes from. */
export interface SignInOrigin {
  readonly remote: string
  readonly agent: string | undefined
  /** What the browser was given at an earlier sign-in. */
  readonly deviceToken: string | undefined
  /** The session that the browser has; it ends. */
  readonly sessionToken: string | undefined
}

export interface SignedIn {
  readonly sessionId: number
  readonly owner: SessionOwner
  readonly accountId: number
  readonly sessionToken: string
  /** A new one at each sign-in: one that was copied, or planted, is worth nothing afterwards. */
  readonly deviceToken: string
}

const mostDevices = 50
const longestDevice = 60
/** Mails of new browsers to a person within an hour. */
const mostMailsAnHour = 5

/**
 * @throws Refusal InvalidLogin whatever is wrong about name and password, too many attempts included; TooManyRequests; CodeRequired,
 * InvalidCode and TooManyCodes only where the password was right
 */
export async function signInToConsole(
  parts: FactorParts,
  limit: AttemptLimit,
  given: GivenSignIn,
  origin: SignInOrigin,
  onFailure: (failure: FailedSignIn) => void,
): Promise<SignedIn> {
  const agent = cleanLine('Device', given.device, longestDevice) || agentInWords(origin.agent)
  const caller = await provenCaller(parts.db, limit, given, origin.remote, onFailure)
  const { person } = caller
  const useCode = person?.totpSince ? await proveCode(parts, person, given.code) : undefined
  const accountId = person ? await accountFor(parts.db, person, caller.accountId) : caller.accountId!
  return openSession(parts.db, { ...caller, accountId }, { ...origin, agent }, useCode)
}

interface Caller {
  readonly owner: SessionOwner
  readonly epoch: number
  /** Of the login that signed in; undefined for a person's address. */
  readonly accountId: number | undefined
  /** Undefined for the login of a client. */
  readonly person: PersonProof | undefined
}

async function provenCaller(
  db: Database,
  limit: AttemptLimit,
  { emailAddress, siteUrl, username, password }: GivenSignIn,
  remote: string,
  onFailure: (failure: FailedSignIn) => void,
): Promise<Caller> {
  const isByAddress = emailAddress !== null && emailAddress.trim() !== ''
  if (isByAddress) return provenPerson(db, limit, emailAddress, password, remote, onFailure)
  const site = siteUrl?.trim() ? siteUrl : await readOnlySiteUrl(db)
  const login = await findLoginFor(db, limit, { siteUrl: site, username, password }, remote, ({ accountId, login }) => {
    const who = login && ({ kind: 'login', id: login.loginId, name: login.username } as const)
    onFailure({ accountId, clientId: login?.clientId ?? null, who })
  })
  const { loginId, accountId } = login
  if (login.personId === null) return { owner: { loginId }, epoch: login.epoch, accountId, person: undefined }
  const person = await standing(db, login.personId, login.passwordHash)
  return { owner: { personId: person.personId }, epoch: person.epoch, accountId, person }
}

/** A person who has the password of a login is found under both names; attempts count for the one password. */
async function provenPerson(
  db: Database,
  limit: AttemptLimit,
  emailAddress: string,
  password: string | null,
  remote: string,
  onFailure: (failure: FailedSignIn) => void,
): Promise<Caller> {
  const address = parseAddress(emailAddress)?.address
  if (address === undefined) throw new Refusal('InvalidLogin')
  const found = await findPersonByAddress(db, address)
  const subject = found ? passwordSubject(found) : address
  try {
    await provePassword(db, limit, subject, password, found?.passwordHash ?? undefined, remote)
  } catch (error) {
    // after the answer, whose time must not show whether the person exists
    if (found && error instanceof Refusal && error.refusal === 'InvalidLogin')
      void reportToAccounts(db, found.personId, onFailure)
    throw error
  }
  const person = await standing(db, found?.personId, found?.passwordHash)
  return { owner: { personId: person.personId }, epoch: person.epoch, accountId: undefined, person }
}

/** Records the failure in the audit log of every account of the person. */
async function reportToAccounts(
  db: Database,
  personId: number,
  onFailure: (failure: FailedSignIn) => void,
): Promise<void> {
  try {
    const person = await findPersonById(db, personId)
    if (!person) return
    const who = { kind: 'person', id: personId, name: person.name } as const
    for (const { accountId } of await readAccountsOfPerson(db, personId)) onFailure({ accountId, clientId: null, who })
  } catch {
    // without the database the failure is not recorded
  }
}

/** The person as of now, unless the password that was proven is not theirs any more. @throws Refusal InvalidLogin */
async function standing(
  db: Database,
  personId: number | undefined,
  passwordHash: string | null | undefined,
): Promise<PersonProof> {
  const person = personId === undefined ? undefined : await findPersonById(db, personId)
  if (!person || person.passwordHash !== passwordHash) throw new Refusal('InvalidLogin')
  return person
}

/** The account to work in first: that of the login, the one used last, or any. @throws Refusal InvalidLogin without any account */
async function accountFor(db: Database, { personId }: PersonProof, ofLogin: number | undefined): Promise<number> {
  const accounts = await readAccountsOfPerson(db, personId)
  const wanted = ofLogin ?? (await findLastAccountOf(db, personId))
  const account = accounts.find(({ accountId }) => accountId === wanted) ?? accounts[0]
  if (!account) throw new Refusal('InvalidLogin')
  return account.accountId
}

async function openSession(
  db: Database,
  { owner, epoch, accountId, person }: Caller & { readonly accountId: number },
  { remote, agent, deviceToken, sessionToken }: SignInOrigin & { readonly agent: string },
  useCode: UseCode | undefined,
): Promise<SignedIn> {
  const token = newToken()
  const device = newToken()
  const sessionId = await transaction(db, async sql => {
    await useCode?.(sql)
    if (sessionToken !== undefined) await endSessionOfToken(sql, tokenHash(sessionToken))
    const limits = { days: sessionDays, most: mostSessions, idleHours: sessionIdleHours }
    const id = await insertSession(sql, {
      tokenHash: tokenHash(token),
      owner,
      epoch,
      accountId,
      remote,
      agent,
      ...limits,
    })
    if (deviceToken && isToken(deviceToken)) await renewDevice(sql, tokenHash(deviceToken), tokenHash(device))
    if (person) await noteBrowser(sql, person, { tokenHash: tokenHash(device), agent, remote })
    return id
  })
  return { sessionId, owner, accountId, sessionToken: token, deviceToken: device }
}

/** Mails the person where the browser is a new one. The first ever is not mailed: they are sitting at it. */
async function noteBrowser(
  sql: Transaction,
  { personId, email }: PersonProof,
  browser: { readonly tokenHash: Buffer; readonly agent: string; readonly remote: string },
): Promise<void> {
  if (await touchDevice(sql, personId, browser)) return
  const { known, newOfLate } = await insertDevice(sql, personId, browser, mostDevices)
  if (known === 0 || email === null || newOfLate >= mostMailsAnHour) return
  const { agent, remote } = browser
  await enqueue(sql, 'newDeviceMail', { personId, agent, network: networkOf(remote), at: new Date().toISOString() })
}

/** What `newToken` makes. */
function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
