/** The record types of a list's settings and fields, with what the historical records have no place for. */
import { UnsubscribeScope } from './own-records.ts'
import { boolean, enumeration, list, record, text } from './shapes.ts'

export const ListSettings = record('ListSettings', {
  ListID: text,
  Title: text,
  UnsubscribePage: text,
  ConfirmOptIn: boolean,
  ConfirmationSuccessPage: text,
  UnsubscribeScope,
})

/** The historical SubscriberFieldDataType has no Country and USState. */
export const FieldType = enumeration(
  'FieldType',
  'Text',
  'Number',
  'MultiSelectOne',
  'MultiSelectMany',
  'Date',
  'Country',
  'USState',
)

export const ListField = record('ListField', {
  FieldName: text,
  Key: text,
  DataType: FieldType,
  Options: list(text),
  VisibleInPreferences: boolean,
})

/** What a webhook of a list may ask for. */
export const listEventKinds = ['Subscribe', 'Deactivate', 'Update'] as const
export type ListEventKind = (typeof listEventKinds)[number]
