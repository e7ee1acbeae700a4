/**
 * Tests of variants (A/B): a row of `campaign_tests` says how the audience of a campaign is divided and what was decided, rows of `campaign_variants`
 * what differs. Variant 1 is the campaign as it is. The numbers of the test are frozen with the audience (`tested`); which of the variants a number gets is
 * computed (variant-of.ts), and all other numbers get what was chosen.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { copyFiles } from './imported-content.ts'
import type { Wave, WaveSpan, Waves } from './waves.ts'

export type DecidedBy = 'clicks' | 'opens' | 'by hand'
export type TestVerdict = 'winner' | 'no difference' | 'too few'

export interface TestSettings {
  /** Percent of the audience that gets the variants, and that gets no mail. */
  readonly share: number
  readonly holdout: number
  readonly decides: DecidedBy
  readonly waitMinutes: number
  /** What the rest gets if no winner is shown; null: a person chooses. */
  readonly otherwise: number | null
  /** Hundredths of a percent. */
  readonly usualRate: number
  readonly hopedRate: number
}

/** What differs from the campaign; null for what does not. */
export interface VariantText {
  readonly subject: string | null
  readonly fromName: string | null
}

/** Content of a variant; `html` null for that of the campaign. */
export interface VariantContent {
  readonly preheader: string | null
  readonly html: string | null
  readonly text: string | null
  /** Name of the campaign that it was copied from. */
  readonly contentOf: string
}

export interface StoredVariant extends VariantText, VariantContent {
  readonly variant: number
}

/** Where the content of a variant comes from: another campaign, or what a variant has already. */
export interface NewVariant extends VariantText {
  readonly content: { readonly from: CampaignKey } | { readonly kept: number } | undefined
}

export interface TestRow extends TestSettings {
  readonly revision: number
  readonly begunAt: Date | null
  readonly waitedMs: number
  readonly lookedAt: Date | null
  /** Mails that were accepted when the wait began. */
  readonly accepted: number
  /** Planned recipients of the rest; null until they are counted. */
  readonly rest: number | null
  readonly endedAt: Date | null
  readonly verdict: TestVerdict | null
  readonly winner: number | null
  readonly p: number | null
  readonly chosen: number | null
  readonly chosenAt: Date | null
  readonly chosenBy: string
  readonly countedAt: Date | null
}

function testColumns(sql: Sql): Fragment {
  return sql`t.revision, t.share, t.holdout, t.decides, t.wait_minutes, t.otherwise, t.usual_rate, t.hoped_rate, t.begun_at, t.waited_ms, t.looked_at, t.accepted,
    t.rest, t.ended_at, t.verdict, t.winner, t.p, t.chosen, t.chosen_at, t.chosen_by, t.counted_at`
}

