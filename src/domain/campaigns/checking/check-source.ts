/** What a check says of the source of a draft, and whether it can be made what is sent. */
import { Refusal } from '../../../contract/refusals.ts'
import { presentSource } from '../../../store/campaigns/imported-content.ts'
import type { CampaignRef } from '../../access/access.ts'
import { passedOn } from '../drafting/draft-ready.ts'
import { importSource } from '../drafting/draft-source.ts'
import { readMjmlFindings } from '../drafting/mjml-source.ts'
import { readSectionsFindings } from '../drafting/sections-source.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'
import { type Finding, finding } from '../findings/check-findings.ts'

export interface CheckedSource {
  readonly findings: readonly Finding[]
  /** What is sent is there. */
  readonly isTaken: boolean
}

/** @throws Refusal RequestTimeout, StaleRevision; any error that is no refusal */
export async function checkSource(parts: SourceParts, campaign: CampaignRef): Promise<CheckedSource> {
  const source = await presentSource(parts.db, campaign)
  const problems = await orFinding(async () => {
    if (source?.kind === 'mjml') return readMjmlFindings(parts.contentTasks, source.html, campaign.clientId)
    return source?.kind === 'sections' ? readSectionsFindings(parts, source.html, campaign.clientId) : []
  })
  // they say more than the refusal would
  if (problems.some(({ severity }) => severity === 'Error')) return { findings: problems, isTaken: false }
  const refused = await orFinding(async () => {
    await importSource(parts, campaign)
    return []
  })
  return { findings: [...refused, ...problems], isTaken: refused.length === 0 }
}

/** A refusal of the content as a finding. */
async function orFinding(read: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Refusal) || passedOn.has(error.refusal)) throw error
    const why = error.detail === undefined ? error.title : `${error.title}: ${error.detail}`
    return [finding('ContentRefused', why)]
  }
}
