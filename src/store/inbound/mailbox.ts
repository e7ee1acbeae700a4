/** Returned mail before it is parsed: stored once, then claimed, processed and kept for some time. */

import type { Database, Sql } from '../connection/database.ts'
import { findClientsOf } from '../directory.ts'
import { type ClaimedTable, claimRows } from '../jobs/claiming.ts'
import { type Horizons, isPast } from '../retention/horizons.ts'
import { deleteInSteps } from '../retention/removing.ts'

export type Route = 'bounce' | 'opt-out' | 'complaint' | 'report' | 'other'

/** A mail to one recipient. */
export interface NewMail {
  readonly at: Date
  readonly source: 'smtp' | 'import'
  readonly remote: string
  readonly helo: string
  /** Envelope sender; empty for the null sender. */
  readonly sender: string
  readonly recipient: string
  readonly route: Route
  /** The recipient that the address identifies; undefined if it identifies none. */
  readonly campaignId: number | undefined
  readonly number: number | undefined
  /** Bytes of the complete mail. */
  readonly size: number
  /** Hash of the complete mail. */
  readonly sha256: Buffer
  /** The mail, or its beginning. */
  readonly raw: Buffer
}

/** Maximum stored mails per recipient of a campaign, and per address of a report, so that a flood to one of our addresses cannot fill the disk. */
export const mostOfOneRecipient = 100

/**
 * Stores mails in one statement, so in one transaction. A mail whose bytes are already stored for the recipient is skipped.
 * @returns the indexes of mails that were refused because their recipient has too many, and the number of new rows
 */
export async function insertMails(
  sql: Sql,
  mails: readonly NewMail[],
): Promise<{ readonly full: readonly number[]; readonly written: number }> {
  // a campaign without an entry gets it: the entry says whose the mail is
  await findClientsOf(
    sql,
    'campaign',
    mails.flatMap(({ campaignId }) => campaignId ?? []),
  )
  const [row] = await sql<{ full: number[]; written: number }[]>`
    with incoming as materialized (
      select i.*, d.client_id,
        (i.campaign_id is not null
          and (select count(*) from (
            select 1 from mailbox k where k.campaign_id = i.campaign_id and k.number = i.number limit ${mostOfOneRecipient}
          ) known) >= ${mostOfOneRecipient}
          or i.route = 'report'
          and (select count(*) from (
            select 1 from mailbox k where k.route = 'report' and k.recipient = i.recipient limit ${mostOfOneRecipient}
          ) known) >= ${mostOfOneRecipient})
          and not exists (select 1 from mailbox k where k.sha256 = i.sha256 and k.recipient = i.recipient) as over
      from unnest(
        ${mails.map((_, place) => place)}::integer[],
        ${mails.map(mail => mail.at.toISOString())}::timestamptz[],
        ${mails.map(mail => mail.source)}::text[],
        ${mails.map(mail => mail.remote)}::text[],
        ${mails.map(mail => mail.helo)}::text[],
        ${mails.map(mail => mail.sender)}::text[],
        ${mails.map(mail => mail.recipient)}::text[],
        ${mails.map(mail => mail.route)}::text[],
        ${mails.map(mail => mail.campaignId ?? null)}::bigint[],
        ${mails.map(mail => mail.number ?? null)}::bigint[],
        ${mails.map(mail => mail.size)}::bigint[],
        ${mails.map(mail => mail.sha256)}::bytea[],
        ${mails.map(mail => mail.raw)}::bytea[]
      ) as i (place, at, source, remote, helo, sender, recipient, route, campaign_id, number, size, sha256, raw)
      left join directory d on d.kind = 'campaign' and d.id = i.campaign_id
    ),
    written as (
      insert into mailbox (at, source, remote, helo, sender, recipient, route, campaign_id, number, size, sha256, raw, client_id, due_at)
      select at, source, remote, helo, sender, recipient, route, campaign_id, number, size, sha256, raw, client_id, now()
      from incoming
      where not over
      order by sha256, recipient
      on conflict (sha256, recipient) do nothing
      returning 1
    )
    select coalesce(array_agg(place) filter (where over), '{}') as full, (select count(*) from written)::integer as written
    from incoming`
  return row!
}

