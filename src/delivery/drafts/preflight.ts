/** The message one recipient of a draft would get, for its check: composed as the senders compose it, and not sent. */

import type { ComposeOnce } from '../../domain/campaigns/checking/compose-once.ts'
import { contentOf } from '../../domain/campaigns/variants/contents.ts'
import { faultOf } from '../../domain/content/tasks.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import { assembleCampaign, measureHtml } from '../compose/campaign.ts'
import type { FindSigner } from '../compose/signing.ts'
import type { LetterTasks } from '../content/tasks.ts'

export interface PreflightParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly contentTasks: Pick<LetterTasks, 'compileDraft'>
  readonly bounceDomain?: string | undefined
  /** Finds the signer of a campaign; mails go unsigned when it is absent. */
  readonly findSigner?: FindSigner | undefined
  readonly now?: () => Date
}

export function composeOnce({
  db,
  tokens,
  contentTasks,
  bounceDomain,
  findSigner,
  now = () => new Date(),
}: PreflightParts): ComposeOnce {
  return async ({ clientId, campaignId }, sample, publicUrl, variant = 1) => {
    const found = await findCampaignContent(db, clientId, campaignId)
    if (!found) return { fault: 'the campaign is gone' }
    const content = contentOf(found, variant)
    const at = now()
    const sent = { ...content, publicUrl: content.publicUrl || publicUrl, startedAt: content.startedAt ?? at }
    const task = contentTasks.compileDraft(sent, { key: clientId })
    const compiled = await task.catch(error => faultOf(error))
    if ('fault' in compiled) return compiled
    const sign = await findSigner?.(clientId, content.fromEmail)
    try {
      // a draft has no stored links yet; tracked ones are longer
      const assembled = assembleCampaign(sent, compiled.letter, { tokens, bounceDomain, sign })
      const { data } = await assembled.composeSigned({ ...sample, number: 1 }, at)
      return { bytes: data.length, htmlBytes: measureHtml(compiled.letter, sample) }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    }
  }
}
