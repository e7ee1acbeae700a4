/** Background work that an operator has paused, on all machines. */
import type { Sql } from '../connection/database.ts'

export interface Pause {
  /** A role, or one of its works: see `backgroundWorks`. */
  readonly work: string
  /** In the operator's words; may be empty. */
  readonly reason: string
  readonly since: Date
}

export async function standingPauses(sql: Sql): Promise<Pause[]> {
  return sql<Pause[]>`select work, reason, since from pauses order by work`
}

/** Pauses a work; one that is paused gets the new reason, and its time stays. */
export async function placePause(sql: Sql, work: string, reason: string): Promise<void> {
  await sql`
    insert into pauses (work, reason) values (${work}, ${reason})
    on conflict (work) do update set reason = excluded.reason`
}

/** @returns whether there was a pause of exactly this name */
export async function endPause(sql: Sql, work: string): Promise<boolean> {
  const { count } = await sql`delete from pauses where work = ${work}`
  return count > 0
}
