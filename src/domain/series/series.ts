/** Series as objects of a client: made, changed, deleted. What they do is in worker.ts; see docs/series-and-tests.md. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readCampaignsByPublicId } from '../../store/accounts/access.ts'
import { readClientOptions } from '../../store/accounts/clients.ts'
import { type Actor, theService } from '../../store/campaigns/campaign-history.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { readDraft } from '../../store/campaigns/draft-rows.ts'
import { deletePlaces, insertPlaces, readPlacesOfCampaign } from '../../store/campaigns/places.ts'
import { lockCampaign } from '../../store/campaigns/transitions.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { CampaignKey } from '../../store/keys.ts'
import {
  deleteStepDrafts,
  findSeries,
  insertSeries,
  insertStep,
  markOfStep,
  markSeriesDeleted,
  readOpenEditions,
  readSeriesOf,
  readStepCampaigns,
  readSteps,
  removeStep,
  type SeriesKey,
  type SeriesRow,
  type StepCampaign,
  type StepRow,
  setRolling,
  updateSeries,
  updateStep,
  writeStepCampaigns,
} from '../../store/series/series.ts'
import type { CampaignRef, ClientRef, ListRef } from '../access/access.ts'
import { changeState } from '../campaign-state/transitions.ts'
import { beginEmptyDraft, copyCampaign } from '../campaigns/drafting/draft-editing.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { type GivenSeries, type GivenStep, mostSteps, readSeriesSettings, readStepSettings } from './given.ts'
import { ofStep } from './step-refusal.ts'

export const mostSeries = 100

/** @returns its identifier @throws Refusal InvalidSeries, TooManySeries, and as readSeriesSettings and readStepSettings do */
export function createSeries(db: Database, list: ListRef, given: GivenSeries, at: Date, by: Saver): Promise<string> {
  const name = readName(given)
  const steps = readGivenSteps(given)
  return transaction(db, async sql => {
    const settings = await readSeriesSettings(sql, list, given)
    const made = await insertSeries(sql, list.clientId, { name, listId: list.listId, settings }, mostSeries)
    if (!made) throw new Refusal('TooManySeries', `A client has at most ${mostSeries} series.`)
    await writeSteps(sql, { ...list, ...made, name }, [], steps, at, by)
    return made.publicId
  })
}

/**
 * Replaces name, settings and steps. A step that is left out is removed: who waits for it goes on to the next one. Who is on the way keeps
 * the time that it has; delays count for those who come to the step from now on.
 * @throws Refusal UnknownSeries, UnknownSeriesStep, InvalidSeries, ApprovalRequired while it runs, and as readSeriesSettings does
 */
export async function changeSeries(
  db: Database,
  client: ClientRef,
  id: string | null,
  given: GivenSeries,
  at: Date,
  by: Saver,
): Promise<void> {
  const name = readName(given)
  const steps = readGivenSteps(given)
  await transaction(db, async sql => {
    const series = await findOwnSeries(sql, client, id, true)
    if (series.state === 'running') {
      const { approvalRequired } = await readClientOptions(sql, client)
      if (approvalRequired)
        throw new Refusal(
          'ApprovalRequired',
          'This client requires approvals: pause the series, change it, and have its changed steps approved.',
          { data: { Reason: 'SeriesRunning' } },
        )
    }
    const present = await readSteps(sql, client.clientId, [series.seriesId])
    const settings = await readSeriesSettings(sql, { ...client, listId: series.listId }, given)
    await updateSeries(sql, series, { name, settings })
    await writeSteps(sql, { ...client, ...series, name }, present, steps, at, by)
  })
}

type Placed = ClientRef & SeriesKey & { readonly name: string; readonly listId: number }
type Step = Pick<StepRow, 'stepId' | 'place'>

async function writeSteps(
  sql: Transaction,
  series: Placed,
  present: readonly StepRow[],
  given: readonly GivenStep[],
  at: Date,
  by: Saver,
): Promise<void> {
  const known = new Map(present.map(step => [step.stepId, step]))
  const kept = new Set(given.flatMap(({ StepID }) => (StepID ? [StepID] : [])))
  for (const step of given)
    if (step.StepID && !known.has(step.StepID))
      throw new Refusal('UnknownSeriesStep', `The series has no step ${step.StepID}.`)
  if (kept.size < given.filter(({ StepID }) => StepID).length)
    throw new Refusal('InvalidSeries', 'A step is named twice.')
  const campaigns = await readStepCampaigns(sql, series.clientId, present.flatMap(campaignsOf))
  let last: CampaignKey | undefined
  for (const [index, step] of given.entries()) {
    const place = index + 1
    const named = { place, stepId: step.StepID ?? 0 }
    const settings = await ofStep(named, () => readStepSettings(sql, series, step))
    const row = step.StepID ? known.get(step.StepID) : undefined
    const stepId = row?.stepId ?? (await insertStep(sql, series, { place, settings }))
    if (row) await updateStep(sql, series.clientId, { stepId, place, settings })
    const draftId = row
      ? undefined
      : await ofStep(named, () => beginStepDraft(sql, { ...series, stepId, place }, step.CampaignID, last, at, by))
    if (draftId !== undefined)
      await writeStepCampaigns(sql, series.clientId, { stepId, draftId, comingId: null, editionId: null })
    const id = draftId ?? (row && newestOf(row, campaigns))
    if (id !== undefined) last = { clientId: series.clientId, campaignId: id }
  }
  for (const [index, step] of present.entries()) {
    if (kept.has(step.stepId)) continue
    const next = present.slice(index + 1).find(({ stepId }) => kept.has(stepId))
    await removeStep(sql, series, step.stepId, next?.stepId)
    await endCampaigns(sql, series.clientId, step, at)
  }
}

