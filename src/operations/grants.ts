/** Records of grants: of people, of invitations, and of the signed-in person. */
import { levelOfGrant, rightsIn, rightsOfGrant } from '../contract/rights.ts'
import { roleOfRow } from '../domain/access/principal.ts'
import type { StoredRole } from '../store/accounts/access.ts'

/** @param on the client of the grant; its id and name are null for the whole account */
export function describeGrant(
  stored: StoredRole,
  on: { readonly clientPublicId: string | null; readonly clientName: string | null },
) {
  const grant = roleOfRow(stored)
  return {
    ClientID: on.clientPublicId ?? '',
    ClientName: on.clientName ?? '',
    Role: grant.role,
    AccessLevel: levelOfGrant(grant),
    Rights: rightsIn(rightsOfGrant(grant)),
  }
}
