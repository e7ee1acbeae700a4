/**
 * Grants of people: a role on the account or on a client. Who has the right People on the account gives and takes any grant in it, who
 * has it on clients those on them, and no caller gives or takes a right that they lack. See docs/people-and-keys.md#people.
 */
import { Refusal } from '../../contract/refusals.ts'
import { everyAccessLevel, type RoleAndLevel } from '../../contract/rights.ts'
import { isPublicId } from '../../lib/ids.ts'
import { type GrantRow, readClientsByPublicId } from '../../store/accounts/access.ts'
import type { Part } from '../../store/accounts/people.ts'
import {
  endSessionsAndInvitations,
  hasOtherOwner,
  lockMember,
  type Member,
  removeWithoutGrants,
  replaceGrants,
  withdrawLogin,
} from '../../store/accounts/person-grants.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { lockAccount } from '../../store/limits/occurrences.ts'
import { checkHoldsAll, heldByGrants, lackingRights } from '../access/held-rights.ts'
import { clientsWithRight, grantOfRow, type Principal } from '../access/principal.ts'
import { revokeExceedingKeys } from '../accounts/scoped-keys.ts'

/** A grant as a caller gives it; the client's public id is absent or empty for the whole account. */
export interface GivenGrant extends RoleAndLevel {
  readonly clientPublicId: string | null
}

/** Grants of one person in one account. */
const mostGrants = 200

/** The part of the account whose people a principal looks after: null for all of it. */
export function partOf(principal: Principal): Part {
  return clientsWithRight(principal, 'People')
}

/**
 * Finds the clients that grants name.
 * @throws Refusal InvalidClientId for a client that is not within the part or does not exist, AccessDenied for a grant on the whole
 *   account by who looks after a part, InvalidAccessLevel, InvalidParameter
 */
export async function readGrants(
  sql: Sql,
  accountId: number,
  part: Part,
  given: readonly GivenGrant[],
): Promise<readonly GrantRow[]> {
  if (given.length > mostGrants) throw new Refusal('InvalidParameter', `A person has at most ${mostGrants} grants.`)
  const places = await findPlaces(
    sql,
    accountId,
    part,
    given.map(({ clientPublicId }) => clientPublicId),
  )
  const grants = given.map(({ role, accessLevel }, n): GrantRow => {
    checkLevel({ role, accessLevel })
    return { clientId: places[n]!, role, accessLevel }
  })
  if (new Set(grants.map(({ clientId }) => clientId)).size < grants.length) {
    throw new Refusal('InvalidParameter', 'Grants must name each client once, and the whole account once.')
  }
  return grants
}

/** The id of a client within the part; null for the whole account. @throws Refusal InvalidClientId, AccessDenied */
export async function findPlace(
  sql: Sql,
  accountId: number,
  part: Part,
  clientPublicId: string | null,
): Promise<number | null> {
  const [place] = await findPlaces(sql, accountId, part, [clientPublicId])
  return place!
}

async function findPlaces(
  sql: Sql,
  accountId: number,
  part: Part,
  given: readonly (string | null)[],
): Promise<readonly (number | null)[]> {
  const asked = given.flatMap(publicId => (isPublicId(publicId) ? [publicId.toLowerCase()] : []))
  const found = new Map(
    (asked.length === 0 ? [] : await readClientsByPublicId(sql, asked))
      .filter(client => client.accountId === accountId && (part === null || part.includes(client.clientId)))
      .map(({ clientPublicId, clientId }) => [clientPublicId, clientId] as const),
  )
  return given.map(publicId => {
    if (publicId === null || publicId.trim() === '') {
      if (part !== null) throw new Refusal('AccessDenied', 'The whole account needs the right People there.')
      return null
    }
    const clientId = found.get(publicId.toLowerCase())
    if (clientId === undefined) throw new Refusal('InvalidClientId', 'You do not reach such a client.')
    return clientId
  })
}

