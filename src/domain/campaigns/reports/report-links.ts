/**
 * Links to the report of a campaign, for people without a login: signed, with an end, and revocable.
 * See docs/decisions/overviews.md#report-links-are-signed-tokens-that-name-a-row.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import {
  type InsertedLink,
  insertReportLink,
  isWithin,
  type LinkPlace,
  markReportLinkRevoked,
  readCampaignToShare,
  readReportLinksOf,
} from '../../../store/campaigns/report-links.ts'
import type { Database, Sql, Transaction } from '../../../store/connection/database.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import type { CampaignRef } from '../../access/access.ts'
import { readNewestPage } from '../../paging/cursors.ts'
import { parseLocalTime } from '../../text-rules/dates.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { readLanguage } from '../../texts/read-language.ts'
import { textsIn } from '../../texts/texts.ts'
import type { MailLinks } from '../../tokens/mail-links.ts'
import { publicPaths, type Signer } from '../../tokens/tokens.ts'

export type { LinkPlace }

/** Where the links of a campaign stand in its mail; empty where the mail cannot be read. */
export type FindLinkPlaces = (campaign: CampaignKey) => Promise<readonly LinkPlace[]>

/** What the caller gives; absent is null. */
export interface GivenReportLink {
  readonly label: string | null
  readonly expiresDate: string | null
  readonly language: string | null
}

/** Links of one campaign that work at the same time. */
export const mostReportLinks = 100
const longestLabel = 100
const longestDays = 366
const usualDays = 90

export interface ShareParts {
  readonly db: Database
  readonly tokens: Signer
  readonly mailLinks: MailLinks
  readonly findLinkPlaces: FindLinkPlaces
}

export interface SharedReport {
  readonly publicId: string
  readonly url: string
  readonly language: string
  /** Local time of the client. */
  readonly expiresDate: string
}

/**
 * @param createdBy name of the caller
 * @param keep awaited in the transaction that makes the link
 * @throws Refusal ValueTooLong, InvalidCharacters, InvalidLanguage, InvalidDate, CampaignNotStarted, PublicUrlRequired, TooManyReportLinks
 */
export async function shareReport(
  { db, tokens, mailLinks, findLinkPlaces }: ShareParts,
  campaign: CampaignRef,
  given: GivenReportLink,
  createdBy: string,
  keep?: (sql: Transaction, shared: SharedReport) => Promise<void>,
): Promise<SharedReport> {
  const label = cleanLine('Label', given.label, longestLabel)
  const chosen = (given.language ?? '').trim() === '' ? undefined : readLanguage(given.language)
  const expiresAt = await readEnd(db, campaign, given.expiresDate)
  const shared = await readCampaignToShare(db, campaign)
  if (!shared?.hasStarted) {
    throw new Refusal('CampaignNotStarted', 'There is a report once the campaign has started to be sent.')
  }
  const base = mailLinks.base()
  if (base === undefined) {
    throw new Refusal(
      'PublicUrlRequired',
      'A link to a report needs LETTERSHOP_PUBLIC_URL; ask the operator to set it.',
    )
  }
  const { language } = textsIn(chosen, shared.language)
  const places = await findLinkPlaces(campaign)
  const link = { label, language, createdBy, expiresAt, days: usualDays, places }
  const asShared = ({ publicId, linkId, expiresDate }: InsertedLink): SharedReport => {
    const url = base + publicPaths.report(tokens.sign('report', campaign.clientId, linkId))
    return { publicId, url, language, expiresDate }
  }
  const made = await insertReportLink(db, campaign, link, mostReportLinks, async (sql, row) =>
    keep?.(sql, asShared(row)),
  )
  if (!made) {
    throw new Refusal(
      'TooManyReportLinks',
      `A campaign has at most ${mostReportLinks} links to its report that work; revoke one with Report.Revoke.`,
    )
  }
  return asShared(made)
}

/** A page of links, the newest first. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export function listReportLinks(
  sql: Sql,
  campaign: CampaignRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  return readNewestPage(
    given,
    page => readReportLinksOf(sql, campaign, page),
    ({ linkId }) => linkId,
  )
}

/** The link leads nowhere from now on; idempotent. @throws Refusal UnknownReportLink */
export async function revokeReportLink(sql: Sql, campaign: CampaignRef, id: string | null): Promise<void> {
  if (isPublicId(id) && (await markReportLinkRevoked(sql, campaign, id))) return
  throw new Refusal('UnknownReportLink', 'The campaign has no such link to its report.')
}

/** @returns a local time of the client, or null for the usual number of days. @throws Refusal InvalidDate */
async function readEnd(sql: Sql, { timeZone }: CampaignRef, text: string | null): Promise<string | null> {
  if (text === null || text.trim() === '') return null
  const local = parseLocalTime(text)
  if (local === undefined) throw new Refusal('InvalidDate', 'ExpiresDate must be YYYY-MM-DD HH:MM:SS or left out.')
  if (!(await isWithin(sql, local, timeZone, longestDays))) {
    throw new Refusal('InvalidDate', `ExpiresDate must be in the future, and within ${longestDays} days.`)
  }
  return local
}