/** A mail claimed for processing. */
export interface ClaimedMail {
  readonly id: number
  readonly publicId: string
  readonly at: Date
  readonly route: Route
  readonly source: NewMail['source']
  /** The address that it came to. */
  readonly recipient: string
  readonly remote: string
  /** Envelope sender; empty for the null sender, and for a file without one. */
  readonly sender: string
  readonly raw: Buffer
  readonly campaignId: number | null
  readonly number: number | null
  /** Claims so far, including this one. */
  readonly attempts: number
}

/**
 * Processing a mail is idempotent, so if two claims overlap, the first reader to finish may settle the mail. The state is the fence;
 * the attempts, which are the token, only count.
 */
const mailClaims: ClaimedTable<'id', 'attempts'> = {
  table: 'mailbox',
  key: ['id'],
  token: 'attempts',
  sequence: undefined,
  until: 'dueAt',
}

/**
 * Claims waiting mails, oldest first, and postpones their next attempt. If a process dies, the next one gets the mail after
 * that time, and the number of attempts reveals a mail that crashes its reader.
 * @param seconds until they can be claimed again
 */
export async function claimMails(sql: Sql, limit: number, seconds: number): Promise<readonly ClaimedMail[]> {
  return claimRows<ClaimedMail>(sql, mailClaims, {
    candidates: sql`
      select t.id
      from mailbox t
      where t.state = 'waiting' and t.due_at <= now()
      order by t.due_at, t.id
      limit ${limit}`,
    until: sql`now() + make_interval(secs => ${seconds})`,
    returning: sql`t.id, t.public_id, t.at, t.route, t.source, t.recipient, t.remote, t.sender, t.raw, t.campaign_id, t.number, t.attempts`,
  })
}

/** Result of processing a mail. */
export interface Outcome {
  readonly state: 'read' | 'unrecognised' | 'unmatched' | 'unreadable'
  readonly clientId: number | undefined
  readonly campaignId: number | undefined
  readonly number: number | undefined
  readonly kind: string | undefined
  readonly class: string | undefined
  readonly status: string | undefined
  readonly evidence: string | undefined
  readonly reason: string | undefined
}

/** Records the results of mails that are still waiting, in one statement. */
export async function settleMails(sql: Sql, settled: readonly (Outcome & { readonly id: number })[]): Promise<void> {
  await sql`
    update mailbox t
    set state = o.state, client_id = coalesce(o.client_id, t.client_id), campaign_id = o.campaign_id, number = o.number,
      kind = o.kind, class = o.class, status = o.status, evidence = o.evidence, reason = o.reason, worked_at = now()
    from unnest(
      ${settled.map(one => one.id)}::bigint[], ${settled.map(one => one.state)}::text[],
      ${settled.map(one => one.clientId ?? null)}::bigint[], ${settled.map(one => one.campaignId ?? null)}::bigint[],
      ${settled.map(one => one.number ?? null)}::bigint[], ${settled.map(one => one.kind ?? null)}::text[],
      ${settled.map(one => one.class ?? null)}::text[], ${settled.map(one => one.status ?? null)}::text[],
      ${settled.map(one => one.evidence ?? null)}::text[], ${settled.map(one => one.reason ?? null)}::text[]
    ) as o (id, state, client_id, campaign_id, number, kind, class, status, evidence, reason)
    where t.id = o.id and t.state = 'waiting'`
}

/** Deletes a mail of which nothing is kept: of an erased contact, or what came back of a report. */
export async function deleteMail(sql: Sql, id: number): Promise<void> {
  await sql`delete from mailbox where id = ${id}`
}

/** Deletes mails that were kept long enough. Waiting mails remain. */
export async function deleteReturnedMail(db: Database, horizons: Horizons, signal?: AbortSignal): Promise<void> {
  await deleteInSteps(db, 'mailbox', db`state <> 'waiting' and ${isPast(db, db`at`, db`client_id`, horizons)}`, signal)
}
