/**
 * Imports: their state, and the claim of the working process. See
 * docs/decisions/imports.md#rows-are-staged-in-one-table-judged-by-set-and-written-in-ranges.
 */
import type { ClientRef, ListRef } from '../accounts/access.ts'
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { ClaimLost, claimEnd, claimWaiting, countedAttempts, fence, isFree } from '../jobs/claiming.ts'
import { localTime } from '../local-time.ts'
import { uploadClaims } from '../uploads/uploads.ts'

export interface ImportKey {
  readonly clientId: number
  readonly importId: number
}

export type ImportState =
  | 'fetching'
  | 'reading'
  | 'mapping'
  | 'judging'
  | 'judged'
  | 'committing'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'cancelled'
  | 'failed'

export interface NewImport {
  readonly uploadPublicId: string
  readonly consent: object
  readonly createdBy: object
  /** Maximum imports of the client that are neither ended nor failed. */
  readonly most: number
  /** Maximum bytes of a file. */
  readonly mostBytes: number
}

/**
 * Creates an import from an upload, which is kept from then on.
 * @returns its public id, or the reason for a refusal
 */
export async function insertImport(
  db: Database,
  { clientId, listId }: ListRef,
  { uploadPublicId, consent, createdBy, most, mostBytes }: NewImport,
): Promise<{ readonly publicId: string } | 'unknown upload' | 'upload in use' | 'too large' | 'too many' | 'gone'> {
  return transaction(db, async sql => {
    // the lock makes concurrent calls count one after the other
    const [list] = await sql`
      select 1 from lists where client_id = ${clientId} and id = ${listId} and deleted_at is null for update`
    if (!list) return 'gone'
    const [upload] = await sql<{ id: number; bytes: number; isFree: boolean }[]>`
      select t.id, t.bytes, ${isFree(sql, uploadClaims)} as is_free from uploads t
      where client_id = ${clientId} and public_id = ${uploadPublicId} and sha256 is not null and expires_at > now()
        and import_id is null
      for update`
    if (!upload) return 'unknown upload'
    if (!upload.isFree) return 'upload in use'
    if (upload.bytes > mostBytes) return 'too large'
    if ((await openImports(sql, clientId)) >= most) return 'too many'
    const [made] = await sql<{ publicId: string; id: number }[]>`
      insert into imports (client_id, list_id, file_name, bytes, sha256, upload_id, consent, created_by)
      select client_id, ${listId}, file_name, bytes, sha256, id, ${sql.json(consent)}, ${sql.json(createdBy)}
      from uploads where client_id = ${clientId} and id = ${upload.id}
      returning public_id, id`
    // until the purge of the import
    await sql`
      update uploads set import_id = ${made!.id}, expires_at = 'infinity'
      where client_id = ${clientId} and id = ${upload.id}`
    await notifyImports(sql)
    return { publicId: made!.publicId }
  })
}

/** Number of a client's imports that are neither ended nor failed. */
export async function openImports(sql: Sql, clientId: number): Promise<number> {
  const [open] = await sql<{ count: number }[]>`
    select count(*)::integer as count from imports
    where client_id = ${clientId} and state in ('fetching', 'reading', 'mapping', 'judging', 'judged', 'committing')`
  return open!.count
}

export interface ImportRow extends ImportKey {
  readonly publicId: string
  readonly listId: number
  readonly listPublicId: string
  readonly listTitle: string
  readonly listIsDeleted: boolean
  readonly confirmOptIn: boolean
  readonly unsubscribeScope: string
  readonly state: ImportState
  readonly fileName: string
  readonly bytes: number
  readonly uploadId: number | null
  readonly consent: unknown
  readonly createdBy: unknown
  readonly createdDate: string
  readonly endedDate: string | null
  readonly problem: string | null
  /** Null for imports of earlier versions. */
  readonly problemCode: string | null
  readonly problemAbout: readonly string[]
  readonly source: unknown
  readonly mapping: unknown
  readonly rows: number | null
  readonly cursor: number
  /** The source of its rows, for an import from another program's API. */
  readonly remote: unknown
  /** Rows that were fetched there, and their total. */
  readonly fetched: number
  readonly toFetch: number
  /** Counts by verdict, with the names of `counts.ts`; null before the review. */
  readonly judged: Readonly<Record<string, number>> | null
  readonly written: Readonly<Record<string, number>> | null
  /** Lost values by column, as the review found them; null before the review, and for imports of earlier versions. */
  readonly losses: unknown
}

