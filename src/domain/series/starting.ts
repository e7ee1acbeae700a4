/**
 * Starting and pausing series. A start puts the drafts of steps in force: each is looked at like a campaign that is sent, and all are
 * scheduled in one transaction, or none. See docs/series-and-tests.md.
 */
import { Refusal } from '../../contract/refusals.ts'
import { readClientOptions } from '../../store/accounts/clients.ts'
import { carryApproval } from '../../store/campaigns/approvals.ts'
import { type Actor, theService } from '../../store/campaigns/campaign-history.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { lockCampaign } from '../../store/campaigns/transitions.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { CampaignKey } from '../../store/keys.ts'
import { areProcessesSince } from '../../store/processes.ts'
import { wakeSeries } from '../../store/series/enrolling.ts'
import { skipOverdue } from '../../store/series/planning.ts'
import {
  countDue,
  deleteStepDrafts,
  findSeries,
  holdSeries,
  readOpenEditions,
  readSteps,
  type SeriesRow,
  setRolling,
  writeSeriesState,
  writeStepCampaigns,
} from '../../store/series/series.ts'
import type { CampaignRef, ClientRef } from '../access/access.ts'
import { changeState } from '../campaign-state/transitions.ts'
import { importSourceOrRefuse } from '../campaigns/drafting/draft-ready.ts'
import type { SourceParts } from '../campaigns/drafting/source-kinds.ts'
import {
  commitSending,
  type PreparedSending,
  prepareSending,
  type SendChecks,
  type SendOrder,
} from '../campaigns/lifecycle/sending.ts'
import { refuseIfHeld } from '../clients/complaints.ts'
import { confirmAbove } from '../clients/send-confirmation.ts'
import { copyForStep, findOwnSeries, placeOnList, readShownSteps, type ShownStep, withdrawComing } from './series.ts'
import { ofStep } from './step-refusal.ts'

/** The schema of the first program that knows audiences that grow: an earlier one would end such campaigns. */
const firstWithSeries = 72

export interface StartOrder extends Pick<SendOrder, 'publicUrl' | 'stoppable' | 'by'> {
  /** Where a person starts it: the number of people that they confirmed, if they did. */
  readonly confirmation?: { readonly people: number | undefined } | undefined
  readonly saver: Saver
}

export interface StartParts {
  readonly db: Database
  readonly checksOf: (campaign: CampaignRef) => SendChecks
}

interface Prepared {
  readonly step: ShownStep
  readonly sending: PreparedSending
}

/**
 * Starts a series, lets it go on, or puts changed steps in force.
 * @throws Refusal UnknownSeries, SeriesNotReady, ServiceUnavailable, ApprovalRequired, AudienceNotConfirmed, StaleRevision, and of each step as
 *   Campaign.Send does
 */
export async function startSeries(
  parts: StartParts,
  client: ClientRef,
  id: string | null,
  order: StartOrder,
  now: Date,
): Promise<void> {
  const { db } = parts
  if (!(await areProcessesSince(db, firstWithSeries, 0))) {
    throw new Refusal('ServiceUnavailable', 'A process of the version before still runs. Try again after the upgrade.')
  }
  const series = await findOwnSeries(db, client, id)
  const steps = await readShownSteps(db, series)
  refuseUnready(series, steps)
  await refuseIfHeld(db, client.clientId)
  await refuseUnapprovedSettings(db, client, series, steps)
  const renewed = series.uncertainSince ? await renewAll(parts, client, series, steps, order.saver, now) : steps
  await refuseUnconfirmed(db, client, series, steps, order, now)
  const prepared: Prepared[] = []
  for (const step of renewed) {
    if (!step.draft) continue
    const campaign = { ...client, campaignId: step.draft.campaignId, campaignPublicId: step.draft.publicId }
    await ofStep(step, () => transaction(db, sql => placeOnList(sql, campaign, series.listId)))
    const { publicUrl, stoppable, by } = order
    const sending = { publicUrl, stoppable, by, confirmationEmail: null, sendDate: 'Immediately', growing: true }
    prepared.push({
      step,
      sending: await ofStep(step, () => prepareSending(db, campaign, sending, now, parts.checksOf(campaign))),
    })
  }
  const { stopSeconds } = await readClientOptions(db, client)
  await transaction(db, sql => begin(sql, client, series, prepared, order, { now, stopSeconds }), 'long')
}

