/** Templates of segments of an account. */
import type { Sql } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'

export interface TemplateRow {
  readonly publicId: string
  readonly title: string
  /** In the contract's shape, which names fields and tags. */
  readonly tree: unknown
}

export async function readSegmentTemplates(sql: Sql, accountId: number): Promise<readonly TemplateRow[]> {
  return sql<TemplateRow[]>`
    select public_id, title, tree from segment_templates where account_id = ${accountId} order by lower(title), id`
}

/** @returns its identifier; `taken` for a title that another template has; `too many` */
export async function insertSegmentTemplate(
  sql: Sql,
  accountId: number,
  { title, tree }: Omit<TemplateRow, 'publicId'>,
  most: number,
): Promise<string | 'taken' | 'too many'> {
  try {
    const [row] = await sql<{ publicId: string }[]>`
      insert into segment_templates (account_id, title, tree)
      select ${accountId}::bigint, ${title}, ${sql.json(tree as never)}
      where (select count(*) from segment_templates where account_id = ${accountId}) < ${most}
      returning public_id` // plain JSON
    return row?.publicId ?? 'too many'
  } catch (error) {
    if (isUniqueViolation(error, 'segment_templates_title')) return 'taken'
    throw error
  }
}

/** @returns `taken` for a title that another template has; `unknown` if the account has no such template */
export async function renameSegmentTemplate(
  sql: Sql,
  accountId: number,
  publicId: string,
  title: string,
): Promise<'renamed' | 'taken' | 'unknown'> {
  try {
    const { count } = await sql`
      update segment_templates set title = ${title} where account_id = ${accountId} and public_id = ${publicId}`
    return count > 0 ? 'renamed' : 'unknown'
  } catch (error) {
    if (isUniqueViolation(error, 'segment_templates_title')) return 'taken'
    throw error
  }
}

/** @returns false if the account has no such template */
export async function deleteSegmentTemplate(sql: Sql, accountId: number, publicId: string): Promise<boolean> {
  const { count } = await sql`
    delete from segment_templates where account_id = ${accountId} and public_id = ${publicId}`
  return count > 0
}
