/**
 * Exports: the request, the claim of the process that writes the file, and the file in pieces.
 * See docs/decisions/exports.md#the-file-is-written-once-and-kept-in-pieces.
 */

import type { ClientRef } from '../accounts/access.ts'
import { findAmongClients } from '../among-clients.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { ClaimLost, claimEnd, claimWaiting, countedAttempts, fence } from '../jobs/claiming.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'
import { type Horizons, isPast } from '../retention/horizons.ts'

export interface ExportKey {
  readonly clientId: number
  readonly exportId: number
}

export type ExportKind = 'subscribers' | 'history' | 'recipients' | 'suppressions' | 'verdicts' | 'access request'
/** `zip` is used for access requests only. */
export type ExportFormat = 'csv' | 'excel' | 'xlsx' | 'jsonl' | 'zip'
export type TableFormat = Exclude<ExportFormat, 'zip'>
export type ExportState = 'waiting' | 'done' | 'failed'

export interface NewExport {
  readonly kind: ExportKind
  /** The subject of the export, as `domain/exports/exports.ts` reads it. */
  readonly about: object
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly fileName: string
  /** Name of the caller. */
  readonly createdByName: string
  /** Days for which the file is kept. */
  readonly days: number
}

export interface ExportLimits {
  /** Maximum exports of a client that are not written yet. */
  readonly waiting: number
  /** Maximum kept exports of a client, including unwritten ones. */
  readonly kept: number
  /** Maximum bytes of all files of a client. */
  readonly bytes: number
}

/** Requests an export. @returns its public id, or the reason for a refusal */
export async function insertExport(
  db: Database,
  { clientId }: ClientRef,
  { kind, about, format, gzip, fileName, createdByName, days }: NewExport,
  most: ExportLimits,
): Promise<{ readonly publicId: string } | 'too many' | 'gone'> {
  return transaction(db, async sql => {
    // the lock makes concurrent requests of one client count one after the other
    await lockClient(sql, clientId)
    const [kept] = await sql<{ waiting: number; kept: number; bytes: number }[]>`
      select count(*) filter (where state = 'waiting')::integer as waiting, count(*)::integer as kept,
        coalesce(sum(bytes), 0)::bigint as bytes
      from exports where client_id = ${clientId} and expires_at > now()`
    if (kept!.waiting >= most.waiting || kept!.kept >= most.kept || kept!.bytes >= most.bytes) return 'too many'
    const [made] = await sql<{ publicId: string }[]>`
      insert into exports (client_id, kind, about, format, gzip, file_name, created_by_name, expires_at)
      select ${clientId}, ${kind}, ${sql.json(about)}, ${format}, ${gzip}, ${fileName}, ${createdByName},
        now() + make_interval(days => ${days})
      from clients where id = ${clientId} and deleted_at is null
      returning public_id`
    if (made) await sql`select pg_notify(${exportsChannel}, '')`
    return made ?? 'gone'
  })
}

/** The channel that the poller listens to. */
export const exportsChannel = 'exports_wait'

export interface ExportRow extends ExportKey {
  readonly publicId: string
  readonly kind: ExportKind
  readonly about: unknown
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly state: ExportState
  /** True while a process writes it. */
  readonly isClaimed: boolean
  readonly fileName: string
  readonly rows: number
  readonly bytes: number
  readonly problem: string | null
  /** Null for rows of earlier versions. */
  readonly createdByName: string | null
  /** Local times of the client. */
  readonly createdDate: string
  readonly endedDate: string | null
  readonly expiresDate: string
}

function columns(sql: Sql, timeZone: string) {
  return sql`client_id, id as export_id, public_id, kind, about, format, gzip, state, claimed_until > now() as is_claimed, file_name,
    rows, bytes, problem, created_by_name, ${localTime(sql, 'created_at', timeZone)} as created_date,
    ${localTime(sql, 'ended_at', timeZone)} as ended_date, ${localTime(sql, 'expires_at', timeZone)} as expires_date`
}

/** The export of a client by its public id, while it is kept. */
export async function exportByPublicId(sql: Sql, { clientId, timeZone }: ClientRef, publicId: string) {
  const [row] = await sql<ExportRow[]>`
    select ${columns(sql, timeZone)} from exports
    where client_id = ${clientId} and public_id = ${publicId} and expires_at > now()`
  return row
}

/** Exports of a client, newest first. @param before id of the last export of the previous page */
export async function readExportsOf(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  return sql<ExportRow[]>`
    select ${columns(sql, timeZone)} from exports
    where client_id = ${clientId} and expires_at > now() ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`
}

/** A written file, found by the fields of its link. */
export interface ExportedFile extends ExportKey {
  readonly publicId: string
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly fileName: string
  readonly bytes: number
}

/** @returns undefined if the export does not exist or is not written */
export async function readExportedFile(sql: Sql, { clientId }: Pick<ClientRef, 'clientId'>, exportId: number) {
  const [file] = await sql<ExportedFile[]>`
    select client_id, id as export_id, public_id, format, gzip, file_name, bytes
    from exports
    where client_id = ${clientId} and id = ${exportId} and state = 'done' and expires_at > now()`
  return file
}

