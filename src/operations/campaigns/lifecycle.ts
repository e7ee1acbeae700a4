/** Campaigns on their way: reading the ledger, and actions of people. */
import type { Settlement } from '../../contract/groups/every-wire/sending.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import type { CampaignRef } from '../../domain/access/access.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { readHistory } from '../../domain/campaigns/lifecycle/history.ts'
import {
  cancelCampaign,
  pauseCampaign,
  promiseAtLeastOnce,
  resumeCampaign,
  retryCampaign,
  settleCampaign,
  unscheduleCampaign,
} from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { sendTest, type TestOrder, type TestResult } from '../../domain/campaigns/mails/test-send.ts'
import {
  recipientStateChoice,
  recipientStateNamed,
  recipientStates,
} from '../../domain/campaigns/reports/recipient-states.ts'
import {
  type LedgerRow,
  progressRecord,
  readProgress,
  readRecipients,
  type RecipientState as State,
} from '../../domain/campaigns/reports/recipients.ts'
import { actor, type Dependencies, type Handlers, type Origin, sourceParts } from '../dependencies.ts'

type Lifecycle = Pick<
  Handlers,
  | 'Campaign.GetProgress'
  | 'Campaign.GetRecipients'
  | 'Campaign.GetHistory'
  | 'Campaign.SendTest'
  | 'Campaign.SetAtLeastOnce'
  | 'Campaign.Unschedule'
  | 'Campaign.Pause'
  | 'Campaign.Resume'
  | 'Campaign.Cancel'
  | 'Campaign.SendVariantTest'
  | 'Campaign.RetryFailed'
  | 'Campaign.SettleUnknown'
>

export const lifecycle: Lifecycle = {
  async 'Campaign.GetProgress'(_params, { campaign }, { db }) {
    return progressRecord(await readProgress(db, campaign))
  },

  async 'Campaign.GetRecipients'({ State, After, Limit }, { campaign }, { db }) {
    const rows = await readRecipients(db, campaign, { state: wantedState(State), after: After, limit: Limit })
    return rows.map(recipientOnWire)
  },

  async 'Campaign.GetHistory'(_params, { campaign }, { db }) {
    const events = await readHistory(db, campaign)
    return events.map(({ date, action, username, detail }) => ({
      Date: date,
      Action: action,
      Username: username,
      Detail: detail,
    }))
  },

  'Campaign.SendTest': ({ Recipients, PersonalizeAs }, caller, dependencies) =>
    sendTestMails(dependencies, caller, { recipients: Recipients ?? [], personalizeAs: PersonalizeAs, variant: null }),

  'Campaign.SendVariantTest': ({ Recipients, PersonalizeAs, Variant }, caller, dependencies) =>
    sendTestMails(dependencies, caller, {
      recipients: Recipients ?? [],
      personalizeAs: PersonalizeAs,
      variant: Variant,
    }),

  'Campaign.SetAtLeastOnce': ({ AtLeastOnce }, { campaign, principal, origin }, { db, now }) =>
    promiseAtLeastOnce(db, campaign, AtLeastOnce, actor(principal, origin), now()),

  'Campaign.Unschedule': (_params, { campaign, principal, origin }, { db, now }) =>
    unscheduleCampaign(db, campaign, actor(principal, origin), now()),

  'Campaign.Pause': (_params, { campaign, principal, origin }, { db, now }) =>
    pauseCampaign(db, campaign, actor(principal, origin), now()),

  'Campaign.Resume': (_params, { campaign, principal, origin }, { db, now }) =>
    resumeCampaign(db, campaign, actor(principal, origin), now()),

  'Campaign.Cancel': (_params, { campaign, principal, origin }, { db, now }) =>
    cancelCampaign(db, campaign, actor(principal, origin), now()),

  'Campaign.RetryFailed': (_params, { campaign, principal, origin }, { db, now }) =>
    retryCampaign(db, campaign, actor(principal, origin), now()),

  'Campaign.SettleUnknown': ({ Number: number, As }, { campaign, principal, origin }, { db, now }) =>
    settleCampaign(db, campaign, { number, as: settlements[As] }, actor(principal, origin), now()),
}

/** Sends test mails, and says what became of each. */
export async function sendTestMails(
  dependencies: Dependencies,
  {
    campaign,
    principal,
    origin,
  }: { readonly campaign: CampaignRef; readonly principal: Principal; readonly origin: Origin },
  order: Omit<TestOrder, 'publicUrl'>,
) {
  const { db, mail, now } = dependencies
  const parts = { deliver: mail.deliverTest, source: sourceParts(dependencies) }
  const withUrl = { ...order, publicUrl: mail.mailLinks.base() }
  return testResults(await sendTest(db, parts, campaign, withUrl, actor(principal, origin), now()))
}

/** The common record of a recipient. */
export function recipientOnWire(row: LedgerRow) {
  const { number, email, listPublicId, state, attempts, date, code, answer, retryDate } = row
  return {
    Number: number,
    EmailAddress: email,
    ListID: listPublicId,
    State: recipientStates[state],
    Attempts: attempts,
    Date: date,
    Code: code ?? 0,
    Answer: answer,
    RetryDate: retryDate,
  }
}

/** Results of test mails. */
export function testResults(results: readonly TestResult[]) {
  return results.map(({ email, state, code, answer }) => ({
    EmailAddress: email,
    State: recipientStates[state],
    Code: code ?? 0,
    Answer: answer,
  }))
}

const settlements = { Accepted: 'accepted', Refused: 'refused', Retry: 'retry' } as const satisfies Record<
  OutputOf<typeof Settlement>,
  string
>

/** Null for all states, which is empty on the wire. @throws Refusal InvalidRecipientState */
export function wantedState(text: string | null): State | null {
  const wanted = (text ?? '').trim()
  if (wanted === '') return null
  const state = recipientStateNamed(wanted)
  if (state === undefined) throw new Refusal('InvalidRecipientState', recipientStateChoice)
  return state
}
