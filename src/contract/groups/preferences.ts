/** The preference page of a client's readers: what it shows of lists and fields, how to reach it without a mail, and why people left. */

import { card, on, R, U } from '../card.ts'
import { describe, enumeration, int, list, optional, record, text } from '../shapes.ts'
import { fields, ofCampaign, ofClient, ofList } from '../words.ts'

export const ShownTo = enumeration('ShownTo', 'Members', 'Everyone', 'Nobody')

export const ReaderAccess = enumeration('ReaderAccess', 'None', 'Read', 'Change')

const description = text('What the list is, for its readers: one line of at most 300 characters.', 'What to plant this week, on Fridays.')
const shownTo = describe(
  ShownTo,
  'Who sees the list on the preference page. Members: who is or was on it. Everyone: every reader of the client, who can join it there. Nobody: only who opens the page from one of its letters.',
  'Members',
)
const access = describe(ReaderAccess, 'What readers may do with their own value: nothing, see it, or change it.', 'Change')

export const PreferencePageField = record('PreferencePageField', {
  Key: fields.Key,
  FieldName: text('The name of the field, as readers see it.', 'Favourite flower'),
  Access: access,
})

export const PreferencePage = record('PreferencePage', {
  Description: description,
  ShownTo: shownTo,
  Fields: list(PreferencePageField, 'The custom fields of the list, in their order.'),
})

export const FieldAccess = record('FieldAccess', { Key: fields.Key, Access: access })

export const LeavePage = record('LeavePage', {
  URL: text(
    'A page that asks for an address and mails the link of the preference page to it, if it is known; always the same for one client.',
    'https://mail.spring.example/leave/AQAAAAAHAAAAAAAAq3mXc1v0b9Jk2sLwQ5Tz',
  ),
})

export const LeaveReason = enumeration(
  'LeaveReason',
  'TooMany',
  'NotInteresting',
  'NeverSignedUp',
  'OtherAddress',
  'HardToRead',
  'Other',
)

const reason = describe(LeaveReason, 'What the person chose.', 'TooMany')

export const LeaveReasonCount = record('LeaveReasonCount', { Reason: reason, People: int('How many people chose it.', 4) })

export const LeaveComment = record('LeaveComment', { Reason: reason, Comment: text('What the person wrote.', 'Once a month would do.') })

export const LeaveReasons = record('LeaveReasons', {
  Unsubscribed: int('How many people left because of the campaign, with a reason or without.', 12),
  Reasons: list(LeaveReasonCount, 'The reasons that were given, each once.'),
  Comments: list(LeaveComment, 'What people wrote, latest first; 100 at most.'),
})

export const preferences = {
  'List.SetPreferencePage': card('SetListPreferencePage', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Sets what the preference page shows of a list: a description, to whom, and which custom fields readers may see or change.',
    parameters: {
      ...ofList,
      Description: optional(description),
      ShownTo: shownTo,
      Fields: optional(list(FieldAccess, 'What readers may do with custom fields; fields that are not named stay as they are.')),
    },
    result: R,
    refusals: ['InvalidKey'],
  }),
  'List.GetPreferencePage': card('GetListPreferencePage', on('ListID', 'View'), 'read', {
    summary: 'What the preference page shows of a list.',
    parameters: ofList,
    result: U(PreferencePage),
    refusals: [],
  }),
  'Client.GetLeavePage': card('GetClientLeavePage', on('ClientID', 'View'), 'read', {
    summary: 'The address of the page on which people without a mail of the client ask for the link to their preferences.',
    parameters: ofClient,
    result: U(LeavePage),
    refusals: ['PublicUrlRequired'],
  }),
  'Campaign.GetLeaveReasons': card('GetCampaignLeaveReasons', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'Why people left because of a campaign, as far as they said so.',
    parameters: ofCampaign,
    result: U(LeaveReasons),
    refusals: [],
  }),
} as const