/** Ends the campaigns of a step that is removed: what is planned is sent still, and drafts go. */
async function endCampaigns(sql: Transaction, clientId: number, step: StepRow, at: Date): Promise<void> {
  if (step.editionId !== null) await setRolling(sql, { clientId, campaignId: step.editionId }, false)
  if (step.comingId !== null) await withdrawComing(sql, { clientId, campaignId: step.comingId }, theService, at)
  await deleteStepDrafts(sql, clientId, campaignsOf(step))
}

/** Makes a draft again of an edition that is scheduled. @returns false if it has begun */
export async function withdrawComing(sql: Transaction, key: CampaignKey, actor: Actor, at: Date): Promise<boolean> {
  const locked = await lockCampaign(sql, key)
  if (locked?.state === 'scheduled') await changeState(sql, [locked], { cause: 'unschedule', actor, at })
  const isBegun = locked?.started ?? false
  if (!isBegun) await setRolling(sql, key, false)
  return !isBegun
}

export function campaignsOf({ draftId, comingId, editionId }: StepRow): readonly number[] {
  return [draftId, comingId, editionId].flatMap(id => (id === null ? [] : [id]))
}

/** The campaign that says best what a step is now. */
export function newestOf(
  { draftId, comingId, editionId }: StepRow,
  campaigns: ReadonlyMap<number, StepCampaign>,
): number | undefined {
  return [draftId, comingId, editionId].find(id => id !== null && campaigns.get(id)?.isDeleted === false) ?? undefined
}

/**
 * Begins the draft of a new step: a copy of a campaign where one is named, else an empty one with the sender of the step before.
 * @throws Refusal InvalidCampaignId
 */
async function beginStepDraft(
  sql: Transaction,
  series: Placed & Step,
  copied: string | null,
  before: CampaignKey | undefined,
  at: Date,
  by: Saver,
): Promise<number> {
  const name = `${series.name.slice(0, 200).toWellFormed()}: ${series.place}`
  const wanted = (copied ?? '').trim()
  if (wanted !== '') {
    const [campaign] = isPublicId(wanted) ? await readCampaignsByPublicId(sql, [wanted]) : []
    if (campaign?.clientId !== series.clientId) throw new Refusal('InvalidCampaignId')
    return copyForStep(sql, series, campaign, at, by)
  }
  const sender = before && (await readDraft(sql, before, series.timeZone))
  const { fromName = '', fromEmail = '', replyTo = '' } = sender?.settings ?? {}
  const draft = await beginEmptyDraft(sql, series, { name, fromName, fromEmail, replyTo }, at, by)
  await bindToSeries(sql, series, draft)
  return draft.campaignId
}

/** Copies a campaign as a draft of a step. */
export async function copyForStep(
  sql: Transaction,
  series: SeriesKey & { readonly listId: number; readonly stepId: number },
  campaign: CampaignRef,
  at: Date,
  by: Saver,
): Promise<number> {
  const { key } = await copyCampaign(sql, campaign, { givenName: null, title: 'Copy', lists: [series.listId] }, at, by)
  await bindToSeries(sql, series, key)
  return key.campaignId
}

async function bindToSeries(
  sql: Transaction,
  series: SeriesKey & { readonly listId: number; readonly stepId: number },
  campaign: CampaignKey,
): Promise<void> {
  await markOfStep(sql, series, campaign.campaignId)
  await placeOnList(sql, campaign, series.listId)
}

/** A campaign of a series goes to the list of the series, whatever was saved with its draft. */
export async function placeOnList(sql: Transaction, campaign: CampaignKey, listId: number): Promise<void> {
  const sources = await readPlacesOfCampaign(sql, campaign, 'sources')
  const exclusions = await readPlacesOfCampaign(sql, campaign, 'exclusions')
  if (exclusions.length === 0 && sources.length === 1 && sources[0]!.listId === listId && sources[0]!.segmentId === 0)
    return
  await deletePlaces(sql, campaign)
  await insertPlaces(sql, campaign, 'sources', [{ listId, segmentId: 0, segment: '' }])
}

/**
 * Opens a step for editing: a draft with the content in force, unless there is one. It is in force with the next start.
 * @returns the campaign to edit
 * @throws Refusal UnknownSeries, UnknownSeriesStep
 */
