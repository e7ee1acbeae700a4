/** What is held, of the clients a caller reaches and of the whole installation. */
import type { Database } from '../../store/connection/database.ts'
import { type ActiveAlarm, findActiveAlarms } from '../../store/limits/complaint-alarms.ts'
import { findActiveHolds, type HoldKind } from '../../store/limits/guards.ts'
import { clientsWithRight, mayOnAccount, type Principal } from '../access/principal.ts'
import { reasonOf } from '../clients/complaints.ts'
import { cutPage, isNumberKey, readCursorPage } from '../paging/cursors.ts'

export interface HoldPage {
  readonly rows: readonly (ActiveAlarm & { readonly reason: string })[]
  readonly nextCursor: string
  /** Sentences; none for callers who may not see the settings of the account. */
  readonly installation: readonly string[]
}

/** The newest hold first. @throws Refusal InvalidParameter */
export async function listHolds(
  db: Database,
  principal: Principal,
  request: { readonly cursor: string | null; readonly limit: number },
): Promise<HoldPage> {
  const { after, limit } = readCursorPage(request, isNumberKey)
  const [rows, installation] = await Promise.all([
    findActiveAlarms(db, principal.accountId, clientsWithRight(principal, 'Draft'), {
      after: after?.[0],
      limit: limit + 1,
    }),
    mayOnAccount(principal, 'Settings') ? findActiveHolds(db) : [],
  ])
  const kinds = new Set(installation.map(({ kind }) => kind))
  const page = cutPage(rows, limit, ({ id }) => [id])
  return {
    rows: page.rows.map(row => ({ ...row, reason: reasonOf(row) })),
    nextCursor: page.nextCursor,
    installation: [...kinds].map(kind => `Nothing is sent: ${sentences[kind]} ${cure}`),
  }
}

const cure = 'The operator looks into it and lets sending go on with lettershop resume-sending.'

/** The kind only: details name folders and machines of the operator. */
const sentences: Readonly<Record<HoldKind, string>> = {
  'database restored': 'the database was restored from a backup, so mails may have gone out that it does not know of.',
  'database copied': 'the database is a copy, and the original may be sending.',
  'data folder copied': 'a data folder is a copy, and the original may be sending.',
  'data folder restored': 'a data folder was restored from a backup.',
  'long silence': 'no sender ran for a long time, and much may be overdue.',
  clock: 'the clock of a machine leapt.',
  'by hand': 'an operator held sending.',
  'commits lost': 'the database lost its last changes when another server took over.',
}
