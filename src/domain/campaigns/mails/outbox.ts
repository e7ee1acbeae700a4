/**
 * The outbox: mails that the folder transport wrote instead of sending them. The ledger and the history of tests say which there are,
 * so that no folder is listed and no caller names a path; a file is opened by the name that belongs to its recipient.
 * System mails (`notices`: invitations, links for a new password) belong to no campaign and are never shown.
 * See docs/decisions/first-run.md#the-outbox-is-listed-from-the-ledger.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { isSampleClient } from '../../../store/accounts/sample.ts'
import { type OutboxCampaign, readOutboxCampaigns } from '../../../store/campaigns/outbox.ts'
import { testMailsOf } from '../../../store/campaigns/test-sends.ts'
import type { Database } from '../../../store/connection/database.ts'
import { readLedgerRows } from '../../../store/ledger/recipients-of.ts'
import type { CampaignRef, ClientRef } from '../../access/access.ts'
import { readCursorPage, type SortKey, writeCursor } from '../../paging/cursors.ts'
import { mailName, readMailName, writtenName } from './mail-names.ts'

/** Headers of a mail, as people read them. */
export interface MailHeaders {
  readonly from: string
  readonly to: string
  readonly subject: string
}

/** A mail that was read. */
export interface ReadMail extends MailHeaders {
  readonly replyTo: string
  /** Without the pixel that records opens: looking at a mail here is no open. */
  readonly html: string
  readonly text: string
  /** Names of files. */
  readonly attachments: readonly string[]
  /** As it was written; empty where links are hidden. */
  readonly source: string
  readonly bytes: number
}

/** The folder that mails are written into, on this machine. */
export interface OutboxFolder {
  /** Mails of all clients are written there; false: those of sample data only, and relays take the others. */
  readonly isForAll: boolean
  /** Reads the headers of several. @returns for each its headers; undefined where the file cannot be read on this machine */
  headers(files: readonly OutboxFile[]): Promise<readonly (MailHeaders | undefined)[]>
  /**
   * @param hidesLinks leaves out the links that are the recipient's own, and the source
   * @returns undefined where the file is not on this machine, or why it cannot be read
   */
  read(file: OutboxFile, hidesLinks: boolean): Promise<ReadMail | { readonly fault: string } | undefined>
}

/** Mails to one contact. */
export interface MailsOfContact {
  readonly campaigns: readonly { readonly campaignPublicId: string; readonly number: number }[]
  /** @see testMailName */
  readonly tests: readonly { readonly campaignPublicId: string; readonly test: number; readonly index: number }[]
  /** Of the address, in lower case: mails of the service itself are found by it. */
  readonly spellings: readonly string[]
}

export interface OutboxFile {
  readonly clientId: number
  readonly campaignPublicId: string
  /** As mail-names.ts gives it. */
  readonly name: string
}

export interface OutboxRow extends Partial<MailHeaders> {
  readonly name: string
  readonly kind: 'campaign' | 'test'
  readonly campaign: OutboxCampaign
  readonly to: string
  /** Local time of the client. */
  readonly date: string
  readonly isHere: boolean
}

export interface OutboxPage {
  readonly rows: readonly OutboxRow[]
  readonly nextCursor: string
}

interface OutboxParts {
  readonly db: Database
  readonly outbox: OutboxFolder
}

/** Files that are opened for a page. */
const mostOnPage = 100

/**
 * Mails of a client, or of one campaign: campaigns from the newest, of each its test mails from the newest, then its recipients by
 * number. A page reads a bounded number of rows: it may be short, or empty, and have a page after it.
 * @throws Refusal NoOutbox, InvalidParameter
 */
export async function listOutbox(
  { db, outbox }: OutboxParts,
  client: ClientRef,
  campaign: CampaignRef | undefined,
  request: { readonly cursor: string | null; readonly limit: number },
): Promise<OutboxPage> {
  await refuseWithoutOutbox(db, outbox, client)
  const page = readCursorPage(request, isPlace)
  const limit = Math.min(page.limit, mostOnPage)
  const found: Written[] = []
  let next: Place | undefined
  for await (const one of writtenMails(db, client, campaign, page.after, limit)) {
    if (!('name' in one)) next = one.place
    else if (found.length < limit) found.push(one)
    else next = found.at(-1)!.place
    if (next) break
  }
  const { clientId } = client
  const files = found.map(({ name, campaign: { publicId } }) => ({ clientId, campaignPublicId: publicId, name }))
  const headers = await outbox.headers(files)
  const rows = found.map((one, n) => ({ ...one, ...headers[n], isHere: headers[n] !== undefined }))
  return { rows, nextCursor: next ? writeCursor(next) : '' }
}

/**
 * A mail of a campaign that was written.
 * @param hidesLinks for callers who may not change subscribers: any reader of the mail can unsubscribe the recipient with its links
 * @throws Refusal NoOutbox, UnknownMail, MailNotHere, MailNotReadable
 */
