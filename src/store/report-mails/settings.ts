/** Reports by mail: the settings of a client, and who gets them. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

export type RecipientState = 'asked' | 'confirmed' | 'stopped' | 'bounced'

export interface MailingRow {
  readonly monthly: boolean
  /** Days after the end of a campaign; null for no reports of campaigns. */
  readonly afterDays: number | null
  readonly language: string
  readonly problem: string
}

export interface ReportRecipientRow {
  readonly recipientId: number
  readonly address: string
  readonly email: string
  readonly state: RecipientState
  readonly isPerson: boolean
  readonly problem: string
  /** Local time of the client. */
  readonly stateDate: string
}

export interface ReportRecipientKey {
  readonly clientId: number
  readonly recipientId: number
}

/** The channel that the poller listens to. */
export const reportMailsChannel = 'report_mails'

export async function findMailing(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
): Promise<MailingRow | undefined> {
  const [row] = await sql<MailingRow[]>`
    select monthly, after_days, language, problem from report_mailings where client_id = ${clientId}`
  return row
}

/** Those who are to get reports, by address. */
export async function readReportRecipients(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  most: number,
): Promise<ReportRecipientRow[]> {
  return sql<ReportRecipientRow[]>`
    select id as recipient_id, address, email, state, is_person, problem, ${localTime(sql, 'state_at', timeZone)} as state_date
    from report_recipients
    where client_id = ${clientId} and wanted
    order by address
    limit ${most}`
}

export interface NewMailing extends Omit<MailingRow, 'problem'> {
  readonly changedBy: string
}

/** Months and campaigns that ended before the mails were switched on are not reported. */
export async function saveMailing(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  { monthly, afterDays, language, changedBy }: NewMailing,
): Promise<void> {
  const at = await readMoment(sql)
  await sql`
    insert into report_mailings as m (client_id, monthly, after_days, language, changed_by)
    values (${clientId}, ${monthly}, ${afterDays}, ${language}, ${changedBy})
    on conflict (client_id) do update set monthly = excluded.monthly, after_days = excluded.after_days, language = excluded.language,
      changed_by = excluded.changed_by, changed_at = ${at}, problem = '', attempts = 0, next_at = ${at},
      since = case when not m.monthly and m.after_days is null then ${at}::timestamptz else m.since end,
      claim = m.claim + 1, claimed_until = '-infinity'`
  await sql`select pg_notify(${reportMailsChannel}, '')`
}

export interface WantedRecipient {
  readonly address: string
  readonly email: string
  readonly isPerson: boolean
}

/**
 * Makes these the recipients. Who is there keeps the state; who had stopped the mails or bounced is asked again after `pauseDays` days.
 * @returns ids of those who have to be asked
 */
export async function saveRecipients(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  recipients: readonly WantedRecipient[],
  pauseDays: number,
): Promise<number[]> {
  await sql`
    update report_recipients set wanted = false
    where client_id = ${clientId} and wanted and address <> all(${recipients.map(({ address }) => address)}::text[])`
  const at = await readMoment(sql)
  const paused = new Date(at.getTime() - pauseDays * 86_400_000)
  const rows = await sql<{ id: number; state: RecipientState; askedAt: Date | null }[]>`
    insert into report_recipients as r (client_id, address, email, state, is_person)
    select ${clientId}, address, email, case when is_person then 'confirmed' else 'asked' end, is_person
    from unnest(${recipients.map(({ address }) => address)}::text[], ${recipients.map(({ email }) => email)}::text[],
      ${recipients.map(({ isPerson }) => isPerson)}::boolean[]) w (address, email, is_person)
    order by address
    on conflict (client_id, address) do update set wanted = true, email = excluded.email,
      is_person = r.is_person or (excluded.is_person and r.state <> 'confirmed'),
      state = case when r.state = 'asked' and excluded.is_person then 'confirmed'
        when not r.wanted and r.state in ('stopped', 'bounced') and r.state_at < ${paused} then 'asked'
        else r.state end,
      state_at = case when (r.state = 'asked' and excluded.is_person)
        or (not r.wanted and r.state in ('stopped', 'bounced') and r.state_at < ${paused}) then ${at}::timestamptz
        else r.state_at end,
      asked_at = case when r.asked_at < ${paused} then null else r.asked_at end
    returning id, state, asked_at`
  return rows.filter(({ state, askedAt }) => state === 'asked' && askedAt === null).map(({ id }) => id)
}

