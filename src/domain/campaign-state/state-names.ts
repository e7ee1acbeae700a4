/** States of campaigns as the wires write them. */
import type { CampaignState } from '../../contract/groups/every-wire/sending.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import type { StoredCampaignState } from '../../store/states.ts'

export const stateNames: Readonly<Record<StoredCampaignState, OutputOf<typeof CampaignState>>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  sent: 'Sent',
}