function refuseUnready(series: SeriesRow, steps: readonly ShownStep[]): void {
  if (series.isListDeleted) throw notReady('ListDeleted', 'The list of the series was deleted.')
  if (steps.length === 0) throw notReady('NoSteps', 'The series has no steps.')
  const bare = steps.find(({ draft, coming, edition }) => !draft && !coming && !isUsable(edition))
  if (!bare) return
  const { place: Step, stepId: StepID } = bare
  const sentence = `Step ${Step} has no content that can be sent: open it with Series.EditStep.`
  throw notReady('StepWithoutContent', sentence, { Step, StepID })
}

/** @param Reason one word for programs */
function notReady(Reason: string, sentence: string, about: Readonly<Record<string, unknown>> = {}): Refusal {
  return new Refusal('SeriesNotReady', sentence, { data: { Reason, ...about } })
}

function isUsable(edition: ShownStep['edition']): boolean {
  if (!edition) return false
  return edition.rolling && (edition.state === 'sending' || edition.state === 'paused')
}

/** Settings that changed since the last start need the approval of a step: it is bound to them. */
async function refuseUnapprovedSettings(
  db: Database,
  client: ClientRef,
  series: SeriesRow,
  steps: readonly ShownStep[],
): Promise<void> {
  const { approvalRequired } = await readClientOptions(db, client)
  if (!approvalRequired || series.startedRevision === series.revision || steps.some(({ draft }) => draft)) return
  throw new Refusal(
    'ApprovalRequired',
    'The settings of the series changed since they were approved. Open a step with Series.EditStep and ask for its approval, which is bound to the settings.',
    { data: { Reason: 'SettingsChanged' } },
  )
}

/** What is due at once is confirmed with its number where it is more than the client lets people send without. */
async function refuseUnconfirmed(
  db: Database,
  client: ClientRef,
  series: SeriesRow,
  steps: readonly ShownStep[],
  { confirmation }: StartOrder,
  now: Date,
): Promise<void> {
  if (!confirmation || series.uncertainSince) return
  const due = await countDue(
    db,
    client.clientId,
    steps.map(({ stepId }) => stepId),
    now,
  )
  await refuseUnlessConfirmed(db, client, due, confirmation.people, 'are due at once')
}

/**
 * A person confirms a number of people above the threshold of the client. A number that is given has to be right also below.
 * @throws Refusal AudienceNotConfirmed
 */
export async function refuseUnlessConfirmed(
  db: Database,
  client: ClientRef,
  people: number,
  confirmed: number | undefined,
  which: string,
): Promise<void> {
  if (confirmed === people) return
  const threshold = await confirmAbove(db, client)
  if (confirmed === undefined && people <= threshold) return
  const given = confirmed === undefined ? 'No number was confirmed' : `Confirmed were ${confirmed}`
  throw new Refusal(
    'AudienceNotConfirmed',
    `${people} people ${which}. ${given}. Above ${threshold} a person gives this number.`,
  )
}

/** After a restore each edition is made anew, since numbers of its audience may be those of mails that the database lost. */
async function renewAll(
  parts: StartParts,
  client: ClientRef,
  series: SeriesRow,
  steps: readonly ShownStep[],
  saver: Saver,
  now: Date,
): Promise<readonly ShownStep[]> {
  for (const { draft, edition } of steps) {
    if (draft || !edition) continue
    const campaign = { ...client, campaignId: edition.campaignId, campaignPublicId: edition.publicId }
    const step = steps.find(one => one.edition === edition)!
    const draftId = await copyEdition(
      parts.db,
      parts.checksOf(campaign).source,
      { ...series, ...step },
      campaign,
      saver,
      now,
    )
    await writeStepCampaigns(parts.db, client.clientId, { ...step, draftId })
  }
  return readShownSteps(parts.db, series)
}

/** Copies an edition with its content and its approval, ready to be scheduled. */
export async function copyEdition(
  db: Database,
  source: SourceParts,
  series: Pick<SeriesRow, 'clientId' | 'seriesId' | 'listId'> & { readonly stepId: number },
  edition: CampaignRef,
  saver: Saver,
  now: Date,
): Promise<number> {
  const campaignId = await transaction(db, sql => copyForStep(sql, series, edition, now, saver))
  await importSourceOrRefuse(source, { ...edition, campaignId })
  await transaction(db, sql => carryApproval(sql, series.clientId, edition.campaignId, campaignId))
  return campaignId
}

