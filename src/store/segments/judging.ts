/** What conditions are judged with. */
import type { Fragment, Sql } from '../connection/database.ts'

export interface Judging {
  readonly sql: Sql
  readonly clientId: number
  /** The list of the memberships; null for any list of the client. */
  readonly listId: number | null
  /** The date in the client's time zone. */
  readonly today: Fragment
  /** Whether the statement joins the days of each person (`joinDays` in tree.ts). */
  readonly hasDays: boolean
}