function columns(sql: Sql, { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>) {
  return sql`i.client_id, i.id as import_id, i.public_id, i.list_id, l.public_id as list_public_id, l.title as list_title,
    l.deleted_at is not null as list_is_deleted,
    l.confirm_opt_in, l.unsubscribe_scope, i.state, i.file_name, i.bytes, i.upload_id, i.consent, i.created_by,
    ${localTime(sql, 'i.created_at', timeZone)} as created_date, ${localTime(sql, 'i.ended_at', timeZone)} as ended_date,
    i.problem, i.problem_code, i.problem_about, i.source, i.mapping, i.rows, i.cursor, i.remote, i.fetched, i.to_fetch, i.losses,
    (select to_jsonb(c) from import_counts c
     where c.client_id = ${clientId} and c.import_id = i.id and c.stage = 'judged') as judged,
    (select to_jsonb(c) from import_counts c
     where c.client_id = ${clientId} and c.import_id = i.id and c.stage = 'written') as written`
}

/** The import of a client by its public id; undefined if it does not exist. */
export async function importByPublicId(sql: Sql, { clientId, timeZone }: ClientRef, publicId: string) {
  const [row] = await sql<ImportRow[]>`
    select ${columns(sql, { clientId, timeZone })}
    from imports i join lists l on l.client_id = ${clientId} and l.id = i.list_id
    where i.client_id = ${clientId} and i.public_id = ${publicId}`
  return row
}

/** Imports of a client, newest first. @param before id of the last import of the previous page */
export async function readImportsOf(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  {
    listId,
    before,
    limit,
  }: { readonly listId: number | undefined; readonly before: number | undefined; readonly limit: number },
) {
  return sql<ImportRow[]>`
    select ${columns(sql, { clientId, timeZone })}
    from imports i join lists l on l.client_id = ${clientId} and l.id = i.list_id
    where i.client_id = ${clientId}
      ${listId === undefined ? sql`` : sql`and i.list_id = ${listId}`}
      ${before === undefined ? sql`` : sql`and i.id < ${before}`}
    order by i.id desc
    limit ${limit}`
}

/**
 * Moves an import from one of the given states to another. A process that works on it loses its claim.
 * @returns false if it is in none of these states, or cannot be undone because its purge has begun
 */
export async function moveImport(
  sql: Sql,
  { clientId, importId }: ImportKey,
  from: readonly ImportState[],
  to: ImportState,
  { mapping, problem }: { readonly mapping?: object; readonly problem?: KeptProblem } = {},
): Promise<boolean> {
  const { count } = await sql`
    update imports
    set state = ${to}, claim = claim + 1, claimed_until = '-infinity', attempts = 0, ${problemSet(sql, problem)}, credentials = null
      ${mapping === undefined ? sql`` : sql`, mapping = ${sql.json(mapping)}`}
      ${to === 'undoing' ? sql`, written_to = cursor, cursor = 0` : sql``}
      ${ended.includes(to) ? sql`, ended_at = now()` : sql``}
    where client_id = ${clientId} and id = ${importId} and state = any(${from as string[]}::text[])
      ${to === 'undoing' ? sql`and upload_id is not null` : sql``}`
  if (count > 0) await notifyImports(sql)
  return count > 0
}
/** Why an import failed or went back: a code, its subject, and a sentence. */
export interface KeptProblem {
  readonly code: string
  readonly about: readonly string[]
  readonly sentence: string
}

function problemSet(sql: Sql, problem: KeptProblem | undefined): Fragment {
  return sql`problem = ${problem?.sentence ?? null}, problem_code = ${problem?.code ?? null},
    problem_about = ${(problem?.about ?? []) as string[]}::text[]`
}

const ended: readonly ImportState[] = ['done', 'undone', 'cancelled', 'failed']

/** Whether the client has had an import with more than this number of written rows. */
export async function hasImported(sql: Sql, { clientId }: ClientRef, rows: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from imports where client_id = ${clientId} and state = 'done' and rows > ${rows} limit 1`
  return row !== undefined
}

/** How processes claim imports. */
export const importClaims = countedAttempts('imports')

export interface ImportClaim extends ImportKey {
  readonly claim: number
}

/** An import claimed by a process. */
export interface ClaimedImport extends ImportClaim {
  /** Attempts since the last progress, including this one. */
  readonly attempts: number
  readonly listId: number
  readonly publicId: string
  readonly state: ImportState
  readonly timeZone: string
  readonly accountId: number
  readonly clientPublicId: string
  readonly confirmOptIn: boolean
  readonly unsubscribeScope: string
  /** Language of the list. */
  readonly language: string
}

/** Claims the import that has waited longest; undefined if none waits. */
export async function claimImport(sql: Sql): Promise<ClaimedImport | undefined> {
  const [claimed] = await claimWaiting<ImportClaim & { readonly attempts: number }>(sql, importClaims, {
    isWaiting: () => sql`t.state in ('reading', 'judging', 'committing', 'undoing')`,
    order: sql`t.claimed_until, t.id`,
    returning: sql`t.client_id, t.id as import_id, t.claim, t.attempts`,
  })
  if (!claimed) return undefined
  const { clientId, importId } = claimed
  const [row] = await sql<Omit<ClaimedImport, 'claim' | 'attempts'>[]>`
    select i.client_id, i.id as import_id, i.list_id, i.public_id, i.state, c.time_zone, c.account_id,
      c.public_id as client_public_id, l.confirm_opt_in, l.unsubscribe_scope, l.language
    from imports i
    join clients c on c.id = i.client_id
    join lists l on l.client_id = ${clientId} and l.id = i.list_id
    where i.client_id = ${clientId} and i.id = ${importId}`
  return { ...row!, ...claimed }
}

export interface HeldImport {
  readonly cursor: number
  readonly writtenTo: number
  readonly rows: number | null
  readonly lastRow: number | null
  readonly mapping: unknown
  readonly uploadId: number | null
  readonly bytes: number
  readonly fileName: string
  readonly createdBy: unknown
}

/** Locks the import for this transaction and renews the claim. @throws ClaimLost */
export async function holdImport(sql: Sql, { clientId, importId, claim }: ImportClaim) {
  const [held] = await sql<HeldImport[]>`
    update imports set claimed_until = ${claimEnd(sql)}
    where client_id = ${clientId} and ${fence(sql, importClaims, { clientId, id: importId, claim })}
    returning cursor, written_to, rows, last_row, mapping, upload_id, bytes, file_name, created_by`
  if (!held) throw new ClaimLost('The import was cancelled, or another process works on it.')
  return held
}

/** The reader's findings about the file, as `settleImport` stored them. */
export async function readFoundOf(sql: Sql, { clientId, importId }: ImportKey): Promise<unknown> {
  const [row] = await sql<{ source: unknown }[]>`
    select source from imports where client_id = ${clientId} and id = ${importId}`
  return row?.source ?? {}
}

/** Stores the result of a worker, in a transaction that holds the claim. */
export async function settleImport(
  sql: Sql,
  { clientId, importId, claim }: ImportClaim,
  to: ImportState,
  set: {
    readonly source?: object
    readonly mapping?: object
    readonly problem?: KeptProblem
    readonly rows?: number
    readonly lastRow?: number
    readonly losses?: readonly object[]
  } = {},
): Promise<void> {
  const { count } = await sql`
    update imports
    set state = ${to}, claimed_until = '-infinity', attempts = 0, ${problemSet(sql, set.problem)}, credentials = null
      ${set.source === undefined ? sql`` : sql`, source = ${sql.json(set.source)}`}
      ${set.mapping === undefined ? sql`` : sql`, mapping = ${sql.json(set.mapping)}`}
      ${set.rows === undefined ? sql`` : sql`, rows = ${set.rows}, last_row = ${set.lastRow ?? set.rows}`}
      ${set.losses === undefined ? sql`` : sql`, losses = ${sql.json(set.losses)}`}
      ${ended.includes(to) ? sql`, ended_at = now()` : sql``}
    where client_id = ${clientId} and ${fence(sql, importClaims, { clientId, id: importId, claim })}`
  if (count === 0) throw new ClaimLost('The import was cancelled, or another process works on it.')
}

/** Records progress up to a row. */
export async function advanceImport(sql: Transaction, { clientId, importId }: ImportKey, cursor: number) {
  await sql`
    update imports set cursor = ${cursor}, claimed_until = ${claimEnd(sql)}, attempts = 0
    where client_id = ${clientId} and id = ${importId}`
}

/** The channel that the poller listens to. */
export const importsChannel = 'imports_wait'

export async function notifyImports(sql: Sql): Promise<void> {
  await sql`select pg_notify(${importsChannel}, '')`
}

/** Publishes an event with the state and progress of an import. */
export async function publishImport(
  sql: Sql,
  { clientId, importId }: ImportKey,
  type: 'import.progress' | 'import.judged' | 'import.finished' | 'import.undone' | 'import.failed',
): Promise<void> {
  await sql`
    insert into events (client_id, type, at, data)
    select ${clientId}, ${type}, clock_timestamp(), e.data from (select jsonb_build_object(
      'ImportID', replace(i.public_id::text, '-', ''), 'ListID', replace(l.public_id::text, '-', ''), 'State', i.state,
      'Rows', coalesce(i.rows, 0), 'Done', i.cursor) as data
    from imports i join lists l on l.client_id = ${clientId} and l.id = i.list_id
    where i.client_id = ${clientId} and i.id = ${importId} offset 0) e`
}
