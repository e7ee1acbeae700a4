/** When the mails of a campaign go out. */
import { cases } from '../case.ts'

const draft = { CampaignID: '{approvedDraft}' }
const everywhere = { CampaignID: '{everywhere}' }
const chosen = {
  ...draft,
  ...{ AllowedFrom: '09:00', AllowedUntil: '20:00', AllowedDays: ['Monday', 'Friday'] as const, SpreadHours: 4 },
  ...{ TimeZoneField: '[Country]', PastZones: 'Skip' as const },
}
const none = {
  ...{ AllowedFrom: '', AllowedUntil: '', AllowedDays: [], SpreadHours: 0 },
  ...{ TimeZoneField: '', PastZones: 'Refuse' as const },
}

export const timing = [
  cases('Campaign.SetTiming', chosen, [
    ['hours are full quarters', { AllowedFrom: '09:10' }, 'InvalidTiming'],
    ['hours have an end', { AllowedUntil: '' }, 'InvalidTiming'],
    ['two days at most', { SpreadHours: 49 }, 'InvalidTiming'],
    ['hours, spreading and time zones', {}],
    ['a campaign that was sent stays as it is', { CampaignID: '{followed}' }, 'CampaignNotDraft'],
  ]),
  cases('Campaign.GetTiming', draft, [['what was chosen', {}]]),
  cases('Campaign.GetTimetable', { ...draft, SendDate: '2030-03-23 10:00:00' }, [
    ['a field that no list has', {}, 'InvalidTiming'],
  ]),
  cases('Campaign.SetTiming', { ...draft, ...none }, [['at once', {}]]),
  cases('Campaign.GetTimetable', { ...draft, SendDate: '2030-03-23 10:00:00' }, [['without zones', {}]]),
  cases('Campaign.SetTiming', { ...everywhere, ...none, TimeZoneField: '[City]' }, [['zones of recipients', {}]]),
  cases('Campaign.GetTimetable', { ...everywhere, SendDate: '2099-03-23 10:00:00' }, [
    ['people by zone', {}],
    ['zones alone', { SendDate: '' }],
    ['a date that is not one', { SendDate: 'soon' }, 'InvalidDate'],
  ]),
  cases('Campaign.Send', { ...everywhere, ConfirmationEmail: 'office@bloom.example', SendDate: '{pastInTheEast}' }, [
    ['the time has passed in a zone', {}, 'TimeZonesPast'],
    ['one moment is no local time', { SendDate: 'Immediately' }, 'InvalidTiming'],
  ]),
].flat()
