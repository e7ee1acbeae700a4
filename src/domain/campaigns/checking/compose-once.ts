/** Composing a message that is only looked at. */
import type { AudienceSample } from '../../../store/campaigns/audience-counts.ts'
import type { CampaignRef } from '../../access/access.ts'

/**
 * Composes the message one recipient would get, as it would be sent now.
 * @param variant of its test, from 1; absent: the campaign as it is
 * @returns its size and that of its HTML, decoded, or why it cannot be composed
 */
export type ComposeOnce = (
  campaign: CampaignRef,
  sample: AudienceSample,
  publicUrl: string,
  variant?: number,
) => Promise<{ readonly bytes: number; readonly htmlBytes: number } | { readonly fault: string }>
