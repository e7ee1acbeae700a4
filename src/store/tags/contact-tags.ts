/** The tags of one contact with how they came, for people who look at it. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { TagSource } from './tagged.ts'
import type { NamedTag } from './tags.ts'

export interface ContactTag extends NamedTag {
  readonly source: TagSource
  /** Local time of the client. */
  readonly date: string
  /** Who or what gave it: a user name, a file, a campaign; null where it is not known. */
  readonly by: string | null
}

/** By name. */
export async function readContactTags(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  address: string,
): Promise<readonly ContactTag[]> {
  return sql<ContactTag[]>`
    select t.id as tag_id, t.public_id, t.name, t.color, g.source, ${localTime(sql, 'g.at', timeZone)} as date,
      coalesce(i.username, g.evidence ->> 'username', f.file_name, m.name, g.evidence ->> 'detail') as by
    from tagged_contacts g
    join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
    left join logins i on i.id = (g.evidence ->> 'loginId')::bigint
    left join imports f on f.client_id = ${clientId} and f.id = (g.evidence ->> 'importId')::bigint
    left join campaigns m on m.client_id = ${clientId} and m.id = g.campaign_id
    where g.client_id = ${clientId} and g.address = ${address}
    order by lower(t.name), t.id`
}
