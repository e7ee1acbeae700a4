/** Campaigns as they are composed for their recipients: compiled once, kept while they are sent. */

import { stopCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { contentsOf, variantFinder } from '../../domain/campaigns/variants/contents.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import type { Log } from '../../lib/log.ts'
import { orStopped } from '../../lib/or-stopped.ts'
import { TaskFault } from '../../lib/tasks.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { CampaignKey } from '../../store/keys.ts'
import { assembleCampaign, type CompiledCampaign } from '../compose/campaign.ts'
import type { FindSigner } from '../compose/signing.ts'
import { asOneCampaign } from '../compose/variants.ts'
import type { LetterTasks } from '../content/tasks.ts'
import type { SendableContent } from './deliver.ts'
import { createRecentCount } from './recent.ts'

export interface CompiledCampaignsParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly contentTasks: Pick<LetterTasks, 'compileLetter'>
  readonly log: Log
  readonly now: () => Date
  /** Returned mail goes to `b+<token>@` this domain; the From address without one. */
  readonly bounceDomain: string | undefined
  /** Who signs a campaign; without it, nothing is signed. */
  readonly findSigner: FindSigner | undefined
  readonly stopping: AbortSignal
}

export interface CompiledCampaigns {
  /** @returns undefined for a campaign that has not started, for one that cannot be composed (it is paused then), and when stopping */
  of(key: CampaignKey): Promise<SendableContent | undefined>
  forget(campaignId: number): void
}

const mostKept = 32

export function compiledCampaigns(parts: CompiledCampaignsParts): CompiledCampaigns {
  const kept = new Map<number, Promise<SendableContent | undefined>>()
  return {
    of(key) {
      let content = kept.get(key.campaignId)
      if (!content) {
        content = compile(parts, key)
        const forget = () => kept.delete(key.campaignId)
        content.then(found => found ?? forget(), forget)
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
        kept.set(key.campaignId, content)
      }
      return content
    },
    forget: campaignId => void kept.delete(campaignId),
  }
}

async function compile(parts: CompiledCampaignsParts, key: CampaignKey): Promise<SendableContent | undefined> {
  const { db, tokens, contentTasks, log, now, bounceDomain, findSigner, stopping } = parts
  const content = await findCampaignContent(db, key.clientId, key.campaignId)
  if (!content?.startedAt) return undefined
  const { accountId, clientPublicId, campaignPublicId, timeZone, startedAt, atLeastOnce, hours } = content
  const client = { accountId, clientId: key.clientId, clientPublicId, timeZone }
  try {
    const sign = await findSigner?.(key.clientId, content.fromEmail)
    const options = { tokens: await tokens.signer(content.linkVersion), bounceDomain, sign }
    const variants: CompiledCampaign[] = []
    for (const variant of contentsOf({ ...content, startedAt })) {
      const compiling = contentTasks.compileLetter(variant, { key: key.clientId, repeat: true })
      const letter = await orStopped(compiling, stopping)
      if (!letter) return undefined
      variants.push(assembleCampaign(variant, letter, options))
    }
    const find = content.test ? variantFinder(key.campaignId, content.test) : () => 1
    return {
      ...{ client, campaignId: key.campaignId, campaignPublicId, startedAt, atLeastOnce },
      ...{ compiled: asOneCampaign(variants, find), recent: createRecentCount(), ...(hours && { hours }) },
      hasContentFor: number => find(number) !== undefined,
    }
  } catch (error) {
    if (!(error instanceof TaskFault)) throw error
    const reason = `it cannot be composed: ${error.message}`
    await transaction(db, sql => stopCampaign(sql, key, reason, now()))
    log.error({ campaign: campaignPublicId }, `the campaign is paused: ${reason}`)
    return undefined
  }
}
