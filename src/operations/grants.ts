/** Grants as they are shown: of people, of invitations, and of who is signed in. */
import type { GrantedRole } from '../contract/people-records.ts'
import { type RightSet, rightsIn } from '../contract/rights.ts'

/** @param clientId empty for the whole account, as the name is */
export function granted(
  clientId: string | null,
  clientName: string | null,
  role: (typeof GrantedRole.values)[number],
  rights: RightSet,
) {
  return { ClientID: clientId ?? '', ClientName: clientName ?? '', Role: role, Rights: rightsIn(rights) }
}
