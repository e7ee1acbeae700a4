/** Tests of variants under way: how far their mails are, how long they have waited, and what they led to. */
import { findAmongClients } from '../among-clients.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import type { StoredCampaignState } from '../states.ts'
import type { TestRow, TestVerdict } from './variants.ts'

/** Campaigns whose test is neither judged nor decided. */
export async function findRunningTests(sql: Sql): Promise<CampaignKey[]> {
  return findAmongClients<CampaignKey>(sql, {
    table: 'campaign_tests',
    columns: sql`, t.campaign_id`,
    isFound: sql`t.begun_at is not null and t.ended_at is null`,
    order: sql`t.client_id, t.campaign_id`,
  })
}

export interface TestStanding {
  readonly state: StoredCampaignState
  readonly isDeleted: boolean
  /** Its audience is not all frozen. */
  readonly isFreezing: boolean
  readonly accepted: number
  /** Recipients to whom no mail was tried yet, or is being handed over, those of the rest included. */
  readonly untried: number
  /** Deferred ones. */
  readonly deferred: number
}

export async function readTestStanding(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<TestStanding | undefined> {
  const [row] = await sql<TestStanding[]>`
    select m.state, m.deleted_at is not null as is_deleted, exists (
        select 1 from campaign_freezes z where z.client_id = ${clientId} and z.campaign_id = m.id) as is_freezing,
      n.accepted, n.planned + n.handing_over as untried, n.deferred
    from campaigns m
    join campaign_totals n on n.client_id = ${clientId} and n.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  return row
}

/** How far a test has waited, as it was found at a moment. */
export type TestClock = Pick<TestRow, 'waitedMs' | 'lookedAt' | 'accepted' | 'rest'>

export async function writeClock(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { waitedMs, lookedAt, accepted, rest }: TestClock,
): Promise<void> {
  await sql`
    update campaign_tests set waited_ms = ${waitedMs}, looked_at = ${lookedAt}, accepted = ${accepted}, rest = ${rest}
    where client_id = ${clientId} and campaign_id = ${campaignId}`
}

/** Keeps what a test showed; it does not wait any more. */
export async function writeVerdict(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  {
    verdict,
    winner,
    p,
  }: { readonly verdict: TestVerdict | null; readonly winner: number | null; readonly p: number | null },
  at: Date,
): Promise<void> {
  await sql`
    update campaign_tests set ended_at = ${at}, verdict = ${verdict}, winner = ${winner}, p = ${p}
    where client_id = ${clientId} and campaign_id = ${campaignId}`
}

/** Writes what the rest gets; the caller holds the lock of the test and releases the rest. @param by '' for the service */
export async function writeChoice(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  variant: number,
  by: string,
  at: Date,
): Promise<void> {
  await sql`
    update campaign_tests set chosen = ${variant}, chosen_at = ${at}, chosen_by = ${by}
    where client_id = ${clientId} and campaign_id = ${campaignId} and chosen is null`
}

/** A test whose campaign was cancelled or deleted ends without a verdict. */
export async function endTest(sql: Transaction, { clientId, campaignId }: CampaignKey, at: Date): Promise<void> {
  await sql`
    update campaign_tests set ended_at = ${at}
    where client_id = ${clientId} and campaign_id = ${campaignId} and ended_at is null`
}
