/** Account.GetOverview: the clients that need a hand. See docs/decisions/overviews.md#what-an-account-sees-of-its-clients. */

import type { AccountMonth } from '../../store/accounts/account-month.ts'
import { clientNeeds, type NeedsKey, type NeedsRow, readClientsByNeed } from '../../store/accounts/account-overview.ts'
import type { Database } from '../../store/connection/database.ts'
import { clientsWithRight, mayOnAccount, type Principal, reachedClients } from '../access/principal.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { readMonth } from './account-month.ts'

/** A client is warned again in this time while its complaints stay high (complaints.ts). */
const warningDays = 7
/** For so long a client with an import that failed needs a hand. */
const failedDays = 7
const dayMs = 86_400_000

export interface AccountOverview {
  readonly rows: readonly NeedsRow[]
  readonly nextCursor: string
  /** Undefined on later pages, and for who may not read the reports of the whole account. */
  readonly month: AccountMonth | undefined
}

/** The needs of each client, as far as the caller may see them there. @throws Refusal InvalidParameter */
export async function readAccountOverview(
  db: Database,
  principal: Principal,
  request: { readonly cursor: string | null; readonly limit: number },
  now: Date,
): Promise<AccountOverview> {
  const { after, limit } = readCursorPage(request, isNeedsKey)
  const [rows, month] = await Promise.all([
    readClientsByNeed(db, {
      accountId: principal.accountId,
      reached: reachedClients(principal),
      campaigns: clientsWithRight(principal, 'ReadReports'),
      sending: clientsWithRight(principal, 'Draft'),
      webhooks: clientsWithRight(principal, 'Events'),
      imports: clientsWithRight(principal, 'Import'),
      warnedSince: new Date(now.getTime() - warningDays * dayMs),
      failedSince: new Date(now.getTime() - failedDays * dayMs),
      after: after && keyOf(after),
      limit: limit + 1,
    }),
    after === undefined && mayOnAccount(principal, 'ReadReports') ? readMonth(db, principal.accountId, now) : undefined,
  ])
  const sortKey = ({ place, nextAt, name, clientId }: NeedsKey) => [place, nextAt, name, clientId]
  return { ...cutPage(rows, limit, sortKey), month }
}

type CursorKey = readonly [place: number, nextAt: number, name: string, clientId: number]

function isNeedsKey(values: SortKey): values is CursorKey {
  const [place, nextAt, name, clientId] = values
  return (
    values.length === 4 &&
    typeof name === 'string' &&
    !name.includes('\0') &&
    [place, nextAt, clientId].every(Number.isSafeInteger) &&
    (place as number) >= 1 && // a safe integer
    (place as number) <= clientNeeds.length + 1
  )
}

function keyOf([place, nextAt, name, clientId]: CursorKey): NeedsKey {
  return { place, nextAt, name, clientId }
}
