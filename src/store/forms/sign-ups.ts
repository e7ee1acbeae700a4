/** What was sent off with forms: written in batches, decided in the background, and deleted after 30 days. */
import { findAmongClients, findClientsWith } from '../among-clients.ts'
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import { perClient } from '../per-client.ts'
import type { FormKey, FormPurpose } from './forms.ts'

/** A ticked box. */
export interface TickedBox {
  readonly purpose: FormPurpose
  readonly name: string
  readonly version: number
}

export interface NewSignUp extends FormKey {
  /** Of the token of the page, for a single use. */
  readonly nonce: Buffer
  readonly email: string
  readonly address: string
  readonly name: string
  readonly listIds: readonly number[]
  readonly fields: readonly { readonly Key: string; readonly Value: string }[]
  readonly consents: readonly TickedBox[]
  readonly language: string
  readonly nextPage: string
  readonly page: string
  readonly remote: string
  readonly agent: string
}

export interface SignUp extends Omit<NewSignUp, 'nonce'> {
  readonly signUpId: number
  readonly state: SignUpState
  readonly released: boolean
  readonly at: Date
}

export type SignUpState = 'new' | 'held' | 'asked' | 'confirmed' | 'ended'

/** The channel that the worker of decisions listens to. */
export const signUpsChannel = 'form_sign_ups_wait'

/**
 * Writes submissions whose tokens were not used before, and uses the tokens up.
 * @returns the nonces that were unused
 */
export async function insertSignUps(sql: Transaction, rows: readonly NewSignUp[]): Promise<ReadonlySet<string>> {
  const used = await perClient(rows, (clientId, own) => {
    const given = own.map(({ nonce, ...row }) => ({ ...row, nonce: nonce.toString('hex') }))
    return sql<{ nonce: string }[]>`
      with given as materialized (
        select * from jsonb_to_recordset(${sql.json(given as never)}) as g (
          nonce text, "formId" bigint, email text, address text, name text, "listIds" jsonb, fields jsonb, consents jsonb,
          language text, "nextPage" text, page text, remote text, agent text)
      ), fresh as (
        insert into form_tokens (client_id, nonce)
        select distinct ${clientId}::bigint, decode(nonce, 'hex') from given
        on conflict do nothing
        returning encode(nonce, 'hex') as nonce
      ), written as (
        insert into form_sign_ups (client_id, form_id, email, address, name, list_ids, fields, consents, language, next_page,
          page, remote, agent)
        select ${clientId}, g."formId", g.email, g.address, g.name, array(select jsonb_array_elements_text(g."listIds")::bigint),
          g.fields, g.consents, g.language, g."nextPage", g.page, g.remote, g.agent
        from (select distinct on (nonce) * from given) g
        join fresh f on f.nonce = g.nonce
      )
      select nonce from fresh`
  })
  await sql`select pg_notify(${signUpsChannel}, '')`
  return new Set(used.map(({ nonce }) => nonce))
}

/** Uses up tokens of submissions that are not written. @returns the nonces that were unused */
export async function useTokens(
  sql: Sql,
  rows: readonly { readonly clientId: number; readonly nonce: Buffer }[],
): Promise<ReadonlySet<string>> {
  const used = await perClient(
    rows,
    (clientId, own) => sql<{ nonce: string }[]>`
      insert into form_tokens (client_id, nonce)
      select distinct ${clientId}::bigint, decode(n, 'hex') from unnest(${own.map(({ nonce }) => nonce.toString('hex'))}::text[]) n
      on conflict do nothing
      returning encode(nonce, 'hex') as nonce`,
  )
  return new Set(used.map(({ nonce }) => nonce))
}

/** The client of the oldest submission that is not decided. It is not locked: `claimSignUps` locks those of one client. */
export async function findClientToDecide(sql: Sql): Promise<number | undefined> {
  const isFound = sql`t.state = 'new'`
  const [row] = await findAmongClients(sql, { table: 'form_sign_ups', isFound, order: sql`t.id`, most: 1 })
  return row?.clientId
}

/** Undecided submissions of a client, locked until the transaction ends. */
export async function claimSignUps(sql: Transaction, clientId: number, most: number): Promise<readonly SignUp[]> {
  return sql<SignUp[]>`
    select ${columns(sql)} from form_sign_ups
    where client_id = ${clientId} and state = 'new'
    order by id
    limit ${most}
    for update skip locked`
}

export async function changeSignUps(
  sql: Sql,
  clientId: number,
  ids: readonly number[],
  state: Exclude<SignUpState, 'new'>,
): Promise<void> {
  if (ids.length === 0) return
  const isAsked = state === 'asked'
  const isConfirmed = state === 'confirmed'
  await sql`
    update form_sign_ups
    set state = ${state}, asked_at = case when ${isAsked} then moment.at else asked_at end,
      confirmed_at = case when ${isConfirmed} then moment.at end,
      -- what a stranger typed is of no more use
      name = case when ${isAsked} or ${state === 'held'} then name else '' end,
      fields = case when ${isAsked} or ${state === 'held'} then fields else '[]' end
    from (select now() as at) moment
    where client_id = ${clientId} and id = any(${ids as number[]}::bigint[])`
}

/** @param lock until the transaction ends */
export async function findSignUp(
  sql: Sql,
  clientId: number,
  signUpId: number,
  lock = false,
): Promise<SignUp | undefined> {
  const [row] = await sql<SignUp[]>`
    select ${columns(sql)} from form_sign_ups where client_id = ${clientId} and id = ${signUpId} ${lock ? sql`for update` : sql``}`
  return row
}

