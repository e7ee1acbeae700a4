/** The mail of a campaign with the clicks of people behind its links, shown like a preview. */
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { withClicks } from '../../content/click-map.ts'
import {
  composeOrRefuse,
  type PreviewAddresses,
  type PreviewParts,
  type RenderCampaign,
  showPreview,
} from '../mails/preview.ts'
import { readLinks } from './engagement.ts'

/**
 * @param publicUrl base of links, as for previewCampaign
 * @throws Refusal NotComposable when it cannot be composed
 */
export async function makeClickMap(
  db: Database,
  parts: PreviewParts,
  render: RenderCampaign,
  campaign: CampaignRef,
  publicUrl: string,
): Promise<{ readonly at: PreviewAddresses; readonly links: number }> {
  const { html } = await composeOrRefuse(render, campaign, null, publicUrl)
  const counted = new Map<string, { number: number; clicks: number }>()
  for (const { number, url, humanClicks } of await readLinks(db, campaign))
    counted.set(url, { number, clicks: humanClicks })
  const mapped = withClicks(html, counted)
  return { at: await showPreview(parts, campaign, mapped.html), links: mapped.shown.size }
}
