/** The message one recipient of a draft would get, for its check: composed as the senders compose it, and sent to nobody. */
import type { ComposeOnce } from '../domain/campaigns/check.ts'
import type { Tokens } from '../domain/tokens.ts'
import type { Database } from '../store/database.ts'
import { campaignContent } from '../store/sending.ts'
import { compileCampaign, findLinks } from './compose/campaign.ts'
import type { FindSigner } from './signing.ts'

export interface PreflightParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly bounceDomain?: string | undefined
  /** Who signs a campaign; nobody when it is absent. */
  readonly findSigner?: FindSigner | undefined
  readonly now?: () => Date
}

export function composeOnce({
  db,
  tokens,
  bounceDomain,
  findSigner,
  now = () => new Date(),
}: PreflightParts): ComposeOnce {
  return async ({ clientId, campaignId }, sample, publicUrl) => {
    const content = await campaignContent(db, clientId, campaignId)
    if (!content) return { fault: 'the campaign is gone' }
    const at = now()
    const sent = { ...content, publicUrl: content.publicUrl || publicUrl, startedAt: content.startedAt ?? at }
    try {
      // a draft has no stored links yet; tracked ones are longer
      const links = findLinks(sent).map((url, index) => ({ url, number: index + 1 }))
      const sign = await findSigner?.(clientId, content.fromEmail)
      const compiled = compileCampaign({ ...sent, links }, { tokens, bounceDomain, sign })
      return { bytes: (await compiled.composeSigned({ ...sample, number: 1 }, at)).data.length }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    }
  }
}
