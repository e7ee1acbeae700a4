/** Series: mails that follow each other, to each person at its own time. See docs/series-and-tests.md. */

import { card, on, R, U } from '../card.ts'
import { boolean, booleanOrAbsent, describe, enumeration, exemplify, int, intOrAbsent, list, optional, record, text } from '../shapes.ts'
import { fields, id, ofClient, ofList, page } from '../words.ts'

const SeriesID = text('The series: 32 hexadecimal digits, as Series.List names it.', id('6'))
const Name = text('The name of the series, one line of at most 200 characters.', 'Welcome')

/** What enrols people. */
export const SeriesTrigger = enumeration('SeriesTrigger', 'Joined', 'TagGiven', 'Date', 'Api')
/** Whether a series sends. */
export const SeriesState = enumeration('SeriesState', 'Draft', 'Running', 'Paused')

const Trigger = describe(
  SeriesTrigger,
  'Joined: who joins the list, from the confirmation on; imports enrol no one. TagGiven: members who are given the Tag, not by an import. Date: members with a day in DateField. Api: whom Series.Enrol names, who may be enrolled with each of them.',
  'Joined',
)
const Tag = text('With TagGiven: the name of the tag.', '')
const DateField = text('With Date: the key of a custom field that holds dates.', '')
const DateDays = 'With Date: how many days after the date people are enrolled; before it with a minus sign.'
const DateYearly = 'With Date: whether people are enrolled on the day of each year. 29 February is 28 February in other years.'
const segment = (what: string) => text(`${what}: 32 hexadecimal digits of a segment of the list or of the client; empty for none.`, '')
const SegmentID = segment('Only members of this segment are enrolled')
const AgainAfterDays = 'After how many days since the last enrolment a person who is through may come again; 0 for never.'
const GoalSegmentID = segment('Who is in this segment is at the goal, and gets no further mail')
const GoalClick = 'Whether who clicked in a mail of the series is at the goal, and gets no further mail. Clicks of machines do not count.'

const step = {
  DelayMinutes: int('Minutes after the enrolment, or after the step before, 0 to 527040.', 1440),
  FromTime: text('HH:MM in the time zone of the client: mailed not before this time of a day; empty for any time.', '08:00'),
  ToTime: text('HH:MM: mailed before this time of a day; empty for any time.', '18:00'),
  SegmentID: segment('Only who is in this segment when the step is due gets it, others go on to the next step'),
}

export const GivenSeriesStep = record('GivenSeriesStep', {
  StepID: intOrAbsent('A step that the series has; left out for a new one.', 12),
  DelayMinutes: step.DelayMinutes,
  FromTime: optional(step.FromTime),
  ToTime: optional(step.ToTime),
  SegmentID: optional(step.SegmentID),
  CampaignID: optional(text('Of a new step: a campaign whose settings and content it begins with, but for its audience.', '')),
})

export const SeriesStep = record('SeriesStep', {
  StepID: int('The step, as long as the series has it.', 12),
  ...step,
  DraftID: text('The campaign with which the step is edited; the next start puts it in force. Empty where nothing is being changed.', id('d')),
  EditionID: text('The campaign that mails the step now; empty before the first start.', id('e')),
  EditionState: text('The state of that campaign; empty before the first start.', 'Sending'),
  Subject: text('The subject of the draft, or of the edition while nothing is being changed.', 'Welcome to Bloom'),
  Waiting: int('How many people wait for it.', 12),
})

const settings = {
  Name,
  Trigger,
  Tag: optional(Tag),
  DateField: optional(DateField),
  DateDays: intOrAbsent(DateDays, 0),
  DateYearly: booleanOrAbsent(DateYearly, false),
  SegmentID: optional(SegmentID),
  AgainAfterDays: intOrAbsent(AgainAfterDays, 0),
  GoalSegmentID: optional(GoalSegmentID),
  GoalClick: booleanOrAbsent(GoalClick, false),
  Steps: optional(list(GivenSeriesStep, 'The steps in their order, at most 50; left out or empty for none.')),
}

const numbers = {
  Enrolled: int('How often people were enrolled.', 320),
  Waiting: int('How many people wait for a step.', 40),
  Finished: int('How often people had all steps.', 240),
  Reached: int('How often people were at the goal before a mail, and left the series.', 25),
  Stopped: int('How often people left the series before a mail because they are no active members any more.', 15),
}

