/** Returned mail as people see it. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

export type MailState = 'waiting' | 'read' | 'unrecognised' | 'unmatched' | 'unreadable'

export interface MailRow {
  /** Grows with time, with gaps, because all clients share the sequence. */
  readonly sequence: number
  readonly publicId: string
  /** In the given time zone. */
  readonly date: string
  readonly state: MailState
  readonly kind: string | null
  readonly class: string | null
  readonly status: string | null
  readonly evidence: string | null
  readonly reason: string | null
  readonly sender: string
  readonly size: number
  readonly campaignPublicId: string | null
  readonly number: number | null
  /** The address of the recipient; null if the mail matches none. */
  readonly email: string | null
}

export interface WantedMails {
  readonly clientId: number
  /** Null for all states. */
  readonly state: MailState | null
  /** Sequence of the last mail of the previous page; 0 for the newest. */
  readonly after: number
  readonly limit: number
  readonly timeZone: string
}

/** Returned mail of a client, newest first. */
export async function readMailsOfClient(sql: Sql, wanted: WantedMails): Promise<readonly MailRow[]> {
  const { clientId, state, after, limit, timeZone } = wanted
  return sql<MailRow[]>`
    select b.id as sequence, b.public_id, ${localTime(sql, 'b.at', timeZone)} as date, b.state, b.kind, b.class,
      b.status, b.evidence, b.reason, b.sender, b.size, m.public_id as campaign_public_id, b.number, a.email
    from mailbox b
    left join campaigns m on m.client_id = ${clientId} and m.id = b.campaign_id
    left join lateral (
      select email from audience
      where client_id = ${clientId} and campaign_id = b.campaign_id and number = b.number offset 0
    ) a on true
    where b.client_id = ${clientId}
      and (${state}::text is null or b.state = ${state})
      and (${after}::bigint = 0 or b.id < ${after})
    order by b.id desc
    limit ${limit}`
}

export interface MailMessage {
  readonly date: string
  readonly remote: string
  readonly helo: string
  readonly sender: string
  readonly recipient: string
  readonly size: number
  /** The beginning of the stored mail. */
  readonly raw: Buffer
}

/** One mail of a client, up to `most` bytes. */
export async function findMessageOfClient(
  sql: Sql,
  { clientId, publicId, most, timeZone }: { clientId: number; publicId: string; most: number; timeZone: string },
): Promise<MailMessage | undefined> {
  const [row] = await sql<MailMessage[]>`
    select ${localTime(sql, 'at', timeZone)} as date, remote, helo, sender, recipient, size,
      substring(raw from 1 for ${most}) as raw
    from mailbox
    where client_id = ${clientId} and public_id = ${publicId}`
  return row
}

/** Requeues mails of a client that were not recognised. @returns their number */
export async function readMailsAgain(sql: Sql, clientId: number): Promise<number> {
  const { count } = await sql`
    update mailbox set state = 'waiting', attempts = 0, due_at = now()
    where client_id = ${clientId} and state in ('unrecognised', 'unmatched', 'unreadable')`
  return count
}

/** Requeues mails that match no client. @returns their number */
export async function readUnmatchedAgain(sql: Sql): Promise<number> {
  const { count } = await sql`
    update mailbox set state = 'waiting', attempts = 0, due_at = now()
    where client_id is null and state in ('unmatched', 'unreadable')`
  return count
}

export interface UnmatchedMail {
  readonly publicId: string
  readonly at: Date
  readonly state: MailState
  readonly source: string
  readonly remote: string
  readonly sender: string
  readonly recipient: string
  readonly size: number
  readonly kind: string | null
  readonly class: string | null
  readonly evidence: string | null
  readonly reason: string | null
}

/** Mails that match no client, newest first. */
export async function readUnmatchedMails(sql: Sql, limit: number): Promise<readonly UnmatchedMail[]> {
  return sql<UnmatchedMail[]>`
    select public_id, at, state, source, remote, sender, recipient, size, kind, class, evidence, reason
    from mailbox
    where client_id is null and state in ('unmatched', 'unreadable')
    order by id desc
    limit ${limit}`
}

/** The stored bytes of such a mail. */
export async function findUnmatchedRaw(sql: Sql, publicId: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ raw: Buffer }[]>`
    select raw from mailbox where client_id is null and public_id = ${publicId}`
  return row?.raw
}

/** Whether this mail is stored already. */
export async function isMailKnown(sql: Sql, sha256: Buffer, recipient: string): Promise<boolean> {
  const rows = await sql`select 1 from mailbox where sha256 = ${sha256} and recipient = ${recipient}`
  return rows.length > 0
}

export interface MailCount {
  readonly state: MailState
  readonly kind: string | null
  readonly class: string | null
  readonly mails: number
}

/** Counts these mails by result. @param hashes SHA-256 of each */
export async function countMails(sql: Sql, hashes: readonly Buffer[]): Promise<readonly MailCount[]> {
  return sql<MailCount[]>`
    select state, kind, class, count(*)::integer as mails
    from mailbox
    where sha256 = any(${hashes}::bytea[])
    group by state, kind, class`
}