/** The file in pieces. @throws Error if a piece is missing because the export was deleted meanwhile */
export async function* readChunksOf(sql: Sql, { clientId, exportId, bytes }: ExportedFile): AsyncGenerator<Buffer> {
  let read = 0
  for (let number = 0; read < bytes; number++) {
    const [chunk] = await sql<{ bytes: Buffer }[]>`
      select bytes from export_chunks where client_id = ${clientId} and export_id = ${exportId} and number = ${number}`
    if (!chunk) throw new Error(`piece ${number} of export ${exportId} is missing`)
    read += chunk.bytes.length
    yield chunk.bytes
  }
}

/** How processes claim exports. */
export const exportClaims = countedAttempts('exports')

/** An export claimed by a process. */
export interface ClaimedExport extends ExportKey {
  readonly claim: number
  /** Attempts including this one. Each attempt writes the file from its beginning. */
  readonly attempts: number
  readonly kind: ExportKind
  readonly about: unknown
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly timeZone: string
}

/** Claims the export that has waited longest; undefined if none waits. */
export async function claimExport(sql: Sql): Promise<ClaimedExport | undefined> {
  const [claimed] = await claimWaiting<ClaimedExport>(sql, exportClaims, {
    isWaiting: () => sql`t.state = 'waiting'`,
    order: sql`t.claimed_until, t.id`,
    joined: clientId => sql`join clients c on c.id = ${clientId}`,
    returning: sql`t.client_id, t.id as export_id, t.claim, t.attempts, t.kind, t.about, t.format, t.gzip, c.time_zone`,
  })
  return claimed
}

/**
 * Stores the next piece of the file and renews the claim.
 * @param rows number of rows written so far
 * @throws ClaimLost
 */
export async function addChunk(
  sql: Sql,
  { clientId, exportId, claim }: ClaimedExport,
  { number, bytes, rows }: { readonly number: number; readonly bytes: Buffer; readonly rows: number },
): Promise<void> {
  const { count } = await sql`
    with held as (
      update exports
      set bytes = bytes + ${bytes.length}, rows = ${rows}, claimed_until = ${claimEnd(sql)}
      where client_id = ${clientId} and ${fence(sql, exportClaims, { clientId, id: exportId, claim })} and state = 'waiting'
      returning id
    )
    insert into export_chunks (client_id, export_id, number, bytes)
    select ${clientId}, id, ${number}, ${bytes} from held`
  if (count === 0) throw new ClaimLost('The export was deleted, or another process writes it.')
}

/** Deletes pieces of an earlier attempt. @throws ClaimLost */
export async function restartExport(sql: Sql, claimed: ClaimedExport): Promise<void> {
  const { clientId, exportId, claim } = claimed
  await deleteChunks(sql, claimed)
  const { count } = await sql`
    update exports set bytes = 0, rows = 0
    where client_id = ${clientId} and ${fence(sql, exportClaims, { clientId, id: exportId, claim })}`
  if (count === 0) throw new ClaimLost('The export was deleted, or another process writes it.')
}

/** Ends an export whose file is complete or failed for good. @param problem reason of the failure. @throws ClaimLost */
export async function settleExport(
  sql: Sql,
  { clientId, exportId, claim }: ClaimedExport,
  { rows, problem }: { readonly rows: number; readonly problem: string | null },
): Promise<void> {
  const { count } = await sql`
    update exports
    set state = ${problem === null ? 'done' : 'failed'}, rows = ${rows}, problem = ${problem}, ended_at = now(),
      claimed_until = '-infinity' ${problem === null ? sql`` : sql`, bytes = 0`}
    where client_id = ${clientId} and ${fence(sql, exportClaims, { clientId, id: exportId, claim })}`
  if (count === 0) throw new ClaimLost('The export was deleted, or another process writes it.')
}

/** Pieces per statement: 16 MB. */
const chunksOfStep = 16

/** Deletes the file of an export, in steps. */
export async function deleteChunks(sql: Sql, { clientId, exportId }: ExportKey): Promise<void> {
  for (;;) {
    const { count } = await sql`
      delete from export_chunks where client_id = ${clientId} and export_id = ${exportId} and number = any(array(
        select number from export_chunks where client_id = ${clientId} and export_id = ${exportId} limit ${chunksOfStep}))`
    if (count < chunksOfStep) return
  }
}

/** Deletes an export with its file. The process that writes it loses its claim first. The purge completes an interrupted deletion. */
export async function deleteExport(sql: Sql, key: ExportKey): Promise<void> {
  const { clientId, exportId } = key
  await sql`
    update exports set claim = claim + 1, state = 'failed', expires_at = now()
    where client_id = ${clientId} and id = ${exportId}`
  await deleteChunks(sql, key)
  await sql`delete from exports where client_id = ${clientId} and id = ${exportId}`
}

/** Deletes expired exports, and those that are older than their client keeps them now. */
export async function purgeExports(sql: Sql, now: Date, horizons: Horizons): Promise<void> {
  const old = await findAmongClients<ExportKey>(sql, {
    table: 'exports',
    columns: sql`, t.id as export_id`,
    isFound: sql`t.expires_at <= ${now} or ${isPast(sql, sql`t.created_at`, sql`t.client_id`, horizons)}`,
  })
  for (const key of old) await deleteExport(sql, key)
}