export function editStep(
  db: Database,
  client: ClientRef,
  id: string | null,
  stepId: number,
  at: Date,
  by: Saver,
): Promise<string> {
  return transaction(db, async sql => {
    const series = await findOwnSeries(sql, client, id, true)
    const step = (await readSteps(sql, client.clientId, [series.seriesId])).find(one => one.stepId === stepId)
    if (!step) throw new Refusal('UnknownSeriesStep')
    const campaigns = await readStepCampaigns(sql, client.clientId, campaignsOf(step))
    const draft = step.draftId === null ? undefined : campaigns.get(step.draftId)
    if (draft && !draft.isDeleted) return draft.publicId
    const newest = newestOf(step, campaigns)
    const from = newest === undefined ? undefined : campaigns.get(newest)
    const draftId = from
      ? await copyForStep(
          sql,
          { ...series, stepId },
          { ...client, campaignId: from.campaignId, campaignPublicId: from.publicId },
          at,
          by,
        )
      : await beginStepDraft(sql, { ...client, ...series, ...step }, null, undefined, at, by)
    await writeStepCampaigns(sql, client.clientId, { ...step, draftId })
    return (await readStepCampaigns(sql, client.clientId, [draftId])).get(draftId)!.publicId
  })
}

/** Deletes a series for good: people leave it, and what is not handed over is not sent. @throws Refusal UnknownSeries */
export async function removeSeries(
  db: Database,
  client: ClientRef,
  id: string | null,
  actor: Actor,
  at: Date,
): Promise<void> {
  await transaction(
    db,
    async sql => {
      const series = await findOwnSeries(sql, client, id, true)
      for (const { campaignId } of await readOpenEditions(sql, series)) {
        const key = { clientId: client.clientId, campaignId }
        await setRolling(sql, key, false)
        const locked = await lockCampaign(sql, key)
        if (locked) await changeState(sql, [locked], { cause: 'cancel', actor, at })
      }
      const steps = await readSteps(sql, client.clientId, [series.seriesId])
      await deleteStepDrafts(sql, client.clientId, steps.flatMap(campaignsOf))
      await markSeriesDeleted(sql, series)
    },
    'long',
  )
}

/** @throws Refusal UnknownSeries */
export async function findOwnSeries(sql: Sql, client: ClientRef, id: string | null, lock = false): Promise<SeriesRow> {
  const series = isPublicId(id) ? await findSeries(sql, client, { publicId: id }, lock) : undefined
  if (!series) throw new Refusal('UnknownSeries')
  return series
}

export interface ShownStep extends StepRow {
  readonly draft: StepCampaign | undefined
  readonly coming: StepCampaign | undefined
  readonly edition: StepCampaign | undefined
}

export interface ShownSeries {
  readonly series: SeriesRow
  readonly steps: readonly ShownStep[]
}

/** @throws Refusal UnknownSeries */
export async function readOwnSeries(sql: Sql, client: ClientRef, id: string | null): Promise<ShownSeries> {
  const series = await findOwnSeries(sql, client, id)
  return { series, steps: await readShownSteps(sql, series) }
}

export async function readShownSteps(sql: Sql, { clientId, seriesId }: SeriesKey): Promise<readonly ShownStep[]> {
  const steps = await readSteps(sql, clientId, [seriesId])
  const campaigns = await readStepCampaigns(sql, clientId, steps.flatMap(campaignsOf))
  const find = (id: number | null) => {
    const campaign = id === null ? undefined : campaigns.get(id)
    return campaign?.isDeleted ? undefined : campaign
  }
  return steps.map(step => ({
    ...step,
    draft: find(step.draftId),
    coming: find(step.comingId),
    edition: find(step.editionId),
  }))
}

/** A page of series by name. @throws Refusal InvalidParameter */
export async function listSeries(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(given, isNameKey)
  const { rows, nextCursor } = cutPage(
    await readSeriesOf(sql, client, after, limit + 1),
    limit,
    ({ sortName, seriesId }) => [sortName, seriesId],
  )
  const steps = await readSteps(
    sql,
    client.clientId,
    rows.map(({ seriesId }) => seriesId),
  )
  return {
    nextCursor,
    rows: rows.map(series => ({ series, steps: steps.filter(({ seriesId }) => seriesId === series.seriesId) })),
  }
}

function isNameKey(values: SortKey): values is readonly [string, number] {
  return values.length === 2 && typeof values[0] === 'string' && Number.isSafeInteger(values[1])
}

function readName({ Name }: GivenSeries): string {
  const name = cleanLine('Name', Name, 200)
  if (name === '') throw new Refusal('InvalidSeries', 'Give the series a Name.')
  return name
}

function readGivenSteps({ Steps }: GivenSeries): readonly GivenStep[] {
  const steps = (Steps ?? []).flatMap(step => step ?? [])
  if (steps.length > mostSteps) throw new Refusal('InvalidSeries', `A series has at most ${mostSteps} steps.`)
  return steps
}
