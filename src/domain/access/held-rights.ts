/**
 * What a caller may do with what others hold: the grants of a person, an invitation, a key, the login of a client. Handing it on, mailing
 * or addressing it anew, resetting, reviving and ending it all need every right that it gives, where it gives them, whatever part of it
 * a call names. Otherwise a caller could take it over, or take it from someone who may do more.
 * See docs/people-and-keys.md#what-others-hold.
 */
import { Refusal } from '../../contract/refusals.ts'
import { type RightSet, rightsIn, rightsOfGrant, rightsOfScopes, type Scope } from '../../contract/rights.ts'
import type { GrantRow } from '../../store/accounts/access.ts'
import { type Grant, grantOfRow, type Principal, rightsOn } from './principal.ts'

/** @throws Refusal AccessDenied where the subject holds a right that the caller lacks there */
export function checkHoldsAll(
  { grants }: Pick<Principal, 'grants'>,
  held: readonly Grant[],
  detailOf: (lacking: string) => string,
): void {
  const lacking = lackingRights(grants, held)
  if (lacking !== 0) throw new Refusal('AccessDenied', detailOf(rightsIn(lacking).join(', ')))
}

/** The rights that a subject holds and a caller lacks, each where the subject holds it. */
export function lackingRights(grants: readonly Grant[], held: readonly Grant[]): RightSet {
  return held.reduce<RightSet>((all, { clientId, rights }) => all | (rights & ~rightsOn(grants, clientId)), 0)
}

/**
 * What grants of a person or an invitation give within a part of the account: on each client of the part that they name, with what is
 * given there by a grant on the whole account. What they give elsewhere is neither shown to who looks after the part nor changed by them.
 * @param part null for the whole account
 */
export function heldByGrants(rows: readonly GrantRow[], part: readonly number[] | null): readonly Grant[] {
  const grants = rows.map(grantOfRow)
  return grants
    .filter(({ clientId }) => part === null || (clientId !== null && part.includes(clientId)))
    .map(({ clientId }) => ({ clientId, rights: rightsOn(grants, clientId) }))
}

/** @param clientIds null for the whole account */
export function heldByKey(scopes: readonly string[], clientIds: readonly number[] | null): readonly Grant[] {
  const rights = rightsOfScopes(scopes as readonly Scope[]) // written by Key.Create alone
  return (clientIds ?? [null]).map(clientId => ({ clientId, rights }))
}

/** @param accessLevel 0 of a login whose access was withdrawn */
export function heldByLogin(clientId: number, accessLevel: number): readonly Grant[] {
  return [{ clientId, rights: rightsOfGrant({ role: 'Custom', accessLevel }) }]
}
