/** Import rows before they are written: staged by COPY, and judged in sets, with one verdict each. */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import type { State } from '../lists/statistics.ts'
import { consentPreferences } from '../subscribers/purposes.ts'
import { readSuppressionJoins } from '../subscribers/suppression-keys.ts'
import type { ImportKey } from './imports.ts'
import { lostConsents, readChangedAnswers, strictestAnswers, type ValuePolicy } from './staged-answers.ts'
import { stagedColumns } from './staged-row.ts'

/** In the order of their counts; also the columns of import_counts. */
export const verdicts = [
  'added',
  'updated',
  'unchanged',
  'stricter',
  'opt_out_kept',
  'suppressed',
  'bounced_kept',
  'duplicate',
  'skipped',
  'refused',
] as const
export type Verdict = (typeof verdicts)[number]

/** Deletes earlier staged rows and their counts. */
export async function clearStaged(sql: Sql, key: ImportKey): Promise<void> {
  await deleteRows(sql, key, 'all')
  await sql`delete from import_counts where client_id = ${key.clientId} and import_id = ${key.importId}`
}

/** Rows per statement. */
const rowsOfDelete = 5_000

/** Deletes rows in steps, so that each statement is short. */
export async function deleteRows(
  sql: Sql,
  { clientId, importId }: ImportKey,
  which: 'all' | 'all but refused',
): Promise<void> {
  const some = which === 'all' ? sql`` : sql`and verdict <> 'refused'`
  for (;;) {
    const { count } = await sql`
      delete from import_rows where client_id = ${clientId} and import_id = ${importId} and number = any(array(
        select number from import_rows where client_id = ${clientId} and import_id = ${importId} ${some} limit ${rowsOfDelete}))`
    if (count < rowsOfDelete) break
  }
}

/** Stages rows, all or none. @param lines of `stagedLine` @returns the number of rows */
export function stageRows(db: Database, lines: AsyncIterable<string>, signal?: AbortSignal): Promise<number> {
  return db.copyIn(`copy import_rows (${stagedColumns}) from stdin`, lines, signal)
}

/** Updates statistics of staged rows: without them a join of ten thousand rows reads all members. */
export async function analyzeStaged(sql: Sql): Promise<void> {
  await sql.unsafe('analyze import_rows')
}

/** Updates statistics of members, whose number grows fast during an import: autovacuum would run too late. */
export async function analyzeMembers(sql: Sql): Promise<void> {
  await sql.unsafe('analyze subscribers')
}

/** How many members the planner's statistics know of, of all clients; a negative number before the first. */
export async function readMembersAnalyzed(sql: Sql): Promise<number> {
  const [row] = await sql<
    { known: number }[]
  >`select reltuples::float8 as known from pg_class where oid = 'subscribers'::regclass`
  return row!.known
}

/** Inserts the counts of a stage, also for a file without rows. */
export async function beginCounts(
  sql: Sql,
  { clientId, importId }: ImportKey,
  stage: 'judged' | 'written',
): Promise<void> {
  await sql`
    insert into import_counts (client_id, import_id, stage) values (${clientId}, ${importId}, ${stage}) on conflict do nothing`
}

/**
 * Marks rows with the same address: one row counts, the others are duplicates. The row that counts gets the strictest requested
 * state, with the evidence of the row that requests it, and of each purpose the refusal of any row.
 */
export async function markDuplicates(
  sql: Sql,
  { clientId, importId, answers }: Pick<Judging, 'clientId' | 'importId' | 'answers'>,
  wins: 'first' | 'last',
): Promise<void> {
  const order = wins === 'first' ? sql`number` : sql`number desc`
  const isWinner = sql`k.winner = k.number`
  const ofWinner = answers
    ? sql`, consents = case when ${isWinner} then k.consents else r.consents end,
      ${lostConsents(sql, purpose => sql`(${isWinner} and (k.consents ->> ${consentPreferences[purpose]}::text)::boolean is false)`)}`
    : sql``
  await sql`
    with repeated as materialized (
      select address from import_rows
      where client_id = ${clientId} and import_id = ${importId} and verdict = 'added'
      group by address having count(*) > 1
    ), ranked as (
      select r.number, first_value(r.number) over (partition by r.address order by ${order}) as winner,
        first_value(r.wanted) over strict as wanted, first_value(r.evidence) over strict as evidence
        ${answers ? sql`, ${strictestAnswers(sql)} as consents` : sql``}
      from import_rows r join repeated a on a.address = r.address
      where r.client_id = ${clientId} and r.import_id = ${importId} and r.verdict = 'added'
      window strict as (
        partition by r.address
        order by array_position(array['Suppressed', 'Bounced', 'Unsubscribed', 'Unconfirmed', 'Active'], r.wanted), ${order})
    )
    update import_rows r
    set duplicate_of = nullif(k.winner, k.number),
      verdict = case when k.winner = k.number then r.verdict else 'duplicate' end,
      wanted = case when k.winner = k.number then k.wanted else r.wanted end,
      evidence = case when k.winner = k.number and k.wanted <> r.wanted then k.evidence else r.evidence end
      ${ofWinner}
    from ranked k
    where r.client_id = ${clientId} and r.import_id = ${importId} and r.number = k.number`
}