export interface StoredSignUp
  extends Pick<SignUp, 'state' | 'email' | 'name' | 'fields' | 'language' | 'nextPage' | 'page'> {
  readonly formTitle: string
  /** Of lists that exist or can be restored. */
  readonly lists: readonly string[]
  /** What was ticked, with its purpose or name. */
  readonly boxes: readonly { readonly purpose: string; readonly wording: string }[]
  readonly remote: string
  readonly agent: string
  readonly date: string
  readonly askedDate: string | null
  readonly confirmedDate: string | null
}

/** All that is stored of the submissions of an address, the oldest first. */
export async function readSignUpsOf(
  sql: Sql,
  { clientId, timeZone, address }: { readonly clientId: number; readonly timeZone: string; readonly address: string },
): Promise<readonly StoredSignUp[]> {
  return sql<StoredSignUp[]>`
    select s.state, s.email, s.name, s.fields, s.language, s.next_page, s.page, s.remote, s.agent, coalesce(f.title, '') as form_title,
      array(
        select l.title from lists l where l.client_id = ${clientId} and l.id = any(s.list_ids) order by l.id) as lists,
      coalesce((
        select jsonb_agg(jsonb_build_object('purpose', coalesce(nullif(w.name, ''), w.purpose), 'wording', w.wording) order by w.purpose, w.name)
        from jsonb_to_recordset(s.consents) b (purpose text, name text, version integer)
        join form_wordings w on w.client_id = ${clientId} and w.form_id = s.form_id and w.purpose = b.purpose and w.name = b.name
          and w.version = b.version), '[]') as boxes,
      ${localTime(sql, 's.at', timeZone)} as date, ${localTime(sql, 's.asked_at', timeZone)} as asked_date,
      ${localTime(sql, 's.confirmed_at', timeZone)} as confirmed_date
    from form_sign_ups s
    left join forms f on f.client_id = ${clientId} and f.id = s.form_id
    where s.client_id = ${clientId} and s.address = ${address}
    order by s.id`
}

/** Gives held submissions back to the worker. @returns their number */
export async function releaseSignUps(sql: Sql, { clientId, formId }: FormKey): Promise<number> {
  const { count } = await sql`
    update form_sign_ups set state = 'new', released = true
    where client_id = ${clientId} and form_id = ${formId} and state = 'held'`
  await sql`select pg_notify(${signUpsChannel}, '')`
  return count
}

/** Deletes held submissions. @returns their number */
export async function dropSignUps(sql: Sql, { clientId, formId }: FormKey): Promise<number> {
  const { count } = await sql`
    delete from form_sign_ups where client_id = ${clientId} and form_id = ${formId} and state = 'held'`
  return count
}

/** Submissions of a form in these states. */
export async function countSignUps(sql: Sql, { clientId, formId }: FormKey): Promise<ReadonlyMap<SignUpState, number>> {
  const rows = await sql<{ state: SignUpState; count: number }[]>`
    select state, count(*)::integer as count from form_sign_ups
    where client_id = ${clientId} and form_id = ${formId} and state in ('new', 'held', 'asked')
    group by state`
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Whether a form has held submissions. */
export async function hasHeld(sql: Sql, { clientId, formId }: FormKey): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (
      select 1 from form_sign_ups where client_id = ${clientId} and form_id = ${formId} and state = 'held') as has`
  return row!.has
}

/** Held submissions of all forms of a client, by form. */
export async function countHeld(sql: Sql, clientId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ formId: number; count: number }[]>`
    select form_id, count(*)::integer as count from form_sign_ups
    where client_id = ${clientId} and state = 'held'
    group by form_id`
  return new Map(rows.map(({ formId, count }) => [formId, count]))
}

/** Clients with submissions of more than so many days ago. */
export function findClientsWithOldSignUps(sql: Sql, days: number): Promise<readonly number[]> {
  return findClientsWith(sql, 'form_sign_ups', isOldSignUp(sql, days))
}

function isOldSignUp(sql: Sql, days: number): Fragment {
  return sql`at < now() - make_interval(days => ${days})`
}

/** Deletes old submissions of a client, some thousand at a time. @returns those that were deleted without a confirmation, by form */
export async function deleteOldSignUps(
  sql: Sql,
  clientId: number,
  days: number,
  most: number,
): Promise<{ readonly deleted: number; readonly abandoned: readonly (FormKey & { readonly count: number })[] }> {
  const [row] = await sql<{ deleted: number; abandoned: { formId: number; count: number }[] | null }[]>`
    with old as (
      delete from form_sign_ups
      where client_id = ${clientId} and id in (
        select id from form_sign_ups where client_id = ${clientId} and ${isOldSignUp(sql, days)} order by at limit ${most})
      returning form_id, state
    )
    select (select count(*)::integer from old) as deleted, (
      select json_agg(json_build_object('formId', form_id, 'count', count))
      from (
        select form_id, count(*)::integer as count from old where state in ('asked', 'held') group by form_id
      ) a
    ) as abandoned`
  return { deleted: row!.deleted, abandoned: (row!.abandoned ?? []).map(one => ({ ...one, clientId })) }
}

/** Deletes tokens that are too old to be used. @param most tokens of a statement */
export async function deleteOldTokens(db: Database, hours: number, most: number): Promise<void> {
  const isOld = db`at < now() - make_interval(hours => ${hours})`
  for (const clientId of await findClientsWith(db, 'form_tokens', isOld))
    for (let deleted = most; deleted === most; ) {
      const { count } = await db`
        delete from form_tokens
        where client_id = ${clientId} and nonce in (
          select nonce from form_tokens where client_id = ${clientId} and ${isOld} order by at limit ${most})`
      deleted = count
    }
}

function columns(sql: Sql) {
  return sql`client_id, id as sign_up_id, form_id, state, released, email, address, name, list_ids, fields, consents, language,
    next_page, page, remote, agent, at`
}
