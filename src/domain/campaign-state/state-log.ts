/** The lines of the log about changes of campaigns' states, written once the change is committed. */
import type { LogEvent } from '../../lib/log-events.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import { type CampaignFacts, readCampaignFacts } from '../../store/campaigns/log-facts.ts'
import type { LockedCampaign, Schedule } from '../../store/campaigns/transitions.ts'
import type { Transaction } from '../../store/connection/database.ts'
import type { Share } from '../../store/inbound/complaints.ts'
import type { CampaignKey } from '../../store/keys.ts'
import type { CampaignAction, CampaignState } from './states.ts'

/** What the log records of a change. */
export interface LoggedChange {
  readonly cause: CampaignAction
  readonly actor: Actor
  readonly schedule?: Schedule | undefined
  /** Of a hold: the complaints that caused it. */
  readonly share?: Share | undefined
  /** Of `resume`: a hold of the campaign ends with it. */
  readonly releases?: boolean | undefined
}

export interface Move {
  readonly campaign: LockedCampaign
  readonly from: CampaignState
  readonly to: CampaignState
}

/** Logs campaigns that change their state in this transaction; the lines are written when it commits. */
export async function logMoves(sql: Transaction, moves: readonly Move[], change: LoggedChange): Promise<void> {
  if (moves.length === 0) return
  const places = new Map(moves.map(move => [move.campaign.campaignId, move]))
  const facts = await readCampaignFacts(
    sql,
    moves.map(({ campaign }) => campaign),
  )
  for (const fact of facts)
    for (const event of eventsOf(places.get(fact.campaignId)!, fact, change)) sql.logAfterCommit(event)
}

/** Logs that no recipient of a cancelled campaign is open any more. */
export async function logCancelledEnd(sql: Transaction, campaign: CampaignKey): Promise<void> {
  for (const fact of await readCampaignFacts(sql, [campaign])) sql.logAfterCommit(finishedEvent(fact, 'cancel'))
}

/** The kind and id of the actor, without a name. */
export function whoDid({ principal, loginId }: Actor): { readonly by: string; readonly byId: number } {
  if (principal) return { by: principal.kind, byId: principal.id }
  return { by: loginId === 0 ? 'service' : 'login', byId: loginId }
}

/** Complaints by 100 mails, to two places: cut rather than rounded up to a limit it is below. */
export function percentOf({ complaints, mails }: Share): number {
  return complaints === 0 ? 0 : Math.floor((10_000 * complaints) / Math.max(mails, complaints)) / 100
}

function eventsOf(
  { campaign: { dueAt }, from, to }: Move,
  fact: CampaignFacts,
  change: LoggedChange,
): readonly LogEvent[] {
  const { cause, actor, schedule, share } = change
  const about = { client: fact.client, campaign: fact.campaign }
  const by = { ...about, ...whoDid(actor) }
  switch (to) {
    case 'draft':
      return [{ event: 'campaign.unscheduled', ...by, cause }]
    case 'scheduled': {
      const due = (schedule?.dueAt ?? dueAt)?.toISOString() ?? ''
      return [from === 'draft' ? { event: 'campaign.scheduled', ...by, due } : resumedEvent(change, by)]
    }
    case 'sending': {
      const { recipients, excluded } = fact
      if (cause === 'begin')
        return [
          { event: 'campaign.planned', ...about, recipients, excluded },
          { event: 'campaign.started', ...about, recipients },
        ]
      return [from === 'sent' ? { event: 'campaign.reopened', ...by, cause } : resumedEvent(change, by)]
    }
    case 'held':
    case 'paused':
      if (cause === 'hold' && share) return [{ event: 'campaign.held', ...about, ...share, percent: percentOf(share) }]
      return [{ event: 'campaign.paused', ...by, cause }]
    case 'cancelled':
      return [{ event: 'campaign.cancelled', ...by, cause }]
    case 'sent':
      return [finishedEvent(fact, cause)]
  }
}

type By = Omit<Extract<LogEvent, { event: 'campaign.resumed' }>, 'event'>

function resumedEvent({ cause, releases }: LoggedChange, by: By): LogEvent {
  return { event: cause === 'release' || releases ? 'campaign.released' : 'campaign.resumed', ...by }
}

function finishedEvent(fact: CampaignFacts, cause: string): LogEvent {
  const { clientId: _clientId, campaignId: _campaignId, ...sums } = fact
  return { event: 'campaign.finished', ...sums, cause }
}
