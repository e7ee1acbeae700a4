/** The branches of a draft as it is written, with how many recipients get each. */
import { Refusal } from '../../../contract/refusals.ts'
import { readDraft } from '../../../store/campaigns/draft-rows.ts'
import { findCheckedCampaign } from '../../../store/campaigns/preflight.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { traitsOf } from '../../content/conditions/letter.ts'
import { taskAnswer } from '../../content/tasks.ts'
import type { DraftTasks } from '../drafting/draft-tasks.ts'
import { readAudience } from '../drafting/sources.ts'
import { findTraits } from '../drafting/traits.ts'
import { unreadableSegment } from '../findings/check-findings.ts'
import { writtenDraft } from '../findings/content-repairs.ts'
import { type BranchCount, conditionsOf, countBranches, findGroups } from './branch-counts.ts'

export interface DraftBranchCount extends BranchCount {
  /** From 1; 0 for none. */
  readonly section: number
}

/** @throws Refusal InvalidCampaignId, InvalidSegments, NotComposable */
export async function countDraftBranches(
  db: Database,
  contentTasks: Pick<DraftTasks, 'readDraftConditions'>,
  campaign: CampaignRef,
): Promise<{ readonly branches: readonly DraftBranchCount[]; readonly faults: readonly string[] }> {
  const { clientId, campaignId, timeZone } = campaign
  const row = await findCheckedCampaign(db, clientId, campaignId)
  const version = row && (await readDraft(db, campaign, timeZone))
  if (!version) throw new Refusal('InvalidCampaignId')
  const draft = { ...writtenDraft(version), customFields: row.customFields }
  const task = contentTasks.readDraftConditions(draft, { key: clientId })
  const { letter, sections } = await taskAnswer('NotComposable', task)
  const parts = [...letter.parts, ...sections.map(({ marks }) => ({ part: 'Html' as const, markers: marks }))]
  const { traits, faults: lost } = await findTraits(db, clientId, traitsOf({ parts }))
  const faults = [
    ...letter.faults.map(({ part, says }) => `${part === 'Html' ? 'Content' : part}, ${says}`),
    ...lost.map(fault => `${fault[0]!.toUpperCase()}${fault.slice(1)}.`),
  ]
  if (parts.length === 0) return { branches: [], faults }
  const audience = await readAudience(db, clientId, campaignId)
  if (audience === undefined) throw new Refusal('InvalidSegments', unreadableSegment)
  const groups = await findGroups(db, clientId, audience, conditionsOf({ parts, faults: [] }), traits)
  const ofSections = sections.flatMap(({ section, marks }) =>
    countBranches({ parts: [{ part: 'Html', markers: marks }], faults: [] }, groups).map(one => ({
      ...one,
      section,
      line: 0,
    })),
  )
  return { branches: [...countBranches(letter, groups).map(one => ({ ...one, section: 0 })), ...ofSections], faults }
}