export async function outboxMail(
  { db, outbox }: OutboxParts,
  campaign: CampaignRef,
  given: string | null,
  hidesLinks: boolean,
): Promise<ReadMail & Pick<Written, 'kind' | 'name' | 'date'>> {
  await refuseWithoutOutbox(db, outbox, campaign)
  const name = (given ?? '').trim()
  const named = readMailName(name)
  if (!named) throw new Refusal('UnknownMail', 'Mail is one that Outbox.List names.')
  const rows =
    named.kind === 'campaign'
      ? await recipientsAmong(db, campaign, [named.number])
      : await testsOf(db, campaign, { test: named.test, limit: mostOnPage })
  const found = rows.find(row => row.name === name)
  if (!found) throw new Refusal('UnknownMail', 'Mail is one that Outbox.List names.')
  const { clientId, campaignPublicId } = campaign
  const mail = await outbox.read({ clientId, campaignPublicId, name }, hidesLinks)
  if (!mail) throw new Refusal('MailNotHere', notHere)
  if ('fault' in mail) throw new Refusal('MailNotReadable', `The mail cannot be read: ${mail.fault}.`)
  return { ...mail, kind: named.kind, name, date: found.date }
}

/** Said of mails whose files are not there. */
export const notHere =
  'The file is not in the outbox folder of the machine that answers: it was deleted, or the role sender runs on another machine.'

/** @throws Refusal NoOutbox */
async function refuseWithoutOutbox(db: Database, { isForAll }: OutboxFolder, { clientId }: ClientRef): Promise<void> {
  if (isForAll || (await isSampleClient(db, clientId))) return
  throw new Refusal(
    'NoOutbox',
    'Mail goes to SMTP relays and is not kept here; Campaign.GetRecipients says what became of each.',
  )
}

/** The place of a mail in the order: its campaign, 0 for a test or 1, then test and place, or the number of the recipient and 0. */
type Place = readonly [campaignId: number, part: number, first: number, second: number]

function isPlace(values: SortKey): values is Place {
  const isKey = values.length === 4 && values.every(value => Number.isSafeInteger(value) && Number(value) >= 0)
  return isKey && (values[1] === 0 || values[1] === 1)
}

interface Written {
  readonly name: string
  readonly kind: 'campaign' | 'test'
  readonly to: string
  readonly date: string
  readonly place: Place
  readonly campaign: OutboxCampaign
}

/** Campaigns looked at with one statement. */
const campaignsAtOnce = 100
/** Statements of one page: some tens of milliseconds. */
const mostStatements = 40

/** Mails after a place, in order; a place alone where enough was looked at. */
async function* writtenMails(
  db: Database,
  client: ClientRef,
  only: CampaignRef | undefined,
  after: Place | undefined,
  limit: number,
): AsyncGenerator<Written | { readonly place: Place }, void> {
  let statements = 0
  const isEnough = () => ++statements >= mostStatements
  for (let from = after; ; ) {
    const first = only?.campaignId ?? from?.[0]
    const wanted = { from: first, most: only ? 1 : campaignsAtOnce }
    const { campaigns, last } = await readOutboxCampaigns(db, client.clientId, wanted)
    for (const campaign of campaigns) {
      const { campaignId, publicId, nextNumber, hasTests } = campaign
      const ref = { ...client, campaignId, campaignPublicId: publicId }
      const [, part = 0, mark = 0, place = 0] = from?.[0] === campaignId ? from : []
      if (hasTests && part === 0) {
        const tests = { after: mark === 0 ? undefined : { test: mark, place }, limit: limit + 1 }
        for (const row of await testsOf(db, ref, tests)) yield { ...row, campaign }
        if (isEnough()) return yield { place: [campaignId, 1, 0, 0] }
      }
      for (let low = part === 1 ? mark + 1 : 1; low < nextNumber; low += stride) {
        const numbers = Array.from({ length: Math.min(stride, nextNumber - low) }, (_, n) => low + n)
        for (const row of await recipientsAmong(db, ref, numbers)) yield { ...row, campaign }
        if (isEnough()) return yield { place: [campaignId, 1, numbers.at(-1)!, 0] }
      }
    }
    if (only || last === undefined) return
    from = [last, 1, beyondAudiences, 0]
    if (isEnough()) return yield { place: from }
  }
}

/** Numbers of recipients that one statement looks at. */
const stride = 200
/** More than a number of an audience. */
const beyondAudiences = 2 ** 31

type WrittenOf = Omit<Written, 'campaign'>

async function recipientsAmong(
  db: Database,
  campaign: CampaignRef,
  numbers: readonly number[],
): Promise<readonly WrittenOf[]> {
  const { clientId, campaignId, campaignPublicId, timeZone } = campaign
  const rows = await readLedgerRows(db, { clientId, campaignId, numbers, state: 'accepted', timeZone })
  return rows.flatMap(({ number, email, date, answer }) => {
    const name = writtenName(campaignPublicId, answer ?? '')
    if (name !== mailName(number)) return []
    return [
      { name, kind: 'campaign' as const, to: email, date: date ?? '', place: [campaignId, 1, number, 0] as const },
    ]
  })
}

async function testsOf(
  db: Database,
  campaign: CampaignRef,
  wanted: Parameters<typeof testMailsOf>[2],
): Promise<readonly WrittenOf[]> {
  const rows = await testMailsOf(db, campaign, wanted)
  return rows.flatMap(({ id, place, email, answer, date }) => {
    const name = writtenName(campaign.campaignPublicId, answer)
    if (name === undefined) return []
    return [{ name, kind: 'test' as const, to: email, date, place: [campaign.campaignId, 0, id, place] as const }]
  })
}
