/** When the job that removes what has been kept long enough is due, and who does it. */
import type { Sql } from '../connection/database.ts'
import { claimRows, isFree } from '../jobs/claiming.ts'

export const retentionClaims = {
  table: 'retention_work',
  key: ['one'],
  token: 'claim',
  sequence: undefined,
  until: 'claimedUntil',
  by: 'claimedBy',
} as const

export interface ClaimedRetention {
  readonly one: boolean
  readonly claim: number
}

/** Claims the job if it is due; undefined otherwise, and while another process does it. */
export async function claimRetention(sql: Sql): Promise<ClaimedRetention | undefined> {
  const [row] = await claimRows<ClaimedRetention>(sql, retentionClaims, {
    candidates: sql`
      select t.one from retention_work t
      where t.begins_at <= now() and t.next_at <= now() and ${isFree(sql, retentionClaims)}`,
    returning: sql`t.one, t.claim`,
  })
  return row
}

/** Ends the claim. @param minutes until the job is due again */
export async function endRetention(sql: Sql, { claim }: ClaimedRetention, minutes: number): Promise<void> {
  await sql`
    update retention_work set next_at = now() + make_interval(mins => ${minutes}), claimed_until = '-infinity'
    where claim = ${claim}`
}

/** When the job begins; the past where it has begun. */
export async function readRetentionBegins(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select greatest(begins_at, 'epoch') as at from retention_work`
  return row!.at
}
