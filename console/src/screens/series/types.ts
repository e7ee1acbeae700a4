/** A series as the service answers it, and the settings that a change sends again. */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'

export type Series = ValueOf<'Series.Get'>
export type SeriesSummary = NonNullable<ValueOf<'Series.List'>['Series']>[number]
export type Step = NonNullable<Series['Steps']>[number]
export type StepReport = NonNullable<ValueOf<'Series.GetReport'>['Steps']>[number]
type Given = Omit<ParametersOf<'Series.Update'>, 'ClientID' | 'SeriesID' | 'ApiKey'>
export type GivenStep = NonNullable<Given['Steps']>[number]
export type Settings = Given & { readonly Steps: GivenStep[] }

export interface SeriesProps {
  readonly clientId: string
  readonly series: Series
}

export function settingsOf({
  Name = '',
  Trigger,
  Tag = '',
  DateField = '',
  DateDays = 0,
  DateYearly = false,
  SegmentID = '',
  AgainAfterDays = 0,
  GoalSegmentID = '',
  GoalClick = false,
  Steps = [],
}: Series): Settings {
  return {
    ...{ Name, Trigger, Tag, DateField, DateDays, DateYearly, SegmentID, AgainAfterDays, GoalSegmentID, GoalClick },
    Steps: Steps.map(stepOf),
  }
}

export function stepOf({ StepID = 0, DelayMinutes = 0, FromTime = '', ToTime = '', SegmentID = '' }: Step): GivenStep {
  return { StepID, DelayMinutes, FromTime, ToTime, SegmentID }
}