/** Rules for judging a range of an import. */
export interface Judging extends ImportKey {
  readonly listId: number
  readonly values: ValuePolicy
  /** States from which a requested opt-out takes effect (domain/subscribers/membership.ts). */
  readonly optOutFrom: readonly State[]
  readonly bounceFrom: readonly State[]
  /** Whether rows say something of consent or of the basis. */
  readonly answers: boolean
  /** Whether rows give tags, and the names that all of them give. */
  readonly tags: { readonly ofRows: boolean; readonly ofAll: readonly string[] }
}

/** What a range is written with. */
export interface Writing extends Judging {
  readonly timeZone: string
  /** True if an opt-out from the list applies to all lists of the client. */
  readonly optOutIsForClient: boolean
  /** Evidence of every change. The import's own row has more details about the caller. */
  readonly evidence: {
    readonly by: string
    readonly importId: number
    readonly loginId?: number
    readonly username?: string
  }
  /** Names the import in the evidence of suppressions, so that all of them can be lifted together. */
  readonly act: string
}

/** Rows `r` of a range in `import_rows` whose verdict depends on members. */
export function inRange(sql: Sql, { clientId, importId }: ImportKey, { from, to }: Range): Fragment {
  return sql`r.client_id = ${clientId} and r.import_id = ${importId} and r.number between ${from} and ${to}`
}

/** The member `s` of a row `r`. */
export function memberOf(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
): Fragment {
  return sql`s.client_id = ${clientId} and s.list_id = ${listId} and s.address = r.address`
}

/**
 * Rows `r` of a range with their members `s`, in the order of addresses. One look-up by key each: a join would read the list for each row where
 * statistics are old.
 * @param rows condition on `r`
 * @param lock `for update`, or nothing
 */
export function rowsWithMembers(
  sql: Sql,
  key: ImportKey & { readonly listId: number },
  rows: Fragment,
  lock: Fragment = sql``,
): Fragment {
  return sql`
    (select * from import_rows r where r.client_id = ${key.clientId} and ${rows} order by r.address offset 0) r
    cross join lateral (
      select * from subscribers s where ${memberOf(sql, key)} limit 1 ${lock}
    ) s`
}

/** Name, mobile number and fields of a member after a row, by the policy for values. */
export function mergeValues(sql: Sql, values: ValuePolicy): { name: Fragment; mobile: Fragment; fields: Fragment } {
  switch (values) {
    case 'overwrite':
      return {
        name: sql`coalesce(r.name, s.name)`,
        mobile: sql`nullif(coalesce(r.mobile_number, s.mobile_number), '')`,
        fields: sql`(jsonb_strip_nulls(s.fields || r.fields))`,
      }
    case 'fill':
      return {
        name: sql`coalesce(nullif(s.name, ''), r.name, '')`,
        mobile: sql`coalesce(s.mobile_number, nullif(r.mobile_number, ''))`,
        fields: sql`(jsonb_strip_nulls(r.fields) || s.fields)`,
      }
    case 'add':
      return { name: sql`s.name`, mobile: sql`s.mobile_number`, fields: sql`s.fields` }
  }
}

/** The values of a member `s` that a row changes: `Name, MobileNumber, [City], MeasuringConsent`. */
function changedValues(sql: Sql, { values, answers }: Judging): Fragment {
  const { name, mobile, fields } = mergeValues(sql, values)
  return sql`concat_ws(', ', case when ${name} is distinct from s.name then 'Name' end,
    case when ${mobile} is distinct from s.mobile_number then 'MobileNumber' end,
    (select string_agg('[' || f.key || ']', ', ' order by f.key collate "C") from jsonb_object_keys(s.fields || ${fields}) f (key)
     where s.fields -> f.key is distinct from ${fields} -> f.key)
    ${answers ? sql`, nullif(${readChangedAnswers(sql, values).names}, '')` : sql``})`
}

