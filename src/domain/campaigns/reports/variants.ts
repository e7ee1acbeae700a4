/** The settings and the result of a test of variants, for its report; and whether a planned one can show anything. */

import { Refusal } from '../../../contract/refusals.ts'
import { countAudience } from '../../../store/campaigns/audience-counts.ts'
import { findCampaignContent } from '../../../store/campaigns/sending.ts'
import { readTestStanding, type TestStanding } from '../../../store/campaigns/test-progress.ts'
import { countVariants, readVariantCounts, type VariantCounts } from '../../../store/campaigns/variant-counts.ts'
import { countHeldOut, readTest, type StoredVariant, type TestRow } from '../../../store/campaigns/variants.ts'
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { readLocalTimeOf } from '../../../store/local-time.ts'
import { readEngagementOf } from '../../../store/tracking/engagement.ts'
import type { CampaignRef } from '../../access/access.ts'
import { readAudience } from '../drafting/sources.ts'
import { unreadableSegment } from '../findings/check-findings.ts'
import { neededOf } from '../lifecycle/testing.ts'
import { contentsOf } from '../variants/contents.ts'
import { type GivenTest, readTestSettings } from '../variants/settings.ts'
import { countUp } from './counting.ts'

export type TestState = 'not begun' | 'sending' | 'waiting' | 'undecided' | 'decided' | 'stopped'

export interface ReportedVariant extends VariantCounts {
  readonly subject: string
  readonly fromName: string
  readonly contentOf: string
  readonly hasOwnContent: boolean
}

export interface TestReport {
  readonly test: TestRow
  readonly state: TestState
  readonly needed: number
  readonly variants: readonly ReportedVariant[]
  readonly rest: {
    readonly recipients: number
    readonly accepted: number
    readonly opened: number
    readonly clicked: number
    readonly heldOut: number
  }
  readonly canChoose: boolean
  /** Local times of the client; null before. */
  readonly chosenDate: string | null
  readonly countedDate: string | null
}

/** Milliseconds; younger numbers are shown as they are. */
const freshMs = 30_000

/**
 * @param withCounts false for who may not read reports
 * @returns undefined for a campaign without variants
 */
export async function readTestReport(
  db: Database,
  campaign: CampaignRef,
  now: Date,
  withCounts: boolean,
): Promise<TestReport | undefined> {
  const { clientId, campaignId, timeZone } = campaign
  const before = await readTest(db, campaign)
  if (!before) return undefined
  if (before.begunAt && withCounts) await refreshCounts(db, campaign, before, now)
  const test = (await readTest(db, campaign)) ?? before
  const standing = test.begunAt ? await readTestStanding(db, campaign) : undefined
  const content = await findCampaignContent(db, clientId, campaignId)
  if (!content?.test) return undefined
  const counts = await readVariantCounts(db, campaign)
  const texts = contentsOf(content)
  const variants = content.test.variants.map((variant, index) => ({
    ...describeVariant(variant),
    ...(withCounts ? counts[index]! : noCounts(variant.variant)),
    subject: texts[index]!.subject,
    fromName: texts[index]!.fromName,
  }))
  const local = async (at: Date | null) => at && (await readLocalTimeOf(db, at, timeZone))
  return {
    test,
    state: stateOf(test, standing),
    needed: neededOf(test, variants.length),
    variants,
    rest: withCounts ? await readRest(db, campaign, variants) : noRest,
    canChoose: canChoose(test, standing),
    chosenDate: await local(test.chosenAt),
    countedDate: await local(test.countedAt),
  }
}

async function refreshCounts(db: Database, campaign: CampaignRef, { countedAt }: TestRow, now: Date): Promise<void> {
  if (countedAt && now.getTime() - countedAt.getTime() < freshMs) return
  await countUp(db, campaign)
  await transaction(db, sql => countVariants(sql, campaign), 'long')
}

function describeVariant({ contentOf, html }: StoredVariant) {
  return { contentOf, hasOwnContent: html !== null }
}

function noCounts(variant: number): VariantCounts {
  const none = {
    recipients: 0,
    accepted: 0,
    measured: 0,
    opened: 0,
    clicked: 0,
    unsubscribed: 0,
    bounced: 0,
    complained: 0,
  }
  return { variant, ...none }
}

const noRest = { recipients: 0, accepted: 0, opened: 0, clicked: 0, heldOut: 0 }

/** All recipients without those of the test. */
async function readRest(
  db: Database,
  campaign: CampaignRef,
  variants: readonly VariantCounts[],
): Promise<TestReport['rest']> {
  const sum = (read: (variant: VariantCounts) => number) => variants.reduce((all, one) => all + read(one), 0)
  const { humanUniqueOpens, humanUniqueClicks } = await readEngagementOf(db, campaign, campaign.timeZone)
  const { recipients, accepted, heldOut } = await countHeldOut(db, campaign)
  const over = (all: number, tested: number) => Math.max(0, all - tested)
  return {
    recipients: over(
      recipients,
      sum(one => one.recipients),
    ),
    accepted: over(
      accepted,
      sum(one => one.accepted),
    ),
    opened: over(
      humanUniqueOpens,
      sum(one => one.opened),
    ),
    clicked: over(
      humanUniqueClicks,
      sum(one => one.clicked),
    ),
    heldOut,
  }
}

function stateOf(test: TestRow, standing: TestStanding | undefined): TestState {
  if (!test.begunAt || !standing) return 'not begun'
  if (test.chosen !== null) return 'decided'
  if (standing.state === 'cancelled' || standing.isDeleted) return 'stopped'
  if (test.endedAt) return (test.rest ?? 0) > 0 ? 'undecided' : 'decided'
  return !standing.isFreezing && test.rest !== null && standing.untried <= test.rest ? 'waiting' : 'sending'
}

function canChoose(test: TestRow, standing: TestStanding | undefined): boolean {
  if (!standing || standing.isFreezing || standing.isDeleted || test.chosen !== null) return false
  return standing.state !== 'cancelled' && test.rest !== 0 && test.share + test.holdout < 100
}

export interface TestPlan {
  readonly recipients: number
  readonly perVariant: number
  readonly needed: number
  readonly isEnough: boolean
  /** Percent; 0 if all recipients are too few. */
  readonly neededShare: number
}

/** @throws Refusal InvalidVariants, InvalidSegments */
export async function planTest(
  db: Database,
  { clientId, campaignId }: CampaignRef,
  variants: number,
  given: GivenTest,
): Promise<TestPlan> {
  const test = readTestSettings(given, variants)
  const audience = await readAudience(db, clientId, campaignId)
  if (audience === undefined) throw new Refusal('InvalidSegments', unreadableSegment)
  const { recipients } = await countAudience(db, clientId, audience)
  const perVariant = Math.floor((recipients * test.share) / 100 / variants)
  const needed = neededOf(test, variants)
  const neededShare = recipients === 0 ? 101 : Math.ceil((needed * variants * 100) / recipients)
  return {
    recipients,
    perVariant,
    needed,
    isEnough: perVariant >= needed,
    neededShare: neededShare + test.holdout > 100 ? 0 : neededShare,
  }
}
