/** What an operator changes by commands, in the audit log: of an account, or of the installation and so of every account. */
import { insertAuditEntries, insertForAllAccounts } from '../../store/accounts/audit-log.ts'
import type { Sql } from '../../store/connection/database.ts'

/** Commands that change something, as Audit.List names them. Those about returned mail and campaigns have their own histories. */
export const systemOperations = [
  'lettershop keys rotate',
  'lettershop keys revoke',
  'lettershop passwd',
  'lettershop hold',
  'lettershop resume-sending',
  'lettershop pause',
  'lettershop resume',
  'lettershop link-keys rotate',
  'lettershop link-keys revoke',
  'lettershop backup',
  'lettershop backup schedule',
  'lettershop restore',
  'lettershop distribute',
] as const

export type SystemOperation = (typeof systemOperations)[number]

/** @param whose the account, and the client where it is about one; undefined for the whole installation */
export async function recordSystemChange(
  sql: Sql,
  operation: SystemOperation,
  subject: string,
  whose?: { readonly accountId: number; readonly clientId: number | null },
): Promise<void> {
  if (!whose) return insertForAllAccounts(sql, operation, subject)
  const actor = { actorKind: 'system', actorId: 0, actorName: 'operator', means: 'system' } as const
  await insertAuditEntries(sql, [
    { ...whose, ...actor, wire: '', operation, subject, outcome: '', requestId: '', remote: '' },
  ])
}
