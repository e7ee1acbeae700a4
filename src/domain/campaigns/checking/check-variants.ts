/** What a check finds in the variants of a test beside those findings that the campaign as it is has, and in the test itself. */
import type { Audience } from '../../../store/campaigns/audience.ts'
import type { AudienceMeasure } from '../../../store/campaigns/audience-counts.ts'
import type { CheckedRow } from '../../../store/campaigns/preflight.ts'
import { findCampaignContent } from '../../../store/campaigns/sending.ts'
import { readTiming } from '../../../store/campaigns/timing.ts'
import { readTest, readVariants, type StoredVariant } from '../../../store/campaigns/variants.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import type { LetterReading } from '../findings/check-content.ts'
import { type Finding, finding } from '../findings/check-findings.ts'
import { letterOf, withVariant } from '../variants/contents.ts'
import { clashOf, untestable } from '../variants/settings.ts'
import { neededPeople } from '../variants/statistics.ts'
import { branchFindings } from './check-branches.ts'
import { checkLaw } from './check-law.ts'
import type { ComposeOnce } from './compose-once.ts'

/** A variant other than A, as it was read. */
export interface OtherVariant {
  readonly variant: StoredVariant
  readonly row: CheckedRow
  readonly reading: LetterReading
}

/** @param read reads a letter */
export async function readOtherVariants(
  db: Database,
  campaign: CampaignRef,
  row: CheckedRow,
  read: (row: CheckedRow) => Promise<LetterReading>,
): Promise<readonly OtherVariant[]> {
  const others: OtherVariant[] = []
  for (const variant of (await readVariants(db, campaign)).slice(1)) {
    const own = withVariant(row, variant)
    others.push({ variant, row: own, reading: await read(own) })
  }
  return others
}

/** Each element once. */
export function distinct<Element>(elements: readonly Element[]): readonly Element[] {
  return [...new Map(elements.map(element => [JSON.stringify(element), element])).values()]
}

export interface CheckedVariants {
  readonly others: readonly OtherVariant[]
  /** Of the campaign as it is. */
  readonly findings: readonly Finding[]
  readonly audience: AudienceMeasure
  readonly read: Audience
}

export interface VariantCheckParts {
  readonly db: Database
  readonly compose: ComposeOnce
  readonly publicUrl: string
  /** HTML with more bytes is cut off by Gmail. */
  readonly clippedAbove: number
}

/** Nothing for a campaign without a test. */
export async function variantFindings(
  parts: VariantCheckParts,
  campaign: CampaignRef,
  { others, findings, audience, read }: CheckedVariants,
): Promise<readonly Finding[]> {
  if (others.length === 0) return []
  const found: Finding[] = []
  for (const other of others) {
    const own = await findingsOf(parts, campaign, other, audience, read)
    const letter = letterOf(other.variant.variant)
    for (const { code, detail } of own)
      if (!findings.some(known => known.code === code && known.detail === detail))
        found.push(finding(code, detail ? `variant ${letter}: ${detail}` : `variant ${letter}`))
  }
  return [...found, ...(await testFindings(parts.db, campaign, audience.recipients))]
}

async function findingsOf(
  { db, compose, publicUrl, clippedAbove }: VariantCheckParts,
  campaign: CampaignRef,
  { variant, row, reading }: OtherVariant,
  { recipients, sample }: AudienceMeasure,
  read: Audience,
): Promise<readonly Finding[]> {
  const { findings, legal, conditions, isAllInBranches } = reading
  const composed = sample ? await compose(campaign, sample, publicUrl, variant.variant) : undefined
  return [
    ...findings,
    ...(await checkLaw(db, campaign, row, legal)),
    ...(await branchFindings(db, campaign.clientId, read, { conditions, isAllInBranches }, recipients)),
    ...(composed && 'fault' in composed ? [finding('NotComposed', composed.fault)] : []),
    ...(composed && 'htmlBytes' in composed && composed.htmlBytes > clippedAbove
      ? [finding('MessageClipped', `${Math.round(composed.htmlBytes / 1024)} KB`)]
      : []),
  ]
}

async function testFindings(db: Database, campaign: CampaignRef, recipients: number): Promise<readonly Finding[]> {
  const test = await readTest(db, campaign)
  const content = await findCampaignContent(db, campaign.clientId, campaign.campaignId)
  if (!test || !content?.test) return []
  const timing = await readTiming(db, campaign)
  const fault = untestable(content, test.decides) ?? (timing ? clashOf(timing) : undefined)
  if (fault) return [finding('TestImpossible', fault)]
  const variants = content.test.variants.length
  const needed = neededPeople(test.usualRate / 10_000, test.hopedRate / 10_000, variants)
  const each = Math.floor((recipients * test.share) / 100 / variants)
  return test.decides === 'by hand' || each >= needed ? [] : [finding('TestTooSmall', `${each} of ${needed}`)]
}
