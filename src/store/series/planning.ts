/**
 * What is due in series becomes recipients. A batch of those who wait for a step is judged, appended to the audience of the step's edition and
 * moved to the next step in one transaction: wherever the process dies, a person is planned or not, and never twice, which the keys of
 * `series_mails` and of the audience keep besides. What happens to a person afterwards is seen by the look before each hand-over.
 */

import { type Audience, recipientsOf } from '../campaigns/audience.ts'
import { growAudience } from '../campaigns/freezing.ts'
import { wakeSenders } from '../campaigns/sending.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { openingFrom } from './hours.ts'
import { readFirstDue, type SeriesKey, type StepSettings } from './series.ts'

export interface DueStep extends SeriesKey {
  readonly stepId: number
  readonly campaignId: number
}

/** The step that has been due longest, of a series that runs and whose edition is being sent. @param except steps to leave out */
export async function findDueStep(sql: Sql, at: Date, except: readonly number[] = []): Promise<DueStep | undefined> {
  const [row] = await sql<DueStep[]>`
    select t.client_id, t.series_id, t.id as step_id, t.edition_id as campaign_id
    from series_steps t
    join series r on r.client_id = t.client_id and r.id = t.series_id
    join campaigns m on m.client_id = t.client_id and m.id = t.edition_id
    join clients c on c.id = t.client_id
    where t.due_at <= ${at} and t.id <> all(${except as number[]}::bigint[]) and r.state = 'running' and r.deleted_at is null
      and coalesce(r.held_until <= ${at}, true)
      and m.state = 'sending' and m.rolling and m.deleted_at is null and c.deleted_at is null and c.held_at is null
    order by t.due_at, t.id
    limit 1`
  return row
}

/** When the allowed hours of a step begin next; undefined if they are now. */
export async function readOpening(
  sql: Sql,
  settings: StepSettings,
  timeZone: string,
  at: Date,
): Promise<Date | undefined> {
  const [row] = await sql<{ opens: Date }[]>`
    select ${openingFrom(sql, sql`${at}::timestamptz`, settings, timeZone)} as opens`
  return row!.opens > at ? row!.opens : undefined
}

/** A step is not looked at before. */
export async function postponeStep(sql: Sql, { clientId, stepId }: DueStep, until: Date): Promise<void> {
  await sql`update series_steps set due_at = ${until} where client_id = ${clientId} and id = ${stepId}`
}

/** Why an enrolment ends before its next mail. */
export type EndOutcome = 'goal' | 'left' | 'bounced' | 'deleted' | 'inactive'

export interface DueEnrolment {
  readonly id: number
  readonly subscriberId: number
  /** The person is no active member any more. */
  readonly ended: Exclude<EndOutcome, 'goal'> | null
  /** The person had this step already, before the steps were reordered. */
  readonly hadStep: boolean
}

/** Locks those who have waited longest for a step. */
export async function lockDue(
  sql: Transaction,
  { clientId, stepId }: DueStep,
  at: Date,
  most: number,
): Promise<readonly DueEnrolment[]> {
  return sql<DueEnrolment[]>`
    select e.id, e.subscriber_id,
      case when s.id is null or s.state = 'Deleted' then 'deleted' when s.state = 'Unsubscribed' then 'left' when s.state = 'Bounced' then 'bounced'
        when s.state <> 'Active' then 'inactive' end as ended,
      -- with "exists" all mails of the step would be read and hashed
      (
        select true from series_mails x
        where x.client_id = ${clientId} and x.step_id = ${stepId} and x.enrolment_id = e.id and x.run = e.run limit 1) is not null as had_step
    from series_enrolments e
    left join lateral (select id, state from subscribers where client_id = ${clientId} and id = e.subscriber_id limit 1) s on true
    where e.client_id = ${clientId} and e.step_id = ${stepId} and e.next_at <= ${at}
    order by e.next_at, e.id
    limit ${most}
    for no key update of e skip locked`
}

/** Which of these subscribers an audience contains now. */
export async function findIncluded(
  sql: Sql,
  clientId: number,
  audience: Audience,
  subscriberIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (subscriberIds.length === 0) return new Set()
  const rows = await sql<
    { id: number }[]
  >`select s.id ${recipientsOf(sql, clientId, audience, { only: subscriberIds })}`
  return new Set(rows.map(({ id }) => id))
}

