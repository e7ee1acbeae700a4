/** Campaigns that follow another: how their drafts begin, and when they may start. */
import { Refusal, type RefusalName } from '../../../contract/refusals.ts'
import type { Saver } from '../../../store/campaigns/draft-rows.ts'
import {
  type FamilyMember,
  type FollowUpKind,
  follow,
  predecessors,
  readFamily,
  readListsSentTo,
  readVariantSubjects,
} from '../../../store/campaigns/follow-ups.ts'
import { countCapped } from '../../../store/campaigns/frequency-cap.ts'
import { copyTiming } from '../../../store/campaigns/timing.ts'
import type { Database, Sql, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { readLocalTimeOf } from '../../../store/local-time.ts'
import { areProcessesSince } from '../../../store/processes.ts'
import type { CampaignRef } from '../../access/access.ts'
import { lockOrRefuse } from '../../campaign-state/transitions.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { copyCampaign, type Saved } from '../drafting/draft-editing.ts'

/** Hours from the end of the original until its resend may start. */
export const resendHours = { usual: 48, least: 24, most: 90 * 24 } as const

/** The schema of the first program that narrows the audience of such campaigns: an earlier one would send them to complete lists. */
const firstToFollow = 72

export interface GivenResend {
  readonly subject: string | null
  /** Null or blank for a name made of that of the original. */
  readonly name: string | null
  readonly afterHours: number | null
}

/**
 * Begins the draft of a resend: it is written like the original, except for its subject, and goes to the lists of the original.
 * @throws Refusal InvalidCampaignId, NotResendable, AlreadyResent, SubjectNotNew, InvalidParameter, DuplicateCampaignName, ServiceUnavailable
 */
export async function resendCampaign(
  db: Database,
  campaign: CampaignRef,
  { subject: given, name, afterHours }: GivenResend,
  at: Date,
  by: Saver,
): Promise<Saved> {
  const subject = cleanLine('Subject', given, 500)
  const hours = afterHours ?? resendHours.usual
  if (hours < resendHours.least || hours > resendHours.most) {
    throw new Refusal('InvalidParameter', `AfterHours is ${resendHours.least} to ${resendHours.most}.`)
  }
  return transaction(db, async sql => {
    const family = await lockFamily(sql, campaign)
    const original = family.find(({ campaignId }) => campaignId === campaign.campaignId)!
    refuseUnfinished(original)
    refuseUnmeasured(original)
    await refuseSameSubject(sql, campaign, subject, [original, ...predecessors(family, campaign.campaignId)])
    const settings = { subject }
    return begin(sql, campaign, 'resend', { givenName: name, title: 'Resend', settings }, hours, at, by)
  })
}

/**
 * Begins the draft of a catch-up: it is written like the campaign, and goes to those whom the frequency cap left out of it.
 * @throws Refusal InvalidCampaignId, NotResendable, AlreadyResent, DuplicateCampaignName, ServiceUnavailable
 */
export async function catchUpCampaign(
  db: Database,
  campaign: CampaignRef,
  name: string | null,
  at: Date,
  by: Saver,
): Promise<Saved> {
  return transaction(db, async sql => {
    const family = await lockFamily(sql, campaign)
    refuseUnfinished(family.find(({ campaignId }) => campaignId === campaign.campaignId)!)
    if ((await countCapped(sql, campaign)) === 0) {
      throw new Refusal('NotResendable', 'The frequency cap left no one out of the campaign.')
    }
    return begin(sql, campaign, 'catch up', { givenName: name, title: 'Catch-up' }, null, at, by)
  })
}

async function lockFamily(sql: Transaction, campaign: CampaignRef): Promise<readonly FamilyMember[]> {
  if (!(await areProcessesSince(sql, firstToFollow, 0))) {
    throw new Refusal('ServiceUnavailable', 'A process of the version before still runs. Try again after the upgrade.')
  }
  await lockOrRefuse(sql, campaign)
  return readFamily(sql, campaign)
}

async function begin(
  sql: Transaction,
  campaign: CampaignRef,
  kind: FollowUpKind,
  copy: Parameters<typeof copyCampaign>[2],
  hours: number | null,
  at: Date,
  by: Saver,
): Promise<Saved> {
  const lists = await readListsSentTo(sql, campaign)
  const { saved, key } = await copyCampaign(sql, campaign, { ...copy, lists }, at, by)
  await copyTiming(sql, campaign, key.campaignId)
  if (!(await follow(sql, key, campaign.campaignId, kind, hours))) throw new Refusal('AlreadyResent', taken[kind])
  return saved
}

const taken: Readonly<Record<FollowUpKind, string>> = {
  resend: 'The campaign has a resend. Delete its draft to make another; a resend that was sent can be resent itself.',
  'catch up': 'The campaign has a catch-up. Delete its draft to make another.',
}

/**
 * Refuses to start a campaign that follows another at a time.
 * @throws Refusal NotResendable, SubjectNotNew, ResendTooSoon
 */
export async function refuseTooSoon(sql: Sql, campaign: CampaignRef, at: Date): Promise<void> {
  const fault = await findFault(sql, campaign, at)
  if (!fault) return
  const earliest = fault.earliest && (await readLocalTimeOf(sql, fault.earliest, campaign.timeZone))
  throw new Refusal(fault.refusal, `${fault.sentence}${earliest ? ` It may start from ${earliest} on.` : ''}`)
}

export interface FollowUpFault {
  readonly refusal: Extract<RefusalName, 'NotResendable' | 'SubjectNotNew' | 'ResendTooSoon'>
  readonly sentence: string
  /** When it may start, if it is too soon. */
  readonly earliest?: Date
}

/** Why a campaign that follows another cannot start at a time: asked when it is sent, and again when it starts, since its original may have changed. */
export async function findFault(sql: Sql, campaign: CampaignKey, at: Date): Promise<FollowUpFault | undefined> {
  const family = await readFamily(sql, campaign)
  const own = family.find(({ campaignId }) => campaignId === campaign.campaignId)
  if (!own?.followsId) return undefined
  const earlier = predecessors(family, campaign.campaignId)
  const [original] = earlier
  if (!original || original.isDeleted) {
    return { refusal: 'NotResendable', sentence: 'The campaign that it follows was deleted.' }
  }
  const unfinished = unfinishedOf(original)
  if (unfinished) return { refusal: 'NotResendable', sentence: unfinished }
  if (own.followsAs !== 'resend') return undefined
  if (await hasSubject(sql, campaign, own.subject, earlier))
    return { refusal: 'SubjectNotNew', sentence: subjectIsKnown }
  const earliest = earliestStart(own, original)
  return earliest && at < earliest
    ? {
        refusal: 'ResendTooSoon',
        sentence: `A resend starts ${own.followsAfterHours} hours after the end of its original.`,
        earliest,
      }
    : undefined
}

/** When a resend may start: counted from the end of sending, since the last recipients need as long to react as the first. */
export function earliestStart(own: FamilyMember, original: FamilyMember | undefined): Date | undefined {
  if (own.followsAs !== 'resend' || !original?.finishedAt) return undefined
  return new Date(original.finishedAt.getTime() + (own.followsAfterHours ?? resendHours.usual) * 3_600_000)
}

function unfinishedOf({ state, finishedAt }: FamilyMember): string | undefined {
  return state === 'sent' && finishedAt ? undefined : 'The campaign that it follows has not been sent to its end.'
}

function refuseUnfinished(original: FamilyMember): void {
  if (unfinishedOf(original))
    throw new Refusal('NotResendable', 'Only a campaign that was sent to its end is followed.')
}

/** Whether a campaign may get a resend. */
export function isResendable(family: readonly FamilyMember[], campaignId: number): boolean {
  const original = family.find(member => member.campaignId === campaignId)
  const isResent = family.some(member => member.followsId === campaignId && member.followsAs === 'resend')
  return original !== undefined && !unfinishedOf(original) && isMeasured(original) && !isResent
}

/** Whether a campaign may get a catch-up, if the frequency cap left people out of it. */
export function canCatchUp(family: readonly FamilyMember[], campaignId: number): boolean {
  const original = family.find(member => member.campaignId === campaignId)
  const isCaughtUp = family.some(member => member.followsId === campaignId && member.followsAs === 'catch up')
  return original !== undefined && !unfinishedOf(original) && !isCaughtUp
}

/** Without opens or without clicks it is unknown who did not react. */
function isMeasured({ trackOpens, trackClicks }: FamilyMember): boolean {
  return trackOpens && trackClicks
}

function refuseUnmeasured(original: FamilyMember): void {
  if (isMeasured(original)) return
  throw new Refusal(
    'NotResendable',
    'Opens and clicks of the campaign were not both recorded, so it is unknown who did not react.',
  )
}

const subjectIsKnown = 'The subject is that of an earlier mail to the same people.'

/** @throws Refusal SubjectNotNew */
async function refuseSameSubject(
  sql: Sql,
  campaign: CampaignKey,
  subject: string,
  earlier: readonly FamilyMember[],
): Promise<void> {
  if (subject === '') throw new Refusal('SubjectNotNew', 'Give the resend a subject of its own.')
  if (await hasSubject(sql, campaign, subject, earlier)) throw new Refusal('SubjectNotNew', subjectIsKnown)
}

/** Compared without case and runs of blanks. */
async function hasSubject(
  sql: Sql,
  { clientId }: CampaignKey,
  subject: string,
  earlier: readonly FamilyMember[],
): Promise<boolean> {
  const compared = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  const ids = earlier.map(({ campaignId }) => campaignId)
  const others = [...earlier.map(member => member.subject), ...(await readVariantSubjects(sql, clientId, ids))]
  return others.some(other => compared(other) === compared(subject))
}
