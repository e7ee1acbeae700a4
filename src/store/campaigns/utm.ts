/** UTM tags for the links of a campaign. */
import type { Fragment, Sql } from '../connection/database.ts'

/** The UTM tags of a campaign `m` of a client `c`: those stored at its start, otherwise its own, otherwise the client's. */
export function utmOf(sql: Sql): Fragment {
  return sql`case
    when m.started_at is not null then coalesce(m.sent_utm, '{}')
    when m.utm is null then '{}'
    else c.utm || m.utm
  end`
}
