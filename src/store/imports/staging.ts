/** Rows of a file before they are written: staged by COPY, judged by set, one verdict each. */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import type { State } from '../lists/statistics.ts'
import { suppressionJoins } from '../subscribers/suppression-keys.ts'
import type { ImportKey } from './imports.ts'
import { stagedColumns } from './staged-row.ts'

/** In the order they are counted; the columns of import_counts. */
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

/** Forgets what was staged before, and its counts. */
export async function clearStaged(sql: Sql, key: ImportKey): Promise<void> {
  await deleteRows(sql, key, 'all')
  await sql`delete from import_counts where client_id = ${key.clientId} and import_id = ${key.importId}`
}

/** Rows that one statement deletes. */
const rowsOfDelete = 5_000

/** Deletes rows in steps, so that no statement takes long. */
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

/** Stages rows, all or none. @param lines of `stagedLine` @returns how many there were */
export function stageRows(db: Database, lines: AsyncIterable<string>, signal?: AbortSignal): Promise<number> {
  return db.copyIn(`copy import_rows (${stagedColumns}) from stdin`, lines, signal)
}

/** Statistics of what was staged: without them a join of ten thousand rows reads all members. */
export async function analyzeStaged(sql: Sql): Promise<void> {
  await sql.unsafe('analyze import_rows')
}

/** The same of members, who become many within a minute: autovacuum would look at them too late. */
export async function analyzeMembers(sql: Sql): Promise<void> {
  await sql.unsafe('analyze subscribers')
}

/** Begins the counts of a stage: a file may have no rows. */
export async function beginCounts(
  sql: Sql,
  { clientId, importId }: ImportKey,
  stage: 'judged' | 'written',
): Promise<void> {
  await sql`
    insert into import_counts (client_id, import_id, stage) values (${clientId}, ${importId}, ${stage}) on conflict do nothing`
}

/**
 * Finds rows of the same address: one of them counts, the others are its duplicates. The row that counts takes the strictest state
 * any of them asks for, with the evidence of the row that asks for it.
 */
export async function markDuplicates(
  sql: Sql,
  { clientId, importId }: ImportKey,
  wins: 'first' | 'last',
): Promise<void> {
  const order = wins === 'first' ? sql`number` : sql`number desc`
  await sql`
    with repeated as materialized (
      select address from import_rows
      where client_id = ${clientId} and import_id = ${importId} and verdict = 'added'
      group by address having count(*) > 1
    ), ranked as (
      select r.number, first_value(r.number) over (partition by r.address order by ${order}) as winner,
        first_value(r.wanted) over strict as wanted, first_value(r.evidence) over strict as evidence
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
    from ranked k
    where r.client_id = ${clientId} and r.import_id = ${importId} and r.number = k.number`
}

/** What a range of an import is judged by. */
export interface Judging extends ImportKey {
  readonly listId: number
  /** What becomes of a member's values. */
  readonly values: 'overwrite' | 'fill' | 'add'
  /** From which states a row that asks for one leads to it (domain/subscribers/membership.ts). */
  readonly optOutFrom: readonly State[]
  readonly bounceFrom: readonly State[]
}

export interface Range {
  /** Row numbers, both included. */
  readonly from: number
  readonly to: number
}

/** Those rows of a range of `import_rows r` that the members decide about. */
export function inRange(sql: Sql, { clientId, importId }: ImportKey, { from, to }: Range): Fragment {
  return sql`r.client_id = ${clientId} and r.import_id = ${importId} and r.number between ${from} and ${to}`
}

/** The member `s` that a row `r` is about. */
export function memberOf(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
): Fragment {
  return sql`s.client_id = ${clientId} and s.list_id = ${listId} and s.address = r.address`
}

