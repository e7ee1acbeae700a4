/** The UTM tags that the links of a campaign get. */
import type { Fragment, Sql } from '../connection/database.ts'

/** The UTM tags of a campaign `m` of a client `c`: its own before the client's; those it began with once it has. */
export function utmOf(sql: Sql): Fragment {
  return sql`case
    when m.started_at is not null then coalesce(m.sent_utm, '{}')
    when m.utm is null then '{}'
    else c.utm || m.utm
  end`
}