/** Which of these enrolments have a click of a person in a mail of the present run. */
export async function findClicked(
  sql: Sql,
  clientId: number,
  stepIds: readonly number[],
  enrolmentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  // each mail is looked up by itself: as a join, all mails of the steps and all opens would be read while there are no statistics
  const rows = await sql<{ id: number }[]>`
    select distinct e.id
    from unnest(${enrolmentIds as number[]}::bigint[]) g (id)
    cross join lateral (select id, run from series_enrolments where client_id = ${clientId} and id = g.id limit 1) e
    cross join unnest(${stepIds as number[]}::bigint[]) t (id)
    cross join lateral (
      select campaign_id, number from series_mails
      where client_id = ${clientId} and step_id = t.id and enrolment_id = e.id and run = e.run and number is not null
      limit 1
    ) x
    cross join lateral (
      select counted from opens where client_id = ${clientId} and campaign_id = x.campaign_id and number = x.number limit 1
    ) o
    where (o.counted -> 'all' ->> 3)::integer > 0`
  return new Set(rows.map(({ id }) => id))
}

/** What is to become of an enrolment: `known` goes on without a mail, because the person had it. */
export type Fate = EndOutcome | 'mail' | 'skip' | 'known'

export interface PlannedBatch {
  readonly step: DueStep
  readonly listId: number
  readonly timeZone: string
  /** Undefined behind the last step. */
  readonly next: { readonly stepId: number; readonly settings: StepSettings } | undefined
  readonly fates: readonly { readonly id: number; readonly subscriberId: number; readonly fate: Fate }[]
  readonly at: Date
  /** The next step counts from the time at which each was due, instead of now. */
  readonly countsFromDue?: boolean
}

/** Enrolments by what became of them. */
export type Planned = Readonly<Record<string, number>>

/** People whose address the edition had before wait this long for the next edition. */
const againMinutes = 5

/**
 * Does what a batch is to become. The caller holds the series, the row of the campaign, and the enrolments.
 * @returns how many had which fate; `again` if the edition had them before: they wait for another one
 */
export async function planBatch(sql: Transaction, batch: PlannedBatch): Promise<Planned> {
  const { step, listId, fates, at } = batch
  const key: CampaignKey = { clientId: step.clientId, campaignId: step.campaignId }
  const mailed = fates.filter(({ fate }) => fate === 'mail').map(({ subscriberId }) => subscriberId)
  const before = mailed.length === 0 ? 0 : await growAudience(sql, key, listId, mailed, at)
  const planned = await moveEnrolments(sql, batch, before)
  await countPlanned(sql, batch, planned)
  if (planned.mail || planned.suppressed) await wakeSenders(sql)
  return planned
}

/** @param before the last number that the audience had */
async function moveEnrolments(sql: Transaction, batch: PlannedBatch, before: number): Promise<Planned> {
  const { step, next, fates, at, countsFromDue } = batch
  const { clientId, stepId, campaignId } = step
  const due = nextDue(sql, batch, countsFromDue ? sql`e.next_at` : sql`${at}::timestamptz`)
  const goesOn = sql`f.fate in ('mail', 'skip', 'known')`
  const numbers = await readAppended(sql, step, before)
  const judged = fates.map(({ id, subscriberId, fate }) => {
    const given = fate === 'mail' ? numbers.get(subscriberId) : undefined
    const became = fate !== 'mail' ? fate : !given ? 'again' : given.suppressed ? 'suppressed' : 'mail'
    return { id, number: given?.number ?? null, became }
  })
  const rows = await sql<{ fate: string; people: number }[]>`
    with found as materialized (
      select e.id, e.run, g.number, g.fate, ${due ?? sql`null::timestamptz`} as due_at
      from unnest(${judged.map(({ id }) => id)}::bigint[], ${judged.map(({ number }) => number)}::integer[], ${judged.map(({ became }) => became)}::text[]) as g (id, number, fate)
      cross join lateral (
        select id, run, next_at from series_enrolments where client_id = ${clientId} and id = g.id limit 1
      ) e
    ), noted as (
      insert into series_mails (client_id, step_id, enrolment_id, run, campaign_id, number, at)
      select ${clientId}::bigint, ${stepId}::bigint, id, run, case when number is not null then ${campaignId}::bigint end, number, ${at}::timestamptz
      from found where fate in ('mail', 'suppressed', 'skip')
    ), moved as (
      update series_enrolments e
      set step_id = case when f.fate = 'again' then e.step_id when ${goesOn} then ${next?.stepId ?? null}::bigint end,
        next_at = case when f.fate = 'again' then ${new Date(at.getTime() + againMinutes * 60_000)}::timestamptz when ${goesOn} then f.due_at end,
        ended_at = case when f.fate <> 'again' and (not ${goesOn} or ${next === undefined}) then ${at}::timestamptz end,
        outcome = case when f.fate = 'again' then null when not ${goesOn} then f.fate when ${next === undefined} then 'finished' end
      from found f
      -- by an array whose size the planner does not know: without statistics it would read all enrolments of the client
      where e.client_id = ${clientId} and e.id = any(array(select id from found)) and e.id = f.id
      returning f.fate
    )
    select fate, count(*)::integer as people from moved group by fate`
  return Object.fromEntries(rows.map(({ fate, people }) => [fate, people]))
}

