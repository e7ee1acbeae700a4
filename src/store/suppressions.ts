/** Addresses no mail of a client goes to. */
import type { Sql, Transaction } from './database.ts'

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual'

export interface AddressKey {
  readonly clientId: number
  readonly address: string
}

/** Those of the given addresses that their client's suppression list holds. */
export async function suppressedAmong(sql: Sql, keys: readonly AddressKey[]): Promise<readonly AddressKey[]> {
  return sql<AddressKey[]>`
    select s.client_id, s.address
    from unnest(${keys.map(key => key.clientId)}::bigint[], ${keys.map(key => key.address)}::text[]) as k (client_id, address)
    join suppressions s on s.client_id = k.client_id and s.address = k.address`
}

/**
 * Puts an address on the list. What was there stays as it is, except that a complaint replaces any other reason: it is
 * the one nobody may lift by mistake.
 * @returns whether the list changed
 */
export async function suppress(
  sql: Transaction,
  { clientId, address }: AddressKey,
  email: string,
  reason: SuppressionReason,
  evidence: object,
): Promise<boolean> {
  const rows = await sql`
    insert into suppressions (client_id, address, email, reason, at, evidence)
    values (${clientId}, ${address}, ${email}, ${reason}, now(), ${sql.json(evidence as never)})
    on conflict (client_id, address) do update
    set reason = excluded.reason, at = excluded.at, evidence = excluded.evidence
    where excluded.reason = 'complained' and suppressions.reason <> 'complained'
    returning 1`
  return rows.length > 0
}