/** @throws Refusal AccessDenied for a grant with a right that the principal lacks there */
export function checkMayGive(principal: Principal, grants: readonly GrantRow[]): void {
  for (const grant of grants)
    checkHoldsAll(principal, [grantOfRow(grant)], lacking => `You cannot give ${grant.role}: you lack ${lacking}.`)
}

/**
 * Whether the principal may change or end what a person or an invitation has where the principal looks after people, whatever part of
 * it a call names. The refusal names no rights: some may be of a grant that is not shown.
 * @throws Refusal AccessDenied
 */
export function checkMayChange(
  principal: Principal,
  what: 'person' | 'invitation' | 'primary contact',
  grants: readonly GrantRow[],
): void {
  const held = heldByGrants(grants, partOf(principal))
  checkHoldsAll(
    principal,
    held,
    () => `This ${what} has rights that you lack: ask someone who has all of them, such as an Owner.`,
  )
}

/** @throws Refusal InvalidAccessLevel */
export function checkLevel({ role, accessLevel }: RoleAndLevel): void {
  if (accessLevel === null ? role === 'Custom' : accessLevel < 1 || accessLevel > everyAccessLevel) {
    throw new Refusal(
      'InvalidAccessLevel',
      `AccessLevel must be from 1 to ${everyAccessLevel}; the role Custom needs one.`,
    )
  }
}

/**
 * Replaces the grants of a person within the part of the account that the principal looks after. Without any grant left in the
 * account the person leaves it. Where a right is lost, sessions end, keys of the person are revoked and invitations it sent end.
 * @throws Refusal UnknownPerson, LastOwner, AddressRequired, and as checkMayChange, readGrants and checkMayGive do
 */
export async function setGrants(
  db: Database,
  principal: Principal,
  publicId: string | null,
  given: readonly GivenGrant[],
): Promise<void> {
  const part = partOf(principal)
  const { accountId } = principal
  await transaction(db, async sql => {
    await lockAccount(sql, accountId)
    const member = isPublicId(publicId) ? await lockMember(sql, accountId, part, publicId) : undefined
    if (!member) throw unknownPersonRefusal()
    checkMayChange(principal, 'person', member.grants)
    const wanted = await readGrants(sql, accountId, part, given)
    checkMayGive(principal, wanted)
    const outside = member.grants.filter(({ clientId }) => part !== null && !part.includes(clientId ?? 0))
    await changeGrants(sql, accountId, member, [...outside, ...wanted])
  })
}

export function unknownPersonRefusal(): Refusal {
  return new Refusal('UnknownPerson', 'There is no such person among those you look after.')
}

/**
 * Replaces all grants of a member of the account, whose lock the caller holds. @throws Refusal LastOwner, AddressRequired
 */
export async function changeGrants(
  sql: Transaction,
  accountId: number,
  member: Member,
  next: readonly GrantRow[],
): Promise<void> {
  const { personId, grants: present } = member
  const endsAsOwner = present.some(isOwner) && !next.some(isOwner)
  if (endsAsOwner && !(await hasOtherOwner(sql, accountId, personId))) {
    throw new Refusal('LastOwner', 'An account keeps an Owner; make another person Owner first.')
  }
  const endsAsUser = endsAsOwner && member.loginAccountId === accountId
  if (endsAsUser && next.length > 0 && member.address === null) {
    throw new Refusal(
      'AddressRequired',
      'This person signs in with a user name only, and needs an email address first.',
    )
  }
  await replaceGrants(sql, personId, accountId, next)
  if (givesMore(present, next)) {
    await endSessionsAndInvitations(sql, personId, accountId)
    await revokeExceedingKeys(sql, personId)
  }
  const isGone = next.length === 0 && (await removeWithoutGrants(sql, personId))
  if (endsAsUser && !isGone) await withdrawLogin(sql, personId)
}

/** Whether some grants give a right, somewhere, that others do not. */
export function givesMore(grants: readonly GrantRow[], others: readonly GrantRow[]): boolean {
  return lackingRights(others.map(grantOfRow), heldByGrants(grants, null)) !== 0
}

function isOwner({ clientId, role }: GrantRow): boolean {
  return clientId === null && role === 'Owner'
}
