/** Waves: hours in which a form gets many times its usual submissions. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { FormKey } from './forms.ts'

export type WaveState = 'holding' | 'released' | 'dropped' | 'passed'

export interface Flow {
  /** Submissions of the last 60 minutes, by whole hours: those of this hour and a part of the hour before. */
  readonly submitted: number
  /** Submissions of an hour with any, on average over four weeks, this hour and the one before left out. */
  readonly usual: number
  /** The state of the last wave of the last day, and its submissions; null without one. */
  readonly lastState: WaveState | null
  readonly lastSubmitted: number
  readonly lastBegunAt: Date | null
}

/** Submissions now and usually. */
export async function readPresentFlow(
  sql: Sql,
  { clientId, formId }: FormKey,
): Promise<Pick<Flow, 'submitted' | 'usual'>> {
  const [row] = await sql<Pick<Flow, 'submitted' | 'usual'>[]>`${flowOf(sql, clientId, formId)}`
  return row!
}

function flowOf(sql: Sql, clientId: number, formId: number): Fragment {
  return sql`
    select (coalesce(sum(submitted) filter (where hour = date_trunc('hour', now())), 0)
        + coalesce(sum(submitted) filter (where hour = date_trunc('hour', now()) - interval '1 hour'), 0)
          * (1 - extract(epoch from now() - date_trunc('hour', now())) / 3600))::integer as submitted,
      coalesce(ceil(avg(submitted) filter (where hour < date_trunc('hour', now()) - interval '1 hour')), 0)::integer as usual
    from form_hours
    where client_id = ${clientId} and form_id = ${formId} and hour > now() - interval '28 days'`
}

/** Locks the form, so that one wave begins once. */
export async function readFlow(sql: Transaction, { clientId, formId }: FormKey): Promise<Flow> {
  await sql`select 1 from forms where client_id = ${clientId} and id = ${formId} for no key update`
  const [row] = await sql<Flow[]>`
    select h.submitted, h.usual, w.state as last_state, coalesce(w.submitted, 0)::integer as last_submitted, w.begun_at as last_begun_at
    from (${flowOf(sql, clientId, formId)}) h
    left join lateral (
      select state, submitted, begun_at from form_waves
      where client_id = ${clientId} and form_id = ${formId} and (begun_at > now() - interval '1 day' or state = 'holding')
      order by id desc limit 1
    ) w on true`
  return row!
}

/** Sign-ups that were asked within a day: how many of 1,000 confirmed. */
async function confirmedPermille(sql: Sql, { clientId, formId }: FormKey): Promise<number> {
  const [row] = await sql<{ permille: number }[]>`
    select coalesce(round(1000.0 * count(*) filter (where state = 'confirmed') / nullif(count(*), 0)), 0)::integer as permille
    from form_sign_ups
    where client_id = ${clientId} and form_id = ${formId} and state in ('asked', 'confirmed', 'held') and at > now() - interval '1 day'`
  return row!.permille
}

export interface BegunWave {
  readonly waveId: number
  readonly submitted: number
  readonly usual: number
  readonly confirmedPermille: number
}

export async function insertWave(
  sql: Transaction,
  form: FormKey,
  { submitted, usual }: Pick<Flow, 'submitted' | 'usual'>,
): Promise<BegunWave> {
  const permille = await confirmedPermille(sql, form)
  const [row] = await sql<{ waveId: number }[]>`
    insert into form_waves (client_id, form_id, submitted, usual, confirmed_permille)
    values (${form.clientId}, ${form.formId}, ${submitted}, ${usual}, ${permille})
    returning id as wave_id`
  return { waveId: row!.waveId, submitted, usual, confirmedPermille: permille }
}

/** Ends the wave that holds, if any. @returns whether there was one */
export async function endWave(
  sql: Sql,
  { clientId, formId }: FormKey,
  state: Exclude<WaveState, 'holding'>,
): Promise<boolean> {
  const { count } = await sql`
    update form_waves set state = ${state}, ended_at = now()
    where client_id = ${clientId} and form_id = ${formId} and state = 'holding'`
  return count > 0
}

export interface WaveRow extends Omit<BegunWave, 'waveId'> {
  readonly state: WaveState
  /** In the time zone of the client. */
  readonly begunDate: string
  readonly endedDate: string | null
}

/** The last waves of a form, the newest first. */
export async function readWaves(
  sql: Sql,
  { clientId, formId }: FormKey,
  timeZone: string,
  most: number,
): Promise<readonly WaveRow[]> {
  return sql<WaveRow[]>`
    select state, ${localTime(sql, 'begun_at', timeZone)} as begun_date, ${localTime(sql, 'ended_at', timeZone)} as ended_date,
      submitted, usual, confirmed_permille
    from form_waves
    where client_id = ${clientId} and form_id = ${formId}
    order by id desc
    limit ${most}`
}

/** Facts for the notice of a wave; undefined once the form is deleted. */
export async function readWaveToMail(sql: Sql, { clientId, formId }: FormKey, waveId: number) {
  const [row] = await sql<
    {
      readonly title: string
      readonly publicId: string
      readonly companyName: string
      readonly clientPublicId: string
      readonly clientEmail: string
      readonly personId: number | null
      readonly submitted: number
      readonly usual: number
      readonly confirmedPermille: number
      readonly state: WaveState
    }[]
  >`
    select f.title, f.public_id, c.company_name, c.public_id as client_public_id, c.email as client_email, f.person_id, w.submitted, w.usual, w.confirmed_permille, w.state
    from forms f
    join clients c on c.id = ${clientId} and c.deleted_at is null
    join form_waves w on w.client_id = ${clientId} and w.id = ${waveId}
    where f.client_id = ${clientId} and f.id = ${formId}`
  return row
}