/** A member's name, mobile_number and fields after a row, by the policy. */
export function merged(sql: Sql, values: Judging['values']): { name: Fragment; mobile: Fragment; fields: Fragment } {
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

/** Which values of a member `s` a row changes: `Name, MobileNumber, [City]`. */
function changedValues(sql: Sql, values: Judging['values']): Fragment {
  const { name, mobile, fields } = merged(sql, values)
  return sql`concat_ws(', ', case when ${name} is distinct from s.name then 'Name' end,
    case when ${mobile} is distinct from s.mobile_number then 'MobileNumber' end,
    (select string_agg('[' || f.key || ']', ', ' order by f.key collate "C") from jsonb_object_keys(s.fields || ${fields}) f (key)
     where s.fields -> f.key is distinct from ${fields} -> f.key))`
}

/** Of a member that an import added and its undoing took away again: it may come back as if it had never been there. */
export function isTakenBack(sql: Sql): Fragment {
  return sql`(s.state = 'Deleted' and (
    select h.cause from subscriber_history h
    where h.client_id = s.client_id and h.list_id = s.list_id and h.subscriber_id = s.id
    order by h.at desc limit 1) in ('import undone', 'change undone'))`
}

/**
 * Gives the rows of a range their verdict as members and suppressions are at this moment; rows whose verdict stays are not written.
 * The one place that decides.
 * @param rows only these; `strangers` are those that were no member when they were last judged: inserting them will say whether they
 * are one since, so that only suppressions are looked up
 */
export async function judgeRange(
  sql: Sql,
  judging: Judging,
  range: Range,
  rows: 'all' | 'known' | 'strangers' | readonly number[] = 'all',
): Promise<void> {
  const { name, mobile, fields } = merged(sql, judging.values)
  const { clientId, listId, optOutFrom, bounceFrom } = judging
  const suppressions = await suppressionJoins(sql, clientId, [listId])
  await sql`
    update import_rows r
    set verdict = j.verdict, reason = j.reason
    from (
      select r.import_id, r.number,
        case
          when r.wanted in ('Active', 'Unconfirmed') then case
            when ${suppressions.isSuppressed} then 'suppressed'
            when s.id is null or ${isTakenBack(sql)} then 'added'
            when s.state in ('Unsubscribed', 'Deleted') then 'opt_out_kept'
            when s.state = 'Bounced' then 'bounced_kept'
            when (${name}, ${mobile}, ${fields}) is distinct from (s.name, s.mobile_number, s.fields) then 'updated'
            else 'unchanged' end
          when s.id is null or ${isTakenBack(sql)} then 'added'
          when r.wanted = 'Bounced' and s.state = any(${bounceFrom as string[]}::text[]) then 'stricter'
          when r.wanted in ('Unsubscribed', 'Suppressed') and s.state = any(${optOutFrom as string[]}::text[]) then 'stricter'
          when r.wanted = 'Suppressed' and not ${suppressions.isListed} then 'stricter'
          else 'unchanged'
        end as verdict,
        case when r.wanted in ('Active', 'Unconfirmed') then coalesce(${suppressions.reason}, case
          when s.state in ('Active', 'Unconfirmed') and (${name}, ${mobile}, ${fields}) is distinct from (s.name, s.mobile_number, s.fields)
          then ${changedValues(sql, judging.values)} end)
        end as reason
      from import_rows r
      left join lateral (
        select * from subscribers s where ${rows === 'strangers' ? sql`false` : memberOf(sql, judging)} offset 0
      ) s on true
      ${suppressions.join(sql`r.address`)}
      where r.client_id = ${clientId} and ${inRange(sql, judging, range)} and ${amongRows(sql, rows)}
      offset 0
    ) j
    where r.client_id = ${clientId} and r.import_id = j.import_id and r.number = j.number
      and (r.verdict, r.reason) is distinct from (j.verdict, j.reason)`
}

/** Rows `r` that have a say, as `judgeRange` takes them. */
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

/** Values of a column that rows lose which count. */
export interface LostValues {
  readonly column: string
  readonly values: number
  /** How many for which reason. */
  readonly reasons: Readonly<Record<string, number>>
  /** The first of them. */
  readonly examples: readonly { readonly row: number; readonly value: string; readonly reason: string }[]
}

/** Examples of a column. */
const mostExamples = 3

/** What is lost of rows that count, by column. Rows that lose nothing cost nothing. */
export async function lossesOf(sql: Sql, { clientId, importId }: ImportKey): Promise<readonly LostValues[]> {
  const [counts] = await sql`
    select from import_counts
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

/** What something else changed since, of a row that undoing left as it is. Of several changes the first of these is told. */
export type ChangeSince = 'state' | 'values' | 'mailed' | 'address'

export interface VerdictRow {
  readonly number: number
  readonly email: string
  readonly name: string | null
  readonly verdict: Verdict
  readonly reason: string | null
  readonly duplicateOf: number | null
  readonly dropped: readonly string[] | null
  /** Why, and what it was, by column; null of imports of earlier versions, too. */
  readonly losses: Readonly<Record<string, readonly [reason: string, value: string]>> | null
  readonly wanted: string
  /** Null unless undoing left it as it is. */
  readonly leftAlone: ChangeSince | null
}

export interface RowsChosen {
  readonly verdict: Verdict | undefined
  /** Those only that undoing left as they are. */
  readonly leftAlone: boolean
}

/** Rows of an import in their order; where nothing else is chosen, all. */
export async function rowsWith(
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

/** Months (UTC) in which staged rows joined: the history needs their partitions. */
export async function joiningMonths(sql: Sql, { clientId, importId }: ImportKey): Promise<readonly Date[]> {
  const rows = await sql<{ month: Date }[]>`
    select distinct date_trunc('month', joined_at, 'UTC') as month
    from import_rows
    where client_id = ${clientId} and import_id = ${importId} and joined_at < now()`
  return rows.map(({ month }) => month)
}