export const Series = record('Series', {
  SeriesID,
  Name,
  State: describe(SeriesState, 'Draft: never started. Running: it enrols people and mails them. Paused: it holds everyone at their step.', 'Running'),
  Problem: text('Why it was paused by the service: a sentence; empty for nothing.', ''),
  ListID: fields.ListID,
  ListTitle: text('The name of the list.', 'Spring newsletter'),
  Trigger,
  Tag,
  DateField,
  DateDays: int(DateDays, 0),
  DateYearly: boolean(DateYearly, false),
  SegmentID,
  AgainAfterDays: int(AgainAfterDays, 0),
  GoalSegmentID,
  GoalClick: boolean(GoalClick, false),
  Steps: list(SeriesStep, 'The steps in their order.'),
  ...numbers,
  Due: int('How many people are due now: a start mails them at once.', 0),
  Changed: boolean('Whether settings were saved, or steps opened for editing, since the last start.', false),
  EnrollingExisting: boolean('Whether members who were there before are being enrolled.', false),
  CreatedDate: text('When it was created, in the time zone of the client.', '2026-03-20 09:30:00'),
  ChangedDate: text('When its settings were saved last, in the time zone of the client.', '2026-03-20 09:30:00'),
  StartedDate: text('When it was started first, in the time zone of the client; empty before.', '2026-03-20 10:00:00'),
})

export const SeriesSummary = record('SeriesSummary', {
  SeriesID,
  Name,
  State: Series.fields.State,
  Problem: Series.fields.Problem,
  ListTitle: Series.fields.ListTitle,
  Trigger,
  Steps: int('How many steps it has.', 3),
  ...numbers,
})

export const SeriesPage = record('SeriesPage', {
  Series: list(SeriesSummary, 'The series of this page, by name.'),
  NextCursor: fields.NextCursor,
})

export const SeriesStepReport = record('SeriesStepReport', {
  StepID: SeriesStep.fields.StepID,
  Subject: SeriesStep.fields.Subject,
  DelayMinutes: step.DelayMinutes,
  Waiting: SeriesStep.fields.Waiting,
  Skipped: int('For whom the condition did not hold, or who were passed over after a restore.', 4),
  Stopped: int('Who left the series when it was due.', 2),
  Recipients: int('Recipients of all editions of the step.', 200),
  Accepted: int('Mails that were accepted.', 196),
  Excluded: int('Recipients who were left out: suppressed, paused, above the frequency cap, or no members any more.', 3),
  Refused: int('Mails that were refused.', 1),
  Open: int('Recipients to whom it has not been handed over yet.', 0),
  HumanUniqueOpened: int('People who opened or clicked.', 120),
  HumanUniqueClicked: int('People who clicked.', 30),
  Unsubscribed: int('Opt-outs.', 2),
  Bounced: int('Mails that bounced.', 1),
  Complained: int('Complaints.', 0),
  Editions: list(text(), 'The campaigns that mailed it, the newest first: each has a report of its own.', [id('e')]),
})

export const SeriesReport = record('SeriesReport', {
  SeriesID,
  Name,
  ...numbers,
  Accepted: int('Mails of all steps that were accepted.', 560),
  Unsubscribed: int('Opt-outs by mails of the series.', 5),
  Bounced: int('Mails of the series that bounced.', 3),
  Complained: int('Complaints about mails of the series.', 0),
  Steps: list(SeriesStepReport, 'The steps in their order.'),
})

export const EnrolledPerson = record('EnrolledPerson', {
  EmailAddress: text('The address of the person.', 'sam@reader.example'),
  StepID: int('The step that comes next; 0 once it is over.', 12),
  NextDate: text('When it is due, in the time zone of the client; empty once it is over.', '2026-03-21 08:00:00'),
  EnrolledDate: text('When the person was enrolled last, in the time zone of the client.', '2026-03-20 10:15:00'),
  EndedDate: text('When it was over, in the time zone of the client; empty before.', ''),
  Outcome: text('Why it is over: Finished, Goal, Left, Bounced, Deleted, Suppressed, Inactive or StepRemoved; empty before.', ''),
  Times: int('How often the person was enrolled.', 1),
})

export const EnrolledPage = record('EnrolledPage', {
  People: list(EnrolledPerson, 'The people of this page, by address.'),
  NextCursor: fields.NextCursor,
})

const ofSeries = { ...ofClient, SeriesID }
const contents = ['InvalidSeries', 'InvalidSegments', 'TagNameEmpty', 'TooManyTags', 'InvalidCampaignId'] as const

/** Of a start: what Campaign.Send refuses of a step. */
const sent = [
  'SeriesNotReady',
  'ServiceUnavailable',
  'ApprovalRequired',
  'AudienceNotConfirmed',
  'StaleRevision',
  'ClientHeld',
  'PublicUrlRequired',
  'DraftIncomplete',
  'NotComposable',
  'CampaignNotReady',
] as const

