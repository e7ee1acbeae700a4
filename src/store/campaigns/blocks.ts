/** Sections that clients saved under a name. */
import type { ClientRef } from '../accounts/access.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { lockClient } from '../limits/daily-limits.ts'

export interface BlockRow {
  readonly name: string
  /** A document of one section. */
  readonly section: string
}

/**
 * Inserts a block, unless the client has the maximum number.
 * @returns its public id, or the reason for a refusal
 */
export async function insertBlock(
  db: Database,
  { clientId }: ClientRef,
  { name, section }: BlockRow,
  most: number,
): Promise<{ readonly publicId: string } | 'name taken' | 'too many'> {
  try {
    return await transaction(db, async sql => {
      // the lock makes concurrent calls of one client count one after the other
      await lockClient(sql, clientId)
      const [count] = await sql<{ blocks: number }[]>`
        select count(*)::integer as blocks from blocks where client_id = ${clientId}`
      if (count!.blocks >= most) return 'too many'
      const [block] = await sql<{ publicId: string }[]>`
        insert into blocks (client_id, name, section) values (${clientId}, ${name}, ${section}) returning public_id`
      return { publicId: block!.publicId }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'blocks_name')) return 'name taken'
    throw error
  }
}

/** @returns the result, or the reason for a refusal */
export async function updateBlock(
  sql: Sql,
  { clientId }: ClientRef,
  publicId: string,
  { name, section }: BlockRow,
): Promise<'updated' | 'name taken' | 'unknown'> {
  try {
    const { count } = await sql`
      update blocks set name = ${name}, section = ${section}, changed_at = now()
      where client_id = ${clientId} and public_id = ${publicId}`
    return count === 1 ? 'updated' : 'unknown'
  } catch (error) {
    if (isUniqueViolation(error, 'blocks_name')) return 'name taken'
    throw error
  }
}

/** @returns false if the block does not exist */
export async function deleteBlock(sql: Sql, { clientId }: ClientRef, publicId: string): Promise<boolean> {
  const { count } = await sql`delete from blocks where client_id = ${clientId} and public_id = ${publicId}`
  return count === 1
}

/** Blocks by name. @param after sort name of the last block of the previous page */
export async function blocksOf(
  sql: Sql,
  { clientId }: ClientRef,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
) {
  return sql<(BlockRow & { readonly publicId: string; readonly sortName: string })[]>`
    select public_id, name, lower(name) as sort_name, section
    from blocks
    where client_id = ${clientId} and (${after ?? null}::text is null or lower(name) > ${after ?? null})
    order by lower(name)
    limit ${limit}`
}
