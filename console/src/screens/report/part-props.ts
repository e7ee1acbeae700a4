/** What each part of a report is given, and the route that all of them share. */
import { getRouteApi } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { Progress } from './states.ts'

type ListedCampaign = NonNullable<ValueOf<'Campaign.GetReport'>['Campaign']>

export const route = getRouteApi('/inside/clients/$clientId/campaigns/$campaignId/report')

export type Report = ValueOf<'Campaign.GetReport'> & { readonly Campaign: ListedCampaign }

/** What each part of the report is given. */
export interface PartProps {
  readonly clientId: string
  readonly campaignId: string
  readonly report: Report
  readonly progress: Progress
}
