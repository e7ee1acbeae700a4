/** The mails of a member of a list, with opens and clicks. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { MembershipKey } from './memberships.ts'

/** Maximum campaigns that are read, latest first. */
const mostMails = 1000
/** Maximum opens and clicks per campaign; a recipient with more is a program. */
const mostActions = 60

export interface MemberMail {
  readonly campaignPublicId: string
  readonly name: string
  /** Oldest first. */
  readonly actions: readonly {
    readonly kind: 'open' | 'click'
    /** Local time of the client. */
    readonly date: string
    /** Network address of the request. */
    readonly remote: string
    /** Null for an open. */
    readonly url: string | null
  }[]
}

/** Mails of campaigns that are not deleted, latest campaign first. */
export async function readMemberMails(
  sql: Sql,
  { clientId, listId, address }: MembershipKey,
  timeZone: string,
): Promise<readonly MemberMail[]> {
  return sql<MemberMail[]>`
    select m.campaign_public_id, m.name, coalesce(h.actions, '[]') as actions
    from (
      select c.id as campaign_id, c.public_id as campaign_public_id, c.name, a.number
      from audience a
      join campaigns c on c.client_id = ${clientId} and c.id = a.campaign_id and c.deleted_at is null
      where a.client_id = ${clientId} and a.address = ${address} and a.list_id = ${listId}
      order by a.campaign_id desc
      limit ${mostMails}
    ) m
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'kind', x.kind, 'date', ${localTime(sql, 'x.at', timeZone)}, 'remote', x.remote, 'url', k.url) order by x.at) as actions
      from (
        select kind, at, remote, link from hits
        where client_id = ${clientId} and campaign_id = m.campaign_id and number = m.number and method = 'GET'
        order by at
        limit ${mostActions}
      ) x
      left join links k on k.client_id = ${clientId} and k.campaign_id = m.campaign_id and k.number = x.link
    ) h
    order by m.campaign_id desc`
}