/** @returns undefined for a campaign without a test */
export async function readTest(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<TestRow | undefined> {
  const [row] = await sql<TestRow[]>`
    select ${testColumns(sql)} from campaign_tests t where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
  return row
}

/** Locks the test of a campaign until the transaction ends. @returns undefined also while another process has it */
export async function lockTest(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<TestRow | undefined> {
  const [row] = await sql<TestRow[]>`
    select ${testColumns(sql)} from campaign_tests t where t.client_id = ${clientId} and t.campaign_id = ${campaignId}
    for update`
  return row
}

/** In the order of their numbers. */
export async function readVariants(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<readonly StoredVariant[]> {
  return sql<StoredVariant[]>`
    select variant, subject, from_name, preheader, html, text, content_of from campaign_variants
    where client_id = ${clientId} and campaign_id = ${campaignId}
    order by variant`
}

/** Replaces the test and the variants of a draft, whose row is locked. */
export async function writeTest(
  sql: Transaction,
  key: CampaignKey,
  test: TestSettings,
  variants: readonly NewVariant[],
): Promise<void> {
  const { clientId, campaignId } = key
  const before = await sql<(VariantContent & { variant: number; files: readonly string[] })[]>`
    delete from campaign_variants where client_id = ${clientId} and campaign_id = ${campaignId}
    returning variant, preheader, html, text, content_of, files`
  for (const [index, { subject, fromName, content }] of variants.entries()) {
    const copied =
      content === undefined
        ? undefined
        : 'from' in content
          ? await copyContent(sql, content.from, campaignId)
          : before.find(({ variant }) => variant === content.kept)
    const { preheader, html, text, contentOf, files } = copied ?? noContent
    await sql`
      insert into campaign_variants (client_id, campaign_id, variant, subject, from_name, preheader, html, text, content_of, files)
      values (${clientId}, ${campaignId}, ${index + 1}, ${subject}, ${fromName}, ${preheader}, ${html}, ${text}, ${contentOf}, ${files as string[]}::text[])`
  }
  const { share, holdout, decides, waitMinutes, otherwise, usualRate, hopedRate } = test
  await sql`
    insert into campaign_tests as t (client_id, campaign_id, share, holdout, decides, wait_minutes, otherwise, usual_rate, hoped_rate)
    values (${clientId}, ${campaignId}, ${share}, ${holdout}, ${decides}, ${waitMinutes}, ${otherwise}, ${usualRate}, ${hopedRate})
    on conflict (client_id, campaign_id) do update
    set revision = t.revision + 1, share = excluded.share, holdout = excluded.holdout, decides = excluded.decides,
      wait_minutes = excluded.wait_minutes, otherwise = excluded.otherwise, usual_rate = excluded.usual_rate, hoped_rate = excluded.hoped_rate`
}

const noContent = { preheader: null, html: null, text: null, contentOf: '', files: [] as readonly string[] }

/** Copies what a campaign sends, with its files. */
async function copyContent(sql: Transaction, from: CampaignKey, campaignId: number) {
  const [row] = await sql<VariantContent[]>`
    select preheader, html, text, name as content_of from campaigns
    where client_id = ${from.clientId} and id = ${from.campaignId}`
  if (!row) return undefined
  const rows = await sql<{ path: string }[]>`
    select path from assets where client_id = ${from.clientId} and owner = 'campaign' and owner_id = ${from.campaignId}`
  const files = rows.map(({ path }) => path)
  await copyFiles(sql, from, campaignId, files)
  return { ...row, files }
}

/** A campaign of the client that is not deleted, by its public id. */
export async function findContentSource(
  sql: Sql,
  clientId: number,
  publicId: string,
): Promise<{ readonly campaignId: number; readonly campaignPublicId: string } | undefined> {
  const [row] = await sql<{ campaignId: number; campaignPublicId: string }[]>`
    select id as campaign_id, public_id as campaign_public_id from campaigns
    where client_id = ${clientId} and public_id = ${publicId}::uuid and deleted_at is null`
  return row
}

/** Removes the test of a draft, whose row is locked. @returns false if it has none */
export async function deleteTest(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  await sql`delete from campaign_variants where client_id = ${clientId} and campaign_id = ${campaignId}`
  const { count } = await sql`delete from campaign_tests where client_id = ${clientId} and campaign_id = ${campaignId}`
  return count > 0
}

/** The test of campaign `m` and its variants as one text, for revisions and fingerprints; '' for none. */
export function testText(sql: Sql, clientId: number): Fragment {
  return sql`coalesce((
    select jsonb_build_array(t.share, t.holdout, t.decides, t.wait_minutes, t.otherwise, t.usual_rate, t.hoped_rate, (
      select jsonb_agg(jsonb_build_array(v.subject, v.from_name, v.preheader, v.html, v.text) order by v.variant)
      from campaign_variants v where v.client_id = ${clientId} and v.campaign_id = m.id))::text
    from campaign_tests t where t.client_id = ${clientId} and t.campaign_id = m.id
  ), '')`
}

/** What senders need of a test. */
export interface SentTest extends Pick<TestSettings, 'share' | 'holdout' | 'decides'> {
  /** Ranges of the numbers that are tested. */
  readonly tested: readonly (readonly [low: number, high: number])[]
  /** What all others get; null while it is not decided. */
  readonly chosen: number | null
  readonly variants: readonly StoredVariant[]
}

/** @returns undefined for a campaign without a test */
export async function readSentTest(sql: Sql, key: CampaignKey): Promise<SentTest | undefined> {
  const { clientId, campaignId } = key
  const [row] = await sql<(Omit<SentTest, 'tested' | 'variants'> & { tested: string })[]>`
    select share, holdout, decides, tested::text, chosen from campaign_tests
    where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row && { ...row, tested: readRanges(row.tested), variants: await readVariants(sql, key) }
}

/** PostgreSQL writes `{[1,5),[9,12)}`. */
function readRanges(text: string): SentTest['tested'] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, low, end]) => [Number(low), Number(end) - 1] as const)
}

