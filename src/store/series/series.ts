/**
 * Series: mails that follow each other, to each person at its own time. A step has up to three campaigns: the draft that is edited, the one
 * that is about to be in force, and the edition in force, whose audience grows as people come to the step. See docs/series-and-tests.md.
 */
import { findAmongClients } from '../among-clients.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'

/** What enrols people. */
export type SeriesTrigger =
  | { readonly on: 'joined' }
  | { readonly on: 'tag'; readonly tagId: number }
  /** A date field by its key without brackets; `days` after it, before it where negative. */
  | { readonly on: 'date'; readonly key: string; readonly days: number; readonly yearly: boolean }
  | { readonly on: 'api' }

export interface SeriesSettings {
  readonly trigger: SeriesTrigger
  /** Only members of this segment are enrolled; 0 for all of the list. */
  readonly segmentId: number
  /** How many days after the last enrolment a person who is through may come again; null for never. */
  readonly againAfterDays: number | null
  /** Who is in this segment, or clicked in a mail of the series, is at the goal; 0 for no segment. */
  readonly goalSegmentId: number
  readonly goalClick: boolean
}

export interface StepSettings {
  /** Minutes since the enrolment, or since the step before. */
  readonly delayMinutes: number
  /** Minutes of the day in the client's zone between which it is mailed; both null for any time. */
  readonly fromMinute: number | null
  readonly toMinute: number | null
  /** Only who is in this segment gets it; 0 for all. */
  readonly segmentId: number
}

export type SeriesState = 'draft' | 'running' | 'paused'

export interface SeriesKey {
  readonly clientId: number
  readonly seriesId: number
}

export interface SeriesRow extends SeriesKey {
  readonly publicId: string
  readonly name: string
  readonly state: SeriesState
  readonly listId: number
  readonly listPublicId: string
  readonly listTitle: string
  readonly isListDeleted: boolean
  readonly settings: SeriesSettings
  readonly revision: number
  /** The revision that was started last; null before. */
  readonly startedRevision: number | null
  readonly startedAt: Date | null
  readonly enrolled: number
  readonly finished: number
  readonly reached: number
  readonly stopped: number
  /** A sentence; '' for none. */
  readonly problem: string
  readonly uncertainSince: Date | null
  /** Nothing is planned before. */
  readonly heldUntil: Date | null
  /** Members who were there before are being enrolled. */
  readonly isEnrollingExisting: boolean
  /** Local times of the client. */
  readonly createdDate: string
  readonly changedDate: string
  readonly startedDate: string | null
  readonly accountId: number
  readonly timeZone: string
}

export interface StepRow {
  readonly stepId: number
  readonly place: number
  readonly settings: StepSettings
  readonly draftId: number | null
  readonly comingId: number | null
  readonly editionId: number | null
  readonly waiting: number
  readonly skipped: number
  readonly stopped: number
}

/** @returns undefined if the client has that many */
export async function insertSeries(
  sql: Transaction,
  clientId: number,
  { name, listId, settings }: Pick<SeriesRow, 'name' | 'listId' | 'settings'>,
  most: number,
): Promise<(SeriesKey & { readonly publicId: string }) | undefined> {
  await lockClient(sql, clientId)
  const [present] = await sql<{ count: number }[]>`
    select count(*)::integer as count from series where client_id = ${clientId} and deleted_at is null`
  if (present!.count >= most) return undefined
  const [made] = await sql<(SeriesKey & { publicId: string })[]>`
    insert into series (client_id, name, list_id, settings)
    values (${clientId}, ${name}, ${listId}, ${sql.json(settings)})
    returning client_id, id as series_id, public_id`
  return made
}

/** Another name or other settings are the next revision. */
export async function updateSeries(
  sql: Sql,
  { clientId, seriesId }: SeriesKey,
  { name, settings }: Pick<SeriesRow, 'name' | 'settings'>,
): Promise<void> {
  await sql`
    update series set name = ${name}, settings = ${sql.json(settings)}, revision = revision + 1, changed_at = now()
    where client_id = ${clientId} and id = ${seriesId}`
}

