/** The suppression list of a client, page by page in the order of the addresses' bytes; each reason has its part of the index. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import { type AddressesFrom, addressesFrom } from './subscriber-list.ts'
import type { SuppressionReason } from './suppressions.ts'

export interface SuppressionRow {
  readonly address: string
  readonly email: string
  readonly reason: SuppressionReason
  /** Local time of the client. */
  readonly date: string
  /** As `domain/subscribers/evidence.ts` writes it. */
  readonly evidence: unknown
  /** Null where no campaign was the occasion, or it is purged. */
  readonly campaignName: string | null
  /** Whose key it came with; null where no login did it, or it is gone. */
  readonly username: string | null
}

export interface SuppressionPage extends AddressesFrom {
  readonly clientId: number
  readonly timeZone: string
  readonly reasons: readonly SuppressionReason[]
  readonly limit: number
}

/** Served by the index suppressions_by_address. */
export async function suppressionPage(sql: Sql, page: SuppressionPage): Promise<SuppressionRow[]> {
  const { clientId, timeZone, reasons, limit } = page
  return sql<SuppressionRow[]>`
    select s.address, s.email, s.reason, ${localTime(sql, 's.at', timeZone)} as date, s.evidence, m.name as campaign_name, i.username
    from (
      select k.*
      from unnest(${reasons as string[]}::text[]) as wanted (reason)
      cross join lateral (
        select address
        from suppressions
        where client_id = ${clientId} and reason = wanted.reason ${addressesFrom(sql, page)}
        order by address collate "C"
        limit ${limit}
      ) k
      order by address collate "C"
      limit ${limit}
    ) k
    join suppressions s on s.client_id = ${clientId} and s.address = k.address
    left join campaigns m on m.client_id = s.client_id and m.id = (s.evidence ->> 'campaignId')::bigint
    left join logins i on i.id = (s.evidence ->> 'loginId')::bigint
    order by k.address collate "C"`
}
