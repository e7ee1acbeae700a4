/** Historical operations about lists and their custom fields. These cards never change (design §3). */

import { card, on, R, U } from '../../card.ts'
import { describe, enumeration, int, list, optional, record, text } from '../../shapes.ts'
import { ConfirmationSuccessPage, ConfirmOptIn, DataType, fields, Key, ListID, ofClient, ofList, Title, UnsubscribePage } from '../../words.ts'

const FieldName = text('The name of the field; its key is made from the letters and digits of it.', 'Favourite flower')

export const ListDetail = record('ListDetail', { ListID: fields.ListID, Title, UnsubscribePage, ConfirmOptIn, ConfirmationSuccessPage })

export const SubscriberFieldDataType = enumeration('SubscriberFieldDataType', 'Text', 'Number', 'MultiSelectOne', 'MultiSelectMany', 'Date')

export const ListCustomField = record('ListCustomField', {
  FieldName,
  Key: fields.Key,
  DataType: describe(SubscriberFieldDataType, 'What the field holds.', 'MultiSelectOne'),
  FieldOptions: list(text(), 'What a value may be; empty for types without choices.', ['Rose', 'Tulip', 'Lily']),
})

export const ListStatistics = record('ListStatistics', {
  TotalActiveSubscribers: int('Active subscribers now.'),
  NewActiveSubscribersToday: int('Became active today.'),
  NewActiveSubscribersYesterday: int('Became active yesterday.'),
  NewActiveSubscribersThisWeek: int('Became active this week.'),
  NewActiveSubscribersThisMonth: int('Became active this month.'),
  NewActiveSubscribersThisYear: int('Became active this year.'),
  TotalUnsubscribes: int('Unsubscribed subscribers now.'),
  UnsubscribesToday: int('Unsubscribed today.'),
  UnsubscribesYesterday: int('Unsubscribed yesterday.'),
  UnsubscribesThisWeek: int('Unsubscribed this week.'),
  UnsubscribesThisMonth: int('Unsubscribed this month.'),
  UnsubscribesThisYear: int('Unsubscribed this year.'),
  TotalDeleted: int('Deleted subscribers now.'),
  DeletedToday: int('Deleted today.'),
  DeletedYesterday: int('Deleted yesterday.'),
  DeletedThisWeek: int('Deleted this week.'),
  DeletedThisMonth: int('Deleted this month.'),
  DeletedThisYear: int('Deleted this year.'),
  TotalBounces: int('Bounced subscribers now.'),
  BouncesToday: int('Bounced today.'),
  BouncesYesterday: int('Bounced yesterday.'),
  BouncesThisWeek: int('Bounced this week.'),
  BouncesThisMonth: int('Bounced this month.'),
  BouncesThisYear: int('Bounced this year.'),
})

const listSettings = { Title, UnsubscribePage: optional(UnsubscribePage), ConfirmOptIn, ConfirmationSuccessPage: optional(ConfirmationSuccessPage) }

export const listSettingsRefusals = ['DuplicateListTitle', 'ListTitleEmpty', 'InvalidUnsubscribePage', 'InvalidConfirmationPage'] as const

export const customFieldRefusals = [
  'InvalidFieldName',
  'FieldKeyExists',
  'OptionsNotAllowed',
  'OptionsRequired',
  'TooManyCustomFields',
  'InvalidDataType',
] as const

export const lists = {
  'List.Create': card('CreateList', on('ClientID', 'ChangeAudience'), 'create', {
    summary: 'Creates a list and yields its ListID.',
    parameters: { ...ofClient, ...listSettings },
    result: U(ListID),
    refusals: listSettingsRefusals,
  }),
  'List.Update': card('UpdateList', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Replaces the settings of a list.',
    parameters: { ...ofList, ...listSettings },
    result: R,
    refusals: listSettingsRefusals,
  }),
  'List.GetDetail': card('GetListDetail', on('ListID', 'View'), 'read', {
    summary: 'The settings of a list.',
    parameters: ofList,
    result: U(ListDetail),
    refusals: [],
  }),
  'List.Delete': card('DeleteList', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Deletes a list.',
    parameters: ofList,
    result: R,
    refusals: ['ListInDraft'],
  }),
  'List.GetCustomFields': card('GetListCustomFields', on('ListID', 'View'), 'read', {
    summary: 'The custom fields of a list.',
    parameters: ofList,
    result: U(list(ListCustomField)),
    refusals: [],
  }),
  'List.DeleteCustomField': card('DeleteListCustomField', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Deletes a custom field and its values.',
    parameters: { ...ofList, Key },
    result: R,
    refusals: ['InvalidKey'],
  }),
  'List.CreateCustomField': card('CreateListCustomField', on('ListID', 'ChangeAudience'), 'create', {
    summary: 'Creates a custom field; options are joined by ||.',
    parameters: {
      ...ofList,
      FieldName,
      DataType,
      Options: optional(text('For MultiSelectOne and MultiSelectMany: the choices, joined by ||. Left out for the other types.', 'Rose||Tulip||Lily')),
    },
    result: R,
    refusals: customFieldRefusals,
  }),
  'List.GetStats': card('GetListStats', on('ListID', 'ReadReports'), 'read', {
    summary: 'Counts of a list: today, yesterday, this week, month and year.',
    parameters: ofList,
    result: U(ListStatistics),
    refusals: [],
  }),
}
