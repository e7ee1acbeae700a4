/** Sending a draft: what must be true before a campaign is scheduled (reference/wire.md §5, §7). */
import { Refusal } from '../../../contract/refusals.ts'
import { type Audience, countMembers } from '../../../store/campaigns/audience.ts'
import { countAudience } from '../../../store/campaigns/audience-counts.ts'
import type { Actor } from '../../../store/campaigns/campaign-history.ts'
import {
  findCampaignContent,
  findCampaignForSending,
  readInstantOf,
  type SendingRow,
} from '../../../store/campaigns/sending.ts'
import { readTiming, storeTimes, type Timing } from '../../../store/campaigns/timing.ts'
import type { Schedule } from '../../../store/campaigns/transitions.ts'
import { readVariants, type StoredVariant } from '../../../store/campaigns/variants.ts'
import type { Database, Sql, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { isOfSeries } from '../../../store/series/series.ts'
import type { CampaignRef } from '../../access/access.ts'
import { stateAfter } from '../../campaign-state/states.ts'
import { changeState, lockOrRefuse } from '../../campaign-state/transitions.ts'
import { refuseIfHeld } from '../../clients/complaints.ts'
import { confirmAbove, countAbove } from '../../clients/send-confirmation.ts'
import { parseLocalTime } from '../../text-rules/dates.ts'
import { refuseUnapproved } from '../approval/approval-required.ts'
import { blockingCodes, type CheckReport } from '../checking/check.ts'
import type { ComposeOnce } from '../checking/compose-once.ts'
import { refuseIncomplete } from '../drafting/draft-parts.ts'
import { importSourceOrRefuse } from '../drafting/draft-ready.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'
import { readAudience } from '../drafting/sources.ts'
import { unreadableSegment } from '../findings/check-findings.ts'
import { beginOfZones, toleranceMs } from '../timing/timetable.ts'
import { findTiming } from '../timing/timing.ts'
import { letterOf } from '../variants/contents.ts'
import { clashOf, invalid, untestable } from '../variants/settings.ts'
import { readConfirmationAddresses } from './confirmation-addresses.ts'
import { refuseTooSoon } from './follow-ups.ts'

export interface SendOrder {
  /** One address, or several with commas. */
  readonly confirmationEmail: string | null
  /** 1 unless given. */
  readonly mostConfirmations?: number
  /** Without an address no notice is sent; without this such an order is refused. */
  readonly mayNotifyNobody?: boolean
  /** `Immediately`, or a date in the client's time zone. */
  readonly sendDate: string | null
  /** The base of the campaign's links, without a slash at the end; undefined if none is set. */
  readonly publicUrl: string | undefined
  /** A person sends it: what is due now waits for as long as the client lets people stop it. */
  readonly stoppable: boolean
  /** Where a person sends it: the number of recipients that they confirmed, if they did. */
  readonly confirmation?: { readonly recipients: number | undefined } | undefined
  /** Where the service sends it by itself: the most recipients that it may have. */
  readonly mostRecipients?: number
  /** Its audience is empty now, and grows: of a series. No one is notified when it is sent. */
  readonly growing?: boolean
  readonly by: Actor
}

/** What is looked at before a campaign is scheduled. */
export interface SendChecks {
  /** Reads the content of a draft. */
  readonly source: SourceParts

  /** Composes the message that a recipient would get. */
  readonly compose: ComposeOnce
  /** Campaign.Check, for clients that want nothing sent which is not ready. */
  readonly check: () => Promise<CheckReport>
}

/**
 * Schedules a campaign; durable when it resolves. Everything is checked now, also where it begins some seconds later.
 * See docs/decisions/campaigns.md#people-can-stop-what-they-send-at-once.
 * @returns when it begins
 * @throws Refusal InvalidCampaignId, AlreadySent, NoRecipients, InvalidDate, DeliveryDateInPast, ConfirmationEmailRequired,
 *   InvalidConfirmationEmail, InvalidSegments, RecipientListsEmpty, NotComposable, CampaignNotReady, ClientHeld,
 *   PublicUrlRequired, CampaignNotDraft for a step of a series, DraftIncomplete, StaleRevision, ApprovalRequired, AudienceNotConfirmed,
 *   NotResendable, SubjectNotNew, ResendTooSoon, InvalidTiming, TimeZonesPast, InvalidVariants
 */
export async function sendCampaign(
  db: Database,
  campaign: CampaignRef,
  order: SendOrder,
  now: Date,
  checks: SendChecks,
): Promise<Date> {
  if (await isOfSeries(db, campaign)) {
    throw new Refusal('CampaignNotDraft', 'The campaign is a step of a series: Series.Start puts it in force.')
  }
  const prepared = await prepareSending(db, campaign, order, now, checks)
  await transaction(db, sql => commitSending(sql, prepared, order.by, now))
  return prepared.schedule.dueAt
}

/** A draft that was looked at, and may be scheduled as it was. */
export interface PreparedSending {
  readonly campaign: CampaignRef
  /** As it was looked at. */
  readonly row: SendingRow
  readonly timing: Timing | undefined
  /** Where its mails go out by the time zones of recipients: the time on their clocks. */
  readonly local: string | undefined
  readonly schedule: Schedule
}

/**
 * Looks at a draft before it is scheduled, as `sendCampaign` does.
 * @throws Refusal as `sendCampaign` does
 */
export async function prepareSending(
  db: Database,
  campaign: CampaignRef,
  order: SendOrder,
  now: Date,
  checks: SendChecks,
): Promise<PreparedSending> {
  const { clientId, campaignId } = campaign
  const { confirmationEmail, mostConfirmations = 1, mayNotifyNobody = false, growing = false } = order
  const row = await findCampaignForSending(db, clientId, campaignId)
  if (!row) throw new Refusal('InvalidCampaignId')
  stateAfter('send', row.state)
  await refuseIfHeld(db, clientId)
  await refuseUnapproved(db, campaign)
  const publicUrl = baseOrRefusal(order.publicUrl)
  if (row.lists === 0) throw new Refusal('NoRecipients')
  refuseIncomplete(row, ['AudienceMissing'])
  const timing = await findTiming(db, campaign)
  if (growing && (timing || row.testRevision !== 0)) {
    throw new Refusal(
      'SeriesNotReady',
      'A step of a series has no test of variants, and its times are those of the step.',
      { data: { Reason: 'StepWithVariants' } },
    )
  }
  const local = timing?.zoneField === undefined ? undefined : localDate(order.sendDate)
  const begin = (at: Date) => (order.stoppable ? stoppableUntil(at, row.stopSeconds, now) : at)
  const asked = local ?? begin(await dueDate(db, order.sendDate, campaign.timeZone, now))
  if (asked instanceof Date) await refuseTooSoon(db, campaign, asked)
  const isNobody = growing || (mayNotifyNobody && (confirmationEmail ?? '').trim() === '')
  const notified = isNobody ? '' : readConfirmationAddresses(confirmationEmail, mostConfirmations)
  const audience = await readAudience(db, clientId, campaignId)
  if (audience === undefined) throw new Refusal('InvalidSegments', unreadableSegment)
  if (!growing && (await countMembers(db, clientId, audience, 1)) === 0) throw new Refusal('RecipientListsEmpty')
  const dueAt =
    asked instanceof Date ? asked : begin(await beginOfZones(db, campaign, audience, timing ?? {}, asked, now))
  if (dueAt !== asked) await refuseTooSoon(db, campaign, dueAt)
  if (order.confirmation) await refuseUnconfirmed(db, campaign, audience, order.confirmation.recipients)
  if (order.mostRecipients !== undefined) await refuseAbove(db, clientId, audience, order.mostRecipients)
  await importSourceOrRefuse(checks.source, campaign)
  const variants = row.testRevision === 0 ? [] : await readVariants(db, campaign)
  await refuseIfNotComposable(checks, campaign, publicUrl, variants)
  if (variants.length > 0) await refuseUntestable(db, campaign)
  const clash = variants.length > 0 && timing && clashOf(timing)
  if (clash) throw invalid(`The campaign cannot be sent: ${clash}.`)
  if (row.sendOnlyReady) await refuseIfNotReady(checks)
  return { campaign, row, timing, local, schedule: { dueAt, confirmationEmail: notified, publicUrl } }
}

/** Schedules a draft that was looked at. @throws Refusal AlreadySent, StaleRevision, ApprovalRequired, InvalidCampaignId */
export async function commitSending(
  sql: Transaction,
  { campaign, row, timing, local, schedule }: PreparedSending,
  by: Actor,
  now: Date,
): Promise<void> {
  // another call may have been quicker: the state is asked again
  const locked = await lockOrRefuse(sql, campaign)
  await refuseIfChanged(sql, campaign, row)
  await refuseUnapproved(sql, campaign)
  await refuseIfTimingChanged(sql, campaign, timing)
  await storeTimes(sql, campaign, schedule.dueAt, local)
  const detail = { due: schedule.dueAt.toISOString(), revision: row.revision }
  await changeState(sql, [locked], { cause: 'send', actor: by, at: now, detail, schedule })
}

/**
 * A person confirms an audience above the threshold of the client with its number. A number that is given has to be right also below.
 * See docs/decisions/campaigns.md#a-large-audience-is-confirmed-with-its-number.
 * @throws Refusal AudienceNotConfirmed
 */
async function refuseUnconfirmed(
  db: Database,
  campaign: CampaignRef,
  audience: Audience,
  confirmed: number | undefined,
): Promise<void> {
  const threshold = await confirmAbove(db, campaign)
  const { clientId } = campaign
  // members are never fewer than recipients, and are counted no further than the threshold
  if (confirmed === undefined && (await countMembers(db, clientId, audience, threshold + 1)) <= threshold) return
  const { recipients } = await countAudience(db, clientId, audience)
  if (confirmed === recipients || (confirmed === undefined && recipients <= threshold)) return
  const given = confirmed === undefined ? 'No number was confirmed' : `Confirmed were ${confirmed}`
  throw new Refusal(
    'AudienceNotConfirmed',
    `The campaign would go to ${recipients} recipients now. ${given}. Above ${threshold} a person sends with Campaign.SendConfirmed and this number.`,
  )
}

/** @throws Refusal AudienceNotConfirmed */
async function refuseAbove(db: Database, clientId: number, audience: Audience, most: number): Promise<void> {
  const recipients = await countAbove(db, clientId, audience, most)
  if (recipients === undefined) return
  throw new Refusal(
    'AudienceNotConfirmed',
    `The campaign would go to ${recipients} recipients now, and is sent by itself to ${most} at most. A person sends it with this number.`,
  )
}

/** What is due now, or was a little while ago, begins when the time to stop it is over. */
function stoppableUntil(dueAt: Date, stopSeconds: number, now: Date): Date {
  return dueAt > now ? dueAt : new Date(now.getTime() + stopSeconds * 1000)
}

/** What was looked at is what is sent. @throws Refusal StaleRevision, InvalidCampaignId */
async function refuseIfChanged(
  sql: Sql,
  { clientId, campaignId }: CampaignRef,
  { revision, testRevision }: SendingRow,
): Promise<void> {
  const now = await findCampaignForSending(sql, clientId, campaignId)
  if (!now) throw new Refusal('InvalidCampaignId')
  if (now.state !== 'draft' || (now.revision === revision && now.isTaken && now.testRevision === testRevision)) return
  throw new Refusal(
    'StaleRevision',
    'The draft was saved while it was looked at. Look at what was saved, then send again.',
  )
}

/** What was counted is what is sent. @throws Refusal StaleRevision */
async function refuseIfTimingChanged(sql: Sql, campaign: CampaignRef, timing: Timing | undefined): Promise<void> {
  const present = (await readTiming(sql, campaign)) ?? undefined
  if (JSON.stringify(present) === JSON.stringify(timing)) return
  throw new Refusal('StaleRevision', 'The times of its mails were changed meanwhile. Look at them, then send again.')
}

/** A recipient whose values are all absent: whether a campaign can be composed does not depend on who gets it. */
const anybody = { listId: 0, tracked: true, email: 'reader@example.com', name: '', fields: {} }

/** Every variant is composed, so that none stops a test half-way. */
async function refuseIfNotComposable(
  { compose }: SendChecks,
  campaign: CampaignRef,
  publicUrl: string,
  variants: readonly StoredVariant[],
): Promise<void> {
  for (const { variant } of variants.length > 0 ? variants : [{ variant: 1 }]) {
    const composed = await compose(campaign, anybody, publicUrl, variant)
    if (!('fault' in composed)) continue
    const named = variants.length > 0 ? `Variant ${letterOf(variant)} of the campaign` : 'The campaign'
    throw new Refusal('NotComposable', `${named} cannot be composed: ${composed.fault}.`)
  }
}

/** @throws Refusal InvalidVariants */
async function refuseUntestable(sql: Sql, { clientId, campaignId }: CampaignRef): Promise<void> {
  const content = await findCampaignContent(sql, clientId, campaignId)
  const fault = content?.test && untestable(content, content.test.decides)
  if (fault) throw invalid(`The campaign cannot be tested: ${fault}.`)
}

async function refuseIfNotReady({ check }: SendChecks): Promise<void> {
  const report = await check()
  if (report.ready) return
  const found = blockingCodes(report)
  throw new Refusal(
    'CampaignNotReady',
    `Campaign.Check finds ${found.join(', ')}. Mend this or acknowledge the warnings, then send again.`,
    { data: { Findings: found } },
  )
}

/** @throws Refusal PublicUrlRequired where mails have nothing to link to */
export function baseOrRefusal(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  throw new Refusal(
    'PublicUrlRequired',
    'Mail goes to an SMTP relay, and its links need the address of this service: the operator must set LETTERSHOP_PUBLIC_URL.',
  )
}

/** The local time of a campaign that goes out by the time zones of its recipients. @throws Refusal InvalidDate, InvalidTiming */
function localDate(sendDate: string | null): string {
  if (sendDate !== null && isImmediately(sendDate))
    throw new Refusal(
      'InvalidTiming',
      'A campaign that goes out by the time zones of its recipients needs a date: Immediately is the same moment everywhere.',
    )
  const local = parseLocalTime(sendDate)
  if (local === undefined) throw new Refusal('InvalidDate', 'SendDate is a date YYYY-MM-DD HH:MM:SS.')
  return local
}

function isImmediately(sendDate: string): boolean {
  return /^\s*immediately\s*$/i.test(sendDate)
}

async function dueDate(sql: Sql, sendDate: string | null, timeZone: string, now: Date): Promise<Date> {
  if (sendDate !== null && isImmediately(sendDate)) return now
  const local = parseLocalTime(sendDate)
  if (local === undefined) {
    throw new Refusal(
      'InvalidDate',
      'SendDate is Immediately or a date YYYY-MM-DD HH:MM:SS in the time zone of the client.',
    )
  }
  const at = await readInstantOf(sql, local, timeZone)
  if (at.getTime() < now.getTime() - toleranceMs) throw new Refusal('DeliveryDateInPast')
  return at
}
