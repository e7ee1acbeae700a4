import { letterUrl } from '../../domain/tokens/tokens.ts'
import type { Dependencies, Origin } from '../dependencies.ts'

/** Where anybody reads the letter of a campaign that has begun, without a recipient: the page that friends get a letter by. */
export function webVersionUrl(
  { mail: { mailLinks, tokens } }: Pick<Dependencies, 'mail'>,
  { publicUrl }: Pick<Origin, 'publicUrl'>,
  campaignId: number,
): string {
  return letterUrl(mailLinks.base() ?? publicUrl, tokens, campaignId)
}
