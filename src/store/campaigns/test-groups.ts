/** Saved groups of addresses for test mails. */
import type { ClientRef } from '../accounts/access.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { lockClient } from '../limits/daily-limits.ts'

export interface TestGroupRow {
  readonly name: string
  readonly addresses: readonly string[]
}

/**
 * Inserts a group, unless the client has the maximum number.
 * @returns its public id, or the reason for a refusal
 */
export async function insertTestGroup(
  db: Database,
  { clientId }: ClientRef,
  { name, addresses }: TestGroupRow,
  most: number,
): Promise<{ readonly publicId: string } | 'name taken' | 'too many'> {
  try {
    return await transaction(db, async sql => {
      // the lock makes concurrent calls of one client count one after the other
      await lockClient(sql, clientId)
      const [count] = await sql<{ groups: number }[]>`
        select count(*)::integer as groups from test_groups where client_id = ${clientId}`
      if (count!.groups >= most) return 'too many'
      const [group] = await sql<{ publicId: string }[]>`
        insert into test_groups (client_id, name, addresses)
        values (${clientId}, ${name}, ${addresses as string[]}::text[])
        returning public_id`
      return { publicId: group!.publicId }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'test_groups_name')) return 'name taken'
    throw error
  }
}

/** @returns the result, or the reason for a refusal */
export async function updateTestGroup(
  sql: Sql,
  { clientId }: ClientRef,
  publicId: string,
  { name, addresses }: TestGroupRow,
): Promise<'updated' | 'name taken' | 'unknown'> {
  try {
    const { count } = await sql`
      update test_groups set name = ${name}, addresses = ${addresses as string[]}::text[]
      where client_id = ${clientId} and public_id = ${publicId}`
    return count === 1 ? 'updated' : 'unknown'
  } catch (error) {
    if (isUniqueViolation(error, 'test_groups_name')) return 'name taken'
    throw error
  }
}

/** @returns false if the group does not exist */
export async function deleteTestGroup(sql: Sql, { clientId }: ClientRef, publicId: string): Promise<boolean> {
  const { count } = await sql`delete from test_groups where client_id = ${clientId} and public_id = ${publicId}`
  return count === 1
}

/** Groups by name. @param after sort name of the last group of the previous page */
export async function testGroupsOf(
  sql: Sql,
  { clientId }: ClientRef,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
) {
  return sql<(TestGroupRow & { readonly publicId: string; readonly sortName: string })[]>`
    select public_id, name, lower(name) as sort_name, addresses
    from test_groups
    where client_id = ${clientId} and (${after ?? null}::text is null or lower(name) > ${after ?? null})
    order by lower(name)
    limit ${limit}`
}

/** The addresses of a group. */
export async function testGroupAddresses(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  publicId: string,
): Promise<readonly string[] | undefined> {
  const [group] = await sql<Pick<TestGroupRow, 'addresses'>[]>`
    select addresses from test_groups where client_id = ${clientId} and public_id = ${publicId}`
  return group?.addresses
}
