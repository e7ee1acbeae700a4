/**
 * Reports by mail as settings of a client: when, in which language, to whom. People of the client get them at once; any other address is asked
 * first. See docs/content.md#reports-by-mail.
 */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueueAll } from '../../store/jobs/jobs.ts'
import { lockClient } from '../../store/limits/daily-limits.ts'
import { readSentReports, revokeReportRun } from '../../store/report-mails/runs.ts'
import {
  countRecipients,
  findMailing,
  findPeopleAmong,
  type MailingRow,
  type ReportRecipientRow,
  readReportRecipients,
  saveMailing,
  saveRecipients,
} from '../../store/report-mails/settings.ts'
import type { ClientRef, Principal } from '../access/access.ts'
import { mayOnClient } from '../access/principal.ts'
import { readNewestPage } from '../paging/cursors.ts'
import { type Address, parseAddress } from '../text-rules/address.ts'
import { readLanguage } from '../texts/read-language.ts'

export const mostReportRecipients = 20
/** Addresses that a client keeps, those that were taken out too: each is asked by a mail. */
const mostKept = 100
/** Who stopped the mails is asked again after so many days at the earliest, and who did not answer too. */
const askAgainDays = 7
export const mostDaysAfter = 60

export interface ReportMailing extends MailingRow {
  readonly recipients: readonly ReportRecipientRow[]
}

const nothing: MailingRow = { monthly: false, afterDays: null, language: 'en', problem: '' }

export async function readReportMailing(sql: Sql, client: ClientRef): Promise<ReportMailing> {
  const [mailing, recipients] = await Promise.all([
    findMailing(sql, client),
    readReportRecipients(sql, client, mostReportRecipients),
  ])
  return { ...(mailing ?? nothing), recipients }
}

export interface GivenMailing {
  readonly monthly: boolean
  readonly afterCampaigns: boolean
  readonly daysAfter: number
  readonly language: string | null
  /** Null where they were left out, which must not take all recipients out. */
  readonly addresses: readonly (string | null)[] | null
}

/** @throws Refusal MissingParameter, AccessDenied, InvalidParameter, InvalidLanguage, InvalidEmail, TooManyReportRecipients */
export async function setReportMailing(
  db: Database,
  client: ClientRef,
  given: GivenMailing,
  by: Principal,
): Promise<void> {
  // who sets an address up gets what the reports say
  if (!mayOnClient(by, client.clientId, 'ReadReports'))
    throw new Refusal('AccessDenied', 'Reports by mail need the right ReadReports too.')
  const { monthly, afterCampaigns, daysAfter, addresses } = given
  if (addresses === null) throw new Refusal('MissingParameter', 'Addresses is required; an empty list is for none.')
  if (daysAfter < 0 || daysAfter > mostDaysAfter)
    throw new Refusal('InvalidParameter', `DaysAfter is 0 to ${mostDaysAfter}.`)
  const language = readLanguage(given.language)
  const recipients = readRecipients(addresses)
  const people = await findPeopleAmong(
    db,
    client,
    recipients.map(({ address }) => address),
  )
  const wanted = recipients.map(one => ({ ...one, isPerson: people.has(one.address) }))
  await transaction(db, async sql => {
    await lockClient(sql, client.clientId)
    await saveMailing(sql, client, {
      monthly,
      afterDays: afterCampaigns ? daysAfter : null,
      language,
      changedBy: by.username,
    })
    const asked = await saveRecipients(sql, client, wanted, askAgainDays)
    if ((await countRecipients(sql, client.clientId, mostKept + 1)) > mostKept)
      throw new Refusal(
        'TooManyReportRecipients',
        `A client has had reports sent to ${mostKept} addresses already; no other one can be asked.`,
      )
    const jobs = asked.map(recipientId => ({ clientId: client.clientId, recipientId }))
    await enqueueAll(sql, 'reportAskMail', jobs)
  })
}

function readRecipients(given: readonly (string | null)[]): readonly Address[] {
  const found = new Map<string, Address>()
  for (const text of given) {
    if (text === null || text.trim() === '') continue
    const parsed = parseAddress(text)
    if (!parsed)
      throw new Refusal('InvalidEmail', `${JSON.stringify(text.slice(0, 100).toWellFormed())} is not an email address.`)
    if (!found.has(parsed.address)) found.set(parsed.address, parsed)
  }
  if (found.size > mostReportRecipients)
    throw new Refusal('TooManyReportRecipients', `Reports go to at most ${mostReportRecipients} addresses.`)
  return [...found.values()]
}

/** A page of reports, the newest first. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export function listSentReports(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  return readNewestPage(
    given,
    page => readSentReports(sql, client, page),
    ({ runId }) => runId,
  )
}

/** Idempotent. @throws Refusal UnknownSentReport */
export async function revokeSentReport(db: Database, { clientId }: ClientRef, id: string | null): Promise<void> {
  const isDone = isPublicId(id) && (await transaction(db, sql => revokeReportRun(sql, clientId, id)))
  if (!isDone) throw new Refusal('UnknownSentReport')
}
