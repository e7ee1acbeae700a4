/** Data by which traces of an erased contact are found. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { Erasing } from './contact-rows.ts'

export interface Tracing extends Erasing {
  /** All spellings of the address that were found, in lower case. */
  readonly spellings: readonly string[]
  /** Ids of the contact's memberships. */
  readonly subscriberIds: readonly number[]
  /** Work that began before may contain the contact. */
  readonly lookedAt: Date
}

/** Whether row `t` belongs to the recipient `r`, and `r` to this erasure. */
export function isErased(sql: Sql, { clientId, erasureId }: Tracing): Fragment {
  return sql`r.client_id = ${clientId} and r.erasure_id = ${erasureId} and t.campaign_id = r.campaign_id and t.number = r.number`
}

export function isOurs(sql: Sql, { spellings }: Tracing, email: Fragment): Fragment {
  return sql`lower(${email}) = any(${spellings as string[]}::text[])`
}
