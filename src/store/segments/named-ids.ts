/**
 * What stored trees of segments name, in SQL. domain/segments/stored.ts has their form, and named-ids.test.ts there compares both: leaves of
 * a subject name lists, segments, tags and imports by their `ids`.
 */
import type { Fragment, Sql } from '../connection/database.ts'

/**
 * Numbers that leaves of a subject name, at any depth: a set of jsonb for FROM. Flat rules name none.
 * @param rules of a segment, as it is stored
 */
export function idsNamed(sql: Sql, rules: Fragment, subject: 'List' | 'Segment' | 'Tag' | 'Import'): Fragment {
  // strict: what is found once comes once
  return sql`jsonb_path_query(
    ${rules}, 'strict $.**.leaves[*] ? (@.subject == $subject).ids[*]', jsonb_build_object('subject', ${subject}::text), true)`
}