/** Whether a member `s` of a client was added by an import that was undone; it can be added again as if it were new. */
export function isTakenBack(sql: Sql, clientId: number): Fragment {
  return sql`(s.state = 'Deleted' and (
    select h.cause from subscriber_history h
    where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id
    order by h.at desc limit 1) in ('import undone', 'change undone'))`
}

/**
 * Sets the verdict of the rows of a range by the present members and suppressions; unchanged rows are not written.
 * Only this function decides verdicts.
 * @param rows restricts to some rows; `strangers` are rows without a member at the last judgement: inserting them will show whether a
 * member
 * exists now, so that only suppressions are looked up
 */
export async function judgeRange(
  sql: Sql,
  judging: Judging,
  range: Range,
  rows: 'all' | 'known' | 'strangers' | readonly number[] = 'all',
): Promise<void> {
  const { name, mobile, fields } = mergeValues(sql, judging.values)
  const { clientId, listId, optOutFrom, bounceFrom } = judging
  const suppressions = await readSuppressionJoins(sql, clientId, [listId])
  const isChanged = sql`((${name}, ${mobile}, ${fields}) is distinct from (s.name, s.mobile_number, s.fields)
    ${judging.answers ? sql`or ${readChangedAnswers(sql, judging.values).isAny}` : sql``})`
  await sql`
    update import_rows r
    set verdict = j.verdict, reason = j.reason
    from (
      select r.import_id, r.number,
        case
          when r.wanted in ('Active', 'Unconfirmed') then case
            when ${suppressions.isSuppressed} then 'suppressed'
            when s.id is null or ${isTakenBack(sql, clientId)} then 'added'
            when s.state in ('Unsubscribed', 'Deleted') then 'opt_out_kept'
            when s.state = 'Bounced' then 'bounced_kept'
            when ${isChanged} then 'updated'
            else 'unchanged' end
          when s.id is null or ${isTakenBack(sql, clientId)} then 'added'
          when r.wanted = 'Bounced' and s.state = any(${bounceFrom as string[]}::text[]) then 'stricter'
          when r.wanted in ('Unsubscribed', 'Suppressed') and s.state = any(${optOutFrom as string[]}::text[]) then 'stricter'
          when r.wanted = 'Suppressed' and not ${suppressions.isListed} then 'stricter'
          else 'unchanged'
        end as verdict,
        case when r.wanted in ('Active', 'Unconfirmed') then coalesce(${suppressions.reason}, case
          when s.state in ('Active', 'Unconfirmed') and ${isChanged} then ${changedValues(sql, judging)} end)
        end as reason
      from import_rows r
      left join lateral (
        select * from subscribers s where s.client_id = ${clientId} and ${rows === 'strangers' ? sql`false` : memberOf(sql, judging)} offset 0
      ) s on true
      ${suppressions.join(sql`r.address`)}
      where r.client_id = ${clientId} and ${inRange(sql, judging, range)} and ${amongRows(sql, rows)}
      offset 0
    ) j
    where r.client_id = ${clientId} and r.import_id = j.import_id and r.number = j.number
      and (r.verdict, r.reason) is distinct from (j.verdict, j.reason)`
}

/** Restricts rows `r` as in `judgeRange`. */
export function amongRows(sql: Sql, rows: 'all' | 'known' | 'strangers' | readonly number[]): Fragment {
  if (rows === 'strangers') return sql`r.verdict = 'added'`
  if (rows === 'known') return sql`r.verdict not in ('refused', 'skipped', 'duplicate', 'added')`
  const heard = sql`r.verdict not in ('refused', 'skipped', 'duplicate')`
  return rows === 'all' ? heard : sql`${heard} and r.number = any(${rows as number[]}::bigint[])`
}