async function begin(
  sql: Transaction,
  client: ClientRef,
  before: SeriesRow,
  prepared: readonly Prepared[],
  { by, stoppable }: StartOrder,
  { now, stopSeconds }: { readonly now: Date; readonly stopSeconds: number },
): Promise<void> {
  const series = await findSeries(sql, client, before, true)
  if (!series) throw new Refusal('UnknownSeries')
  if (series.revision !== before.revision) {
    throw new Refusal(
      'StaleRevision',
      'The series was saved while it was looked at. Look at what was saved, then start it.',
    )
  }
  if (series.uncertainSince) await skipUncertain(sql, client, series, now)
  for (const { step, sending } of prepared) {
    const { campaignId } = sending.campaign
    const key = { clientId: client.clientId, campaignId }
    if (step.comingId !== null && (await withdrawComing(sql, { ...key, campaignId: step.comingId }, by, now)))
      await deleteStepDrafts(sql, client.clientId, [step.comingId])
    await setRolling(sql, key, true)
    await ofStep(step, () => commitSending(sql, sending, by, now))
    await writeStepCampaigns(sql, client.clientId, { ...step, draftId: null, comingId: campaignId })
  }
  for (const { campaignId, state, rolling } of await readOpenEditions(sql, series)) {
    if (state !== 'paused' || (!rolling && series.uncertainSince)) continue
    await resume(sql, { clientId: client.clientId, campaignId }, by, now)
  }
  const from = series.startedAt === null ? now : undefined
  await writeSeriesState(sql, series, { state: 'running', revision: series.revision, from })
  if (series.state !== 'running')
    await holdSeries(sql, series, stoppable ? new Date(now.getTime() + stopSeconds * 1000) : null)
  await wakeSeries(sql)
}

async function resume(sql: Transaction, key: CampaignKey, actor: Actor, at: Date): Promise<void> {
  const locked = await lockCampaign(sql, key)
  if (locked?.state === 'paused') await changeState(sql, [locked], { cause: 'resume', actor, at })
}

/** What was due while the database may have lost mails is passed over, and what was planned then is not sent. */
async function skipUncertain(sql: Transaction, client: ClientRef, series: SeriesRow, at: Date): Promise<void> {
  const steps = await readSteps(sql, client.clientId, [series.seriesId])
  for (const [index, { stepId, editionId }] of steps.entries()) {
    const step = { ...series, stepId, campaignId: editionId ?? 0 }
    await skipOverdue(sql, step, steps[index + 1], client.timeZone, at)
  }
  for (const { campaignId } of await readOpenEditions(sql, series)) {
    const key = { clientId: client.clientId, campaignId }
    const locked = await lockCampaign(sql, key)
    if (!locked?.started) continue
    await setRolling(sql, key, false)
    await changeState(sql, [locked], {
      cause: 'cancel',
      actor: theService,
      at,
      reason: 'the database may lack mails of it that went out',
    })
  }
}

/** Holds everyone at their step; what is planned is not handed over until it goes on. @throws Refusal UnknownSeries, SeriesNotReady */
export async function pauseSeries(
  db: Database,
  client: ClientRef,
  id: string | null,
  actor: Actor,
  now: Date,
): Promise<void> {
  await transaction(db, async sql => {
    const series = await findOwnSeries(sql, client, id, true)
    if (series.state === 'draft') throw notReady('NotStarted', 'The series has not been started.')
    await pauseWithin(sql, series, actor, now, '')
  })
}

/**
 * Pauses a series, whose row is locked.
 * @param problem why, if it cannot go on
 * @param uncertainSince if the database may lack mails that went out
 */
export async function pauseWithin(
  sql: Transaction,
  series: Pick<SeriesRow, 'clientId' | 'seriesId'>,
  actor: Actor,
  now: Date,
  problem: string,
  uncertainSince?: Date,
): Promise<void> {
  const { clientId, seriesId } = series
  for (const step of await readSteps(sql, clientId, [seriesId])) {
    if (step.comingId === null) continue
    if (!(await withdrawComing(sql, { clientId, campaignId: step.comingId }, actor, now))) continue
    // within the time to stop it: the draft again, unless another one was begun
    if (step.draftId !== null) await deleteStepDrafts(sql, clientId, [step.comingId])
    await writeStepCampaigns(sql, clientId, { ...step, comingId: null, draftId: step.draftId ?? step.comingId })
  }
  for (const { campaignId, state } of await readOpenEditions(sql, series)) {
    if (state !== 'sending') continue
    const locked = await lockCampaign(sql, { clientId, campaignId })
    if (locked?.state === 'sending') await changeState(sql, [locked], { cause: 'pause', actor, at: now })
  }
  await writeSeriesState(sql, series, { state: 'paused', problem, ...(uncertainSince && { uncertainSince }) })
}
