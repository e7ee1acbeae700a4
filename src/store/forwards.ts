/** Letters that recipients sent on to friends: how many lately, and how many of a campaign. */
import type { Sql, Transaction } from './database.ts'

export interface ForwardedBy {
  readonly accountId: number
  readonly clientId: number
  readonly campaignId: number
  /** In the campaign's audience. */
  readonly number: number
}

const ofRecipient = 'letter forwarded by recipient'
const ofClient = 'letter forwarded of client'
const ofAddress = 'letter forwarded to address'
const recipientSubject = ({ campaignId, number }: ForwardedBy) => `${campaignId} ${number}`
const addressSubject = ({ accountId }: ForwardedBy, address: string) => `${accountId} ${address}`

export interface Forwarded {
  /** Letters of the last day: by this recipient, and of the client. */
  readonly byRecipient: number
  readonly ofClient: number
  /** To each of the addresses, in order. */
  readonly toAddresses: readonly number[]
}

/** What was forwarded within the last day. Forwards of one client wait for each other until the transaction ends. */
export async function forwardedLately(
  sql: Transaction,
  by: ForwardedBy,
  addresses: readonly string[],
): Promise<Forwarded> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`forwards of ${by.clientId}`}, 0))`
  const subjects = addresses.map(address => addressSubject(by, address))
  const [row] = await sql<Forwarded[]>`
    select
      (select count(*)::integer from occurrences
        where kind = ${ofRecipient} and subject = ${recipientSubject(by)} and at > now() - interval '1 day') as by_recipient,
      (select count(*)::integer from occurrences
        where kind = ${ofClient} and subject = ${String(by.clientId)} and at > now() - interval '1 day') as of_client,
      array(
        select (select count(*)::integer from occurrences o
          where o.kind = ${ofAddress} and o.subject = given.subject and o.at > now() - interval '1 day')
        from unnest(${subjects}::text[]) with ordinality as given (subject, position)
        order by position
      ) as to_addresses`
  return row!
}

/** Part of the transaction that sends them. @param asked every address that was asked for. @param sent how many are mailed */
export async function recordForwards(
  sql: Transaction,
  by: ForwardedBy,
  asked: readonly string[],
  sent: number,
): Promise<void> {
  const subjects = asked.map(address => addressSubject(by, address))
  await sql`
    insert into occurrences (kind, subject)
    select ${ofAddress}, unnest(${subjects}::text[])
    union all
    select ${ofRecipient}, ${recipientSubject(by)} from generate_series(1, ${asked.length}::integer)
    union all
    select ${ofClient}, ${String(by.clientId)} from generate_series(1, ${asked.length}::integer)`
  if (sent === 0) return
  await sql`
    update campaign_totals set forwards = forwards + ${sent}
    where client_id = ${by.clientId} and campaign_id = ${by.campaignId}`
}

/** How often a campaign was sent on. */
export async function campaignForwards(sql: Sql, clientId: number, campaignId: number): Promise<number> {
  const [row] = await sql<{ forwards: number }[]>`
    select forwards from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row?.forwards ?? 0
}