/** @param lock until the transaction ends */
export async function findSeries(
  sql: Sql,
  { clientId, timeZone }: { readonly clientId: number; readonly timeZone: string },
  which: { readonly publicId: string } | { readonly seriesId: number },
  lock = false,
): Promise<SeriesRow | undefined> {
  const named = 'publicId' in which ? sql`r.public_id = ${which.publicId}::uuid` : sql`r.id = ${which.seriesId}`
  if (lock)
    await sql`select 1 from series r where r.client_id = ${clientId} and ${named} and r.deleted_at is null for no key update`
  const [row] = await sql<SeriesRow[]>`
    ${selectSeries(sql, clientId, timeZone)} and ${named}`
  return row
}

/** By name, after a place. */
export async function readSeriesOf(
  sql: Sql,
  { clientId, timeZone }: { readonly clientId: number; readonly timeZone: string },
  after: readonly [name: string, id: number] | undefined,
  limit: number,
): Promise<readonly (SeriesRow & { readonly sortName: string })[]> {
  const [name, id] = after ?? ['', 0]
  return sql<(SeriesRow & { sortName: string })[]>`
    select *, lower(name) as sort_name from (${selectSeries(sql, clientId, timeZone)}) r
    where (lower(name), series_id) > (${name}, ${id})
    order by lower(name), series_id
    limit ${limit}`
}

function selectSeries(sql: Sql, clientId: number, timeZone: string) {
  return sql`
    select r.client_id, r.id as series_id, r.public_id, r.name, r.state, r.list_id, l.public_id as list_public_id, l.title as list_title,
      l.deleted_at is not null as is_list_deleted, r.settings, r.revision, r.started_revision, r.started_at, r.enrolled, r.finished,
      r.reached, r.stopped, r.problem, r.uncertain_since, r.held_until, r.existing_at is not null as is_enrolling_existing,
      ${localTime(sql, 'r.created_at', timeZone)} as created_date, ${localTime(sql, 'r.changed_at', timeZone)} as changed_date,
      ${localTime(sql, 'r.started_at', timeZone)} as started_date, c.account_id, c.time_zone
    from series r
    join clients c on c.id = r.client_id
    join lists l on l.client_id = ${clientId} and l.id = r.list_id
    where r.client_id = ${clientId} and r.deleted_at is null`
}

/** The steps of series, in their order. */
export async function readSteps(
  sql: Sql,
  clientId: number,
  seriesIds: readonly number[],
): Promise<readonly (StepRow & { readonly seriesId: number })[]> {
  return sql<(StepRow & { seriesId: number })[]>`
    select series_id, id as step_id, place, settings, draft_id, coming_id, edition_id, waiting, skipped, stopped
    from series_steps
    where client_id = ${clientId} and series_id = any(${seriesIds as number[]}::bigint[]) and removed_at is null
    order by series_id, place`
}

