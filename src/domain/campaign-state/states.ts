/**
 * The actions each state of a campaign allows, and the state after each: the one table that every guard reads. An action
 * a person may ask for twice leads to the state it has led to already.
 */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { StoredCampaignState } from '../../store/states.ts'

/** `held`: paused before its audience could be frozen, for a reason its history says. In the database `paused`, never started. */
export type CampaignState = StoredCampaignState | 'held'

export const campaignStates: readonly CampaignState[] = [
  'draft',
  'scheduled',
  'held',
  'sending',
  'paused',
  'cancelled',
  'sent',
]

/** What the service does itself, and what follows from a change of the client. Never refused: where it does not apply, the state stays. */
const consequences = ['begin', 'stop', 'finish', 'miss', 'withdraw', 'hold', 'release', 'delete client'] as const

/** The causes of a change of state. */
export const campaignActions = [
  'send',
  'unschedule',
  'pause',
  'resume',
  'cancel',
  'retry',
  'settle',
  'settle as retry',
  'test',
  'promise',
  'request approval',
  'edit',
  'delete',
  'restore',
  ...consequences,
] as const
export type CampaignAction = (typeof campaignActions)[number]

type After = { readonly [State in CampaignState]: CampaignState | RefusalName }

// biome-ignore format: a table reads by its columns
const asItIs: { readonly [State in CampaignState]: State } = { draft: 'draft', scheduled: 'scheduled', held: 'held', sending: 'sending', paused: 'paused', cancelled: 'cancelled', sent: 'sent' }

/** Rows in the order of a campaign's life. `retry` and `settle as retry` lead to their state when recipients are open. */
// biome-ignore format: a table reads by its columns
const table: { readonly [Action in CampaignAction]: After } = {
  send:              { draft: 'scheduled', scheduled: 'AlreadySent', held: 'AlreadySent', sending: 'AlreadySent', paused: 'AlreadySent', cancelled: 'AlreadySent', sent: 'AlreadySent' },
  unschedule:        { draft: 'CampaignNotScheduled', scheduled: 'draft', held: 'CampaignNotScheduled', sending: 'CampaignNotScheduled', paused: 'CampaignNotScheduled', cancelled: 'CampaignNotScheduled', sent: 'CampaignNotScheduled' },
  pause:             { draft: 'CampaignNotSending', scheduled: 'CampaignNotSending', held: 'held', sending: 'paused', paused: 'paused', cancelled: 'CampaignCancelled', sent: 'AlreadySent' },
  resume:            { draft: 'CampaignNotPaused', scheduled: 'CampaignNotPaused', held: 'scheduled', sending: 'sending', paused: 'sending', cancelled: 'CampaignCancelled', sent: 'AlreadySent' },
  // a caller who cancels in the second before sending begins must not be advised to unschedule
  cancel:            { draft: 'CampaignNotSending', scheduled: 'draft', held: 'cancelled', sending: 'cancelled', paused: 'cancelled', cancelled: 'cancelled', sent: 'AlreadySent' },
  retry:             { draft: 'CampaignNotStarted', scheduled: 'CampaignNotStarted', held: 'CampaignNotStarted', sending: 'sending', paused: 'paused', cancelled: 'CampaignCancelled', sent: 'sending' },
  settle:            { draft: 'CampaignNotStarted', scheduled: 'CampaignNotStarted', held: 'CampaignNotStarted', sending: 'sending', paused: 'paused', cancelled: 'cancelled', sent: 'sent' },
  'settle as retry': { draft: 'CampaignNotStarted', scheduled: 'CampaignNotStarted', held: 'CampaignNotStarted', sending: 'sending', paused: 'paused', cancelled: 'CampaignCancelled', sent: 'sending' },
  test:              { draft: 'draft', scheduled: 'scheduled', held: 'held', sending: 'sending', paused: 'paused', cancelled: 'cancelled', sent: 'sent' },
  // what a recipient may expect, and whether it may be sent, is settled before the first one is sent to
  promise:           { draft: 'draft', scheduled: 'scheduled', held: 'held', sending: 'AlreadySent', paused: 'AlreadySent', cancelled: 'CampaignCancelled', sent: 'AlreadySent' },
  // approval is asked for, given and refused
  'request approval': { draft: 'draft', scheduled: 'scheduled', held: 'held', sending: 'AlreadySent', paused: 'AlreadySent', cancelled: 'CampaignCancelled', sent: 'AlreadySent' },
  edit:              { draft: 'draft', scheduled: 'CampaignNotDraft', held: 'CampaignNotDraft', sending: 'CampaignNotDraft', paused: 'CampaignNotDraft', cancelled: 'CampaignNotDraft', sent: 'CampaignNotDraft' },
  delete:            { draft: 'draft', scheduled: 'draft', held: 'cancelled', sending: 'cancelled', paused: 'cancelled', cancelled: 'cancelled', sent: 'sent' },
  // a deleted campaign is there again in the state that its deletion left it in
  restore:           asItIs,
  // the audience is frozen
  begin:             { ...asItIs, scheduled: 'sending' },
  // it cannot go on, for a reason its history says
  stop:              { ...asItIs, scheduled: 'held', sending: 'paused' },
  // no recipient is open
  finish:            { ...asItIs, sending: 'sent' },
  // a schedule is missed by too long, or mails of it went out that the database lost: a person decides anew
  miss:              { ...asItIs, scheduled: 'draft' },
  withdraw:          { ...asItIs, scheduled: 'draft' },
  // too many complaints, and a user of the account who releases the client
  hold:              { ...asItIs, sending: 'paused' },
  release:           { ...asItIs, held: 'scheduled', paused: 'sending' },
  // as unscheduling and pausing, so that an undone deletion sends nothing by itself
  'delete client':   { ...asItIs, scheduled: 'draft', sending: 'paused' },
}

/** @returns the state the action leads to @throws Refusal when it is not for a campaign in this state */
export function stateAfter(action: CampaignAction, state: CampaignState): CampaignState {
  const after = table[action][state]
  if (isState(after)) return after
  throw new Refusal(after, `The campaign ${descriptions[state]}.`)
}

/** As people say it. */
const descriptions: { readonly [State in CampaignState]: string } = {
  draft: 'is a draft',
  scheduled: 'is scheduled, and has not begun',
  held: 'was paused before it began; its history says why',
  sending: 'is being sent',
  paused: 'is paused',
  cancelled: 'was cancelled',
  sent: 'has been sent',
}

function isState(after: CampaignState | RefusalName): after is CampaignState {
  return after in descriptions
}
