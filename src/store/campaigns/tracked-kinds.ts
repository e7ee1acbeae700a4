/** Whether opens and clicks of a campaign are recorded: never of one that asks for consent. */
import type { Sql } from '../connection/database.ts'

/** Columns `track_opens` and `track_clicks`: which of them a campaign `m` records. */
export function readTrackedKinds(sql: Sql) {
  return sql`m.track_opens and not m.asks_for_consent as track_opens, m.track_clicks and not m.asks_for_consent as track_clicks`
}