/** Adds the verdicts of a range to the counts of a stage. */
export async function countRange(sql: Sql, key: ImportKey, range: Range, stage: 'judged' | 'written'): Promise<void> {
  const counts = verdicts.map(verdict => sql`count(*) filter (where r.verdict = ${verdict})`)
  await sql`
    insert into import_counts as c (client_id, import_id, stage, rows, value_dropped, ${list(
      sql,
      verdicts.map(verdict => sql`${sql(verdict)}`),
    )})
    select ${key.clientId}, ${key.importId}, ${stage}, count(*),
      count(*) filter (where r.dropped is not null and r.verdict in ('added', 'updated', 'unchanged', 'stricter')), ${list(sql, counts)}
    from import_rows r
    where r.client_id = ${key.clientId} and ${inRange(sql, key, range)}
    on conflict (client_id, import_id, stage) do update
    set rows = c.rows + excluded.rows, value_dropped = c.value_dropped + excluded.value_dropped, ${list(
      sql,
      verdicts.map(verdict => sql`${sql(verdict)} = ${sql(`c.${verdict}`)} + ${sql(`excluded.${verdict}`)}`),
    )}`
}

/** Lost values of a column in rows that count. */
export interface LostValues {
  readonly column: string
  readonly values: number
  /** Numbers by reason. */
  readonly reasons: Readonly<Record<string, number>>
  /** The first lost values. */
  readonly examples: readonly { readonly row: number; readonly value: string; readonly reason: string }[]
}

/** Examples per column. */
const mostExamples = 3

/** Lost values of rows that count, by column. Rows without losses are not read. */
export async function readLossesOf(sql: Sql, { clientId, importId }: ImportKey): Promise<readonly LostValues[]> {
  const [counts] = await sql`
    select 1 from import_counts
    where client_id = ${clientId} and import_id = ${importId} and stage = 'judged' and value_dropped > 0`
  if (!counts) return []
  return sql<LostValues[]>`
    with lost as materialized (
      select r.number, l.key as column, l.value ->> 0 as reason, l.value ->> 1 as value,
        row_number() over (partition by l.key order by r.number) as place
      from import_rows r, jsonb_each(r.losses) l
      where r.client_id = ${clientId} and r.import_id = ${importId} and r.losses is not null
        and r.verdict in ('added', 'updated', 'unchanged', 'stricter')
    )
    select c."column", sum(c.values)::float8 as values, jsonb_object_agg(c.reason, c.values) as reasons,
      (select jsonb_agg(jsonb_build_object('row', e.number, 'value', e.value, 'reason', e.reason) order by e.number)
       from lost e where e."column" = c."column" and e.place <= ${mostExamples}) as examples
    from (select "column", reason, count(*) as values from lost group by "column", reason) c
    group by c."column"
    order by sum(c.values) desc, c."column" collate "C"`
}

function list(sql: Sql, parts: readonly Fragment[]): Fragment {
  return parts.reduce((before, part) => sql`${before}, ${part}`)
}

/** What else changed a member since the import, so that undoing left it unchanged. If several apply, the first one is recorded. */
export type ChangeSince = 'state' | 'values' | 'mailed' | 'address'

export interface VerdictRow {
  readonly number: number
  readonly email: string
  readonly name: string | null
  readonly verdict: Verdict
  readonly reason: string | null
  readonly duplicateOf: number | null
  readonly dropped: readonly string[] | null
  /** Reason and value by column; also null for imports of earlier versions. */
  readonly losses: Readonly<Record<string, readonly [reason: string, value: string]>> | null
  readonly wanted: string
  /** Null unless undoing left it unchanged. */
  readonly leftAlone: ChangeSince | null
}

export interface RowsChosen {
  readonly verdict: Verdict | undefined
  /** Only rows that undoing left unchanged. */
  readonly leftAlone: boolean
}

/** Rows of an import in order; all rows if nothing is selected. */
export async function readRowsWith(
  sql: Sql,
  { clientId, importId }: ImportKey,
  { verdict, leftAlone, after, limit }: RowsChosen & { readonly after: number; readonly limit: number },
) {
  return sql<VerdictRow[]>`
    select number, email, name, verdict, reason, duplicate_of, dropped, losses, wanted, left_alone
    from import_rows
    where client_id = ${clientId} and import_id = ${importId} and number > ${after}
      ${verdict === undefined ? sql`` : sql`and verdict = ${verdict}`}
      ${leftAlone ? sql`and left_alone is not null` : sql``}
    order by number
    limit ${limit}`
}

/** Months (UTC) in which staged rows joined, because the history needs partitions for them. */
export async function readJoiningMonths(sql: Sql, { clientId, importId }: ImportKey): Promise<readonly Date[]> {
  const rows = await sql<{ month: Date }[]>`
    select distinct date_trunc('month', joined_at, 'UTC') as month
    from import_rows
    where client_id = ${clientId} and import_id = ${importId} and joined_at < now()`
  return rows.map(({ month }) => month)
}