export const series = {
  'Series.Create': card('CreateSeries', on('ListID', 'Draft'), 'create', {
    summary: 'Creates a series of a list and yields its SeriesID. Each step gets a draft, which the campaign operations edit.',
    parameters: { ...ofList, ...settings },
    result: U(exemplify(text(), id('6'))),
    refusals: [...contents, 'TooManySeries'],
  }),
  'Series.Get': card('GetSeries', on('ClientID', 'View'), 'read', {
    summary: 'A series with its steps, and who is where in it.',
    parameters: ofSeries,
    result: U(Series),
    refusals: ['UnknownSeries'],
  }),
  'Series.List': card('GetAllSeries', on('ClientID', 'View'), 'read', {
    summary: 'The series of a client by name, page by page.',
    parameters: { ...ofClient, ...page },
    result: U(SeriesPage),
    refusals: ['InvalidParameter'],
  }),
  'Series.Update': card('UpdateSeries', on('ClientID', 'Draft'), 'change', {
    summary:
      'Replaces settings and steps of a series. A step that is left out is removed, and who waits for it goes on to the next one. Who waits for a step keeps the time that it has.',
    parameters: { ...ofSeries, ...settings },
    result: R,
    refusals: [...contents, 'UnknownSeries', 'UnknownSeriesStep', 'ApprovalRequired'],
  }),
  'Series.EditStep': card('EditSeriesStep', on('ClientID', 'Draft'), 'change', {
    summary:
      'Opens a step for editing: yields the CampaignID of its draft, which begins with the content in force. The next start puts it in force for those who do not have the step yet.',
    parameters: { ...ofSeries, StepID: SeriesStep.fields.StepID },
    result: U(exemplify(text(), id('d'))),
    refusals: ['UnknownSeries', 'UnknownSeriesStep'],
  }),
  'Series.Start': card('StartSeries', on('ClientID', 'Send'), 'change', {
    summary:
      'Starts a series, lets a paused one go on, or puts changed steps in force. A person can stop what begins with Series.Pause as long as the client lets people stop campaigns.',
    parameters: {
      ...ofSeries,
      Due: intOrAbsent('The number of people who are mailed at once, as Series.Get yields it; above the number of the client a person has to give it.', 0),
    },
    result: R,
    refusals: ['UnknownSeries', ...sent],
  }),
  'Series.Pause': card('PauseSeries', on('ClientID', 'Send'), 'change', {
    summary: 'Holds everyone at their step; what is planned is not handed over until Series.Start.',
    parameters: ofSeries,
    result: R,
    refusals: ['UnknownSeries', 'SeriesNotReady'],
  }),
  'Series.Delete': card('DeleteSeries', on('ClientID', 'Send'), 'change', {
    summary: 'Deletes a series for good. No one gets a further mail of it; reports of its mails stay with their campaigns.',
    parameters: ofSeries,
    result: R,
    refusals: ['UnknownSeries'],
  }),
  'Series.Enrol': card('EnrolInSeries', on('ClientID', 'Send'), 'change', {
    summary: 'Enrols active members of the list, and yields how many. Who is in the series, or must not come again yet, is not enrolled.',
    parameters: {
      ...ofSeries,
      EmailAddresses: list(text(), 'Members to enrol, at most 1,000; empty with Existing.', ['sam@reader.example']),
      Existing: booleanOrAbsent('Whether all members who are there now are enrolled, in the background.', false),
      Count: intOrAbsent('With Existing: how many, as Series.CountExisting yields it; above the number of the client a person has to give it.', 320),
    },
    result: U(int()),
    refusals: ['UnknownSeries', 'SeriesNotReady', 'InvalidParameter', 'AudienceNotConfirmed'],
  }),
  'Series.CountExisting': card('CountExistingForSeries', on('ClientID', 'Draft'), 'read', {
    summary: 'How many members who are there now Series.Enrol with Existing would enrol.',
    parameters: ofSeries,
    result: U(int()),
    refusals: ['UnknownSeries', 'SeriesNotReady'],
  }),
  'Series.GetPeople': card('GetPeopleInSeries', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'Who is or was in a series, by address, page by page.',
    parameters: { ...ofSeries, ...page },
    result: U(EnrolledPage),
    refusals: ['UnknownSeries', 'InvalidParameter'],
  }),
  'Series.GetReport': card('GetSeriesReport', on('ClientID', 'ReadReports'), 'read', {
    summary: 'What came of a series: step by step, and over all.',
    parameters: ofSeries,
    result: U(SeriesReport),
    refusals: ['UnknownSeries'],
  }),
} as const
