/** The states of campaigns in words. */
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'
import type { CampaignState } from './search.ts'

export type Listed = NonNullable<ValueOf<'Campaign.List'>['Campaigns']>[number]
export type { CampaignState } from './search.ts'

export const campaignWords: Readonly<Record<CampaignState, StateWord>> = {
  Draft: { label: msg`Draft`, tone: 'plain', icon: 'template' },
  Scheduled: { label: msg`Scheduled`, tone: 'plain', icon: 'clock' },
  Sending: { label: msg`Sending`, tone: 'good', icon: 'send' },
  Paused: { label: msg`Paused`, tone: 'warn', icon: 'hand' },
  Sent: { label: msg`Sent`, tone: 'good', icon: 'check' },
  Cancelled: { label: msg`Cancelled`, tone: 'plain', icon: 'stop' },
}

/** Whether it can still be changed or stopped before anything goes out. */
export function isAhead(state: CampaignState): boolean {
  return state === 'Draft' || state === 'Scheduled'
}
