/** Background jobs other than the ledger, kept by graphile-worker in the same database: written in the caller's transaction. */
import { runMigrations } from 'graphile-worker'
import type { Sql } from './database.ts'

/** Every kind of job with what it is told. */
export interface Jobs {
  /** Double opt-in: ask the address to confirm. */
  confirmationMail: {
    readonly clientId: number
    readonly listId: number
    readonly subscriberId: number
    readonly publicUrl: string
  }
  /** Tell ConfirmationEmail that a campaign was sent. */
  sentNotice: { readonly clientId: number; readonly campaignId: number }
  /** Duty: purge what was deleted more than 30 days ago, make next month's partitions. */
  purge: Record<string, never>
}
export type JobName = keyof Jobs

/** Adds a job; it runs after the transaction commits and again until it succeeds. */
export async function enqueue<Name extends JobName>(sql: Sql, name: Name, payload: Jobs[Name]): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload as never)}::json)`
}

/** Adds one job per payload in one statement. */
export async function enqueueAll<Name extends JobName>(
  sql: Sql,
  name: Name,
  payloads: readonly Jobs[Name][],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`
    select graphile_worker.add_job(${name}, payload::json)
    from unnest(${payloads.map(payload => JSON.stringify(payload))}::text[]) as payload`
}

/** Brings graphile-worker's own schema up to date. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url })
}
