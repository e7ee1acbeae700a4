/** Background work that an operator has paused, on all machines. */
import type { Sql } from '../connection/database.ts'

export interface Pause {
  /** A role, or one of its works: see `backgroundWorks`. */
  readonly work: string
  /** Text of the operator; may be empty. */
  readonly reason: string
  readonly since: Date
}

export async function findActivePauses(sql: Sql): Promise<Pause[]> {
  return sql<Pause[]>`select work, reason, since from pauses order by work`
}

/** Pauses a work. A paused work gets the new reason and keeps its date. */
export async function placePause(sql: Sql, work: string, reason: string): Promise<void> {
  await sql`
    insert into pauses (work, reason) values (${work}, ${reason})
    on conflict (work) do update set reason = excluded.reason`
}

/** @returns false if no pause with exactly this name existed */
export async function endPause(sql: Sql, work: string): Promise<boolean> {
  const { count } = await sql`delete from pauses where work = ${work}`
  return count > 0
}
