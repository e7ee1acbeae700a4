/** Who is signed in, where, and with which rights. */
import { everyAccessLevel, grantOfLevel } from '../../contract/rights.ts'
import { readRecoveryCodesLeft } from '../../store/accounts/factors.ts'
import {
  findSessionDetail,
  type NamedGrant,
  readNamedGrants,
  type SessionDetailRow,
} from '../../store/accounts/session-detail.ts'
import { type PersonAccount, readAccountsOfPerson } from '../../store/accounts/sign-in.ts'
import type { Database } from '../../store/connection/database.ts'

export interface SessionDetail extends SessionDetailRow {
  readonly grants: readonly NamedGrant[]
  readonly accounts: readonly PersonAccount[]
  readonly recoveryCodesLeft: number
}

export async function readSessionDetail(db: Database, sessionId: number): Promise<SessionDetail> {
  const row = await findSessionDetail(db, sessionId)
  if (!row) throw new Error(`Session ${sessionId} is gone.`) // its call was authenticated by it
  const { personId, accountId } = row
  if (personId === null) {
    const account = { accountId, publicId: row.accountPublicId, name: row.accountName }
    return { ...row, grants: [grantOfLogin(row)], accounts: [account], recoveryCodesLeft: 0 }
  }
  const [grants, accounts, left] = await Promise.all([
    readNamedGrants(db, personId, accountId),
    readAccountsOfPerson(db, personId),
    row.hasFactor ? readRecoveryCodesLeft(db, personId) : 0,
  ])
  return { ...row, grants, accounts, recoveryCodesLeft: left }
}

/** A user of the account who is no person yet has every right. */
function grantOfLogin({ clientPublicId, clientName, level }: SessionDetailRow): NamedGrant {
  return { clientPublicId, clientName, ...grantOfLevel(clientPublicId === null ? everyAccessLevel : level) }
}
