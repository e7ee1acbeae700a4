/**
 * How many complaints are too many: a warning above one share of the mails, a hold above another, for each campaign and for
 * all of a client's. See docs/decisions/bounces-and-complaints.md#complaint-rates-hold-sending.
 */
import { Refusal } from '../../contract/refusals.ts'
import { type Actor, theService } from '../../store/campaigns/campaign-history.ts'
import { readClientFact } from '../../store/campaigns/log-facts.ts'
import { lockCampaign } from '../../store/campaigns/transitions.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordEvents } from '../../store/events/events.ts'
import { readComplaintsSince, type Share } from '../../store/inbound/complaints.ts'
import type { CampaignKey } from '../../store/keys.ts'
import {
  type AlarmRow,
  findClientHeldSince,
  findLastRelease,
  findLastWarned,
  holdClient,
  isCampaignHeld,
  raiseAlarm,
  readAlarmsOf,
  readHeldCampaigns,
  releaseCampaign,
  releaseClient,
} from '../../store/limits/complaint-alarms.ts'
import { lockClient } from '../../store/limits/daily-limits.ts'
import type { ClientRef } from '../access/access.ts'
import { percentOf, whoDid } from '../campaign-state/state-log.ts'
import { changeState, wouldChange } from '../campaign-state/transitions.ts'

/** Shares of the accepted mails in percent above which something is done; 0 for never. */
export interface ComplaintLimits {
  readonly warn: number
  readonly hold: number
}

/** What is too many by share is still chance below this. */
const leastComplaints = 5
/** The client's campaigns that began in the last days are judged together. */
const windowDays = 30
/** A client is warned once in so long, a campaign once. */
const warnAgainMs = 7 * 86_400_000

export type Level = 'warning' | 'hold' | undefined

/** Pure. A share counts as above its limit, not at it. */
export function levelOf({ complaints, mails }: Share, { warn, hold }: ComplaintLimits): Level {
  if (complaints < leastComplaints) return undefined
  // reports may come before the counters know of the mails
  const percent = (100 * complaints) / Math.max(mails, complaints)
  if (hold > 0 && percent > hold) return 'hold'
  return warn > 0 && percent > warn ? 'warning' : undefined
}

/** `0.41 %`; the share is cut rather than rounded up to a limit it is below. */
export function shareText(share: Share): string {
  return share.complaints === 0 ? '0 %' : `${percentOf(share).toFixed(2)} %`
}

/** `complaints 0.41 %: 41 of 10000 mails`, as histories and events say it. */
export function reasonOf(share: Share): string {
  return `complaints ${shareText(share)}: ${share.complaints} of ${share.mails} mails`
}

export interface Raised extends Share {
  readonly level: 'warning' | 'hold'
  /** Public identifier; undefined: of all the client's campaigns. */
  readonly campaign: string | undefined
}

/**
 * Looks at the counters after another complaint, and warns or holds. Part of the transaction that counted it, which has locked
 * the client and then the campaign: judgements of a client come one after another.
 * @param share of the campaign
 */
export async function judgeComplaints(
  sql: Transaction,
  campaign: CampaignKey & { readonly campaignPublicId: string },
  share: Share,
  limits: ComplaintLimits,
  now: Date,
): Promise<readonly Raised[]> {
  const ofCampaign = await judgeCampaign(sql, campaign, share, limits, now)
  const ofClient = await judgeClient(sql, campaign.clientId, limits, now)
  return [...ofCampaign, ...ofClient]
}

async function judgeCampaign(
  sql: Transaction,
  { clientId, campaignId, campaignPublicId }: CampaignKey & { readonly campaignPublicId: string },
  share: Share,
  limits: ComplaintLimits,
  at: Date,
): Promise<readonly Raised[]> {
  const released = await findLastRelease(sql, clientId, campaignId)
  // the user who released it knew what there was by then
  const fresh = released
    ? { complaints: share.complaints - released.complaints, mails: share.mails - released.mails }
    : share
  const level = levelOf(fresh, limits)
  if (level === undefined) return []
  const alarm = { clientId, campaignId, at, ...fresh }
  const data = { CampaignID: campaignPublicId, ...asEvent(fresh) }
  const locked = level === 'hold' ? await lockCampaign(sql, { clientId, campaignId }) : undefined
  if (locked && wouldChange('hold', locked)) {
    if (!(await raiseAlarm(sql, { ...alarm, kind: 'hold' }))) return []
    const detail = { held: reasonOf(fresh) }
    await changeState(sql, [locked], { cause: 'hold', actor: theService, at, detail, share: fresh, eventData: data })
    return [{ level: 'hold', campaign: campaignPublicId, ...fresh }]
  }
  const warned = await findLastWarned(sql, clientId, campaignId)
  if (warned !== undefined && !(released && released.at > warned)) return []
  await raiseAlarm(sql, { ...alarm, kind: 'warning' })
  await recordEvents(sql, [{ clientId, type: 'complaints.high', at, data }])
  return [{ level: 'warning', campaign: campaignPublicId, ...fresh }]
}

