import { letterUrl } from '../../domain/tokens/tokens.ts'
import type { CampaignKey } from '../../store/keys.ts'
import type { Dependencies, Origin } from '../dependencies.ts'

/** Public URL of a started campaign without a recipient, as forwarded mails use it. */
export function webVersionUrl(
  { mail: { mailLinks, tokens } }: Pick<Dependencies, 'mail'>,
  { publicUrl }: Pick<Origin, 'publicUrl'>,
  campaign: CampaignKey,
): string {
  return letterUrl(mailLinks.base() ?? publicUrl, tokens, campaign)
}
