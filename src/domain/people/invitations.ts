/** Invitations: sent, listed, revoked. See docs/people-and-keys.md#invitations. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { GrantRow } from '../../store/accounts/access.ts'
import {
  endInvitation,
  insertInvitation,
  lockInvitation,
  lockInvitationsOf,
  type NewInvitation,
  type PendingInvitation,
  readInvitationsBefore,
} from '../../store/accounts/invitations.ts'
import { type Part, readCallingPerson } from '../../store/accounts/people.ts'
import { countMembers, isMember } from '../../store/accounts/person-grants.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { lockAccount, takeWithinHour } from '../../store/limits/occurrences.ts'
import type { KeyRing } from '../access/keys.ts'
import type { Principal } from '../access/principal.ts'
import { cutPage, isNumberKey, readCursorPage } from '../paging/cursors.ts'
import { type Address, parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { checkMayChange, checkMayGive, type GivenGrant, partOf, readGrants } from './grants.ts'
import { encryptToken, mailedPaths, newToken } from './mailed-tokens.ts'
import { longestPersonName } from './people.ts'

export interface InvitationOrder {
  readonly email: string | null
  /** How the mail greets; the person may choose another name. */
  readonly name: string | null
  /** Of the mail; English unless given. */
  readonly language: string | null
  readonly grants: readonly GivenGrant[]
}

/** Where links lead. */
export interface LinkBases {
  /** Of the mail; undefined where only the process that mails it knows. */
  readonly mail: string | undefined
  /** Of the link in the answer. */
  readonly answer: string
}

export interface SentInvitation {
  readonly publicId: string
  /** Local time of the account. */
  readonly expiresAt: string
  /** Not stored: this is the only time it is shown. */
  readonly link: string
}

/** People of an account, with those who are invited. */
export const mostPeople = 1000
/** Within an hour. */
const mostOfAddress = 3
const mostOfAccount = 100

/**
 * Invites a person by mail. An open invitation of the address that the principal could revoke ends.
 * @throws Refusal InvalidEmail, GrantsRequired, AlreadyMember, TooManyPeople, TooManyInvitations, InvalidLanguage, ValueTooLong,
 *   InvalidCharacters, and as readGrants, checkMayGive and endInvitationsOf do
 */
export async function invite(
  { db, keys }: { readonly db: Database; readonly keys: KeyRing },
  principal: Principal,
  order: InvitationOrder,
  bases: LinkBases,
): Promise<SentInvitation> {
  const { accountId } = principal
  const part = partOf(principal)
  const address = parseAddress(order.email)
  if (!address) throw new Refusal('InvalidEmail')
  const name = cleanLine('Name', order.name, longestPersonName)
  const language = readLanguage(order.language?.trim() ? order.language : 'en')
  if (order.grants.length === 0)
    throw new Refusal('GrantsRequired', 'Grants must name a role on the account or a client.')
  const grants = await readGrants(db, accountId, part, order.grants)
  checkMayGive(principal, grants)
  return transaction(db, async sql => {
    await lockAccount(sql, accountId)
    const inviterId = await readCallingPerson(sql, principal)
    return inviteWithin(sql, keys, principal, { ...address, name, language, grants, inviterId }, bases)
  })
}

/**
 * The same of what was read, in the transaction of a caller that holds the lock of the account.
 * @throws Refusal AlreadyMember, TooManyPeople, TooManyInvitations, and as endInvitationsOf does
 */
export async function inviteWithin(
  sql: Transaction,
  keys: KeyRing,
  principal: Principal,
  invited: Omit<NewInvitation, 'accountId' | 'tokenHash' | 'invitedBy'>,
  bases: LinkBases,
): Promise<SentInvitation> {
  const { accountId, username } = principal
  await checkRoom(sql, accountId, partOf(principal), invited)
  await endInvitationsOf(sql, principal, invited.address)
  const { token, hash } = newToken()
  return sendInvitation(sql, keys, { ...invited, accountId, tokenHash: hash, invitedBy: username }, token, bases)
}

/**
 * Ends the invitations of an address that the principal sees, before another takes their place.
 * @throws Refusal AccessDenied where one has more than the principal
 */
export async function endInvitationsOf(sql: Transaction, principal: Principal, address: string): Promise<void> {
  const invitations = await lockInvitationsOf(sql, principal.accountId, partOf(principal), address)
  for (const invitation of invitations) await end(sql, principal, invitation)
}

/** One that has expired gives nothing any more. @throws Refusal AccessDenied */
async function end(
  sql: Transaction,
  principal: Principal,
  { id, grants, isExpired }: PendingInvitation,
): Promise<void> {
  if (!isExpired) checkMayChange(principal, 'invitation', grants)
  await endInvitation(sql, id)
}

/** Stores an invitation and has it mailed. */
export async function sendInvitation(
  sql: Sql,
  keys: KeyRing,
  invitation: NewInvitation & { readonly grants: readonly GrantRow[] },
  token: string,
  bases: LinkBases,
): Promise<SentInvitation> {
  const { id, publicId, expiresAt } = await insertInvitation(sql, invitation)
  await enqueue(sql, 'invitationMail', {
    invitationId: id,
    token: encryptToken(keys, token, id),
    publicUrl: bases.mail,
  })
  return { publicId, expiresAt, link: bases.answer + mailedPaths.invitation(token) }
}

/** The caller holds the lock of the account. */
async function checkRoom(
  sql: Transaction,
  accountId: number,
  part: Part,
  { address }: Pick<Address, 'address'>,
): Promise<void> {
  if (await isMember(sql, accountId, part, address)) {
    throw new Refusal(
      'AlreadyMember',
      'A person with this address is a member already; Person.SetGrants changes what it may do.',
    )
  }
  const { people, invitations } = await countMembers(sql, accountId)
  if (people + invitations >= mostPeople) {
    throw new Refusal('TooManyPeople', `An account has at most ${mostPeople} people, with those who are invited.`)
  }
  const full = await takeWithinHour(sql, [
    { kind: 'invitation of address', subject: address, most: mostOfAddress, whose: 'An address is' },
    {
      kind: 'invitation of account',
      subject: String(accountId),
      most: mostOfAccount,
      whose: 'People of an account are',
    },
  ])
  if (full) throw new Refusal('TooManyInvitations', `${full.whose} invited at most ${full.most} times within an hour.`)
}

/** Newest first; those all of whose grants are within the part that the principal looks after. @throws Refusal InvalidParameter */
export async function listInvitations(
  sql: Sql,
  principal: Principal,
  asked: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(asked, isNumberKey)
  const before = after?.[0] ?? null
  const rows = await readInvitationsBefore(sql, principal.accountId, partOf(principal), before, limit + 1)
  return cutPage(rows, limit, ({ id }) => [id])
}

/** @throws Refusal UnknownInvitation, AccessDenied */
export async function revoke(db: Database, principal: Principal, publicId: string | null): Promise<void> {
  await transaction(db, async sql => {
    const part = partOf(principal)
    const found = isPublicId(publicId) ? await lockInvitation(sql, principal.accountId, part, publicId) : undefined
    if (!found) throw new Refusal('UnknownInvitation', 'There is no such invitation, or it was accepted or revoked.')
    await end(sql, principal, found)
  })
}