async function judgeClient(
  sql: Transaction,
  clientId: number,
  limits: ComplaintLimits,
  at: Date,
): Promise<readonly Raised[]> {
  if ((await findClientHeldSince(sql, clientId)) !== undefined) return []
  const share = await shareOfClient(sql, clientId, at)
  const level = levelOf(share, limits)
  if (level === undefined) return []
  const alarm = { clientId, campaignId: null, at, ...share, kind: level }
  if (level === 'warning') {
    const warned = await findLastWarned(sql, clientId, null)
    if (warned !== undefined && at.getTime() - warned.getTime() < warnAgainMs) return []
  } else await holdClient(sql, clientId, at)
  await raiseAlarm(sql, alarm)
  const type = level === 'hold' ? 'client.held' : 'complaints.high'
  await recordEvents(sql, [{ clientId, type, at, data: asEvent(share) }])
  if (level === 'hold')
    sql.logAfterCommit({
      event: 'client.held',
      client: await readClientFact(sql, clientId),
      ...share,
      percent: percentOf(share),
    })
  return [{ level, campaign: undefined, ...share }]
}

/** Of the campaigns a client began in the last days, and after it was released last. */
async function shareOfClient(sql: Sql, clientId: number, now: Date): Promise<Share> {
  const released = await findLastRelease(sql, clientId, null)
  const since = now.getTime() - windowDays * 86_400_000
  return readComplaintsSince(sql, clientId, new Date(Math.max(since, released?.at.getTime() ?? 0)))
}

function asEvent(share: Share) {
  return { Complaints: share.complaints, Mails: share.mails, Share: shareText(share), Reason: reasonOf(share) }
}

/** @throws Refusal ClientHeld */
export async function refuseIfHeld(sql: Sql, clientId: number): Promise<void> {
  if ((await findClientHeldSince(sql, clientId)) === undefined) return
  throw new Refusal(
    'ClientHeld',
    'Too many recipients complained: nothing is sent for this client until a user of the account releases it (Client.ReleaseHold).',
  )
}

/**
 * Checks that a paused campaign may be resumed, and ends its hold if it has one: only users of the account end holds.
 * @returns whether a hold was ended
 * @throws Refusal ClientHeld, CampaignHeld
 */
export async function endHold(sql: Transaction, campaign: CampaignKey, actor: Actor, now: Date): Promise<boolean> {
  await refuseIfHeld(sql, campaign.clientId)
  if (!(await isCampaignHeld(sql, campaign))) return false
  if (!actor.account) {
    throw new Refusal('CampaignHeld', 'Too many recipients complained: a user of the account must let it go on.')
  }
  return releaseCampaign(sql, campaign, actor, now)
}

export interface Hold extends Share {
  readonly held: boolean
  /** Public identifiers of campaigns that are paused for complaints. */
  readonly campaigns: readonly string[]
  /** Newest first. */
  readonly alarms: readonly AlarmRow[]
}

/** More than a user reads; the newest are returned. */
const mostAlarms = 200

/** A client's complaints of the last 30 days or since its release, its holds and warnings. Dates are in its time zone. */
export async function holdOf(db: Database, { clientId, timeZone }: ClientRef, now: Date): Promise<Hold> {
  const [since, campaigns, alarms, share] = await Promise.all([
    findClientHeldSince(db, clientId),
    readHeldCampaigns(db, clientId),
    readAlarmsOf(db, clientId, timeZone, mostAlarms),
    shareOfClient(db, clientId, now),
  ])
  return {
    ...share,
    held: since !== undefined,
    campaigns: campaigns.map(({ campaignPublicId }) => campaignPublicId),
    alarms,
  }
}

/** Whether a client is held, its share of complaints, and the sentence of a warning about it, if any. */
export async function readStanding(db: Database, { clientId }: ClientRef, limits: ComplaintLimits, now: Date) {
  const [since, share] = await Promise.all([findClientHeldSince(db, clientId), shareOfClient(db, clientId, now)])
  return { held: since !== undefined, share, high: levelOf(share, limits) && reasonOf(share) }
}

/** Sending goes on, and so do the campaigns that were paused for complaints. Again changes nothing. */
export async function releaseHold(db: Database, { clientId }: ClientRef, actor: Actor, now: Date): Promise<void> {
  await transaction(db, async sql => {
    await lockClient(sql, clientId)
    const released = await releaseClient(sql, clientId, actor, now)
    const campaigns = await readHeldCampaigns(sql, clientId)
    for (const { campaignId } of campaigns) {
      const key = { clientId, campaignId }
      const locked = await lockCampaign(sql, key)
      if (!(await releaseCampaign(sql, key, actor, now)) || !locked) continue
      await changeState(sql, [locked], { cause: 'release', actor, at: now, detail: { released: 'hold' } })
    }
    if (released || campaigns.length > 0) {
      await recordEvents(sql, [{ clientId, type: 'client.released', at: now, data: { Username: actor.username } }])
      sql.logAfterCommit({ event: 'client.released', client: await readClientFact(sql, clientId), ...whoDid(actor) })
    }
  })
}
