/** Callers and their rights on the account or on clients of it (design §9). */
import { Refusal } from '../../contract/refusals.ts'
import { includesRight, type Right, type RightSet, type RoleAndLevel, rightsOfGrant } from '../../contract/rights.ts'
import type { GrantRow, StoredRole } from '../../store/accounts/access.ts'

/** Rights on a client, or on the whole account. */
export interface Grant {
  /** Null for the whole account: every client it has, and itself. */
  readonly clientId: number | null
  readonly rights: RightSet
}

/** What is stored, read: the check of the table names the roles. */
export function roleOfRow({ role, accessLevel }: StoredRole): RoleAndLevel {
  return { role: role as RoleAndLevel['role'], accessLevel }
}

/** A stored grant, with the rights it gives. */
export function grantOfRow(row: GrantRow): Grant {
  return { clientId: row.clientId, rights: rightsOfGrant(roleOfRow(row)) }
}

/** A caller with its rights on the account and its clients. */
export interface Principal {
  /** A login has a historical key or a session, a person a session; a key has scopes. */
  readonly kind: 'login' | 'person' | 'key'
  /** Of its kind. */
  readonly id: number
  /** 0 for what is no login. */
  readonly loginId: number
  /** Its name, for histories. */
  readonly username: string
  readonly accountId: number
  readonly grants: readonly Grant[]
  /** The session that the call came with. */
  readonly sessionId?: number
  /** The account requires a second factor, and the caller of the session has none: only that can be changed. */
  readonly needsFactor?: boolean
  /** The key the call came with was replaced and works only until its overlap ends. */
  readonly keyIsReplaced?: boolean
}

/** Whether it may do this on the whole account. */
export function mayOnAccount({ grants }: Principal, right: Right): boolean {
  return grants.some(({ clientId, rights }) => clientId === null && includesRight(rights, right))
}

/** The clients of its account that it reaches: null for all of them. */
export function reachedClients({ grants }: Principal): readonly number[] | null {
  const clientIds = grants.map(({ clientId }) => clientId)
  return clientIds.includes(null) ? null : (clientIds as number[])
}

/** What a principal may do on a client of its account: none where it does not reach it. */
export function grantsOn({ grants }: Principal, clientId: number): readonly Grant[] {
  return grants.filter(grant => grant.clientId === null || grant.clientId === clientId)
}

/** Whether a grant gives a right, where it holds. */
export function mayOn({ rights }: Grant, right: Right): boolean {
  return includesRight(rights, right)
}

/** Whether it may do this on a client of its account. */
export function mayOnClient(principal: Principal, clientId: number, right: Right): boolean {
  return grantsOn(principal, clientId).some(grant => mayOn(grant, right))
}

/** The clients of its account on which it may do this: null for all of them. */
export function clientsWithRight(principal: Principal, right: Right): readonly number[] | null {
  return reachedClients({
    ...principal,
    grants: principal.grants.filter(grant => mayOn(grant, right)),
  })
}

/** What grants allow on a client, or with null on the account itself. */
export function rightsOn(grants: readonly Grant[], clientId: number | null): RightSet {
  return grants.reduce<RightSet>(
    (rights, grant) => (grant.clientId === null || grant.clientId === clientId ? rights | grant.rights : rights),
    0,
  )
}

/** Whether it may do this on the account, or on some client of it. */
export function maySomewhere({ grants }: Principal, right: Right): boolean {
  return grants.some(({ rights }) => includesRight(rights, right))
}
/** @throws Refusal SecondFactorRequired for a session that is good for setting up a second factor only */
export function refuseWithoutFactor({ kind, needsFactor }: Principal): void {
  if (!needsFactor) return
  throw new Refusal(
    'SecondFactorRequired',
    kind === 'person'
      ? 'The account requires a second factor: set one up with Factor.Begin and Factor.Confirm.'
      : 'The account requires a second factor, which only people have: ask it to invite you with an address of your own.',
  )
}