/** Addresses of rows that the client keeps, wanted or not. */
export async function countRecipients(sql: Sql, clientId: number, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (select 1 from report_recipients where client_id = ${clientId} limit ${most}) r`
  return row!.count
}

/** Of the addresses, those of people with access to the client: their addresses are confirmed by their invitation. */
export async function findPeopleAmong(
  sql: Sql,
  { accountId, clientId }: Pick<ClientRef, 'accountId' | 'clientId'>,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ address: string }[]>`
    select distinct p.address
    from people p
    join grants g on g.person_id = p.id
    where p.address = any(${addresses as string[]}::text[]) and p.removed_at is null and g.account_id = ${accountId}
      and (g.client_id is null or g.client_id = ${clientId})`
  return new Set(rows.map(({ address }) => address))
}

export interface ReportRecipient extends ReportRecipientKey {
  readonly accountId: number
  readonly accountName: string
  readonly companyName: string
  readonly language: string
  readonly address: string
  readonly email: string
  readonly state: RecipientState
  readonly isPerson: boolean
  readonly isWanted: boolean
  /** Whether the mail that asks was handed over. */
  readonly isAsked: boolean
}

/** Undefined once the client is deleted. */
export async function findReportRecipient(
  sql: Sql,
  { clientId, recipientId }: ReportRecipientKey,
): Promise<ReportRecipient | undefined> {
  const [row] = await sql<ReportRecipient[]>`
    select r.client_id, r.id as recipient_id, c.account_id, a.name as account_name, c.company_name,
      coalesce(m.language, 'en') as language, r.address, r.email, r.state, r.is_person, r.wanted as is_wanted,
      r.asked_at is not null as is_asked
    from report_recipients r
    join clients c on c.id = ${clientId} and c.deleted_at is null
    join accounts a on a.id = c.account_id
    left join report_mailings m on m.client_id = ${clientId}
    where r.client_id = ${clientId} and r.id = ${recipientId}`
  return row
}

/** Idempotent. A recipient who was taken out is not changed. @returns whether the row has the state now */
export async function changeRecipientState(
  sql: Sql,
  { clientId, recipientId }: ReportRecipientKey,
  state: RecipientState,
  problem = '',
): Promise<boolean> {
  const at = await readMoment(sql)
  const { count } = await sql`
    update report_recipients
    set state = ${state}, problem = ${problem}, state_at = case when state = ${state} then state_at else ${at}::timestamptz end,
      is_person = is_person and ${state === 'confirmed'}::boolean
    where client_id = ${clientId} and id = ${recipientId} and (wanted or ${state} = 'stopped')`
  return count > 0
}

/** Notes that a recipient is asked now. @returns false where that was noted before, so that no one is asked twice */
export async function noteAsked(sql: Sql, { clientId, recipientId }: ReportRecipientKey): Promise<boolean> {
  const { count } = await sql`
    update report_recipients set asked_at = now()
    where client_id = ${clientId} and id = ${recipientId} and state = 'asked' and wanted and asked_at is null`
  return count > 0
}

/** The mail that asks was not taken, and is tried again. */
export async function forgetAsked(sql: Sql, { clientId, recipientId }: ReportRecipientKey): Promise<void> {
  await sql`update report_recipients set asked_at = null where client_id = ${clientId} and id = ${recipientId} and state = 'asked'`
}

/** Whether mails of the client to the address bounced for good. */
export async function hasBounced(sql: Sql, clientId: number, address: string): Promise<boolean> {
  const [row] = await sql<{ reason: string }[]>`
    select reason from suppressions where client_id = ${clientId} and address = ${address}`
  return row?.reason === 'bounced'
}

/** The time of the transaction, as a value: a distributed database takes no function in a `case` or a conflict. */
async function readMoment(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select now() as at`
  return row!.at
}
