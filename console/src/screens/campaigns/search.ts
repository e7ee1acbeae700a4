/** Query parameters of the addresses of campaigns. Small: the router loads it with the first screen. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { isStepName, type StepName } from './places.ts'

export type CampaignState = NonNullable<ValueOf<'Campaign.List'>['Campaigns']>[number]['State']

const campaignStateNames = [
  'Draft',
  'Scheduled',
  'Sending',
  'Paused',
  'Sent',
  'Cancelled',
] as const satisfies readonly CampaignState[]

function isCampaignState(text: unknown): text is CampaignState {
  return campaignStateNames.some(name => name === text)
}

export interface CampaignsSearch {
  readonly state?: CampaignState | undefined
  readonly search?: string | undefined
  readonly new?: boolean | undefined
}

export function validateCampaigns({ state, search, new: isNew }: Record<string, unknown>): CampaignsSearch {
  return {
    state: isCampaignState(state) ? state : undefined,
    search: typeof search === 'string' && search !== '' ? search : undefined,
    new: isNew === true || undefined,
  }
}

export interface CampaignSearch {
  readonly open?: StepName | undefined
  /** When it is to leave, `YYYY-MM-DDTHH:MM` in the zone of the client; undefined: as soon as it is sent. */
  readonly at?: string | undefined
}

export function validateCampaign({ open, at }: Record<string, unknown>): CampaignSearch {
  return {
    open: isStepName(open) ? open : undefined,
    at: typeof at === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at) ? at : undefined,
  }
}
