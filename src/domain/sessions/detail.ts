/** Who is signed in, where, and with which rights. */
import { type RightSet, type Role, rightsOfLevel, rightsOfRole, roleOf } from '../../contract/rights.ts'
import { recoveryCodesLeft } from '../../store/accounts/factors.ts'
import { namedGrants, type SessionDetailRow, sessionDetail } from '../../store/accounts/session-detail.ts'
import { accountsOfPerson, type PersonAccount } from '../../store/accounts/sign-in.ts'
import type { Database } from '../../store/connection/database.ts'

export interface DetailedGrant {
  /** Null for the whole account. */
  readonly clientPublicId: string | null
  readonly clientName: string | null
  /** Custom: rights that are those of no role. */
  readonly role: Role | 'Custom'
  readonly rights: RightSet
}

export interface SessionDetail extends SessionDetailRow {
  readonly grants: readonly DetailedGrant[]
  readonly accounts: readonly PersonAccount[]
  readonly recoveryCodesLeft: number
}

export async function detailOf(db: Database, sessionId: number): Promise<SessionDetail> {
  const row = await sessionDetail(db, sessionId)
  if (!row) throw new Error(`Session ${sessionId} is gone.`) // its call was authenticated by it
  const { personId, accountId } = row
  if (personId === null) {
    const account = { accountId, publicId: row.accountPublicId, name: row.accountName }
    return { ...row, grants: [grantOfLogin(row)], accounts: [account], recoveryCodesLeft: 0 }
  }
  const [grants, accounts, left] = await Promise.all([
    namedGrants(db, personId, accountId),
    accountsOfPerson(db, personId),
    row.hasFactor ? recoveryCodesLeft(db, personId) : 0,
  ])
  const detailed = grants.map(grant => {
    const role = grant.role as Role // the table's check names the roles
    return { ...grant, role, rights: rightsOfRole(role) }
  })
  return { ...row, grants: detailed, accounts, recoveryCodesLeft: left }
}

/** A user of the account who is no person yet has every right. */
function grantOfLogin({ clientPublicId, clientName, level }: SessionDetailRow): DetailedGrant {
  if (clientPublicId === null) return { clientPublicId, clientName, role: 'Owner', rights: rightsOfRole('Owner') }
  const rights = rightsOfLevel(level)
  return { clientPublicId, clientName, role: roleOf(rights) ?? 'Custom', rights }
}