export async function insertStep(
  sql: Transaction,
  { clientId, seriesId }: SeriesKey,
  { place, settings }: Pick<StepRow, 'place' | 'settings'>,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into series_steps (client_id, series_id, place, settings)
    values (${clientId}, ${seriesId}, ${place}, ${sql.json(settings)})
    returning id`
  return row!.id
}

export async function updateStep(
  sql: Sql,
  clientId: number,
  { stepId, place, settings }: Pick<StepRow, 'stepId' | 'place' | 'settings'>,
): Promise<void> {
  await sql`
    update series_steps set place = ${place}, settings = ${sql.json(settings)}
    where client_id = ${clientId} and id = ${stepId}`
}

/** Which campaigns of a step are what. */
export async function writeStepCampaigns(
  sql: Sql,
  clientId: number,
  { stepId, draftId, comingId, editionId }: Pick<StepRow, 'stepId' | 'draftId' | 'comingId' | 'editionId'>,
): Promise<void> {
  await sql`
    update series_steps set draft_id = ${draftId}, coming_id = ${comingId}, edition_id = ${editionId}
    where client_id = ${clientId} and id = ${stepId}`
}

/** Removes a step. Who waits for it waits for another one, or has finished. @param next undefined for none */
export async function removeStep(
  sql: Transaction,
  { clientId, seriesId }: SeriesKey,
  stepId: number,
  next: number | undefined,
): Promise<void> {
  const moved = await sql`
    update series_enrolments
    set step_id = ${next ?? null}, ${next === undefined ? sql`next_at = null, ended_at = now(), outcome = 'step removed'` : sql`run = run`}
    where client_id = ${clientId} and step_id = ${stepId}`
  await sql`
    update series_steps set place = 0, removed_at = now(), waiting = 0, due_at = null, draft_id = null, coming_id = null, edition_id = null
    where client_id = ${clientId} and id = ${stepId}`
  if (next === undefined)
    await sql`
      update series set finished = finished + ${moved.count} where client_id = ${clientId} and id = ${seriesId}`
  else
    await sql`
      update series_steps t set waiting = t.waiting + ${moved.count}, due_at = ${readFirstDue(sql, clientId, next)}
      where t.client_id = ${clientId} and t.id = ${next}`
}

/** The earliest time at which one of those who wait for a step is due. */
export function readFirstDue(sql: Sql, clientId: number, stepId: number) {
  return sql`(
    select e.next_at from series_enrolments e
    where e.client_id = ${clientId} and e.step_id = ${stepId} and e.next_at is not null
    order by e.next_at limit 1)`
}

/** Marks a campaign as one of a step: no list of campaigns shows it. */
export async function markOfStep(
  sql: Sql,
  { clientId, seriesId, stepId }: SeriesKey & { readonly stepId: number },
  campaignId: number,
): Promise<void> {
  await sql`
    update campaigns set series_id = ${seriesId}, series_step_id = ${stepId} where client_id = ${clientId} and id = ${campaignId}`
}

/** Whether the audience of a campaign of a series grows, so that it is not over when no recipient is open. */
export async function setRolling(sql: Sql, { clientId, campaignId }: CampaignKey, rolling: boolean): Promise<void> {
  await sql`update campaigns set rolling = ${rolling} where client_id = ${clientId} and id = ${campaignId}`
}

/** The state of a series with what belongs to it. */
export type EnteredState =
  /** `from`: what happens from then on enrols; undefined if it goes on. */
  | { readonly state: 'running'; readonly revision: number; readonly from: Date | undefined }
  | { readonly state: 'paused'; readonly problem: string; readonly uncertainSince?: Date }

export async function writeSeriesState(
  sql: Sql,
  { clientId, seriesId }: SeriesKey,
  entered: EnteredState,
): Promise<void> {
  const beside =
    entered.state === 'paused'
      ? sql`problem = ${entered.problem}, uncertain_since = coalesce(uncertain_since, ${entered.uncertainSince ?? null}::timestamptz)`
      : sql`problem = '', uncertain_since = null, started_revision = ${entered.revision}
          ${
            entered.from
              ? sql`, started_at = ${entered.from}, dated_on = (${entered.from}::timestamptz at time zone (select time_zone from clients where id = ${clientId}))::date - 1,
          last_sequence = coalesce((select last_sequence from event_heads where client_id = ${clientId}), 0)`
              : sql``
          }`
  await sql`
    update series set state = ${entered.state}, ${beside} where client_id = ${clientId} and id = ${seriesId}`
}

/** Marks a series as deleted, and ends all that waits in it. */
export async function markSeriesDeleted(sql: Transaction, { clientId, seriesId }: SeriesKey): Promise<void> {
  await sql`
    update series set deleted_at = now(), state = 'paused' where client_id = ${clientId} and id = ${seriesId}`
  await sql`
    delete from series_mails where client_id = ${clientId} and step_id in (
      select id from series_steps where client_id = ${clientId} and series_id = ${seriesId})`
  await sql`delete from series_enrolments where client_id = ${clientId} and series_id = ${seriesId}`
  await sql`
    update series_steps set due_at = null, waiting = 0, removed_at = now() where client_id = ${clientId} and series_id = ${seriesId}`
}

export interface StepCampaign {
  readonly campaignId: number
  readonly publicId: string
  readonly subject: string
  readonly fromName: string
  readonly state: StoredCampaignState
  readonly revision: number
  readonly isDeleted: boolean
  readonly rolling: boolean
}

/** Campaigns of series by their ids; purged ones are missing. */
export async function readStepCampaigns(
  sql: Sql,
  clientId: number,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, StepCampaign>> {
  const rows = await sql<StepCampaign[]>`
    select id as campaign_id, public_id, subject, from_name, state, revision, deleted_at is not null as is_deleted, rolling
    from campaigns
    where client_id = ${clientId} and id = any(${campaignIds as number[]}::bigint[])`
  return new Map(rows.map(row => [row.campaignId, row]))
}

/** Editions of a series that are being sent or paused, in force or replaced. */
export async function readOpenEditions(sql: Sql, { clientId, seriesId }: SeriesKey): Promise<readonly StepCampaign[]> {
  return sql<StepCampaign[]>`
    select id as campaign_id, public_id, subject, from_name, state, revision, deleted_at is not null as is_deleted, rolling
    from campaigns
    where client_id = ${clientId} and series_id = ${seriesId} and deleted_at is null and state in ('scheduled', 'sending', 'paused')
    order by id`
}

export interface ComingStep extends SeriesKey {
  readonly stepId: number
  readonly comingId: number
  readonly editionId: number | null
}

/** Steps whose next edition is being sent by now. */
export async function findBegunSteps(sql: Sql): Promise<readonly ComingStep[]> {
  return findAmongClients<ComingStep>(sql, {
    table: 'series_steps',
    columns: sql`, t.series_id, t.id as step_id, t.coming_id, t.edition_id`,
    isFound: sql`t.coming_id is not null and exists (
      select 1 from campaigns m where m.client_id = t.client_id and m.id = t.coming_id and m.started_at is not null)`,
    most: 100,
  })
}

/** Whether a campaign belongs to a series. */
export async function isOfSeries(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const [row] = await sql`
    select 1 from campaigns where client_id = ${clientId} and id = ${campaignId} and series_id is not null`
  return row !== undefined
}

/** Moves the enrolments of a person to its new address; of two of one series the one of the new address stays. */
export async function moveEnrolments(sql: Transaction, clientId: number, from: string, to: string): Promise<void> {
  await sql`
    update series_enrolments e set address = ${to}
    where e.client_id = ${clientId} and e.address = ${from} and not exists (
      select 1 from series_enrolments o where o.client_id = ${clientId} and o.address = ${to} and o.series_id = e.series_id)`
}

/** Deletes drafts of steps that are no longer of use. */
export async function deleteStepDrafts(sql: Sql, clientId: number, campaignIds: readonly number[]): Promise<void> {
  await sql`
    update campaigns set deleted_at = now()
    where client_id = ${clientId} and id = any(${campaignIds as number[]}::bigint[]) and state = 'draft' and series_id is not null
      and deleted_at is null`
}

/** People of a series who are due by then. */
export async function countDue(sql: Sql, clientId: number, stepIds: readonly number[], at: Date): Promise<number> {
  const [row] = await sql<{ due: number }[]>`
    select count(*)::integer as due from series_enrolments
    where client_id = ${clientId} and step_id = any(${stepIds as number[]}::bigint[]) and next_at <= ${at}`
  return row!.due
}

/** Nothing of a series is planned before; people are enrolled meanwhile. @param until null: it is not held */
export async function holdSeries(sql: Sql, { clientId, seriesId }: SeriesKey, until: Date | null): Promise<void> {
  await sql`update series set held_until = ${until} where client_id = ${clientId} and id = ${seriesId}`
}

/** The edition that has begun is in force, and people who wait for it are looked at again. */
export async function putInForce(
  sql: Transaction,
  { clientId, stepId, comingId, editionId }: ComingStep,
): Promise<void> {
  await sql`
    update series_steps t
    set edition_id = ${comingId}, coming_id = null, due_at = ${readFirstDue(sql, clientId, stepId)}
    where t.client_id = ${clientId} and t.id = ${stepId} and t.coming_id = ${comingId}`
  if (editionId !== null) await setRolling(sql, { clientId, campaignId: editionId }, false)
}

/** Removes the enrolments of contacts that are erased. What was mailed stays in the ledger of its campaign. */
export async function forgetEnrolments(sql: Sql, clientId: number, address: string): Promise<void> {
  const gone = await sql<{ stepId: number | null }[]>`
    delete from series_enrolments where client_id = ${clientId} and address = ${address} returning step_id`
  const steps = gone.flatMap(({ stepId }) => (stepId === null ? [] : [stepId]))
  if (steps.length > 0)
    await sql`
      update series_steps set waiting = waiting - 1 where client_id = ${clientId} and id = any(${steps}::bigint[])`
}

/** The base of the links of a campaign that was scheduled. */
export async function readPublicUrl(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<string> {
  const [row] = await sql<{ publicUrl: string | null }[]>`
    select public_url from campaigns where client_id = ${clientId} and id = ${campaignId}`
  return row?.publicUrl ?? ''
}

/** Series of all clients that run. */
export async function findRunning(sql: Sql): Promise<readonly SeriesKey[]> {
  return findAmongClients<SeriesKey>(sql, {
    table: 'series',
    columns: sql`, t.id as series_id`,
    isFound: sql`t.state = 'running' and t.deleted_at is null`,
    order: sql`t.client_id, t.id`,
  })
}
