/** Series: made, changed, started, and what came of them. */
import { cases } from '../case.ts'

const settings = {
  Name: 'Welcome',
  Trigger: 'Joined' as const,
  Tag: '',
  DateField: '',
  DateDays: 0,
  DateYearly: false,
  SegmentID: '',
  AgainAfterDays: 0,
  GoalSegmentID: '',
  GoalClick: true,
  Steps: [{ DelayMinutes: 0, FromTime: '08:00', ToTime: '18:00', SegmentID: '', CampaignID: '{sent}' }],
}
const unknown = { SeriesID: '0'.repeat(32) }
const ofSeries = { ClientID: '{client}', SeriesID: '{welcome}' }

export const series = [
  cases('Series.Create', { ListID: '{readers}', ...settings }, [
    ['a series is made', {}, 'success', 'welcome'],
    ['it has a name', { Name: '' }, 'InvalidSeries'],
    ['its segment exists', { SegmentID: '0'.repeat(32) }, 'InvalidSegments'],
    ['a tag has a name', { Trigger: 'TagGiven' }, 'TagNameEmpty'],
    [
      'the content of a step is a campaign of the client',
      { Steps: [{ DelayMinutes: 0, CampaignID: '0'.repeat(32) }] },
      'InvalidCampaignId',
    ],
    ['a client has so many', { ListID: '{crowdedList}' }, 'TooManySeries'],
  ]),
  cases('Series.List', { ClientID: '{client}', Cursor: '', Limit: 10 }, [['the series of a client', {}]]),
  cases(
    'Series.Update',
    { ...ofSeries, ...settings, Name: 'Welcome letters', Steps: [{ DelayMinutes: 0, CampaignID: '{sent}' }] },
    [
      ['its steps are replaced', {}],
      ['a step is one of its own', { Steps: [{ StepID: 999999, DelayMinutes: 0 }] }, 'UnknownSeriesStep'],
    ],
  ),
  cases('Series.EditStep', { ...ofSeries, StepID: 3 }, [
    ['its draft', {}, 'success', 'welcomeDraft'],
    ['it has the step', { StepID: 999999 }, 'UnknownSeriesStep'],
  ]),
  cases('Series.Get', ofSeries, [
    ['a series with its steps', {}],
    ['it exists', unknown, 'UnknownSeries'],
  ]),
  cases('Series.CountExisting', ofSeries, [['members who were there before', {}]]),
  cases('Series.Pause', ofSeries, [['it has to be started', {}, 'SeriesNotReady']]),
  cases('Series.Start', { ...ofSeries, Due: 0 }, [
    ['it exists', unknown, 'UnknownSeries'],
    ['it is started', {}],
  ]),
  cases('Series.Pause', ofSeries, [['it is paused', {}]]),
  cases('Series.Enrol', { ...ofSeries, EmailAddresses: ['nobody@elsewhere.example'], Existing: false, Count: 0 }, [
    ['who is no member is not enrolled', {}],
  ]),
  cases('Series.GetPeople', { ...ofSeries, Cursor: '', Limit: 10 }, [['no one is in it', {}]]),
  cases('Series.GetReport', ofSeries, [['step by step', {}]]),
  cases('Series.Delete', ofSeries, [['it is deleted', {}]]),
].flat()
