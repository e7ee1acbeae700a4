/** The test of variants of a draft: set, changed and removed. */
import { Refusal } from '../../../contract/refusals.ts'
import { endRequest } from '../../../store/campaigns/approvals.ts'
import { type Actor, recordAuditEntry } from '../../../store/campaigns/campaign-history.ts'
import { findCampaignContent } from '../../../store/campaigns/sending.ts'
import { readTiming } from '../../../store/campaigns/timing.ts'
import {
  deleteTest,
  findContentSource,
  type NewVariant,
  readVariants,
  writeTest,
} from '../../../store/campaigns/variants.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { areProcessesSince } from '../../../store/processes.ts'
import type { CampaignRef } from '../../access/access.ts'
import { stateAfter } from '../../campaign-state/states.ts'
import { lockOrRefuse, stateOf } from '../../campaign-state/transitions.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { importSourceOrRefuse } from '../drafting/draft-ready.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'
import { variantNamed } from '../variants/contents.ts'
import { clashOf, type GivenTest, invalid, readTestSettings, untestable } from '../variants/settings.ts'

/** The schema of the first program that sends variants: an earlier one would send the campaign as it is to everyone who is tested. */
const firstToTest = 72

/** What a variant has instead of what the campaign has; empty for what is the same. */
export interface GivenVariant {
  readonly subject: string | null
  readonly fromName: string | null
  /** A campaign of the client whose content is copied, or the letter of the variant whose content stays. */
  readonly contentOf: string | null
}

/**
 * Sets the test of a draft. The campaign as it is is variant A, the given ones are B to E; none removes the test.
 * @throws Refusal InvalidVariants, InvalidCampaignId, CampaignNotDraft, NotComposable, InvalidCharacters, ValueTooLong, ServiceUnavailable
 */
export async function setVariants(
  source: SourceParts,
  campaign: CampaignRef,
  others: readonly GivenVariant[],
  given: GivenTest,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { db } = source
  const test = others.length === 0 ? undefined : readTestSettings(given, others.length + 1)
  const variants: NewVariant[] = [{ subject: null, fromName: null, content: undefined }]
  for (const other of others) variants.push(await readVariant(source, campaign, other))
  await transaction(db, async sql => {
    if (!(await areProcessesSince(sql, firstToTest, 0)))
      throw new Refusal(
        'ServiceUnavailable',
        'A process of the version before still runs. Try again after the upgrade.',
      )
    const state = stateOf(await lockOrRefuse(sql, campaign))
    stateAfter('edit', state)
    if (test) {
      const content = await findCampaignContent(sql, campaign.clientId, campaign.campaignId)
      const timing = await readTiming(sql, campaign)
      const fault = (content && untestable(content, test.decides)) ?? (timing ? clashOf(timing) : undefined)
      if (fault) throw invalid(`The campaign cannot be tested: ${fault}.`)
      await refuseUnknownKept(sql, campaign, variants)
      await writeTest(sql, campaign, test, variants)
    } else if (!(await deleteTest(sql, campaign))) return
    await endRequest(sql, campaign)
    const detail = { variants: test ? variants.length : 0 }
    await recordAuditEntry(sql, campaign, actor, { action: 'set variants', from: state, to: state, detail }, now)
  })
}

async function readVariant(
  source: SourceParts,
  campaign: CampaignRef,
  { subject, fromName, contentOf }: GivenVariant,
): Promise<NewVariant> {
  const read = {
    subject: cleanLine('Subject', subject, 500) || null,
    fromName: cleanLine('FromName', fromName, 250) || null,
  }
  const named = (contentOf ?? '').trim()
  const content = named === '' ? undefined : await contentNamed(source, campaign, named)
  if (!content && read.subject === null && read.fromName === null)
    throw invalid('Each variant has a subject, a sender name or content of its own.')
  return { ...read, content }
}

async function contentNamed(source: SourceParts, campaign: CampaignRef, named: string): Promise<NewVariant['content']> {
  const kept = variantNamed(named)
  if (kept !== undefined) return { kept }
  const found = /^[0-9a-f]{32}$/i.test(named) ? await findContentSource(source.db, campaign.clientId, named) : undefined
  if (!found) throw new Refusal('InvalidCampaignId', 'ContentOf names no campaign of this client.')
  const from = { ...campaign, ...found }
  if (from.campaignId === campaign.campaignId)
    throw invalid('ContentOf names another campaign: the content of this one is that of variant A.')
  await importSourceOrRefuse(source, from)
  const content = await findCampaignContent(source.db, from.clientId, from.campaignId)
  if (!content || content.html === '') throw invalid('The campaign that ContentOf names has no content.')
  return { from: keyOf(from) }
}

async function refuseUnknownKept(
  sql: Parameters<typeof readVariants>[0],
  campaign: CampaignRef,
  variants: readonly NewVariant[],
): Promise<void> {
  const present = await readVariants(sql, campaign)
  for (const { content } of variants) {
    if (!content || !('kept' in content)) continue
    const before = present.find(({ variant }) => variant === content.kept)
    if (before?.html === null || before === undefined)
      throw invalid('ContentOf names a variant that has no content of its own.')
  }
}

function keyOf({ clientId, campaignId }: CampaignRef): CampaignKey {
  return { clientId, campaignId }
}