/** What was appended to an audience, by subscriber. */
async function readAppended(sql: Sql, { clientId, campaignId }: DueStep, before: number) {
  const rows = await sql<{ subscriberId: number; number: number }[]>`
    select subscriber_id, number from audience
    where client_id = ${clientId} and campaign_id = ${campaignId} and number > ${before}`
  const barred = await sql<{ number: number }[]>`
    select number from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and number > ${before} and kind = 'excluded' and answer = ${exclusion.suppressed}`
  const suppressed = new Set(barred.map(({ number }) => number))
  return new Map(rows.map(one => [one.subscriberId, { number: one.number, suppressed: suppressed.has(one.number) }]))
}

/** When someone who has a step now comes to the next one; undefined behind the last step. @param from an instant */
function nextDue(sql: Sql, { next, timeZone }: PlannedBatch, from: Fragment): Fragment | undefined {
  return (
    next &&
    openingFrom(
      sql,
      sql`${from} + make_interval(mins => ${next.settings.delayMinutes}::integer)`,
      next.settings,
      timeZone,
    )
  )
}

async function countPlanned(
  sql: Transaction,
  batch: PlannedBatch,
  { mail = 0, skip = 0, known = 0, again = 0, goal = 0, ...ends }: Planned,
): Promise<void> {
  const { step, next } = batch
  const { clientId, seriesId, stepId } = step
  const stopped = Object.values(ends).reduce((sum, people) => sum + people, 0)
  const goesOn = mail + skip + known
  await sql`
    update series_steps t
    set waiting = t.waiting - ${goesOn + goal + stopped}, skipped = t.skipped + ${skip}, stopped = t.stopped + ${goal + stopped},
      due_at = ${readFirstDue(sql, clientId, stepId)}
    where t.client_id = ${clientId} and t.id = ${stepId}`
  if (next && goesOn > 0)
    await sql`
      update series_steps t
      set waiting = t.waiting + ${goesOn}, due_at = ${readFirstDue(sql, clientId, next.stepId)}
      where t.client_id = ${clientId} and t.id = ${next.stepId}`
  await sql`
    update series r
    set finished = r.finished + ${next ? 0 : goesOn}, reached = r.reached + ${goal}, stopped = r.stopped + ${stopped}
    where r.client_id = ${clientId} and r.id = ${seriesId} and ${(next ? 0 : goesOn) + goal + stopped + again} > ${again}`
}

/**
 * What was due before an instant is passed over: after a restore it may have been mailed already.
 * @returns how many steps of people were passed over
 */
export async function skipOverdue(
  sql: Transaction,
  step: DueStep,
  next: PlannedBatch['next'],
  timeZone: string,
  at: Date,
): Promise<number> {
  const due = await sql<{ id: number; subscriberId: number }[]>`
    select id, subscriber_id from series_enrolments
    where client_id = ${step.clientId} and step_id = ${step.stepId} and next_at <= ${at}
    order by id for no key update`
  if (due.length === 0) return 0
  const fates = due.map(one => ({ ...one, fate: 'skip' as const }))
  const batch: PlannedBatch = { step, listId: 0, timeZone, next, fates, at, countsFromDue: true }
  await countPlanned(sql, batch, await moveEnrolments(sql, batch, 0))
  return due.length
}