/** The test begins with its campaign. */
export async function beginTest(sql: Transaction, { clientId, campaignId }: CampaignKey, at: Date): Promise<void> {
  await sql`
    update campaign_tests
    set begun_at = ${at}, tested = '{}', waited_ms = 0, looked_at = null, accepted = 0, rest = 0, held_out = 0, ended_at = null
    where client_id = ${clientId} and campaign_id = ${campaignId}`
}

/** Adds the recipients of a chunk that are tested, that wait, and that get no mail. Who is excluded was excluded before. */
export async function addTested(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  spans: readonly WaveSpan[],
): Promise<void> {
  if (!spans.some(({ isTested }) => isTested !== undefined)) return
  for (const { low, high, isTested, leftOut } of spans) {
    const range = isTested
      ? sql`int4multirange(int4range(${low}::integer, ${high}::integer, '[]'))`
      : sql`'{}'::int4multirange`
    await sql`
      update campaign_tests t
      set tested = t.tested + ${range}, held_out = t.held_out + ${leftOut === undefined ? 0 : high - low + 1},
        rest = coalesce(t.rest, 0) + case when ${isTested === false && leftOut === undefined} then ${high - low + 1}::integer - (
          select count(*)::integer from log
          where client_id = ${clientId} and campaign_id = ${campaignId} and number between ${low} and ${high} and kind = 'excluded'
        ) else 0 end
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
  }
}

/** The waves of a test: its people at once, all others when something is chosen, and those who get no mail. */
export function wavesOf({ share, holdout }: Pick<TestSettings, 'share' | 'holdout'>): Waves {
  const parts: readonly (readonly [size: number, wave: Wave])[] = [
    [share, { dueAt: '-infinity', isTested: true }],
    [100 - share - holdout, { dueAt: 'infinity', isTested: false }],
    [holdout, { dueAt: '-infinity', leftOut: exclusion.heldOut, isTested: false }],
  ]
  const filled = parts.filter(([size]) => size > 0)
  return { waves: filled.map(([, wave]) => wave), shares: filled.map(([size]) => size) }
}

/** Lets senders claim the rest of a campaign, now that its variant is chosen. */
export async function releaseRest(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    update leases set due_at = '-infinity'
    where client_id = ${clientId} and campaign_id = ${campaignId} and due_at = 'infinity' and not done`
}

/** Recipients of a campaign without who was excluded, how many copies were accepted, and how many get no mail. */
export async function countHeldOut(sql: Sql, { clientId, campaignId }: CampaignKey) {
  const [row] = await sql<{ recipients: number; accepted: number; heldOut: number }[]>`
    select t.recipients - t.excluded as recipients, t.accepted, k.held_out
    from campaign_totals t
    join campaign_tests k on k.client_id = ${clientId} and k.campaign_id = t.campaign_id
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
  return row ?? { recipients: 0, accepted: 0, heldOut: 0 }
}
