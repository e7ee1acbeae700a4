/** Returned mail, raw, before it is parsed: written once, then claimed, worked off and kept for a while. */

import type { Sql } from '../connection/database.ts'
import { type ClaimedTable, claimRows } from '../jobs/claiming.ts'

export type Route = 'bounce' | 'opt-out' | 'complaint' | 'other'

/** A mail for one recipient. */
export interface NewMail {
  readonly at: Date
  readonly source: 'smtp' | 'import'
  readonly remote: string
  readonly helo: string
  /** Of the envelope; empty for the null sender. */
  readonly sender: string
  readonly recipient: string
  readonly route: Route
  /** Whom the recipient's address names; undefined where it names none. */
  readonly campaignId: number | undefined
  readonly number: number | undefined
  /** Octets of the whole mail. */
  readonly size: number
  /** Of the whole mail. */
  readonly sha256: Buffer
  /** The mail, or its beginning. */
  readonly raw: Buffer
}

/** How long a mail is kept after it came; then the purge deletes it. One that still waits stays. */
export const mailKeptDays = 90

/** Most mails that are kept of one recipient of a campaign: who floods an address of ours fills no disk. */
export const mostOfOneRecipient = 100

/**
 * Writes mails in one statement, so in one transaction. Bytes that are there for that recipient already are left alone.
 * @returns the places, from 0, of mails that were not taken because too many of their recipient are there, and how many rows are new
 */
export async function insertMails(
  sql: Sql,
  mails: readonly NewMail[],
): Promise<{ readonly full: readonly number[]; readonly written: number }> {
  const [row] = await sql<{ full: number[]; written: number }[]>`
    with incoming as materialized (
      select i.*, m.client_id,
        i.campaign_id is not null
          and (select count(*) from (
            select from mailbox k where k.campaign_id = i.campaign_id and k.number = i.number limit ${mostOfOneRecipient}
          ) known) >= ${mostOfOneRecipient}
          and not exists (select from mailbox k where k.sha256 = i.sha256 and k.recipient = i.recipient) as over
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
      left join campaigns m on m.id = i.campaign_id
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

/** A mail to be read. */
export interface ClaimedMail {
  readonly id: number
  readonly publicId: string
  readonly at: Date
  readonly route: Route
  readonly source: NewMail['source']
  readonly remote: string
  /** Of the envelope; empty for the null sender, and for a file that says none. */
  readonly sender: string
  readonly raw: Buffer
  readonly campaignId: number | null
  readonly number: number | null
  /** Claims begun, this one included. */
  readonly attempts: number
}

/**
 * What a mail does is idempotent, so of two readers whose claims overlap the first that ends may settle it: its state is the fence,
 * and the attempts, its token, only count.
 */
const mailClaims: ClaimedTable<'id', 'attempts'> = {
  table: 'mailbox',
  key: ['id'],
  token: 'attempts',
  sequence: undefined,
  until: 'dueAt',
}

/**
 * Takes mails that wait, oldest first, and puts off their next turn: a process that dies over one leaves it to the next after
 * that time, and a mail that kills its reader is told by its attempts.
 * @param seconds until they may be claimed again
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
    returning: sql`t.id, t.public_id, t.at, t.route, t.source, t.remote, t.sender, t.raw, t.campaign_id, t.number, t.attempts`,
  })
}

/** What was made of a mail. */
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

/** Writes down what was made of mails that are still waiting, in one statement. */
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

/** Of a contact that was erased nothing is kept. */
export async function deleteMail(sql: Sql, id: number): Promise<void> {
  await sql`delete from mailbox where id = ${id}`
}
