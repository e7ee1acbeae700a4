/**
 * The register of deleted objects that can be restored. A row exists from the deletion until the object is restored or its purge begins.
 * The caller that removes the row decides between the two, in the same transaction.
 * See docs/decisions/storage.md#deleted-objects-are-kept-for-30-days.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

export type DeletedKind = 'client' | 'list' | 'template' | 'campaign' | 'asset'

/** Days during which a deletion can be undone. */
export const keptDays = 30

export interface NewDeletion {
  readonly accountId: number
  /** The owning client; for a deleted client, the client itself. */
  readonly clientId: number
  readonly kind: DeletedKind
  readonly publicId: string
  readonly name: string
  /** Name of the person who deleted it; empty if unknown. */
  readonly deletedBy: string
}

/** Records a deletion in the transaction that marks the object as deleted. */
export async function recordDeletion(sql: Transaction, deletion: NewDeletion): Promise<void> {
  const { accountId, clientId, kind, publicId, name, deletedBy } = deletion
  // an operator may have restored the object with SQL
  await removeDeletion(sql, clientId, kind, publicId)
  await sql`
    insert into deletions (client_id, account_id, kind, public_id, name, at, deleted_by)
    values (${clientId}, ${accountId}, ${kind}, ${publicId}, ${name}, now(), ${deletedBy})`
}

export interface Deletion {
  readonly clientId: number
  readonly accountId: number
  /** True if the client of the object is deleted. */
  readonly isClientDeleted: boolean
  /** True if the object can no longer be restored. */
  readonly isOver: boolean
}

/** Locks the entry of a deleted object, so that no other caller restores or purges it until the transaction ends. */
export async function lockDeletion(
  sql: Transaction,
  accountId: number,
  kind: DeletedKind,
  publicId: string,
): Promise<Deletion | undefined> {
  const [known] = await sql<{ clientId: number; id: number }[]>`
    select client_id, id from deletions where account_id = ${accountId} and kind = ${kind} and public_id = ${publicId}`
  if (!known) return undefined
  const { clientId, id } = known
  const [found] = await sql<Deletion[]>`
    select d.account_id, d.client_id, c.deleted_at is not null as is_client_deleted,
      d.at <= now() - make_interval(days => ${keptDays}) as is_over
    from deletions d
    join clients c on c.id = ${clientId}
    where d.client_id = ${clientId} and d.kind = ${kind} and d.id = ${id}
    for update of d`
  return found
}

/** Removes the entry of an object that is restored. */
export async function removeDeletion(
  sql: Transaction,
  clientId: number,
  kind: DeletedKind,
  publicId: string,
): Promise<void> {
  await sql`delete from deletions where client_id = ${clientId} and kind = ${kind} and public_id = ${publicId}`
}

/**
 * Removes the entry of an object whose purge begins, unless it was deleted again since; the object can no longer be restored. Waits
 * for a concurrent restore.
 */
export async function endRestoring(
  sql: Transaction,
  clientId: number,
  kind: DeletedKind,
  publicId: string,
  before: Date,
): Promise<void> {
  await sql`
    delete from deletions
    where client_id = ${clientId} and kind = ${kind} and public_id = ${publicId} and at < ${before}`
}

/** Selects deletions of one kind: of the account, or of some of its clients. */
export interface DeletionScope {
  readonly kind: DeletedKind
  /** Null for the whole account including deleted clients; otherwise clients that are not deleted. */
  readonly clientIds: readonly number[] | null
}

export interface DeletionRow {
  readonly id: number
  readonly kind: DeletedKind
  readonly publicId: string
  readonly name: string
  readonly clientPublicId: string
  readonly companyName: string
  readonly isClientDeleted: boolean
  readonly deletedBy: string
  /** Local times of the client. */
  readonly date: string
  readonly until: string
}

/**
 * Deletions that can be undone, newest first: one page of each kind, of which the first are returned.
 * @param after id of the last row of the previous page
 */
export async function readDeletionsIn(
  sql: Sql,
  accountId: number,
  scopes: readonly DeletionScope[],
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<readonly DeletionRow[]> {
  if (scopes.length === 0) return []
  const pages = scopes.map(
    ({ kind, clientIds }) => sql`(
      select d.*
      from deletions d
      ${clientIds === null ? sql`` : sql`join clients o on o.id = d.client_id and o.deleted_at is null`}
      where d.account_id = ${accountId} and d.kind = ${kind} ${clientIds === null ? sql`` : sql`and d.client_id = any(${clientIds as number[]}::bigint[])`}
        and (${after ?? null}::bigint is null or d.id < ${after ?? null}) and d.at > now() - make_interval(days => ${keptDays})
      order by d.id desc
      limit ${limit})`,
  )
  return sql<DeletionRow[]>`
    select d.id, d.kind, d.public_id, d.name, c.public_id as client_public_id, c.company_name,
      c.deleted_at is not null as is_client_deleted, d.deleted_by, ${localTime(sql, 'd.at', sql`c.time_zone`)} as date,
      ${localTime(sql, sql`(d.at + make_interval(days => ${keptDays}))`, sql`c.time_zone`)} as until
    from (${pages.reduce((all, page) => sql`${all} union all ${page}`)}) d
    join clients c on c.id = d.client_id
    order by d.id desc
    limit ${limit}`
}
