/**
 * The change of a campaign's state. Every cause goes through `changeState`: the row is locked, the table of `states.ts` is asked,
 * and the state with its dates, the row of the history and the event are written in one transaction; its commit writes the lines of
 * the log. Callers check rights, holds and content before, in the same transaction where the result has to hold.
 */
import { Refusal } from '../../contract/refusals.ts'
import { type Actor, recordHistory, theService } from '../../store/campaigns/campaign-history.ts'
import { wakeSenders } from '../../store/campaigns/sending.ts'
import {
  countWaiting,
  endCancelled,
  type LockedCampaign,
  lockCampaign,
  lockFinished,
  lockMissed,
  lockUnderWay,
  type NewState,
  type Schedule,
  writeState,
} from '../../store/campaigns/transitions.ts'
import type { Transaction } from '../../store/connection/database.ts'
import { type CampaignEventType, recordCampaignEvents, recordEvents } from '../../store/events/events.ts'
import type { CampaignKey } from '../../store/keys.ts'
import { type LoggedChange, logCancelledEnd, logMoves } from './state-log.ts'
import { type CampaignAction, type CampaignState, stateAfter } from './states.ts'

export interface Change extends LoggedChange {
  readonly at: Date
  /** Of the history's row; plain JSON. */
  readonly detail?: object | undefined
  /** In a sentence's words; the history's row and the event say it. */
  readonly reason?: string
  /** What the event says instead of the campaign and its counts. */
  readonly eventData?: Readonly<Record<string, unknown>>
}

/**
 * Changes the state of campaigns that this transaction has locked. Those that are in the state already stay as they are,
 * without a trace; of a cause that does more than change the state (`retry`, `settle`, `delete`, `restore`) the history has its row.
 * @returns those whose state has changed
 * @throws Refusal of the table of states; nothing was written then
 */
export async function changeState(
  sql: Transaction,
  campaigns: readonly LockedCampaign[],
  change: Change,
): Promise<readonly LockedCampaign[]> {
  const { cause, actor, at, schedule } = change
  const moves = campaigns.map(campaign => ({
    campaign,
    from: stateOf(campaign),
    to: stateAfter(cause, stateOf(campaign)),
  }))
  const moved = moves.filter(({ from, to }) => to !== from)
  for (const to of new Set(moved.map(move => move.to))) {
    const entering = moved.filter(move => move.to === to).map(({ campaign }) => campaign)
    await writeState(sql, entering, withDates(to, cause, at, schedule), at)
  }
  const entries = []
  for (const { campaign, from, to } of actsBeyondState.has(cause) ? moves : moved) {
    const waiting = from === 'sending' && to === 'paused' ? await countWaiting(sql, keyOf(campaign)) : undefined
    const detail = detailOf(campaign, to, change)
    entries.push({ ...keyOf(campaign), from, to, detail: waiting === undefined ? detail : { ...detail, waiting } })
  }
  await recordHistory(sql, entries, actor, historyNames[cause] ?? cause, at)
  // events about drafts are not published
  const announced = moved.filter(({ to }) => to !== 'draft').map(({ campaign }) => keyOf(campaign))
  await announce(sql, announced, change)
  await logMoves(sql, moved, change)
  if (moved.some(({ to }) => givesWork.has(to))) await wakeSenders(sql)
  return moved.map(({ campaign }) => campaign)
}

/** Locks a campaign for a change. @throws Refusal InvalidCampaignId when it does not exist (any more) */
export async function lockOrRefuse(sql: Transaction, campaign: CampaignKey): Promise<LockedCampaign> {
  const locked = await lockCampaign(sql, campaign)
  if (!locked) throw new Refusal('InvalidCampaignId')
  return locked
}

/** The state as the table knows it. */
export function stateOf({ state, started }: Pick<LockedCampaign, 'state' | 'started'>): CampaignState {
  return state === 'paused' && !started ? 'held' : state
}

/** Whether a cause leads to another state. @throws Refusal of the table of states */
export function wouldChange(cause: CampaignAction, campaign: LockedCampaign): boolean {
  return stateAfter(cause, stateOf(campaign)) !== stateOf(campaign)
}

/** Sending begins: the audience was frozen in this transaction. */
export async function beginCampaign(sql: Transaction, campaign: CampaignKey, at: Date): Promise<void> {
  const locked = await lockCampaign(sql, campaign)
  if (locked) await changeState(sql, [locked], { cause: 'begin', actor: theService, at })
}

/** Ends what is being sent and has no open recipient. @returns the campaigns that ended now */
export async function finishCampaigns(sql: Transaction, at: Date): Promise<readonly CampaignKey[]> {
  const finished = await changeState(sql, await lockFinished(sql), { cause: 'finish', actor: theService, at })
  return finished.map(keyOf)
}

