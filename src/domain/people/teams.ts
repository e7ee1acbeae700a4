/**
 * Teams: the people of the whole account or of one client, with those who are invited, by address and AccessLevel, as other programs
 * speak of them. See docs/people-and-keys.md#teams.
 */
import { Refusal } from '../../contract/refusals.ts'
import { grantOfLevel } from '../../contract/rights.ts'
import type { GrantRow } from '../../store/accounts/access.ts'
import { lockInvitationsOf, type PendingInvitation } from '../../store/accounts/invitations.ts'
import { type Part, readCallingPerson } from '../../store/accounts/people.ts'
import { lockMember, type Member } from '../../store/accounts/person-grants.ts'
import {
  findMemberByAddress,
  findPrimaryOf,
  readTeamOf,
  renamePerson,
  setPrimary,
  type TeamRow,
  updateInvitation,
} from '../../store/accounts/teams.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { lockAccount } from '../../store/limits/occurrences.ts'
import type { KeyRing } from '../access/keys.ts'
import type { Principal } from '../access/principal.ts'
import { type Address, parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import {
  changeGrants,
  checkLevel,
  checkMayChange,
  checkMayGive,
  findPlace,
  givesMore,
  partOf,
  unknownPersonRefusal,
} from './grants.ts'
import { endInvitationsOf, inviteWithin, type LinkBases } from './invitations.ts'
import { longestPersonName } from './people.ts'

interface Parts {
  readonly db: Database
  readonly keys: KeyRing
}

/** Who is named, and in which team: the public id of a client, null or empty for the whole account. */
export interface Named {
  readonly client: string | null
  readonly email: string | null
}

/** What a caller says of a person. */
export interface GivenMember {
  readonly name: string | null
  readonly level: number
}

/**
 * The team, the primary contact marked: where none was chosen, the first who has an address.
 * @throws Refusal InvalidClientId, AccessDenied
 */
export async function findTeam(sql: Sql, principal: Principal, client: string | null): Promise<readonly TeamRow[]> {
  const rows = await readTeamOf(sql, principal.accountId, await placeOf(sql, principal, client))
  if (rows.some(({ isPrimary }) => isPrimary)) return rows
  const first = rows.find(({ personPublicId, email }) => personPublicId !== null && email !== null)
  return rows.map(row => (row === first ? { ...row, isPrimary: true } : row))
}

/**
 * Adds a person to a team: at once where it works with the account already, else by an invitation that is mailed, in place of an open one.
 * @returns whether it was invited
 * @throws Refusal InvalidEmail, AlreadyMember, InvalidAccessLevel, and as findTeam, checkMayChange and invite do
 */
export async function addToTeam(
  { db, keys }: Parts,
  principal: Principal,
  named: Named,
  { name: givenName, level }: GivenMember,
  bases: LinkBases,
): Promise<boolean> {
  return withAddress(db, principal, named, async (sql, found, clientId, address) => {
    const { member, invitation } = found
    const name = cleanLine('Name', givenName, longestPersonName)
    const grant = grantGiven(principal, clientId, level)
    const present = (member ?? invitation)?.grants ?? []
    if (present.some(isOn(clientId))) throw new Refusal('AlreadyMember')
    checkMayChangeFound(principal, found)
    const grants = [...present, grant]
    if (member) {
      await changeGrants(sql, principal.accountId, member, grants)
      return false
    }
    const inviterId = await readCallingPerson(sql, principal)
    const { language = 'en' } = invitation ?? {}
    await inviteWithin(sql, keys, principal, { ...address, name, language, grants, inviterId }, bases)
    return true
  })
}

/** What is changed; null, empty and 0 stay as they are. */
export interface MemberChange extends GivenMember {
  readonly newEmail: string | null
}

/**
 * Changes what a person may do in a team, and the name. The address is the person's own: only an invitation goes to another one.
 * @throws Refusal UnknownPerson, LastOwner, and as addToTeam does; AccessDenied for a new address, or a name where the person works with others too
 */
export async function changeInTeam(
  { db, keys }: Parts,
  principal: Principal,
  named: Named,
  change: MemberChange,
  bases: LinkBases,
): Promise<void> {
  const { accountId } = principal
  const part = partOf(principal)
  await ofTeam(db, principal, named, async (sql, { member, invitation }, clientId, address) => {
    const next = change.newEmail?.trim() ? addressOf(change.newEmail) : address
    const name = cleanLine('Name', change.name, longestPersonName)
    const grant = change.level === 0 ? undefined : grantGiven(principal, clientId, change.level)
    const replaced = (grants: readonly GrantRow[]) => grants.map(row => (grant && isOn(clientId)(row) ? grant : row))
    if (member) {
      if (next.address !== address.address) throw new Refusal('AccessDenied', ownAddress)
      if (name !== '' && !(await renamePerson(sql, member.personId, accountId, part, name))) {
        throw new Refusal('AccessDenied', 'This person works with others too: only they change their name.')
      }
      if (grant) await changeGrants(sql, accountId, member, replaced(member.grants))
      return
    }
    const { id, grants, language, name: presentName } = invitation!
    const changed = { name: name || presentName, grants: replaced(grants) }
    // who invited was answered the link: one that gives more than they had is mailed anew, with another link
    if (next.address === address.address && !givesMore(changed.grants, grants)) {
      return updateInvitation(sql, id, changed)
    }
    await endInvitationsOf(sql, principal, address.address)
    const inviterId = await readCallingPerson(sql, principal)
    await inviteWithin(sql, keys, principal, { ...next, ...changed, language, inviterId }, bases)
  })
}

const ownAddress = 'The address is what a person signs in with: only they change it, in the console.'

/**
 * Takes a person out of a team: a client's team ends the grants on the client, the account's team all grants in the account.
 * @throws Refusal UnknownPerson, LastOwner, and as findTeam and checkMayChange do
 */
export async function removeFromTeam(db: Database, principal: Principal, named: Named): Promise<void> {
  const { accountId } = principal
  await ofTeam(db, principal, named, async (sql, { member, invitation }, clientId, { address }) => {
    const kept = (member ?? invitation!).grants.filter(row => clientId !== null && !isOn(clientId)(row))
    if (member) return changeGrants(sql, accountId, member, kept)
    if (kept.length === 0) return endInvitationsOf(sql, principal, address)
    await updateInvitation(sql, invitation!.id, { name: invitation!.name, grants: kept })
  })
}

/** In place of the person who was chosen before. @throws Refusal UnknownPerson, NotYetMember, and as findTeam and checkMayChange do */
export async function setPrimaryContact(db: Database, principal: Principal, named: Named): Promise<void> {
  const { accountId } = principal
  await ofTeam(db, principal, named, async (sql, { publicId }, clientId) => {
    if (publicId === undefined) throw new Refusal('NotYetMember', 'The person has not accepted the invitation yet.')
    const before = await findPrimaryOf(sql, accountId, clientId)
    const displaced = before && (await lockMember(sql, accountId, partOf(principal), before))
    if (displaced) checkMayChange(principal, 'primary contact', displaced.grants)
    await setPrimary(sql, accountId, clientId, publicId)
  })
}

type Work<Value> = (sql: Transaction, found: Found, clientId: number | null, address: Address) => Promise<Value>

/**
 * Changes a person of a team, or an invitation to it, holding the lock of the account.
 * @throws Refusal UnknownPerson, and as findTeam and checkMayChange do
 */
function ofTeam(db: Database, principal: Principal, named: Named, work: Work<void>): Promise<void> {
  return withAddress(db, principal, named, async (sql, found, clientId, address) => {
    const grants = (found.member ?? found.invitation)?.grants ?? []
    if (!grants.some(isOn(clientId))) throw unknownPersonRefusal()
    checkMayChangeFound(principal, found)
    return work(sql, found, clientId, address)
  })
}

/** @throws Refusal AccessDenied */
function checkMayChangeFound(principal: Principal, { member, invitation }: Found): void {
  if (member) checkMayChange(principal, 'person', member.grants)
  else if (invitation) checkMayChange(principal, 'invitation', invitation.grants)
}

/** The same whether or not the address is of the team. @throws Refusal InvalidEmail, and as findTeam does */
async function withAddress<Value>(
  db: Database,
  principal: Principal,
  { client, email }: Named,
  work: Work<Value>,
): Promise<Value> {
  const { accountId } = principal
  // the client is judged first, as an identifier in a path is
  const clientId = await placeOf(db, principal, client)
  const address = addressOf(email)
  return transaction(db, async sql => {
    await lockAccount(sql, accountId)
    return work(sql, await find(sql, accountId, partOf(principal), address), clientId, address)
  })
}

/** Null for the whole account. @throws Refusal InvalidClientId, AccessDenied */
function placeOf(sql: Sql, principal: Principal, client: string | null): Promise<number | null> {
  return findPlace(sql, principal.accountId, partOf(principal), client)
}

/** @throws Refusal AccessDenied, InvalidAccessLevel */
function grantGiven(principal: Principal, clientId: number | null, level: number): GrantRow {
  const given = grantOfLevel(level)
  checkLevel(given)
  const grant = { ...given, clientId }
  checkMayGive(principal, [grant])
  return grant
}

/** @throws Refusal InvalidEmail */
function addressOf(email: string | null): Address {
  const address = parseAddress(email)
  if (!address) throw new Refusal('InvalidEmail')
  return address
}

function isOn(clientId: number | null) {
  return (grant: GrantRow) => grant.clientId === clientId
}

interface Found {
  readonly member?: Member
  readonly publicId?: string
  readonly invitation?: PendingInvitation
}

/** The person of an address, else its open invitation. */
async function find(sql: Transaction, accountId: number, part: Part, { address }: Address): Promise<Found> {
  const publicId = await findMemberByAddress(sql, accountId, part, address)
  const member = publicId === undefined ? undefined : await lockMember(sql, accountId, part, publicId)
  if (member) return { member, publicId: publicId! } // without one there is no member
  const invitations = await lockInvitationsOf(sql, accountId, part, address)
  const invitation = invitations.find(({ isExpired }) => !isExpired)
  return invitation ? { invitation } : {}
}
