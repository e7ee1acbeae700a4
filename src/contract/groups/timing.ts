/** When the mails of a campaign go out: allowed hours, spreading, and the time zones of its recipients. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, int, list, optional, record, text } from '../shapes.ts'
import { ofCampaign } from '../words.ts'

export const Weekday = enumeration('Weekday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')

/** Refuse: a campaign is not sent while people are in such a zone. */
export const PastZones = enumeration('PastZones', 'Refuse', 'Now', 'Skip')

const timing = {
  AllowedFrom: text('The beginning of the hours in which mails go out, HH:MM, a full quarter of an hour; empty for all hours.', '09:00'),
  AllowedUntil: text('Their end, HH:MM up to 24:00; before AllowedFrom for hours over midnight; empty for all hours.', '20:00'),
  AllowedDays: list(Weekday, 'The days of the week on which these hours begin; none for all days.', ['Monday', 'Tuesday']),
  SpreadHours: int('Over how many allowed hours the mails are spread, 1 to 48; 0 for as fast as the relay takes them.', 4),
  TimeZoneField: text(
    'The key of a custom field that says the time zone or the country of a person. Each person gets the mail when it is the time of SendDate there. Empty: one moment for all.',
    '[Country]',
  ),
  PastZones: describe(PastZones, 'What happens to people in whose time zone the time has passed when the campaign begins.', 'Refuse'),
}

export const CampaignTiming = record('CampaignTiming', timing)

/** Past: a choice of PastZones is needed, or a later date. Now: they get the mail at once, since the time has passed. */
export const ZoneState = enumeration('ZoneState', 'OnTime', 'Past', 'Now', 'Skipped')

export const ZoneTime = record('ZoneTime', {
  TimeZone: text('An IANA name or an offset from UTC.', 'Europe/Berlin'),
  IsKnown: boolean('False: people whose zone is not known, who have that of the client.'),
  Date: text('When their first mail goes out, in the time zone of the client; empty without a date.', '2026-03-23 10:00:00'),
  Recipients: int('How many people. Before the beginning those are among them whom suppressions, pauses and the frequency cap leave out.', 412),
  State: describe(ZoneState, 'Whether they get it at the time that was chosen.', 'OnTime'),
})

export const Timetable = record('Timetable', {
  Zones: list(ZoneTime, 'Earliest first. Of a draft or scheduled campaign only those of recipients by TimeZoneField.'),
  Unknown: int('How many people have a time zone that is not known.', 12),
  Past: int('For how many people the time has passed.', 0),
  Waiting: int('Of a campaign that has begun: how many recipients wait for their time.', 300),
  NextDate: text('When the next of them are due, in the time zone of the client; empty for none.', '2026-03-23 16:00:00'),
})

const optionally = <Fields extends typeof timing>(fields: Fields) => ({
  AllowedFrom: optional(fields.AllowedFrom),
  AllowedUntil: optional(fields.AllowedUntil),
  AllowedDays: optional(fields.AllowedDays),
  SpreadHours: optional(fields.SpreadHours),
  TimeZoneField: optional(fields.TimeZoneField),
  PastZones: optional(fields.PastZones),
})

export const timings = {
  'Campaign.SetTiming': card('SetCampaignTiming', on('CampaignID', 'Draft'), 'change', {
    summary:
      'Chooses, all of it anew, when the mails of a draft go out once it is sent: in allowed hours, spread over hours, and at the same local time in the time zone of each recipient.',
    parameters: { ...ofCampaign, ...optionally(timing) },
    result: R,
    refusals: ['InvalidTiming', 'CampaignNotDraft'],
  }),
  'Campaign.GetTiming': card('GetCampaignTiming', on('CampaignID', 'Draft'), 'read', {
    summary: 'When the mails of a campaign go out, as Campaign.SetTiming chose it.',
    parameters: ofCampaign,
    result: U(CampaignTiming),
    refusals: [],
  }),
  'Campaign.GetTimetable': card('GetCampaignTimetable', on('CampaignID', 'Draft'), 'read', {
    summary:
      'How many recipients are in which time zone, when they get the campaign, and how many wait: as it would be for a date, or as it is once the campaign has begun.',
    parameters: {
      ...ofCampaign,
      SendDate: optional(
        text('Of a draft: the date that it may be sent at, YYYY-MM-DD HH:MM:SS; left out for the zones alone. Ignored for others.', '2026-03-23 10:00:00'),
      ),
    },
    result: U(Timetable),
    refusals: ['InvalidDate', 'InvalidSegments', 'InvalidTiming'],
  }),
}