/** Ends a cancelled campaign that has no open recipient any more, once: the state stays, and the event says that it is over. */
export async function finishCancelled(sql: Transaction, campaign: CampaignKey, at: Date): Promise<void> {
  if (!(await endCancelled(sql, campaign, at))) return
  await recordCampaignEvents(sql, 'campaign.cancelled', [campaign], at)
  await logCancelledEnd(sql, campaign)
}

export interface MissedCampaign {
  readonly campaignPublicId: string
  readonly missedAt: Date
}

/** Schedules that came up before `latest` become drafts again. @returns those that did */
export async function withdrawMissed(sql: Transaction, latest: Date, at: Date): Promise<readonly MissedCampaign[]> {
  const reason = 'its schedule was missed by too long'
  const change: Change = { cause: 'miss', actor: theService, at, reason }
  const missed = await changeState(sql, await lockMissed(sql, latest), change)
  return missed.map(({ campaignPublicId, dueAt }) => ({ campaignPublicId, missedAt: dueAt! })) // what is scheduled is due
}

/**
 * A campaign that mails went out of, and that has not begun as far as the database knows (any more), becomes a draft: it must not
 * begin again by itself.
 */
export async function withdrawBegun(sql: Transaction, campaign: CampaignKey, at: Date): Promise<void> {
  const locked = await lockCampaign(sql, campaign)
  const reason = 'mails of it went out, and the database lost that it had begun'
  if (locked) await changeState(sql, [locked], { cause: 'withdraw', actor: theService, at, reason })
}

/**
 * A campaign that mails went out of, and whose audience is not all frozen as far as the database knows (any more), is cancelled: frozen
 * again, the numbers in the journals would be those of others.
 */
export async function cancelHalfFrozen(sql: Transaction, campaign: CampaignKey, at: Date): Promise<void> {
  const locked = await lockCampaign(sql, campaign)
  if (!locked || (locked.state !== 'sending' && locked.state !== 'paused')) return
  const reason = 'mails of it went out, and the database lost a part of its audience'
  await changeState(sql, [locked], { cause: 'cancel', actor: theService, at, reason })
}

/** What a client that is deleted has under way: schedules end, and what is being sent is paused. */
export async function stopForDeletedClient(sql: Transaction, clientId: number, actor: Actor, at: Date): Promise<void> {
  const reason = 'the client was deleted'
  await changeState(sql, await lockUnderWay(sql, clientId), { cause: 'delete client', actor, at, reason })
}

/** The history has its row of these also where the state stays. */
const actsBeyondState: ReadonlySet<CampaignAction> = new Set([
  'retry',
  'settle',
  'settle as retry',
  'delete',
  'restore',
])

/** In these states senders may find something to do. */
const givesWork: ReadonlySet<CampaignState> = new Set(['scheduled', 'sending', 'cancelled'])

/** Where the history calls a cause by another name. */
const historyNames: { readonly [Cause in CampaignAction]?: string } = { stop: 'pause', release: 'resume' }

/** Of a cancellation there is one when no recipient is open any more (`finishCancelled`). */
const eventTypes: { readonly [Cause in CampaignAction]?: CampaignEventType } = {
  begin: 'campaign.started',
  pause: 'campaign.paused',
  stop: 'campaign.paused',
  'delete client': 'campaign.paused',
  hold: 'campaign.held',
  resume: 'campaign.resumed',
  release: 'campaign.resumed',
  finish: 'campaign.finished',
}

async function announce(
  sql: Transaction,
  campaigns: readonly CampaignKey[],
  { cause, at, reason, eventData }: Change,
): Promise<void> {
  const type = eventTypes[cause]
  if (type === undefined) return
  if (eventData) {
    const events = campaigns.map(({ clientId }) => ({ clientId, type, at, data: eventData }))
    return recordEvents(sql, events)
  }
  await recordCampaignEvents(sql, type, campaigns, at, reason === undefined ? {} : { Reason: reason })
}

/** Where the service ends a schedule, its date stays in the history; people know which one they end. */
function detailOf({ dueAt }: LockedCampaign, to: CampaignState, { reason, detail }: Change): object {
  if (reason === undefined) return { ...detail }
  return to === 'draft' && dueAt ? { reason, due: dueAt.toISOString(), ...detail } : { reason, ...detail }
}

function withDates(to: CampaignState, cause: CampaignAction, at: Date, schedule: Schedule | undefined): NewState {
  switch (to) {
    case 'draft':
      return { state: to, missed: cause === 'miss' || cause === 'withdraw' }
    case 'scheduled':
      return { state: to, schedule }
    case 'sending':
      return { state: to, begins: cause === 'begin' ? at : undefined }
    case 'sent':
      return { state: to, at }
    case 'held':
      return { state: 'paused' }
    case 'paused':
    case 'cancelled':
      return { state: to }
  }
}

function keyOf({ clientId, campaignId }: LockedCampaign): CampaignKey {
  return { clientId, campaignId }
}
